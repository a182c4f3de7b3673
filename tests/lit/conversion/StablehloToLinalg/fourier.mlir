// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Transforms as sums of products with roots of unity.

// The roots stand in the order in which the sums read them.
// CHECK-LABEL: func.func @forward(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x5xcomplex<f32>>
// CHECK-DAG:     %[[COS:.*]] = arith.constant dense<{{\[\[}}1.000000e+00, {{.*}} : tensor<5x5xf32>
// CHECK-DAG:     %[[SIN:.*]] = arith.constant dense<{{\[\[}}0.000000e+00, {{.*}} : tensor<5x5xf32>
// CHECK:         linalg.generic {{.*}} "reduction"]} ins(%[[A]], %[[COS]], %[[SIN]] :
// CHECK-NOT:       tensor.extract
// CHECK:           complex.mul
// CHECK:           complex.add
// CHECK:         return %{{.*}} : tensor<2x5xcomplex<f32>>
func.func @forward(%a: tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [5] : (tensor<2x5xcomplex<f32>>) -> tensor<2x5xcomplex<f32>>
  return %0 : tensor<2x5xcomplex<f32>>
}

// Batches may be of unknown size; the inverse is divided by the length.
// CHECK-LABEL: func.func @inverse(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x4xcomplex<f64>>
// CHECK:         tensor.dim %[[A]]
// CHECK:         linalg.generic
// CHECK:         2.500000e-01
// CHECK:         return %{{.*}} : tensor<?x4xcomplex<f64>>
func.func @inverse(%a: tensor<?x4xcomplex<f64>>) -> tensor<?x4xcomplex<f64>> {
  %0 = stablehlo.fft %a, type = IFFT, length = [4] : (tensor<?x4xcomplex<f64>>) -> tensor<?x4xcomplex<f64>>
  return %0 : tensor<?x4xcomplex<f64>>
}

// Only the first half and one of the spectrum is given.
// CHECK-LABEL: func.func @of_reals(
// CHECK:           complex.create
// CHECK:         tensor.extract_slice %{{.*}}[0, 0] [2, 5] [1, 1]
// CHECK:         return %{{.*}} : tensor<2x5xcomplex<f32>>
func.func @of_reals(%a: tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = RFFT, length = [8] : (tensor<2x8xf32>) -> tensor<2x5xcomplex<f32>>
  return %0 : tensor<2x5xcomplex<f32>>
}

// CHECK-LABEL: func.func @to_reals(
// CHECK:           complex.conj
// CHECK:           complex.re
// CHECK:         return %{{.*}} : tensor<2x8xf32>
func.func @to_reals(%a: tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32> {
  %0 = stablehlo.fft %a, type = IRFFT, length = [8] : (tensor<2x5xcomplex<f32>>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// The op has the length; the run checks that the operand has it.
// CHECK-LABEL: func.func @unknown_length(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xcomplex<f32>>
// CHECK:         tensor.cast %[[A]] : tensor<?xcomplex<f32>> to tensor<4xcomplex<f32>>
// CHECK:         tensor.cast %{{.*}} : tensor<4xcomplex<f32>> to tensor<?xcomplex<f32>>
func.func @unknown_length(%a: tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [4] : (tensor<?xcomplex<f32>>) -> tensor<?xcomplex<f32>>
  return %0 : tensor<?xcomplex<f32>>
}

// CHECK-LABEL: func.func @unknown_lengths(
// CHECK:         tensor.cast %{{.*}} : tensor<2x?x?xcomplex<f32>> to tensor<2x3x3xcomplex<f32>>
func.func @unknown_lengths(%a: tensor<2x?x?xcomplex<f32>>) -> tensor<2x?x4xf32> {
  %0 = stablehlo.fft %a, type = IRFFT, length = [3, 4] : (tensor<2x?x?xcomplex<f32>>) -> tensor<2x?x4xf32>
  return %0 : tensor<2x?x4xf32>
}

// Of two factors; between them each element is turned by a root of the whole.
// CHECK-LABEL: func.func @of_factors(
// CHECK:         tensor.expand_shape %{{.*}} output_shape [16, 2]
// CHECK:         linalg.generic {{.*}} "reduction"]}
// CHECK:         linalg.generic {{.*}}["parallel", "parallel"]} ins(%{{.*}}, %{{.*}}, %{{.*}} : tensor<16x2xcomplex<f32>>, tensor<16x2xf32>, tensor<16x2xf32>)
// CHECK:         linalg.generic {{.*}} "reduction"]}
// CHECK:         linalg.transpose
func.func @of_factors(%a: tensor<32xcomplex<f32>>) -> tensor<32xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [32] : (tensor<32xcomplex<f32>>) -> tensor<32xcomplex<f32>>
  return %0 : tensor<32xcomplex<f32>>
}

// The table of a long prime would be large: its roots are found by number.
// CHECK-LABEL: func.func @of_a_long_prime(
// CHECK:         arith.constant dense<{{.*}}> : tensor<367xf32>
// CHECK:         arith.remui
func.func @of_a_long_prime(%a: tensor<367xcomplex<f32>>) -> tensor<367xcomplex<f32>> {
  %0 = stablehlo.fft %a, type = FFT, length = [367] : (tensor<367xcomplex<f32>>) -> tensor<367xcomplex<f32>>
  return %0 : tensor<367xcomplex<f32>>
}
