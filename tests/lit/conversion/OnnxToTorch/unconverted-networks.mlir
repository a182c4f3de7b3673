// Recurrent networks of operands and functions that ONNX does not have.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @gru_rank(%arg0: !torch.vtensor<[4,2],f32>, %arg1: !torch.vtensor<[1,9,2],f32>, %arg2: !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GRU': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GRU"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,2],f32>, !torch.vtensor<[1,9,2],f32>, !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @gru_weights(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[9,2],f32>, %arg2: !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GRU': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GRU"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[9,2],f32>, !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @lstm_bias(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>, %arg3: !torch.vtensor<[24],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>, !torch.vtensor<[24],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @lstm_state(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>, %arg3: !torch.vtensor<[1,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2, %none, %none, %arg3) : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>, !torch.none, !torch.none, !torch.vtensor<[1,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @lstm_peepholes(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>, %arg3: !torch.vtensor<[9],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2, %none, %none, %none, %none, %arg3) : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.vtensor<[9],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @gru_activations(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,9,2],f32>, %arg2: !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GRU': its attribute 'activations' names others than ONNX has, or too few
  %0 = torch.operator "onnx.GRU"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["Sigmoid", "Gelu"]} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,9,2],f32>, !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @gru_one_activation(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,9,2],f32>, %arg2: !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GRU': its attribute 'activations' names others than ONNX has, or too few
  %0 = torch.operator "onnx.GRU"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["Sigmoid"]} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,9,2],f32>, !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @rnn_activations(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[2,3,2],f32>, %arg2: !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[4,2,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RNN': its attribute 'activations' names others than ONNX has, or too few
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.direction = "bidirectional", torch.onnx.activations = ["Tanh"]} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[2,3,2],f32>, !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[4,2,1,3],f32>
  return %0 : !torch.vtensor<[4,2,1,3],f32>
}

func.func @rnn_clip(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RNN': its attribute 'clip' is not a float
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.clip = 1 : si64} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @rnn_hidden(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RNN': its attribute 'hidden_size' is not an int
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.hidden_size = 3.0 : f32} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}
