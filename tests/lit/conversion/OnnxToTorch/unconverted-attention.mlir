// Attention of operands that have no heads.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @no_heads(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[1,5,8],f32>, %arg2: !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': operands of three dimensions need the numbers of heads
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[1,5,8],f32>, !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}

func.func @no_key_heads(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[1,5,8],f32>, %arg2: !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': operands of three dimensions need the numbers of heads
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 0 : si64} : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[1,5,8],f32>, !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}

func.func @negative_heads(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[1,5,8],f32>, %arg2: !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': operands of three dimensions need the numbers of heads
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = -2 : si64} : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[1,5,8],f32>, !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}

func.func @two_dimensions(%arg0: !torch.vtensor<[3,8],f32>, %arg1: !torch.vtensor<[5,8],f32>, %arg2: !torch.vtensor<[5,8],f32>) -> !torch.vtensor<[3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[3,8],f32>, !torch.vtensor<[5,8],f32>, !torch.vtensor<[5,8],f32>) -> !torch.vtensor<[3,8],f32>
  return %0 : !torch.vtensor<[3,8],f32>
}

func.func @mixed_ranks(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,5,8],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,5,8],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @mode(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3,5],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': attributes and operands do not fit ONNX's operator
  %0:4 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.qk_matmul_output_mode = 4 : si64} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[1,2,3,5],f32>)
  return %0#0, %0#3 : !torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3,5],f32>
}

func.func @negative_mode(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.qk_matmul_output_mode = -1 : si64} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @scale(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': its attribute 'scale' is not a float
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.scale = 1 : si64} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @five_results(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': attributes and operands do not fit ONNX's operator
  %0:5 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.none, !torch.none, !torch.none)
  return %0#0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @rotary_no_heads(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[1,3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RotaryEmbedding': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}

func.func @rotary_rank(%arg0: !torch.vtensor<[3,8],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RotaryEmbedding': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2) {torch.onnx.num_heads = 2 : si64} : (!torch.vtensor<[3,8],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[3,8],f32>
  return %0 : !torch.vtensor<[3,8],f32>
}

func.func @rotary_cache(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[8,2],f32>, %arg2: !torch.vtensor<[8,2],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RotaryEmbedding': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[8,2],f32>, !torch.vtensor<[8,2],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @rotary_positions(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,2],f32>, %arg3: !torch.vtensor<[1,3],si64>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RotaryEmbedding': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3],si64>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @rotary_sine(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[3,2],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RotaryEmbedding': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[3,2],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @mask_without_dimensions(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': a mask, past keys and values, or lengths of another rank
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @mask_of_five_dimensions(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[1,1,1,3,5],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': a mask, past keys and values, or lengths of another rank
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,1,1,3,5],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @past_key_without_dimensions(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[1,2,2,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': a mask, past keys and values, or lengths of another rank
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %none, %arg3, %arg4) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.none, !torch.vtensor<[],f32>, !torch.vtensor<[1,2,2,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @past_value_without_dimensions(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[1,2,2,4],f32>, %arg4: !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': a mask, past keys and values, or lengths of another rank
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %none, %arg3, %arg4) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.none, !torch.vtensor<[1,2,2,4],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @lengths_without_dimensions(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[],si64>) -> !torch.vtensor<[1,2,3,4],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': a mask, past keys and values, or lengths of another rank
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %none, %none, %none, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.none, !torch.none, !torch.none, !torch.vtensor<[],si64>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @keys_without_dimensions(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Attention': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64} : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}
