// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @embedding(
// CHECK:         "stablehlo.gather"(%{{.*}}, %{{.*}}) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>
// CHECK-SAME:      slice_sizes = array<i64: 1, 3>
func.func @embedding(%w: !torch.vtensor<[9,3],f32>, %i: !torch.vtensor<[2,4],si64>) -> !torch.vtensor<[2,4,3],f32> {
  %no = torch.constant.int -1
  %false = torch.constant.bool false
  %0 = torch.aten.embedding %w, %i, %no, %false, %false : !torch.vtensor<[9,3],f32>, !torch.vtensor<[2,4],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[2,4,3],f32>
  return %0 : !torch.vtensor<[2,4,3],f32>
}

// CHECK-LABEL: func.func @index_select_dynamic(
// CHECK:         "stablehlo.dynamic_gather"
// CHECK:         stablehlo.transpose %{{.*}}, dims = [1, 0]
func.func @index_select_dynamic(%a: !torch.vtensor<[?,5],f32>, %i: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,2],f32> {
  %dim = torch.constant.int 1
  %0 = torch.aten.index_select %a, %dim, %i : !torch.vtensor<[?,5],f32>, !torch.int, !torch.vtensor<[2],si64> -> !torch.vtensor<[?,2],f32>
  return %0 : !torch.vtensor<[?,2],f32>
}

// Each element says where to look along one dimension.
// CHECK-LABEL: func.func @gather(
// CHECK:         stablehlo.iota dim = 0 : tensor<2x2xi64>
// CHECK:         stablehlo.concatenate {{.*}} dim = 2
// CHECK:         "stablehlo.gather"
func.func @gather(%a: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2,2],si64>) -> !torch.vtensor<[2,2],f32> {
  %dim = torch.constant.int 1
  %false = torch.constant.bool false
  %0 = torch.aten.gather %a, %dim, %i, %false : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.bool -> !torch.vtensor<[2,2],f32>
  return %0 : !torch.vtensor<[2,2],f32>
}

// What is indexed apart comes first in the result.
// CHECK-LABEL: func.func @apart(
// CHECK:         start_index_map = [0, 2]
// CHECK-SAME:    -> tensor<5x3xf32>
func.func @apart(%a: !torch.vtensor<[2,3,4],f32>, %i: !torch.vtensor<[5],si64>) -> !torch.vtensor<[5,3],f32> {
  %none = torch.constant.none
  %list = torch.prim.ListConstruct %i, %none, %i : (!torch.vtensor<[5],si64>, !torch.none, !torch.vtensor<[5],si64>) -> !torch.list<optional<vtensor>>
  %0 = torch.aten.index.Tensor %a, %list : !torch.vtensor<[2,3,4],f32>, !torch.list<optional<vtensor>> -> !torch.vtensor<[5,3],f32>
  return %0 : !torch.vtensor<[5,3],f32>
}

// CHECK-LABEL: func.func @mask(
// CHECK:         "stablehlo.gather"({{.*}} : (tensor<2xf32>, tensor<?x1xi64>) -> tensor<?xf32>
func.func @mask(%a: !torch.vtensor<[2],f32>, %i: !torch.vtensor<[2],i1>) -> !torch.vtensor<[?],f32> {
  %list = torch.prim.ListConstruct %i : (!torch.vtensor<[2],i1>) -> !torch.list<optional<vtensor>>
  %0 = torch.aten.index.Tensor %a, %list : !torch.vtensor<[2],f32>, !torch.list<optional<vtensor>> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @as_strided(
// CHECK:         stablehlo.reshape %{{.*}} : (tensor<3x4xf32>) -> tensor<12xf32>
// CHECK:         "stablehlo.gather"({{.*}} -> tensor<2x2xf32>
func.func @as_strided(%a: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,2],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %size = torch.prim.ListConstruct %two, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %stride = torch.prim.ListConstruct %one, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.as_strided %a, %size, %stride, %one : !torch.vtensor<[3,4],f32>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[2,2],f32>
  return %0 : !torch.vtensor<[2,2],f32>
}
