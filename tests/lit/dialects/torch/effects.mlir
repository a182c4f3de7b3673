// What may be dropped or shared: operators whose schema says that they only
// compute, on tensors that nobody changes.
// RUN: ingot-opt %s -canonicalize -cse | FileCheck %s

// CHECK-LABEL: @unused
// CHECK-NEXT: torch.aten.rand_like
// CHECK-NEXT: torch.aten.add_.Scalar
// CHECK-NEXT: torch.aten._assert_scalar
// CHECK-NEXT: torch.operator "other.unknown"
// CHECK-NEXT: return
func.func @unused(%a: !torch.vtensor<[2],f32>, %m: !torch.tensor<[2],f32>, %i: !torch.int, %none: !torch.none, %text: !torch.str) {
  %0 = torch.aten.relu %a : !torch.vtensor<[2],f32> -> !torch.vtensor<[2],f32>
  %1 = torch.aten.relu %m : !torch.tensor<[2],f32> -> !torch.tensor<[2],f32>
  %2 = torch.aten.rand_like %a, %none, %none, %none, %none, %none : !torch.vtensor<[2],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2],f32>
  %3 = torch.aten.add_.Scalar %m, %i, %i : !torch.tensor<[2],f32>, !torch.int, !torch.int -> !torch.tensor<[2],f32>
  torch.aten._assert_scalar %i, %text : !torch.int, !torch.str
  %4 = torch.operator "torch.aten.diag"(%a, %i) : (!torch.vtensor<[2],f32>, !torch.int) -> !torch.vtensor<[2,2],f32>
  %5 = torch.operator "onnx.Relu"(%a) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  %6 = torch.operator "other.unknown"(%a) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return
}

// CHECK-LABEL: @lists
// One list for all but the one that is changed, whose length is asked twice.
// CHECK-COUNT-2: torch.prim.ListConstruct
// CHECK: torch.aten.len.t
// CHECK: torch.aten.append.t
// CHECK: torch.aten.len.t
// CHECK: torch.aten.len.t
// CHECK-NOT: torch.aten.len.t
func.func @lists(%i: !torch.int) -> (!torch.int, !torch.int, !torch.int, !torch.int) {
  %0 = torch.prim.ListConstruct %i : (!torch.int) -> !torch.list<int>
  %1 = torch.prim.ListConstruct %i : (!torch.int) -> !torch.list<int>
  %2 = torch.prim.ListConstruct %i : (!torch.int) -> !torch.list<int>
  %3 = torch.aten.len.t %0 : !torch.list<int> -> !torch.int
  %4 = torch.aten.append.t %0, %i : !torch.list<int>, !torch.int -> !torch.list<int>
  %5 = torch.aten.len.t %0 : !torch.list<int> -> !torch.int
  %6 = torch.aten.len.t %1 : !torch.list<int> -> !torch.int
  %7 = torch.aten.len.t %2 : !torch.list<int> -> !torch.int
  return %3, %5, %6, %7 : !torch.int, !torch.int, !torch.int, !torch.int
}

// CHECK-LABEL: @equal
// CHECK-COUNT-1: torch.aten.relu {{.*}} : !torch.vtensor
// Each makes a tensor of its own.
// CHECK-COUNT-2: torch.aten.relu {{.*}} : !torch.tensor
// CHECK-NOT: torch.aten.relu
func.func @equal(%a: !torch.vtensor<[2],f32>, %m: !torch.tensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>, !torch.tensor<[2],f32>) {
  %0 = torch.aten.relu %a : !torch.vtensor<[2],f32> -> !torch.vtensor<[2],f32>
  %1 = torch.aten.relu %a : !torch.vtensor<[2],f32> -> !torch.vtensor<[2],f32>
  %2 = torch.aten.relu %m : !torch.tensor<[2],f32> -> !torch.tensor<[2],f32>
  %3 = torch.aten.relu %m : !torch.tensor<[2],f32> -> !torch.tensor<[2],f32>
  return %0, %1, %2, %3 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>, !torch.tensor<[2],f32>
}
