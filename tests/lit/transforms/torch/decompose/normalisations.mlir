// Layers that normalise; statistics that nobody wants are not computed.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.layer_norm,torch.aten._native_batch_norm_legit_no_training | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @layer_norm(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG2:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %[[ARG0]], %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,8],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[?,8],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Scalar %[[V7]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.rsqrt %[[V8]] : {{.*}} -> !torch.vtensor<[?,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,8],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V9]] : {{.*}} -> !torch.vtensor<[?,8],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V11]], %[[ARG1]] : {{.*}} -> !torch.vtensor<[?,8],f32>
// CHECK: %[[V13:.*]] = torch.aten.add.Tensor %[[V12]], %[[ARG2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,8],f32>
// CHECK: return %[[V13]]
// LEGAL-LABEL: func.func @layer_norm(
// LEGAL: torch.aten.layer_norm
func.func @layer_norm(%arg0: !torch.vtensor<[?,8],f32>, %arg1: !torch.vtensor<[8],f32>, %arg2: !torch.vtensor<[8],f32>) -> !torch.vtensor<[?,8],f32> {
  %false = torch.constant.bool false
  %int8 = torch.constant.int 8
  %eps = torch.constant.float 1.0e-05
  %0 = torch.prim.ListConstruct %int8 : (!torch.int) -> !torch.list<int>
  %1 = torch.aten.layer_norm %arg0, %0, %arg1, %arg2, %eps, %false : !torch.vtensor<[?,8],f32>, !torch.list<int>, !torch.vtensor<[8],f32>, !torch.vtensor<[8],f32>, !torch.float, !torch.bool -> !torch.vtensor<[?,8],f32>
  return %1 : !torch.vtensor<[?,8],f32>
}

// CHECK-LABEL: func.func @batch_norm_by_name(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.{{[^%]*}}, %[[ARG1:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %[[ARG1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[ARG0]], %[[V2]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Scalar %[[V3]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsqrt %[[V5]] : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[?,4,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V7]], %[[V0]] : {{.*}} -> !torch.vtensor<[?,4,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V8]], %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,4,3],f32>
// CHECK: return %[[V9]]
func.func @batch_norm_by_name(%arg0: !torch.vtensor<[?,4,3],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[?,4,3],f32> {
  %tenth = torch.constant.float 0.1
  %eps = torch.constant.float 1.0e-05
  %0:3 = torch.operator "torch.aten._native_batch_norm_legit_no_training"(%arg0, %arg1, %arg1, %arg1, %arg1, %tenth, %eps) : (!torch.vtensor<[?,4,3],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float, !torch.float) -> (!torch.vtensor<[?,4,3],f32>, !torch.vtensor<[0],f32>, !torch.vtensor<[0],f32>)
  return %0#0 : !torch.vtensor<[?,4,3],f32>
}

// The sizes of the groups follow from the channels, those of a sample do not.

// CHECK-LABEL: func.func @group_norm(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %[[V1]] :
// CHECK: %[[V3:.*]] = torch.aten.view %[[ARG0]], %[[V2]] : {{.*}} -> !torch.vtensor<[?,2,3,?],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2,1,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.size.int %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V7:.*]] = torch.aten.mul.int %{{[^ ,:]+}}, %[[V6]] : {{.*}} -> !torch.int
// CHECK: %[[V8:.*]] = torch.aten.div.Scalar %[[V5]], %[[V7]] : {{.*}} -> !torch.vtensor<[?,2,1,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V8]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2,3,?],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V9]] : {{.*}} -> !torch.vtensor<[?,2,3,?],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V12:.*]] = torch.aten.sum.dim_IntList %[[V10]], %[[V11]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2,1,1],f32>
// CHECK: %[[V13:.*]] = torch.aten.size.int %[[V10]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V14:.*]] = torch.aten.mul.int %{{[^ ,:]+}}, %[[V13]] : {{.*}} -> !torch.int
// CHECK: %[[V15:.*]] = torch.aten.div.Scalar %[[V12]], %[[V14]] : {{.*}} -> !torch.vtensor<[?,2,1,1],f32>
// CHECK: %[[V16:.*]] = torch.aten.add.Scalar %[[V15]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2,1,1],f32>
// CHECK: %[[V17:.*]] = torch.aten.rsqrt %[[V16]] : {{.*}} -> !torch.vtensor<[?,2,1,1],f32>
// CHECK: %[[V18:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V8]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,2,3,?],f32>
// CHECK: %[[V19:.*]] = torch.aten.mul.Tensor %[[V18]], %[[V17]] : {{.*}} -> !torch.vtensor<[?,2,3,?],f32>
// CHECK: %[[V20:.*]] = torch.prim.ListConstruct %[[V0]], %{{[^ ,:]+}}, %[[V1]] :
// CHECK: %[[V21:.*]] = torch.aten.view %[[V19]], %[[V20]] : {{.*}} -> !torch.vtensor<[?,6,?],f32>
// CHECK: return %[[V21]]
func.func @group_norm(%arg0: !torch.vtensor<[?,6,?],f32>) -> !torch.vtensor<[?,6,?],f32> {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %int2 = torch.constant.int 2
  %eps = torch.constant.float 1.0e-05
  %0 = torch.aten.group_norm %arg0, %int2, %none, %none, %eps, %false : !torch.vtensor<[?,6,?],f32>, !torch.int, !torch.none, !torch.none, !torch.float, !torch.bool -> !torch.vtensor<[?,6,?],f32>
  return %0 : !torch.vtensor<[?,6,?],f32>
}

// CHECK-LABEL: func.func @fused_rms_norm(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.rsqrt %[[V4]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V7]], %[[V5]]
func.func @fused_rms_norm(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2,4],f32>, !torch.vtensor<[2,1],f32>) {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4 : (!torch.int) -> !torch.list<int>
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0:2 = torch.aten._fused_rms_norm %arg0, %l0, %arg1, %float1.0e-05 : !torch.vtensor<[2,4],f32>, !torch.list<int>, !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[2,4],f32>, !torch.vtensor<[2,1],f32>
  return %0#0, %0#1 : !torch.vtensor<[2,4],f32>, !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @native_batch_norm_legit_no_stats(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg2, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Scalar %[[V3]], %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %arg0, %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %[[V6]], %[[V7]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Scalar %[[V8]], %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Scalar %[[V9]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.rsqrt %[[V10]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V12:.*]] = torch.aten.sub.Tensor %arg0, %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %[[V12]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V14:.*]] = torch.aten.mul.Tensor %[[V13]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V15:.*]] = torch.aten.add.Tensor %[[V14]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V16:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V17:.*]] = torch.aten.view %[[V4]], %[[V16]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V19:.*]] = torch.aten.view %[[V11]], %[[V18]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V15]], %[[V17]], %[[V19]]
func.func @native_batch_norm_legit_no_stats(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) {
  %true = torch.constant.bool true
  %float0.1 = torch.constant.float 1.000000e-01
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0:3 = torch.aten._native_batch_norm_legit.no_stats %arg0, %arg1, %arg2, %true, %float0.1, %float1.0e-05 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.float, !torch.float -> !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @native_batch_norm_legit_functional(
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}
func.func @native_batch_norm_legit_functional(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>, %arg3: !torch.vtensor<[3],f32>, %arg4: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) {
  %true = torch.constant.bool true
  %float0.1 = torch.constant.float 1.000000e-01
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0:5 = torch.aten._native_batch_norm_legit_functional %arg0, %arg1, %arg2, %arg3, %arg4, %true, %float0.1, %float1.0e-05 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.float, !torch.float -> !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
  return %0#0, %0#1, %0#2, %0#3, %0#4 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @weight_norm(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Tensor %arg1, %[[V3]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V5]]
func.func @weight_norm(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[3,1],f32>) -> !torch.vtensor<[3,4],f32> {
  %int0 = torch.constant.int 0
  %0 = torch.aten._weight_norm %arg0, %arg1, %int0 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[3,1],f32>, !torch.int -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @weight_norm_interface(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Tensor %arg1, %[[V3]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V5]], %[[V3]]
func.func @weight_norm_interface(%arg0: !torch.vtensor<[3,4],f32>, %arg1: !torch.vtensor<[3,1],f32>) -> (!torch.vtensor<[3,4],f32>, !torch.vtensor<[3,1],f32>) {
  %int0 = torch.constant.int 0
  %0:2 = torch.aten._weight_norm_interface %arg0, %arg1, %int0 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[3,1],f32>, !torch.int -> !torch.vtensor<[3,4],f32>, !torch.vtensor<[3,1],f32>
  return %0#0, %0#1 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[3,1],f32>
}

// CHECK-LABEL: func.func @batch_norm(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg2, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %arg3, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %arg4, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Scalar %[[V3]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsqrt %[[V5]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V7]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V8]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V9]]
func.func @batch_norm(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>, %arg3: !torch.vtensor<[3],f32>, %arg4: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %false = torch.constant.bool false
  %float0.1 = torch.constant.float 1.000000e-01
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0 = torch.aten.batch_norm %arg0, %arg1, %arg2, %arg3, %arg4, %false, %float0.1, %float1.0e-05, %false : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.float, !torch.float, !torch.bool -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @instance_norm(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Scalar %[[V7]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.rsqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.unsqueeze %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V13:.*]] = torch.aten.unsqueeze %arg2, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V14:.*]] = torch.aten.mul.Tensor %[[V11]], %[[V12]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V15:.*]] = torch.aten.add.Tensor %[[V14]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V15]]
func.func @instance_norm(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %none = torch.constant.none
  %true = torch.constant.bool true
  %float0.1 = torch.constant.float 1.000000e-01
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %false = torch.constant.bool false
  %0 = torch.aten.instance_norm %arg0, %arg1, %arg2, %none, %none, %true, %float0.1, %float1.0e-05, %false : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.none, !torch.none, !torch.bool, !torch.float, !torch.float, !torch.bool -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @native_batch_norm(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %arg2, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %arg0, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Scalar %[[V1]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.rsqrt %[[V3]] : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.full %[[V6]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[0],f32>
// CHECK: return %[[V5]], %[[V7]], %[[V7]]
func.func @native_batch_norm(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[0],f32>, !torch.vtensor<[0],f32>) {
  %none = torch.constant.none
  %false = torch.constant.bool false
  %float0.1 = torch.constant.float 1.000000e-01
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0:3 = torch.aten.native_batch_norm %arg0, %none, %none, %arg1, %arg2, %false, %float0.1, %float1.0e-05 : !torch.vtensor<[2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.float, !torch.float -> !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[0],f32>, !torch.vtensor<[0],f32>
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[0],f32>, !torch.vtensor<[0],f32>
}

// CHECK-LABEL: func.func @native_group_norm(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Scalar %[[V3]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V1]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.sum.dim_IntList %[[V6]], %[[V7]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Scalar %[[V8]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Scalar %[[V9]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.rsqrt %[[V10]] : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V12:.*]] = torch.aten.sub.Tensor %[[V1]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %[[V12]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V14:.*]] = torch.aten.unsqueeze %arg1, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V15:.*]] = torch.aten.unsqueeze %arg2, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],f32>
// CHECK: %[[V16:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V17:.*]] = torch.aten.view %[[V13]], %[[V16]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V18:.*]] = torch.aten.mul.Tensor %[[V17]], %[[V14]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V19:.*]] = torch.aten.add.Tensor %[[V18]], %[[V15]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V20:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V21:.*]] = torch.aten.view %[[V4]], %[[V20]] : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: %[[V22:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V23:.*]] = torch.aten.view %[[V11]], %[[V22]] : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: return %[[V19]], %[[V21]], %[[V23]]
func.func @native_group_norm(%arg0: !torch.vtensor<[2,4,3],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2,4,3],f32>, !torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],f32>) {
  %int2 = torch.constant.int 2
  %int4 = torch.constant.int 4
  %int3 = torch.constant.int 3
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0:3 = torch.aten.native_group_norm %arg0, %arg1, %arg2, %int2, %int4, %int3, %int2, %float1.0e-05 : !torch.vtensor<[2,4,3],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.int, !torch.int, !torch.int, !torch.int, !torch.float -> !torch.vtensor<[2,4,3],f32>, !torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],f32>
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,4,3],f32>, !torch.vtensor<[2,2],f32>, !torch.vtensor<[2,2],f32>
}

// CHECK-LABEL: func.func @native_layer_norm(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Scalar %[[V7]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.rsqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V11]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V13:.*]] = torch.aten.add.Tensor %[[V12]], %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V13]], %[[V2]], %[[V9]]
func.func @native_layer_norm(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2,4],f32>, !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>) {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4 : (!torch.int) -> !torch.list<int>
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0:3 = torch.aten.native_layer_norm %arg0, %l0, %arg1, %arg2, %float1.0e-05 : !torch.vtensor<[2,4],f32>, !torch.list<int>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[2,4],f32>, !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,4],f32>, !torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @renorm(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.sqrt %[[V3]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.gt.Scalar %[[V4]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],i1>
// CHECK: %[[V8:.*]] = torch.aten.add.Scalar %[[V4]], %float1.000000e-07{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Tensor %[[V6]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V11:.*]] = torch.aten.full %[[V10]], %float1.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.aten.where.self %[[V7]], %[[V9]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %arg0, %[[V12]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V13]]
func.func @renorm(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %float2.0 = torch.constant.float 2.000000e+00
  %int0 = torch.constant.int 0
  %float1.0 = torch.constant.float 1.000000e+00
  %0 = torch.aten.renorm %arg0, %float2.0, %int0, %float1.0 : !torch.vtensor<[2,3],f32>, !torch.float, !torch.int, !torch.float -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @rms_norm(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.rsqrt %[[V4]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V7]]
func.func @rms_norm(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4 : (!torch.int) -> !torch.list<int>
  %float1.0e-05 = torch.constant.float 1.000000e-05
  %0 = torch.aten.rms_norm %arg0, %l0, %arg1, %float1.0e-05 : !torch.vtensor<[2,4],f32>, !torch.list<int>, !torch.vtensor<[4],f32>, !torch.float -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}
