// RUN: ingot-opt %s --ingot-group-reshapes --split-input-file | FileCheck %s

// Heads: a known size is split, the unknown ones stay.
// CHECK-LABEL: func.func @split(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?x12xf32>
// CHECK:         %[[Y:.*]] = tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2, 3]] output_shape [%{{.*}}, %{{.*}}, 3, 4] : tensor<?x?x12xf32> into tensor<?x?x3x4xf32>
// CHECK:         return %[[Y]]
func.func @split(%x: tensor<?x?x12xf32>) -> tensor<?x?x3x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x12xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x12xf32>
  %s = tensor.from_elements %a, %b, %c3, %c4 : tensor<4xindex>
  %y = tensor.reshape %x(%s) : (tensor<?x?x12xf32>, tensor<4xindex>) -> tensor<?x?x3x4xf32>
  return %y : tensor<?x?x3x4xf32>
}

// -----

// The same with sizes in i64.
// CHECK-LABEL: func.func @split_by_i64(
// CHECK-SAME:    %[[X:.*]]: tensor<?x?x12xf32>
// CHECK:         tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2, 3]] output_shape [%{{.*}}, %{{.*}}, 3, 4] : tensor<?x?x12xf32> into tensor<?x?x3x4xf32>
func.func @split_by_i64(%x: tensor<?x?x12xf32>) -> tensor<?x?x3x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : i64
  %c4 = arith.constant 4 : i64
  %a = tensor.dim %x, %c0 : tensor<?x?x12xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x12xf32>
  %i = arith.index_cast %a : index to i64
  %j = arith.index_cast %b : index to i64
  %s = tensor.from_elements %i, %j, %c3, %c4 : tensor<4xi64>
  %y = tensor.reshape %x(%s) : (tensor<?x?x12xf32>, tensor<4xi64>) -> tensor<?x?x3x4xf32>
  return %y : tensor<?x?x3x4xf32>
}

// -----

// An image that is enlarged: sizes of 1 beside unknown ones, and their products.
// CHECK-LABEL: func.func @units_and_products(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<?x8x?x?xf32>, %[[Z:[a-z0-9]+]]: tensor<?x8x?x2x?x2xf32>
// CHECK:         tensor.expand_shape %[[X]] {{\[\[}}0], [1], [2, 3], [4, 5]] {{.*}} into tensor<?x8x?x1x?x1xf32>
// CHECK:         tensor.collapse_shape %[[Z]] {{\[\[}}0], [1], [2, 3], [4, 5]] : tensor<?x8x?x2x?x2xf32> into tensor<?x8x?x?xf32>
func.func @units_and_products(%x: tensor<?x8x?x?xf32>, %z: tensor<?x8x?x2x?x2xf32>) -> (tensor<?x8x?x1x?x1xf32>, tensor<?x8x?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %n = tensor.dim %x, %c0 : tensor<?x8x?x?xf32>
  %h = tensor.dim %x, %c2 : tensor<?x8x?x?xf32>
  %w = tensor.dim %x, %c3 : tensor<?x8x?x?xf32>
  %s = tensor.from_elements %n, %c8, %h, %c1, %w, %c1 : tensor<6xindex>
  %0 = tensor.reshape %x(%s) : (tensor<?x8x?x?xf32>, tensor<6xindex>) -> tensor<?x8x?x1x?x1xf32>
  %m = tensor.dim %z, %c0 : tensor<?x8x?x2x?x2xf32>
  %i = tensor.dim %z, %c2 : tensor<?x8x?x2x?x2xf32>
  %j = tensor.dim %z, %c4 : tensor<?x8x?x2x?x2xf32>
  %i2 = arith.muli %i, %c2 : index
  %j2 = arith.muli %j, %c2 : index
  %t = tensor.from_elements %m, %c8, %i2, %j2 : tensor<4xindex>
  %1 = tensor.reshape %z(%t) : (tensor<?x8x?x2x?x2xf32>, tensor<4xindex>) -> tensor<?x8x?x?xf32>
  return %0, %1 : tensor<?x8x?x1x?x1xf32>, tensor<?x8x?x?xf32>
}

// -----

// A product in i64, and a size that went through i32.
// CHECK-LABEL: func.func @products_in_i64(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0], [1, 2]] : tensor<?x?x2xf32> into tensor<?x?xf32>
func.func @products_in_i64(%y: tensor<?x?xf32>, %m: i64) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : i64
  %n = tensor.dim %y, %c0 : tensor<?x?xf32>
  %n32 = arith.index_cast %n : index to i32
  %n64 = arith.extsi %n32 : i32 to i64
  %a = arith.index_cast %n64 : i64 to index
  %b = arith.index_cast %m : i64 to index
  %x = tensor.empty(%a, %b) : tensor<?x?x2xf32>
  %m2 = arith.muli %m, %c2 : i64
  %b2 = arith.index_cast %m2 : i64 to index
  %s = tensor.from_elements %n, %b2 : tensor<2xindex>
  %z = tensor.reshape %x(%s) : (tensor<?x?x2xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %z : tensor<?x?xf32>
}

// -----

// Sizes of the operand, but in another order: elements move between dimensions.
// CHECK-LABEL: func.func @other_order(
// CHECK:         tensor.reshape
func.func @other_order(%x: tensor<?x?x12xf32>) -> tensor<?x?x3x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %a = tensor.dim %x, %c0 : tensor<?x?x12xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?x12xf32>
  %s = tensor.from_elements %b, %a, %c3, %c4 : tensor<4xindex>
  %y = tensor.reshape %x(%s) : (tensor<?x?x12xf32>, tensor<4xindex>) -> tensor<?x?x3x4xf32>
  return %y : tensor<?x?x3x4xf32>
}

// -----

// Nothing says what the sizes are; and a factor of an unknown size.
// CHECK-LABEL: func.func @arguments(
// CHECK-COUNT-2: tensor.reshape
func.func @arguments(%x: tensor<?x?x12xf32>, %a: index, %b: index) -> (tensor<?x?x3x4xf32>, tensor<?x2x?x12xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c12 = arith.constant 12 : index
  %s = tensor.from_elements %a, %b, %c3, %c4 : tensor<4xindex>
  %0 = tensor.reshape %x(%s) : (tensor<?x?x12xf32>, tensor<4xindex>) -> tensor<?x?x3x4xf32>
  %m = tensor.dim %x, %c0 : tensor<?x?x12xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?x12xf32>
  %half = arith.divui %m, %c2 : index
  %t = tensor.from_elements %half, %c2, %n, %c12 : tensor<4xindex>
  %1 = tensor.reshape %x(%t) : (tensor<?x?x12xf32>, tensor<4xindex>) -> tensor<?x2x?x12xf32>
  return %0, %1 : tensor<?x?x3x4xf32>, tensor<?x2x?x12xf32>
}

// -----

// What was given as a product is split into its factors, not into others.
// CHECK-LABEL: func.func @factors(
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0, 1], [2]] output_shape [%{{.*}}, 12, %{{.*}}] : tensor<?x?xf32> into tensor<?x12x?xf32>
// CHECK:         tensor.reshape
func.func @factors(%m: index, %n: index) -> (tensor<?x12x?xf32>, tensor<?x6x?xf32>) {
  %c6 = arith.constant 6 : index
  %c12 = arith.constant 12 : index
  %mn = arith.muli %m, %c12 : index
  %x = tensor.empty(%mn, %n) : tensor<?x?xf32>
  %s = tensor.from_elements %m, %c12, %n : tensor<3xindex>
  %0 = tensor.reshape %x(%s) : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x12x?xf32>
  %t = tensor.from_elements %m, %c6, %n : tensor<3xindex>
  %1 = tensor.reshape %x(%t) : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x6x?xf32>
  return %0, %1 : tensor<?x12x?xf32>, tensor<?x6x?xf32>
}
