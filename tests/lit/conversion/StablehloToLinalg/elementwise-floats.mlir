// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Functions of floats, and what they do with NaN.

// CHECK-LABEL: func.func @functions(
// CHECK:         math.absf
// CHECK:         math.cbrt
// CHECK:         math.ceil
// CHECK:         math.cos
// CHECK:         math.expm1
// CHECK:         math.exp
// CHECK:         math.floor
// CHECK:         math.log1p
// CHECK:         math.log
// CHECK:         arith.negf
// CHECK:         math.rsqrt
// CHECK:         math.sin
// CHECK:         math.sqrt
// CHECK:         math.tan
// CHECK:         math.tanh
func.func @functions(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  %1 = stablehlo.cbrt %0 : tensor<4xf32>
  %2 = stablehlo.ceil %1 : tensor<4xf32>
  %3 = stablehlo.cosine %2 : tensor<4xf32>
  %4 = stablehlo.exponential_minus_one %3 : tensor<4xf32>
  %5 = stablehlo.exponential %4 : tensor<4xf32>
  %6 = stablehlo.floor %5 : tensor<4xf32>
  %7 = stablehlo.log_plus_one %6 : tensor<4xf32>
  %8 = stablehlo.log %7 : tensor<4xf32>
  %9 = stablehlo.negate %8 : tensor<4xf32>
  %10 = stablehlo.rsqrt %9 : tensor<4xf32>
  %11 = stablehlo.sine %10 : tensor<4xf32>
  %12 = stablehlo.sqrt %11 : tensor<4xf32>
  %13 = stablehlo.tan %12 : tensor<4xf32>
  %14 = stablehlo.tanh %13 : tensor<4xf32>
  return %14 : tensor<4xf32>
}

// CHECK-LABEL: func.func @functions_dynamic(
// CHECK-COUNT-15: linalg.generic
func.func @functions_dynamic(%x: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %0 = stablehlo.abs %x : tensor<?x2xf64>
  %1 = stablehlo.cbrt %0 : tensor<?x2xf64>
  %2 = stablehlo.ceil %1 : tensor<?x2xf64>
  %3 = stablehlo.cosine %2 : tensor<?x2xf64>
  %4 = stablehlo.exponential_minus_one %3 : tensor<?x2xf64>
  %5 = stablehlo.exponential %4 : tensor<?x2xf64>
  %6 = stablehlo.floor %5 : tensor<?x2xf64>
  %7 = stablehlo.log_plus_one %6 : tensor<?x2xf64>
  %8 = stablehlo.log %7 : tensor<?x2xf64>
  %9 = stablehlo.negate %8 : tensor<?x2xf64>
  %10 = stablehlo.rsqrt %9 : tensor<?x2xf64>
  %11 = stablehlo.sine %10 : tensor<?x2xf64>
  %12 = stablehlo.sqrt %11 : tensor<?x2xf64>
  %13 = stablehlo.tan %12 : tensor<?x2xf64>
  %14 = stablehlo.tanh %13 : tensor<?x2xf64>
  return %14 : tensor<?x2xf64>
}

// Halves away from zero, and to the even neighbour.
// CHECK-LABEL: func.func @rounding(
// CHECK:         math.round %{{.*}} : f32
// CHECK:         math.roundeven %{{.*}} : f32
func.func @rounding(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.round_nearest_afz %x : tensor<4xf32>
  %1 = stablehlo.round_nearest_even %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @rounding_dynamic(
// CHECK:         math.round %{{.*}} : bf16
// CHECK:         math.roundeven %{{.*}} : bf16
func.func @rounding_dynamic(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = stablehlo.round_nearest_afz %x : tensor<?xbf16>
  %1 = stablehlo.round_nearest_even %0 : tensor<?xbf16>
  return %1 : tensor<?xbf16>
}

// CHECK-LABEL: func.func @two_operands(
// CHECK:         ^bb0(%[[Y:.*]]: f32, %[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      math.atan2 %[[Y]], %[[X]]
// CHECK:         ^bb0(%[[A:.*]]: f32, %[[B:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      math.powf %[[A]], %[[B]]
func.func @two_operands(%y: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.atan2 %y, %x : tensor<4xf32>
  %1 = stablehlo.power %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @two_operands_dynamic(
// CHECK:         math.atan2
// CHECK:         math.powf
func.func @two_operands_dynamic(%y: tensor<?xf32>, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.atan2 %y, %x : tensor<?xf32>
  %1 = stablehlo.power %0, %x : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// Zeros and NaN are their own sign: "equal or unordered".
// CHECK-LABEL: func.func @sign(
// CHECK:         ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK:           %[[OWN:.*]] = arith.cmpf ueq, %[[X]], %{{.*}}
// CHECK:           %[[ONE:.*]] = arith.constant 1.000000e+00
// CHECK:           %[[S:.*]] = math.copysign %[[ONE]], %[[X]]
// CHECK:           arith.select %[[OWN]], %[[X]], %[[S]]
func.func @sign(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.sign %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// NaN is not less than infinity.
// CHECK-LABEL: func.func @is_finite(
// CHECK:           %[[INF:.*]] = arith.constant 0x7F800000 : f32
// CHECK:           %[[A:.*]] = math.absf
// CHECK:           arith.cmpf olt, %[[A]], %[[INF]]
func.func @is_finite(%x: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.is_finite %x : (tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// CHECK-LABEL: func.func @is_finite_dynamic(
// CHECK:           arith.cmpf olt
func.func @is_finite_dynamic(%x: tensor<?xf64>) -> tensor<?xi1> {
  %0 = stablehlo.is_finite %x : (tensor<?xf64>) -> tensor<?xi1>
  return %0 : tensor<?xi1>
}

// The exponential is at most 1: where it would overflow, it is the numerator.
// CHECK-LABEL: func.func @logistic(
// CHECK:         ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NOT:       arith.extf
// CHECK:           %[[ONE:.*]] = arith.constant 1.000000e+00 : f32
// CHECK:           %[[A:.*]] = math.absf %[[X]]
// CHECK:           %[[N:.*]] = arith.negf %[[A]]
// CHECK:           %[[E:.*]] = math.exp %[[N]]
// CHECK:           %[[C:.*]] = arith.cmpf olt, %[[X]]
// CHECK-DAG:       %[[S:.*]] = arith.addf %[[ONE]], %[[E]]
// CHECK-DAG:       %[[T:.*]] = arith.select %[[C]], %[[E]], %[[ONE]]
// CHECK:           arith.divf %[[T]], %[[S]]
func.func @logistic(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.logistic %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Rounded once.
// CHECK-LABEL: func.func @logistic_small(
// CHECK:           arith.extf %{{.*}} : bf16 to f32
// CHECK:           math.exp %{{.*}} : f32
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
func.func @logistic_small(%x: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = stablehlo.logistic %x : tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// What is equal to NaN? Nothing; and everything is not equal to it.
// CHECK-LABEL: func.func @compare(
// CHECK:         arith.cmpf oeq
// CHECK:         arith.cmpf une
// CHECK:         arith.cmpf olt
// CHECK:         arith.cmpf ole
// CHECK:         arith.cmpf ogt
// CHECK:         arith.cmpf oge
func.func @compare(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %2 = stablehlo.compare LT, %a, %b, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.compare LE, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = stablehlo.compare GT, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %5 = stablehlo.compare GE, %a, %b : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0, %1, %2, %3, %4, %5 : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}

// All floats have a place, NaN too: their bits, with all but the sign turned
// over in negative ones, compared as signed integers.
// CHECK-LABEL: func.func @total_order(
// CHECK:         ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: i1):
// CHECK-DAG:       %[[BX:.*]] = arith.bitcast %[[X]] : f32 to i32
// CHECK-DAG:       %[[BY:.*]] = arith.bitcast %[[Y]] : f32 to i32
// CHECK-DAG:       %[[A:.*]] = arith.xori %[[BX]], %{{.*}}
// CHECK-DAG:       %[[B:.*]] = arith.xori %[[BY]], %{{.*}}
// CHECK:           arith.cmpi slt, %[[A]], %[[B]] : i32
// CHECK-NOT:       arith.cmpf
func.func @total_order(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xi1> {
  %0 = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// Ties to even on the bits: half of the last digit kept (2^12 - 1), and that
// digit.
// CHECK-LABEL: func.func @reduce_precision(
// CHECK:           %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK:           %[[NAN:.*]] = arith.cmpi ugt
// CHECK:           arith.constant 13 : i32
// CHECK:           arith.shrui
// CHECK:           arith.constant 4095 : i32
// CHECK:           arith.cmpi uge
// CHECK:           arith.cmpi ult
// CHECK:           %[[R:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK:           arith.select %[[NAN]], %{{.*}}, %[[R]]
func.func @reduce_precision(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Nothing to round.
// CHECK-LABEL: func.func @reduce_precision_to_its_own(
// CHECK:         ^bb0(%[[X:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT:      linalg.yield %[[X]]
func.func @reduce_precision_to_its_own(%a: tensor<?xf16>) -> tensor<?xf16> {
  %0 = stablehlo.reduce_precision %a, format = e5m10 : tensor<?xf16>
  return %0 : tensor<?xf16>
}

// On the bits of f32.
// CHECK-LABEL: func.func @reduce_precision_of_small(
// CHECK:           %[[W:.*]] = arith.extf %{{.*}} : bf16 to f32
// CHECK:           arith.bitcast %[[W]] : f32 to i32
// CHECK:           arith.truncf %{{.*}} : f32 to bf16
func.func @reduce_precision_of_small(%a: tensor<?xbf16>) -> tensor<?xbf16> {
  %0 = stablehlo.reduce_precision %a, format = e5m3 : tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// The one op of CHLO that import leaves, of a size that is not known.
// CHECK-LABEL: func.func @error_function(
// CHECK:         linalg.generic
// CHECK:           math.erf %{{.*}} : f32
func.func @error_function(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.erf %x : tensor<?xf32> -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
