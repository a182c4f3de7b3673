// Running folds take as many passes as the size has bits.
// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @cumsum(
// CHECK:         %[[S1:.*]] = stablehlo.slice %[[A:.*]] [0:4, 0:3]
// CHECK:         %[[P1:.*]] = stablehlo.pad %[[S1]], %{{.*}}, low = [1, 0], high = [0, 0]
// CHECK:         %[[B:.*]] = stablehlo.add %[[P1]], %[[A]]
// CHECK:         stablehlo.slice %[[B]] [0:3, 0:3]
// CHECK:         low = [2, 0]
// CHECK:         low = [4, 0]
// CHECK-NOT:     low = [8, 0]
func.func @cumsum(%a: !torch.vtensor<[5,3],f32>) -> !torch.vtensor<[5,3],f32> {
  %dim = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.cumsum %a, %dim, %none : !torch.vtensor<[5,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[5,3],f32>
  return %0 : !torch.vtensor<[5,3],f32>
}

// CHECK-LABEL: func.func @of_any_size(
// CHECK:         %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i64>
// CHECK:         stablehlo.while(%[[STEP:.*]] = %[[ONE]],
// CHECK:           stablehlo.compare LT, %[[STEP]],
// CHECK:           stablehlo.dynamic_pad
// CHECK:           stablehlo.real_dynamic_slice
// CHECK:           stablehlo.multiply %{{.*}}, %{{.*}} : tensor<?x3xf32>
func.func @of_any_size(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %dim = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.cumprod %a, %dim, %none : !torch.vtensor<[?,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// Where the greatest was goes with it: of equal ones the last.
// CHECK-LABEL: func.func @cummax(
// CHECK:         %[[PLACES:.*]] = stablehlo.iota dim = 0 : tensor<2xi64>
// CHECK:         stablehlo.compare GE, %{{.*}}, %{{.*}} : (tensor<2xf32>, tensor<2xf32>)
// CHECK:         stablehlo.select %{{.*}}, %[[PLACES]], %{{.*}} : tensor<2xi1>, tensor<2xi64>
func.func @cummax(%a: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>) {
  %dim = torch.constant.int -1
  %0, %1 = torch.aten.cummax %a, %dim : !torch.vtensor<[2],f32>, !torch.int -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
  return %0, %1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @unknown_dimension(
// CHECK:         torch.aten.cumsum {{.*}}ingot.unconverted = "the dimension is not known, or out of range"
func.func @unknown_dimension(%a: !torch.vtensor<[2],f32>, %dim: !torch.int) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  %0 = torch.aten.cumsum %a, %dim, %none : !torch.vtensor<[2],f32>, !torch.int, !torch.none -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
