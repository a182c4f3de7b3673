// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// One box after the other removes those behind it.
// CHECK-LABEL: func.func @nms(
// CHECK:         "stablehlo.sort"
// CHECK:         stablehlo.compare GT, %{{.*}}, %{{.*}} : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xi1>
// CHECK:         stablehlo.while({{.*}}) : tensor<i64>, tensor<?xi1>
// CHECK:         return %{{.*}} : tensor<?xi64>
func.func @nms(%boxes: !torch.vtensor<[?,4],f32>, %scores: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si64> {
  %limit = torch.constant.float 0.5
  %0 = torch.torchvision.nms %boxes, %scores, %limit : !torch.vtensor<[?,4],f32>, !torch.vtensor<[?],f32>, !torch.float -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @no_boxes(
// CHECK:         ingot.unconverted = "the boxes are no matrix, or the scores no vector"
func.func @no_boxes(%boxes: !torch.vtensor<[4],f32>, %scores: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si64> {
  %limit = torch.constant.float 0.5
  %0 = torch.torchvision.nms %boxes, %scores, %limit : !torch.vtensor<[4],f32>, !torch.vtensor<[?],f32>, !torch.float -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}
