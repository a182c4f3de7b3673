// To a mean of 0 and a deviation of 1, over dimensions that differ.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Scale and statistics are of channels, dimension 1.
// CHECK-LABEL: func.func @batch_inference(
// CHECK: %[[V0:.*]] = torch.aten.add.Scalar %arg4, %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V1:.*]] = torch.aten.rsqrt %[[V0]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %arg1, %[[V1]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg3, %[[V3]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %arg0, %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[?,3,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.view %arg2, %[[V3]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V7]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3,4],f32>
// CHECK: return %[[V9]]
func.func @batch_inference(%arg0: !torch.vtensor<[?,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>, %arg3: !torch.vtensor<[3],f32>, %arg4: !torch.vtensor<[3],f32>) -> !torch.vtensor<[?,3,4],f32> {
  %0 = torch.operator "onnx.BatchNormalization"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[?,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[?,3,4],f32>
  return %0 : !torch.vtensor<[?,3,4],f32>
}

// Statistics of the batch, over all but the channels; running ones move by a
// tenth.
// CHECK-LABEL: func.func @batch_training(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V5]], %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Scalar %[[V6]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V8:.*]] = torch.aten.rsqrt %[[V7]] : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V8]], %arg1 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V3]], %{{.*}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.add.Tensor %[[V10]], %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Scalar %arg3, %float9.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Scalar %[[V2]], %float1.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V14:.*]] = torch.aten.add.Tensor %[[V12]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V15:.*]] = torch.aten.mul.Scalar %arg4, %float9.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V16:.*]] = torch.aten.mul.Scalar %[[V6]], %float1.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V17:.*]] = torch.aten.add.Tensor %[[V15]], %[[V16]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V11]], %[[V14]], %[[V17]]
func.func @batch_training(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>, %arg3: !torch.vtensor<[3],f32>, %arg4: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) {
  %0:3 = torch.operator "onnx.BatchNormalization"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.training_mode = 1 : si64, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
}

// Further results ask for training; the last two are the batch's own.
// CHECK-LABEL: func.func @batch_training_before_14(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Scalar %[[V3]], %int8{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %arg3, %float7.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V2]], %float2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %arg4, %float7.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V4]], %float2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %[[V2]], %[[V4]]
func.func @batch_training_before_14(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>, %arg3: !torch.vtensor<[3],f32>, %arg4: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) attributes {torch.onnx_meta.opset_version = 9 : si64} {
  %0:5 = torch.operator "onnx.BatchNormalization"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.momentum = 0.75 : f32} : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
}

// Over what is behind the channels.
// CHECK-LABEL: func.func @instance(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V5]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Scalar %[[V6]], %float1.000000e-05{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.rsqrt %[[V7]] : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.view %arg1, %[[V10]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V13:.*]] = torch.aten.view %arg2, %[[V10]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V14:.*]] = torch.aten.add.Tensor %[[V12]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V14]]
func.func @instance(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.InstanceNormalization"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// From the axis on; mean and inverse deviation are results.
// CHECK-LABEL: func.func @layer(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int12{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sub.Tensor %arg0, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.sum.dim_IntList %[[V4]], %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Scalar %[[V5]], %int12{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Scalar %[[V6]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.rsqrt %[[V7]] : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V9]], %arg1 : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.add.Tensor %[[V10]], %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V11]], %[[V2]], %[[V8]]
func.func @layer(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3,4],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,1,1],f32>, !torch.vtensor<[2,1,1],f32>) {
  %0:3 = torch.operator "onnx.LayerNormalization"(%arg0, %arg1, %arg2) {torch.onnx.axis = 1 : si64, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3,4],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,1,1],f32>, !torch.vtensor<[2,1,1],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,1,1],f32>, !torch.vtensor<[2,1,1],f32>
}

// Statistics in f32, scale in the operand's type.
// CHECK-LABEL: func.func @layer_half(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %[[V5]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar %[[V6]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Scalar %[[V7]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V9:.*]] = torch.aten.rsqrt %[[V8]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.to.dtype %[[V10]], %int5{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],f16>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V11]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f16>
// CHECK: return %[[V12]]
func.func @layer_half(%arg0: !torch.vtensor<[2,4],f16>, %arg1: !torch.vtensor<[4],f16>) -> !torch.vtensor<[2,4],f16> {
  %0 = torch.operator "onnx.LayerNormalization"(%arg0, %arg1) {torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,4],f16>, !torch.vtensor<[4],f16>) -> !torch.vtensor<[2,4],f16>
  return %0 : !torch.vtensor<[2,4],f16>
}

// No mean is taken away.
// CHECK-LABEL: func.func @rms(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.rsqrt %[[V4]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V7]]
func.func @rms(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.RMSNormalization"(%arg0, %arg1) {torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @rms_first_axis(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.rsqrt %{{.*}} : {{.*}} -> !torch.vtensor<[1,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %arg0, %[[V3]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V4]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V5]]
func.func @rms_first_axis(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.RMSNormalization"(%arg0, %arg1) {torch.onnx.axis = 0 : si64, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @simplified_layer(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float2.500000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.rsqrt %[[V4]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V7]]
func.func @simplified_layer(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.SimplifiedLayerNormalization"(%arg0, %arg1) {torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// The sum of both and the bias is a result.
// CHECK-LABEL: func.func @skip_layer(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Tensor %[[V0]], %arg4, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[V1]], %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V4]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V5]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V4]], %{{.*}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %[[V7]], %arg2 : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Tensor %[[V8]], %arg3, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V9]], %[[V1]]
func.func @skip_layer(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[4],f32>, %arg3: !torch.vtensor<[4],f32>, %arg4: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>) {
  %0:4 = torch.operator "onnx.com.microsoft.SkipLayerNormalization"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[2,3,4],f32>)
  return %0#0, %0#3 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @skip_simplified(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Tensor %[[V0]], %arg3, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V2]], %[[V3]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.rsqrt %{{.*}} : {{.*}} -> !torch.vtensor<[2,3,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V1]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %arg2 : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: return %[[V7]], %[[V1]]
func.func @skip_simplified(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[4],f32>, %arg3: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>) {
  %0:4 = torch.operator "onnx.com.microsoft.SkipSimplifiedLayerNormalization"(%arg0, %arg1, %arg2, %arg3) {torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.none, !torch.none, !torch.vtensor<[2,3,4],f32>)
  return %0#0, %0#3 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>
}

// Two groups of two channels; scale of each channel.
// CHECK-LABEL: func.func @group(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V4]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsqrt %{{.*}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %{{.*}}, %[[V6]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.view %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.view %arg1, %[[V10]] : {{.*}} -> !torch.vtensor<[1,4,1],f32>
// CHECK: %[[V12:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V13:.*]] = torch.aten.view %arg2, %[[V10]] : {{.*}} -> !torch.vtensor<[1,4,1],f32>
// CHECK: %[[V14:.*]] = torch.aten.add.Tensor %[[V12]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: return %[[V14]]
func.func @group(%arg0: !torch.vtensor<[2,4,3],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4,3],f32> {
  %0 = torch.operator "onnx.GroupNormalization"(%arg0, %arg1, %arg2) {torch.onnx.num_groups = 2 : si64, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,4,3],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4,3],f32>
  return %0 : !torch.vtensor<[2,4,3],f32>
}

// Scale of each group.
// CHECK-LABEL: func.func @group_before_21(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V4]], %[[V2]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.rsqrt %{{.*}} : {{.*}} -> !torch.vtensor<[2,2,1,1],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %{{.*}}, %[[V6]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.aten.view %arg1, %[[V8]] : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V7]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V11:.*]] = torch.aten.view %arg2, %[[V8]] : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: %[[V12:.*]] = torch.aten.add.Tensor %[[V10]], %[[V11]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2,2,3],f32>
// CHECK: %[[V13:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V14:.*]] = torch.aten.view %[[V12]], %[[V13]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: return %[[V14]]
func.func @group_before_21(%arg0: !torch.vtensor<[2,4,3],f32>, %arg1: !torch.vtensor<[2],f32>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2,4,3],f32> attributes {torch.onnx_meta.opset_version = 18 : si64} {
  %0 = torch.operator "onnx.GroupNormalization"(%arg0, %arg1, %arg2) {torch.onnx.num_groups = 2 : si64, torch.onnx.epsilon = 0.25 : f32} : (!torch.vtensor<[2,4,3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[2,4,3],f32>
  return %0 : !torch.vtensor<[2,4,3],f32>
}

// Over batch and places unless axes say otherwise.
// CHECK-LABEL: func.func @mean_variance(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %arg0, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4,5],f32>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.sqrt %{{.*}} : {{.*}} -> !torch.vtensor<[1,3,1,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Scalar %[[V4]], %float1.000000e-09{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,1,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Tensor %[[V2]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,3,4,5],f32>
// CHECK: return %[[V6]]
func.func @mean_variance(%arg0: !torch.vtensor<[2,3,4,5],f32>) -> !torch.vtensor<[2,3,4,5],f32> {
  %0 = torch.operator "onnx.MeanVarianceNormalization"(%arg0) : (!torch.vtensor<[2,3,4,5],f32>) -> !torch.vtensor<[2,3,4,5],f32>
  return %0 : !torch.vtensor<[2,3,4,5],f32>
}

// CHECK-LABEL: func.func @mean_variance_axes(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %arg0, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V3]]
func.func @mean_variance_axes(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.MeanVarianceNormalization"(%arg0) {torch.onnx.axes = [-1 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Divided by the sum of absolute values; 0 stays 0.
// CHECK-LABEL: func.func @lp_one(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.eq.Scalar %[[V2]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],i1>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V5:.*]] = torch.aten.full %[[V4]], %float1.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %[[V3]], %[[V5]], %[[V2]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.div.Tensor %arg0, %[[V6]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.full %[[V4]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.where.self %[[V3]], %[[V8]], %[[V7]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V9]]
func.func @lp_one(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.LpNormalization"(%arg0) {torch.onnx.p = 1 : si64, torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// The root of the sum of squares over the last dimension.
// CHECK-LABEL: func.func @lp_two(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.sqrt %[[V2]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V4:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V3]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V5:.*]] = torch.aten.div.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %[[V5]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V6]]
func.func @lp_two(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.LpNormalization"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Squares of three channels, one on either side; alpha is divided by their
// number.
// CHECK-LABEL: func.func @lrn(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.constant_pad_nd %[[V0]], %[[V1]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6,2],f32>
// CHECK: %[[V3:.*]] = torch.aten.slice.Tensor %[[V2]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %[[V2]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.slice.Tensor %[[V2]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V7]], %float2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V9:.*]] = torch.aten.add.Scalar %[[V8]], %float2.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V10:.*]] = torch.aten.pow.Tensor_Scalar %[[V9]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: %[[V11:.*]] = torch.aten.div.Tensor %arg0, %[[V10]] : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: return %[[V11]]
func.func @lrn(%arg0: !torch.vtensor<[1,4,2],f32>) -> !torch.vtensor<[1,4,2],f32> {
  %0 = torch.operator "onnx.LRN"(%arg0) {torch.onnx.size = 3 : si64, torch.onnx.alpha = 0.75 : f32, torch.onnx.beta = 0.5 : f32, torch.onnx.bias = 2.0 : f32} : (!torch.vtensor<[1,4,2],f32>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

// Of an even number, the odd one is behind.
// CHECK-LABEL: func.func @lrn_even(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %{{.*}}, %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,5],f32>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V1]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V1]], %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
func.func @lrn_even(%arg0: !torch.vtensor<[1,4],f32>) -> !torch.vtensor<[1,4],f32> {
  %0 = torch.operator "onnx.LRN"(%arg0) {torch.onnx.size = 2 : si64} : (!torch.vtensor<[1,4],f32>) -> !torch.vtensor<[1,4],f32>
  return %0 : !torch.vtensor<[1,4],f32>
}

// What is added to a variance is not what ONNX's own operators add.
// CHECK-LABEL: func.func @skip_default_epsilon(
// CHECK: torch.constant.float 9.9999999999999998E-13
func.func @skip_default_epsilon(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.com.microsoft.SkipLayerNormalization"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

// CHECK-LABEL: func.func @skip_simplified_default_epsilon(
// CHECK: torch.constant.float 9.9999999999999998E-13
func.func @skip_simplified_default_epsilon(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  %0 = torch.operator "onnx.com.microsoft.SkipSimplifiedLayerNormalization"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}
