// RUN: ingot-opt %s --pass-pipeline="builtin.module(func.func(ingot-simplify))" | FileCheck %s

// Constants are folded and equal ops are one.
// CHECK-LABEL: func.func @simple
// CHECK-NEXT:    %[[SUM:.*]] = arith.addf %arg0, %arg1
// CHECK-NEXT:    %[[PRODUCT:.*]] = arith.mulf %[[SUM]], %[[SUM]]
// CHECK-NEXT:    return %[[PRODUCT]]
func.func @simple(%a: f32, %b: f32) -> f32 {
  %one = arith.constant 1 : index
  %two = arith.addi %one, %one : index
  %0 = arith.addf %a, %b : f32
  %1 = arith.addf %a, %b : f32
  %2 = arith.mulf %0, %1 : f32
  return %2 : f32
}
