// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// Functions of integers are computed in the dtype of the result.
// CHECK-LABEL: func.func @exp(
// CHECK:         %[[F:.*]] = stablehlo.convert %{{.*}} : (tensor<?xi32>) -> tensor<?xf32>
// CHECK:         stablehlo.exponential %[[F]] : tensor<?xf32>
func.func @exp(%a: !torch.vtensor<[?],si32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.exp %a : !torch.vtensor<[?],si32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @erf(
// CHECK:         chlo.erf
func.func @erf(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.erf %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// The sign of NaN is 0.
// CHECK-LABEL: func.func @sign(
// CHECK:         stablehlo.sign
// CHECK:         stablehlo.compare NE
// CHECK:         stablehlo.select
func.func @sign(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.sign %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// What is not zero is true.
// CHECK-LABEL: func.func @to_bool(
// CHECK:         stablehlo.compare NE
func.func @to_bool(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %bool = torch.constant.int 11
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.to.dtype %a, %bool, %false, %false, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @view_as_complex(
// CHECK:         stablehlo.complex %{{.*}}, %{{.*}} : tensor<3xcomplex<f32>>
func.func @view_as_complex(%a: !torch.vtensor<[3,2],f32>) -> !torch.vtensor<[3],complex<f32>> {
  %0 = torch.aten.view_as_complex %a : !torch.vtensor<[3,2],f32> -> !torch.vtensor<[3],complex<f32>>
  return %0 : !torch.vtensor<[3],complex<f32>>
}

// CHECK-LABEL: func.func @not_complex(
// CHECK:         torch.aten.view_as_real {{.*}}ingot.unconverted = "the operand is not complex"
func.func @not_complex(%a: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3,2],f32> {
  %0 = torch.aten.view_as_real %a : !torch.vtensor<[3],f32> -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}
