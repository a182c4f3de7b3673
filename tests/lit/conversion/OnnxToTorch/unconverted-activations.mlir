// Activations and elementwise operators without what they need.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @prelu(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.PRelu': ONNX's operator PRelu takes at least 2 tensors and gives one
  %0 = torch.operator "onnx.PRelu"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @swiglu(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.SwiGLU': ONNX's operator SwiGLU takes at least 2 tensors and gives one
  %0 = torch.operator "onnx.SwiGLU"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @bias_gelu(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.BiasGelu': ONNX's operator com.microsoft.BiasGelu takes at least 2 tensors and gives one
  %0 = torch.operator "onnx.com.microsoft.BiasGelu"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @elu(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Elu': its attribute 'alpha' is not a float
  %0 = torch.operator "onnx.Elu"(%arg0) {torch.onnx.alpha = 1 : si64} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @selu(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Selu': its attribute 'gamma' is not a float
  %0 = torch.operator "onnx.Selu"(%arg0) {torch.onnx.gamma = 1 : si64} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @celu(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Celu': its attribute 'alpha' is not a float
  %0 = torch.operator "onnx.Celu"(%arg0) {torch.onnx.alpha = "1"} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @shrink(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Shrink': its attribute 'lambd' is not a float
  %0 = torch.operator "onnx.Shrink"(%arg0) {torch.onnx.lambd = 1 : si64} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @hard_sigmoid(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.HardSigmoid': its attribute 'beta' is not a float
  %0 = torch.operator "onnx.HardSigmoid"(%arg0) {torch.onnx.beta = 1 : si64} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @infinite(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],i1> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.IsInf': its attribute 'detect_positive' is not an int
  %0 = torch.operator "onnx.IsInf"(%arg0) {torch.onnx.detect_positive = 1.0 : f32} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],i1>
  return %0 : !torch.vtensor<[2],i1>
}

func.func @modulo(%arg0: !torch.vtensor<[2],f32>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Mod': its attribute 'fmod' is not an int
  %0 = torch.operator "onnx.Mod"(%arg0, %arg1) {torch.onnx.fmod = "1"} : (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @misspelt(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Selo': ONNX's operator Selo has no conversion; the closest that has one is Selu
  %0 = torch.operator "onnx.Selo"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @lower_case(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.relu': ONNX's operator relu has no conversion; the closest that has one is
  %0 = torch.operator "onnx.relu"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
