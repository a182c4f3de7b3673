// RUN: ingot-opt %s -ingot-recognize-torch-operators | FileCheck %s

// CHECK-LABEL: @known
func.func @known(%a: !torch.vtensor<[?],f32>, %b: !torch.int) -> !torch.vtensor<[?,?],f32> {
  // CHECK: %[[R:.*]] = torch.aten.diag %{{.*}}, %{{.*}} {note = "x"} : !torch.vtensor<[?],f32>, !torch.int -> !torch.vtensor<[?,?],f32>
  // CHECK: return %[[R]]
  %0 = torch.operator "torch.aten.diag"(%a, %b) {note = "x"} : (!torch.vtensor<[?],f32>, !torch.int) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

// In a region of another one.
// CHECK-LABEL: @nested
func.func @nested(%a: !torch.vtensor<[2],f32>) {
  // CHECK: torch.operator "onnx.If"
  // CHECK-NEXT: torch.aten.relu
  %0 = torch.operator "onnx.If"(%a) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
    %1 = torch.operator "torch.aten.relu"(%a) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
    torch.operator_terminator %1 : !torch.vtensor<[2],f32>
  }
  return
}

// CHECK-LABEL: @unknown
func.func @unknown(%a: !torch.vtensor<[?],f32>) {
  // Of another library.
  // CHECK: torch.operator "other.diag"
  %0 = torch.operator "other.diag"(%a) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?,?],f32>
  // Of another release of PyTorch, perhaps: an operand is missing.
  // CHECK: torch.operator "torch.aten.diag"
  %1 = torch.operator "torch.aten.diag"(%a) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?,?],f32>
  // And here the results differ.
  // CHECK: torch.operator "torch.aten.relu"
  %2 = torch.operator "torch.aten.relu"(%a) : (!torch.vtensor<[?],f32>) -> !torch.int
  return
}

// Nobody changes a value, so that it may be detached where it stands.
// CHECK-LABEL: @detached
func.func @detached(%a: !torch.vtensor<[2],f32>, %b: !torch.tensor<[2],f32>) {
  // CHECK: torch.aten.detach %{{.*}} : !torch.vtensor
  %0 = torch.operator "torch.aten.detach_"(%a) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  // CHECK: torch.operator "torch.aten.detach_"
  %1 = torch.operator "torch.aten.detach_"(%b) : (!torch.tensor<[2],f32>) -> !torch.tensor<[2],f32>
  return
}

// The operator says the rank, if nobody outside depends on the type.
// CHECK-LABEL: @ranks
func.func @ranks(%a: !torch.vtensor<[?],i1>, %n: !torch.int) -> !torch.vtensor<*,si64> {
  %none = torch.constant.none
  // CHECK: torch.prim.NumToTensor.Scalar %{{.*}} : !torch.int -> !torch.vtensor<[],si64>
  %0 = torch.prim.NumToTensor.Scalar %n : !torch.int -> !torch.vtensor<*,si64>
  // CHECK: torch.aten.sum %{{.*}} -> !torch.vtensor<[],si64>
  %1 = torch.aten.sum %a, %none : !torch.vtensor<[?],i1>, !torch.none -> !torch.vtensor<*,si64>
  %2 = torch.aten.minimum %0, %1 : !torch.vtensor<*,si64>, !torch.vtensor<*,si64> -> !torch.vtensor<[],si64>
  // CHECK: torch.aten.sum %{{.*}} -> !torch.vtensor<*,si64>
  %3 = torch.aten.sum %a, %none : !torch.vtensor<[?],i1>, !torch.none -> !torch.vtensor<*,si64>
  return %3 : !torch.vtensor<*,si64>
}

// CHECK-LABEL: @sums
func.func @sums(%a: !torch.vtensor<[2,?,4],f32>) -> !torch.vtensor<[4,?],f32> {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %dims = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %order = torch.prim.ListConstruct %one, %zero : (!torch.int, !torch.int) -> !torch.list<int>
  // CHECK: torch.aten.sum.dim_IntList %{{.*}} -> !torch.vtensor<[?,4],f32>
  %0 = torch.aten.sum.dim_IntList %a, %dims, %false, %none : !torch.vtensor<[2,?,4],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<*,f32>
  %1 = torch.aten.permute %0, %order : !torch.vtensor<*,f32>, !torch.list<int> -> !torch.vtensor<[4,?],f32>
  return %1 : !torch.vtensor<[4,?],f32>
}

// What has the same type in two places keeps it.
// CHECK-LABEL: @copied
func.func @copied(%a: !torch.vtensor<[?],f32>, %t: !torch.tensor<*,f32>) {
  %none = torch.constant.none
  // CHECK: torch.aten.sum %{{.*}} -> !torch.vtensor<*,f32>
  %0 = torch.aten.sum %a, %none : !torch.vtensor<[?],f32>, !torch.none -> !torch.vtensor<*,f32>
  torch.overwrite.tensor.contents %0 overwrites %t : !torch.vtensor<*,f32>, !torch.tensor<*,f32>
  // CHECK: torch.aten.sum %{{.*}} -> !torch.vtensor<*,f32>
  %1 = torch.aten.sum %a, %none : !torch.vtensor<[?],f32>, !torch.none -> !torch.vtensor<*,f32>
  %2 = torch.copy.to_tensor %1 : !torch.tensor<*,f32>
  return
}
