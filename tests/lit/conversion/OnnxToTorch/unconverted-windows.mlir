// Windows that PyTorch's pools do not have.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @indices(%x: !torch.vtensor<[1,2,4,4],f32>) -> (!torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[1,2,3,3],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': only windows of one to three dimensions, and no indices
  %0:2 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,2,4,4],f32>) -> (!torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[1,2,3,3],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[1,2,3,3],si64>
}

func.func @auto_pad(%x: !torch.vtensor<[1,2,?,4],f32>) -> !torch.vtensor<[1,2,?,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': auto_pad needs sizes that are known
  %0 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,2,?,4],f32>) -> !torch.vtensor<[1,2,?,4],f32>
  return %0 : !torch.vtensor<[1,2,?,4],f32>
}

func.func @dilated_average(%x: !torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AveragePool': an average over dilated windows
  %0 = torch.operator "onnx.AveragePool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.dilations = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,2,2,2],f32>
}

func.func @uneven_average(%x: !torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,4,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AveragePool': an average that does not count uneven pads
  %0 = torch.operator "onnx.AveragePool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.pads = [0 : si64, 0 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,4,4],f32>
  return %0 : !torch.vtensor<[1,2,4,4],f32>
}
