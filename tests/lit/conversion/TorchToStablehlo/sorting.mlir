// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @topk(
// CHECK:         %[[P:.*]] = stablehlo.iota dim = 1 : tensor<2x5xi64>
// CHECK:         %[[S:.*]]:2 = "stablehlo.sort"(%{{.*}}, %[[P]]) <{dimension = 1 : i64, is_stable = true}>
// CHECK:         stablehlo.slice %[[S]]#0 [0:2, 0:3]
// CHECK:         stablehlo.slice %[[S]]#1 [0:2, 0:3]
func.func @topk(%a: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>) {
  %k = torch.constant.int 3
  %dim = torch.constant.int -1
  %true = torch.constant.bool true
  %0, %1 = torch.aten.topk %a, %k, %dim, %true, %true : !torch.vtensor<[2,5],f32>, !torch.int, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
  return %0, %1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @unknown_direction(
// CHECK:         torch.aten.sort {{.*}}ingot.unconverted = "the dimension or the direction is not known"
func.func @unknown_direction(%a: !torch.vtensor<[4],f32>, %down: !torch.bool) -> !torch.vtensor<[4],f32> {
  %dim = torch.constant.int 0
  %0, %1 = torch.aten.sort %a, %dim, %down : !torch.vtensor<[4],f32>, !torch.int, !torch.bool -> !torch.vtensor<[4],f32>, !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],f32>
}
