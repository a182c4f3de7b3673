// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// A collective may fold in a wider type than it is given.

// CHECK-LABEL: func.func @all_reduce(
// CHECK:         arith.extf %{{.*}} : f32 to f64
// CHECK:         return %{{.*}} : tensor<?xf64>
func.func @all_reduce(%a: tensor<?xf32>) -> tensor<?xf64> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f64>, %y: tensor<f64>):
    %s = stablehlo.add %x, %y : tensor<f64>
    stablehlo.return %s : tensor<f64>
  }) : (tensor<?xf32>) -> tensor<?xf64>
  return %0 : tensor<?xf64>
}

// CHECK-LABEL: func.func @reduce_scatter(
// CHECK:         arith.extui %{{.*}} : i8 to i32
func.func @reduce_scatter(%a: tensor<4xui8>) -> tensor<4xui32> {
  %0 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64}> ({
  ^bb0(%x: tensor<ui32>, %y: tensor<ui32>):
    %s = stablehlo.add %x, %y : tensor<ui32>
    stablehlo.return %s : tensor<ui32>
  }) : (tensor<4xui8>) -> tensor<4xui32>
  return %0 : tensor<4xui32>
}
