// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Folding along dimensions, from the initial value on.

// CHECK-DAG:   #[[IN:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:   #[[ROWS:.*]] = affine_map<(d0, d1) -> (d0)>
// CHECK-DAG:   #[[COLUMNS:.*]] = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @maximum(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4x8xf32>, %[[I:[a-z0-9]+]]: tensor<f32>
// CHECK:         %[[V:.*]] = tensor.extract %[[I]][]
// CHECK:         %[[F:.*]] = linalg.fill ins(%[[V]] : f32) outs(%{{.*}} : tensor<4xf32>)
// CHECK:         linalg.generic {indexing_maps = [#[[IN]], #[[ROWS]]], iterator_types = ["parallel", "reduction"]} ins(%[[A]] : tensor<4x8xf32>) outs(%[[F]] : tensor<4xf32>)
// CHECK:           arith.maximumf
func.func @maximum(%a: tensor<4x8xf32>, %i: tensor<f32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What was folded so far comes first, then the element.
// CHECK-LABEL: func.func @order(
// CHECK:         ^bb0(%[[E:.*]]: f32, %[[SUM:.*]]: f32):
// CHECK-NEXT:      arith.subf %[[SUM]], %[[E]]
func.func @order(%a: tensor<4x?xf32>, %i: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<4x?xf32>, tensor<f32>) -> tensor<?xf32>
   reducer(%x: tensor<f32>, %y: tensor<f32>) {
    %d = stablehlo.subtract %x, %y : tensor<f32>
    stablehlo.return %d : tensor<f32>
  }
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @unknown_size(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %c1
// CHECK:         tensor.empty(%[[N]]) : tensor<?xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[IN]], #[[COLUMNS]]], iterator_types = ["reduction", "parallel"]}
func.func @unknown_size(%a: tensor<?x?xf32>, %i: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Several tensors in one nest: the place of the largest element.
// CHECK-LABEL: func.func @place_of_largest(
// CHECK:         %{{.*}}:2 = linalg.generic
// CHECK:         ^bb0(%[[E:.*]]: f32, %[[P:.*]]: i32, %[[BEST:.*]]: f32, %[[AT:.*]]: i32):
// CHECK:           %[[KEEP:.*]] = arith.cmpf oge, %[[BEST]], %[[E]]
// CHECK:           %[[X:.*]] = arith.select %[[KEEP]], %[[BEST]], %[[E]]
// CHECK:           %[[Y:.*]] = arith.select %[[KEEP]], %[[AT]], %[[P]]
// CHECK:           linalg.yield %[[X]], %[[Y]]
func.func @place_of_largest(%a: tensor<8xf32>, %p: tensor<8xi32>, %i: tensor<f32>, %j: tensor<i32>) -> (tensor<f32>, tensor<i32>) {
  %0:2 = stablehlo.reduce(%a init: %i), (%p init: %j) across dimensions = [0] : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%x: tensor<f32>, %u: tensor<f32>) (%y: tensor<i32>, %v: tensor<i32>) {
    %k = stablehlo.compare GE, %x, %u : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %s = stablehlo.select %k, %x, %u : tensor<i1>, tensor<f32>
    %t = stablehlo.select %k, %y, %v : tensor<i1>, tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

// The region's type is wider than the operand's, which is unsigned.
// CHECK-LABEL: func.func @promoted(
// CHECK:           arith.extui %{{.*}} : i8 to i32
// CHECK:           arith.addi %{{.*}} : i32
func.func @promoted(%a: tensor<8xui8>, %i: tensor<ui32>) -> tensor<ui32> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [0] : (tensor<8xui8>, tensor<ui32>) -> tensor<ui32>
   reducer(%x: tensor<ui32>, %y: tensor<ui32>) {
    %s = stablehlo.add %x, %y : tensor<ui32>
    stablehlo.return %s : tensor<ui32>
  }
  return %0 : tensor<ui32>
}

// Sums and products of small floats are made in f32 and rounded once.
// CHECK-LABEL: func.func @small(
// CHECK:         %[[I:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:         linalg.fill ins(%[[I]] : f32) outs(%{{.*}} : tensor<?xf32>)
// CHECK:         %[[SUM:.*]] = linalg.generic
// CHECK:           %[[E:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:           arith.addf %{{.*}}, %[[E]] : f32
// CHECK:         linalg.generic {{.*}} ins(%[[SUM]] : tensor<?xf32>)
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
func.func @small(%a: tensor<?x8xbf16>, %i: tensor<bf16>) -> tensor<?xbf16> {
  %0 = stablehlo.reduce(%a init: %i) applies stablehlo.add across dimensions = [1] : (tensor<?x8xbf16>, tensor<bf16>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// What else a region does is rounded where it says so.
// CHECK-LABEL: func.func @small_region(
// CHECK-NOT:     arith.extf
// CHECK:           arith.mulf %{{.*}} : f16
// CHECK:           arith.addf %{{.*}} : f16
func.func @small_region(%a: tensor<4x8xf16>, %i: tensor<f16>) -> tensor<4xf16> {
  %0 = stablehlo.reduce(%a init: %i) across dimensions = [1] : (tensor<4x8xf16>, tensor<f16>) -> tensor<4xf16>
   reducer(%x: tensor<f16>, %y: tensor<f16>) {
    %p = stablehlo.multiply %y, %y : tensor<f16>
    %s = stablehlo.add %x, %p : tensor<f16>
    stablehlo.return %s : tensor<f16>
  }
  return %0 : tensor<4xf16>
}
