// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// One matrix on the right is no batch.
// CHECK-LABEL: func.func @matmul(
// CHECK:         stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [2] x [0] : (tensor<?x2x3xf32>, tensor<3x4xf32>) -> tensor<?x2x4xf32>
func.func @matmul(%a: !torch.vtensor<[?,2,3],f32>, %b: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[?,2,4],f32> {
  %0 = torch.aten.matmul %a, %b : !torch.vtensor<[?,2,3],f32>, !torch.vtensor<[3,4],f32> -> !torch.vtensor<[?,2,4],f32>
  return %0 : !torch.vtensor<[?,2,4],f32>
}

// CHECK-LABEL: func.func @batches(
// CHECK:         %[[B:.*]] = stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 1, 2] : (tensor<1x3x4xf32>) -> tensor<5x3x4xf32>
// CHECK:         stablehlo.dot_general %{{.*}}, %[[B]], batching_dims = [0] x [0], contracting_dims = [2] x [1]
func.func @batches(%a: !torch.vtensor<[5,2,3],f32>, %b: !torch.vtensor<[1,3,4],f32>) -> !torch.vtensor<[5,2,4],f32> {
  %0 = torch.aten.matmul %a, %b : !torch.vtensor<[5,2,3],f32>, !torch.vtensor<[1,3,4],f32> -> !torch.vtensor<[5,2,4],f32>
  return %0 : !torch.vtensor<[5,2,4],f32>
}

// CHECK-LABEL: func.func @row(
// CHECK:         stablehlo.reshape %{{.*}} : (tensor<3xf32>) -> tensor<1x3xf32>
// CHECK:         stablehlo.dot_general
// CHECK:         stablehlo.reshape %{{.*}} : (tensor<1x4xf32>) -> tensor<4xf32>
func.func @row(%a: !torch.vtensor<[3],f32>, %b: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.matmul %a, %b : !torch.vtensor<[3],f32>, !torch.vtensor<[3,4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @linear(
// CHECK:         %[[P:.*]] = stablehlo.dot_general %{{.*}}, %{{.*}}, contracting_dims = [1] x [1]
// CHECK:         stablehlo.add %[[P]]
func.func @linear(%a: !torch.vtensor<[2,3],f32>, %w: !torch.vtensor<[4,3],f32>, %b: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.aten.linear %a, %w, %b : !torch.vtensor<[2,3],f32>, !torch.vtensor<[4,3],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// With a beta of 0 the sum does not count, not even NaN in it.
// CHECK-LABEL: func.func @no_beta(
// CHECK:         %[[P:.*]] = stablehlo.dot_general
// CHECK-NEXT:    return %[[P]]
func.func @no_beta(%s: !torch.vtensor<[2,4],f32>, %a: !torch.vtensor<[2,3],f32>, %b: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %beta = torch.constant.int 0
  %alpha = torch.constant.int 1
  %0 = torch.aten.addmm %s, %a, %b, %beta, %alpha : !torch.vtensor<[2,4],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}
