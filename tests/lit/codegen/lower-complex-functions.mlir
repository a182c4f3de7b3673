// Every op on complex numbers: by parts, or a call with pairs of doubles.
// RUN: ingot-opt %s --ingot-lower-complex | FileCheck %s

// By parts.
// CHECK-LABEL: func.func @add(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = complex.re %arg1 : complex<f32>
// CHECK:         %[[V3:.*]] = complex.im %arg1 : complex<f32>
// CHECK:         %[[V4:.*]] = arith.addf %[[V0]], %[[V2]] : f32
// CHECK:         %[[V5:.*]] = arith.addf %[[V1]], %[[V3]] : f32
// CHECK:         %[[V6:.*]] = complex.create %[[V4]], %[[V5]] : complex<f32>
// CHECK:         return %[[V6]] : complex<f32>
func.func @add(%z: complex<f32>, %w: complex<f32>) -> complex<f32> {
  %0 = complex.add %z, %w : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @sub(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = complex.re %arg1 : complex<f32>
// CHECK:         %[[V3:.*]] = complex.im %arg1 : complex<f32>
// CHECK:         %[[V4:.*]] = arith.subf %[[V0]], %[[V2]] : f32
// CHECK:         %[[V5:.*]] = arith.subf %[[V1]], %[[V3]] : f32
// CHECK:         %[[V6:.*]] = complex.create %[[V4]], %[[V5]] : complex<f32>
// CHECK:         return %[[V6]] : complex<f32>
func.func @sub(%z: complex<f32>, %w: complex<f32>) -> complex<f32> {
  %0 = complex.sub %z, %w : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @neg(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = arith.negf %[[V0]] : f32
// CHECK:         %[[V3:.*]] = arith.negf %[[V1]] : f32
// CHECK:         %[[V4:.*]] = complex.create %[[V2]], %[[V3]] : complex<f32>
// CHECK:         return %[[V4]] : complex<f32>
func.func @neg(%z: complex<f32>) -> complex<f32> {
  %0 = complex.neg %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @conj(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = arith.negf %[[V1]] : f32
// CHECK:         %[[V3:.*]] = complex.create %[[V0]], %[[V2]] : complex<f32>
// CHECK:         return %[[V3]] : complex<f32>
func.func @conj(%z: complex<f32>) -> complex<f32> {
  %0 = complex.conj %z : complex<f32>
  return %0 : complex<f32>
}

// Different in one part is different.
// CHECK-LABEL: func.func @not_equal(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = complex.re %arg1 : complex<f32>
// CHECK:         %[[V3:.*]] = complex.im %arg1 : complex<f32>
// CHECK:         %[[V4:.*]] = arith.cmpf une, %[[V0]], %[[V2]] : f32
// CHECK:         %[[V5:.*]] = arith.cmpf une, %[[V1]], %[[V3]] : f32
// CHECK:         %[[V6:.*]] = arith.ori %[[V4]], %[[V5]] : i1
// CHECK:         return %[[V6]] : i1
func.func @not_equal(%z: complex<f32>, %w: complex<f32>) -> i1 {
  %0 = complex.neq %z, %w : complex<f32>
  return %0 : i1
}

// CHECK-LABEL: func.func @equal(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = complex.re %arg1 : complex<f32>
// CHECK:         %[[V3:.*]] = complex.im %arg1 : complex<f32>
// CHECK:         %[[V4:.*]] = arith.cmpf oeq, %[[V0]], %[[V2]] : f32
// CHECK:         %[[V5:.*]] = arith.cmpf oeq, %[[V1]], %[[V3]] : f32
// CHECK:         %[[V6:.*]] = arith.andi %[[V4]], %[[V5]] : i1
// CHECK:         return %[[V6]] : i1
func.func @equal(%z: complex<f32>, %w: complex<f32>) -> i1 {
  %0 = complex.eq %z, %w : complex<f32>
  return %0 : i1
}

// A real function.
// CHECK-LABEL: func.func @angle(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = math.atan2 %[[V1]], %[[V0]] : f32
// CHECK:         return %[[V2]] : f32
func.func @angle(%z: complex<f32>) -> f32 {
  %0 = complex.angle %z : complex<f32>
  return %0 : f32
}

// Computed as doubles and rounded once.
// CHECK-LABEL: func.func @cos(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = arith.extf %[[V0]] : f32 to f64
// CHECK:         %[[V3:.*]] = arith.extf %[[V1]] : f32 to f64
// CHECK:         %[[V4:.*]]:2 = call @ingot_ccos(%[[V2]], %[[V3]]) : (f64, f64) -> (f64, f64)
// CHECK:         %[[V5:.*]] = arith.truncf %[[V4]]#0 : f64 to f32
// CHECK:         %[[V6:.*]] = arith.truncf %[[V4]]#1 : f64 to f32
// CHECK:         %[[V7:.*]] = complex.create %[[V5]], %[[V6]] : complex<f32>
// CHECK:         return %[[V7]] : complex<f32>
func.func @cos(%z: complex<f32>) -> complex<f32> {
  %0 = complex.cos %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @expm1(
// CHECK:         call @ingot_cexpm1(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.expm1
func.func @expm1(%z: complex<f32>) -> complex<f32> {
  %0 = complex.expm1 %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @log(
// CHECK:         call @ingot_clog(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.log
func.func @log(%z: complex<f32>) -> complex<f32> {
  %0 = complex.log %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @log1p(
// CHECK:         call @ingot_clog1p(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.log1p
func.func @log1p(%z: complex<f32>) -> complex<f32> {
  %0 = complex.log1p %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @rsqrt(
// CHECK:         call @ingot_crsqrt(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.rsqrt
func.func @rsqrt(%z: complex<f32>) -> complex<f32> {
  %0 = complex.rsqrt %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @sign(
// CHECK:         call @ingot_csign(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.sign
func.func @sign(%z: complex<f32>) -> complex<f32> {
  %0 = complex.sign %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @sin(
// CHECK:         call @ingot_csin(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.sin
func.func @sin(%z: complex<f32>) -> complex<f32> {
  %0 = complex.sin %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @sqrt(
// CHECK:         call @ingot_csqrt(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.sqrt
func.func @sqrt(%z: complex<f32>) -> complex<f32> {
  %0 = complex.sqrt %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @tan(
// CHECK:         call @ingot_ctan(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.tan
func.func @tan(%z: complex<f32>) -> complex<f32> {
  %0 = complex.tan %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @tanh(
// CHECK:         call @ingot_ctanh(%{{.*}}, %{{.*}}) : (f64, f64) -> (f64, f64)
// CHECK-NOT:     complex.tanh
func.func @tanh(%z: complex<f32>) -> complex<f32> {
  %0 = complex.tanh %z : complex<f32>
  return %0 : complex<f32>
}

// Both operands go as parts.
// CHECK-LABEL: func.func @atan2(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = arith.extf %[[V0]] : f32 to f64
// CHECK:         %[[V3:.*]] = arith.extf %[[V1]] : f32 to f64
// CHECK:         %[[V4:.*]] = complex.re %arg1 : complex<f32>
// CHECK:         %[[V5:.*]] = complex.im %arg1 : complex<f32>
// CHECK:         %[[V6:.*]] = arith.extf %[[V4]] : f32 to f64
// CHECK:         %[[V7:.*]] = arith.extf %[[V5]] : f32 to f64
// CHECK:         %[[V8:.*]]:2 = call @ingot_catan2(%[[V2]], %[[V3]], %[[V6]], %[[V7]]) : (f64, f64, f64, f64) -> (f64, f64)
// CHECK:         %[[V9:.*]] = arith.truncf %[[V8]]#0 : f64 to f32
// CHECK:         %[[V10:.*]] = arith.truncf %[[V8]]#1 : f64 to f32
// CHECK:         %[[V11:.*]] = complex.create %[[V9]], %[[V10]] : complex<f32>
// CHECK:         return %[[V11]] : complex<f32>
func.func @atan2(%z: complex<f32>, %w: complex<f32>) -> complex<f32> {
  %0 = complex.atan2 %z, %w : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @pow(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = arith.extf %[[V0]] : f32 to f64
// CHECK:         %[[V3:.*]] = arith.extf %[[V1]] : f32 to f64
// CHECK:         %[[V4:.*]] = complex.re %arg1 : complex<f32>
// CHECK:         %[[V5:.*]] = complex.im %arg1 : complex<f32>
// CHECK:         %[[V6:.*]] = arith.extf %[[V4]] : f32 to f64
// CHECK:         %[[V7:.*]] = arith.extf %[[V5]] : f32 to f64
// CHECK:         %[[V8:.*]]:2 = call @ingot_cpow(%[[V2]], %[[V3]], %[[V6]], %[[V7]]) : (f64, f64, f64, f64) -> (f64, f64)
// CHECK:         %[[V9:.*]] = arith.truncf %[[V8]]#0 : f64 to f32
// CHECK:         %[[V10:.*]] = arith.truncf %[[V8]]#1 : f64 to f32
// CHECK:         %[[V11:.*]] = complex.create %[[V9]], %[[V10]] : complex<f32>
// CHECK:         return %[[V11]] : complex<f32>
func.func @pow(%z: complex<f32>, %w: complex<f32>) -> complex<f32> {
  %0 = complex.pow %z, %w : complex<f32>
  return %0 : complex<f32>
}

// An integer exponent is a real one.
// CHECK-LABEL: func.func @integer_power(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f32>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f32>
// CHECK:         %[[V2:.*]] = arith.sitofp %arg1 : i32 to f64
// CHECK:         %[[CST:.*]] = arith.constant 0.000000e+00 : f64
// CHECK:         %[[V3:.*]] = arith.extf %[[V0]] : f32 to f64
// CHECK:         %[[V4:.*]] = arith.extf %[[V1]] : f32 to f64
// CHECK:         %[[V5:.*]]:2 = call @ingot_cpow(%[[V3]], %[[V4]], %[[V2]], %[[CST]]) : (f64, f64, f64, f64) -> (f64, f64)
// CHECK:         %[[V6:.*]] = arith.truncf %[[V5]]#0 : f64 to f32
// CHECK:         %[[V7:.*]] = arith.truncf %[[V5]]#1 : f64 to f32
// CHECK:         %[[V8:.*]] = complex.create %[[V6]], %[[V7]] : complex<f32>
// CHECK:         return %[[V8]] : complex<f32>
func.func @integer_power(%z: complex<f32>, %n: i32) -> complex<f32> {
  %0 = complex.powi %z, %n : complex<f32>, i32
  return %0 : complex<f32>
}

// Doubles are not converted, and have their own quotient and size.
// CHECK-LABEL: func.func @sqrt_of_doubles(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f64>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f64>
// CHECK:         %[[V2:.*]]:2 = call @ingot_csqrt(%[[V0]], %[[V1]]) : (f64, f64) -> (f64, f64)
// CHECK:         %[[V3:.*]] = complex.create %[[V2]]#0, %[[V2]]#1 : complex<f64>
// CHECK:         return %[[V3]] : complex<f64>
func.func @sqrt_of_doubles(%z: complex<f64>) -> complex<f64> {
  %0 = complex.sqrt %z : complex<f64>
  return %0 : complex<f64>
}

// CHECK-LABEL: func.func @quotient_of_doubles(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f64>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f64>
// CHECK:         %[[V2:.*]] = complex.re %arg1 : complex<f64>
// CHECK:         %[[V3:.*]] = complex.im %arg1 : complex<f64>
// CHECK:         %[[V4:.*]]:2 = call @ingot_cdiv(%[[V0]], %[[V1]], %[[V2]], %[[V3]]) : (f64, f64, f64, f64) -> (f64, f64)
// CHECK:         %[[V5:.*]] = complex.create %[[V4]]#0, %[[V4]]#1 : complex<f64>
// CHECK:         return %[[V5]] : complex<f64>
func.func @quotient_of_doubles(%z: complex<f64>, %w: complex<f64>) -> complex<f64> {
  %0 = complex.div %z, %w : complex<f64>
  return %0 : complex<f64>
}

// CHECK-LABEL: func.func @abs_of_doubles(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f64>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f64>
// CHECK:         %[[V2:.*]] = call @ingot_hypot(%[[V0]], %[[V1]]) : (f64, f64) -> f64
// CHECK:         return %[[V2]] : f64
func.func @abs_of_doubles(%z: complex<f64>) -> f64 {
  %0 = complex.abs %z : complex<f64>
  return %0 : f64
}

// The size of halves is that of floats, rounded.
// CHECK-LABEL: func.func @abs_of_halves(
// CHECK:         %[[V0:.*]] = complex.re %arg0 : complex<f16>
// CHECK:         %[[V1:.*]] = complex.im %arg0 : complex<f16>
// CHECK:         %[[V2:.*]] = arith.extf %[[V0]] : f16 to f64
// CHECK:         %[[V3:.*]] = arith.extf %[[V1]] : f16 to f64
// CHECK:         %[[V4:.*]] = arith.truncf %[[V2]] : f64 to f32
// CHECK:         %[[V5:.*]] = arith.truncf %[[V3]] : f64 to f32
// CHECK:         %[[V6:.*]] = call @ingot_hypotf(%[[V4]], %[[V5]]) : (f32, f32) -> f32
// CHECK:         %[[V7:.*]] = arith.truncf %[[V6]] : f32 to f16
// CHECK:         return %[[V7]] : f16
func.func @abs_of_halves(%z: complex<f16>) -> f16 {
  %0 = complex.abs %z : complex<f16>
  return %0 : f16
}
