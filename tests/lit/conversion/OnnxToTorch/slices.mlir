// Parts of tensors and padding around them.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @concat(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg0, %arg1
// CHECK: %[[V1:.*]] = torch.aten.cat %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: return %[[V1]]
func.func @concat(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %0 = torch.operator "onnx.Concat"(%arg0, %arg1) {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

// CHECK-LABEL: func.func @slice_steps(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: return %[[V0]]
func.func @slice_steps(%arg0: !torch.vtensor<[10,4],f32>) -> !torch.vtensor<[3,4],f32> {
  %c0 = torch.vtensor.literal(dense<[1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[9]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c2 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c3 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1, %c2, %c3) : (!torch.vtensor<[10,4],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// Backwards: reversed, and bounds counted from the other end.
// CHECK-LABEL: func.func @slice_back(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.flip %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[10],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %[[V1]], %int0{{(_[0-9]+)?}}, %int-9{{(_[0-9]+)?}}, %int-3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: return %[[V2]]
func.func @slice_back(%arg0: !torch.vtensor<[10],f32>) -> !torch.vtensor<[3],f32> {
  %c0 = torch.vtensor.literal(dense<[8]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c2 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c3 = torch.vtensor.literal(dense<[-2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1, %c2, %c3) : (!torch.vtensor<[10],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// Bounds are attributes before version 10.
// CHECK-LABEL: func.func @slice_attributes(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],f32>
// CHECK: return %[[V0]]
func.func @slice_attributes(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[2,5],f32> attributes {torch.onnx_meta.opset_version = 9 : si64} {
  %0 = torch.operator "onnx.Slice"(%arg0) {torch.onnx.starts = [1 : si64], torch.onnx.ends = [3 : si64]} : (!torch.vtensor<[4,5],f32>) -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

// CHECK-LABEL: func.func @slice_negative_axis(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int-3{{(_[0-9]+)?}}, %int9223372036854775807{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: return %[[V0]]
func.func @slice_negative_axis(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[4,3],f32> {
  %c0 = torch.vtensor.literal(dense<[-3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[9223372036854775807]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c2 = torch.vtensor.literal(dense<[-1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1, %c2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// Bounds of the run are brought into the tensor; how many there are is
// computed.
// CHECK-LABEL: func.func @slice_at_run_time(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<0>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<10>
// CHECK: %{{.*}} = torch.aten.lt.Scalar %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1],i1>
// CHECK: %{{.*}} = torch.aten.lt.Scalar %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %{{.*}} = torch.aten.lt.Scalar %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V5:.*]] = torch.aten.maximum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.minimum %[[V5]], %[[V1]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V7:.*]] = torch.aten.maximum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.minimum %[[V7]], %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.lt.Scalar %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V10:.*]] = torch.aten.maximum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.minimum %[[V10]], %[[V1]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V12:.*]] = torch.aten.maximum %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.minimum %[[V12]], %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V14:.*]] = torch.aten.neg %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V15:.*]] = torch.constant.str "floor"
// CHECK: %[[V16:.*]] = torch.aten.div.Tensor_mode %[[V14]], %{{.*}}, %[[V15]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V17:.*]] = torch.aten.neg %[[V16]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V18:.*]] = torch.aten.maximum %[[V17]], %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.Int.Tensor %[[V18]] : {{.*}} -> !torch.int
// CHECK: %[[V20:.*]] = torch.aten.clamp %{{.*}}, %int0{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V21:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V20]] : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V21]]
func.func @slice_at_run_time(%arg0: !torch.vtensor<[10],f32>, %arg1: !torch.vtensor<[1],si64>, %arg2: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32> {
  %c0 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Slice"(%arg0, %arg1, %arg2, %c0) : (!torch.vtensor<[10],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @split(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @split(%arg0: !torch.vtensor<[7,2],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[4,2],f32>) {
  %c0 = torch.vtensor.literal(dense<[3, 4]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0:2 = torch.operator "onnx.Split"(%arg0, %c0) : (!torch.vtensor<[7,2],f32>, !torch.vtensor<[2],si64>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[4,2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[3,2],f32>, !torch.vtensor<[4,2],f32>
}

// The last part is what remains.
// CHECK-LABEL: func.func @split_equal(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V0]], %[[V1]], %[[V2]]
func.func @split_equal(%arg0: !torch.vtensor<[2,7],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,1],f32>) {
  %0:3 = torch.operator "onnx.Split"(%arg0) {torch.onnx.axis = 1 : si64, torch.onnx.num_outputs = 3 : si64} : (!torch.vtensor<[2,7],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,1],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,1],f32>
}

// Sizes are an attribute before version 13.
// CHECK-LABEL: func.func @split_attribute(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @split_attribute(%arg0: !torch.vtensor<[7],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[5],f32>) attributes {torch.onnx_meta.opset_version = 11 : si64} {
  %0:2 = torch.operator "onnx.Split"(%arg0) {torch.onnx.split = [2 : si64, 5 : si64]} : (!torch.vtensor<[7],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[5],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[5],f32>
}

// CHECK-LABEL: func.func @split_unknown(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.aten.add.int %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V2:.*]] = torch.aten.floordiv.int %[[V1]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V3:.*]] = torch.aten.add.int %[[V2]], %[[V2]] : {{.*}} -> !torch.int
// CHECK: %[[V4:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %[[V2]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V4]], %[[V5]]
func.func @split_unknown(%arg0: !torch.vtensor<[?],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) {
  %0:2 = torch.operator "onnx.Split"(%arg0) {torch.onnx.num_outputs = 2 : si64} : (!torch.vtensor<[?],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
  return %0#0, %0#1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>
}

// PyTorch counts pairs from the last dimension.
// CHECK-LABEL: func.func @pad(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,5],f32>
// CHECK: return %[[V1]]
func.func @pad(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,5],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 0, 0, 2]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[3,5],f32>
  return %0 : !torch.vtensor<[3,5],f32>
}

// CHECK-LABEL: func.func @pad_value(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float2.500000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: return %[[V1]]
func.func @pad_value(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[5],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %c1 = torch.vtensor.literal(dense<2.5> : tensor<f32>) : !torch.vtensor<[],f32>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0, %c1) : (!torch.vtensor<[3],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[],f32>) -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// Axes are an operand since 18.
// CHECK-LABEL: func.func @pad_axes(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],f32>
// CHECK: return %[[V1]]
func.func @pad_axes(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,5],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %c1 = torch.vtensor.literal(dense<[1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0, %none, %c1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

// All attributes before version 11.
// CHECK-LABEL: func.func @pad_attribute(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float1.500000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: return %[[V1]]
func.func @pad_attribute(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[5],f32> attributes {torch.onnx_meta.opset_version = 2 : si64} {
  %0 = torch.operator "onnx.Pad"(%arg0) {torch.onnx.pads = [1 : si64, 1 : si64], torch.onnx.value = 1.5 : f32} : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// Less than nothing is cut off.
// CHECK-LABEL: func.func @pad_negative(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int-1{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: return %[[V1]]
func.func @pad_negative(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  %c0 = torch.vtensor.literal(dense<[-1, -1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// The edge itself is not repeated.
// CHECK-LABEL: func.func @pad_reflect(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[2, 1, 0, 1, 2, 3, 2]>
// CHECK: %[[V1:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V0]] : {{.*}} -> !torch.vtensor<[7],f32>
// CHECK: return %[[V1]]
func.func @pad_reflect(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[7],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) {torch.onnx.mode = "reflect"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[7],f32>
  return %0 : !torch.vtensor<[7],f32>
}

// CHECK-LABEL: func.func @pad_edge(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[0, 0, 0, 1, 2, 2]>
// CHECK: %[[V1:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V0]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V1]]
func.func @pad_edge(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[6],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) {torch.onnx.mode = "edge"} : (!torch.vtensor<[3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// What is cut off is not repeated at the other end.
// CHECK-LABEL: func.func @pad_wrap_and_cut(
// CHECK: torch.vtensor.literal(dense<[1, 2, 3, 1]>
func.func @pad_wrap_and_cut(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %c0 = torch.vtensor.literal(dense<[-1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) {torch.onnx.mode = "wrap"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @pad_wrap(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[1, 2, 0, 1, 2, 0]>
// CHECK: %[[V1:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V0]] : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: return %[[V1]]
func.func @pad_wrap(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[6],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) {torch.onnx.mode = "wrap"} : (!torch.vtensor<[3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// CHECK-LABEL: func.func @pad_value_at_run_time(
// CHECK: %{{.*}} = torch.aten.Float.Tensor %arg1 : {{.*}} -> !torch.float
// CHECK: %[[V1:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V1]], %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V3:.*]] = torch.aten.clamp %[[V2]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V4:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V3]] : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %{{.*}}, %[[V4]], %{{.*}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: return %[[V5]]
func.func @pad_value_at_run_time(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[5],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0, %arg1) : (!torch.vtensor<[3],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[],f32>) -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// There and back takes twice the steps between the ends.
// CHECK-LABEL: func.func @pad_reflect_at_run_time(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %{{.*}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V2:.*]] = torch.aten.maximum %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.remainder.Tensor %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[V2]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.aten.minimum %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %[[V6:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V6]]
func.func @pad_reflect_at_run_time(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.Pad"(%arg0, %arg1) {torch.onnx.mode = "reflect"} : (!torch.vtensor<[?],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// The middle of five, zeros around four.
// CHECK-LABEL: func.func @crop(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<2>
// CHECK: %[[V1:.*]] = torch.constant.str "trunc"
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar_mode %[[V0]], %int2{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.add.Tensor %{{.*}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V4:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.where.self %{{.*}}, %[[V4]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V6:.*]] = torch.vtensor.literal(dense<-2>
// CHECK: %[[V7:.*]] = torch.aten.div.Scalar_mode %[[V6]], %int2{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.add.Tensor %{{.*}}, %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V9:.*]] = torch.aten.index_select %[[V5]], %int1{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[3,6],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %{{.*}}, %[[V9]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,6],f32>
// CHECK: return %[[V10]]
func.func @crop(%arg0: !torch.vtensor<[5,4],f32>) -> !torch.vtensor<[3,6],f32> {
  %c0 = torch.vtensor.literal(dense<[3, 6]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.CenterCropPad"(%arg0, %c0) : (!torch.vtensor<[5,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[3,6],f32>
  return %0 : !torch.vtensor<[3,6],f32>
}

// CHECK-LABEL: func.func @crop_axes(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<3>
// CHECK: %[[V1:.*]] = torch.constant.str "trunc"
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar_mode %[[V0]], %int2{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V3]], %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V6:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.ge.Scalar %[[V4]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V8:.*]] = torch.aten.le.Scalar %[[V4]], %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V9:.*]] = torch.aten.logical_and %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V10:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V11:.*]] = torch.aten.view %[[V9]], %[[V10]] : {{.*}} -> !torch.vtensor<[1,4],i1>
// CHECK: %[[V12:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V13:.*]] = torch.aten.full %[[V12]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V14:.*]] = torch.aten.where.self %[[V11]], %[[V6]], %[[V13]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V14]]
func.func @crop_axes(%arg0: !torch.vtensor<[2,7],f32>) -> !torch.vtensor<[2,4],f32> {
  %c0 = torch.vtensor.literal(dense<[4]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.CenterCropPad"(%arg0, %c0) {torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[2,7],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// So many places are not written down.
// CHECK-LABEL: func.func @pad_far(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int1000000004{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1000000004],si64>
// CHECK: %[[V1:.*]] = torch.aten.sub.Tensor %[[V0]], {{.*}} -> !torch.vtensor<[1000000004],si64>
// CHECK: %[[V2:.*]] = torch.aten.remainder.Tensor %[[V1]], {{.*}} -> !torch.vtensor<[1000000004],si64>
// CHECK: torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1000000004],f32>
func.func @pad_far(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1000000004],f32> {
  %c0 = torch.vtensor.literal(dense<[1000000000, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) {torch.onnx.mode = "wrap"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1000000004],f32>
  return %0 : !torch.vtensor<[1000000004],f32>
}
