// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// As large as the run says.
// CHECK-LABEL: func.func @zeros_like(
// CHECK:         tensor.splat %{{.*}}[%{{.*}}] : tensor<?x3xi1>
func.func @zeros_like(%a: !torch.vtensor<[?,3],i1>) -> !torch.vtensor<[?,3],i1> {
  %none = torch.constant.none
  %0 = torch.aten.zeros_like %a, %none, %none, %none, %none, %none : !torch.vtensor<[?,3],i1>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?,3],i1>
  return %0 : !torch.vtensor<[?,3],i1>
}

// Counts up to a length that the run knows.
// CHECK-LABEL: func.func @arange_dynamic(
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.maximum %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tensor.generate %{{.*}} {
// CHECK:         tensor.yield %{{.*}} : i64
func.func @arange_dynamic(%end: !torch.int) -> !torch.vtensor<[?],si64> {
  %none = torch.constant.none
  %0 = torch.aten.arange %end, %none, %none, %none, %none : !torch.int, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @tril(
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<3x1xi64>, !tosa.shape<2>) -> tensor<3x3xi64>
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<1x3xi64>, !tosa.shape<2>) -> tensor<3x3xi64>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<3x3xi64>, tensor<3x3xi64>) -> tensor<3x3xi64>
// CHECK:         tosa.greater_equal %{{.*}}, %{{.*}} : (tensor<1x1xi64>, tensor<3x3xi64>) -> tensor<3x3xi1>
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<1x3x3xi1>, !tosa.shape<3>) -> tensor<2x3x3xi1>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3x3xi1>, tensor<2x3x3xf32>, tensor<1x1x1xf32>) -> tensor<2x3x3xf32>
func.func @tril(%a: !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[2,3,3],f32> {
  %zero = torch.constant.int 0
  %0 = torch.aten.tril %a, %zero : !torch.vtensor<[2,3,3],f32>, !torch.int -> !torch.vtensor<[2,3,3],f32>
  return %0 : !torch.vtensor<[2,3,3],f32>
}

// CHECK-LABEL: func.func @unknown_bounds(
// CHECK:         torch.aten.arange {{.*}}ingot.unconverted = "the bounds are floats that are not known"
// REPORT:        creation.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.arange' is not converted to TOSA: the bounds are floats that are not known
func.func @unknown_bounds(%end: !torch.float) -> !torch.vtensor<[?],f32> {
  %none = torch.constant.none
  %0 = torch.aten.arange %end, %none, %none, %none, %none : !torch.float, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @tensor_of_list(
// CHECK:         tosa.concat %{{.*}}, %{{.*}} {axis = 0 : i32} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
func.func @tensor_of_list(%n: !torch.int) -> !torch.vtensor<[2],si64> {
  %one = torch.constant.int 1
  %none = torch.constant.none
  %false = torch.constant.bool false
  %list = torch.prim.ListConstruct %n, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.tensor %list, %none, %none, %false : !torch.list<int>, !torch.none, !torch.none, !torch.bool -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}
