// What a program writes into its arguments comes back as further results, in
// the order of the arguments.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics -ingot-return-mutated-arguments | FileCheck %s

// CHECK-LABEL: func.func @written_twice(
// CHECK-SAME:    -> (!torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>)
// CHECK:         return %arg2, %arg1
func.func @written_twice(%a: !torch.tensor<[2],f32>, %b: !torch.vtensor<[2],f32>, %c: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2],si64> {
  %0 = torch.copy.to_vtensor %a : !torch.vtensor<[2],f32>
  torch.overwrite.tensor.contents %0 overwrites %a : !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>
  torch.overwrite.tensor.contents %b overwrites %a : !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>
  return %c : !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @of_any_size(
// CHECK-SAME:    -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
// CHECK:         return %arg2, %arg3
func.func @of_any_size(%a: !torch.tensor<[?],f32>, %b: !torch.tensor<[?],f32>, %c: !torch.vtensor<[?],f32>, %d: !torch.vtensor<[?],f32>) {
  torch.overwrite.tensor.contents %d overwrites %b : !torch.vtensor<[?],f32>, !torch.tensor<[?],f32>
  torch.overwrite.tensor.contents %c overwrites %a : !torch.vtensor<[?],f32>, !torch.tensor<[?],f32>
  return
}

// Read only.
// CHECK-LABEL: func.func @read(
// CHECK-SAME:    -> !torch.vtensor<[2],f32> {
func.func @read(%a: !torch.tensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.copy.to_vtensor %a : !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// -----

// expected-error @+1 {{overwrites its argument 0 within a branch or a loop}}
func.func @branch(%a: !torch.tensor<[2],f32>, %b: !torch.vtensor<[2],f32>, %c: !torch.bool) {
  torch.prim.If %c -> () {
    torch.overwrite.tensor.contents %b overwrites %a : !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>
    torch.prim.If.yield
  } else {
    torch.prim.If.yield
  }
  return
}
