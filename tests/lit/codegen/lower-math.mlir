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
