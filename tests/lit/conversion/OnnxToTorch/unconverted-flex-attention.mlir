// Functions of products and shares, which the reader of files writes out.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @score(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ai.onnx.preview.FlexAttention': functions of products or shares
  %0 = torch.operator "onnx.ai.onnx.preview.FlexAttention"(%arg0, %arg1, %arg2) {torch.onnx.score_mod = "graph"} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @share(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ai.onnx.preview.FlexAttention': functions of products or shares
  %0 = torch.operator "onnx.ai.onnx.preview.FlexAttention"(%arg0, %arg1, %arg2) {torch.onnx.prob_mod = "graph"} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

func.func @rank(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[1,5,8],f32>, %arg2: !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ai.onnx.preview.FlexAttention': functions of products or shares
  %0 = torch.operator "onnx.ai.onnx.preview.FlexAttention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[1,5,8],f32>, !torch.vtensor<[1,5,8],f32>) -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}

func.func @results(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.ai.onnx.preview.FlexAttention': functions of products or shares
  %0:2 = torch.operator "onnx.ai.onnx.preview.FlexAttention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>
}
