// Attention with a mask, and with heads of the query that share a key.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.scaled_dot_product_attention | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @masked(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,8,?],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %[[ARG0]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,?,?],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?,?],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V4:.*]] = torch.aten.full %[[V3]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %[[ARG1]], %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,?,?],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V7:.*]] = torch.aten.amax %[[V5]], %[[V6]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V7]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?,?],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V10:.*]] = torch.aten.amax %[[V5]], %[[V9]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.eq.Scalar %[[V10]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?,1],i1>
// CHECK: %[[V12:.*]] = torch.aten.exp %[[V8]] : {{.*}} -> !torch.vtensor<[2,?,?],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V14:.*]] = torch.aten.sum.dim_IntList %[[V12]], %[[V13]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?,1],f32>
// CHECK: %[[V15:.*]] = torch.aten.div.Tensor %[[V12]], %[[V14]] : {{.*}} -> !torch.vtensor<[2,?,?],f32>
// CHECK: %[[V16:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V17:.*]] = torch.aten.full %[[V16]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V18:.*]] = torch.aten.where.self %[[V11]], %[[V17]], %[[V15]] : {{.*}} -> !torch.vtensor<[2,?,?],f32>
// CHECK: %[[V19:.*]] = torch.aten.matmul %[[V18]], %[[ARG0]] : {{.*}} -> !torch.vtensor<[2,?,8],f32>
// CHECK: return %[[V19]]
// LEGAL-LABEL: func.func @masked(
// LEGAL: torch.aten.scaled_dot_product_attention
func.func @masked(%arg0: !torch.vtensor<[2,?,8],f32>, %arg1: !torch.vtensor<[?,?],i1>) -> !torch.vtensor<[2,?,8],f32> {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %zero = torch.constant.float 0.0
  %0 = torch.aten.scaled_dot_product_attention %arg0, %arg0, %arg0, %arg1, %zero, %false, %none, %false : !torch.vtensor<[2,?,8],f32>, !torch.vtensor<[2,?,8],f32>, !torch.vtensor<[2,?,8],f32>, !torch.vtensor<[?,?],i1>, !torch.float, !torch.bool, !torch.none, !torch.bool -> !torch.vtensor<[2,?,8],f32>
  return %0 : !torch.vtensor<[2,?,8],f32>
}

// CHECK-LABEL: func.func @grouped_and_causal(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1,3,8],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,2,3,8],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[4,3,8],f32>
// CHECK: %[[V5:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1,3,8],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V7:.*]] = torch.aten.broadcast_to %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[2,2,3,8],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V9:.*]] = torch.aten.view %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[4,3,8],f32>
// CHECK: %[[V10:.*]] = torch.aten.transpose.int %[[V4]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,8,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.matmul %[[ARG0]], %[[V10]] : {{.*}} -> !torch.vtensor<[4,3,3],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Scalar %[[V11]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,3,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V14:.*]] = torch.aten.unsqueeze %[[V13]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V15:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V16:.*]] = torch.aten.unsqueeze %[[V15]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V17:.*]] = torch.aten.ge.Tensor %[[V14]], %[[V16]] : {{.*}} -> !torch.vtensor<[3,3],i1>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V19:.*]] = torch.aten.full %[[V18]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V20:.*]] = torch.aten.where.self %[[V17]], %[[V12]], %[[V19]] : {{.*}} -> !torch.vtensor<[4,3,3],f32>
// CHECK: %[[V21:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V22:.*]] = torch.aten.amax %[[V20]], %[[V21]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,3,1],f32>
// CHECK: %[[V23:.*]] = torch.aten.sub.Tensor %[[V20]], %[[V22]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,3,3],f32>
// CHECK: %[[V24:.*]] = torch.aten.exp %[[V23]] : {{.*}} -> !torch.vtensor<[4,3,3],f32>
// CHECK: %[[V25:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V26:.*]] = torch.aten.sum.dim_IntList %[[V24]], %[[V25]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,3,1],f32>
// CHECK: %[[V27:.*]] = torch.aten.div.Tensor %[[V24]], %[[V26]] : {{.*}} -> !torch.vtensor<[4,3,3],f32>
// CHECK: %[[V28:.*]] = torch.aten.matmul %[[V27]], %[[V9]] : {{.*}} -> !torch.vtensor<[4,3,8],f32>
// CHECK: return %[[V28]]
// LEGAL-LABEL: func.func @grouped_and_causal(
// LEGAL: torch.aten.scaled_dot_product_attention
func.func @grouped_and_causal(%arg0: !torch.vtensor<[4,3,8],f32>, %arg1: !torch.vtensor<[2,3,8],f32>) -> !torch.vtensor<[4,3,8],f32> {
  %none = torch.constant.none
  %true = torch.constant.bool true
  %zero = torch.constant.float 0.0
  %0 = torch.aten.scaled_dot_product_attention %arg0, %arg1, %arg1, %none, %zero, %true, %none, %true : !torch.vtensor<[4,3,8],f32>, !torch.vtensor<[2,3,8],f32>, !torch.vtensor<[2,3,8],f32>, !torch.none, !torch.float, !torch.bool, !torch.none, !torch.bool -> !torch.vtensor<[4,3,8],f32>
  return %0 : !torch.vtensor<[4,3,8],f32>
}

// What is dropped at random is not taken apart.

// CHECK-LABEL: func.func @dropout(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.scaled_dot_product_attention %[[ARG0]], %[[ARG0]], %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,3,8],f32>
// CHECK: return %[[V0]]
// LEGAL-LABEL: func.func @dropout(
// LEGAL: torch.aten.scaled_dot_product_attention
func.func @dropout(%arg0: !torch.vtensor<[2,3,8],f32>) -> !torch.vtensor<[2,3,8],f32> {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %half = torch.constant.float 0.5
  %0 = torch.aten.scaled_dot_product_attention %arg0, %arg0, %arg0, %none, %half, %false, %none, %false : !torch.vtensor<[2,3,8],f32>, !torch.vtensor<[2,3,8],f32>, !torch.vtensor<[2,3,8],f32>, !torch.none, !torch.float, !torch.bool, !torch.none, !torch.bool -> !torch.vtensor<[2,3,8],f32>
  return %0 : !torch.vtensor<[2,3,8],f32>
}

// CHECK-LABEL: func.func @scaled_dot_product_attention_math(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg1, %int-2{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,5],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.amax %[[V2]], %[[V3]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V2]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.exp %[[V5]] : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %[[V6]], %[[V7]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Tensor %[[V6]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V10:.*]] = torch.aten.matmul %[[V9]], %arg2 : {{.*}} -> !torch.vtensor<[2,3,6],f32>
// CHECK: return %[[V10]], %[[V9]]
func.func @scaled_dot_product_attention_math(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[2,5,4],f32>, %arg2: !torch.vtensor<[2,5,6],f32>) -> (!torch.vtensor<[2,3,6],f32>, !torch.vtensor<[2,3,5],f32>) {
  %none = torch.constant.none
  %float0. = torch.constant.float 0.000000e+00
  %false = torch.constant.bool false
  %0:2 = torch.aten._scaled_dot_product_attention_math %arg0, %arg1, %arg2, %none, %float0., %false, %none, %none, %false : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,5,4],f32>, !torch.vtensor<[2,5,6],f32>, !torch.none, !torch.float, !torch.bool, !torch.none, !torch.none, !torch.bool -> !torch.vtensor<[2,3,6],f32>, !torch.vtensor<[2,3,5],f32>
  return %0#0, %0#1 : !torch.vtensor<[2,3,6],f32>, !torch.vtensor<[2,3,5],f32>
}

// CHECK-LABEL: func.func @scaled_dot_product_flash_attention_for_cpu(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg1, %int-2{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.amax %[[V2]], %[[V3]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V2]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.exp %[[V5]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %[[V6]], %[[V7]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Tensor %[[V6]], %[[V8]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V10:.*]] = torch.aten.matmul %[[V9]], %arg2 : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.amax %[[V2]], %[[V11]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V13:.*]] = torch.aten.abs %[[V12]] : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V14:.*]] = torch.aten.eq.Scalar %[[V13]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],i1>
// CHECK: %[[V15:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V16:.*]] = torch.aten.full %[[V15]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V17:.*]] = torch.aten.where.self %[[V14]], %[[V16]], %[[V12]] : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V18:.*]] = torch.aten.sub.Tensor %[[V2]], %[[V17]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V19:.*]] = torch.aten.exp %[[V18]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V20:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V21:.*]] = torch.aten.sum.dim_IntList %[[V19]], %[[V20]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V22:.*]] = torch.aten.log %[[V21]] : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V23:.*]] = torch.aten.add.Tensor %[[V22]], %[[V17]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V24:.*]] = torch.aten.squeeze.dim %[[V23]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: return %[[V10]], %[[V24]]
func.func @scaled_dot_product_flash_attention_for_cpu(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3],f32>) {
  %float0. = torch.constant.float 0.000000e+00
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0:2 = torch.aten._scaled_dot_product_flash_attention_for_cpu %arg0, %arg1, %arg2, %float0., %false, %none, %none : !torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.float, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3],f32>
  return %0#0, %0#1 : !torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3],f32>
}
