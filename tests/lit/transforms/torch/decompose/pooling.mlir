// Adaptive pooling: windows of one size, or masks; resizing by places.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.adaptive_avg_pool2d | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @even(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V3:.*]] = torch.aten.avg_pool2d %[[ARG0]], %[[V0]], %[[V1]], %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,2,3,2],f32>
// CHECK: return %[[V3]]
// LEGAL-LABEL: func.func @even(
// LEGAL: torch.aten.adaptive_avg_pool2d
func.func @even(%arg0: !torch.vtensor<[1,2,6,4],f32>) -> !torch.vtensor<[1,2,3,2],f32> {
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %0 = torch.prim.ListConstruct %int3, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %1 = torch.aten.adaptive_avg_pool2d %arg0, %0 : !torch.vtensor<[1,2,6,4],f32>, !torch.list<int> -> !torch.vtensor<[1,2,3,2],f32>
  return %1 : !torch.vtensor<[1,2,3,2],f32>
}

// CHECK-LABEL: func.func @to_one(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}}, %{{[^ ,:]+}} :
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %[[ARG0]], %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V3:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.aten.mul.int %[[V2]], %[[V3]] : {{.*}} -> !torch.int
// CHECK: %[[V5:.*]] = torch.aten.div.Scalar %[[V1]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: return %[[V5]]
// LEGAL-LABEL: func.func @to_one(
// LEGAL: torch.aten.adaptive_avg_pool2d
func.func @to_one(%arg0: !torch.vtensor<[1,2,?,?],f32>) -> !torch.vtensor<[1,2,1,1],f32> {
  %int1 = torch.constant.int 1
  %0 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %1 = torch.aten.adaptive_avg_pool2d %arg0, %0 : !torch.vtensor<[1,2,?,?],f32>, !torch.list<int> -> !torch.vtensor<[1,2,1,1],f32>
  return %1 : !torch.vtensor<[1,2,1,1],f32>
}

// CHECK-LABEL: func.func @uneven(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.size.int %[[ARG0]], %{{[^ ,:]+}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %[[V0]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar_mode %[[V2]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V1]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V5:.*]] = torch.aten.mul.Scalar %[[V4]], %[[V0]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V6:.*]] = torch.aten.add.Scalar %[[V5]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar_mode %[[V6]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V8:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %[[V0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V9:.*]] = torch.aten.unsqueeze %[[V8]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,?],si64>
// CHECK: %[[V10:.*]] = torch.aten.unsqueeze %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V11:.*]] = torch.aten.ge.Tensor %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[3,?],i1>
// CHECK: %[[V12:.*]] = torch.aten.unsqueeze %[[V7]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V13:.*]] = torch.aten.lt.Tensor %[[V9]], %[[V12]] : {{.*}} -> !torch.vtensor<[3,?],i1>
// CHECK: %[[V14:.*]] = torch.aten.logical_and %[[V11]], %[[V13]] : {{.*}} -> !torch.vtensor<[3,?],i1>
// CHECK: %[[V15:.*]] = torch.aten.sub.Tensor %[[V7]], %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V16:.*]] = torch.aten.transpose.int %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V17:.*]] = torch.aten.unsqueeze %[[V16]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,1,?],f32>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct  :
// CHECK: %[[V19:.*]] = torch.aten.full %[[V18]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V20:.*]] = torch.aten.where.self %[[V14]], %[[V17]], %[[V19]] : {{.*}} -> !torch.vtensor<[2,3,?],f32>
// CHECK: %[[V21:.*]] = torch.prim.ListConstruct %{{[^ ,:]+}} :
// CHECK: %[[V22:.*]] = torch.aten.sum.dim_IntList %[[V20]], %[[V21]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V23:.*]] = torch.aten.div.Tensor %[[V22]], %[[V15]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V24:.*]] = torch.aten.transpose.int %[[V23]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V24]]
func.func @uneven(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,3],f32> {
  %int3 = torch.constant.int 3
  %0 = torch.prim.ListConstruct %int3 : (!torch.int) -> !torch.list<int>
  %1 = torch.aten.adaptive_avg_pool1d %arg0, %0 : !torch.vtensor<[2,?],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %1 : !torch.vtensor<[2,3],f32>
}
