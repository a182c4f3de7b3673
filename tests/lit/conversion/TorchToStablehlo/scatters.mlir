// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @scatter_add(
// CHECK:         "stablehlo.scatter"
// CHECK-SAME:      inserted_window_dims = [0, 1], scatter_dims_to_operand_dims = [0, 1], index_vector_dim = 2
// CHECK:           stablehlo.add
func.func @scatter_add(%a: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2,2],si64>, %s: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %dim = torch.constant.int 1
  %0 = torch.aten.scatter_add %a, %dim, %i, %s : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// What was there goes first if it does not count.
// CHECK-LABEL: func.func @without_self(
// CHECK:         %[[CLEARED:.*]] = "stablehlo.scatter"
// CHECK:         "stablehlo.scatter"(%[[CLEARED]]
// CHECK:           stablehlo.maximum
func.func @without_self(%a: !torch.vtensor<[?],f32>, %i: !torch.vtensor<[?],si64>, %s: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %dim = torch.constant.int 0
  %amax = torch.constant.str "amax"
  %false = torch.constant.bool false
  %0 = torch.aten.scatter_reduce.two %a, %dim, %i, %s, %amax, %false : !torch.vtensor<[?],f32>, !torch.int, !torch.vtensor<[?],si64>, !torch.vtensor<[?],f32>, !torch.str, !torch.bool -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @put_at_mask(
// CHECK:         %[[M:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [0] : (tensor<2xi1>) -> tensor<2x3xi1>
// CHECK:         stablehlo.select %[[M]]
func.func @put_at_mask(%a: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2],i1>, %v: !torch.vtensor<[],f32>) -> !torch.vtensor<[2,3],f32> {
  %false = torch.constant.bool false
  %list = torch.prim.ListConstruct %i : (!torch.vtensor<[2],i1>) -> !torch.list<optional<vtensor>>
  %0 = torch.aten.index_put %a, %list, %v, %false : !torch.vtensor<[2,3],f32>, !torch.list<optional<vtensor>>, !torch.vtensor<[],f32>, !torch.bool -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @unknown_reduction(
// CHECK:         torch.aten.scatter_reduce.two {{.*}}ingot.unconverted = "the kind of reduction is not known"
func.func @unknown_reduction(%a: !torch.vtensor<[4],f32>, %i: !torch.vtensor<[4],si64>, %kind: !torch.str) -> !torch.vtensor<[4],f32> {
  %dim = torch.constant.int 0
  %false = torch.constant.bool false
  %0 = torch.aten.scatter_reduce.two %a, %dim, %i, %a, %kind, %false : !torch.vtensor<[4],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.vtensor<[4],f32>, !torch.str, !torch.bool -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
