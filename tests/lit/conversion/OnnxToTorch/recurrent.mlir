// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// Two steps of two products each, for each direction.
// CHECK-LABEL: func.func @lstm(
// CHECK-COUNT-8: torch.aten.matmul
// CHECK-NOT:     torch.aten.matmul
func.func @lstm(%x: !torch.vtensor<[2,1,3],f32>, %w: !torch.vtensor<[2,16,3],f32>, %r: !torch.vtensor<[2,16,4],f32>) -> !torch.vtensor<[2,2,1,4],f32> {
  %0:3 = torch.operator "onnx.LSTM"(%x, %w, %r) {torch.onnx.direction = "bidirectional", torch.onnx.hidden_size = 4 : si64} : (!torch.vtensor<[2,1,3],f32>, !torch.vtensor<[2,16,3],f32>, !torch.vtensor<[2,16,4],f32>) -> (!torch.vtensor<[2,2,1,4],f32>, !torch.vtensor<[2,1,4],f32>, !torch.vtensor<[2,1,4],f32>)
  return %0#0 : !torch.vtensor<[2,2,1,4],f32>
}
