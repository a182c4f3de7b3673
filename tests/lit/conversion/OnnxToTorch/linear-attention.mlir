// Attention as a recurrence, one token after the other.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// The state is the sum of keys times values; the scale is 1 / sqrt(2).
// CHECK-LABEL: func.func @linear(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Tensor %{{.*}}, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V2]], %float7.071068e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V1]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %{{.*}}, %[[V5]] : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V6]], %float7.071068e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}} : (!torch.vtensor
// CHECK: %{{.*}} = torch.aten.cat %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,1,3],f32>
// CHECK: return %{{.*}}, %[[V5]]
func.func @linear(%arg0: !torch.vtensor<[1,2,4],f32>, %arg1: !torch.vtensor<[1,2,4],f32>, %arg2: !torch.vtensor<[1,2,6],f32>) -> (!torch.vtensor<[1,2,6],f32>, !torch.vtensor<[1,2,2,3],f32>) {
  %0:2 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "linear"} : (!torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,4],f32>, !torch.vtensor<[1,2,6],f32>) -> (!torch.vtensor<[1,2,6],f32>, !torch.vtensor<[1,2,2,3],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,2,6],f32>, !torch.vtensor<[1,2,2,3],f32>
}

// What was known is forgotten by exp of the decay before the token is added.
// CHECK-LABEL: func.func @gated(
// CHECK: %[[V0:.*]] = torch.aten.exp %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,2,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg3, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %[[V1]], %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %{{.*}}, %[[V3]] : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V4]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: return %{{.*}}, %[[V3]]
func.func @gated(%arg0: !torch.vtensor<[1,1,4],f32>, %arg1: !torch.vtensor<[1,1,4],f32>, %arg2: !torch.vtensor<[1,1,6],f32>, %arg3: !torch.vtensor<[1,2,2,3],f32>, %arg4: !torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>) {
  %0:2 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "gated", torch.onnx.scale = 1.0 : f32} : (!torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>, !torch.vtensor<[1,1,4],f32>) -> (!torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>
}

// Only what the state does not say already is added, at the rate.
// CHECK-LABEL: func.func @delta(
// CHECK: %[[V0:.*]] = torch.aten.matmul %{{.*}}, %arg3 : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.sub.Tensor %{{.*}}, %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %arg3, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: return %{{.*}}, %[[V4]]
func.func @delta(%arg0: !torch.vtensor<[1,1,4],f32>, %arg1: !torch.vtensor<[1,1,4],f32>, %arg2: !torch.vtensor<[1,1,6],f32>, %arg3: !torch.vtensor<[1,2,2,3],f32>, %arg4: !torch.vtensor<[1,1,2],f32>) -> (!torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>) {
  %none = torch.constant.none
  %0:2 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2, %arg3, %none, %arg4) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "delta"} : (!torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>, !torch.none, !torch.vtensor<[1,1,2],f32>) -> (!torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>
}

// The rule where none is named.
// CHECK-LABEL: func.func @gated_delta(
// CHECK: %[[V0:.*]] = torch.aten.exp %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %arg3, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %{{.*}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.add.Tensor %[[V1]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %[[V6]] : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
func.func @gated_delta(%arg0: !torch.vtensor<[1,1,4],f32>, %arg1: !torch.vtensor<[1,1,4],f32>, %arg2: !torch.vtensor<[1,1,6],f32>, %arg3: !torch.vtensor<[1,2,2,3],f32>, %arg4: !torch.vtensor<[1,1,2],f32>, %arg5: !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,6],f32> {
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) {torch.onnx.q_num_heads = 2 : si64, torch.onnx.kv_num_heads = 2 : si64} : (!torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[1,2,2,3],f32>, !torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,6],f32>
  return %0 : !torch.vtensor<[1,1,6],f32>
}

// Two heads of queries look at each state.
// CHECK-LABEL: func.func @grouped(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[1,1,4,2],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %arg1, %[[V2]] : {{.*}} -> !torch.vtensor<[1,1,2,2],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %arg2, %[[V4]] : {{.*}} -> !torch.vtensor<[1,1,2,3],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %{{.*}}, %[[V6]] : {{.*}} -> !torch.vtensor<[1,2,2,1,2],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,2,3],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.view %{{.*}}, %[[V9]] : {{.*}} -> !torch.vtensor<[1,1,12],f32>
// CHECK: return %[[V10]]
func.func @grouped(%arg0: !torch.vtensor<[1,1,8],f32>, %arg1: !torch.vtensor<[1,1,4],f32>, %arg2: !torch.vtensor<[1,1,6],f32>) -> !torch.vtensor<[1,1,12],f32> {
  %0 = torch.operator "onnx.LinearAttention"(%arg0, %arg1, %arg2) {torch.onnx.q_num_heads = 4 : si64, torch.onnx.kv_num_heads = 2 : si64, torch.onnx.update_rule = "linear"} : (!torch.vtensor<[1,1,8],f32>, !torch.vtensor<[1,1,4],f32>, !torch.vtensor<[1,1,6],f32>) -> !torch.vtensor<[1,1,12],f32>
  return %0 : !torch.vtensor<[1,1,12],f32>
}
