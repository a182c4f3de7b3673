// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=0.9.0 | FileCheck %s --check-prefix=OLD
// RUN: ingot-opt %s --ingot-legalize-to-vhlo=target=0.9.0 --ingot-upgrade-vhlo | FileCheck %s

// Down to the oldest release and up again: the old op lacks attributes, which
// come back with the values that they had before there were any.
// OLD-LABEL: vhlo.func_v1
// OLD:         vhlo.exponential_v1
// OLD:         vhlo.dot_general_v1

// CHECK-LABEL: func.func @main(
// CHECK-SAME:    %[[A:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<3x4xf32>)
// CHECK:         %[[E:.*]] = stablehlo.exponential %[[A]] : tensor<2x3xf32>
// CHECK:         stablehlo.dot_general %[[E]], %[[B]], contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
func.func @main(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.exponential %a : tensor<2x3xf32>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
