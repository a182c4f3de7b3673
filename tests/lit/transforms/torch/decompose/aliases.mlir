// Second names, and copies of views.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.absolute | FileCheck %s --check-prefix=LEGAL

// LEGAL: torch.aten.absolute
// CHECK-LABEL: func.func @absolute(
// CHECK-NEXT: torch.aten.abs %arg0 : !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
func.func @absolute(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.absolute %arg0 : !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// An operand that the other operator does not have is left out.
// CHECK-LABEL: func.func @strides(
// CHECK: torch.aten.view %arg0, %{{[^ ,:]+}} : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[6],f32>
func.func @strides(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[6],f32> {
  %six = torch.constant.int 6
  %one = torch.constant.int 1
  %size = torch.prim.ListConstruct %six : (!torch.int) -> !torch.list<int>
  %stride = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten._reshape_alias_copy %arg0, %size, %stride : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// The other one may be composite.
// CHECK-LABEL: func.func @list_of_parts(
// CHECK: torch.aten.slice.Tensor
// CHECK: torch.aten.slice.Tensor
func.func @list_of_parts(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %two = torch.constant.int 2
  %zero = torch.constant.int 0
  %list = torch.aten.split_copy.Tensor %arg0, %two, %zero : !torch.vtensor<[4],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %0, %1 = torch.prim.ListUnpack %list : !torch.list<vtensor> -> !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
  return %0, %1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}
