// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// What TOSA cannot say stays whole, with the reason. Nothing of what was made for
// it on the way is left behind.

// Element ops without a formula are refused by name.
// CHECK-LABEL: func.func @digamma(
// CHECK:         torch.aten.digamma {{.*}}ingot.unconverted = "TOSA has no digamma of f32"
// REPORT:        refused.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.digamma' is not converted to TOSA: TOSA has no digamma of f32
func.func @digamma(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.digamma %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @erf_inv(
// CHECK:         torch.aten.erfinv {{.*}}ingot.unconverted = "TOSA has no erf_inv of f32"
// REPORT:        refused.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.erfinv' is not converted to TOSA: TOSA has no erf_inv of f32
func.func @erf_inv(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.erfinv %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @random(
// CHECK:         torch.aten.bernoulli {{.*}}ingot.unconverted = "TOSA has no random numbers"
// REPORT:        refused.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.bernoulli' is not converted to TOSA: TOSA has no random numbers
func.func @random(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %0 = torch.aten.bernoulli %a, %none : !torch.vtensor<[4],f32>, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Rows that StableHLO alone has.
// CHECK-LABEL: func.func @sort(
// CHECK:         torch.aten.argsort {{.*}}ingot.unconverted = "TOSA does not sort"
// REPORT:        refused.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.argsort' is not converted to TOSA: TOSA does not sort
func.func @sort(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si64> {
  %0 = torch.constant.int 0
  %false = torch.constant.bool false
  %r = torch.aten.argsort %a, %0, %false : !torch.vtensor<[4],f32>, !torch.int, !torch.bool -> !torch.vtensor<[4],si64>
  return %r : !torch.vtensor<[4],si64>
}

// CHECK-LABEL: func.func @boxes(
// CHECK:         torch.torchvision.nms {{.*}}ingot.unconverted = "TOSA does not sort"
// REPORT:        refused.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.torchvision.nms' is not converted to TOSA: TOSA does not sort
func.func @boxes(%boxes: !torch.vtensor<[?,4],f32>, %scores: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si64> {
  %limit = torch.constant.float 0.5
  %0 = torch.torchvision.nms %boxes, %scores, %limit : !torch.vtensor<[?,4],f32>, !torch.vtensor<[?],f32>, !torch.float -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @bits(
// CHECK:         torch.aten.signbit {{.*}}ingot.unconverted = "TOSA does not show the bits of a number"
// REPORT:        refused.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.signbit' is not converted to TOSA: TOSA does not show the bits of a number
func.func @bits(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.aten.signbit %a : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @gradient(
// CHECK:         torch.aten.convolution_backward {{.*}}ingot.unconverted = "TOSA has no convolution with groups of samples"
// REPORT:        refused.mlir:[[# @LINE + 13]]:{{[0-9]+}}: warning: 'torch.aten.convolution_backward' is not converted to TOSA: TOSA has no convolution with groups of samples
func.func @gradient(%g: !torch.vtensor<[2,4,4,4],f32>, %x: !torch.vtensor<[2,3,8,7],f32>, %w: !torch.vtensor<[4,3,3,3],f32>) -> (!torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.vtensor<[4],f32>) {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %four = torch.constant.int 4
  %bias = torch.prim.ListConstruct %four : (!torch.int) -> !torch.list<int>
  %stride = torch.prim.ListConstruct %two, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero, %zero : (!torch.int, !torch.int) -> !torch.list<int>
  %mask = torch.prim.ListConstruct %true, %true, %true : (!torch.bool, !torch.bool, !torch.bool) -> !torch.list<bool>
  %0, %1, %2 = torch.aten.convolution_backward %g, %x, %w, %bias, %stride, %ones, %ones, %false, %zeros, %one, %mask : !torch.vtensor<[2,4,4,4],f32>, !torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int, !torch.list<bool> -> !torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.vtensor<[4],f32>
  return %0, %1, %2 : !torch.vtensor<[2,3,8,7],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.vtensor<[4],f32>
}

// The place goes with the value, which takes a reduction of two tensors.
// CHECK-LABEL: func.func @greatest_of_uneven_windows(
// CHECK-NOT:     tosa.{{select|greater}}
// CHECK:         torch.aten.adaptive_max_pool1d {{.*}}ingot.unconverted = "TOSA does not reduce several tensors together"
// REPORT:        refused.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.adaptive_max_pool1d' is not converted to TOSA: TOSA does not reduce several tensors together
func.func @greatest_of_uneven_windows(%a: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>) {
  %3 = torch.constant.int 3
  %s = torch.prim.ListConstruct %3 : (!torch.int) -> !torch.list<int>
  %0, %1 = torch.aten.adaptive_max_pool1d %a, %s : !torch.vtensor<[2,5],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
  return %0, %1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
}

// Refused before any row is asked.
// CHECK-LABEL: func.func @complex_result(
// CHECK:         torch.aten.complex {{.*}}ingot.unconverted = "TOSA has no complex numbers"
// REPORT:        refused.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.complex' is not converted to TOSA: TOSA has no complex numbers
func.func @complex_result(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],complex<f32>> {
  %0 = torch.aten.complex %a, %a : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}
