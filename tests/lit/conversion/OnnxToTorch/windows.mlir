// RUN: ingot-opt %s --convert-onnx-to-torch | FileCheck %s

// CHECK-LABEL: func.func @max(
func.func @max(%x: !torch.vtensor<[1,2,?,8],f32>) -> !torch.vtensor<[1,2,?,4],f32> {
  // CHECK: torch.aten.max_pool2d %arg0, {{.*}} -> !torch.vtensor<[1,2,?,4],f32>
  %0 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,2,?,8],f32>) -> !torch.vtensor<[1,2,?,4],f32>
  return %0 : !torch.vtensor<[1,2,?,4],f32>
}

// CHECK-LABEL: func.func @global(
func.func @global(%x: !torch.vtensor<[1,2,4,8],f32>) -> !torch.vtensor<[1,2,1,1],f32> {
  // CHECK: torch.aten.sum.dim_IntList %arg0
  %0 = torch.operator "onnx.GlobalAveragePool"(%x) : (!torch.vtensor<[1,2,4,8],f32>) -> !torch.vtensor<[1,2,1,1],f32>
  return %0 : !torch.vtensor<[1,2,1,1],f32>
}

// CHECK-LABEL: func.func @average_pool(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.avg_pool2d %arg0, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2,2],f32>
// CHECK: return %[[V3]]
func.func @average_pool(%arg0: !torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,2,2],f32> {
  %0 = torch.operator "onnx.AveragePool"(%arg0) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.strides = [2 : si64, 2 : si64]} : (!torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,2,2],f32>
  return %0 : !torch.vtensor<[1,2,2,2],f32>
}

// CHECK-LABEL: func.func @global_max_pool(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.amax %arg0, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: return %[[V1]]
func.func @global_max_pool(%arg0: !torch.vtensor<[1,2,3,3],f32>) -> !torch.vtensor<[1,2,1,1],f32> {
  %0 = torch.operator "onnx.GlobalMaxPool"(%arg0) : (!torch.vtensor<[1,2,3,3],f32>) -> !torch.vtensor<[1,2,1,1],f32>
  return %0 : !torch.vtensor<[1,2,1,1],f32>
}
