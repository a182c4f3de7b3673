// Windows that PyTorch's pools do not have.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @large_with_indices(%x: !torch.vtensor<[1,1,32,32],f32>) -> (!torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': indices of windows of more than 512 elements
  %0:2 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [32 : si64, 32 : si64]} : (!torch.vtensor<[1,1,32,32],f32>) -> (!torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>
}

func.func @indices_with_auto_pad(%x: !torch.vtensor<[1,2,?,4],f32>) -> (!torch.vtensor<[1,2,?,2],f32>, !torch.vtensor<[1,2,?,2],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': indices with auto_pad need sizes that are known
  %0:2 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64], torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,2,?,4],f32>) -> (!torch.vtensor<[1,2,?,2],f32>, !torch.vtensor<[1,2,?,2],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,2,?,2],f32>, !torch.vtensor<[1,2,?,2],si64>
}

func.func @long_power(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LpPool': windows of more than 512 elements in a dimension
  %0 = torch.operator "onnx.LpPool"(%arg0) {torch.onnx.kernel_shape = [100000000 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,1],f32>
  return %0 : !torch.vtensor<[1,1,1],f32>
}

func.func @long_average(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AveragePool': windows of more than 512 elements in a dimension
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [100000000 : si64], torch.onnx.dilations = [2 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

func.func @long_uneven_maximum(%arg0: !torch.vtensor<[1,1,4],si32>) -> !torch.vtensor<[1,1,4],si32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': windows of more than 512 elements in a dimension
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [100000000 : si64], torch.onnx.pads = [1 : si64, 0 : si64]} : (!torch.vtensor<[1,1,4],si32>) -> !torch.vtensor<[1,1,4],si32>
  return %0 : !torch.vtensor<[1,1,4],si32>
}

func.func @overflowing_indices(%arg0: !torch.vtensor<[1,1,4,4],f32>) -> (!torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': a window, stride, dilation or padding of more than 2^30
  %0:2 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [4294967296 : si64, 4294967296 : si64]} : (!torch.vtensor<[1,1,4,4],f32>) -> (!torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,1,1],f32>, !torch.vtensor<[1,1,1,1],si64>
}

func.func @power_of_lower_rank(%arg0: !torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LpPool': a result of another rank than the operand
  %0 = torch.operator "onnx.LpPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @unpool_of_lower_rank(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,1,2],si64>) -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxUnpool': a result of another rank than the operand
  %0 = torch.operator "onnx.MaxUnpool"(%arg0, %arg1) {torch.onnx.kernel_shape = [2 : si64]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,1,2],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @maximum_of_lower_rank(%arg0: !torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': a result of another rank than the operand
  %0:2 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>
}
