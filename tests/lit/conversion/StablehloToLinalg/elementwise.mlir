// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Arithmetic whose meaning depends on the kind of number.

// CHECK-DAG:  #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG:  #[[SCALAR:.*]] = affine_map<(d0) -> ()>

// CHECK-LABEL: func.func @order_of_operands(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x3xf32>, %[[B:[a-z0-9]+]]: tensor<2x3xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[ID]], #[[ID]], #[[ID]]], iterator_types = ["parallel", "parallel"]}
// CHECK-SAME:      ins(%[[A]], %[[B]] :
// CHECK:         ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[R:.*]] = arith.subf %[[X]], %[[Y]] : f32
// CHECK-NEXT:      linalg.yield %[[R]]
func.func @order_of_operands(%a: tensor<2x3xf32>, %b: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.subtract %a, %b : tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// Sizes are those of an operand; one that any type knows is taken from there.
// CHECK-LABEL: func.func @dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x?xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK:         tensor.empty(%[[N]]) : tensor<2x?xf32>
// CHECK:         arith.addf
// CHECK:         arith.mulf
// CHECK:         arith.divf
// CHECK:         arith.remf
// CHECK:         arith.subf
func.func @dynamic(%a: tensor<2x?xf32>, %b: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = stablehlo.add %a, %b : tensor<2x?xf32>
  %1 = stablehlo.multiply %0, %b : tensor<2x?xf32>
  %2 = stablehlo.divide %1, %b : tensor<2x?xf32>
  %3 = stablehlo.remainder %2, %b : tensor<2x?xf32>
  %4 = stablehlo.subtract %3, %b : tensor<2x?xf32>
  return %4 : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @mixed_sizes(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x?xf32>, %[[B:[a-z0-9]+]]: tensor<?x3xf32>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %{{.*}}
// CHECK:         tensor.empty(%[[N]]) : tensor<?x3xf32>
func.func @mixed_sizes(%a: tensor<?x?xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = "stablehlo.add"(%a, %b) : (tensor<?x?xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// CHECK-LABEL: func.func @rank_0(
// CHECK:         linalg.generic {indexing_maps = [{{.*}}], iterator_types = []}
// CHECK:           arith.mulf
func.func @rank_0(%a: tensor<f64>) -> tensor<f64> {
  %0 = stablehlo.multiply %a, %a : tensor<f64>
  return %0 : tensor<f64>
}

// Unsigned integers become signless ones, in the signature too.
// CHECK-LABEL: func.func @integers(
// CHECK-SAME:    %{{.*}}: tensor<4xi32>, %{{.*}}: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>)
// CHECK:         arith.addi %{{.*}} : i32
// CHECK:         arith.muli %{{.*}} : i32
// CHECK:         arith.subi %{{.*}} : i32
func.func @integers(%a: tensor<4xui32>, %b: tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>, tensor<4xui32>) {
  %0 = stablehlo.add %a, %b : tensor<4xui32>
  %1 = stablehlo.multiply %a, %b : tensor<4xui32>
  %2 = stablehlo.subtract %a, %b : tensor<4xui32>
  return %0, %1, %2 : tensor<4xui32>, tensor<4xui32>, tensor<4xui32>
}

// Of truth, a sum is "or" and a product "and".
// CHECK-LABEL: func.func @truth(
// CHECK:         arith.ori %{{.*}} : i1
// CHECK:         arith.andi %{{.*}} : i1
// CHECK:         arith.maxui %{{.*}} : i1
// CHECK:         arith.minui %{{.*}} : i1
func.func @truth(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  %0 = stablehlo.add %a, %b : tensor<4xi1>
  %1 = stablehlo.multiply %0, %b : tensor<4xi1>
  %2 = stablehlo.maximum %1, %b : tensor<4xi1>
  %3 = stablehlo.minimum %2, %b : tensor<4xi1>
  return %3 : tensor<4xi1>
}

// x / 0 is -1; the least number over -1 stays what it is. No division sees
// either divisor.
// CHECK-LABEL: func.func @divide_signed(
// CHECK:         ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32):
// CHECK:           %[[ZERO:.*]] = arith.cmpi eq, %[[Y]], %[[C0:.*]] : i32
// CHECK:           %[[MINUS:.*]] = arith.cmpi eq, %[[Y]], %[[CM1:.*]] : i32
// CHECK:           %[[BAD:.*]] = arith.ori %[[ZERO]], %[[MINUS]]
// CHECK:           %[[SAFE:.*]] = arith.select %[[BAD]], %{{.*}}, %[[Y]]
// CHECK:           %[[Q:.*]] = arith.divsi %[[X]], %[[SAFE]]
// CHECK:           %[[NEG:.*]] = arith.subi %{{.*}}, %[[X]]
// CHECK:           %[[R:.*]] = arith.select %[[MINUS]], %[[NEG]], %[[Q]]
// CHECK:           arith.select %[[ZERO]], %[[CM1]], %[[R]]
func.func @divide_signed(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @divide_unsigned(
// CHECK:         ^bb0(%[[X:.*]]: i8, %[[Y:.*]]: i8, %{{.*}}: i8):
// CHECK:           %[[ZERO:.*]] = arith.cmpi eq, %[[Y]]
// CHECK:           %[[ALL:.*]] = arith.constant -1 : i8
// CHECK:           %[[SAFE:.*]] = arith.select %[[ZERO]], %{{.*}}, %[[Y]]
// CHECK:           %[[Q:.*]] = arith.divui %[[X]], %[[SAFE]]
// CHECK:           arith.select %[[ZERO]], %[[ALL]], %[[Q]]
func.func @divide_unsigned(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  %0 = stablehlo.divide %a, %b : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// x rem 0 is x.
// CHECK-LABEL: func.func @remainder_signed(
// CHECK:         ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i32):
// CHECK:           %[[ZERO:.*]] = arith.cmpi eq, %[[Y]]
// CHECK:           %[[REST:.*]] = arith.remsi %[[X]]
// CHECK:           arith.select %[[ZERO]], %[[X]], %[[REST]]
func.func @remainder_signed(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.remainder %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @remainder_unsigned(
// CHECK:         arith.remui
func.func @remainder_unsigned(%a: tensor<?xui32>, %b: tensor<?xui32>) -> tensor<?xui32> {
  %0 = stablehlo.remainder %a, %b : tensor<?xui32>
  return %0 : tensor<?xui32>
}

// NaN wins, so it is not maxnumf.
// CHECK-LABEL: func.func @extrema(
// CHECK:         arith.maximumf
// CHECK:         arith.minimumf
// CHECK:         arith.maxsi
// CHECK:         arith.minsi
// CHECK:         arith.maxui
// CHECK:         arith.minui
func.func @extrema(%a: tensor<?xf32>, %i: tensor<4xi32>, %u: tensor<4xui32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xui32>, tensor<4xui32>) {
  %0 = stablehlo.maximum %a, %a : tensor<?xf32>
  %1 = stablehlo.minimum %a, %a : tensor<?xf32>
  %2 = stablehlo.maximum %i, %i : tensor<4xi32>
  %3 = stablehlo.minimum %i, %i : tensor<4xi32>
  %4 = stablehlo.maximum %u, %u : tensor<4xui32>
  %5 = stablehlo.minimum %u, %u : tensor<4xui32>
  return %0, %1, %2, %3, %4, %5 : tensor<?xf32>, tensor<?xf32>, tensor<4xi32>, tensor<4xi32>, tensor<4xui32>, tensor<4xui32>
}

// The lower bound first: where the bounds cross, the upper one holds.
// CHECK-LABEL: func.func @clamp(
// CHECK-SAME:    %[[LOW:[a-z0-9]+]]: tensor<f32>, %[[X:[a-z0-9]+]]: tensor<?xf32>, %[[HIGH:[a-z0-9]+]]: tensor<f32>
// CHECK:         tensor.dim %[[X]]
// CHECK:         linalg.generic {indexing_maps = [#[[SCALAR]], #{{.*}}, #[[SCALAR]], #{{.*}}]
// CHECK-SAME:      ins(%[[LOW]], %[[X]], %[[HIGH]] :
// CHECK:         ^bb0(%[[L:.*]]: f32, %[[E:.*]]: f32, %[[H:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      %[[R:.*]] = arith.maximumf %[[E]], %[[L]]
// CHECK-NEXT:      arith.minimumf %[[R]], %[[H]]
func.func @clamp(%low: tensor<f32>, %x: tensor<?xf32>, %high: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.clamp %low, %x, %high : (tensor<f32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @clamp_unsigned(
// CHECK:           arith.maxui
// CHECK-NEXT:      arith.minui
func.func @clamp_unsigned(%low: tensor<4xui8>, %x: tensor<4xui8>, %high: tensor<4xui8>) -> tensor<4xui8> {
  %0 = stablehlo.clamp %low, %x, %high : tensor<4xui8>
  return %0 : tensor<4xui8>
}

// CHECK-LABEL: func.func @select(
// CHECK:         linalg.generic {indexing_maps = [#[[SCALAR]], #{{.*}}, #{{.*}}, #{{.*}}]
// CHECK:         ^bb0(%[[P:.*]]: i1, %[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      arith.select %[[P]], %[[X]], %[[Y]] : f32
func.func @select(%p: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @select_dynamic(
// CHECK:         arith.select
func.func @select_dynamic(%p: tensor<?xi1>, %a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.select %p, %a, %b : tensor<?xi1>, tensor<?xf32>
  return %0 : tensor<?xf32>
}

// One loop nest, whatever the region holds; constants in it too.
// CHECK-LABEL: func.func @map(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[B:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[A]], %[[B]] :
// CHECK:         ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: f32):
// CHECK:           %[[TWO:.*]] = arith.constant 2.000000e+00 : f32
// CHECK:           %[[P:.*]] = arith.mulf %[[X]], %[[TWO]]
// CHECK:           arith.subf %[[P]], %[[Y]]
// CHECK-NOT:     linalg.generic
func.func @map(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.map"(%a, %b) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %p = stablehlo.multiply %x, %two : tensor<f32>
    %s = stablehlo.subtract %p, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A call in a region is followed.
// CHECK-LABEL: func.func @map_calls(
// CHECK:         linalg.generic
// CHECK:           math.exp
// CHECK-NOT:     call @
func.func @map_calls(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
  ^bb0(%x: tensor<f32>):
    %e = func.call @exponential(%x) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %e : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @exponential(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.exponential %x : tensor<f32>
  return %0 : tensor<f32>
}
