// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Python's % has the sign of the divisor.
// CHECK-LABEL: func.func @remainder(
// CHECK:         tosa.intdiv %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>, tensor<1xi8>) -> tensor<i64>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK:         tosa.logical_not %{{.*}} : (tensor<i1>) -> tensor<i1>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK:         tosa.cast %{{.*}} : (tensor<i1>) -> tensor<i32>
// CHECK:         tosa.cast %{{.*}} : (tensor<i1>) -> tensor<i32>
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<i32>, tensor<i32>) -> tensor<i1>
// CHECK:         tosa.logical_not %{{.*}} : (tensor<i1>) -> tensor<i1>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.logical_and %{{.*}}, %{{.*}} : (tensor<i1>, tensor<i1>) -> tensor<i1>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i1>, tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>, tensor<1xi8>) -> tensor<i64>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
func.func @remainder(%a: !torch.int, %b: !torch.int) -> !torch.int {
  %0 = torch.aten.remainder.int %a, %b : !torch.int, !torch.int -> !torch.int
  return %0 : !torch.int
}

// An int is compared with a float as a float.
// CHECK-LABEL: func.func @mixed(
// CHECK:         tosa.cast %{{.*}} : (tensor<i64>) -> tensor<f64>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<f64>, tensor<f64>) -> tensor<i1>
func.func @mixed(%a: !torch.int, %b: !torch.float) -> !torch.bool {
  %0 = torch.aten.lt.int_float %a, %b : !torch.int, !torch.float -> !torch.bool
  return %0 : !torch.bool
}

// A tensor of one element is a number.
// CHECK-LABEL: func.func @item(
// CHECK:         tosa.cast %{{.*}} : (tensor<f32>) -> tensor<f64>
func.func @item(%a: !torch.vtensor<[1,1],f32>) -> !torch.float {
  %0 = torch.aten.item %a : !torch.vtensor<[1,1],f32> -> !torch.float
  return %0 : !torch.float
}

// CHECK-LABEL: func.func @unknown_rank(
// CHECK:         torch.aten.size.int {{.*}}ingot.unconverted = "the type of 'self' is not known"
// REPORT:        scalars.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.size.int' is not converted to TOSA: the type of 'self' is not known
func.func @unknown_rank(%a: !torch.vtensor<*,f32>) -> !torch.int {
  %zero = torch.constant.int 0
  %0 = torch.aten.size.int %a, %zero : !torch.vtensor<*,f32>, !torch.int -> !torch.int
  return %0 : !torch.int
}
