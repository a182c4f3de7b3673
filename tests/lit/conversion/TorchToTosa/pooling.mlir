// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Windows with channels last.
// CHECK-LABEL: func.func @max_pool(
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x2x1x6xf32>) -> tensor<1x1x6x2xf32>
// CHECK:         tosa.max_pool2d %{{.*}} {kernel = array<i64: 1, 3>, pad = array<i64: 0, 0, 1, 2>, stride = array<i64: 1, 2>} : (tensor<1x1x6x2xf32>) -> tensor<1x1x4x2xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x1x4x2xf32>) -> tensor<1x2x1x4xf32>
func.func @max_pool(%a: !torch.vtensor<[1,2,6],f32>) -> !torch.vtensor<[1,2,4],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %three = torch.constant.int 3
  %true = torch.constant.bool true
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %threes = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %threes, %twos, %ones, %ones, %true : !torch.vtensor<[1,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

// CHECK-LABEL: func.func @average(
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 2, 3, 1>} : (tensor<?x2x1x6xf32>) -> tensor<?x1x6x2xf32>
// CHECK:         tosa.avg_pool2d %{{.*}}, %{{.*}}, %{{.*}} {acc_type = f32, kernel = array<i64: 1, 3>, pad = array<i64: 0, 0, 1, 1>, stride = array<i64: 1, 1>} : (tensor<?x1x6x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x1x6x2xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 3, 1, 2>} : (tensor<?x1x6x2xf32>) -> tensor<?x2x1x6xf32>
func.func @average(%a: !torch.vtensor<[?,2,6],f32>) -> !torch.vtensor<[?,2,6],f32> {
  %one = torch.constant.int 1
  %three = torch.constant.int 3
  %false = torch.constant.bool false
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %threes = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool1d %a, %threes, %ones, %ones, %false, %false : !torch.vtensor<[?,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool -> !torch.vtensor<[?,2,6],f32>
  return %0 : !torch.vtensor<[?,2,6],f32>
}

// A product with the mask of each window, divided by its size.
// CHECK-LABEL: func.func @adaptive(
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<3xi64>, tensor<1xi64>, tensor<1xi8>) -> tensor<3xi64>
// CHECK:         tosa.intdiv %{{.*}}, %{{.*}} : (tensor<3xi64>, tensor<1xi64>) -> tensor<3xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<3xi64>, tensor<1xi64>) -> tensor<3xi64>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<3xi64>, tensor<1xi64>, tensor<1xi8>) -> tensor<3xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<3xi64>, tensor<1xi64>) -> tensor<3xi64>
// CHECK:         tosa.intdiv %{{.*}}, %{{.*}} : (tensor<3xi64>, tensor<1xi64>) -> tensor<3xi64>
// CHECK:         tensor.generate %{{.*}} {
// CHECK:         tensor.yield %{{.*}} : i64
// CHECK:         tensor.splat %{{.*}}[%{{.*}}] : tensor<3x?xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<3x?xi64>, tensor<1x?xi64>) -> tensor<3x?xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<3x?xi64>, tensor<3x1xi64>) -> tensor<3x?xi64>
// CHECK:         tosa.greater_equal %{{.*}}, %{{.*}} : (tensor<3x?xi64>, tensor<3x?xi64>) -> tensor<3x?xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<3x?xi64>, tensor<3x1xi64>) -> tensor<3x?xi64>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<3x?xi64>, tensor<3x?xi64>) -> tensor<3x?xi1>
// CHECK:         tosa.logical_and %{{.*}}, %{{.*}} : (tensor<3x?xi1>, tensor<3x?xi1>) -> tensor<3x?xi1>
// CHECK:         tosa.cast %{{.*}} : (tensor<3x?xi1>) -> tensor<3x?xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 1, 0>} : (tensor<3x?xf32>) -> tensor<?x3xf32>
// CHECK:         tosa.matmul %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x2x?xf32>, tensor<1x?x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x3xf32>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<3xi64>) -> tensor<3xf32>
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<1x3xf32>, !tosa.shape<2>) -> tensor<2x3xf32>
// CHECK:         tosa.reciprocal %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<1xi8>) -> tensor<2x3xf32>
func.func @adaptive(%a: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,3],f32> {
  %three = torch.constant.int 3
  %sizes = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.adaptive_avg_pool1d %a, %sizes : !torch.vtensor<[2,?],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @unknown_kernel(
// CHECK:         torch.aten.max_pool1d {{.*}}ingot.unconverted = "the size or the steps of the windows are not known"
// REPORT:        pooling.mlir:[[# @LINE + 5]]:{{[0-9]+}}: warning: 'torch.aten.max_pool1d' is not converted to TOSA: the size or the steps of the windows are not known
func.func @unknown_kernel(%a: !torch.vtensor<[1,2,6],f32>, %kernel: !torch.list<int>) -> !torch.vtensor<[1,2,?],f32> {
  %one = torch.constant.int 1
  %true = torch.constant.bool true
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %kernel, %ones, %ones, %ones, %true : !torch.vtensor<[1,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,2,?],f32>
  return %0 : !torch.vtensor<[1,2,?],f32>
}

// CHECK-LABEL: func.func @no_steps(
// CHECK:         torch.aten.max_pool1d {{.*}}ingot.unconverted = "the size or a step of the windows is not positive"
// REPORT:        pooling.mlir:[[# @LINE + 7]]:{{[0-9]+}}: warning: 'torch.aten.max_pool1d' is not converted to TOSA: the size or a step of the windows is not positive
func.func @no_steps(%a: !torch.vtensor<[1,2,6],f32>) -> !torch.vtensor<[1,2,6],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %false = torch.constant.bool false
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.max_pool1d %a, %ones, %zeros, %zeros, %ones, %false : !torch.vtensor<[1,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[1,2,6],f32>
  return %0 : !torch.vtensor<[1,2,6],f32>
}

// CHECK-LABEL: func.func @max_pool1d(
// CHECK:         tosa.max_pool2d %{{.*}} {kernel = array<i64: 1, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 2>} : (tensor<?x1x6x3xf32>) -> tensor<?x1x3x3xf32>
func.func @max_pool1d(%x: !torch.vtensor<[?,3,6],f32>) -> !torch.vtensor<[?,3,3],f32> {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %false = torch.constant.bool false
  %k = torch.prim.ListConstruct %2 : (!torch.int) -> !torch.list<int>
  %p = torch.prim.ListConstruct %0 : (!torch.int) -> !torch.list<int>
  %d = torch.prim.ListConstruct %1 : (!torch.int) -> !torch.list<int>
  %r = torch.aten.max_pool1d %x, %k, %k, %p, %d, %false : !torch.vtensor<[?,3,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool -> !torch.vtensor<[?,3,3],f32>
  return %r : !torch.vtensor<[?,3,3],f32>
}

// Padding that counts is part of the input.
// CHECK-LABEL: func.func @avg_pool2d(
// CHECK:         tosa.pad %{{.*}} -> tensor<1x3x6x6xf32>
// CHECK:         tosa.avg_pool2d %{{.*}} {acc_type = f32, kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x6x6x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x3x3x3xf32>
func.func @avg_pool2d(%x: !torch.vtensor<[1,3,4,4],f32>) -> !torch.vtensor<[1,3,3,3],f32> {
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %none = torch.constant.none
  %k = torch.prim.ListConstruct %2, %2 : (!torch.int, !torch.int) -> !torch.list<int>
  %p = torch.prim.ListConstruct %1, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.avg_pool2d %x, %k, %k, %p, %false, %true, %none : !torch.vtensor<[1,3,4,4],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,3,3,3],f32>
  return %r : !torch.vtensor<[1,3,3,3],f32>
}
