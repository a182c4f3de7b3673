// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

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

// CHECK-LABEL: func.func @max_dim(
// CHECK-DAG:     tosa.reduce_max %{{.*}} {axis = 1 : i32} : (tensor<?x4xi64>) -> tensor<?x1xi64>
// CHECK-DAG:     %[[P:.*]] = tosa.argmax %{{.*}} {axis = 1 : i32} : (tensor<?x4xi64>) -> tensor<?xi32>
// CHECK:         tosa.cast %[[P]] : (tensor<?xi32>) -> tensor<?xi64>
func.func @max_dim(%a: !torch.vtensor<[?,4],si64>) -> (!torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>) {
  %1 = torch.constant.int 1
  %false = torch.constant.bool false
  %v, %i = torch.aten.max.dim %a, %1, %false : !torch.vtensor<[?,4],si64>, !torch.int, !torch.bool -> !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
  return %v, %i : !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>
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

// CHECK-LABEL: func.func @mm(
// CHECK:         %[[Z:.*]] = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}>
// CHECK:         tosa.matmul %{{.*}}, %{{.*}}, %[[Z]], %[[Z]] : (tensor<1x?x3xf32>, tensor<1x3x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x?x4xf32>
func.func @mm(%a: !torch.vtensor<[?,3],f32>, %b: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[?,4],f32> {
  %r = torch.aten.mm %a, %b : !torch.vtensor<[?,3],f32>, !torch.vtensor<[3,4],f32> -> !torch.vtensor<[?,4],f32>
  return %r : !torch.vtensor<[?,4],f32>
}

// tosa.matmul has no integers of 64 bits.
// CHECK-LABEL: func.func @mm_of_integers(
// CHECK:         tosa.mul %{{.*}} : (tensor<1x2x3x1xi64>, tensor<1x1x3x4xi64>, tensor<1xi8>) -> tensor<1x2x3x4xi64>
// CHECK:         tosa.reduce_sum %{{.*}} {axis = 2 : i32}
func.func @mm_of_integers(%a: !torch.vtensor<[2,3],si64>, %b: !torch.vtensor<[3,4],si64>) -> !torch.vtensor<[2,4],si64> {
  %r = torch.aten.mm %a, %b : !torch.vtensor<[2,3],si64>, !torch.vtensor<[3,4],si64> -> !torch.vtensor<[2,4],si64>
  return %r : !torch.vtensor<[2,4],si64>
}

// CHECK-LABEL: func.func @index_select(
// CHECK:         tosa.gather %{{.*}}, %{{.*}} : (tensor<1x4x3xf32>, tensor<1x?xi32>) -> tensor<1x?x3xf32>
func.func @index_select(%a: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,3],f32> {
  %0 = torch.constant.int 0
  %r = torch.aten.index_select %a, %0, %i : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[?],si64> -> !torch.vtensor<[?,3],f32>
  return %r : !torch.vtensor<[?,3],f32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK:         tosa.scatter %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x12x1xf32>, tensor<1x6xi32>, tensor<1x6x1xf32>) -> tensor<1x12x1xf32>
func.func @scatter(%a: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[2,3],si64>, %s: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %0 = torch.constant.int 0
  %r = torch.aten.scatter.src %a, %0, %i, %s : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[4,3],f32>
  return %r : !torch.vtensor<[4,3],f32>
}

// Each place adds up the updates that are its own.
// CHECK-LABEL: func.func @scatter_add(
// CHECK:         %[[HERE:.*]] = tosa.equal %{{.*}} -> tensor<1x12x6xi1>
// CHECK:         %[[OWN:.*]] = tosa.select
// CHECK:         tosa.reduce_sum %[[OWN]] {axis = 2 : i32} : (tensor<1x12x6x1xf32>) -> tensor<1x12x1x1xf32>
// CHECK:         tosa.add
func.func @scatter_add(%a: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[2,3],si64>, %s: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %0 = torch.constant.int 0
  %r = torch.aten.scatter_add %a, %0, %i, %s : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[4,3],f32>
  return %r : !torch.vtensor<[4,3],f32>
}

// More updates than places: some are written over.
// CHECK-LABEL: func.func @scatter_too_many(
// CHECK:         torch.aten.scatter.src {{.*}}ingot.unconverted
// REPORT:        folds.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.scatter.src' is not converted to TOSA: TOSA writes each place once only
// CHECK-NOT:     stablehlo
func.func @scatter_too_many(%a: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[5,3],si64>, %s: !torch.vtensor<[5,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %0 = torch.constant.int 0
  %r = torch.aten.scatter.src %a, %0, %i, %s : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[5,3],si64>, !torch.vtensor<[5,3],f32> -> !torch.vtensor<[4,3],f32>
  return %r : !torch.vtensor<[4,3],f32>
}
