// Attention step by step as ONNX defines it, since each step may be a result.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Both sides are scaled by the square root of 1 / sqrt(4).
// CHECK-LABEL: func.func @four_dimensions(
// CHECK: %{{.*}} = torch.aten.pow.Tensor_Scalar %{{.*}}, %float-2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg0, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.transpose.int %{{.*}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V5:.*]] = torch.aten.softmax.int %[[V4]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %[[V5]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,6],f32>
// CHECK: return %[[V6]]
func.func @four_dimensions(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,6],f32>) -> !torch.vtensor<[1,2,3,6],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,6],f32>) -> !torch.vtensor<[1,2,3,6],f32>
  return %0 : !torch.vtensor<[1,2,3,6],f32>
}

// The square root of the scale on either side.
// CHECK-LABEL: func.func @scaled(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.transpose.int %{{.*}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V5:.*]] = torch.aten.matmul %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.softmax.int %[[V5]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V7:.*]] = torch.aten.matmul %[[V6]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,6],f32>
// CHECK: return %[[V7]]
func.func @scaled(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,6],f32>) -> !torch.vtensor<[1,2,3,6],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.scale = 0.25 : f32} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,6],f32>) -> !torch.vtensor<[1,2,3,6],f32>
  return %0 : !torch.vtensor<[1,2,3,6],f32>
}

// Heads are taken out of the last dimension, and put back.
// CHECK-LABEL: func.func @three_dimensions(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V1]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg1, %[[V3]] : {{.*}} -> !torch.vtensor<[1,5,2,4],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V4]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5,4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %arg2, %[[V6]] : {{.*}} -> !torch.vtensor<[1,5,2,6],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V7]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5,6],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.view %{{.*}}, %[[V9]] : {{.*}} -> !torch.vtensor<[1,2,5,4],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %{{.*}}, %[[V11]] : {{.*}} -> !torch.vtensor<[1,2,5,6],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V10]], %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4,5],f32>
// CHECK: %[[V14:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V15:.*]] = torch.aten.softmax.int %[[V14]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V16:.*]] = torch.aten.matmul %[[V15]], %[[V12]] : {{.*}} -> !torch.vtensor<[1,2,3,6],f32>
// CHECK: %[[V17:.*]] = torch.aten.transpose.int %[[V16]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,6],f32>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V19:.*]] = torch.aten.view %[[V17]], %[[V18]] : {{.*}} -> !torch.vtensor<[1,3,12],f32>
// CHECK: return %[[V19]]
func.func @three_dimensions(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[1,5,8],f32>, %arg2: !torch.vtensor<[1,5,12],f32>) -> !torch.vtensor<[1,3,12],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64} : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[1,5,8],f32>, !torch.vtensor<[1,5,12],f32>) -> !torch.vtensor<[1,3,12],f32>
  return %0 : !torch.vtensor<[1,3,12],f32>
}

// Each head of the keys stands for two of the queries.
// CHECK-LABEL: func.func @fewer_key_heads(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,5,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,2,5,4],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,4,5,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.unsqueeze %arg2, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,5,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.broadcast_to %[[V5]], %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,2,5,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.view %[[V6]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,4,5,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4,3,5],f32>
// CHECK: %[[V9:.*]] = torch.aten.softmax.int %[[V8]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,3,5],f32>
// CHECK: %[[V10:.*]] = torch.aten.matmul %[[V9]], %[[V7]] : {{.*}} -> !torch.vtensor<[1,4,3,4],f32>
// CHECK: return %[[V10]]
func.func @fewer_key_heads(%arg0: !torch.vtensor<[1,4,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,4,3,4],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,4,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,4,3,4],f32>
  return %0 : !torch.vtensor<[1,4,3,4],f32>
}

// The cap comes before softmax.
// CHECK-LABEL: func.func @softcap(
// CHECK: %[[V0:.*]] = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V1:.*]] = torch.aten.tanh %[[V0]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %{{.*}} = torch.aten.softmax.int %[[V2]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
func.func @softcap(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.softcap = 2.0 : f32} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

// False is -inf; a row without any key is 0.
// CHECK-LABEL: func.func @mask_bool(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.full %[[V0]], %float-inf{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %arg3, %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[3,5],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V1]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.softmax.int %[[V5]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V8:.*]] = torch.aten.amax %[[V4]], %[[V7]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.eq.Scalar %[[V8]], %float-inf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],i1>
// CHECK: %[[V10:.*]] = torch.aten.where.self %[[V9]], %[[V2]], %[[V6]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V11:.*]] = torch.aten.matmul %[[V10]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: return %[[V11]]
func.func @mask_bool(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[3,5],i1>) -> !torch.vtensor<[1,2,3,4],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[3,5],i1>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

// CHECK-LABEL: func.func @mask_added(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %{{.*}}, %arg3, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %{{.*}} = torch.aten.softmax.int %[[V0]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %arg3, %[[V2]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],f32>
func.func @mask_added(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

// Keys beyond the mask do not count.
// CHECK-LABEL: func.func @mask_shorter(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %float-inf{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,1],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %arg3, %[[V2]]
// CHECK: %[[V4:.*]] = torch.aten.cat %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,5],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %{{.*}}, %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %{{.*}} = torch.aten.softmax.int %[[V5]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %{{.*}} = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
func.func @mask_shorter(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>, %arg3: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

// No key is behind its query.
// CHECK-LABEL: func.func @causal(
// CHECK: %{{.*}} = torch.aten.add.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3,1],si64>
// CHECK: %[[V1:.*]] = torch.aten.le.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3,5],i1>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V1]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,1,3,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %{{.*}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V4:.*]] = torch.aten.softmax.int %[[V3]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
func.func @causal(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.is_causal = 1 : si64} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

// What came before stands in front, and both are results.
// CHECK-LABEL: func.func @past(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg3, %arg1
// CHECK: %[[V1:.*]] = torch.aten.cat %[[V0]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6,4],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %arg4, %arg2
// CHECK: %[[V3:.*]] = torch.aten.cat %[[V2]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,1,6],f32>
// CHECK: %[[V5:.*]] = torch.aten.softmax.int %[[V4]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,6],f32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %[[V5]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,1,4],f32>
// CHECK: return %[[V6]], %[[V1]], %[[V3]]
func.func @past(%arg0: !torch.vtensor<[1,2,1,4],f32>, %arg1: !torch.vtensor<[1,2,1,4],f32>, %arg2: !torch.vtensor<[1,2,1,4],f32>, %arg3: !torch.vtensor<[1,2,5,4],f32>, %arg4: !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,1,4],f32>, !torch.vtensor<[1,2,6,4],f32>, !torch.vtensor<[1,2,6,4],f32>) {
  %none = torch.constant.none
  %0:3 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %none, %arg3, %arg4) : (!torch.vtensor<[1,2,1,4],f32>, !torch.vtensor<[1,2,1,4],f32>, !torch.vtensor<[1,2,1,4],f32>, !torch.none, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,1,4],f32>, !torch.vtensor<[1,2,6,4],f32>, !torch.vtensor<[1,2,6,4],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[1,2,1,4],f32>, !torch.vtensor<[1,2,6,4],f32>, !torch.vtensor<[1,2,6,4],f32>
}

// Keys beyond the length of a sequence do not count.
// CHECK-LABEL: func.func @lengths(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg3, %[[V0]] : {{.*}} -> !torch.vtensor<[2,1,1,1],si64>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[2,2,5,4],f32>
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[2,2,5,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[1,1,1,5],si64>
// CHECK: %[[V8:.*]] = torch.aten.lt.Tensor %[[V7]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,1,1,5],i1>
// CHECK: %{{.*}} = torch.aten.where.self %[[V8]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,1,1,5],f32>
// CHECK: %[[V10:.*]] = torch.aten.softmax.int %{{.*}}, %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,3,5],f32>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V10]] : {{.*}} -> !torch.vtensor<[2,2,3,5],f32>
func.func @lengths(%arg0: !torch.vtensor<[2,2,3,4],f32>, %arg1: !torch.vtensor<[2,2,5,4],f32>, %arg2: !torch.vtensor<[2,2,5,4],f32>, %arg3: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,2,3,4],f32> {
  %none = torch.constant.none
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2, %none, %none, %none, %arg3) : (!torch.vtensor<[2,2,3,4],f32>, !torch.vtensor<[2,2,5,4],f32>, !torch.vtensor<[2,2,5,4],f32>, !torch.none, !torch.none, !torch.none, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,2,3,4],f32>
  return %0 : !torch.vtensor<[2,2,3,4],f32>
}

// Mode 1: the products after the cap.
// CHECK-LABEL: func.func @products_capped(
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V1:.*]] = torch.aten.tanh %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.softmax.int %[[V2]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %[[V3]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: return %[[V4]], %[[V2]]
func.func @products_capped(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3,5],f32>) {
  %0:4 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.softcap = 2.0 : f32, torch.onnx.qk_matmul_output_mode = 1 : si64} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[1,2,3,5],f32>)
  return %0#0, %0#3 : !torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3,5],f32>
}

// Mode 3: after softmax.
// CHECK-LABEL: func.func @products_shares(
// CHECK: %[[V0:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V1:.*]] = torch.aten.softmax.int %[[V0]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: return %[[V2]], %[[V1]]
func.func @products_shares(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[1,2,5,4],f32>, %arg2: !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3,5],f32>) {
  %0:4 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.qk_matmul_output_mode = 3 : si64} : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,5,4],f32>, !torch.vtensor<[1,2,5,4],f32>) -> (!torch.vtensor<[1,2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[1,2,3,5],f32>)
  return %0#0, %0#3 : !torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[1,2,3,5],f32>
}

// CHECK-LABEL: func.func @softmax_in_f32(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<4>
// CHECK: %{{.*}} = torch.aten.to.dtype %[[V0]], %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.to.dtype %{{.*}}, %int5{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f16>
// CHECK: %[[V3:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f16>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V5:.*]] = torch.aten.softmax.int %[[V4]], %int3{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V5]], %int5{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2,3,5],f16>
// CHECK: %[[V7:.*]] = torch.aten.matmul %[[V6]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f16>
// CHECK: return %[[V7]]
func.func @softmax_in_f32(%arg0: !torch.vtensor<[1,2,3,4],f16>, %arg1: !torch.vtensor<[1,2,5,4],f16>, %arg2: !torch.vtensor<[1,2,5,4],f16>) -> !torch.vtensor<[1,2,3,4],f16> {
  %0 = torch.operator "onnx.Attention"(%arg0, %arg1, %arg2) {torch.onnx.softmax_precision = 1 : si64} : (!torch.vtensor<[1,2,3,4],f16>, !torch.vtensor<[1,2,5,4],f16>, !torch.vtensor<[1,2,5,4],f16>) -> !torch.vtensor<[1,2,3,4],f16>
  return %0 : !torch.vtensor<[1,2,3,4],f16>
}

// Halves are turned against each other; angles are read at the positions.
// CHECK-LABEL: func.func @rotary_four(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg0, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.view %arg3, %[[V1]] : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V3:.*]] = torch.aten.index_select %arg1, %int0{{(_[0-9]+)?}}, %[[V2]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.view %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,3,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.unsqueeze %[[V5]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1,2],f32>
// CHECK: %[[V7:.*]] = torch.aten.index_select %arg2, %int0{{(_[0-9]+)?}}, %[[V2]] : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V8:.*]] = torch.aten.view %[[V7]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,3,2],f32>
// CHECK: %[[V9:.*]] = torch.aten.unsqueeze %[[V8]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1,2],f32>
// CHECK: %[[V10:.*]] = torch.aten.slice.Tensor %[[V0]], %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V11:.*]] = torch.aten.slice.Tensor %[[V0]], %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V6]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %[[V11]], %[[V9]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V14:.*]] = torch.aten.sub.Tensor %[[V12]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V15:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V9]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V16:.*]] = torch.aten.mul.Tensor %[[V11]], %[[V6]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V17:.*]] = torch.aten.add.Tensor %[[V15]], %[[V16]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V18:.*]] = torch.prim.ListConstruct %[[V14]], %[[V17]]
// CHECK: %[[V19:.*]] = torch.aten.cat %[[V18]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %[[V20:.*]] = torch.aten.transpose.int %[[V19]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3,4],f32>
// CHECK: return %[[V20]]
func.func @rotary_four(%arg0: !torch.vtensor<[1,2,3,4],f32>, %arg1: !torch.vtensor<[8,2],f32>, %arg2: !torch.vtensor<[8,2],f32>, %arg3: !torch.vtensor<[1,3],si64>) -> !torch.vtensor<[1,2,3,4],f32> {
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[1,2,3,4],f32>, !torch.vtensor<[8,2],f32>, !torch.vtensor<[8,2],f32>, !torch.vtensor<[1,3],si64>) -> !torch.vtensor<[1,2,3,4],f32>
  return %0 : !torch.vtensor<[1,2,3,4],f32>
}

// Neighbours are turned against each other.
// CHECK-LABEL: func.func @rotary_interleaved(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %arg1, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1,2],f32>
// CHECK: %[[V3:.*]] = torch.aten.unsqueeze %arg2, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1,2],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %[[V1]], %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %[[V1]], %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V8:.*]] = torch.aten.sub.Tensor %[[V6]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V11:.*]] = torch.aten.add.Tensor %[[V9]], %[[V10]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V12:.*]] = torch.aten.unsqueeze %[[V8]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2,1],f32>
// CHECK: %[[V13:.*]] = torch.aten.unsqueeze %[[V11]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2,1],f32>
// CHECK: %[[V14:.*]] = torch.prim.ListConstruct %[[V12]], %[[V13]]
// CHECK: %[[V15:.*]] = torch.aten.cat %[[V14]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2,2],f32>
// CHECK: %[[V16:.*]] = torch.aten.view %[[V15]], %[[V0]] : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %[[V17:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}
// CHECK: %[[V18:.*]] = torch.aten.view %[[V16]], %[[V17]] : {{.*}} -> !torch.vtensor<[1,3,8],f32>
// CHECK: return %[[V18]]
func.func @rotary_interleaved(%arg0: !torch.vtensor<[1,3,8],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[1,3,8],f32> {
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2) {torch.onnx.num_heads = 2 : si64, torch.onnx.interleaved = 1 : si64} : (!torch.vtensor<[1,3,8],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[1,3,8],f32>
  return %0 : !torch.vtensor<[1,3,8],f32>
}

// Only the first elements of each head are turned.
// CHECK-LABEL: func.func @rotary_part(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %{{.*}}, %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V0]], %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V0]], %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}} : (!torch.vtensor
// CHECK: %[[V4:.*]] = torch.aten.cat %[[V3]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %{{.*}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %[[V4]], %[[V5]]
// CHECK: %{{.*}} = torch.aten.cat %[[V6]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,2,8],f32>
func.func @rotary_part(%arg0: !torch.vtensor<[1,2,3,8],f32>, %arg1: !torch.vtensor<[1,3,2],f32>, %arg2: !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[1,2,3,8],f32> {
  %0 = torch.operator "onnx.RotaryEmbedding"(%arg0, %arg1, %arg2) {torch.onnx.rotary_embedding_dim = 4 : si64} : (!torch.vtensor<[1,2,3,8],f32>, !torch.vtensor<[1,3,2],f32>, !torch.vtensor<[1,3,2],f32>) -> !torch.vtensor<[1,2,3,8],f32>
  return %0 : !torch.vtensor<[1,2,3,8],f32>
}
