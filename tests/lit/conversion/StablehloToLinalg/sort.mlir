// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Stable: the right run's element goes first only if it must, so the comparator
// is asked whether right comes before left.

// CHECK-LABEL: func.func @two_tensors(
// CHECK:         scf.for
// CHECK:           tensor.extract_slice %{{.*}} [1, 8] [1, 1]
// CHECK:           scf.while
// CHECK:             scf.for
// CHECK:               scf.for
// CHECK:                 %[[HASL:.*]] = arith.cmpi slt
// CHECK:                 %[[HASR:.*]] = arith.cmpi slt
// CHECK:                 %[[L:.*]] = arith.select %[[HASL]]
// CHECK:                 %[[R:.*]] = arith.select %[[HASR]]
// CHECK:                 %[[X:.*]] = tensor.extract %[[ROW:.*]][%[[R]]]
// CHECK:                 %[[Y:.*]] = tensor.extract %[[ROW]][%[[L]]]
// CHECK:                 arith.cmpf olt, %[[X]], %[[Y]]
// CHECK:           tensor.insert_slice
func.func @two_tensors(%a: tensor<4x8xf32>, %b: tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>) {
  %0:2 = "stablehlo.sort"(%a, %b) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  return %0#0, %0#1 : tensor<4x8xf32>, tensor<4x8xi32>
}

// The first dimension: columns of unknown length.
// CHECK-LABEL: func.func @unsigned_columns(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x3xi8>
// CHECK:         %[[N:.*]] = tensor.dim %[[A]], %c0
// CHECK:         tensor.empty(%[[N]]) : tensor<?xi8>
// CHECK:           tensor.extract_slice %{{.*}}[0, %{{.*}}] [%[[N]], 1] [1, 1]
// CHECK:             arith.cmpi ugt
func.func @unsigned_columns(%a: tensor<?x3xui8>) -> tensor<?x3xui8> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<ui8>, %y: tensor<ui8>):
    %c = stablehlo.compare GT, %x, %y : (tensor<ui8>, tensor<ui8>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?x3xui8>) -> tensor<?x3xui8>
  return %0 : tensor<?x3xui8>
}

// A comparator of its own: constants, and floats in the order of their bits.
// CHECK-LABEL: func.func @by_bits(
// CHECK:         scf.while
// CHECK:           arith.constant 2147483647 : i32
// CHECK:           arith.bitcast %{{.*}} : f32 to i32
// CHECK:           arith.subi
// CHECK:           arith.cmpi slt
func.func @by_bits(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %top = stablehlo.constant dense<2147483647> : tensor<i32>
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %p = stablehlo.bitcast_convert %x : (tensor<f32>) -> tensor<i32>
    %q = stablehlo.bitcast_convert %y : (tensor<f32>) -> tensor<i32>
    %n = stablehlo.compare LT, %p, %zero, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %f = stablehlo.subtract %top, %p : tensor<i32>
    %k = stablehlo.select %n, %f, %p : tensor<i1>, tensor<i32>
    %c = stablehlo.compare LT, %k, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
