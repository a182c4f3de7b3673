// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Complex numbers: made, taken apart, computed with.

// CHECK-LABEL: func.func @parts(
// CHECK:         ^bb0(%[[X:.*]]: f32, %[[Y:.*]]: f32, %{{.*}}: complex<f32>):
// CHECK-NEXT:      complex.create %[[X]], %[[Y]] : complex<f32>
// CHECK:         complex.re
// CHECK:         complex.im
func.func @parts(%a: tensor<4xf32>, %b: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.complex %a, %b : tensor<4xcomplex<f32>>
  %1 = stablehlo.real %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.imag %0 : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @parts_dynamic(
// CHECK:         complex.create
// CHECK:         complex.re
// CHECK:         complex.im
func.func @parts_dynamic(%a: tensor<?xf64>, %b: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = stablehlo.complex %a, %b : tensor<?xcomplex<f64>>
  %1 = stablehlo.real %0 : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  %2 = stablehlo.imag %0 : (tensor<?xcomplex<f64>>) -> tensor<?xf64>
  return %1, %2 : tensor<?xf64>, tensor<?xf64>
}

// A real number is its own real part.
// CHECK-LABEL: func.func @parts_of_reals(
// CHECK:         ^bb0(%[[X:.*]]: f32, %{{.*}}: f32):
// CHECK-NEXT:      linalg.yield %[[X]]
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-NEXT:      linalg.yield %[[ZERO]]
func.func @parts_of_reals(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.real %a : tensor<4xf32>
  %1 = stablehlo.imag %a : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @arithmetic(
// CHECK:         complex.add
// CHECK:         complex.sub
// CHECK:         complex.mul
// CHECK:         complex.div
// CHECK:         complex.pow
// CHECK:         complex.neg
// CHECK:         complex.sign
// CHECK:         complex.atan2
func.func @arithmetic(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.add %a, %b : tensor<4xcomplex<f32>>
  %1 = stablehlo.subtract %0, %b : tensor<4xcomplex<f32>>
  %2 = stablehlo.multiply %1, %b : tensor<4xcomplex<f32>>
  %3 = stablehlo.divide %2, %b : tensor<4xcomplex<f32>>
  %4 = stablehlo.power %3, %b : tensor<4xcomplex<f32>>
  %5 = stablehlo.negate %4 : tensor<4xcomplex<f32>>
  %6 = stablehlo.sign %5 : tensor<4xcomplex<f32>>
  %7 = stablehlo.atan2 %6, %b : tensor<4xcomplex<f32>>
  return %7 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @functions(
// CHECK:         complex.cos
// CHECK:         complex.sin
// CHECK:         complex.tan
// CHECK:         complex.tanh
// CHECK:         complex.exp
// CHECK:         complex.expm1
// CHECK:         complex.log
// CHECK:         complex.log1p
// CHECK:         complex.sqrt
// CHECK:         complex.rsqrt
func.func @functions(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.cosine %x : tensor<4xcomplex<f32>>
  %1 = stablehlo.sine %0 : tensor<4xcomplex<f32>>
  %2 = stablehlo.tan %1 : tensor<4xcomplex<f32>>
  %3 = stablehlo.tanh %2 : tensor<4xcomplex<f32>>
  %4 = stablehlo.exponential %3 : tensor<4xcomplex<f32>>
  %5 = stablehlo.exponential_minus_one %4 : tensor<4xcomplex<f32>>
  %6 = stablehlo.log %5 : tensor<4xcomplex<f32>>
  %7 = stablehlo.log_plus_one %6 : tensor<4xcomplex<f32>>
  %8 = stablehlo.sqrt %7 : tensor<4xcomplex<f32>>
  %9 = stablehlo.rsqrt %8 : tensor<4xcomplex<f32>>
  return %9 : tensor<4xcomplex<f32>>
}

// The absolute value is real.
// CHECK-LABEL: func.func @abs(
// CHECK:         ^bb0(%[[Z:.*]]: complex<f32>, %{{.*}}: f32):
// CHECK-NEXT:      complex.abs %[[Z]]
func.func @abs(%x: tensor<4xcomplex<f32>>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Computed in f64, and rounded once.
// CHECK-LABEL: func.func @logistic(
// CHECK-COUNT-2:   arith.extf %{{.*}} : f32 to f64
// CHECK:           complex.neg %{{.*}} : complex<f64>
// CHECK:           complex.exp
// CHECK:           complex.add
// CHECK:           complex.div
// CHECK-COUNT-2:   arith.truncf %{{.*}} : f64 to f32
func.func @logistic(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.logistic %x : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// The principal root, as a power.
// CHECK-LABEL: func.func @cbrt(
// CHECK:         ^bb0(%[[Z:.*]]: complex<f64>, %{{.*}}: complex<f64>):
// CHECK:           %[[THIRD:.*]] = complex.constant [0.3333333333333333{{.*}}, 0.000000e+00]
// CHECK:           complex.pow %[[Z]], %[[THIRD]]
func.func @cbrt(%x: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.cbrt %x : tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// CHECK-LABEL: func.func @compare(
// CHECK:         complex.eq
// CHECK:         complex.neq
func.func @compare(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>) -> (tensor<4xi1>, tensor<4xi1>) {
  %0 = stablehlo.compare EQ, %a, %b, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  %1 = stablehlo.compare NE, %a, %b, FLOAT : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return %0, %1 : tensor<4xi1>, tensor<4xi1>
}

// By the real parts; where they are equal, by the imaginary ones.
// CHECK-LABEL: func.func @at_least(
// CHECK-DAG:       %[[RX:.*]] = complex.re %[[X:.*]] : complex<f32>
// CHECK-DAG:       %[[IX:.*]] = complex.im %[[X]] : complex<f32>
// CHECK:           %[[MORE:.*]] = arith.cmpf ogt, %[[RX]], %[[RY:.*]] : f32
// CHECK:           %[[SAME:.*]] = arith.cmpf oeq, %[[RX]], %[[RY]] : f32
// CHECK:           %[[THEN:.*]] = arith.cmpf oge, %[[IX]], %{{.*}} : f32
// CHECK:           %[[BOTH:.*]] = arith.andi %[[SAME]], %[[THEN]]
// CHECK:           arith.ori %[[MORE]], %[[BOTH]]
func.func @at_least(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<4xi1> {
  %0 = stablehlo.compare GE, %x, %y : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xi1>
  return %0 : tensor<4xi1>
}

// The larger real part, or of equal ones the larger imaginary one; or NaN.
// CHECK-LABEL: func.func @largest(
// CHECK-DAG:       %[[RX:.*]] = complex.re %[[X:.*]] : complex<f32>
// CHECK-DAG:       %[[IX:.*]] = complex.im %[[X]] : complex<f32>
// CHECK:           %[[SAME:.*]] = arith.cmpf oeq, %[[RX]], %[[RY:.*]] : f32
// CHECK:           %[[SECOND:.*]] = arith.cmpf ogt, %[[IX]], %[[IY:.*]] : f32
// CHECK:           %[[FIRST:.*]] = arith.cmpf ogt, %[[RX]], %[[RY]] : f32
// CHECK:           arith.select %[[SAME]], %[[SECOND]], %[[FIRST]] : i1
// CHECK:           arith.cmpf uno, %[[RX]], %[[IX]] : f32
// CHECK:           arith.cmpf uno, %[[RY]], %[[IY]] : f32
func.func @largest(%x: tensor<4xcomplex<f32>>, %y: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = stablehlo.maximum %x, %y : tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @least(
// CHECK:           arith.cmpf olt
// CHECK:           arith.cmpf olt
func.func @least(%x: tensor<4xcomplex<f64>>, %y: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = stablehlo.minimum %x, %y : tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}
