// Arithmetic on lists of sizes, as the run does it: results were computed apart from the compiler.
// RUN: ingot-opt %s --ingot-refine-shapes | FileCheck %s

// Signed numbers wrap around; the least one divided by -1 is itself.
// CHECK-LABEL: func.func @sums_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[-126, 127, -5, 91]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[124, -127, -9, 109]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[125, -128, -14, 124]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @sums_i8() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
  %r0 = stablehlo.add %a, %b : tensor<4xi8>
  %r1 = stablehlo.subtract %a, %b : tensor<4xi8>
  %r2 = stablehlo.multiply %a, %b : tensor<4xi8>
  return %r0, %r1, %r2 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @quotients_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[42, -128, -3, -11]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[1, 0, -1, 1]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]]
func.func @quotients_i8() -> (tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
  %r0 = stablehlo.divide %a, %b : tensor<4xi8>
  %r1 = stablehlo.remainder %a, %b : tensor<4xi8>
  return %r0, %r1 : tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @order_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[127, -1, 2, 100]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[3, -128, -7, -9]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]]
func.func @order_i8() -> (tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
  %r0 = stablehlo.maximum %a, %b : tensor<4xi8>
  %r1 = stablehlo.minimum %a, %b : tensor<4xi8>
  return %r0, %r1 : tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @bits_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[3, -128, 0, 100]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[127, -1, -5, -9]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[124, 127, -5, -109]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @bits_i8() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
  %r0 = stablehlo.and %a, %b : tensor<4xi8>
  %r1 = stablehlo.or %a, %b : tensor<4xi8>
  %r2 = stablehlo.xor %a, %b : tensor<4xi8>
  return %r0, %r1, %r2 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @shifts_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[-8, 0, -28, 0]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[15, -1, -2, 0]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[15, 0, 62, 0]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @shifts_i8() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
  %r0 = stablehlo.shift_left %a, %b : tensor<4xi8>
  %r1 = stablehlo.shift_right_arithmetic %a, %b : tensor<4xi8>
  %r2 = stablehlo.shift_right_logical %a, %b : tensor<4xi8>
  return %r0, %r1, %r2 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// CHECK-LABEL: func.func @compare_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R4:.*]] = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
// CHECK-DAG:     %[[R5:.*]] = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]], %[[R5]]
func.func @compare_i8() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
  %r0 = stablehlo.compare EQ, %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %r1 = stablehlo.compare NE, %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %r2 = stablehlo.compare LT, %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %r3 = stablehlo.compare LE, %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %r4 = stablehlo.compare GT, %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  %r5 = stablehlo.compare GE, %a, %b : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @unary_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[-127, -128, 7, -100]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[-128, 127, 6, -101]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[127, -128, 7, 100]> : tensor<4xi8>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[1, -1, -1, 1]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]]
func.func @unary_i8() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %r0 = stablehlo.negate %a : tensor<4xi8>
  %r1 = stablehlo.not %a : tensor<4xi8>
  %r2 = stablehlo.abs %a : tensor<4xi8>
  %r3 = stablehlo.sign %a : tensor<4xi8>
  return %r0, %r1, %r2, %r3 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// A conversion keeps the low bits; every number but 0 is true.
// CHECK-LABEL: func.func @convert_i8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[127, 128, 249, 100]> : tensor<4xui8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi16>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[127, 4294967168, 4294967289, 100]> : tensor<4xui32>
// CHECK-DAG:     %[[R4:.*]] = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi64>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]]
func.func @convert_i8() -> (tensor<4xi1>, tensor<4xui8>, tensor<4xi16>, tensor<4xui32>, tensor<4xi64>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %r0 = stablehlo.convert %a : (tensor<4xi8>) -> tensor<4xi1>
  %r1 = stablehlo.convert %a : (tensor<4xi8>) -> tensor<4xui8>
  %r2 = stablehlo.convert %a : (tensor<4xi8>) -> tensor<4xi16>
  %r3 = stablehlo.convert %a : (tensor<4xi8>) -> tensor<4xui32>
  %r4 = stablehlo.convert %a : (tensor<4xi8>) -> tensor<4xi64>
  return %r0, %r1, %r2, %r3, %r4 : tensor<4xi1>, tensor<4xui8>, tensor<4xi16>, tensor<4xui32>, tensor<4xi64>
}

// Unsigned numbers are ordered and shifted without a sign.
// CHECK-LABEL: func.func @sums_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[2, 8, 137, 199]> : tensor<4xui8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[252, 254, 119, 201]> : tensor<4xui8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[253, 15, 128, 56]> : tensor<4xui8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @sums_ui8() -> (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %b = stablehlo.constant dense<[3, 5, 9, 255]> : tensor<4xui8>
  %r0 = stablehlo.add %a, %b : tensor<4xui8>
  %r1 = stablehlo.subtract %a, %b : tensor<4xui8>
  %r2 = stablehlo.multiply %a, %b : tensor<4xui8>
  return %r0, %r1, %r2 : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @quotients_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[85, 0, 14, 0]> : tensor<4xui8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[0, 3, 2, 200]> : tensor<4xui8>
// CHECK:         return %[[R0]], %[[R1]]
func.func @quotients_ui8() -> (tensor<4xui8>, tensor<4xui8>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %b = stablehlo.constant dense<[3, 5, 9, 255]> : tensor<4xui8>
  %r0 = stablehlo.divide %a, %b : tensor<4xui8>
  %r1 = stablehlo.remainder %a, %b : tensor<4xui8>
  return %r0, %r1 : tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @order_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[255, 5, 128, 255]> : tensor<4xui8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[3, 3, 9, 200]> : tensor<4xui8>
// CHECK:         return %[[R0]], %[[R1]]
func.func @order_ui8() -> (tensor<4xui8>, tensor<4xui8>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %b = stablehlo.constant dense<[3, 5, 9, 255]> : tensor<4xui8>
  %r0 = stablehlo.maximum %a, %b : tensor<4xui8>
  %r1 = stablehlo.minimum %a, %b : tensor<4xui8>
  return %r0, %r1 : tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @bits_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[3, 1, 0, 200]> : tensor<4xui8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[255, 7, 137, 255]> : tensor<4xui8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[252, 6, 137, 55]> : tensor<4xui8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @bits_ui8() -> (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %b = stablehlo.constant dense<[3, 5, 9, 255]> : tensor<4xui8>
  %r0 = stablehlo.and %a, %b : tensor<4xui8>
  %r1 = stablehlo.or %a, %b : tensor<4xui8>
  %r2 = stablehlo.xor %a, %b : tensor<4xui8>
  return %r0, %r1, %r2 : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @shifts_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[248, 96, 0, 0]> : tensor<4xui8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[255, 0, 255, 255]> : tensor<4xui8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[31, 0, 0, 0]> : tensor<4xui8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @shifts_ui8() -> (tensor<4xui8>, tensor<4xui8>, tensor<4xui8>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %b = stablehlo.constant dense<[3, 5, 9, 255]> : tensor<4xui8>
  %r0 = stablehlo.shift_left %a, %b : tensor<4xui8>
  %r1 = stablehlo.shift_right_arithmetic %a, %b : tensor<4xui8>
  %r2 = stablehlo.shift_right_logical %a, %b : tensor<4xui8>
  return %r0, %r1, %r2 : tensor<4xui8>, tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @compare_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<false> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
// CHECK-DAG:     %[[R4:.*]] = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R5:.*]] = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]], %[[R5]]
func.func @compare_ui8() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %b = stablehlo.constant dense<[3, 5, 9, 255]> : tensor<4xui8>
  %r0 = stablehlo.compare EQ, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %r1 = stablehlo.compare NE, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %r2 = stablehlo.compare LT, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %r3 = stablehlo.compare LE, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %r4 = stablehlo.compare GT, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  %r5 = stablehlo.compare GE, %a, %b : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xi1>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @unary_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[1, 253, 128, 56]> : tensor<4xui8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[0, 252, 127, 55]> : tensor<4xui8>
// CHECK:         return %[[R0]], %[[R1]]
func.func @unary_ui8() -> (tensor<4xui8>, tensor<4xui8>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %r0 = stablehlo.negate %a : tensor<4xui8>
  %r1 = stablehlo.not %a : tensor<4xui8>
  return %r0, %r1 : tensor<4xui8>, tensor<4xui8>
}

// CHECK-LABEL: func.func @convert_ui8(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<true> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[-1, 3, -128, -56]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xi16>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui32>
// CHECK-DAG:     %[[R4:.*]] = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xi64>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]]
func.func @convert_ui8() -> (tensor<4xi1>, tensor<4xi8>, tensor<4xi16>, tensor<4xui32>, tensor<4xi64>) {
  %a = stablehlo.constant dense<[255, 3, 128, 200]> : tensor<4xui8>
  %r0 = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xi1>
  %r1 = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xi8>
  %r2 = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xi16>
  %r3 = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xui32>
  %r4 = stablehlo.convert %a : (tensor<4xui8>) -> tensor<4xi64>
  return %r0, %r1, %r2, %r3, %r4 : tensor<4xi1>, tensor<4xi8>, tensor<4xi16>, tensor<4xui32>, tensor<4xi64>
}

// On booleans addition is "or", multiplication "and".
// CHECK-LABEL: func.func @sums_i1(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[true, true, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[false, true, false, false]> : tensor<4xi1>
// CHECK:         return %[[R0]], %[[R1]]
func.func @sums_i1() -> (tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  %b = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %r0 = stablehlo.add %a, %b : tensor<4xi1>
  %r1 = stablehlo.multiply %a, %b : tensor<4xi1>
  return %r0, %r1 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @order_i1(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[true, true, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[false, true, false, false]> : tensor<4xi1>
// CHECK:         return %[[R0]], %[[R1]]
func.func @order_i1() -> (tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  %b = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %r0 = stablehlo.maximum %a, %b : tensor<4xi1>
  %r1 = stablehlo.minimum %a, %b : tensor<4xi1>
  return %r0, %r1 : tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @bits_i1(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[false, true, false, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[true, true, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @bits_i1() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  %b = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %r0 = stablehlo.and %a, %b : tensor<4xi1>
  %r1 = stablehlo.or %a, %b : tensor<4xi1>
  %r2 = stablehlo.xor %a, %b : tensor<4xi1>
  return %r0, %r1, %r2 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @compare_i1(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[false, true, false, true]> : tensor<4xi1>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[true, true, false, true]> : tensor<4xi1>
// CHECK-DAG:     %[[R4:.*]] = stablehlo.constant dense<[false, false, true, false]> : tensor<4xi1>
// CHECK-DAG:     %[[R5:.*]] = stablehlo.constant dense<[false, true, true, true]> : tensor<4xi1>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]], %[[R5]]
func.func @compare_i1() -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %a = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  %b = stablehlo.constant dense<[true, true, false, false]> : tensor<4xi1>
  %r0 = stablehlo.compare EQ, %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %r1 = stablehlo.compare NE, %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %r2 = stablehlo.compare LT, %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %r3 = stablehlo.compare LE, %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %r4 = stablehlo.compare GT, %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  %r5 = stablehlo.compare GE, %a, %b : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
  return %r0, %r1, %r2, %r3, %r4, %r5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// CHECK-LABEL: func.func @unary_i1(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
// CHECK:         return %[[R0]]
func.func @unary_i1() -> (tensor<4xi1>) {
  %a = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  %r0 = stablehlo.not %a : tensor<4xi1>
  return %r0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @convert_i1(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[0, 1, 1, 0]> : tensor<4xui8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[0, 1, 1, 0]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[0, 1, 1, 0]> : tensor<4xi16>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[0, 1, 1, 0]> : tensor<4xui32>
// CHECK-DAG:     %[[R4:.*]] = stablehlo.constant dense<[0, 1, 1, 0]> : tensor<4xi64>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]]
func.func @convert_i1() -> (tensor<4xui8>, tensor<4xi8>, tensor<4xi16>, tensor<4xui32>, tensor<4xi64>) {
  %a = stablehlo.constant dense<[false, true, true, false]> : tensor<4xi1>
  %r0 = stablehlo.convert %a : (tensor<4xi1>) -> tensor<4xui8>
  %r1 = stablehlo.convert %a : (tensor<4xi1>) -> tensor<4xi8>
  %r2 = stablehlo.convert %a : (tensor<4xi1>) -> tensor<4xi16>
  %r3 = stablehlo.convert %a : (tensor<4xi1>) -> tensor<4xui32>
  %r4 = stablehlo.convert %a : (tensor<4xi1>) -> tensor<4xi64>
  return %r0, %r1, %r2, %r3, %r4 : tensor<4xui8>, tensor<4xi8>, tensor<4xi16>, tensor<4xui32>, tensor<4xi64>
}

// A scalar stands for every element.
// CHECK-LABEL: func.func @choice(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[127, -1, 2, 100]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[50, -5, -5, 50]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]]
func.func @choice() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %b = stablehlo.constant dense<[3, -1, 2, -9]> : tensor<4xi8>
  %p = stablehlo.constant dense<[true, false, false, true]> : tensor<4xi1>
  %q = stablehlo.constant dense<false> : tensor<i1>
  %lo = stablehlo.constant dense<-5> : tensor<i8>
  %hi = stablehlo.constant dense<50> : tensor<i8>
  %r0 = stablehlo.select %p, %a, %b : tensor<4xi1>, tensor<4xi8>
  %r1 = stablehlo.select %q, %a, %b : tensor<i1>, tensor<4xi8>
  %r2 = stablehlo.clamp %lo, %a, %hi : (tensor<i8>, tensor<4xi8>, tensor<i8>) -> tensor<4xi8>
  return %r0, %r1, %r2 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// An index of a slice is moved inside, as at run time.
// CHECK-LABEL: func.func @lists(
// CHECK-DAG:     %[[R0:.*]] = stablehlo.constant dense<[1, 2, 3, 3]> : tensor<4xi8>
// CHECK-DAG:     %[[R1:.*]] = stablehlo.constant dense<[2, 3, 6, 7]> : tensor<4xi8>
// CHECK-DAG:     %[[R2:.*]] = stablehlo.constant dense<[4, 5, 6, 7]> : tensor<4xi8>
// CHECK-DAG:     %[[R3:.*]] = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
// CHECK-DAG:     %[[R4:.*]] = stablehlo.constant dense<[0, 1, 2, 3]> : tensor<4xi8>
// CHECK-DAG:     %[[R5:.*]] = stablehlo.constant dense<7> : tensor<4xi8>
// CHECK-DAG:     %[[R6:.*]] = stablehlo.constant dense<[4, 5, 6, 7]> : tensor<4xi8>
// CHECK:         return %[[R0]], %[[R1]], %[[R2]], %[[R3]], %[[R4]], %[[R5]], %[[R6]]
func.func @lists() -> (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) {
  %a = stablehlo.constant dense<[127, -128, -7, 100]> : tensor<4xi8>
  %n = stablehlo.constant dense<9> : tensor<i64>
  %m = stablehlo.constant dense<-9> : tensor<i64>
  %u = stablehlo.constant dense<18446744073709551615> : tensor<ui64>
  %one = stablehlo.constant dense<[[1, 2], [5, 6]]> : tensor<2x2xi8>
  %two = stablehlo.constant dense<[[3], [7]]> : tensor<2x1xi8>
  %six = stablehlo.constant dense<[1, 2, 3, 4, 5, 6, 7]> : tensor<7xi8>
  %s = stablehlo.constant dense<7> : tensor<1xi8>
  %w = stablehlo.concatenate %one, %two, %two, dim = 1 : (tensor<2x2xi8>, tensor<2x1xi8>, tensor<2x1xi8>) -> tensor<2x4xi8>
  %v = stablehlo.reshape %w : (tensor<2x4xi8>) -> tensor<8xi8>
  %r0 = stablehlo.slice %v [0:4] : (tensor<8xi8>) -> tensor<4xi8>
  %r1 = stablehlo.slice %v [1:8:2] : (tensor<8xi8>) -> tensor<4xi8>
  %r2 = stablehlo.dynamic_slice %six, %n, sizes = [4] : (tensor<7xi8>, tensor<i64>) -> tensor<4xi8>
  %r3 = stablehlo.dynamic_slice %six, %m, sizes = [4] : (tensor<7xi8>, tensor<i64>) -> tensor<4xi8>
  %r4 = stablehlo.iota dim = 0 : tensor<4xi8>
  %r6 = stablehlo.dynamic_slice %six, %u, sizes = [4] : (tensor<7xi8>, tensor<ui64>) -> tensor<4xi8>
  %r5 = stablehlo.broadcast_in_dim %s, dims = [0] : (tensor<1xi8>) -> tensor<4xi8>
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6 : tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>, tensor<4xi8>
}

// A quotient by zero is left to the run, and so is what is too large or no integer.
// CHECK-LABEL: func.func @kept(
// CHECK:         stablehlo.divide
// CHECK:         stablehlo.remainder
// CHECK:         stablehlo.add %{{.*}} : tensor<65xi32>
// CHECK:         stablehlo.add %{{.*}} : tensor<4xf32>
func.func @kept(%x: tensor<2xf32>) -> (tensor<i8>, tensor<i8>, tensor<65xi32>, tensor<4xf32>, tensor<i32>) {
  %a = stablehlo.constant dense<7> : tensor<i8>
  %z = stablehlo.constant dense<0> : tensor<i8>
  %many = stablehlo.constant dense<1> : tensor<65xi32>
  %real = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.divide %a, %z : tensor<i8>
  %1 = stablehlo.remainder %a, %z : tensor<i8>
  %2 = stablehlo.add %many, %many : tensor<65xi32>
  %3 = stablehlo.add %real, %real : tensor<4xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<2xf32>) -> tensor<i32>
  return %0, %1, %2, %3, %n : tensor<i8>, tensor<i8>, tensor<65xi32>, tensor<4xf32>, tensor<i32>
}
