// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// CHECK-LABEL: func.func @branch(
// CHECK:         tosa.cond_if %{{.*}} : tensor<i1> -> tensor<?xf32> {
// CHECK:         tosa.negate %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?xf32>
// CHECK:         tosa.yield %{{.*}} : tensor<?xf32>
// CHECK:         } else {
// CHECK:         tosa.yield %{{.*}} : tensor<?xf32>
func.func @branch(%c: !torch.bool, %a: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.prim.If %c -> (!torch.vtensor<[?],f32>) {
    %1 = torch.aten.neg %a : !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
    torch.prim.If.yield %1 : !torch.vtensor<[?],f32>
  } else {
    torch.prim.If.yield %a : !torch.vtensor<[?],f32>
  }
  return %0 : !torch.vtensor<[?],f32>
}

// The number of the iteration, the condition and what the loop carries; the body counts on.
// CHECK-LABEL: func.func @loop(
// CHECK:         tosa.while_loop (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (tensor<i64>, tensor<i1>, tensor<4xf32>) -> (tensor<i64>, tensor<i1>, tensor<4xf32>) {
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK:         tosa.logical_and %{{.*}}, %{{.*}} : (tensor<i1>, tensor<i1>) -> tensor<i1>
// CHECK:         tosa.yield %{{.*}} : tensor<i1>
// CHECK:         tosa.cast %{{.*}} : (tensor<i64>) -> tensor<f32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.yield %{{.*}}, %{{.*}}, %{{.*}} : tensor<i64>, tensor<i1>, tensor<4xf32>
func.func @loop(%n: !torch.int, %a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %true = torch.constant.bool true
  %one = torch.constant.int 1
  %0 = torch.prim.Loop %n, %true, init(%a) {
  ^bb0(%i: !torch.int, %x: !torch.vtensor<[4],f32>):
    %1 = torch.aten.add.Scalar %x, %i, %one : !torch.vtensor<[4],f32>, !torch.int, !torch.int -> !torch.vtensor<[4],f32>
    torch.prim.Loop.condition %true, iter(%1 : !torch.vtensor<[4],f32>)
  } : (!torch.int, !torch.bool, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @list(
// CHECK:         torch.prim.If
// REPORT:        control-flow.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.prim.If' is not converted to TOSA: TOSA has no type for what it carries
func.func @list(%c: !torch.bool, %a: !torch.list<int>, %b: !torch.list<int>) -> !torch.list<int> {
  %0 = torch.prim.If %c -> (!torch.list<int>) {
    torch.prim.If.yield %a : !torch.list<int>
  } else {
    torch.prim.If.yield %b : !torch.list<int>
  }
  return %0 : !torch.list<int>
}
