// Predicates, conjugates and what works on bits.
// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @is_inf_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[V1:.*]] = stablehlo.abs %[[A]] : tensor<f32>
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<0x7F800000> : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.compare  EQ, %[[V1]], %[[CST]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           stablehlo.return %[[V2]] : tensor<i1>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xi1>
// CHECK:         return %[[V0]] : tensor<4xi1>
func.func @is_inf_f32(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = chlo.is_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @is_neg_inf_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<0xFF800000> : tensor<f32>
// CHECK:           %[[V1:.*]] = stablehlo.compare  EQ, %[[A]], %[[CST]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           stablehlo.return %[[V1]] : tensor<i1>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xi1>
// CHECK:         return %[[V0]] : tensor<4xi1>
func.func @is_neg_inf_f32(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = chlo.is_neg_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @is_pos_inf_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<0x7F800000> : tensor<f32>
// CHECK:           %[[V1:.*]] = stablehlo.compare  EQ, %[[A]], %[[CST]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           stablehlo.return %[[V1]] : tensor<i1>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xi1>
// CHECK:         return %[[V0]] : tensor<4xi1>
func.func @is_pos_inf_f32(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = chlo.is_pos_inf %x : tensor<4xf32> -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @conj_complexf32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<complex<f32>>):
// CHECK:           %[[V1:.*]] = stablehlo.real %[[A]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.imag %[[A]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.negate %[[V2]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.complex %[[V1]], %[[V3]] : tensor<complex<f32>>
// CHECK:           stablehlo.return %[[V4]] : tensor<complex<f32>>
// CHECK:         }) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
// CHECK:         return %[[V0]] : tensor<4xcomplex<f32>>
func.func @conj_complexf32(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo.conj %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// A real number is its own conjugate.
// CHECK-LABEL: func.func @conj_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           stablehlo.return %[[A]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @conj_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.conj %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @square_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[V1:.*]] = stablehlo.multiply %[[A]], %[[A]] : tensor<f32>
// CHECK:           stablehlo.return %[[V1]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @square_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.square %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// The real part is a product of sums, which is exact where both parts are equal.
// CHECK-LABEL: func.func @square_complexf32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<complex<f32>>):
// CHECK:           %[[V1:.*]] = stablehlo.real %[[A]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.imag %[[A]] : (tensor<complex<f32>>) -> tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.abs %[[V1]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.abs %[[V2]] : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.compare  EQ, %[[V3]], %[[V4]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V6:.*]] = stablehlo.subtract %[[V1]], %[[V2]] : tensor<f32>
// CHECK:           %[[V7:.*]] = stablehlo.add %[[V1]], %[[V2]] : tensor<f32>
// CHECK:           %[[V8:.*]] = stablehlo.multiply %[[V6]], %[[V7]] : tensor<f32>
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:           %[[V9:.*]] = stablehlo.select %[[V5]], %[[CST]], %[[V8]] : tensor<i1>, tensor<f32>
// CHECK:           %[[V10:.*]] = stablehlo.multiply %[[V1]], %[[V2]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK:           %[[V11:.*]] = stablehlo.multiply %[[V10]], %[[CST_1]] : tensor<f32>
// CHECK:           %[[V12:.*]] = stablehlo.complex %[[V9]], %[[V11]] : tensor<complex<f32>>
// CHECK:           stablehlo.return %[[V12]] : tensor<complex<f32>>
// CHECK:         }) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
// CHECK:         return %[[V0]] : tensor<4xcomplex<f32>>
func.func @square_complexf32(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo.square %x : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// Neighbours by counting on the bits.
// CHECK-LABEL: func.func @next_after(
// CHECK:         %[[V0:.*]] = stablehlo.bitcast_convert %arg0 : (tensor<4xf32>) -> tensor<4xi32>
// CHECK:         %[[V1:.*]] = stablehlo.bitcast_convert %arg1 : (tensor<4xf32>) -> tensor<4xi32>
// CHECK:         %[[V2:.*]] = "stablehlo.map"(%arg0, %arg1, %[[V0]], %[[V1]]) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>, %[[A_1:.*]]: tensor<f32>, %[[A_2:.*]]: tensor<i32>, %[[A_3:.*]]: tensor<i32>):
// CHECK:           %[[C:.*]] = stablehlo.constant dense<-2147483648> : tensor<i32>
// CHECK:           %[[V3:.*]] = stablehlo.compare  LT, %[[A]], %[[A_1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.compare  LT, %[[CST]], %[[A]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V5:.*]] = stablehlo.and %[[V3]], %[[V4]] : tensor<i1>
// CHECK:           %[[V6:.*]] = stablehlo.compare  LT, %[[A_1]], %[[A]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:           %[[V7:.*]] = stablehlo.compare  LT, %[[A]], %[[CST_1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V8:.*]] = stablehlo.and %[[V6]], %[[V7]] : tensor<i1>
// CHECK:           %[[V9:.*]] = stablehlo.or %[[V5]], %[[V8]] : tensor<i1>
// CHECK:           %[[C_1:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK:           %[[V10:.*]] = stablehlo.add %[[A_2]], %[[C_1]] : tensor<i32>
// CHECK:           %[[C_2:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK:           %[[V11:.*]] = stablehlo.subtract %[[A_2]], %[[C_2]] : tensor<i32>
// CHECK:           %[[V12:.*]] = stablehlo.select %[[V9]], %[[V10]], %[[V11]] : tensor<i1>, tensor<i32>
// CHECK:           %[[CST_2:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:           %[[V13:.*]] = stablehlo.compare  EQ, %[[A]], %[[CST_2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V14:.*]] = stablehlo.and %[[A_3]], %[[C]] : tensor<i32>
// CHECK:           %[[C_3:.*]] = stablehlo.constant dense<1> : tensor<i32>
// CHECK:           %[[V15:.*]] = stablehlo.or %[[V14]], %[[C_3]] : tensor<i32>
// CHECK:           %[[V16:.*]] = stablehlo.select %[[V13]], %[[V15]], %[[V12]] : tensor<i1>, tensor<i32>
// CHECK:           %[[V17:.*]] = stablehlo.compare  EQ, %[[A]], %[[A_1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V18:.*]] = stablehlo.select %[[V17]], %[[A_3]], %[[V16]] : tensor<i1>, tensor<i32>
// CHECK:           %[[V19:.*]] = stablehlo.compare  NE, %[[A]], %[[A]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V20:.*]] = stablehlo.compare  NE, %[[A_1]], %[[A_1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V21:.*]] = stablehlo.or %[[V19]], %[[V20]] : tensor<i1>
// CHECK:           %[[C_4:.*]] = stablehlo.constant dense<2143289344> : tensor<i32>
// CHECK:           %[[V22:.*]] = stablehlo.select %[[V21]], %[[C_4]], %[[V18]] : tensor<i1>, tensor<i32>
// CHECK:           stablehlo.return %[[V22]] : tensor<i32>
// CHECK:         }) : (tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK:         %[[V23:.*]] = stablehlo.bitcast_convert %[[V2]] : (tensor<4xi32>) -> tensor<4xf32>
// CHECK:         return %[[V23]] : tensor<4xf32>
func.func @next_after(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.next_after %x, %y : tensor<4xf32>, tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Twice as many bits, then the upper half.
// CHECK-LABEL: func.func @mulhi(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<i32>, %[[A_1:.*]]: tensor<i32>):
// CHECK:           %[[V1:.*]] = stablehlo.convert %[[A]] : (tensor<i32>) -> tensor<i64>
// CHECK:           %[[V2:.*]] = stablehlo.convert %[[A_1]] : (tensor<i32>) -> tensor<i64>
// CHECK:           %[[V3:.*]] = stablehlo.multiply %[[V1]], %[[V2]] : tensor<i64>
// CHECK:           %[[C:.*]] = stablehlo.constant dense<32> : tensor<i64>
// CHECK:           %[[V4:.*]] = stablehlo.shift_right_logical %[[V3]], %[[C]] : tensor<i64>
// CHECK:           %[[V5:.*]] = stablehlo.convert %[[V4]] : (tensor<i64>) -> tensor<i32>
// CHECK:           stablehlo.return %[[V5]] : tensor<i32>
// CHECK:         }) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
// CHECK:         return %[[V0]] : tensor<4xi32>
func.func @mulhi(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %0 = chlo.mulhi %x, %y : tensor<4xi32>, tensor<4xi32> -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// There is no integer of 128 bits: four products of halves.
// CHECK-LABEL: func.func @mulhi_unsigned_64(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<ui64>, %[[A_1:.*]]: tensor<ui64>):
// CHECK:           %[[C:.*]] = stablehlo.constant dense<4294967295> : tensor<ui64>
// CHECK:           %[[V1:.*]] = stablehlo.and %[[A]], %[[C]] : tensor<ui64>
// CHECK:           %[[C_1:.*]] = stablehlo.constant dense<32> : tensor<ui64>
// CHECK:           %[[V2:.*]] = stablehlo.shift_right_logical %[[A]], %[[C_1]] : tensor<ui64>
// CHECK:           %[[V3:.*]] = stablehlo.and %[[A_1]], %[[C]] : tensor<ui64>
// CHECK:           %[[C_2:.*]] = stablehlo.constant dense<32> : tensor<ui64>
// CHECK:           %[[V4:.*]] = stablehlo.shift_right_logical %[[A_1]], %[[C_2]] : tensor<ui64>
// CHECK:           %[[V5:.*]] = stablehlo.multiply %[[V2]], %[[V3]] : tensor<ui64>
// CHECK:           %[[V6:.*]] = stablehlo.multiply %[[V1]], %[[V3]] : tensor<ui64>
// CHECK:           %[[C_3:.*]] = stablehlo.constant dense<32> : tensor<ui64>
// CHECK:           %[[V7:.*]] = stablehlo.shift_right_logical %[[V6]], %[[C_3]] : tensor<ui64>
// CHECK:           %[[V8:.*]] = stablehlo.add %[[V5]], %[[V7]] : tensor<ui64>
// CHECK:           %[[V9:.*]] = stablehlo.multiply %[[V1]], %[[V4]] : tensor<ui64>
// CHECK:           %[[V10:.*]] = stablehlo.and %[[V8]], %[[C]] : tensor<ui64>
// CHECK:           %[[V11:.*]] = stablehlo.add %[[V9]], %[[V10]] : tensor<ui64>
// CHECK:           %[[V12:.*]] = stablehlo.multiply %[[V2]], %[[V4]] : tensor<ui64>
// CHECK:           %[[C_4:.*]] = stablehlo.constant dense<32> : tensor<ui64>
// CHECK:           %[[V13:.*]] = stablehlo.shift_right_logical %[[V8]], %[[C_4]] : tensor<ui64>
// CHECK:           %[[V14:.*]] = stablehlo.add %[[V12]], %[[V13]] : tensor<ui64>
// CHECK:           %[[C_5:.*]] = stablehlo.constant dense<32> : tensor<ui64>
// CHECK:           %[[V15:.*]] = stablehlo.shift_right_logical %[[V11]], %[[C_5]] : tensor<ui64>
// CHECK:           %[[V16:.*]] = stablehlo.add %[[V14]], %[[V15]] : tensor<ui64>
// CHECK:           stablehlo.return %[[V16]] : tensor<ui64>
// CHECK:         }) : (tensor<4xui64>, tensor<4xui64>) -> tensor<4xui64>
// CHECK:         return %[[V0]] : tensor<4xui64>
func.func @mulhi_unsigned_64(%x: tensor<4xui64>, %y: tensor<4xui64>) -> tensor<4xui64> {
  %0 = chlo.mulhi %x, %y : tensor<4xui64>, tensor<4xui64> -> tensor<4xui64>
  return %0 : tensor<4xui64>
}
