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

// CHECK-LABEL: func.func @adaptive_avg_pool2d(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.avg_pool2d %arg0, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,2],f32>
// CHECK: return %[[V3]]
func.func @adaptive_avg_pool2d(%arg0: !torch.vtensor<[1,2,6,6],f32>) -> !torch.vtensor<[1,2,3,2],f32> {
  %int3 = torch.constant.int 3
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int3, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten._adaptive_avg_pool2d %arg0, %l0 : !torch.vtensor<[1,2,6,6],f32>, !torch.list<int> -> !torch.vtensor<[1,2,3,2],f32>
  return %0 : !torch.vtensor<[1,2,3,2],f32>
}

// CHECK-LABEL: func.func @adaptive_avg_pool3d(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.avg_pool3d %arg0, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,2,2],f32>
// CHECK: return %[[V3]]
func.func @adaptive_avg_pool3d(%arg0: !torch.vtensor<[1,1,4,4,4],f32>) -> !torch.vtensor<[1,1,2,2,2],f32> {
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int2, %int2, %int2 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten._adaptive_avg_pool3d %arg0, %l0 : !torch.vtensor<[1,1,4,4,4],f32>, !torch.list<int> -> !torch.vtensor<[1,1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2,2],f32>
}

// CHECK-LABEL: func.func @upsample_nearest_exact1d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,3,2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: return %[[V4]]
func.func @upsample_nearest_exact1d(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,6],f32> {
  %int6 = torch.constant.int 6
  %l0 = torch.prim.ListConstruct %int6 : (!torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten._upsample_nearest_exact1d %arg0, %l0, %none : !torch.vtensor<[1,2,3],f32>, !torch.list<int>, !torch.none -> !torch.vtensor<[1,2,6],f32>
  return %0 : !torch.vtensor<[1,2,6],f32>
}

// CHECK-LABEL: func.func @upsample_nearest_exact1d_vec(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,1],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,3,2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: return %[[V4]]
func.func @upsample_nearest_exact1d_vec(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,6],f32> {
  %none = torch.constant.none
  %float2.0 = torch.constant.float 2.000000e+00
  %l0 = torch.prim.ListConstruct %float2.0 : (!torch.float) -> !torch.list<float>
  %0 = torch.aten._upsample_nearest_exact1d.vec %arg0, %none, %l0 : !torch.vtensor<[1,2,3],f32>, !torch.none, !torch.list<float> -> !torch.vtensor<[1,2,6],f32>
  return %0 : !torch.vtensor<[1,2,6],f32>
}

// CHECK-LABEL: func.func @upsample_nearest_exact2d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.broadcast_to %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V5]]
func.func @upsample_nearest_exact2d(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten._upsample_nearest_exact2d %arg0, %l0, %none, %none : !torch.vtensor<[1,1,2,2],f32>, !torch.list<int>, !torch.none, !torch.none -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_nearest_exact2d_vec(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.broadcast_to %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V5]]
func.func @upsample_nearest_exact2d_vec(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten._upsample_nearest_exact2d.vec %arg0, %l0, %none : !torch.vtensor<[1,1,2,2],f32>, !torch.list<int>, !torch.none -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_nearest_exact3d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int7{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2,1],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.broadcast_to %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2,2,2],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %[[V6]]
func.func @upsample_nearest_exact3d(%arg0: !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4, %int4 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten._upsample_nearest_exact3d %arg0, %l0, %none, %none, %none : !torch.vtensor<[1,1,2,2,2],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_nearest_exact3d_vec(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int7{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2,1],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.broadcast_to %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2,2,2],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %[[V6]]
func.func @upsample_nearest_exact3d_vec(%arg0: !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4, %int4 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten._upsample_nearest_exact3d.vec %arg0, %l0, %none : !torch.vtensor<[1,1,2,2,2],f32>, !torch.list<int>, !torch.none -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @adaptive_avg_pool3d_2(
// CHECK: %[[V0:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,2,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,4,1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,1,3,4],f32>
// CHECK: return %{{.*}}
func.func @adaptive_avg_pool3d_2(%arg0: !torch.vtensor<[1,1,4,4,4],f32>) -> !torch.vtensor<[1,1,2,1,3],f32> {
  %int2 = torch.constant.int 2
  %int1 = torch.constant.int 1
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int2, %int1, %int3 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.adaptive_avg_pool3d %arg0, %l0 : !torch.vtensor<[1,1,4,4,4],f32>, !torch.list<int> -> !torch.vtensor<[1,1,2,1,3],f32>
  return %0 : !torch.vtensor<[1,1,2,1,3],f32>
}

// CHECK-LABEL: func.func @adaptive_max_pool2d(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]]:2 = torch.aten.max_pool2d_with_indices %arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[1,2,3,3],si64>
// CHECK: return %[[V4]]#0, %[[V4]]#1
func.func @adaptive_max_pool2d(%arg0: !torch.vtensor<[1,2,6,6],f32>) -> (!torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[1,2,3,3],si64>) {
  %int3 = torch.constant.int 3
  %l0 = torch.prim.ListConstruct %int3, %int3 : (!torch.int, !torch.int) -> !torch.list<int>
  %0:2 = torch.aten.adaptive_max_pool2d %arg0, %l0 : !torch.vtensor<[1,2,6,6],f32>, !torch.list<int> -> !torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[1,2,3,3],si64>
  return %0#0, %0#1 : !torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[1,2,3,3],si64>
}

// CHECK-LABEL: func.func @adaptive_max_pool3d(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]]:2 = torch.aten.max_pool3d_with_indices %arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,2,2],f32>, !torch.vtensor<[1,1,2,2,2],si64>
// CHECK: return %[[V4]]#0, %[[V4]]#1
func.func @adaptive_max_pool3d(%arg0: !torch.vtensor<[1,1,4,4,4],f32>) -> (!torch.vtensor<[1,1,2,2,2],f32>, !torch.vtensor<[1,1,2,2,2],si64>) {
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int2, %int2, %int2 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0:2 = torch.aten.adaptive_max_pool3d %arg0, %l0 : !torch.vtensor<[1,1,4,4,4],f32>, !torch.list<int> -> !torch.vtensor<[1,1,2,2,2],f32>, !torch.vtensor<[1,1,2,2,2],si64>
  return %0#0, %0#1 : !torch.vtensor<[1,1,2,2,2],f32>, !torch.vtensor<[1,1,2,2,2],si64>
}

// CHECK-LABEL: func.func @upsample_bilinear2d_vec(
// CHECK: %[[V0:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.index_select %{{.*}}, %int3{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.index_select %{{.*}}, %int3{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %{{.*}}
func.func @upsample_bilinear2d_vec(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.upsample_bilinear2d.vec %arg0, %l0, %true, %none : !torch.vtensor<[1,1,2,2],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_linear1d(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.full %[[V4]], %int6{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Tensor %[[V3]], %[[V5]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V7]], %[[V6]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Scalar %[[V8]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V10:.*]] = torch.aten.clamp %[[V9]], %float0.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V11:.*]] = torch.aten.floor %[[V10]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V12:.*]] = torch.aten.sub.Tensor %[[V10]], %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V13:.*]] = torch.aten.to.dtype %[[V11]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V14:.*]] = torch.aten.clamp %[[V13]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V15:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V14]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V16:.*]] = torch.aten.rsub.Scalar %[[V12]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V17:.*]] = torch.aten.mul.Tensor %[[V15]], %[[V16]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V18:.*]] = torch.aten.add.Scalar %[[V11]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V19:.*]] = torch.aten.to.dtype %[[V18]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V20:.*]] = torch.aten.clamp %[[V19]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V21:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V20]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V22:.*]] = torch.aten.mul.Tensor %[[V21]], %[[V12]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V23:.*]] = torch.aten.add.Tensor %[[V17]], %[[V22]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: return %[[V23]]
func.func @upsample_linear1d(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,6],f32> {
  %int6 = torch.constant.int 6
  %l0 = torch.prim.ListConstruct %int6 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.upsample_linear1d %arg0, %l0, %false, %none : !torch.vtensor<[1,2,3],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[1,2,6],f32>
  return %0 : !torch.vtensor<[1,2,6],f32>
}

// CHECK-LABEL: func.func @upsample_linear1d_vec(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %int5{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.full %[[V4]], %int2{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.gt.Scalar %[[V3]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V7:.*]] = torch.aten.div.Tensor %[[V5]], %[[V3]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V9:.*]] = torch.aten.full %[[V8]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %[[V6]], %[[V7]], %[[V9]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V10]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V12:.*]] = torch.aten.floor %[[V11]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V13:.*]] = torch.aten.sub.Tensor %[[V11]], %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V14:.*]] = torch.aten.to.dtype %[[V12]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V15:.*]] = torch.aten.clamp %[[V14]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V16:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V15]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V17:.*]] = torch.aten.rsub.Scalar %[[V13]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V18:.*]] = torch.aten.mul.Tensor %[[V16]], %[[V17]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V19:.*]] = torch.aten.add.Scalar %[[V12]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V20:.*]] = torch.aten.to.dtype %[[V19]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V21:.*]] = torch.aten.clamp %[[V20]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V22:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V21]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V23:.*]] = torch.aten.mul.Tensor %[[V22]], %[[V13]] : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V24:.*]] = torch.aten.add.Tensor %[[V18]], %[[V23]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: return %[[V24]]
func.func @upsample_linear1d_vec(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,6],f32> {
  %none = torch.constant.none
  %true = torch.constant.bool true
  %float2.0 = torch.constant.float 2.000000e+00
  %l0 = torch.prim.ListConstruct %float2.0 : (!torch.float) -> !torch.list<float>
  %0 = torch.aten.upsample_linear1d.vec %arg0, %none, %true, %l0 : !torch.vtensor<[1,2,3],f32>, !torch.none, !torch.bool, !torch.list<float> -> !torch.vtensor<[1,2,6],f32>
  return %0 : !torch.vtensor<[1,2,6],f32>
}

// CHECK-LABEL: func.func @upsample_nearest2d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.broadcast_to %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V5]]
func.func @upsample_nearest2d(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.upsample_nearest2d %arg0, %l0, %none, %none : !torch.vtensor<[1,1,2,2],f32>, !torch.list<int>, !torch.none, !torch.none -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_nearest2d_vec(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.broadcast_to %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,1,4,4],f32>
// CHECK: return %[[V5]]
func.func @upsample_nearest2d_vec(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %none = torch.constant.none
  %float2.0 = torch.constant.float 2.000000e+00
  %l0 = torch.prim.ListConstruct %float2.0, %float2.0 : (!torch.float, !torch.float) -> !torch.list<float>
  %0 = torch.aten.upsample_nearest2d.vec %arg0, %none, %l0 : !torch.vtensor<[1,1,2,2],f32>, !torch.none, !torch.list<float> -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_nearest3d(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int7{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2,1],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.broadcast_to %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2,2,2],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %[[V6]]
func.func @upsample_nearest3d(%arg0: !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4, %int4 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.upsample_nearest3d %arg0, %l0, %none, %none, %none : !torch.vtensor<[1,1,2,2,2],f32>, !torch.list<int>, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_nearest3d_vec(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int7{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2,1,2,1,2,1],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.broadcast_to %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,1,2,2,2,2,2,2],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.view %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %[[V6]]
func.func @upsample_nearest3d_vec(%arg0: !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4, %int4 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten.upsample_nearest3d.vec %arg0, %l0, %none : !torch.vtensor<[1,1,2,2,2],f32>, !torch.list<int>, !torch.none -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_trilinear3d(
// CHECK: %[[V0:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2,2],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.index_select %{{.*}}, %int3{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,2],f32>
// CHECK: %[[V5:.*]] = torch.aten.index_select %{{.*}}, %int3{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.index_select %{{.*}}, %int4{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.index_select %{{.*}}, %int4{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %{{.*}}
func.func @upsample_trilinear3d(%arg0: !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4, %int4 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.upsample_trilinear3d %arg0, %l0, %true, %none, %none, %none : !torch.vtensor<[1,1,2,2,2],f32>, !torch.list<int>, !torch.bool, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_trilinear3d_vec(
// CHECK: %[[V0:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.index_select %{{.*}}, %int3{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,2],f32>
// CHECK: %[[V3:.*]] = torch.aten.index_select %{{.*}}, %int3{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,2],f32>
// CHECK: %[[V4:.*]] = torch.aten.index_select %{{.*}}, %int4{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.index_select %{{.*}}, %int4{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %{{.*}}
func.func @upsample_trilinear3d_vec(%arg0: !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4, %int4 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.upsample_trilinear3d.vec %arg0, %l0, %false, %none : !torch.vtensor<[1,1,2,2,2],f32>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_nearest_exact1d_places(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V2:.*]] = torch.aten.add.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V4:.*]] = torch.aten.full %[[V3]], %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V6:.*]] = torch.aten.full %[[V5]], %int5{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Tensor %[[V4]], %[[V6]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V7]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V9:.*]] = torch.aten.floor %[[V8]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V10:.*]] = torch.aten.to.dtype %[[V9]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V11:.*]] = torch.aten.clamp %[[V10]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V12:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V11]] : {{.*}} -> !torch.vtensor<[1,2,5],f32>
// CHECK: return %[[V12]]
func.func @upsample_nearest_exact1d_places(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,5],f32> {
  %int5 = torch.constant.int 5
  %l0 = torch.prim.ListConstruct %int5 : (!torch.int) -> !torch.list<int>
  %none = torch.constant.none
  %0 = torch.aten._upsample_nearest_exact1d %arg0, %l0, %none : !torch.vtensor<[1,2,3],f32>, !torch.list<int>, !torch.none -> !torch.vtensor<[1,2,5],f32>
  return %0 : !torch.vtensor<[1,2,5],f32>
}

// CHECK-LABEL: func.func @upsample_nearest1d_vec_places(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V3:.*]] = torch.aten.full %[[V2]], %float6.666667e-01{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.floor %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V5]], %int4{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V7:.*]] = torch.aten.clamp %[[V6]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %arg0, %int2{{(_[0-9]+)?}}, %[[V7]] : {{.*}} -> !torch.vtensor<[1,2,4],f32>
// CHECK: return %[[V8]]
func.func @upsample_nearest1d_vec_places(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,4],f32> {
  %none = torch.constant.none
  %float1.5 = torch.constant.float 1.500000e+00
  %l0 = torch.prim.ListConstruct %float1.5 : (!torch.float) -> !torch.list<float>
  %0 = torch.aten.upsample_nearest1d.vec %arg0, %none, %l0 : !torch.vtensor<[1,2,3],f32>, !torch.none, !torch.list<float> -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}
