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
