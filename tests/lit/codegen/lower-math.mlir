// RUN: ingot-opt %s --ingot-lower-math | FileCheck %s

// CHECK: func.func private @cbrtf(f32) -> f32

// A polynomial, on whole vectors.
// CHECK-LABEL: func.func @exp
func.func @exp(%x: vector<16xf32>) -> vector<16xf32> {
  // CHECK-NOT:     math.exp
  // CHECK:         math.fma {{.*}} : vector<16xf32>
  %r = math.exp %x : vector<16xf32>
  return %r : vector<16xf32>
}

// libm takes one element at a time.
// CHECK-LABEL: func.func @cbrt
func.func @cbrt(%x: vector<2xf32>) -> vector<2xf32> {
  // CHECK-COUNT-2: call @cbrtf
  %r = math.cbrt %x : vector<2xf32>
  return %r : vector<2xf32>
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
