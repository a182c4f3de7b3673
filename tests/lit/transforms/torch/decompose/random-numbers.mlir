// Distributions from the uniform one; no dropout but in training.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.rand_like | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @rand_like(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]] :
// CHECK: %[[V2:.*]] = torch.aten.empty.memory_format %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V3:.*]] = torch.aten.uniform %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V3]]
// LEGAL-LABEL: func.func @rand_like(
// LEGAL: torch.aten.rand_like
func.func @rand_like(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %none = torch.constant.none
  %0 = torch.aten.rand_like %arg0, %none, %none, %none, %none, %none : !torch.vtensor<[?],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @dropout_of_inference(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: return %[[ARG0]]
func.func @dropout_of_inference(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %half = torch.constant.float 0.5
  %false = torch.constant.bool false
  %0 = torch.aten.dropout %arg0, %half, %false : !torch.vtensor<[3],f32>, !torch.float, !torch.bool -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @dropout_of_training(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.aten.ge.Scalar %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V3]], %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V7]]
func.func @dropout_of_training(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %half = torch.constant.float 0.5
  %true = torch.constant.bool true
  %0 = torch.aten.dropout %arg0, %half, %true : !torch.vtensor<[3],f32>, !torch.float, !torch.bool -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Without replacement the greatest keys win; with it, each number looks for its
// place in the running sums.
// CHECK-LABEL: func.func @multinomial(
// CHECK: torch.aten.uniform
// CHECK: torch.aten.topk {{.*}} -> !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
// CHECK: torch.aten.cumsum
// CHECK: torch.aten.sum.dim_IntList {{.*}} -> !torch.vtensor<[2,9],si64>
func.func @multinomial(%arg0: !torch.vtensor<[2,5],f32>) -> (!torch.vtensor<[2,3],si64>, !torch.vtensor<[2,9],si64>) {
  %int3 = torch.constant.int 3
  %int9 = torch.constant.int 9
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.multinomial %arg0, %int3, %false, %none : !torch.vtensor<[2,5],f32>, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[2,3],si64>
  %1 = torch.aten.multinomial %arg0, %int9, %true, %none : !torch.vtensor<[2,5],f32>, !torch.int, !torch.bool, !torch.none -> !torch.vtensor<[2,9],si64>
  return %0, %1 : !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,9],si64>
}

// CHECK-LABEL: func.func @exponential(
// CHECK: torch.aten.uniform
// CHECK: torch.aten.log
// CHECK: torch.aten.div.Scalar
func.func @exponential(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %rate = torch.constant.float 3.0
  %none = torch.constant.none
  %0 = torch.aten.exponential %arg0, %rate, %none : !torch.vtensor<[?],f32>, !torch.float, !torch.none -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @bernoulli_tensor(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.lt.Tensor %[[V2]], %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @bernoulli_tensor(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %0 = torch.aten.bernoulli.Tensor %arg0, %arg1, %none : !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @bernoulli_p(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.lt.Scalar %[[V2]], %float2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @bernoulli_p(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float0.25 = torch.constant.float 2.500000e-01
  %none = torch.constant.none
  %0 = torch.aten.bernoulli.p %arg0, %float0.25, %none : !torch.vtensor<[4],f32>, !torch.float, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @native_dropout(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.ge.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V3]], %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V7]], %[[V3]]
func.func @native_dropout(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>) {
  %float0.5 = torch.constant.float 5.000000e-01
  %true = torch.constant.bool true
  %0:2 = torch.aten.native_dropout %arg0, %float0.5, %true : !torch.vtensor<[4],f32>, !torch.float, !torch.bool -> !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @normal_float_float(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.empty.memory_format %[[V3]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.uniform %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %float6.283185e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsub.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.log %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V7]], %float-2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.sqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.cos %[[V5]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Scalar %[[V11]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.add.Scalar %[[V12]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V13]]
func.func @normal_float_float() -> !torch.vtensor<[2,3],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %float2.0 = torch.constant.float 2.000000e+00
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.normal.float_float %float1.0, %float2.0, %l0, %none, %none, %none, %none, %none : !torch.float, !torch.float, !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @normal_functional(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.empty.memory_format %[[V3]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.uniform %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %float6.283185e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsub.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.log %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V7]], %float-2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.sqrt %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.cos %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Scalar %[[V11]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V13:.*]] = torch.aten.add.Scalar %[[V12]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V13]]
func.func @normal_functional(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %float1.0 = torch.constant.float 1.000000e+00
  %float2.0 = torch.constant.float 2.000000e+00
  %none = torch.constant.none
  %0 = torch.aten.normal_functional %arg0, %float1.0, %float2.0, %none : !torch.vtensor<[4],f32>, !torch.float, !torch.float, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @rand(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V2]]
func.func @rand() -> !torch.vtensor<[2,3],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.rand %l0, %none, %none, %none, %none : !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @randint(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e01{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: return %[[V4]]
func.func @randint() -> !torch.vtensor<[2,3],si64> {
  %int10 = torch.constant.int 10
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %int4 = torch.constant.int 4
  %none = torch.constant.none
  %0 = torch.aten.randint %int10, %l0, %int4, %none, %none, %none : !torch.int, !torch.list<int>, !torch.int, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @randint_generator(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e01{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: return %[[V4]]
func.func @randint_generator() -> !torch.vtensor<[2,3],si64> {
  %int10 = torch.constant.int 10
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %int4 = torch.constant.int 4
  %0 = torch.aten.randint.generator %int10, %l0, %none, %int4, %none, %none, %none : !torch.int, !torch.list<int>, !torch.none, !torch.int, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @randint_low(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float5.000000e00{{(_[0-9]+)?}}, %float1.000000e01{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: return %[[V4]]
func.func @randint_low() -> !torch.vtensor<[2,3],si64> {
  %int5 = torch.constant.int 5
  %int10 = torch.constant.int 10
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %int4 = torch.constant.int 4
  %none = torch.constant.none
  %0 = torch.aten.randint.low %int5, %int10, %l0, %int4, %none, %none, %none : !torch.int, !torch.int, !torch.list<int>, !torch.int, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @randint_low_generator(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float5.000000e00{{(_[0-9]+)?}}, %float1.000000e01{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si64>
// CHECK: return %[[V4]]
func.func @randint_low_generator() -> !torch.vtensor<[2,3],si64> {
  %int5 = torch.constant.int 5
  %int10 = torch.constant.int 10
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %int4 = torch.constant.int 4
  %0 = torch.aten.randint.low_generator %int5, %int10, %l0, %none, %int4, %none, %none, %none : !torch.int, !torch.int, !torch.list<int>, !torch.none, !torch.int, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],si64>
  return %0 : !torch.vtensor<[2,3],si64>
}

// CHECK-LABEL: func.func @randint_like(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e01{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V4]]
func.func @randint_like(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %int10 = torch.constant.int 10
  %none = torch.constant.none
  %0 = torch.aten.randint_like %arg0, %int10, %none, %none, %none, %none, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @randint_like_low_dtype(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float5.000000e00{{(_[0-9]+)?}}, %float1.000000e01{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[2,3],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V4]]
func.func @randint_like_low_dtype(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %int5 = torch.constant.int 5
  %int10 = torch.constant.int 10
  %none = torch.constant.none
  %0 = torch.aten.randint_like.low_dtype %arg0, %int5, %int10, %none, %none, %none, %none, %none : !torch.vtensor<[2,3],f32>, !torch.int, !torch.int, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @randn(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.empty.memory_format %[[V3]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.uniform %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %float6.283185e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsub.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.log %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V7]], %float-2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.sqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.cos %[[V5]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V11]]
func.func @randn() -> !torch.vtensor<[2,3],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.randn %l0, %none, %none, %none, %none : !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @randn_generator(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.empty.memory_format %[[V3]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.uniform %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %float6.283185e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsub.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.log %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V7]], %float-2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.sqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.cos %[[V5]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V11]]
func.func @randn_generator() -> !torch.vtensor<[2,3],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.randn.generator %l0, %none, %none, %none, %none, %none : !torch.list<int>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @randn_like(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.empty.memory_format %[[V3]], %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.uniform %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, %float6.283185e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsub.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.log %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V7]], %float-2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.sqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V10:.*]] = torch.aten.cos %[[V5]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V11]]
func.func @randn_like(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %none = torch.constant.none
  %0 = torch.aten.randn_like %arg0, %none, %none, %none, %none, %none : !torch.vtensor<[2,3],f32>, !torch.none, !torch.none, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @random(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float1.677722e07{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @random(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %0 = torch.aten.random %arg0, %none : !torch.vtensor<[4],f32>, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @random_from(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float2.000000e00{{(_[0-9]+)?}}, %float9.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @random_from(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %int2 = torch.constant.int 2
  %int9 = torch.constant.int 9
  %none = torch.constant.none
  %0 = torch.aten.random.from %arg0, %int2, %int9, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @random_to(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.empty.memory_format %[[V0]], %int7{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V2:.*]] = torch.aten.uniform %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float9.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V3:.*]] = torch.aten.floor %[[V2]] : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @random_to(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %int9 = torch.constant.int 9
  %none = torch.constant.none
  %0 = torch.aten.random.to %arg0, %int9, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
