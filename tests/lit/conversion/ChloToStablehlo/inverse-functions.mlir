// Inverse and hyperbolic functions of floats, by identities.
// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @acos_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V1:.*]] = stablehlo.subtract %[[CST]], %[[A]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.add %[[CST_1]], %[[A]] : tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.multiply %[[V1]], %[[V2]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.sqrt %[[V3]] : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.atan2 %[[V4]], %[[A]] : tensor<f32>
// CHECK:           stablehlo.return %[[V5]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @acos_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @acosh_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V1:.*]] = stablehlo.subtract %[[A]], %[[CST]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.add %[[V1]], %[[CST_1]] : tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.multiply %[[V1]], %[[V2]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.sqrt %[[V3]] : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.add %[[V1]], %[[V4]] : tensor<f32>
// CHECK:           %[[CST_2:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V6:.*]] = stablehlo.compare  LT, %[[A]], %[[CST_2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[CST_3:.*]] = stablehlo.constant dense<1.07374182E+9> : tensor<f32>
// CHECK:           %[[V7:.*]] = stablehlo.compare  LT, %[[CST_3]], %[[A]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V8:.*]] = stablehlo.select %[[V7]], %[[A]], %[[V5]] : tensor<i1>, tensor<f32>
// CHECK:           %[[V9:.*]] = stablehlo.log_plus_one %[[V8]] : tensor<f32>
// CHECK:           %[[CST_4:.*]] = stablehlo.constant dense<0.693147182> : tensor<f32>
// CHECK:           %[[V10:.*]] = stablehlo.add %[[V9]], %[[CST_4]] : tensor<f32>
// CHECK:           %[[V11:.*]] = stablehlo.select %[[V7]], %[[V10]], %[[V9]] : tensor<i1>, tensor<f32>
// CHECK:           %[[CST_5:.*]] = stablehlo.constant dense<0x7FC00000> : tensor<f32>
// CHECK:           %[[V12:.*]] = stablehlo.select %[[V6]], %[[CST_5]], %[[V11]] : tensor<i1>, tensor<f32>
// CHECK:           stablehlo.return %[[V12]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @acosh_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.acosh %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @asinh_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[V1:.*]] = stablehlo.abs %[[A]] : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.multiply %[[V1]], %[[V1]] : tensor<f32>
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.add %[[V2]], %[[CST]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.sqrt %[[V3]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.add %[[CST_1]], %[[V4]] : tensor<f32>
// CHECK:           %[[V6:.*]] = stablehlo.divide %[[V2]], %[[V5]] : tensor<f32>
// CHECK:           %[[V7:.*]] = stablehlo.add %[[V1]], %[[V6]] : tensor<f32>
// CHECK:           %[[CST_2:.*]] = stablehlo.constant dense<1.07374182E+9> : tensor<f32>
// CHECK:           %[[V8:.*]] = stablehlo.compare  LT, %[[CST_2]], %[[V1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V9:.*]] = stablehlo.select %[[V8]], %[[V1]], %[[V7]] : tensor<i1>, tensor<f32>
// CHECK:           %[[V10:.*]] = stablehlo.log_plus_one %[[V9]] : tensor<f32>
// CHECK:           %[[CST_3:.*]] = stablehlo.constant dense<0.693147182> : tensor<f32>
// CHECK:           %[[V11:.*]] = stablehlo.add %[[V10]], %[[CST_3]] : tensor<f32>
// CHECK:           %[[V12:.*]] = stablehlo.select %[[V8]], %[[V11]], %[[V10]] : tensor<i1>, tensor<f32>
// CHECK:           %[[CST_4:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:           %[[V13:.*]] = stablehlo.compare  LT, %[[A]], %[[CST_4]],  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V14:.*]] = stablehlo.negate %[[V12]] : tensor<f32>
// CHECK:           %[[V15:.*]] = stablehlo.select %[[V13]], %[[V14]], %[[V12]] : tensor<i1>, tensor<f32>
// CHECK:           stablehlo.return %[[V15]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @asinh_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.asinh %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @atan_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V1:.*]] = stablehlo.atan2 %[[A]], %[[CST]] : tensor<f32>
// CHECK:           stablehlo.return %[[V1]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @atan_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @atanh_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[V1:.*]] = stablehlo.abs %[[A]] : tensor<f32>
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.multiply %[[CST]], %[[V1]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.subtract %[[CST_1]], %[[V1]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.divide %[[V2]], %[[V3]] : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.log_plus_one %[[V4]] : tensor<f32>
// CHECK:           %[[CST_2:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK:           %[[V6:.*]] = stablehlo.multiply %[[CST_2]], %[[V5]] : tensor<f32>
// CHECK:           %[[CST_3:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V7:.*]] = stablehlo.compare  LT, %[[CST_3]], %[[V1]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[CST_4:.*]] = stablehlo.constant dense<0x7FC00000> : tensor<f32>
// CHECK:           %[[V8:.*]] = stablehlo.select %[[V7]], %[[CST_4]], %[[V6]] : tensor<i1>, tensor<f32>
// CHECK:           %[[CST_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:           %[[V9:.*]] = stablehlo.compare  LT, %[[A]], %[[CST_5]],  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V10:.*]] = stablehlo.negate %[[V8]] : tensor<f32>
// CHECK:           %[[V11:.*]] = stablehlo.select %[[V9]], %[[V10]], %[[V8]] : tensor<i1>, tensor<f32>
// CHECK:           stablehlo.return %[[V11]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @atanh_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.atanh %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @cosh_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<0.693147182> : tensor<f32>
// CHECK:           %[[V1:.*]] = stablehlo.subtract %[[A]], %[[CST]] : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.exponential %[[V1]] : tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.negate %[[A]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<0.693147182> : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.subtract %[[V3]], %[[CST_1]] : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.exponential %[[V4]] : tensor<f32>
// CHECK:           %[[V6:.*]] = stablehlo.add %[[V2]], %[[V5]] : tensor<f32>
// CHECK:           stablehlo.return %[[V6]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @cosh_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.cosh %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @sinh_f32(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f32>):
// CHECK:           %[[V1:.*]] = stablehlo.abs %[[A]] : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.exponential_minus_one %[[V1]] : tensor<f32>
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.add %[[V2]], %[[CST]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.divide %[[V2]], %[[V3]] : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.add %[[V2]], %[[V4]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<5.000000e-01> : tensor<f32>
// CHECK:           %[[V6:.*]] = stablehlo.multiply %[[CST_1]], %[[V5]] : tensor<f32>
// CHECK:           %[[CST_2:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V7:.*]] = stablehlo.compare  LT, %[[V1]], %[[CST_2]] : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[CST_3:.*]] = stablehlo.constant dense<0.693147182> : tensor<f32>
// CHECK:           %[[V8:.*]] = stablehlo.subtract %[[V1]], %[[CST_3]] : tensor<f32>
// CHECK:           %[[V9:.*]] = stablehlo.exponential %[[V8]] : tensor<f32>
// CHECK:           %[[V10:.*]] = stablehlo.negate %[[V1]] : tensor<f32>
// CHECK:           %[[CST_4:.*]] = stablehlo.constant dense<0.693147182> : tensor<f32>
// CHECK:           %[[V11:.*]] = stablehlo.subtract %[[V10]], %[[CST_4]] : tensor<f32>
// CHECK:           %[[V12:.*]] = stablehlo.exponential %[[V11]] : tensor<f32>
// CHECK:           %[[V13:.*]] = stablehlo.subtract %[[V9]], %[[V12]] : tensor<f32>
// CHECK:           %[[V14:.*]] = stablehlo.select %[[V7]], %[[V6]], %[[V13]] : tensor<i1>, tensor<f32>
// CHECK:           %[[CST_5:.*]] = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK:           %[[V15:.*]] = stablehlo.compare  LT, %[[A]], %[[CST_5]],  TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:           %[[V16:.*]] = stablehlo.negate %[[V14]] : tensor<f32>
// CHECK:           %[[V17:.*]] = stablehlo.select %[[V15]], %[[V16]], %[[V14]] : tensor<i1>, tensor<f32>
// CHECK:           stablehlo.return %[[V17]] : tensor<f32>
// CHECK:         }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @sinh_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.sinh %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @tan_f32(
// CHECK:         %[[V0:.*]] = stablehlo.tan %arg0 : tensor<4xf32>
// CHECK:         return %[[V0]] : tensor<4xf32>
func.func @tan_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.tan %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Computed in f32 and rounded once.
// CHECK-LABEL: func.func @acos_f16(
// CHECK:         %[[V0:.*]] = "stablehlo.map"(%arg0) <{dimensions = array<i64: 0>}> ({
// CHECK:         ^bb0(%[[A:.*]]: tensor<f16>):
// CHECK:           %[[V1:.*]] = stablehlo.convert %[[A]] : (tensor<f16>) -> tensor<f32>
// CHECK:           %[[CST:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V2:.*]] = stablehlo.subtract %[[CST]], %[[V1]] : tensor<f32>
// CHECK:           %[[CST_1:.*]] = stablehlo.constant dense<1.000000e+00> : tensor<f32>
// CHECK:           %[[V3:.*]] = stablehlo.add %[[CST_1]], %[[V1]] : tensor<f32>
// CHECK:           %[[V4:.*]] = stablehlo.multiply %[[V2]], %[[V3]] : tensor<f32>
// CHECK:           %[[V5:.*]] = stablehlo.sqrt %[[V4]] : tensor<f32>
// CHECK:           %[[V6:.*]] = stablehlo.atan2 %[[V5]], %[[V1]] : tensor<f32>
// CHECK:           %[[V7:.*]] = stablehlo.convert %[[V6]] : (tensor<f32>) -> tensor<f16>
// CHECK:           stablehlo.return %[[V7]] : tensor<f16>
// CHECK:         }) : (tensor<4xf16>) -> tensor<4xf16>
// CHECK:         return %[[V0]] : tensor<4xf16>
func.func @acos_f16(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = chlo.acos %x : tensor<4xf16> -> tensor<4xf16>
  return %0 : tensor<4xf16>
}
