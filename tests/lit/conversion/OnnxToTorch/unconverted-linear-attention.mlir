// Tokens are spelt out, so their number must be known; gates need their
// operands.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @unknown_tokens(%arg0: !torch.vtensor<[1,?,4],f32>, %arg1: !torch.vtensor<[1,?,4],f32>, %arg2: !torch.vtensor<[1,?,4],f32>) -> !torch.vtensor<[1,?,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': a number of tokens that is not known, or above 256
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "linear"} : (!torch.vtensor<[1,?,4],f32>, !torch.vtensor<[1,?,4],f32>, !torch.vtensor<[1,?,4],f32>) -> !torch.vtensor<[1,?,4],f32>
  return %0 : !torch.vtensor<[1,?,4],f32>
}

func.func @many_tokens(%arg0: !torch.vtensor<[1,257,4],f32>, %arg1: !torch.vtensor<[1,257,4],f32>, %arg2: !torch.vtensor<[1,257,4],f32>) -> !torch.vtensor<[1,257,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': a number of tokens that is not known, or above 256
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "linear"} : (!torch.vtensor<[1,257,4],f32>, !torch.vtensor<[1,257,4],f32>, !torch.vtensor<[1,257,4],f32>) -> !torch.vtensor<[1,257,4],f32>
  return %0 : !torch.vtensor<[1,257,4],f32>
}

func.func @no_heads(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[1,2,4],f32>, %arg2: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': a number of tokens that is not known, or above 256
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.update_rule = "linear"} : (!torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

func.func @heads_that_do_not_divide(%arg0: !torch.vtensor<[1,2,6],f32>, %arg1: !torch.vtensor<[1,2,4],f32>, %arg2: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': a number of tokens that is not known, or above 256
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 3 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "linear"} : (!torch.vtensor<[1,2,6],f32>, !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,6],f32>
  return %0 : !torch.vtensor<[1,2,6],f32>
}

func.func @rank(%arg0: !torch.vtensor<[1,2,2,2],f32>, %arg1: !torch.vtensor<[1,2,4],f32>, %arg2: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "linear"} : (!torch.vtensor<[1,2,2,2],f32>, !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,2,2,2],f32>
}

func.func @no_decay(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[1,2,4],f32>, %arg2: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "gated"} : (!torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

func.func @no_rate(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[1,2,4],f32>, %arg2: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "delta"} : (!torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

func.func @neither(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[1,2,4],f32>, %arg2: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LinearAttention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64} : (!torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}
