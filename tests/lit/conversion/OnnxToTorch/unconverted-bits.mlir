// Shifts that go nowhere, casts that name no number.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @no_direction(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BitShift': its attribute 'direction' is neither LEFT nor RIGHT
  %0 = torch.operator "onnx.BitShift"(%arg0, %arg1) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @another_direction(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BitShift': its attribute 'direction' is neither LEFT nor RIGHT
  %0 = torch.operator "onnx.BitShift"(%arg0, %arg1) {torch.onnx.direction = "UP"} : (!torch.vtensor<[4],ui8>, !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @lower_case(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BitShift': its attribute 'direction' is neither LEFT nor RIGHT
  %0 = torch.operator "onnx.BitShift"(%arg0, %arg1) {torch.onnx.direction = "left"} : (!torch.vtensor<[4],ui8>, !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @floats(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BitShift': its attribute 'direction' is neither LEFT nor RIGHT
  %0 = torch.operator "onnx.BitShift"(%arg0, %arg1) {torch.onnx.direction = "LEFT"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @to(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Cast': its attribute 'to' is not an int
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = "int32"} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si32>
  return %0 : !torch.vtensor<[4],si32>
}

func.func @saturate(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E4M3FN> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Cast': its attribute 'saturate' is not an int
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 17 : si64, torch.onnx.saturate = 1.0 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E4M3FN>
  return %0 : !torch.vtensor<[4],f8E4M3FN>
}

func.func @round_mode(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E8M0FNU> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Cast': its attribute 'round_mode' is not a string
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 24 : si64, torch.onnx.round_mode = 1 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E8M0FNU>
  return %0 : !torch.vtensor<[4],f8E8M0FNU>
}

func.func @bits_of_one(%arg0: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.BitwiseAnd': ONNX's operator BitwiseAnd takes at least 2 tensors and gives one
  %0 = torch.operator "onnx.BitwiseAnd"(%arg0) : (!torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}
