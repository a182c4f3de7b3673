// Functions between layers; numbers of 16 bits are computed in f32.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.gelu,torch.aten.softmax.int | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @gelu(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.erf %[[V1]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Scalar %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V3]] : {{.*}} -> !torch.vtensor<[?,4],f32>
// CHECK: return %[[V4]]
// LEGAL-LABEL: func.func @gelu(
// LEGAL: torch.aten.gelu
func.func @gelu(%arg0: !torch.vtensor<[?,4],f32>) -> !torch.vtensor<[?,4],f32> {
  %str = torch.constant.str "none"
  %0 = torch.aten.gelu %arg0, %str : !torch.vtensor<[?,4],f32>, !torch.str -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// CHECK-LABEL: func.func @silu_of_half(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4],bf16>
// CHECK: return %[[V3]]
func.func @silu_of_half(%arg0: !torch.vtensor<[4],bf16>) -> !torch.vtensor<[4],bf16> {
  %0 = torch.aten.silu %arg0 : !torch.vtensor<[4],bf16> -> !torch.vtensor<[4],bf16>
  return %0 : !torch.vtensor<[4],bf16>
}

// CHECK-LABEL: func.func @softmax(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.amax %[[ARG0]], %[[V0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V3:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Tensor %[[V3]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V6]]
// LEGAL-LABEL: func.func @softmax(
// LEGAL: torch.aten.softmax.int
func.func @softmax(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %int-1 = torch.constant.int -1
  %none = torch.constant.none
  %0 = torch.aten.softmax.int %arg0, %int-1, %none : !torch.vtensor<[2,?],f32>, !torch.int, !torch.none -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// Nothing is known of the dimension, so the op stays.

// CHECK-LABEL: func.func @unknown_dimension(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.log_softmax.int %[[ARG0]], %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]]
func.func @unknown_dimension(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.int) -> !torch.vtensor<[2,3],f32> {
  %none = torch.constant.none
  %0 = torch.aten.log_softmax.int %arg0, %arg1, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Nor is anything of the rank.

// CHECK-LABEL: func.func @unknown_rank(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.silu %[[ARG0]] : {{.*}} -> !torch.vtensor<*,f32>
// CHECK: return %[[V0]]
func.func @unknown_rank(%arg0: !torch.vtensor<*,f32>) -> !torch.vtensor<*,f32> {
  %0 = torch.aten.silu %arg0 : !torch.vtensor<*,f32> -> !torch.vtensor<*,f32>
  return %0 : !torch.vtensor<*,f32>
}

// CHECK-LABEL: func.func @log_softmax(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %arg0, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.log %[[V5]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V2]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V7]]
func.func @log_softmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %false = torch.constant.bool false
  %0 = torch.aten._log_softmax %arg0, %int1, %false : !torch.vtensor<[2,3],f32>, !torch.int, !torch.bool -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @prelu_kernel(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg1, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V2]]
func.func @prelu_kernel(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten._prelu_kernel %arg0, %arg1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @safe_softmax(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %arg0, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.amax %arg0, %[[V3]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.eq.Scalar %[[V4]], %float-inf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],i1>
// CHECK: %[[V6:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %[[V6]], %[[V7]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Tensor %[[V6]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V11:.*]] = torch.aten.full %[[V10]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.aten.where.self %[[V5]], %[[V11]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V12]]
func.func @safe_softmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %none = torch.constant.none
  %0 = torch.aten._safe_softmax %arg0, %int1, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @celu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.div.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.expm1 %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @celu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.celu %arg0, %float2.0 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @elu(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.expm1 %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float1.500000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V3]], %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %[[V4]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V5]]
func.func @elu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float1.5 = torch.constant.float 1.500000e+00
  %float2.0 = torch.constant.float 2.000000e+00
  %int1 = torch.constant.int 1
  %0 = torch.aten.elu %arg0, %float1.5, %float2.0, %int1 : !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @glu(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.sigmoid %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V3]]
func.func @glu(%arg0: !torch.vtensor<[2,6],f32>) -> !torch.vtensor<[2,3],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.aten.glu %arg0, %int1 : !torch.vtensor<[2,6],f32>, !torch.int -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @hardshrink(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.le.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V1]], %[[V3]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @hardshrink(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %0 = torch.aten.hardshrink %arg0, %float0.5 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hardsigmoid(
// CHECK: %[[V0:.*]] = torch.aten.add.Scalar %arg0, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @hardsigmoid(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.hardsigmoid %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hardswish(
// CHECK: %[[V0:.*]] = torch.aten.add.Scalar %arg0, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @hardswish(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.hardswish %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @hardtanh(
// CHECK: %[[V0:.*]] = torch.aten.clamp %arg0, %float-2.000000e00{{(_[0-9]+)?}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @hardtanh(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float-2.0 = torch.constant.float -2.000000e+00
  %float2.0 = torch.constant.float 2.000000e+00
  %0 = torch.aten.hardtanh %arg0, %float-2.0, %float2.0 : !torch.vtensor<[4],f32>, !torch.float, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @leaky_relu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %arg0, %float1.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @leaky_relu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.1 = torch.constant.float 1.000000e-01
  %0 = torch.aten.leaky_relu %arg0, %float0.1 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @log_sigmoid(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.minimum %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.exp %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.log1p %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V1]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V6]]
func.func @log_sigmoid(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.log_sigmoid %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @log_sigmoid_forward(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.minimum %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.neg %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.exp %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.log1p %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V1]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.neg %[[V7]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.exp %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V6]], %[[V9]]
func.func @log_sigmoid_forward(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) {
  %0:2 = torch.aten.log_sigmoid_forward %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @mish(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.gt.Scalar %[[V0]], %int20{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.exp %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.log1p %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Scalar %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V1]], %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.tanh %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %arg0, %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V7]]
func.func @mish(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.mish %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @prelu(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],i1>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %arg0 : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V3]]
func.func @prelu(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.aten.prelu %arg0, %arg1 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32> -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @relu6(
// CHECK: %[[V0:.*]] = torch.aten.clamp %arg0, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @relu6(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.relu6 %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @rrelu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %arg0, %float1.875000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @rrelu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.125 = torch.constant.float 1.250000e-01
  %float0.25 = torch.constant.float 2.500000e-01
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.rrelu %arg0, %float0.125, %float0.25, %false, %none : !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.bool, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @rrelu_with_noise(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %arg0, %float1.875000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @rrelu_with_noise(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.125 = torch.constant.float 1.250000e-01
  %float0.25 = torch.constant.float 2.500000e-01
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.rrelu_with_noise %arg0, %arg1, %float0.125, %float0.25, %false, %none : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.bool, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @rrelu_with_noise_functional(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %arg0, %float1.875000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]], %arg1
func.func @rrelu_with_noise_functional(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) {
  %float0.125 = torch.constant.float 1.250000e-01
  %float0.25 = torch.constant.float 2.500000e-01
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0:2 = torch.aten.rrelu_with_noise_functional %arg0, %arg1, %float0.125, %float0.25, %false, %none : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.bool, !torch.none -> !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @selu(
// CHECK: %[[V0:.*]] = torch.aten.gt.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.aten.expm1 %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float1.673263e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %arg0, %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %float1.050701e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @selu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.selu %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @softplus(
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.gt.Scalar %[[V0]], %float1.000000e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.exp %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.log1p %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Scalar %[[V3]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[V1]], %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V5]]
func.func @softplus(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %float10.0 = torch.constant.float 1.000000e+01
  %0 = torch.aten.softplus %arg0, %float2.0, %float10.0 : !torch.vtensor<[4],f32>, !torch.float, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @softshrink(
// CHECK: %[[V0:.*]] = torch.aten.neg %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.gt.Scalar %[[V0]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V1]], %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.gt.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V6:.*]] = torch.aten.sub.Scalar %arg0, %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V5]], %[[V6]], %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V7]]
func.func @softshrink(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.5 = torch.constant.float 5.000000e-01
  %0 = torch.aten.softshrink %arg0, %float0.5 : !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @threshold(
// CHECK: %[[V0:.*]] = torch.aten.le.Scalar %arg0, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float-1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V0]], %[[V2]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @threshold(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %float-1.0 = torch.constant.float -1.000000e+00
  %0 = torch.aten.threshold %arg0, %float1.0, %float-1.0 : !torch.vtensor<[4],f32>, !torch.float, !torch.float -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
