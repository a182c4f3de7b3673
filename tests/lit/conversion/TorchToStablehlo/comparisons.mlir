// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// A number does not widen a tensor of the same kind.
// CHECK-LABEL: func.func @same_kind(
// CHECK-SAME:    %[[A:.*]]: tensor<4xi8>
// CHECK:         stablehlo.compare GT, %[[A]], %{{.*}} : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi1>
func.func @same_kind(%a: !torch.vtensor<[4],si8>) -> !torch.vtensor<[4],i1> {
  %two = torch.constant.int 2
  %0 = torch.aten.gt.Scalar %a, %two : !torch.vtensor<[4],si8>, !torch.int -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// A float next to integers is of the default dtype.
// CHECK-LABEL: func.func @higher_kind(
// CHECK:         stablehlo.constant dense<5.000000e-01> : tensor<4xf32>
// CHECK:         stablehlo.compare LE, {{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
func.func @higher_kind(%a: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],i1> {
  %half = torch.constant.float 0.5
  %0 = torch.aten.le.Scalar %a, %half : !torch.vtensor<[4],si64>, !torch.float -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// Nor does a tensor without dimensions.
// CHECK-LABEL: func.func @zero_dimensions(
// CHECK:         stablehlo.compare EQ, {{.*}} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xi1>
func.func @zero_dimensions(%a: !torch.vtensor<[?],f32>, %b: !torch.vtensor<[],f64>) -> !torch.vtensor<[?],i1> {
  %0 = torch.aten.eq.Tensor %a, %b : !torch.vtensor<[?],f32>, !torch.vtensor<[],f64> -> !torch.vtensor<[?],i1>
  return %0 : !torch.vtensor<[?],i1>
}

// Signed and unsigned meet in a type that holds both.
// CHECK-LABEL: func.func @signs(
// CHECK:         stablehlo.compare NE, {{.*}} : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
func.func @signs(%a: !torch.vtensor<[4],si8>, %b: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.ne.Tensor %a, %b : !torch.vtensor<[4],si8>, !torch.vtensor<[4],ui8> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @logic(
// CHECK:         stablehlo.compare NE
// CHECK:         stablehlo.xor %{{.*}}, %{{.*}} : tensor<4xi1>
func.func @logic(%a: !torch.vtensor<[4],f32>, %b: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.logical_xor %a, %b : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}
