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

// Of a few elements that are read, the row is compared with the last one so far;
// those before it are collected, positions counted, and sorted when they are as
// many again.
// CHECK-LABEL: func.func @first_of_many(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x100xf32>
// CHECK:         scf.for %[[ROW:[a-z0-9]+]] =
// CHECK:           scf.while
// CHECK:             arith.constant 6 : index
// CHECK:             %[[LAST:.*]] = tensor.extract %{{.*}}[%{{.*}}] : tensor<6xf32>
// CHECK:             scf.while
// CHECK:               arith.andi
// CHECK:             do
// CHECK:             ^bb0(%[[I:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index, %[[R:[a-z0-9]+]]: tensor<6xf32>, %[[P:[a-z0-9]+]]: tensor<6xi32>):
// CHECK:               %[[E:.*]] = tensor.extract %[[A]][%[[ROW]], %[[I]]]
// CHECK:               %[[AT:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK:               %[[FIRST:.*]] = arith.cmpf ogt, %[[E]], %[[LAST]]
// CHECK:               %[[TAKEN:.*]] = arith.ori %{{.*}}, %[[FIRST]]
// CHECK:               arith.select %[[TAKEN]], %{{.*}}, %[[N]]
// CHECK:               tensor.insert %[[E]] into %[[R]][%[[N]]]
// CHECK:               tensor.insert %[[AT]] into %[[P]][%[[N]]]
// CHECK:             scf.while
// CHECK:           tensor.insert_slice %{{.*}}[%[[ROW]], 0] [1, 3] [1, 1]
func.func @first_of_many(%a: tensor<2x100xf32>) -> (tensor<2x3xf32>, tensor<2x2xi32>) {
  %p = stablehlo.iota dim = 1 : tensor<2x100xi32>
  %0:2 = "stablehlo.sort"(%a, %p) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %s: tensor<i32>, %t: tensor<i32>):
    %c = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<2x100xf32>, tensor<2x100xi32>) -> (tensor<2x100xf32>, tensor<2x100xi32>)
  %1 = stablehlo.slice %0#0 [0:2, 0:3] : (tensor<2x100xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.slice %0#1 [0:2, 1:3] : (tensor<2x100xi32>) -> tensor<2x2xi32>
  return %1, %2 : tensor<2x3xf32>, tensor<2x2xi32>
}

// More than a quarter is sorted whole.
// CHECK-LABEL: func.func @first_half(
// CHECK:         tensor.extract_slice %{{.*}}[0] [8] [1] : tensor<8xf32>
func.func @first_half(%a: tensor<8xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %0 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Where only a branch reads them, a row may have fewer elements: all is sorted.
// CHECK-LABEL: func.func @read_by_a_branch(
// CHECK:         tensor.insert_slice %{{.*}} into %{{.*}}[0] [%{{.*}}] [1]
// CHECK:         scf.if
func.func @read_by_a_branch(%a: tensor<?xf32>, %c: tensor<i1>, %e: tensor<3xf32>) -> tensor<3xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = "stablehlo.if"(%c) ({
    %s = stablehlo.slice %0 [0:3] : (tensor<?xf32>) -> tensor<3xf32>
    stablehlo.return %s : tensor<3xf32>
  }, {
    stablehlo.return %e : tensor<3xf32>
  }) : (tensor<i1>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// A slice that begins somewhere may be moved to anywhere in the row.
// CHECK-LABEL: func.func @read_from_somewhere(
// CHECK-NOT:     tensor<6xf32>
// CHECK:         return
func.func @read_from_somewhere(%a: tensor<100xf32>, %start: tensor<1xi64>) -> tensor<3xf32> {
  %limit = stablehlo.constant dense<3> : tensor<1xi64>
  %step = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<100xf32>) -> tensor<100xf32>
  %1 = stablehlo.real_dynamic_slice %0, %start, %limit, %step : (tensor<100xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// What is read begins at 50, whatever the limit says: too much to be chosen.
// CHECK-LABEL: func.func @read_from_fifty(
// CHECK-NOT:     tensor<6xf32>
// CHECK-NOT:     tensor<106xf32>
// CHECK:         return
func.func @read_from_fifty(%a: tensor<100xf32>) -> tensor<3xf32> {
  %start = stablehlo.constant dense<50> : tensor<1xi64>
  %limit = stablehlo.constant dense<3> : tensor<1xi64>
  %step = stablehlo.constant dense<1> : tensor<1xi64>
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<100xf32>) -> tensor<100xf32>
  %1 = stablehlo.real_dynamic_slice %0, %start, %limit, %step : (tensor<100xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// Of nothing there is no first element: the row may be empty.
// CHECK-LABEL: func.func @read_nothing(
// CHECK-NOT:     tensor<2xf32>
// CHECK:         return
func.func @read_nothing(%a: tensor<?xf32>) -> tensor<0xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %p = stablehlo.compare GT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) : (tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.slice %0 [0:0] : (tensor<?xf32>) -> tensor<0xf32>
  return %1 : tensor<0xf32>
}
