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
