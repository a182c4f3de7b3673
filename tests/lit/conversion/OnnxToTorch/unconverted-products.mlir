// Convolutions whose padding PyTorch cannot say.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @output_shape(%x: !torch.vtensor<[1,2,?,4],f32>, %w: !torch.vtensor<[2,3,3,3],f32>) -> !torch.vtensor<[1,3,6,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConvTranspose': auto_pad and output_shape need sizes that are known
  %0 = torch.operator "onnx.ConvTranspose"(%x, %w) {torch.onnx.output_shape = [6 : si64, 6 : si64]} : (!torch.vtensor<[1,2,?,4],f32>, !torch.vtensor<[2,3,3,3],f32>) -> !torch.vtensor<[1,3,6,6],f32>
  return %0 : !torch.vtensor<[1,3,6,6],f32>
}

func.func @past_without_dimensions(%arg0: !torch.vtensor<[1,2,5],f32>, %arg1: !torch.vtensor<[2,1,3],f32>, %arg2: !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,5],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CausalConvWithState': a past state of another rank than the operand
  %0 = torch.operator "onnx.CausalConvWithState"(%arg0, %arg1, %none, %arg2) : (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[2,1,3],f32>, !torch.none, !torch.vtensor<[],f32>) -> !torch.vtensor<[1,2,5],f32>
  return %0 : !torch.vtensor<[1,2,5],f32>
}
