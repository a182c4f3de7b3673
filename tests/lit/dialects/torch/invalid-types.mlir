// RUN: ingot-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{unknown type 'vtensro' of the torch dialect}}
func.func private @unknown(!torch.vtensro<[2],f32>)

// -----

// expected-error @+1 {{elements of a tensor cannot be 'i64'; integers have a sign (si64, ui8), i1 is bool}}
func.func private @signless(!torch.vtensor<[2],i64>)

// -----

// expected-error @+1 {{a size is not negative}}
func.func private @negative(!torch.vtensor<[-2],f32>)

// -----

// expected-error @+2 {{failed to parse Torch_ListType parameter}}
// expected-error @+1 {{expected a type of the torch dialect, not '!llvm.struct<()>'}}
func.func private @foreign_element(!torch.list<!llvm.struct<()>>)

// -----

// expected-error @+2 {{failed to parse Torch_ListType parameter}}
// expected-error @+1 {{unknown type 'f32' of the torch dialect}}
func.func private @builtin_element(!torch.list<f32>)

// -----

// expected-error @+1 {{expected ','}}
func.func private @no_dtype(!torch.vtensor<[2]>)
