// Attributes of named fields: each field once, and none that is not there.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{no field is named 'update_dims'}}
func.func private @f() attributes {a = #stablehlo.scatter<update_dims = [1]>}

// -----

// expected-error @+1 {{'offset_dims' stands twice}}
func.func private @f() attributes {a = #stablehlo.gather<offset_dims = [1], offset_dims = [2]>}

// -----

// expected-error @+1 {{no dimension is named 'x'}}
func.func private @f() attributes {a = #stablehlo.conv<[b, x, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error @+1 {{'b' stands twice}}
func.func private @f() attributes {a = #stablehlo.conv<[b, b, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error @+1 {{spatial dimensions are not numbered from 0 in steps of 1}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 1, f]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error @+1 {{are both needed}}
func.func private @f() attributes {a = #stablehlo.conv<[b, 0]x[0, i, o]->[b, 0, f]>}

// -----

// expected-error @+1 {{no field is named 'ulp'}}
func.func private @f() attributes {a = #stablehlo.result_accuracy<ulp = 2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>}

// -----

// expected-error @+1 {{an accuracy needs a mode}}
func.func private @f() attributes {a = #stablehlo.result_accuracy<ulps = 2>}

// -----

// expected-error @+1 {{StableHLO has no attribute 'nothing'}}
func.func private @f() attributes {a = #stablehlo.nothing<1>}

// -----

// One comma, and only behind a field.
// expected-error @+1 {{expected}}
func.func private @two_commas() attributes {a = #stablehlo.dot<lhs_contracting_dimensions = [1],,>}

// -----

// expected-error @+1 {{expected}}
func.func private @only_a_comma() attributes {a = #stablehlo.scatter<,>}

// -----

// expected-error @+1 {{expected}}
func.func private @no_comma() attributes {a = #stablehlo.gather<offset_dims = [1] index_vector_dim = 1>}
