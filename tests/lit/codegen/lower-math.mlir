// RUN: ingot-opt %s --ingot-lower-math | FileCheck %s

// CHECK-DAG: func.func private @ingot_expf(f32) -> f32
// CHECK-DAG: func.func private @ingot_fmod(f64, f64) -> f64
// CHECK-DAG: func.func private @ingot_tanhf(f32) -> f32

// The library takes one element at a time.
// CHECK-LABEL: func.func @exp
func.func @exp(%x: vector<2x2xf32>) -> vector<2x2xf32> {
  // CHECK:         vector.extract %{{.*}}[0, 0]
  // CHECK:         call @ingot_expf
  // CHECK:         vector.insert %{{.*}}, %{{.*}} [0, 0]
  // CHECK-COUNT-3: call @ingot_expf
  // CHECK-NOT:     math.exp
  %r = math.exp %x : vector<2x2xf32>
  return %r : vector<2x2xf32>
}

// Two operands, and f64.
// CHECK-LABEL: func.func @remainder
func.func @remainder(%x: f64, %y: f64) -> f64 {
  // CHECK:         call @ingot_fmod(%{{.*}}, %{{.*}}) : (f64, f64) -> f64
  %r = arith.remf %x, %y : f64
  return %r : f64
}

// One declaration for two calls.
// CHECK-LABEL: func.func @twice
func.func @twice(%x: f32) -> f32 {
  // CHECK-COUNT-2: call @ingot_tanhf
  %0 = math.tanh %x : f32
  %1 = math.tanh %0 : f32
  return %1 : f32
}

// Left to the LLVM dialect's intrinsics.
// CHECK-LABEL: func.func @sqrt
func.func @sqrt(%x: f32) -> f32 {
  // CHECK:         math.sqrt
  %r = math.sqrt %x : f32
  return %r : f32
}

// Rounding to bf16 is arithmetic on bits: not every support library has it.
// CHECK-LABEL: func.func @round_to_bf16
func.func @round_to_bf16(%x: f32) -> bf16 {
  // CHECK-NOT:     arith.truncf
  // CHECK:         arith.bitcast
  %r = arith.truncf %x : f32 to bf16
  return %r : bf16
}

// No machine has it: squares and multiplies, bit by bit.
// CHECK-LABEL: func.func @power
// CHECK-NOT:     math.ipowi
// CHECK:         scf.for
// CHECK:         arith.muli
func.func @power(%a: vector<8xi32>, %b: vector<8xi32>) -> vector<8xi32> {
  %0 = math.ipowi %a, %b : vector<8xi32>
  return %0 : vector<8xi32>
}

// One rounding, by way of an f32 that is rounded to odd.
// CHECK-LABEL: func.func @narrow
// CHECK-NOT:     arith.truncf {{.*}} f64 to bf16
// CHECK:         %[[F:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK:         arith.extf %[[F]] : f32 to f64
// CHECK:         arith.ori
func.func @narrow(%a: f64) -> bf16 {
  %0 = arith.truncf %a : f64 to bf16
  return %0 : bf16
}

// What f32 holds exactly goes there and is rounded once.
// CHECK-LABEL: func.func @byte_to_f8
// CHECK:         arith.sitofp %{{.*}} : i8 to f32
// CHECK-NOT:     itofp
// CHECK:         arith.bitcast %{{.*}} : i8 to f8E4M3FN
func.func @byte_to_f8(%a: i8) -> f8E4M3FN {
  %0 = arith.sitofp %a : i8 to f8E4M3FN
  return %0 : f8E4M3FN
}

// An i32 is exact in f64, from which one rounding is left.
// CHECK-LABEL: func.func @word_to_f4
// CHECK:         %[[D:.*]] = arith.uitofp %{{.*}} : vector<4xi32> to vector<4xf64>
// CHECK:         arith.truncf %[[D]] : vector<4xf64> to vector<4xf32>
// CHECK:         arith.bitcast %{{.*}} : vector<4xi4> to vector<4xf4E2M1FN>
func.func @word_to_f4(%a: vector<4xi32>) -> vector<4xf4E2M1FN> {
  %0 = arith.uitofp %a : vector<4xi32> to vector<4xf4E2M1FN>
  return %0 : vector<4xf4E2M1FN>
}

// Digits that not even f64 holds end in a 1.
// CHECK-LABEL: func.func @long_to_bf16
// CHECK:         %[[HIGH:.*]] = arith.shrsi %arg0, %{{.*}} : i64
// CHECK:         arith.ori %[[HIGH]]
// CHECK:         arith.sitofp %{{.*}} : i64 to f64
// CHECK-NOT:     to bf16
// CHECK:         arith.bitcast %{{.*}} : i16 to bf16
func.func @long_to_bf16(%a: i64) -> bf16 {
  %0 = arith.sitofp %a : i64 to bf16
  return %0 : bf16
}

// Others are LLVM's.
// CHECK-LABEL: func.func @long_to_f32
// CHECK-NEXT:    arith.sitofp %arg0 : i64 to f32
func.func @long_to_f32(%a: i64) -> f32 {
  %0 = arith.sitofp %a : i64 to f32
  return %0 : f32
}

// A float that is an exponent: no sign, no zero, the nearest power of two.
// CHECK-LABEL: func.func @exponent
// CHECK-NOT:     truncf
// CHECK:         arith.addi %{{.*}} : i32
// CHECK:         arith.cmpi ugt
// CHECK:         arith.bitcast %{{.*}} : i8 to f8E8M0FNU
func.func @exponent(%a: f32) -> f8E8M0FNU {
  %0 = arith.truncf %a : f32 to f8E8M0FNU
  return %0 : f8E8M0FNU
}

// Powers that few operations compute.
// CHECK-LABEL: func.func @constant_powers
// CHECK-NOT:     call @ingot_pow
// CHECK-DAG:     arith.mulf %arg0, %arg0 : vector<4xf32>
// CHECK-DAG:     arith.divf
// CHECK-DAG:     math.sqrt
// CHECK-DAG:     arith.extf %arg0 : vector<4xf32> to vector<4xf64>
// CHECK:         return
func.func @constant_powers(%x: vector<4xf32>) -> (vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>) {
  %one = arith.constant dense<1.0> : vector<4xf32>
  %two = arith.constant dense<2.0> : vector<4xf32>
  %three = arith.constant dense<3.0> : vector<4xf32>
  %half = arith.constant dense<0.5> : vector<4xf32>
  %inverse = arith.constant dense<-1.0> : vector<4xf32>
  %0 = math.powf %x, %one : vector<4xf32>
  %1 = math.powf %x, %two : vector<4xf32>
  %2 = math.powf %x, %three : vector<4xf32>
  %3 = math.powf %x, %half : vector<4xf32>
  %4 = math.powf %x, %inverse : vector<4xf32>
  return %0, %1, %2, %3, %4 : vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>, vector<4xf32>
}

// The cube of an f64 would lose a digit; others are the library's.
// CHECK-LABEL: func.func @other_powers
// CHECK:         call @ingot_pow(
// CHECK:         call @ingot_powf(
func.func @other_powers(%x: f64, %y: f32) -> (f64, f32) {
  %three = arith.constant 3.0 : f64
  %other = arith.constant 1.5 : f32
  %0 = math.powf %x, %three : f64
  %1 = math.powf %y, %other : f32
  return %0, %1 : f64, f32
}
