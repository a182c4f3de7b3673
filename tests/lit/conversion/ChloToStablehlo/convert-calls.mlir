// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// How portable artifacts hold ops of CHLO.

// CHECK-LABEL: func.func @functions(
// CHECK-NOT:     custom_call
// CHECK:         chlo.erf
// CHECK:         stablehlo.map
func.func @functions(%a: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%a) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.custom_call @mhlo.asinh(%a) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// CHECK-LABEL: func.func @largest(
// CHECK-NOT:     custom_call
// CHECK:         "stablehlo.sort"
func.func @largest(%a: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// What is no op of CHLO stays what it is.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT:    custom_call @mhlo.topk
// CHECK-NEXT:    custom_call @mhlo.erf(%{{.*}}, %{{.*}})
// CHECK-NEXT:    custom_call @mhlo.mine
// CHECK-NEXT:    custom_call @mhlo.erf(%{{.*}}) : (
func.func @others(%a: tensor<5xf32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64, largest = false}, mhlo.version = 1 : i64} : (tensor<5xf32>) -> (tensor<3xf32>, tensor<3xi32>)
  %1 = stablehlo.custom_call @mhlo.erf(%a, %a) {has_side_effect = true, mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  %2 = stablehlo.custom_call @mhlo.mine(%a) {has_side_effect = true, mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<5xf32>) -> tensor<5xf32>
  %3 = stablehlo.custom_call @mhlo.erf(%a) : (tensor<5xf32>) -> tensor<5xf32>
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi32>
}
