// The matrix of the windows, or of the interpolation, applied to each dimension.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s

// Lengths are those with padding.
// CHECK-LABEL: func.func @avg_pool2d(
// CHECK: torch.aten.div.Tensor %arg0, {{.*}} -> !torch.vtensor<[1,2,4,4],f32>
// CHECK: torch.aten.matmul {{.*}}!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[4,6],f32> -> !torch.vtensor<[1,2,4,6],f32>
// CHECK: torch.aten.matmul {{.*}} -> !torch.vtensor<[1,2,6,6],f32>
func.func @avg_pool2d(%g: !torch.vtensor<[1,2,4,4],f32>, %x: !torch.vtensor<[1,2,6,6],f32>) -> !torch.vtensor<[1,2,6,6],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %none = torch.constant.none
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %twos = torch.prim.ListConstruct %two, %two : (!torch.int, !torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool2d_backward %g, %x, %twos, %twos, %ones, %false, %true, %none : !torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,2,6,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,2,6,6],f32>
  return %0 : !torch.vtensor<[1,2,6,6],f32>
}

// CHECK-LABEL: func.func @adaptive(
// CHECK-COUNT-2: torch.aten.matmul
func.func @adaptive(%g: !torch.vtensor<[?,?,3],f32>, %x: !torch.vtensor<[?,?,7],f32>) -> !torch.vtensor<[?,?,7],f32> {
  %0 = torch.aten._adaptive_avg_pool2d_backward %g, %x : !torch.vtensor<[?,?,3],f32>, !torch.vtensor<[?,?,7],f32> -> !torch.vtensor<[?,?,7],f32>
  return %0 : !torch.vtensor<[?,?,7],f32>
}

// CHECK-LABEL: func.func @bilinear(
// CHECK-COUNT-2: torch.aten.matmul
// CHECK: return %{{.*}} : !torch.vtensor<[1,2,4,4],f32>
func.func @bilinear(%g: !torch.vtensor<[1,2,8,8],f32>) -> !torch.vtensor<[1,2,4,4],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %four = torch.constant.int 4
  %eight = torch.constant.int 8
  %none = torch.constant.none
  %false = torch.constant.bool false
  %out = torch.prim.ListConstruct %eight, %eight : (!torch.int, !torch.int) -> !torch.list<int>
  %in = torch.prim.ListConstruct %one, %two, %four, %four : (!torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.upsample_bilinear2d_backward %g, %out, %in, %false, %none, %none : !torch.vtensor<[1,2,8,8],f32>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[1,2,4,4],f32>
  return %0 : !torch.vtensor<[1,2,4,4],f32>
}

// How windows are spaced must be known.
// CHECK-LABEL: func.func @unknown_stride(
// CHECK: torch.aten.avg_pool2d_backward
func.func @unknown_stride(%g: !torch.vtensor<[1,2,4,4],f32>, %x: !torch.vtensor<[1,2,6,6],f32>, %n: !torch.int) -> !torch.vtensor<[1,2,6,6],f32> {
  %none = torch.constant.none
  %true = torch.constant.bool true
  %list = torch.prim.ListConstruct %n, %n : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.avg_pool2d_backward %g, %x, %list, %list, %list, %true, %true, %none : !torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,2,6,6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,2,6,6],f32>
  return %0 : !torch.vtensor<[1,2,6,6],f32>
}

// CHECK-LABEL: func.func @adaptive_avg_pool3d_backward(
// CHECK: %[[V0:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,2,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %{{.*}}
func.func @adaptive_avg_pool3d_backward(%arg0: !torch.vtensor<[1,1,2,2,2],f32>, %arg1: !torch.vtensor<[1,1,4,4,4],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %0 = torch.aten._adaptive_avg_pool3d_backward %arg0, %arg1 : !torch.vtensor<[1,1,2,2,2],f32>, !torch.vtensor<[1,1,4,4,4],f32> -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @avg_pool3d_backward(
// CHECK: %[[V0:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,2,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,2,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,4],f32>
// CHECK: return %{{.*}}
func.func @avg_pool3d_backward(%arg0: !torch.vtensor<[1,1,2,2,2],f32>, %arg1: !torch.vtensor<[1,1,4,4,4],f32>) -> !torch.vtensor<[1,1,4,4,4],f32> {
  %int2 = torch.constant.int 2
  %l0 = torch.prim.ListConstruct %int2, %int2, %int2 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %l1 = torch.prim.ListConstruct %int2, %int2, %int2 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %l2 = torch.prim.ListConstruct %int0, %int0, %int0 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.avg_pool3d_backward %arg0, %arg1, %l0, %l1, %l2, %false, %true, %none : !torch.vtensor<[1,1,2,2,2],f32>, !torch.vtensor<[1,1,4,4,4],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,1,4,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4,4],f32>
}

// CHECK-LABEL: func.func @upsample_linear1d_backward(
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
// CHECK: %[[V12:.*]] = torch.aten.clamp %[[V11]], %none{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V13:.*]] = torch.aten.add.Scalar %[[V12]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V14:.*]] = torch.aten.clamp %[[V13]], %none{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V15:.*]] = torch.aten.sub.Tensor %[[V10]], %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V16:.*]] = torch.aten.unsqueeze %[[V15]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V17:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V18:.*]] = torch.aten.to.dtype %[[V17]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V19:.*]] = torch.aten.unsqueeze %[[V18]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V20:.*]] = torch.aten.rsub.Scalar %[[V16]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V21:.*]] = torch.aten.unsqueeze %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V22:.*]] = torch.aten.eq.Tensor %[[V19]], %[[V21]] : {{.*}} -> !torch.vtensor<[6,3],i1>
// CHECK: %[[V23:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V24:.*]] = torch.aten.full %[[V23]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V25:.*]] = torch.aten.where.self %[[V22]], %[[V20]], %[[V24]] : {{.*}} -> !torch.vtensor<[6,3],f32>
// CHECK: %[[V26:.*]] = torch.aten.unsqueeze %[[V14]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,1],f32>
// CHECK: %[[V27:.*]] = torch.aten.eq.Tensor %[[V19]], %[[V26]] : {{.*}} -> !torch.vtensor<[6,3],i1>
// CHECK: %[[V28:.*]] = torch.prim.ListConstruct 
// CHECK: %[[V29:.*]] = torch.aten.full %[[V28]], %float0.000000e00{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V30:.*]] = torch.aten.where.self %[[V27]], %[[V16]], %[[V29]] : {{.*}} -> !torch.vtensor<[6,3],f32>
// CHECK: %[[V31:.*]] = torch.aten.add.Tensor %[[V25]], %[[V30]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,3],f32>
// CHECK: %[[V32:.*]] = torch.aten.transpose.int %arg0, %int2{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V33:.*]] = torch.aten.matmul %[[V32]], %[[V31]] : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V34:.*]] = torch.aten.transpose.int %[[V33]], %int2{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: return %[[V34]]
func.func @upsample_linear1d_backward(%arg0: !torch.vtensor<[1,2,6],f32>) -> !torch.vtensor<[1,2,3],f32> {
  %int6 = torch.constant.int 6
  %l0 = torch.prim.ListConstruct %int6 : (!torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %int3 = torch.constant.int 3
  %l1 = torch.prim.ListConstruct %int1, %int2, %int3 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0 = torch.aten.upsample_linear1d_backward %arg0, %l0, %l1, %false, %none : !torch.vtensor<[1,2,6],f32>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.none -> !torch.vtensor<[1,2,3],f32>
  return %0 : !torch.vtensor<[1,2,3],f32>
}

// CHECK-LABEL: func.func @upsample_trilinear3d_backward(
// CHECK: %[[V0:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: %[[V2:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: %[[V3:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,4,4,2],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: %[[V7:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,4,2],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: %[[V11:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,2,2,2],f32>
// CHECK: return %{{.*}}
func.func @upsample_trilinear3d_backward(%arg0: !torch.vtensor<[1,1,4,4,4],f32>) -> !torch.vtensor<[1,1,2,2,2],f32> {
  %int4 = torch.constant.int 4
  %l0 = torch.prim.ListConstruct %int4, %int4, %int4 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %int2 = torch.constant.int 2
  %l1 = torch.prim.ListConstruct %int1, %int1, %int2, %int2, %int2 : (!torch.int, !torch.int, !torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.upsample_trilinear3d_backward %arg0, %l0, %l1, %true, %none, %none, %none : !torch.vtensor<[1,1,4,4,4],f32>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[1,1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2,2],f32>
}
