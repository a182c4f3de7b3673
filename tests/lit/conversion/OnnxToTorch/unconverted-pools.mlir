// Pools of windows that are not there.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @no_kernel(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': only windows of one to three dimensions
  %0 = torch.operator "onnx.MaxPool"(%arg0) : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

func.func @matrix(%arg0: !torch.vtensor<[4,4],f32>) -> !torch.vtensor<[4,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AveragePool': only windows of one to three dimensions
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = []} : (!torch.vtensor<[4,4],f32>) -> !torch.vtensor<[4,4],f32>
  return %0 : !torch.vtensor<[4,4],f32>
}

func.func @four_dimensions(%arg0: !torch.vtensor<[1,1,2,2,2,2],f32>) -> !torch.vtensor<[1,1,1,1,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': only windows of one to three dimensions
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64, 2 : si64, 2 : si64]} : (!torch.vtensor<[1,1,2,2,2,2],f32>) -> !torch.vtensor<[1,1,1,1,1,1],f32>
  return %0 : !torch.vtensor<[1,1,1,1,1,1],f32>
}

func.func @kernel_count(%arg0: !torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[1,1,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LpPool': only windows of one to three dimensions
  %0 = torch.operator "onnx.LpPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64]} : (!torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[1,1,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3],f32>
}

func.func @zero_kernel(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [0 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

func.func @zero_stride(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AveragePool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [0 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

func.func @negative_dilation(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.dilations = [-1 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

func.func @strides_count(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

func.func @pads_count(%arg0: !torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AveragePool': auto_pad needs sizes that are known
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.pads = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4,4],f32>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

func.func @three_results(%arg0: !torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],si64>, !torch.vtensor<[1,1,3],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.MaxPool': attributes and operands do not fit ONNX's operator
  %0:3 = torch.operator "onnx.MaxPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64]} : (!torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],si64>, !torch.vtensor<[1,1,3],si64>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],si64>, !torch.vtensor<[1,1,3],si64>
}

func.func @lp(%arg0: !torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LpPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LpPool"(%arg0) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.p = 0 : si64} : (!torch.vtensor<[1,1,4],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

func.func @global_lp(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GlobalLpPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GlobalLpPool"(%arg0) {torch.onnx.p = 0 : si64} : (!torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,1],f32>
  return %0 : !torch.vtensor<[1,2,1],f32>
}

func.func @global_lp_matrix(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GlobalLpPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GlobalLpPool"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @global_average_matrix(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GlobalAveragePool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GlobalAveragePool"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @global_max_matrix(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GlobalMaxPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GlobalMaxPool"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @unpool_unknown(%arg0: !torch.vtensor<[1,1,?,2],f32>, %arg1: !torch.vtensor<[1,1,?,2],si64>) -> !torch.vtensor<[1,1,?,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxUnpool': a result of sizes that are known only to the run
  %0 = torch.operator "onnx.MaxUnpool"(%arg0, %arg1) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,1,?,2],f32>, !torch.vtensor<[1,1,?,2],si64>) -> !torch.vtensor<[1,1,?,4],f32>
  return %0 : !torch.vtensor<[1,1,?,4],f32>
}

func.func @unpool_result(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,1,2],si64>) -> !torch.vtensor<[1,1,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxUnpool': a result of sizes that are known only to the run
  %0 = torch.operator "onnx.MaxUnpool"(%arg0, %arg1) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [2 : si64]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,1,2],si64>) -> !torch.vtensor<[1,1,?],f32>
  return %0 : !torch.vtensor<[1,1,?],f32>
}

func.func @unpool_no_kernel(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,1,2],si64>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxUnpool': only windows of one to three dimensions
  %0 = torch.operator "onnx.MaxUnpool"(%arg0, %arg1) : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,1,2],si64>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}
