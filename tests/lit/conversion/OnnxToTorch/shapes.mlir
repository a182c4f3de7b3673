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
