// Derivatives of activations and losses.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.tanh_backward | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @tanh(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %[[ARG1]], %[[ARG1]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V1:.*]] = torch.aten.rsub.Scalar %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[ARG0]], %[[V1]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V2]]
// LEGAL-LABEL: func.func @tanh(
// LEGAL: torch.aten.tanh_backward
func.func @tanh(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.tanh_backward %arg0, %arg1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @log_softmax(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.exp %[[ARG1]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[ARG0]], %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V4]]
func.func @log_softmax(%arg0: !torch.vtensor<[2,?],f32>, %arg1: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %int1 = torch.constant.int 1
  %int6 = torch.constant.int 6
  %0 = torch.aten._log_softmax_backward_data %arg0, %arg1, %int1, %int6 : !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>, !torch.int, !torch.int -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @embedding_dense_backward(
// CHECK: torch.aten.eq.Scalar
// CHECK: torch.aten.where.self
// CHECK: torch.aten.index_put {{.*}} -> !torch.vtensor<[9,4],f32>
func.func @embedding_dense_backward(%arg0: !torch.vtensor<[?,4],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[9,4],f32> {
  %int9 = torch.constant.int 9
  %int-1 = torch.constant.int -1
  %false = torch.constant.bool false
  %0 = torch.aten.embedding_dense_backward %arg0, %arg1, %int9, %int-1, %false : !torch.vtensor<[?,4],f32>, !torch.vtensor<[?],si64>, !torch.int, !torch.int, !torch.bool -> !torch.vtensor<[9,4],f32>
  return %0 : !torch.vtensor<[9,4],f32>
}

// CHECK-LABEL: func.func @softmax_backward_data(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V4]]
func.func @softmax_backward_data(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %int6 = torch.constant.int 6
  %0 = torch.aten._softmax_backward_data %arg0, %arg1, %int1, %int6 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.int, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @binary_cross_entropy_backward(
// CHECK: %[[V0:.*]] = torch.aten.rsub.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.clamp %[[V1]], %float1.000000e-12{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg1, %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.div.Tensor %[[V4]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V5]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V6]]
func.func @binary_cross_entropy_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %0 = torch.aten.binary_cross_entropy_backward %arg0, %arg1, %arg2, %none, %int1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.none, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @elu_backward(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.exp %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.le.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %[[V4]], %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V8]]
func.func @elu_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %false = torch.constant.bool false
  %0 = torch.aten.elu_backward %arg0, %float1.0, %float1.0, %float1.0, %false, %arg1 : !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.float, !torch.bool, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @gelu_backward(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg1, %float7.071068e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.erf %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %arg1, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %[[V4]], %float-5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.exp %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Scalar %[[V6]], %float3.989423e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %arg1, %[[V7]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V3]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %arg0, %[[V9]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V10]]
func.func @gelu_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %str = torch.constant.str "none"
  %0 = torch.aten.gelu_backward %arg0, %arg1, %str : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.str -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hardsigmoid_backward(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg1, %int-3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.lt.Scalar %arg1, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.logical_and %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %arg0, %float6.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.full %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V2]], %[[V3]], %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V6]]
func.func @hardsigmoid_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.hardsigmoid_backward %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hardswish_backward(
// CHECK: %[[V0:.*]] = torch.aten.div.Scalar %arg1, %float3.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.lt.Scalar %arg1, %int-3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.le.Scalar %arg1, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V4]], %[[V2]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V7:.*]] = torch.aten.full %[[V6]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %[[V3]], %[[V7]], %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V8]]
func.func @hardswish_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.hardswish_backward %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hardtanh_backward(
// CHECK: %[[V0:.*]] = torch.aten.le.Scalar %arg1, %float-1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.ge.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.logical_or %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.full %[[V3]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V2]], %[[V4]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V5]]
func.func @hardtanh_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float-1.0 = torch.constant.float -1.000000e+00
  %float1.0 = torch.constant.float 1.000000e+00
  %0 = torch.aten.hardtanh_backward %arg0, %arg1, %float-1.0, %float1.0 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @leaky_relu_backward(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg1, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %arg0, %float1.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @leaky_relu_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.1 = torch.constant.float 1.000000e-01
  %false = torch.constant.bool false
  %0 = torch.aten.leaky_relu_backward %arg0, %arg1, %float0.1, %false : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.bool -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @log_sigmoid_backward(
// CHECK: %[[V0:.*]] = torch.aten.neg %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @log_sigmoid_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.log_sigmoid_backward %arg0, %arg1, %arg2 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @mse_loss_backward(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %arg1, %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @mse_loss_backward(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.mse_loss_backward %arg0, %arg1, %arg2, %int1 : !torch.vtensor<[],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @native_dropout_backward(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %arg1, %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @native_dropout_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.native_dropout_backward %arg0, %arg1, %float2.0 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @nll_loss2d_backward(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4,4],si64>
// CHECK: %[[V4:.*]] = torch.aten.eq.Tensor %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3,4,4],i1>
// CHECK: %[[V5:.*]] = torch.aten.ne.Scalar %[[V3]], %int-100{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4,4],i1>
// CHECK: %[[V6:.*]] = torch.aten.logical_and %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,3,4,4],i1>
// CHECK: %[[V7:.*]] = torch.aten.div.Tensor %arg0, %arg3 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.neg %[[V7]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.broadcast_to %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3,4,4],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V12:.*]] = torch.aten.full %[[V11]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V13:.*]] = torch.aten.where.self %[[V6]], %[[V10]], %[[V12]] : {{.*}} -> !torch.vtensor<[2,3,4,4],f32>
// CHECK: return %[[V13]]
func.func @nll_loss2d_backward(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[2,3,4,4],f32>, %arg2: !torch.vtensor<[2,4,4],si64>, %arg3: !torch.vtensor<[],f32>) -> !torch.vtensor<[2,3,4,4],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %int-100 = torch.constant.int -100
  %0 = torch.aten.nll_loss2d_backward %arg0, %arg1, %arg2, %none, %int1, %int-100, %arg3 : !torch.vtensor<[],f32>, !torch.vtensor<[2,3,4,4],f32>, !torch.vtensor<[2,4,4],si64>, !torch.none, !torch.int, !torch.int, !torch.vtensor<[],f32> -> !torch.vtensor<[2,3,4,4],f32>
  return %0 : !torch.vtensor<[2,3,4,4],f32>
}

// CHECK-LABEL: func.func @nll_loss_backward(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.eq.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V3:.*]] = torch.aten.ne.Scalar %[[V1]], %int-100{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],i1>
// CHECK: %[[V4:.*]] = torch.aten.logical_and %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V5:.*]] = torch.aten.div.Tensor %arg0, %arg3 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.neg %[[V5]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.broadcast_to %[[V6]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V10:.*]] = torch.aten.full %[[V9]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V4]], %[[V8]], %[[V10]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V11]]
func.func @nll_loss_backward(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[2,3],f32>, %arg2: !torch.vtensor<[2],si64>, %arg3: !torch.vtensor<[],f32>) -> !torch.vtensor<[2,3],f32> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  %int-100 = torch.constant.int -100
  %0 = torch.aten.nll_loss_backward %arg0, %arg1, %arg2, %none, %int1, %int-100, %arg3 : !torch.vtensor<[],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.none, !torch.int, !torch.int, !torch.vtensor<[],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @rrelu_with_noise_backward(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg2 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @rrelu_with_noise_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.125 = torch.constant.float 1.250000e-01
  %float0.25 = torch.constant.float 2.500000e-01
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %0 = torch.aten.rrelu_with_noise_backward %arg0, %arg1, %arg2, %float0.125, %float0.25, %true, %false : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.bool, !torch.bool -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sigmoid_backward(
// CHECK: %[[V0:.*]] = torch.aten.rsub.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @sigmoid_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.sigmoid_backward %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @silu_backward(
// CHECK: %[[V0:.*]] = torch.aten.sigmoid %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.rsub.Scalar %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V5]]
func.func @silu_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.silu_backward %arg0, %arg1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @softplus_backward(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.gt.Scalar %[[V0]], %float2.000000e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V1]], %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @softplus_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %float20.0 = torch.constant.float 2.000000e+01
  %0 = torch.aten.softplus_backward %arg0, %arg1, %float1.0, %float20.0 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @threshold_backward(
// CHECK: %[[V0:.*]] = torch.aten.le.Scalar %arg1, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @threshold_backward(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %0 = torch.aten.threshold_backward %arg0, %arg1, %float0.5 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
