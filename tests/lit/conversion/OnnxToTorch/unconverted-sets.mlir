// Axes of Unique that are not there.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @axis(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unique': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Unique"(%arg0) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

func.func @negative(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unique': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Unique"(%arg0) {torch.onnx.axis = -3 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

func.func @scalar(%arg0: !torch.vtensor<[],f32>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unique': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Unique"(%arg0) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[],f32>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @sorted(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unique': its attribute 'sorted' is not an int
  %0 = torch.operator "onnx.Unique"(%arg0) {torch.onnx.sorted = "yes"} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @nothing() -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unique': ONNX's operator Unique takes at least 1 tensors and gives one
  %0 = torch.operator "onnx.Unique"() : () -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}
