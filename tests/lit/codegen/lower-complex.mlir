// RUN: ingot-opt %s --ingot-lower-complex | FileCheck %s

// CHECK-DAG: func.func private @ingot_cexp(f64, f64) -> (f64, f64)
// CHECK-DAG: func.func private @ingot_hypot(f64, f64) -> f64

// The textbook's four products, each second one fused with the sum.
// CHECK-LABEL: func.func @product
// CHECK-NOT:     complex.mul
// CHECK:         arith.mulf
// CHECK:         math.fma
// CHECK:         arith.mulf
// CHECK:         math.fma
// CHECK:         complex.create
func.func @product(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.mul %a, %b : complex<f32>
  return %0 : complex<f32>
}

// A complex<f32> is computed in f64 and rounded once.
// CHECK-LABEL: func.func @exp
// CHECK-COUNT-2: arith.extf
// CHECK:         %[[E:.*]]:2 = call @ingot_cexp
// CHECK:         arith.truncf %[[E]]#0
// CHECK:         arith.truncf %[[E]]#1
func.func @exp(%z: complex<f32>) -> complex<f32> {
  %0 = complex.exp %z : complex<f32>
  return %0 : complex<f32>
}

// CHECK-LABEL: func.func @size
// CHECK:         call @ingot_hypot(
// CHECK-NOT:     truncf
func.func @size(%z: complex<f64>) -> f64 {
  %0 = complex.abs %z : complex<f64>
  return %0 : f64
}

// NaN is unequal to itself.
// CHECK-LABEL: func.func @differ
// CHECK-COUNT-2: arith.cmpf une
// CHECK:         arith.ori
func.func @differ(%a: complex<f64>, %b: complex<f64>) -> i1 {
  %0 = complex.neq %a, %b : complex<f64>
  return %0 : i1
}

// CHECK-LABEL: func.func @quotient
// CHECK:         call @ingot_cdivf({{.*}}) : (f64, f64, f64, f64) -> (f64, f64)
func.func @quotient(%a: complex<f32>, %b: complex<f32>) -> complex<f32> {
  %0 = complex.div %a, %b : complex<f32>
  return %0 : complex<f32>
}

// Making and taking apart is LLVM's.
// CHECK-LABEL: func.func @parts
// CHECK:         complex.re
// CHECK:         complex.create
func.func @parts(%z: complex<f64>, %im: f64) -> complex<f64> {
  %re = complex.re %z : complex<f64>
  %0 = complex.create %re, %im : complex<f64>
  return %0 : complex<f64>
}
