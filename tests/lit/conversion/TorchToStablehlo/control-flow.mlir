// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @branch(
// CHECK-SAME:    %[[C:.*]]: tensor<i1>, %[[A:.*]]: tensor<?xf32>) -> tensor<?xf32>
// CHECK:         %[[R:.*]] = "stablehlo.if"(%[[C]]) ({
// CHECK:           %[[N:.*]] = stablehlo.negate %[[A]]
// CHECK:           stablehlo.return %[[N]] : tensor<?xf32>
// CHECK:         }, {
// CHECK:           stablehlo.return %[[A]] : tensor<?xf32>
// CHECK:         return %[[R]]
func.func @branch(%c: !torch.bool, %a: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.prim.If %c -> (!torch.vtensor<[?],f32>) {
    %1 = torch.aten.neg %a : !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
    torch.prim.If.yield %1 : !torch.vtensor<[?],f32>
  } else {
    torch.prim.If.yield %a : !torch.vtensor<[?],f32>
  }
  return %0 : !torch.vtensor<[?],f32>
}

// The number of the iteration and the condition are carried before the rest.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    %[[N:.*]]: tensor<i64>, %[[A:.*]]: tensor<4xf32>
// CHECK-DAG:     %[[ZERO:.*]] = stablehlo.constant dense<0> : tensor<i64>
// CHECK-DAG:     %[[TRUE:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK:         %[[R:.*]]:3 = stablehlo.while(%[[I:.*]] = %[[ZERO]], %[[C:.*]] = %[[TRUE]], %[[X:.*]] = %[[A]])
// CHECK:           %[[LESS:.*]] = stablehlo.compare LT, %[[I]], %[[N]]
// CHECK:           %[[GOES:.*]] = stablehlo.and %[[LESS]], %[[C]]
// CHECK:           stablehlo.return %[[GOES]]
// CHECK:           %[[S:.*]] = stablehlo.add %[[X]]
// CHECK:           %[[NEXT:.*]] = stablehlo.add %[[I]]
// CHECK:           stablehlo.return %[[NEXT]], %[[TRUE]], %[[S]]
// CHECK:         return %[[R]]#2
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

// Lists cannot be carried.
// CHECK-LABEL: func.func @list(
// CHECK:         torch.prim.If
func.func @list(%c: !torch.bool, %a: !torch.list<int>, %b: !torch.list<int>) -> !torch.list<int> {
  %0 = torch.prim.If %c -> (!torch.list<int>) {
    torch.prim.If.yield %a : !torch.list<int>
  } else {
    torch.prim.If.yield %b : !torch.list<int>
  }
  return %0 : !torch.list<int>
}

// CHECK-LABEL: func.func private @callee(
// CHECK-SAME:    tensor<2xui8>, tensor<f64>) -> tensor<2xui8>
func.func private @callee(!torch.vtensor<[2],ui8>, !torch.float) -> !torch.vtensor<[2],ui8>

// CHECK-LABEL: func.func @call(
// CHECK:         call @callee(%{{.*}}, %{{.*}}) : (tensor<2xui8>, tensor<f64>) -> tensor<2xui8>
func.func @call(%a: !torch.vtensor<[2],ui8>) -> !torch.vtensor<[2],ui8> {
  %x = torch.constant.float 1.5
  %0 = call @callee(%a, %x) : (!torch.vtensor<[2],ui8>, !torch.float) -> !torch.vtensor<[2],ui8>
  return %0 : !torch.vtensor<[2],ui8>
}
