// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Bits, signs and orders of integers.

// CHECK-LABEL: func.func @logic(
// CHECK:         arith.andi %{{.*}} : i16
// CHECK:         arith.ori %{{.*}} : i16
// CHECK:         arith.xori %{{.*}} : i16
func.func @logic(%a: tensor<4xui16>, %b: tensor<4xui16>) -> tensor<4xui16> {
  %0 = stablehlo.and %a, %b : tensor<4xui16>
  %1 = stablehlo.or %0, %b : tensor<4xui16>
  %2 = stablehlo.xor %1, %b : tensor<4xui16>
  return %2 : tensor<4xui16>
}

// CHECK-LABEL: func.func @logic_dynamic(
// CHECK:         arith.andi %{{.*}} : i1
// CHECK:         arith.ori %{{.*}} : i1
// CHECK:         arith.xori %{{.*}} : i1
// CHECK:         %[[TRUE:.*]] = arith.constant true
// CHECK:         arith.xori %{{.*}}, %[[TRUE]] : i1
func.func @logic_dynamic(%a: tensor<?xi1>, %b: tensor<?xi1>) -> tensor<?xi1> {
  %0 = stablehlo.and %a, %b : tensor<?xi1>
  %1 = stablehlo.or %0, %b : tensor<?xi1>
  %2 = stablehlo.xor %1, %b : tensor<?xi1>
  %3 = stablehlo.not %2 : tensor<?xi1>
  return %3 : tensor<?xi1>
}

// CHECK-LABEL: func.func @not(
// CHECK:         ^bb0(%[[X:.*]]: i8, %{{.*}}: i8):
// CHECK:           %[[ALL:.*]] = arith.constant -1 : i8
// CHECK:           arith.xori %[[X]], %[[ALL]]
func.func @not(%a: tensor<4xi8>) -> tensor<4xi8> {
  %0 = stablehlo.not %a : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// An amount of the width or more shifts everything out; it is compared as an
// unsigned number, for a negative one is too large as well.
// CHECK-LABEL: func.func @shift_left(
// CHECK:         ^bb0(%[[X:.*]]: i32, %[[N:.*]]: i32, %{{.*}}: i32):
// CHECK:           %[[NONE:.*]] = arith.constant 0 : i32
// CHECK:           %[[WIDTH:.*]] = arith.constant 32 : i32
// CHECK:           %[[IN:.*]] = arith.cmpi ult, %[[N]], %[[WIDTH]]
// CHECK:           %[[AMOUNT:.*]] = arith.select %[[IN]], %[[N]], %{{.*}}
// CHECK:           %[[R:.*]] = arith.shli %[[X]], %[[AMOUNT]]
// CHECK:           arith.select %[[IN]], %[[R]], %[[NONE]]
func.func @shift_left(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.shift_left %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @shift_right_logical(
// CHECK:           %[[IN:.*]] = arith.cmpi ult
// CHECK:           %[[R:.*]] = arith.shrui
// CHECK:           arith.select %[[IN]], %[[R]], %{{.*}}
func.func @shift_right_logical(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.shift_right_logical %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// Only copies of the sign are left.
// CHECK-LABEL: func.func @shift_right_arithmetic(
// CHECK:         ^bb0(%[[X:.*]]: i8, %[[N:.*]]: i8, %{{.*}}: i8):
// CHECK:           %[[MOST:.*]] = arith.constant 7 : i8
// CHECK:           %[[SIGN:.*]] = arith.shrsi %[[X]], %[[MOST]]
// CHECK:           %[[IN:.*]] = arith.cmpi ult, %[[N]]
// CHECK:           %[[R:.*]] = arith.shrsi %[[X]]
// CHECK:           arith.select %[[IN]], %[[R]], %[[SIGN]]
func.func @shift_right_arithmetic(%a: tensor<4xi8>, %b: tensor<4xi8>) -> tensor<4xi8> {
  %0 = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi8>
  return %0 : tensor<4xi8>
}

// CHECK-LABEL: func.func @shifts_dynamic(
// CHECK:         arith.shli
// CHECK:         arith.shrui
// CHECK:         arith.shrsi
func.func @shifts_dynamic(%a: tensor<?xui8>, %b: tensor<?xui8>) -> tensor<?xui8> {
  %0 = stablehlo.shift_left %a, %b : tensor<?xui8>
  %1 = stablehlo.shift_right_logical %0, %b : tensor<?xui8>
  %2 = stablehlo.shift_right_arithmetic %1, %b : tensor<?xui8>
  return %2 : tensor<?xui8>
}

// CHECK-LABEL: func.func @counts(
// CHECK:         math.ctlz %{{.*}} : i16
// CHECK:         math.ctpop %{{.*}} : i16
func.func @counts(%a: tensor<4xi16>) -> tensor<4xi16> {
  %0 = stablehlo.count_leading_zeros %a : tensor<4xi16>
  %1 = stablehlo.popcnt %0 : tensor<4xi16>
  return %1 : tensor<4xi16>
}

// CHECK-LABEL: func.func @counts_dynamic(
// CHECK:         math.ctlz
// CHECK:         math.ctpop
func.func @counts_dynamic(%a: tensor<?xui64>) -> tensor<?xui64> {
  %0 = stablehlo.count_leading_zeros %a : tensor<?xui64>
  %1 = stablehlo.popcnt %0 : tensor<?xui64>
  return %1 : tensor<?xui64>
}

// CHECK-LABEL: func.func @signed(
// CHECK:         ^bb0(%[[X:.*]]: i32, %{{.*}}: i32):
// CHECK:           %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:           arith.subi %[[ZERO]], %[[X]]
// CHECK:         math.absi
// CHECK:         ^bb0(%[[Y:.*]]: i32, %{{.*}}: i32):
// CHECK:           %[[IS:.*]] = arith.cmpi eq, %[[Y]]
// CHECK:           %[[HALF:.*]] = arith.shrsi %[[Y]]
// CHECK:           %[[ONE:.*]] = arith.constant 1 : i32
// CHECK:           %[[SIGN:.*]] = arith.ori %[[HALF]], %[[ONE]]
// CHECK:           arith.select %[[IS]], %[[Y]], %[[SIGN]]
func.func @signed(%a: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.negate %a : tensor<4xi32>
  %1 = stablehlo.abs %0 : tensor<4xi32>
  %2 = stablehlo.sign %1 : tensor<4xi32>
  return %2 : tensor<4xi32>
}

// CHECK-LABEL: func.func @power(
// CHECK:         ^bb0(%[[X:.*]]: i32, %[[N:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:      math.ipowi %[[X]], %[[N]] : i32
func.func @power(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.power %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @compare_signed(
// CHECK:         ^bb0(%[[X:.*]]: i32, %[[Y:.*]]: i32, %{{.*}}: i1):
// CHECK-NEXT:      arith.cmpi slt, %[[X]], %[[Y]]
// CHECK:         arith.cmpi sle
// CHECK:         arith.cmpi sgt
// CHECK:         arith.cmpi sge
// CHECK:         arith.cmpi eq
// CHECK:         arith.cmpi ne
func.func @compare_signed(%a: tensor<4xi32>, %b: tensor<4xi32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare LT, %a, %b, SIGNED : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %1 = stablehlo.compare LE, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %2 = stablehlo.compare GT, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %3 = stablehlo.compare GE, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %4 = stablehlo.compare EQ, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  %5 = stablehlo.compare NE, %a, %b : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// The operands' type tells, so nothing depends on the attribute being there.
// CHECK-LABEL: func.func @compare_unsigned(
// CHECK:         arith.cmpi ult
// CHECK:         arith.cmpi ule
// CHECK:         arith.cmpi ugt
// CHECK:         arith.cmpi uge
func.func @compare_unsigned(%a: tensor<?xui32>, %b: tensor<?xui32>) -> (tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>) {
  %0 = stablehlo.compare LT, %a, %b, UNSIGNED : (tensor<?xui32>, tensor<?xui32>) -> tensor<?xi1>
  %1 = stablehlo.compare LE, %a, %b : (tensor<?xui32>, tensor<?xui32>) -> tensor<?xi1>
  %2 = stablehlo.compare GT, %a, %b : (tensor<?xui32>, tensor<?xui32>) -> tensor<?xi1>
  %3 = stablehlo.compare GE, %a, %b : (tensor<?xui32>, tensor<?xui32>) -> tensor<?xi1>
  return %0, %1, %2, %3 : tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>
}

// False is less than true.
// CHECK-LABEL: func.func @compare_truth(
// CHECK:         arith.cmpi ult, %{{.*}} : i1
func.func @compare_truth(%a: tensor<4xi1>, %b: tensor<4xi1>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}
