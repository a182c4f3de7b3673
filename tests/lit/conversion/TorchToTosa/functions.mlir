// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Integers are computed with in the dtype of the result.
// CHECK-LABEL: func.func @exp(
// CHECK:         tosa.cast %{{.*}} : (tensor<?xi32>) -> tensor<?xf32>
// CHECK:         tosa.exp %{{.*}} : (tensor<?xf32>) -> tensor<?xf32>
func.func @exp(%a: !torch.vtensor<[?],si32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.exp %a : !torch.vtensor<[?],si32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// Composed of comparisons; 0 of NaN.
// CHECK-LABEL: func.func @sign(
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi1>, tensor<1xf32>, tensor<1xf32>) -> tensor<4xf32>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi1>, tensor<1xf32>, tensor<4xf32>) -> tensor<4xf32>
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi1>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
func.func @sign(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.sign %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @to_bool(
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK:         tosa.logical_not %{{.*}} : (tensor<4xi1>) -> tensor<4xi1>
func.func @to_bool(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %bool = torch.constant.int 11
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.to.dtype %a, %bool, %false, %false, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @view_as_complex(
// CHECK:         torch.aten.view_as_complex {{.*}}ingot.unconverted = "TOSA has no complex numbers"
// REPORT:        functions.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.view_as_complex' is not converted to TOSA: TOSA has no complex numbers
func.func @view_as_complex(%a: !torch.vtensor<[3,2],f32>) -> !torch.vtensor<[3],complex<f32>> {
  %0 = torch.aten.view_as_complex %a : !torch.vtensor<[3,2],f32> -> !torch.vtensor<[3],complex<f32>>
  return %0 : !torch.vtensor<[3],complex<f32>>
}

// CHECK-LABEL: func.func @not_complex(
// CHECK:         torch.aten.view_as_real {{.*}}ingot.unconverted = "the operand is not complex"
// REPORT:        functions.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.view_as_real' is not converted to TOSA: the operand is not complex
func.func @not_complex(%a: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3,2],f32> {
  %0 = torch.aten.view_as_real %a : !torch.vtensor<[3],f32> -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}
