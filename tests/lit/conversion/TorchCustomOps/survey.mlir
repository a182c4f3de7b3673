// RUN: not ingot-opt %s --ingot-survey-custom-ops 2>&1 | FileCheck %s --implicit-check-not=error:

// CHECK: survey.mlir:[[@LINE+5]]:8: error: 'torch.aten.view' cannot be a custom op: 'size' is a list or tuple whose elements are not known
func.func @main(%x: !torch.vtensor<[6],f32>, %size: !torch.list<int>, %p: !torch.bool) -> (!torch.vtensor<[2,3],f32>, !torch.int) {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %r = torch.aten.relu %x : !torch.vtensor<[6],f32> -> !torch.vtensor<[6],f32>
  %0 = torch.aten.view %r, %size : !torch.vtensor<[6],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  // CHECK: survey.mlir:[[@LINE+1]]:8: error: 'torch.prim.If' cannot be a custom op: it is control flow: what its regions hold can be custom ops
  %1 = torch.prim.If %p -> (!torch.int) {
    %2 = torch.aten.size.int %x, %zero : !torch.vtensor<[6],f32>, !torch.int -> !torch.int
    %3 = torch.aten.add.int %2, %one : !torch.int, !torch.int -> !torch.int
    torch.prim.If.yield %3 : !torch.int
  } else {
    torch.prim.If.yield %zero : !torch.int
  }
  // CHECK: survey.mlir:[[@LINE+1]]:3: error: 'torch.runtime.assert' cannot be a custom op: it computes nothing: conversions make it a check of the run
  torch.runtime.assert %p, "must hold"
  return %0, %1 : !torch.vtensor<[2,3],f32>, !torch.int
}
// CHECK: remark: 3 of 6 operators can be custom ops
