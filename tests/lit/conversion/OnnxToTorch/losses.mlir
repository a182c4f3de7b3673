// Losses, classes of which stand in the second dimension, and optimisers.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// The mean of minus the picked elements.
// CHECK-LABEL: func.func @nll_mean(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V1:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %[[V0]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.squeeze.dim %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V5]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V6]]
func.func @nll_mean(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.NegativeLogLikelihoodLoss"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @nll_none(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4],si64>
// CHECK: %[[V1:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %[[V0]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.squeeze.dim %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V3]]
func.func @nll_none(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[2,4],si64>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.NegativeLogLikelihoodLoss"(%arg0, %arg1) {torch.onnx.reduction = "none"} : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,4],si64>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @nll_sum(
// CHECK: %[[V0:.*]] = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.squeeze.dim %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.neg %[[V1]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V4]]
func.func @nll_sum(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.NegativeLogLikelihoodLoss"(%arg0, %arg1) {torch.onnx.reduction = "sum"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// The mean is over the weights of the targets.
// CHECK-LABEL: func.func @nll_weighted(
// CHECK: %{{.*}} = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %{{.*}} = torch.aten.index_select %arg2, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.neg %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V4]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Tensor %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V7]]
func.func @nll_weighted(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.NegativeLogLikelihoodLoss"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// An ignored target counts neither above nor below the line.
// CHECK-LABEL: func.func @nll_ignored(
// CHECK: %[[V0:.*]] = torch.aten.ne.Scalar %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: %{{.*}} = torch.aten.where.self %[[V0]], %arg1, %{{.*}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %{{.*}} = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.neg %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V3]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.sum.dim_IntList %[[V5]], %[[V6]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V6]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Tensor %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V9]]
func.func @nll_ignored(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.NegativeLogLikelihoodLoss"(%arg0, %arg1) {torch.onnx.ignore_index = -1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @nll_ignored_weighted(
// CHECK: %[[V0:.*]] = torch.aten.ne.Scalar %arg1, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],i1>
// CHECK: %{{.*}} = torch.aten.where.self %[[V0]], %arg1, %{{.*}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %{{.*}} = torch.aten.gather %arg0, %int1{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %{{.*}} = torch.aten.index_select %arg2, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V0]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.div.Tensor %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V8]]
func.func @nll_ignored_weighted(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.NegativeLogLikelihoodLoss"(%arg0, %arg1, %arg2) {torch.onnx.ignore_index = 2 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// The logarithm of softmax is the second result.
// CHECK-LABEL: func.func @cross_entropy(
// CHECK: %[[V0:.*]] = torch.aten.log_softmax.int %arg0, %int1{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.gather %[[V0]], %int1{{(_[0-9]+)?}}, %[[V1]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.squeeze.dim %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.neg %[[V3]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V7]], %[[V0]]
func.func @cross_entropy(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> (!torch.vtensor<[],f32>, !torch.vtensor<[2,3],f32>) {
  %0:2 = torch.operator "onnx.SoftmaxCrossEntropyLoss"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> (!torch.vtensor<[],f32>, !torch.vtensor<[2,3],f32>)
  return %0#0, %0#1 : !torch.vtensor<[],f32>, !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @cross_entropy_int32(
// CHECK: %[[V0:.*]] = torch.aten.log_softmax.int %arg0, %int1{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %{{.*}} = torch.aten.to.dtype %arg1, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: %{{.*}} = torch.aten.gather %[[V0]], %int1{{(_[0-9]+)?}}, %{{.*}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V3]]
func.func @cross_entropy_int32(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.SoftmaxCrossEntropyLoss"(%arg0, %arg1) {torch.onnx.reduction = "none"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// x - r * g / (sqrt(h + g * g) + epsilon), with r = rate / (1 + t * decay).
// CHECK-LABEL: func.func @adagrad(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg1, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Tensor %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %arg3, %arg3 : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %arg4, %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V6:.*]] = torch.aten.sqrt %[[V5]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Scalar %[[V6]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V3]], %arg3 : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Tensor %[[V8]], %[[V7]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V10:.*]] = torch.aten.sub.Tensor %arg2, %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V10]], %[[V5]]
func.func @adagrad(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[2],f32>, %arg4: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %0:2 = torch.operator "onnx.ai.onnx.preview.training.Adagrad"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.decay_factor = 0.5 : f32, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @adagrad_norm(
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %arg2, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %arg3, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %arg4, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %{{.*}}, %[[V3]]
func.func @adagrad_norm(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[2],f32>, %arg4: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %0:2 = torch.operator "onnx.ai.onnx.preview.training.Adagrad"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.norm_coefficient = 0.5 : f32, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// Moments by alpha and beta; the rate is corrected from the second update on.
// CHECK-LABEL: func.func @adam(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg1, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.pow.Scalar %float5.000000e-01{{(_[0-9]+)?}}, %[[V0]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.rsub.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.pow.Scalar %float7.500000e-01{{(_[0-9]+)?}}, %[[V0]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsub.Scalar %[[V5]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Tensor %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.gt.Scalar %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V9:.*]] = torch.aten.where.self %[[V8]], %[[V7]], %arg0 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Scalar %arg4, %float7.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Scalar %arg3, %float2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V12:.*]] = torch.aten.add.Tensor %[[V10]], %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Scalar %arg5, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V14:.*]] = torch.aten.mul.Tensor %arg3, %arg3 : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V15:.*]] = torch.aten.mul.Scalar %[[V14]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V16:.*]] = torch.aten.add.Tensor %[[V13]], %[[V15]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V17:.*]] = torch.aten.sqrt %[[V16]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V18:.*]] = torch.aten.add.Scalar %[[V17]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V19:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V12]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V20:.*]] = torch.aten.div.Tensor %[[V19]], %[[V18]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V21:.*]] = torch.aten.sub.Tensor %arg2, %[[V20]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V22:.*]] = torch.aten.mul.Scalar %[[V21]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V22]], %[[V12]], %[[V16]]
func.func @adam(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[2],f32>, %arg4: !torch.vtensor<[2],f32>, %arg5: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %0:3 = torch.operator "onnx.ai.onnx.preview.training.Adam"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) {torch.onnx.alpha = 0.75 : f32, torch.onnx.beta = 0.5 : f32, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// The first update takes the gradient whole.
// CHECK-LABEL: func.func @momentum(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float2.500000e-01{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.full %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %arg4, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %arg3, %[[V4]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %arg0, %[[V7]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Tensor %arg2, %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V9]], %[[V7]]
func.func @momentum(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[2],f32>, %arg4: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %0:2 = torch.operator "onnx.ai.onnx.preview.training.Momentum"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.alpha = 0.5 : f32, torch.onnx.beta = 0.25 : f32, torch.onnx.mode = "standard"} : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @momentum_nesterov(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg4, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg3, %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %arg3, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %arg2, %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V6]], %[[V2]]
func.func @momentum_nesterov(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[2],f32>, %arg4: !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  %0:2 = torch.operator "onnx.ai.onnx.preview.training.Momentum"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.alpha = 0.5 : f32, torch.onnx.beta = 0.25 : f32, torch.onnx.mode = "nesterov"} : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

// Tensors first, then gradients, then states; results in the same order.
// CHECK-LABEL: func.func @momentum_of_two(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg6, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg4, %{{.*}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %arg2, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %arg7, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %arg5, %{{.*}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %arg0, %[[V7]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Tensor %arg3, %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V4]], %[[V9]], %[[V2]], %[[V7]]
func.func @momentum_of_two(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[3],f32>, %arg4: !torch.vtensor<[2],f32>, %arg5: !torch.vtensor<[3],f32>, %arg6: !torch.vtensor<[2],f32>, %arg7: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>) {
  %0:4 = torch.operator "onnx.ai.onnx.preview.training.Momentum"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) {torch.onnx.alpha = 0.5 : f32, torch.onnx.beta = 0.25 : f32, torch.onnx.mode = "standard"} : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>)
  return %0#0, %0#1, %0#2, %0#3 : !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>
}
