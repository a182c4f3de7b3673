// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// The operands are computed with in the dtype of the result.
// CHECK-LABEL: func.func @add_promotes(
// CHECK-SAME:    %[[A:.*]]: tensor<2x3xi32>, %[[B:.*]]: tensor<3xf32>) -> tensor<2x3xf32>
// CHECK-DAG:     %[[TWO:.*]] = stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
// CHECK-DAG:     %[[AF:.*]] = stablehlo.convert %[[A]] : (tensor<2x3xi32>) -> tensor<2x3xf32>
// CHECK:         %[[SCALED:.*]] = stablehlo.multiply %[[B]], %[[TWO]]
// CHECK:         %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[SCALED]], dims = [1]
// CHECK:         stablehlo.add %[[AF]], %[[SPREAD]] : tensor<2x3xf32>
func.func @add_promotes(%a: !torch.vtensor<[2,3],si32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %two = torch.constant.int 2
  %0 = torch.aten.add.Tensor %a, %b, %two : !torch.vtensor<[2,3],si32>, !torch.vtensor<[3],f32>, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Sizes that are not known may be 1 at run time.
// CHECK-LABEL: func.func @multiply_dynamic(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>
// CHECK:         %[[ONE:.*]] = stablehlo.constant dense<1> : tensor<i64>
// CHECK:         stablehlo.compare EQ, %{{.*}}, %[[ONE]]
// CHECK:         stablehlo.select
// CHECK:         %[[L:.*]] = stablehlo.dynamic_broadcast_in_dim %[[A]]
// CHECK:         %[[R:.*]] = stablehlo.dynamic_broadcast_in_dim %[[B]]
// CHECK:         stablehlo.multiply %[[L]], %[[R]] : tensor<?xf32>
func.func @multiply_dynamic(%a: !torch.vtensor<[?],f32>, %b: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.mul.Tensor %a, %b : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// Unless the exporter says that they are not.
// CHECK-LABEL: func.func @multiply_strict(
// CHECK-SAME:    %[[A:.*]]: tensor<?xf32>, %[[B:.*]]: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT:    stablehlo.multiply %[[A]], %[[B]] : tensor<?xf32>
func.func @multiply_strict(%a: !torch.vtensor<[?],f32>, %b: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> attributes {torch.assume_strict_symbolic_shapes} {
  %0 = torch.aten.mul.Tensor %a, %b : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// The quotient of integers rounds down, also of negative ones.
// CHECK-LABEL: func.func @floor_divide(
// CHECK:         %[[REST:.*]] = stablehlo.remainder %[[A:.*]], %[[B:.*]] : tensor<4xi64>
// CHECK:         stablehlo.compare NE, %[[REST]]
// CHECK:         stablehlo.compare LT, %[[REST]]
// CHECK:         stablehlo.compare LT, %[[B]]
// CHECK:         %[[Q:.*]] = stablehlo.divide %[[A]], %[[B]]
// CHECK:         %[[LESS:.*]] = stablehlo.subtract %[[Q]]
// CHECK:         stablehlo.select %{{.*}}, %[[LESS]], %[[Q]]
func.func @floor_divide(%a: !torch.vtensor<[4],si64>, %b: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],si64> {
  %floor = torch.constant.str "floor"
  %0 = torch.aten.div.Tensor_mode %a, %b, %floor : !torch.vtensor<[4],si64>, !torch.vtensor<[4],si64>, !torch.str -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// Unsigned integers stay unsigned; their rests are never negative.
// CHECK-LABEL: func.func @shift_unsigned(
// CHECK:         stablehlo.shift_right_logical %{{.*}}, %{{.*}} : tensor<4xui8>
func.func @shift_unsigned(%a: !torch.vtensor<[4],ui8>, %b: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.aten.bitwise_right_shift.Tensor %a, %b : !torch.vtensor<[4],ui8>, !torch.vtensor<[4],ui8> -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @clamp(
// CHECK:         %[[M:.*]] = stablehlo.maximum
// CHECK:         stablehlo.minimum %[[M]]
func.func @clamp(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %low = torch.constant.int 0
  %high = torch.constant.float 6.0
  %0 = torch.aten.clamp %a, %low, %high : !torch.vtensor<[4],f32>, !torch.int, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @unknown_mode(
// CHECK:         torch.aten.div.Tensor_mode {{.*}}ingot.unconverted = "the rounding mode is not known"
func.func @unknown_mode(%a: !torch.vtensor<[4],f32>, %mode: !torch.str) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.div.Tensor_mode %a, %a, %mode : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.str -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
