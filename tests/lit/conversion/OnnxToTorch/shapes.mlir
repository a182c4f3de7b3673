// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// 0 is the operand's own size.
// CHECK-LABEL: func.func @reshape(
func.func @reshape(%x: !torch.vtensor<[?,4,2],f32>) -> !torch.vtensor<[?,8],f32> {
  // CHECK-DAG: %[[SIZE:.*]] = torch.aten.size.int %arg0
  // CHECK-DAG: %[[REST:.*]] = torch.constant.int -1
  // CHECK: %[[SIZES:.*]] = torch.prim.ListConstruct %[[SIZE]], %[[REST]]
  // CHECK: torch.aten.view %arg0, %[[SIZES]]
  %shape = torch.operator "onnx.Constant"() {torch.onnx.value = dense<[0, -1]> : tensor<2xsi64>} : () -> !torch.vtensor<[2],si64>
  %0 = torch.operator "onnx.Reshape"(%x, %shape) : (!torch.vtensor<[?,4,2],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,8],f32>
  return %0 : !torch.vtensor<[?,8],f32>
}

// Backwards, from the last element to the second.
// CHECK-LABEL: func.func @slice(
func.func @slice(%x: !torch.vtensor<[5],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: %[[X:.*]] = torch.aten.flip %arg0
  // CHECK: torch.aten.slice.Tensor %[[X]], {{.*}} -> !torch.vtensor<[2],f32>
  %start = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [-1 : si64]} : () -> !torch.vtensor<[1],si64>
  %end = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [0 : si64]} : () -> !torch.vtensor<[1],si64>
  %axis = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [0 : si64]} : () -> !torch.vtensor<[1],si64>
  %step = torch.operator "onnx.Constant"() {torch.onnx.value_ints = [-2 : si64]} : () -> !torch.vtensor<[1],si64>
  %0 = torch.operator "onnx.Slice"(%x, %start, %end, %axis, %step) : (!torch.vtensor<[5],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// Any dimension can be padded by its own elements.
// CHECK-LABEL: func.func @reflect(
func.func @reflect(%x: !torch.vtensor<[1,3,1],f32>) -> !torch.vtensor<[1,6,1],f32> {
  // CHECK: %[[I:.*]] = torch.vtensor.literal(dense<[2, 1, 0, 1, 2, 1]> : tensor<6xsi64>)
  // CHECK: torch.aten.index_select %arg0, {{.*}}, %[[I]]
  %pads = torch.operator "onnx.Constant"() {torch.onnx.value = dense<[0, 2, 0, 0, 1, 0]> : tensor<6xsi64>} : () -> !torch.vtensor<[6],si64>
  %0 = torch.operator "onnx.Pad"(%x, %pads) {torch.onnx.mode = "reflect"} : (!torch.vtensor<[1,3,1],f32>, !torch.vtensor<[6],si64>) -> !torch.vtensor<[1,6,1],f32>
  return %0 : !torch.vtensor<[1,6,1],f32>
}

// CHECK-LABEL: func.func @gather(
func.func @gather(%x: !torch.vtensor<[5,?],f32>, %i: !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[2,3,?],f32> {
  // CHECK: torch.aten.where.self
  // CHECK: torch.aten.index_select
  // CHECK: torch.aten.view {{.*}} -> !torch.vtensor<[2,3,?],f32>
  %0 = torch.operator "onnx.Gather"(%x, %i) : (!torch.vtensor<[5,?],f32>, !torch.vtensor<[2,3],si64>) -> !torch.vtensor<[2,3,?],f32>
  return %0 : !torch.vtensor<[2,3,?],f32>
}

// CHECK-LABEL: func.func @concat(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg0, %arg1
// CHECK: %[[V1:.*]] = torch.aten.cat %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,7],f32>
// CHECK: return %[[V1]]
func.func @concat(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,7],f32> {
  %0 = torch.operator "onnx.Concat"(%arg0, %arg1) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,7],f32>
  return %0 : !torch.vtensor<[2,7],f32>
}

// CHECK-LABEL: func.func @flatten(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int12{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[2,12],f32>
// CHECK: return %[[V1]]
func.func @flatten(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,12],f32> {
  %0 = torch.operator "onnx.Flatten"(%arg0) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,12],f32>
  return %0 : !torch.vtensor<[2,12],f32>
}

// CHECK-LABEL: func.func @shape(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[3, 4]>
// CHECK: return %[[V0]]
func.func @shape(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2],si64> {
  %0 = torch.operator "onnx.Shape"(%arg0) {torch.onnx.start = 1 : si64} : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

// CHECK-LABEL: func.func @split(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],f32>
// CHECK: %[[V1:.*]] = torch.aten.slice.Tensor %arg0, %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,2],f32>
// CHECK: return %[[V0]], %[[V1]]
func.func @split(%arg0: !torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>) {
  %0:2 = torch.operator "onnx.Split"(%arg0) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[5,2],f32>) -> (!torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[3,2],f32>, !torch.vtensor<[2,2],f32>
}

// CHECK-LABEL: func.func @squeeze(
// CHECK: %[[V0:.*]] = torch.aten.squeeze.dim %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.squeeze.dim %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V1]]
func.func @squeeze(%arg0: !torch.vtensor<[2,1,3,1],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Squeeze"(%arg0) {torch.onnx.axes = [1 : si64, -1 : si64]} : (!torch.vtensor<[2,1,3,1],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.permute %arg0, %[[V0]] : {{.*}} -> !torch.vtensor<[4,3,2],f32>
// CHECK: return %[[V1]]
func.func @transpose(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32> {
  %0 = torch.operator "onnx.Transpose"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[4,3,2],f32>
  return %0 : !torch.vtensor<[4,3,2],f32>
}

// CHECK-LABEL: func.func @unsqueeze(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.unsqueeze %[[V0]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,3],f32>
// CHECK: return %[[V1]]
func.func @unsqueeze(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,2,1,3],f32> {
  %0 = torch.operator "onnx.Unsqueeze"(%arg0) {torch.onnx.axes = [0 : si64, 2 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,2,1,3],f32>
  return %0 : !torch.vtensor<[1,2,1,3],f32>
}
