// RUN: ingot-opt %s --convert-onnx-to-torch --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @axes_as_operand(
func.func @axes_as_operand(%x: !torch.vtensor<[2,?,4],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK: torch.aten.sum.dim_IntList %arg0
  %axes = torch.operator "onnx.Constant"() {torch.onnx.value = dense<[1]> : tensor<1xsi64>} : () -> !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.ReduceSum"(%x, %axes) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,?,4],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @no_axes(
func.func @no_axes(%x: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK-NOT: torch.aten
  // CHECK: return %arg0
  %none = torch.constant.none
  %0 = torch.operator "onnx.ReduceSum"(%x, %none) {torch.onnx.noop_with_empty_axes = 1 : si64} : (!torch.vtensor<[2,4],f32>, !torch.none) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// PyTorch has it, so a target may hold it legal.
// CHECK-LABEL: func.func @softmax(
func.func @softmax(%x: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  // CHECK: torch.aten.softmax.int %arg0, %int1{{.*}}, %none
  %0 = torch.operator "onnx.Softmax"(%x) : (!torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// -----

// Before version 13, one softmax over all dimensions from the axis on.
// CHECK-LABEL: func.func @old_softmax(
func.func @old_softmax(%x: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> attributes {torch.onnx_meta.opset_version = 11 : si64} {
  // CHECK: torch.aten.amax {{.*}} -> !torch.vtensor<[2,1,1],f32>
  %0 = torch.operator "onnx.Softmax"(%x) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @arg_max(
// CHECK: %[[V0:.*]] = torch.aten.argmax %arg0, %int1{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],si64>
// CHECK: return %[[V0]]
func.func @arg_max(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],si64> {
  %0 = torch.operator "onnx.ArgMax"(%arg0) {torch.onnx.axis = 1 : si64, torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @arg_min(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.flip %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.argmin %[[V1]], %int1{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.rsub.Scalar %[[V2]], %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: return %[[V3]]
func.func @arg_min(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],si64> {
  %0 = torch.operator "onnx.ArgMin"(%arg0) {torch.onnx.axis = 1 : si64, torch.onnx.select_last_index = 1 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],si64>
  return %0 : !torch.vtensor<[2,1],si64>
}

// CHECK-LABEL: func.func @batch_normalization(
// CHECK: %[[V0:.*]] = torch.aten.add.Scalar %arg4, %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.rsqrt %[[V0]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg1, %[[V1]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg3, %[[V3]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %arg0, %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V2]], %[[V6]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.view %arg2, %[[V9]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V11:.*]] = torch.aten.add.Tensor %[[V8]], %[[V10]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V11]]
func.func @batch_normalization(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>, %arg3: !torch.vtensor<[3],f32>, %arg4: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.BatchNormalization"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @instance_normalization(
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
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %arg1, %[[V11]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V12]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V14:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V15:.*]] = torch.aten.view %arg2, %[[V14]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V16:.*]] = torch.aten.add.Tensor %[[V13]], %[[V15]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V16]]
func.func @instance_normalization(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.InstanceNormalization"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @layer_normalization(
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
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V10]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.add.Tensor %[[V11]], %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V12]]
func.func @layer_normalization(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.LayerNormalization"(%arg0, %arg1, %arg2) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @log_softmax(
// CHECK: %[[V0:.*]] = torch.aten.log_softmax.int %arg0, %int1{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]]
func.func @log_softmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.LogSoftmax"(%arg0) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @reduce_l1(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V2]]
func.func @reduce_l1(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32> {
  %0 = torch.operator "onnx.ReduceL1"(%arg0) {torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// CHECK-LABEL: func.func @reduce_l2(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V3]]
func.func @reduce_l2(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.ReduceL2"(%arg0) {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @reduce_log_sum(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.log %[[V1]] : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V2]]
func.func @reduce_log_sum(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.ReduceLogSum"(%arg0) {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @reduce_max(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V1]]
func.func @reduce_max(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.ReduceMax"(%arg0) {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @reduce_mean(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V2]]
func.func @reduce_mean(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.ReduceMean"(%arg0) {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @reduce_min(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amin %arg0, %[[V0]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V1]]
func.func @reduce_min(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.ReduceMin"(%arg0) {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @reduce_sum_square(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V2]]
func.func @reduce_sum_square(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.ReduceSumSquare"(%arg0) {torch.onnx.axes = [1 : si64], torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// Before version 13: over all dimensions from the axis on.
// CHECK-LABEL: func.func @softmax_flattened(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %arg0, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Tensor %[[V3]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V6]]
func.func @softmax_flattened(%x: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> attributes {torch.onnx_meta.opset_version = 12 : si64} {
  %0 = torch.operator "onnx.Softmax"(%x) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @log_softmax_flattened(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %arg0, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.exp %[[V2]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V3]], %[[V4]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.log %[[V5]] : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V2]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V7]]
func.func @log_softmax_flattened(%x: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> attributes {torch.onnx_meta.opset_version = 12 : si64} {
  %0 = torch.operator "onnx.LogSoftmax"(%x) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// No axes are all of them,
// CHECK-LABEL: func.func @reduce_all(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V1]]
func.func @reduce_all(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.ReduceSum"(%x) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// or none where the operator says so.
// CHECK-LABEL: func.func @reduce_none(
// CHECK: return %arg0
func.func @reduce_none(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.ReduceSum"(%x) {torch.onnx.noop_with_empty_axes = 1 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Axes of the run: each dimension is reduced and taken where it is named.
// CHECK-LABEL: func.func @sum_at_run_time(
// CHECK: torch.aten.sum.dim_IntList
// CHECK: torch.aten.where.self
// CHECK: torch.aten.sort.stable
// CHECK: torch.aten.view
func.func @sum_at_run_time(%x: !torch.vtensor<[2,3],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.ReduceSum"(%x, %n) {torch.onnx.keepdims = 0 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @hardmax(
// CHECK: torch.aten.argmax
// CHECK: torch.aten.eq.Tensor
func.func @hardmax(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Hardmax"(%x) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}
