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

// What goes through nothing does nothing, even if another size is known to the
// run only.
// CHECK-LABEL: func.func @empty
// CHECK-SAME:    %{{.*}}: tensor<0x?xf32>, %[[SUM:.*]]: tensor<f32>, %{{.*}}: tensor<?x0xf32>, %[[TURNED:.*]]: tensor<0x?xf32>
// CHECK-NEXT:    return %[[SUM]], %[[TURNED]]
func.func @empty(%a: tensor<0x?xf32>, %sum: tensor<f32>, %b: tensor<?x0xf32>,
                 %turned: tensor<0x?xf32>) -> (tensor<f32>, tensor<0x?xf32>) {
  %0 = linalg.reduce { arith.addf } ins(%a : tensor<0x?xf32>)
      outs(%sum : tensor<f32>) dimensions = [0, 1]
  %1 = linalg.transpose ins(%b : tensor<?x0xf32>) outs(%turned : tensor<0x?xf32>)
      permutation = [1, 0]
  return %0, %1 : tensor<f32>, tensor<0x?xf32>
}

// A product over nothing begins and ends with what it is added to.
// CHECK-LABEL: func.func @product
// CHECK-SAME:    %[[C:[a-z0-9]+]]: tensor<?x8xf32>)
// CHECK-NEXT:    return %[[C]]
func.func @product(%a: tensor<?x0xf32>, %b: tensor<0x8xf32>,
                   %c: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x0xf32>, tensor<0x8xf32>)
      outs(%c : tensor<?x8xf32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// Of programs' own dialects ops are folded and merged, and no patterns run: two
// clamps of TOSA would be one by its patterns.
// CHECK-LABEL: func.func @program
// CHECK:         %[[INNER:.*]] = tosa.clamp %arg0
// CHECK-NEXT:    %[[OUTER:.*]] = tosa.clamp %[[INNER]]
// CHECK-NEXT:    return %[[OUTER]], %[[OUTER]]
func.func @program(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = tosa.clamp %a {min_val = 0.0 : f32, max_val = 6.0 : f32}
      : (tensor<4xf32>) -> tensor<4xf32>
  %1 = tosa.clamp %0 {min_val = 1.0 : f32, max_val = 4.0 : f32}
      : (tensor<4xf32>) -> tensor<4xf32>
  %2 = tosa.clamp %0 {min_val = 1.0 : f32, max_val = 4.0 : f32}
      : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
