// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Integers in [low, high): 64 random bits modulo the span, which is at least 1.

// CHECK-LABEL: func.func @signed(
// CHECK:           arith.extsi %{{.*}} : i32 to i64
// CHECK:           arith.extsi %{{.*}} : i32 to i64
// CHECK:           %[[SPAN:.*]] = arith.maxui
// CHECK:           arith.remui %{{.*}}, %[[SPAN]]
// CHECK:           arith.trunci %{{.*}} : i64 to i32
func.func @signed(%a: tensor<i32>, %b: tensor<i32>) -> tensor<4xi32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// A bound above the middle is not a negative one.
// CHECK-LABEL: func.func @unsigned(
// CHECK-NOT:       arith.extsi
// CHECK:           arith.remui
// CHECK:           arith.trunci %{{.*}} : i64 to i8
func.func @unsigned(%a: tensor<ui8>, %b: tensor<ui8>) -> tensor<4xui8> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<ui8>, tensor<ui8>, tensor<1xi64>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// As wide as the bits.
// CHECK-LABEL: func.func @wide(
// CHECK-NOT:       arith.extsi
// CHECK:           arith.remui
// CHECK-NOT:       arith.trunci
// CHECK:           linalg.yield %{{.*}} : i64
func.func @wide(%a: tensor<i64>, %b: tensor<i64>) -> tensor<4xi64> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<i64>, tensor<i64>, tensor<1xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
