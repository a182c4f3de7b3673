// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse | FileCheck %s

// Negative indices count from the end; rows are taken of [1, k, c].
// CHECK-LABEL: func.func @embedding(
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1x1xi64>, tensor<2x4xi64>) -> tensor<2x4xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<2x4xi64>, tensor<1x1xi64>) -> tensor<2x4xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x4xi1>, tensor<2x4xi64>, tensor<2x4xi64>) -> tensor<2x4xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x8xi64>) -> tensor<1x8xi32>
// CHECK:         tosa.gather %{{.*}}, %{{.*}} : (tensor<1x9x3xf32>, tensor<1x8xi32>) -> tensor<1x8x3xf32>
func.func @embedding(%w: !torch.vtensor<[9,3],f32>, %i: !torch.vtensor<[2,4],si64>) -> !torch.vtensor<[2,4,3],f32> {
  %no = torch.constant.int -1
  %false = torch.constant.bool false
  %0 = torch.aten.embedding %w, %i, %no, %false, %false : !torch.vtensor<[9,3],f32>, !torch.vtensor<[2,4],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[2,4,3],f32>
  return %0 : !torch.vtensor<[2,4,3],f32>
}

// The dimension goes to the front and back.
// CHECK-LABEL: func.func @index_select_dynamic(
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xi64>, tensor<2xi64>) -> tensor<2xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<2xi64>, tensor<1xi64>) -> tensor<2xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2xi1>, tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x2xi64>) -> tensor<1x2xi32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 1, 0>} : (tensor<?x5xf32>) -> tensor<5x?xf32>
// CHECK:         tosa.gather %{{.*}}, %{{.*}} : (tensor<1x5x?xf32>, tensor<1x2xi32>) -> tensor<1x2x?xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 1, 0>} : (tensor<2x?xf32>) -> tensor<?x2xf32>
func.func @index_select_dynamic(%a: !torch.vtensor<[?,5],f32>, %i: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,2],f32> {
  %dim = torch.constant.int 1
  %0 = torch.aten.index_select %a, %dim, %i : !torch.vtensor<[?,5],f32>, !torch.int, !torch.vtensor<[2],si64> -> !torch.vtensor<[?,2],f32>
  return %0 : !torch.vtensor<[?,2],f32>
}

// A place among all elements in row-major order.
// CHECK-LABEL: func.func @gather(
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<2x1xi64>, !tosa.shape<2>) -> tensor<2x2xi64>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1x1xi64>, tensor<2x2xi64>) -> tensor<2x2xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<2x2xi64>, tensor<1x1xi64>) -> tensor<2x2xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x2xi1>, tensor<2x2xi64>, tensor<2x2xi64>) -> tensor<2x2xi64>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x2x1xi64>, tensor<1x1x1xi64>, tensor<1xi8>) -> tensor<2x2x1xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<2x2x1xi64>, tensor<2x2x1xi64>) -> tensor<2x2x1xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x4xi64>) -> tensor<1x4xi32>
// CHECK:         tosa.gather %{{.*}}, %{{.*}} : (tensor<1x6x1xf32>, tensor<1x4xi32>) -> tensor<1x4x1xf32>
func.func @gather(%a: !torch.vtensor<[2,3],f32>, %i: !torch.vtensor<[2,2],si64>) -> !torch.vtensor<[2,2],f32> {
  %dim = torch.constant.int 1
  %false = torch.constant.bool false
  %0 = torch.aten.gather %a, %dim, %i, %false : !torch.vtensor<[2,3],f32>, !torch.int, !torch.vtensor<[2,2],si64>, !torch.bool -> !torch.vtensor<[2,2],f32>
  return %0 : !torch.vtensor<[2,2],f32>
}

// Dimensions that are indexed become one.
// CHECK-LABEL: func.func @apart(
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xi64>, tensor<5xi64>) -> tensor<5xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<5xi64>, tensor<1xi64>) -> tensor<5xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5xi1>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<5xi64>, tensor<1xi64>) -> tensor<5xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5xi1>, tensor<5xi64>, tensor<5xi64>) -> tensor<5xi64>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x1xi64>, tensor<1x1xi64>, tensor<1xi8>) -> tensor<5x1xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<5x1xi64>, tensor<5x1xi64>) -> tensor<5x1xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x5xi64>) -> tensor<1x5xi32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 2, 1>} : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
// CHECK:         tosa.gather %{{.*}}, %{{.*}} : (tensor<1x8x3xf32>, tensor<1x5xi32>) -> tensor<1x5x3xf32>
func.func @apart(%a: !torch.vtensor<[2,3,4],f32>, %i: !torch.vtensor<[5],si64>) -> !torch.vtensor<[5,3],f32> {
  %none = torch.constant.none
  %list = torch.prim.ListConstruct %i, %none, %i : (!torch.vtensor<[5],si64>, !torch.none, !torch.vtensor<[5],si64>) -> !torch.list<optional<vtensor>>
  %0 = torch.aten.index.Tensor %a, %list : !torch.vtensor<[2,3,4],f32>, !torch.list<optional<vtensor>> -> !torch.vtensor<[5,3],f32>
  return %0 : !torch.vtensor<[5,3],f32>
}
