// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// One op for the whole tensor, whatever its sizes.
// CHECK-LABEL: func.func @asin(
// CHECK-SAME:    %[[X:.*]]: tensor<2x?xf32>
// CHECK:         %[[R:.*]] = "stablehlo.map"(%[[X]]) <{dimensions = array<i64: 0, 1>}> ({
// CHECK-NEXT:    ^bb0(%[[E:.*]]: tensor<f32>):
// CHECK:           %[[S:.*]] = stablehlo.sqrt
// CHECK-NEXT:      %[[A:.*]] = stablehlo.atan2 %[[E]], %[[S]] : tensor<f32>
// CHECK-NEXT:      stablehlo.return %[[A]] : tensor<f32>
// CHECK:         return %[[R]]
func.func @asin(%x: tensor<2x?xf32>) -> tensor<2x?xf32> {
  %0 = chlo.asin %x : tensor<2x?xf32> -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// The mathematical library has it as one function; not in f64.
// CHECK-LABEL: func.func @erf_of_bf16(
// CHECK:         chlo.erf %{{.*}} : tensor<4xbf16>
func.func @erf_of_bf16(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = chlo.erf %x : tensor<4xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// Computed in f32 and rounded once.
// CHECK-LABEL: func.func @erfc_of_bf16(
// CHECK:         ^bb0(%[[E:.*]]: tensor<bf16>):
// CHECK-NEXT:      stablehlo.convert %[[E]] : (tensor<bf16>) -> tensor<f32>
// CHECK-NOT:       bf16
// CHECK:           %[[R:.*]] = stablehlo.convert %{{.*}} : (tensor<f32>) -> tensor<bf16>
// CHECK-NEXT:      stablehlo.return %[[R]]
func.func @erfc_of_bf16(%x: tensor<4xbf16>) -> tensor<4xbf16> {
  %0 = chlo.erfc %x : tensor<4xbf16> -> tensor<4xbf16>
  return %0 : tensor<4xbf16>
}

// CHECK-LABEL: func.func @erf_of_f64(
// CHECK-NOT:     chlo
// CHECK:         return
func.func @erf_of_f64(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = chlo.erf %x : tensor<4xf64> -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// Not f32, of which too little would be left after the recurrences.
// CHECK-LABEL: func.func @lgamma(
// CHECK:         stablehlo.convert %{{.*}} : (tensor<f32>) -> tensor<f64>
// CHECK:         stablehlo.log %{{.*}} : tensor<f64>
// CHECK:         stablehlo.convert %{{.*}} : (tensor<f64>) -> tensor<f32>
func.func @lgamma(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @complex(
// CHECK:         ^bb0(%[[Z:.*]]: tensor<complex<f32>>):
// CHECK:           stablehlo.real %[[Z]]
// CHECK:           stablehlo.imag %[[Z]]
// CHECK:           stablehlo.log_plus_one %{{.*}} : tensor<f64>
// CHECK:           stablehlo.complex %{{.*}}, %{{.*}} : tensor<complex<f32>>
func.func @complex(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %0 = chlo.acosh %z : tensor<4xcomplex<f32>> -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// CHECK-LABEL: func.func @tan(
// CHECK-NEXT:    stablehlo.tan %{{.*}} : tensor<4xcomplex<f64>>
func.func @tan(%z: tensor<4xcomplex<f64>>) -> tensor<4xcomplex<f64>> {
  %0 = chlo.tan %z : tensor<4xcomplex<f64>> -> tensor<4xcomplex<f64>>
  return %0 : tensor<4xcomplex<f64>>
}

// In a body that is applied to one element at a time, no second map.
// CHECK-LABEL: func.func @in_reduction(
// CHECK:         stablehlo.reduce
// CHECK-NOT:     stablehlo.map
// CHECK:         stablehlo.atan2 %{{.*}}, %{{.*}} : tensor<f32>
func.func @in_reduction(%x: tensor<4xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.reduce"(%x, %i) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %1 = chlo.atan %a : tensor<f32> -> tensor<f32>
    %2 = stablehlo.add %1, %b : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// Every other op leaves nothing of CHLO behind.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     chlo.
// CHECK:         return
func.func @others(%x: tensor<?xf16>, %i: tensor<?xui64>, %z: tensor<?xcomplex<f64>>) -> (tensor<?xf16>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xui64>, tensor<?xcomplex<f64>>) {
  %0 = chlo.acos %x : tensor<?xf16> -> tensor<?xf16>
  %1 = chlo.acosh %0 : tensor<?xf16> -> tensor<?xf16>
  %2 = chlo.asinh %1 : tensor<?xf16> -> tensor<?xf16>
  %3 = chlo.atanh %2 : tensor<?xf16> -> tensor<?xf16>
  %4 = chlo.bessel_i1e %3 : tensor<?xf16> -> tensor<?xf16>
  %5 = chlo.cosh %4 : tensor<?xf16> -> tensor<?xf16>
  %6 = chlo.digamma %5 : tensor<?xf16> -> tensor<?xf16>
  %7 = chlo.erf_inv %6 : tensor<?xf16> -> tensor<?xf16>
  %8 = chlo.erfc %7 : tensor<?xf16> -> tensor<?xf16>
  %9 = chlo.next_after %8, %x : tensor<?xf16>, tensor<?xf16> -> tensor<?xf16>
  %10 = chlo.polygamma %9, %x : tensor<?xf16>, tensor<?xf16> -> tensor<?xf16>
  %11 = chlo.sinh %10 : tensor<?xf16> -> tensor<?xf16>
  %12 = chlo.square %11 : tensor<?xf16> -> tensor<?xf16>
  %13 = chlo.is_inf %12 : tensor<?xf16> -> tensor<?xi1>
  %14 = chlo.is_pos_inf %12 : tensor<?xf16> -> tensor<?xi1>
  %15 = chlo.is_neg_inf %12 : tensor<?xf16> -> tensor<?xi1>
  %16 = chlo.mulhi %i, %i : tensor<?xui64>, tensor<?xui64> -> tensor<?xui64>
  %17 = chlo._asin_acos_kernel %z : tensor<?xcomplex<f64>> -> tensor<?xcomplex<f64>>
  %18 = chlo.conj %17 : tensor<?xcomplex<f64>> -> tensor<?xcomplex<f64>>
  %19 = chlo.square %18 : tensor<?xcomplex<f64>> -> tensor<?xcomplex<f64>>
  return %12, %13, %14, %15, %16, %19 : tensor<?xf16>, tensor<?xi1>, tensor<?xi1>, tensor<?xi1>, tensor<?xui64>, tensor<?xcomplex<f64>>
}

// An integer of no width of StableHLO's stays, to be reported with all others.
// CHECK-LABEL: func.func @unusual_width(
// CHECK-NEXT:    chlo.mulhi
func.func @unusual_width(%a: tensor<2xi48>) -> tensor<2xi48> {
  %0 = chlo.mulhi %a, %a : tensor<2xi48>, tensor<2xi48> -> tensor<2xi48>
  return %0 : tensor<2xi48>
}
