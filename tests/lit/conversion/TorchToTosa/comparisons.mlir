// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse | FileCheck %s

// Less than is greater than with the operands the other way round.
// CHECK-LABEL: func.func @same_kind(
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<4xi8>, tensor<1xi8>) -> tensor<4xi1>
func.func @same_kind(%a: !torch.vtensor<[4],si8>) -> !torch.vtensor<[4],i1> {
  %two = torch.constant.int 2
  %0 = torch.aten.gt.Scalar %a, %two : !torch.vtensor<[4],si8>, !torch.int -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// A float next to integers: both are floats.
// CHECK-LABEL: func.func @higher_kind(
// CHECK:         tosa.cast %{{.*}} : (tensor<4xi64>) -> tensor<4xf32>
// CHECK:         tosa.greater_equal %{{.*}}, %{{.*}} : (tensor<1xf32>, tensor<4xf32>) -> tensor<4xi1>
func.func @higher_kind(%a: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],i1> {
  %half = torch.constant.float 0.5
  %0 = torch.aten.le.Scalar %a, %half : !torch.vtensor<[4],si64>, !torch.float -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// Eight bits without a sign next to eight with one: sixteen hold both.
// CHECK-LABEL: func.func @signs(
// CHECK:         tosa.cast %{{.*}} : (tensor<4xi8>) -> tensor<4xi16>
// CHECK:         tensor.bitcast %{{.*}} : tensor<4xui8> to tensor<4xi8>
// CHECK:         tosa.cast %{{.*}} : (tensor<4xi8>) -> tensor<4xi32>
// CHECK:         tosa.bitwise_and %{{.*}}, %{{.*}} : (tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>
// CHECK:         tosa.cast %{{.*}} : (tensor<4xi32>) -> tensor<4xi16>
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<4xi16>, tensor<4xi16>) -> tensor<4xi1>
// CHECK:         tosa.logical_not %{{.*}} : (tensor<4xi1>) -> tensor<4xi1>
func.func @signs(%a: !torch.vtensor<[4],si8>, %b: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.ne.Tensor %a, %b : !torch.vtensor<[4],si8>, !torch.vtensor<[4],ui8> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// What is not zero is true.
// CHECK-LABEL: func.func @logic(
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
// CHECK:         tosa.logical_not %{{.*}} : (tensor<4xi1>) -> tensor<4xi1>
// CHECK:         tosa.logical_xor %{{.*}}, %{{.*}} : (tensor<4xi1>, tensor<4xi1>) -> tensor<4xi1>
func.func @logic(%a: !torch.vtensor<[4],f32>, %b: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.logical_xor %a, %b : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}
