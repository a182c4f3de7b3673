// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// CHECK-LABEL: func.func @mean(
// CHECK:         tosa.reduce_sum %{{.*}} {axis = 0 : i32} : (tensor<?xf32>) -> tensor<1xf32>
// CHECK:         tosa.cast %{{.*}} : (tensor<i64>) -> tensor<f32>
// CHECK:         tosa.reciprocal %{{.*}} : (tensor<f32>) -> tensor<f32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>, tensor<1xi8>) -> tensor<f32>
func.func @mean(%a: !torch.vtensor<[?],f32>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %0 = torch.aten.mean %a, %none : !torch.vtensor<[?],f32>, !torch.none -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// TOSA has an op for the place of the greatest.
// CHECK-LABEL: func.func @max_dim(
// CHECK:         tosa.reduce_max %{{.*}} {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK:         tosa.argmax %{{.*}} {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2xi32>
// CHECK:         tosa.cast %{{.*}} : (tensor<2xi32>) -> tensor<2xi64>
func.func @max_dim(%a: !torch.vtensor<[2,3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>) {
  %dim = torch.constant.int 1
  %false = torch.constant.bool false
  %0, %1 = torch.aten.max.dim %a, %dim, %false : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
  return %0, %1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @softmax(
// CHECK:         tosa.reduce_max %{{.*}} {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK:         tosa.exp %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK:         tosa.reduce_sum %{{.*}} {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK:         tosa.reciprocal %{{.*}} : (tensor<2x1xf32>) -> tensor<2x1xf32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<2x1xf32>, tensor<1xi8>) -> tensor<2x3xf32>
func.func @softmax(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %dim = torch.constant.int 1
  %none = torch.constant.none
  %0 = torch.aten.softmax.int %a, %dim, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @out_of_range(
// CHECK:         torch.aten.max.dim {{.*}}ingot.unconverted = "the dimensions are not known, or out of range"
// REPORT:        reductions.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.max.dim' is not converted to TOSA: the dimensions are not known, or out of range
func.func @out_of_range(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %dim = torch.constant.int 2
  %false = torch.constant.bool false
  %0, %1 = torch.aten.max.dim %a, %dim, %false : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @all_of_none(
// CHECK:         torch.aten.all.dims {{.*}}ingot.unconverted = "the result has another rank than its type says"
// REPORT:        reductions.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.all.dims' is not converted to TOSA: the result has another rank than its type says
func.func @all_of_none(%a: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[2,3],i1> {
  %dims = torch.prim.ListConstruct : () -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.all.dims %a, %dims, %false : !torch.vtensor<[2,3],i1>, !torch.list<int>, !torch.bool -> !torch.vtensor<[2,3],i1>
  return %0 : !torch.vtensor<[2,3],i1>
}

// One dimension at a time.
// CHECK-LABEL: func.func @sum(
// CHECK:         tosa.reduce_sum %{{.*}} {axis = 0 : i32} : (tensor<?x3x4xf32>) -> tensor<1x3x4xf32>
// CHECK:         tosa.reduce_sum %{{.*}} {axis = 2 : i32} : (tensor<1x3x4xf32>) -> tensor<1x3x1xf32>
// CHECK:         tosa.reshape %{{.*}} -> tensor<3xf32>
func.func @sum(%a: !torch.vtensor<[?,3,4],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.constant.int 0
  %2 = torch.constant.int 2
  %d = torch.prim.ListConstruct %0, %2 : (!torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %none = torch.constant.none
  %r = torch.aten.sum.dim_IntList %a, %d, %false, %none : !torch.vtensor<[?,3,4],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[3],f32>
  return %r : !torch.vtensor<[3],f32>
}

// The sum of nothing.
// CHECK-LABEL: func.func @sum_of_nothing(
// CHECK:         "tosa.const"() <{values = dense<0.000000e+00> : tensor<3xf32>}>
func.func @sum_of_nothing(%a: !torch.vtensor<[0,3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.constant.int 0
  %d = torch.prim.ListConstruct %0 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %none = torch.constant.none
  %r = torch.aten.sum.dim_IntList %a, %d, %false, %none : !torch.vtensor<[0,3],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[3],f32>
  return %r : !torch.vtensor<[3],f32>
}

// The smallest integer has no opposite; all bits turned round keep the order.
// CHECK-LABEL: func.func @argmin(
// CHECK:         tosa.bitwise_not
// CHECK:         tosa.argmax
func.func @argmin(%a: !torch.vtensor<[2,4],si32>) -> !torch.vtensor<[2],si64> {
  %1 = torch.constant.int 1
  %false = torch.constant.bool false
  %r = torch.aten.argmin %a, %1, %false : !torch.vtensor<[2,4],si32>, !torch.int, !torch.bool -> !torch.vtensor<[2],si64>
  return %r : !torch.vtensor<[2],si64>
}
