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
