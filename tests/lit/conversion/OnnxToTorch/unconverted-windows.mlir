// Windows that PyTorch's pools do not have.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @large_with_indices(%x: !torch.vtensor<[1,1,32,32],f32>) -> (!torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': indices of windows of more than 512 elements
  %0:2 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [32 : si64, 32 : si64]} : (!torch.vtensor<[1,1,32,32],f32>) -> (!torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>
}

func.func @auto_pad(%x: !torch.vtensor<[1,2,?,4],f32>) -> !torch.vtensor<[1,2,?,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': auto_pad needs sizes that are known
  %0 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,2,?,4],f32>) -> !torch.vtensor<[1,2,?,4],f32>
  return %0 : !torch.vtensor<[1,2,?,4],f32>
}
