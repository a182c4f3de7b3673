// Networks without steps or states, numbers that are reduced.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @no_steps(%arg0: !torch.vtensor<[0,1,2],f32>, %arg1: !torch.vtensor<[1,9,2],f32>, %arg2: !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[0,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GRU': no steps, or a hidden size that is not known
  %0 = torch.operator "onnx.GRU"(%arg0, %arg1, %arg2) : (!torch.vtensor<[0,1,2],f32>, !torch.vtensor<[1,9,2],f32>, !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[0,1,1,3],f32>
  return %0 : !torch.vtensor<[0,1,1,3],f32>
}

func.func @no_hidden(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,?],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RNN': no steps, or a hidden size that is not known
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,?],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @zero_hidden(%arg0: !torch.vtensor<[4,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LSTM': no steps, or a hidden size that is not known
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2) {torch.onnx.hidden_size = 0 : si64} : (!torch.vtensor<[4,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[4,1,1,3],f32>
  return %0 : !torch.vtensor<[4,1,1,3],f32>
}

func.func @reduced_number(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceSum"(%arg0, %arg1) : (!torch.vtensor<[],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @axes_of_two_dimensions(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[1,1],si64>) -> !torch.vtensor<[2,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceProd': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceProd"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1,1],si64>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}
