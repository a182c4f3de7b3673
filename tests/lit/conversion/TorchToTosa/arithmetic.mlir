// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// The operands are computed with in the dtype of the result; `alpha` scales the second.
// CHECK-LABEL: func.func @add_promotes(
// CHECK:         tosa.cast %{{.*}} : (tensor<2x3xi32>) -> tensor<2x3xf32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<3xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<3xf32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
func.func @add_promotes(%a: !torch.vtensor<[2,3],si32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %two = torch.constant.int 2
  %0 = torch.aten.add.Tensor %a, %b, %two : !torch.vtensor<[2,3],si32>, !torch.vtensor<[3],f32>, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// TOSA rounds towards zero, Python down.
// CHECK-LABEL: func.func @floor_divide(
// CHECK:         tosa.intdiv %{{.*}}, %{{.*}} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi64>, tensor<4xi64>, tensor<1xi8>) -> tensor<4xi64>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<4xi64>, tensor<1xi64>) -> tensor<4xi1>
// CHECK:         tosa.logical_not %{{.*}} : (tensor<4xi1>) -> tensor<4xi1>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xi64>, tensor<4xi64>) -> tensor<4xi1>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xi64>, tensor<4xi64>) -> tensor<4xi1>
// CHECK:         tosa.cast %{{.*}} : (tensor<4xi1>) -> tensor<4xi32>
// CHECK:         tosa.cast %{{.*}} : (tensor<4xi1>) -> tensor<4xi32>
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
// CHECK:         tosa.logical_not %{{.*}} : (tensor<4xi1>) -> tensor<4xi1>
// CHECK:         tosa.logical_and %{{.*}}, %{{.*}} : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<4xi64>, tensor<1xi64>) -> tensor<4xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi1>, tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
func.func @floor_divide(%a: !torch.vtensor<[4],si64>, %b: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %floor = torch.constant.str "floor"
  %0 = torch.aten.div.Tensor_mode %a, %b, %floor : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64>, !torch.str -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// Both bounds are numbers of one element.
// CHECK-LABEL: func.func @clamp(
// CHECK:         tosa.maximum %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
// CHECK:         tosa.minimum %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
func.func @clamp(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %low = torch.constant.int 0
  %high = torch.constant.float 6.0
  %0 = torch.aten.clamp %a, %low, %high : !torch.vtensor<[4],f32>, !torch.int, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @shift_unsigned(
// CHECK:         torch.aten.bitwise_right_shift.Tensor {{.*}}ingot.unconverted = "TOSA has no shift_right_logical of i32"
// REPORT:        arithmetic.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.bitwise_right_shift.Tensor' is not converted to TOSA: TOSA has no shift_right_logical of i32
func.func @shift_unsigned(%a: !torch.vtensor<[4],ui8>, %b: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.aten.bitwise_right_shift.Tensor %a, %b : !torch.vtensor<[4],ui8>, !torch.vtensor<[4],ui8> -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @unknown_mode(
// CHECK:         torch.aten.div.Tensor_mode {{.*}}ingot.unconverted = "the rounding mode is not known"
// REPORT:        arithmetic.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.div.Tensor_mode' is not converted to TOSA: the rounding mode is not known
func.func @unknown_mode(%a: !torch.vtensor<[4],f32>, %mode: !torch.str) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.div.Tensor_mode %a, %a, %mode : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.str -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
