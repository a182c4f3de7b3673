// Networks without steps, and functions that ONNX does not name.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @no_steps(%x: !torch.vtensor<[0,1,2],f32>, %w: !torch.vtensor<[1,12,2],f32>, %r: !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[0,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': no steps, or a hidden size that is not known
  %0 = torch.operator "onnx.LSTM"(%x, %w, %r) {torch.onnx.hidden_size = 3 : si64} : (!torch.vtensor<[0,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[0,1,1,3],f32>
  return %0 : !torch.vtensor<[0,1,1,3],f32>
}

func.func @activations(%x: !torch.vtensor<[4,1,2],f32>, %w: !torch.vtensor<[1,12,2],f32>, %r: !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': its attribute 'activations' names others than ONNX has, or too few
  %0 = torch.operator "onnx.LSTM"(%x, %w, %r) {torch.onnx.hidden_size = 3 : si64, torch.onnx.activations = ["Sigmoid", "Swish", "Tanh"]} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}
