// Functions between layers: those of PyTorch, and formulas where ONNX has
// another parameter.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @relu(
// CHECK: %[[V0:.*]] = torch.aten.relu %arg0 : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: return %[[V0]]
func.func @relu(%arg0: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %0 = torch.operator "onnx.Relu"(%arg0) : (!torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// CHECK-LABEL: func.func @elu_default(
// CHECK: %[[V0:.*]] = torch.aten.elu %arg0, %float1.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @elu_default(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Elu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @selu_numbers(
// CHECK: %[[V0:.*]] = torch.aten.elu %arg0, %float1.500000e00{{(_[0-9]+)?}}, %float2.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @selu_numbers(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Selu"(%arg0) {torch.onnx.alpha = 1.5 : f32, torch.onnx.gamma = 2.0 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @gelu_exact(
// CHECK: %[[V0:.*]] = torch.constant.str "none"
// CHECK: %[[V1:.*]] = torch.aten.gelu %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @gelu_exact(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Gelu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// max(0, min(1, 0.2 * x + 0.5))
// CHECK-LABEL: func.func @hard_sigmoid_default(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float2.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.clamp %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @hard_sigmoid_default(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.HardSigmoid"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @leaky_relu_default(
// CHECK: %[[V0:.*]] = torch.aten.leaky_relu %arg0, %float1.000000e-02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @leaky_relu_default(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.LeakyRelu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// alpha * (exp(x / alpha) - 1) below 0.
// CHECK-LABEL: func.func @celu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.div.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.expm1 %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @celu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Celu"(%arg0) {torch.onnx.alpha = 2.0 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @mish(
// CHECK: %[[V0:.*]] = torch.aten.mish %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @mish(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Mish"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @swish(
// CHECK: %[[V0:.*]] = torch.aten.sigmoid %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @swish(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Swish"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @swish_alpha(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @swish_alpha(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Swish"(%arg0) {torch.onnx.alpha = 2.0 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// The first operand is the gate.
// CHECK-LABEL: func.func @swiglu(
// CHECK: %[[V0:.*]] = torch.aten.sigmoid %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @swiglu(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.SwiGLU"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Towards 0 by the bias, and 0 between.
// CHECK-LABEL: func.func @shrink(
// CHECK: %[[V0:.*]] = torch.aten.add.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sub.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.lt.Scalar %arg0, %float-1.500000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.aten.gt.Scalar %arg0, %float1.500000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V5]], %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V4]], %[[V0]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V7]]
func.func @shrink(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Shrink"(%arg0) {torch.onnx.lambd = 1.5 : f32, torch.onnx.bias = 0.5 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @shrink_integers(
// CHECK: %{{.*}} = torch.aten.add.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.sub.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.lt.Scalar %arg0, %float-5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.aten.gt.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V3]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V2]], %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: return %[[V5]]
func.func @shrink_integers(%arg0: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si32> {
  %0 = torch.operator "onnx.Shrink"(%arg0) {torch.onnx.bias = 1.0 : f32} : (!torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si32>
  return %0 : !torch.vtensor<[4],si32>
}

// CHECK-LABEL: func.func @softsign_unknown(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V2]]
func.func @softsign_unknown(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.Softsign"(%arg0) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @thresholded_relu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @thresholded_relu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.ThresholdedRelu"(%arg0) {torch.onnx.alpha = 0.5 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @thresholded_relu_default(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @thresholded_relu_default(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.ThresholdedRelu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// The slope broadcasts.
// CHECK-LABEL: func.func @prelu_scalar(
// CHECK: %[[V0:.*]] = torch.aten.lt.Scalar %arg0, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %[[V1]], %arg0 : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: return %[[V2]]
func.func @prelu_scalar(%arg0: !torch.vtensor<[?,3],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[?,3],f32> {
  %0 = torch.operator "onnx.PRelu"(%arg0, %arg1) : (!torch.vtensor<[?,3],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// Before opset 7 there was one slope per channel.
// CHECK-LABEL: func.func @prelu_channels(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], {{.*}} -> !torch.vtensor<[3,1,1],f32>
// CHECK: torch.aten.mul.Tensor %arg0, %[[V1]]
func.func @prelu_channels(%arg0: !torch.vtensor<[2,3,4,5],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4,5],f32> attributes {torch.onnx_meta.opset_version = 6 : si64} {
  %0 = torch.operator "onnx.PRelu"(%arg0, %arg1) : (!torch.vtensor<[2,3,4,5],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4,5],f32>
  return %0 : !torch.vtensor<[2,3,4,5],f32>
}

// CHECK-LABEL: func.func @bias_gelu(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.constant.str "none"
// CHECK: %[[V2:.*]] = torch.aten.gelu %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V2]]
func.func @bias_gelu(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.com.microsoft.BiasGelu"(%arg0, %arg1) : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// The approximation by tanh, of the sum with a bias that may be left out.
// CHECK-LABEL: func.func @fast_gelu(
// CHECK: %[[V0:.*]] = torch.constant.str "tanh"
// CHECK: %[[V1:.*]] = torch.aten.gelu %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V1]]
func.func @fast_gelu(%arg0: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.com.microsoft.FastGelu"(%arg0) : (!torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @fast_gelu_bias(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.constant.str "tanh"
// CHECK: %[[V2:.*]] = torch.aten.gelu %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V2]]
func.func @fast_gelu_bias(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.com.microsoft.FastGelu"(%arg0, %arg1) : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @gelu_microsoft(
// CHECK: %[[V0:.*]] = torch.constant.str "none"
// CHECK: %[[V1:.*]] = torch.aten.gelu %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @gelu_microsoft(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.com.microsoft.Gelu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @quick_gelu(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float1.702000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @quick_gelu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.com.microsoft.QuickGelu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @quick_gelu_alpha(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @quick_gelu_alpha(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.com.microsoft.QuickGelu"(%arg0) {torch.onnx.alpha = 1.0 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
