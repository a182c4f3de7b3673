// RUN: ingot-opt %s --convert-torch-to-tosa 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// CHECK-LABEL: func.func @assert(
// CHECK:         %[[C:.*]] = tensor.extract %{{.*}}[] : tensor<i1>
// CHECK:         cf.assert %[[C]], "too short"
func.func @assert(%c: !torch.bool) {
  torch.runtime.assert %c, "too short"
  return
}

// CHECK-LABEL: func.func @branch(
// CHECK-SAME:    %[[C:.*]]: tensor<i1>
// CHECK:         %[[R:.*]] = tosa.cond_if %[[C]]
// CHECK:           tosa.add
// CHECK:           tosa.yield
// CHECK:         } else {
// CHECK:           tosa.yield
// CHECK:         return %[[R]] : tensor<?xf32>
func.func @branch(%c: !torch.bool, %a: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %one = torch.constant.int 1
  %0 = torch.prim.If %c -> (!torch.vtensor<[?],f32>) {
    %1 = torch.aten.add.Tensor %a, %a, %one : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>, !torch.int -> !torch.vtensor<[?],f32>
    torch.prim.If.yield %1 : !torch.vtensor<[?],f32>
  } else {
    torch.prim.If.yield %a : !torch.vtensor<[?],f32>
  }
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @loop(
// CHECK:         tosa.while_loop (%[[I:.*]] = %{{.*}}, %[[G:.*]] = %{{.*}}, %[[X:.*]] = %{{.*}}) : (tensor<i64>, tensor<i1>, tensor<3xf32>)
// CHECK:           tosa.greater %{{.*}}, %[[I]]
// CHECK:           tosa.logical_and
// CHECK:         } do {
// CHECK:           tosa.add
// CHECK:           tosa.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<i64>, tensor<i1>, tensor<3xf32>
func.func @loop(%n: !torch.int, %a: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %true = torch.constant.bool true
  %one = torch.constant.int 1
  %0 = torch.prim.Loop %n, %true, init(%a) {
  ^bb0(%i: !torch.int, %x: !torch.vtensor<[3],f32>):
    %1 = torch.aten.add.Tensor %x, %a, %one : !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.int -> !torch.vtensor<[3],f32>
    torch.prim.Loop.condition %true, iter(%1 : !torch.vtensor<[3],f32>)
  } : (!torch.int, !torch.bool, !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Python's sizes are tensors without dimensions, computed with TOSA.
// CHECK-LABEL: func.func @sizes(
// CHECK:         %[[D:.*]] = tensor.dim
// CHECK:         tensor.from_elements %{{.*}} : tensor<i64>
// CHECK:         tosa.mul
func.func @sizes(%a: !torch.vtensor<[?,3],f32>) -> !torch.int {
  %0 = torch.constant.int 0
  %2 = torch.constant.int 2
  %n = torch.aten.size.int %a, %0 : !torch.vtensor<[?,3],f32>, !torch.int -> !torch.int
  %r = torch.aten.mul.int %n, %2 : !torch.int, !torch.int -> !torch.int
  return %r : !torch.int
}

// CHECK-LABEL: func.func @unknown_rank(
// CHECK:         torch.aten.relu
// REPORT:        special-ops.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.relu' is not converted to TOSA: the rank or the dtype of a result is not known
func.func @unknown_rank(%a: !torch.vtensor<*,f32>) -> !torch.vtensor<*,f32> {
  %0 = torch.aten.relu %a : !torch.vtensor<*,f32> -> !torch.vtensor<*,f32>
  return %0 : !torch.vtensor<*,f32>
}

// CHECK-LABEL: func.func @sort(
// CHECK:         torch.aten.sort
// REPORT:        special-ops.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.sort' is not converted to TOSA: TOSA does not sort
func.func @sort(%a: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>) {
  %0 = torch.constant.int 0
  %false = torch.constant.bool false
  %v, %i = torch.aten.sort %a, %0, %false : !torch.vtensor<[3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>
  return %v, %i : !torch.vtensor<[3],f32>, !torch.vtensor<[3],si64>
}

// Eight bits without a sign are computed with 32.
// CHECK-LABEL: func.func @unsigned(
// CHECK:         tensor.bitcast %{{.*}} : tensor<3xui8> to tensor<3xi8>
// CHECK:         tosa.cast %{{.*}} : (tensor<3xi8>) -> tensor<3xi32>
// CHECK:         tosa.bitwise_and
// CHECK:         tosa.cast %{{.*}} : (tensor<3xi32>) -> tensor<3xf32>
func.func @unsigned(%a: !torch.vtensor<[3],ui8>) -> !torch.vtensor<[3],f32> {
  %float = torch.constant.int 6
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.to.dtype %a, %float, %false, %false, %none : !torch.vtensor<[3],ui8>, !torch.int, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}
