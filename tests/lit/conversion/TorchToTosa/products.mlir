// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @matmul(
// CHECK:         tosa.matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x?x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x4xf32>
func.func @matmul(%a: !torch.vtensor<[?,2,3],f32>, %b: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[?,2,4],f32> {
  %0 = torch.aten.matmul %a, %b : !torch.vtensor<[?,2,3],f32>, !torch.vtensor<[3,4],f32> -> !torch.vtensor<[?,2,4],f32>
  return %0 : !torch.vtensor<[?,2,4],f32>
}

// CHECK-LABEL: func.func @batches(
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<1x3x4xf32>, !tosa.shape<3>) -> tensor<5x3x4xf32>
// CHECK:         tosa.matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x2x3xf32>, tensor<5x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<5x2x4xf32>
func.func @batches(%a: !torch.vtensor<[5,2,3],f32>, %b: !torch.vtensor<[1,3,4],f32>) -> !torch.vtensor<[5,2,4],f32> {
  %0 = torch.aten.matmul %a, %b : !torch.vtensor<[5,2,3],f32>, !torch.vtensor<[1,3,4],f32> -> !torch.vtensor<[5,2,4],f32>
  return %0 : !torch.vtensor<[5,2,4],f32>
}

// A vector is a matrix of one row.
// CHECK-LABEL: func.func @row(
// CHECK:         tosa.matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x1x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x4xf32>
func.func @row(%a: !torch.vtensor<[3],f32>, %b: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.matmul %a, %b : !torch.vtensor<[3],f32>, !torch.vtensor<[3,4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @linear(
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 1, 0>} : (tensor<4x3xf32>) -> tensor<3x4xf32>
// CHECK:         tosa.matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x2x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<2x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
func.func @linear(%a: !torch.vtensor<[2,3],f32>, %w: !torch.vtensor<[4,3],f32>, %b: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.aten.linear %a, %w, %b : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4,3],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @mm(
// CHECK:         %[[Z:.*]] = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}>
// CHECK:         tosa.matmul %{{.*}}, %{{.*}}, %[[Z]], %[[Z]] : (tensor<1x?x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x4xf32>
func.func @mm(%a: !torch.vtensor<[?,3],f32>, %b: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[?,4],f32> {
  %r = torch.aten.mm %a, %b : !torch.vtensor<[?,3],f32>, !torch.vtensor<[3,4],f32> -> !torch.vtensor<[?,4],f32>
  return %r : !torch.vtensor<[?,4],f32>
}

// tosa.matmul has no integers of 64 bits.
// CHECK-LABEL: func.func @mm_of_integers(
// CHECK:         tosa.mul %{{.*}} : (tensor<1x2x3x1xi64>, tensor<1x1x3x4xi64>, tensor<1xi8>) -> tensor<1x2x3x4xi64>
// CHECK:         tosa.reduce_sum %{{.*}} {axis = 2 : i32}
func.func @mm_of_integers(%a: !torch.vtensor<[2,3],si64>, %b: !torch.vtensor<[3,4],si64>) -> !torch.vtensor<[2,4],si64> {
  %r = torch.aten.mm %a, %b : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3,4],si64> -> !torch.vtensor<[2,4],si64>
  return %r : !torch.vtensor<[2,4],si64>
}
