// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// Small floats are summed in f32.
// CHECK-LABEL: func.func @sum(
// CHECK:         %[[W:.*]] = stablehlo.convert %{{.*}} : (tensor<2x3xf16>) -> tensor<2x3xf32>
// CHECK:         stablehlo.reduce(%[[W]] init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK:         stablehlo.reshape %{{.*}} : (tensor<2xf32>) -> tensor<2x1xf32>
func.func @sum(%a: !torch.vtensor<[2,3],f16>) -> !torch.vtensor<[2,1],f16> {
  %dim = torch.constant.int -1
  %true = torch.constant.bool true
  %none = torch.constant.none
  %dims = torch.prim.ListConstruct %dim : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.sum.dim_IntList %a, %dims, %true, %none : !torch.vtensor<[2,3],f16>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[2,1],f16>
  return %0 : !torch.vtensor<[2,1],f16>
}

// The count may be known at run time only.
// CHECK-LABEL: func.func @mean(
// CHECK:         stablehlo.reduce
// CHECK:         stablehlo.get_dimension_size
// CHECK:         stablehlo.divide %{{.*}}, %{{.*}} : tensor<f32>
func.func @mean(%a: !torch.vtensor<[?],f32>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %0 = torch.aten.mean %a, %none : !torch.vtensor<[?],f32>, !torch.none -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// NaN is the greatest, and of equal ones the first counts.
// CHECK-LABEL: func.func @max_dim(
// CHECK:         stablehlo.iota dim = 1 : tensor<2x3xi64>
// CHECK:         stablehlo.reduce
// CHECK-DAG:       stablehlo.compare GT
// CHECK-DAG:       stablehlo.compare EQ
// CHECK-DAG:       stablehlo.compare NE
// CHECK-DAG:       stablehlo.compare LT
func.func @max_dim(%a: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>) {
  %dim = torch.constant.int 1
  %false = torch.constant.bool false
  %0, %1 = torch.aten.max.dim %a, %dim, %false : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
  return %0, %1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @softmax(
// CHECK:         applies stablehlo.maximum
// CHECK:         stablehlo.subtract
// CHECK:         %[[E:.*]] = stablehlo.exponential
// CHECK:         stablehlo.reduce(%[[E]]
// CHECK:         stablehlo.divide %[[E]]
func.func @softmax(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %dim = torch.constant.int 1
  %none = torch.constant.none
  %0 = torch.aten.softmax.int %a, %dim, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @out_of_range(
// CHECK:         torch.aten.max.dim {{.*}}ingot.unconverted = "the dimensions are not known, or out of range"
func.func @out_of_range(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %dim = torch.constant.int 2
  %false = torch.constant.bool false
  %0, %1 = torch.aten.max.dim %a, %dim, %false : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],f32>
}

// No dimension, and not all of them.
// CHECK-LABEL: func.func @all_of_none(
// CHECK-NOT:     stablehlo.reduce
// CHECK:         return %{{.*}} : tensor<2x3xi1>
func.func @all_of_none(%a: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[2,3],i1> {
  %dims = torch.prim.ListConstruct : () -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.all.dims %a, %dims, %false : !torch.vtensor<[2,3],i1>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,3],i1>
  return %0 : !torch.vtensor<[2,3],i1>
}
