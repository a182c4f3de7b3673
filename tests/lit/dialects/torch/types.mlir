// Every type, in the form that is printed and in those that are only read.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -emit-bytecode | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -mlir-print-op-generic | ingot-opt | FileCheck %s

// CHECK-LABEL: @tensors
// CHECK-SAME: !torch.vtensor, !torch.vtensor<*,f32>, !torch.vtensor<[2,?],unk>, !torch.vtensor<[],si64>, !torch.vtensor<[0,?],i1>
func.func private @tensors(!torch.vtensor, !torch.vtensor<*,f32>, !torch.vtensor<[2,?],unk>, !torch.vtensor<[],si64>, !torch.vtensor<[0,?],i1>)
// CHECK-LABEL: @mutable_tensors
// CHECK-SAME: !torch.tensor, !torch.tensor<[3],ui8>
func.func private @mutable_tensors(!torch.tensor, !torch.tensor< [ 3 ] , ui8 >)
// Nothing known is nothing written.
// CHECK-LABEL: @all_unknown
// CHECK-SAME: (!torch.vtensor)
func.func private @all_unknown(!torch.vtensor<*,unk>)
// CHECK-LABEL: @dtypes
// CHECK-SAME: !torch.vtensor<[1],bf16>, !torch.vtensor<[1],complex<f64>>, !torch.vtensor<[1],f8E4M3FN>, !torch.vtensor<[1],!torch.qint8>, !torch.vtensor<[1],!torch.quint8>, !torch.vtensor<[1],!torch.qint32>, !torch.vtensor<[1],!torch.qint16>
func.func private @dtypes(!torch.vtensor<[1],bf16>, !torch.vtensor<[1],complex<f64>>, !torch.vtensor<[1],f8E4M3FN>, !torch.vtensor<[1],!torch.qint8>, !torch.vtensor<[1],!torch.quint8>, !torch.vtensor<[1],!torch.qint32>, !torch.vtensor<[1],!torch.qint16>)
// CHECK-LABEL: @sparse
// CHECK-SAME: !torch.vtensor<[8,?],f32,#{{.*}}>
func.func private @sparse(!torch.vtensor<[8,?],f32,#sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>>)

// CHECK-LABEL: @scalars
// CHECK-SAME: !torch.any, !torch.bool, !torch.Device, !torch.float, !torch.Generator, !torch.int, !torch.LinearParams, !torch.none, !torch.number, !torch.str
func.func private @scalars(!torch.any, !torch.bool, !torch.Device, !torch.float, !torch.Generator, !torch.int, !torch.LinearParams, !torch.none, !torch.number, !torch.str)

// CHECK-LABEL: @containers
// CHECK-SAME: !torch.list<int>, !torch.list<optional<vtensor<[?],f32>>>, !torch.tuple<>, !torch.tuple<int, tuple<float, str>>, !torch.union<tensor, none>, !torch.dict<str, list<tensor<[2],f32>>>, !torch.nn.Module<"a.b">
func.func private @containers(!torch.list<int>, !torch.list<optional<vtensor<[?],f32>>>, !torch.tuple<>, !torch.tuple<int, tuple<float, str>>, !torch.union<tensor, none>, !torch.dict<str, list<tensor<[2],f32>>>, !torch.nn.Module<"a.b">)
// CHECK-LABEL: @long_forms
// CHECK-SAME: !torch.list<int>, !torch.tuple<int, optional<str>>
func.func private @long_forms(!torch.list<!torch.int>, !torch.tuple<!torch.int, !torch.optional<!torch.str>>)
