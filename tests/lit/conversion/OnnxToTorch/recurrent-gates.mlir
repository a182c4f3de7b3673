// Gates of recurrent networks as ONNX orders them: input, output, forget, cell;
// update, reset, hidden.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// tanh(x * W^T + h * R^T), h being 0 at first.
// CHECK-LABEL: func.func @rnn(
// CHECK: %[[V0:.*]] = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.transpose.int %[[V0]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.select.int %arg2, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.transpose.int %[[V2]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.select.int %[[V4]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.matmul %[[V6]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V7]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.tanh %[[V9]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.unsqueeze %[[V10]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.unsqueeze %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,3],f32>
// CHECK: return %[[V12]], %[[V11]]
func.func @rnn(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> (!torch.vtensor<[1,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>) {
  %0:2 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> (!torch.vtensor<[1,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>
}

// Both halves of the bias, added.
// CHECK-LABEL: func.func @rnn_bias(
// CHECK: %{{.*}} = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %{{.*}} = torch.aten.select.int %arg2, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.select.int %arg3, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %[[V3]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %[[V3]], %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V6:.*]] = torch.aten.add.Tensor %[[V4]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V2]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.select.int %[[V7]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V8]], %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.tanh %[[V10]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_bias(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>, %arg3: !torch.vtensor<[1,6],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>, !torch.vtensor<[1,6],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// The state that is given.
// CHECK-LABEL: func.func @rnn_start(
// CHECK: %{{.*}} = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %{{.*}} = torch.aten.select.int %arg2, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.select.int %arg3, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.select.int %[[V2]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.matmul %[[V3]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_start(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>, %arg3: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %none = torch.constant.none
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2, %none, %none, %arg3) : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>, !torch.none, !torch.none, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// From the last step; results stand in the order of steps.
// CHECK-LABEL: func.func @rnn_reverse(
// CHECK: %{{.*}} = torch.aten.select.int %arg1, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %{{.*}} = torch.aten.select.int %arg2, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %{{.*}} = torch.aten.select.int %[[V2]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.tanh %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.unsqueeze %[[V5]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %{{.*}} = torch.aten.select.int %[[V2]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.matmul %[[V5]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.tanh %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.unsqueeze %[[V9]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %[[V10]], %[[V6]]
// CHECK: %[[V12:.*]] = torch.aten.cat %[[V11]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.unsqueeze %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1,3],f32>
// CHECK: return %[[V13]]
func.func @rnn_reverse(%arg0: !torch.vtensor<[2,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[2,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.direction = "reverse"} : (!torch.vtensor<[2,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[2,1,1,3],f32>
  return %0 : !torch.vtensor<[2,1,1,3],f32>
}

// Layout 1: batch, steps, directions.
// CHECK-LABEL: func.func @rnn_batch_first(
// CHECK: %{{.*}} = torch.aten.transpose.int %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,2],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %{{.*}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %{{.*}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %{{.*}} = torch.aten.tanh %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.tanh %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.permute %{{.*}}, %[[V5]] : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.transpose.int %{{.*}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: return %[[V6]], %[[V7]]
func.func @rnn_batch_first(%arg0: !torch.vtensor<[1,2,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> (!torch.vtensor<[1,2,1,3],f32>, !torch.vtensor<[1,1,3],f32>) {
  %0:2 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.layout = 1 : si64} : (!torch.vtensor<[1,2,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> (!torch.vtensor<[1,2,1,3],f32>, !torch.vtensor<[1,1,3],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,2,1,3],f32>, !torch.vtensor<[1,1,3],f32>
}

// Before the function.
// CHECK-LABEL: func.func @rnn_clipped(
// CHECK: %[[V0:.*]] = torch.aten.clamp %{{.*}}, %float-2.000000e00{{(_[0-9]+)?}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.tanh %[[V0]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_clipped(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.clip = 2.0 : f32} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// alpha * x + beta
// CHECK-LABEL: func.func @rnn_affine(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %{{.*}}, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.add.Scalar %[[V0]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_affine(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["Affine"], torch.onnx.activation_alpha = [0.5 : f32], torch.onnx.activation_beta = [0.25 : f32]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// alpha * tanh(beta * x)
// CHECK-LABEL: func.func @rnn_scaled_tanh(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %{{.*}}, %float2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.tanh %[[V0]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_scaled_tanh(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["ScaledTanh"], torch.onnx.activation_alpha = [0.5 : f32], torch.onnx.activation_beta = [0.25 : f32]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// 0.01 unless a number is given.
// CHECK-LABEL: func.func @rnn_leaky_relu(
// CHECK: %[[V0:.*]] = torch.aten.ge.Scalar %{{.*}}, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %{{.*}}, %float1.000000e-02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.where.self %[[V0]], %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_leaky_relu(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["LeakyRelu"]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// CHECK-LABEL: func.func @rnn_thresholded_relu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],i1>
// CHECK: %{{.*}} = torch.aten.where.self %[[V0]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_thresholded_relu(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["ThresholdedRelu"], torch.onnx.activation_alpha = [2.0 : f32]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// alpha * (exp(x) - 1) where x is not above 0.
// CHECK-LABEL: func.func @rnn_elu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %{{.*}}, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],i1>
// CHECK: %[[V1:.*]] = torch.aten.expm1 %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.where.self %[[V0]], %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_elu(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["Elu"], torch.onnx.activation_alpha = [2.0 : f32]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// 0.2 * x + 0.5, from 0 to 1.
// CHECK-LABEL: func.func @rnn_hard_sigmoid(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %{{.*}}, %float2.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_hard_sigmoid(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["HardSigmoid"]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// The name in any case.
// CHECK-LABEL: func.func @rnn_softsign(
// CHECK: %[[V0:.*]] = torch.aten.abs %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_softsign(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["SOFTSIGN"]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// CHECK-LABEL: func.func @rnn_softplus(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.relu %[[V0]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.exp %[[V3]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.log1p %[[V4]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V1]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @rnn_softplus(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.RNN"(%arg0, %arg1, %arg2) {torch.onnx.activations = ["Softplus"]} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// (1 - z) * candidate + z * h; reset before the product.
// CHECK-LABEL: func.func @gru(
// CHECK: %{{.*}} = torch.aten.matmul %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,9],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,6],f32>
// CHECK: %[[V3:.*]] = torch.aten.matmul %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V1]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V5:.*]] = torch.aten.sigmoid %[[V4]] : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V6:.*]] = torch.aten.slice.Tensor %[[V5]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.slice.Tensor %[[V5]], %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V7]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.matmul %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.add.Tensor %[[V8]], %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.tanh %[[V12]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V14:.*]] = torch.aten.rsub.Scalar %[[V6]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V15:.*]] = torch.aten.mul.Tensor %[[V14]], %[[V13]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V16:.*]] = torch.aten.mul.Tensor %[[V6]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V15]], %[[V16]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @gru(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,9,2],f32>, %arg2: !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.GRU"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,9,2],f32>, !torch.vtensor<[1,9,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// Reset after the product and its bias.
// CHECK-LABEL: func.func @gru_reset_last(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,9],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %{{.*}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[9],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %{{.*}}, %int0{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int18{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[9],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,9],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,6],f32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %{{.*}}, %[[V5]] : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V7:.*]] = torch.aten.slice.Tensor %[[V2]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Tensor %[[V6]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V4]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V10:.*]] = torch.aten.sigmoid %[[V9]] : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %[[V11:.*]] = torch.aten.slice.Tensor %[[V10]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.slice.Tensor %[[V10]], %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V14:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,3],f32>
// CHECK: %[[V15:.*]] = torch.aten.matmul %{{.*}}, %[[V14]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V16:.*]] = torch.aten.slice.Tensor %[[V2]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V17:.*]] = torch.aten.add.Tensor %[[V15]], %[[V16]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V18:.*]] = torch.aten.mul.Tensor %[[V12]], %[[V17]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V19:.*]] = torch.aten.add.Tensor %[[V13]], %[[V18]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V20:.*]] = torch.aten.tanh %[[V19]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V21:.*]] = torch.aten.rsub.Scalar %[[V11]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V22:.*]] = torch.aten.mul.Tensor %[[V21]], %[[V20]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V23:.*]] = torch.aten.mul.Tensor %[[V11]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V22]], %[[V23]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @gru_reset_last(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,9,2],f32>, %arg2: !torch.vtensor<[1,9,3],f32>, %arg3: !torch.vtensor<[1,18],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.GRU"(%arg0, %arg1, %arg2, %arg3) {torch.onnx.linear_before_reset = 1 : si64} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,9,2],f32>, !torch.vtensor<[1,9,3],f32>, !torch.vtensor<[1,18],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// Input gate first, then output, forget and cell.
// CHECK-LABEL: func.func @lstm(
// CHECK: %{{.*}} = torch.aten.matmul %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,12],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,12],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Tensor %{{.*}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,12],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V2]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.sigmoid %[[V3]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %[[V2]], %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.sigmoid %[[V5]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.slice.Tensor %[[V2]], %int1{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.tanh %[[V7]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V6]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V8]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.add.Tensor %[[V9]], %[[V10]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.slice.Tensor %[[V2]], %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.sigmoid %[[V12]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V14:.*]] = torch.aten.tanh %[[V11]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V13]], %[[V14]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @lstm(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>) -> (!torch.vtensor<[1,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>) {
  %0:3 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> (!torch.vtensor<[1,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[1,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>
}

// What is not let in is forgotten.
// CHECK-LABEL: func.func @lstm_coupled(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.rsub.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.slice.Tensor %{{.*}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.sigmoid %[[V6]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V7]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @lstm_coupled(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2) {torch.onnx.input_forget = 1 : si64} : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// Input and forget gate see the old cell, the output gate the new one.
// CHECK-LABEL: func.func @lstm_peepholes(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,12],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %[[V0]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %{{.*}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V1]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.sigmoid %[[V4]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.slice.Tensor %[[V0]], %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.slice.Tensor %{{.*}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V7]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V6]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.sigmoid %[[V9]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.slice.Tensor %[[V0]], %int1{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.tanh %[[V11]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %[[V10]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V14:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V12]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V15:.*]] = torch.aten.add.Tensor %[[V13]], %[[V14]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V16:.*]] = torch.aten.slice.Tensor %[[V0]], %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V17:.*]] = torch.aten.slice.Tensor %{{.*}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V18:.*]] = torch.aten.mul.Tensor %[[V17]], %[[V15]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V19:.*]] = torch.aten.add.Tensor %[[V16]], %[[V18]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V20:.*]] = torch.aten.sigmoid %[[V19]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V21:.*]] = torch.aten.tanh %[[V15]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V20]], %[[V21]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @lstm_peepholes(%arg0: !torch.vtensor<[1,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>, %arg3: !torch.vtensor<[1,9],f32>) -> !torch.vtensor<[1,1,1,3],f32> {
  %none = torch.constant.none
  %0 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2, %none, %none, %none, %none, %arg3) : (!torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.vtensor<[1,9],f32>) -> !torch.vtensor<[1,1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,1,3],f32>
}

// Zeros behind the end of a sequence, and its state is kept.
// CHECK-LABEL: func.func @lstm_lengths(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],i1>
// CHECK: %{{.*}} = torch.aten.where.self %[[V0]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.gt.Scalar %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],i1>
// CHECK: %{{.*}} = torch.aten.where.self %[[V4]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.where.self %[[V4]], %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.where.self %[[V4]], %{{.*}}, %[[V3]] : {{.*}} -> !torch.vtensor<[1,3],f32>
func.func @lstm_lengths(%arg0: !torch.vtensor<[2,1,2],f32>, %arg1: !torch.vtensor<[1,12,2],f32>, %arg2: !torch.vtensor<[1,12,3],f32>, %arg3: !torch.vtensor<[1],si32>) -> (!torch.vtensor<[2,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>) {
  %none = torch.constant.none
  %0:3 = torch.operator "onnx.LSTM"(%arg0, %arg1, %arg2, %none, %arg3) : (!torch.vtensor<[2,1,2],f32>, !torch.vtensor<[1,12,2],f32>, !torch.vtensor<[1,12,3],f32>, !torch.none, !torch.vtensor<[1],si32>) -> (!torch.vtensor<[2,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,1,1,3],f32>, !torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>
}
