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

// Pads that differ at both ends are added in front, below every number.
// CHECK-LABEL: func.func @max_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float-inf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5,5],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.max_pool2d %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4,4],f32>
// CHECK: return %[[V6]]
func.func @max_uneven(%x: !torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,4,4],f32> {
  %0 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.pads = [0 : si64, 0 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,4,4],f32>
  return %0 : !torch.vtensor<[1,2,4,4],f32>
}

// The odd element of SAME_LOWER is in front.
// CHECK-LABEL: func.func @max_same_lower(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float-inf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,6],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.max_pool1d %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: return %[[V6]]
func.func @max_same_lower(%x: !torch.vtensor<[1,2,5],f32>) -> !torch.vtensor<[1,2,3],f32> {
  %0 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.strides = [2 : si64], torch.onnx.auto_pad = "SAME_LOWER"} : (!torch.vtensor<[1,2,5],f32>) -> !torch.vtensor<[1,2,3],f32>
  return %0 : !torch.vtensor<[1,2,3],f32>
}

// Where padding counts, zeros in front do.
// CHECK-LABEL: func.func @average_counts(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.avg_pool1d %[[V1]], %[[V2]], %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4],f32>
// CHECK: return %[[V5]]
func.func @average_counts(%x: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32> {
  %0 = torch.operator "onnx.AveragePool"(%x) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.pads = [0 : si64, 1 : si64], torch.onnx.count_include_pad = 1 : si64} : (!torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

// CHECK-LABEL: func.func @average_valid(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.avg_pool1d %arg0, %[[V0]], %[[V1]], %[[V2]], %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4],f32>
// CHECK: return %[[V3]]
func.func @average_valid(%x: !torch.vtensor<[1,2,5],f32>) -> !torch.vtensor<[1,2,4],f32> {
  %0 = torch.operator "onnx.AveragePool"(%x) {torch.onnx.kernel_shape = [2 : si64], torch.onnx.auto_pad = "VALID"} : (!torch.vtensor<[1,2,5],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

// CHECK-LABEL: func.func @max_dilated(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.max_pool2d %arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3,3],f32>
// CHECK: return %[[V4]]
func.func @max_dilated(%x: !torch.vtensor<[1,1,5,5],f32>) -> !torch.vtensor<[1,1,3,3],f32> {
  %0 = torch.operator "onnx.MaxPool"(%x) {torch.onnx.kernel_shape = [2 : si64, 2 : si64], torch.onnx.dilations = [2 : si64, 2 : si64], torch.onnx.ceil_mode = 1 : si64} : (!torch.vtensor<[1,1,5,5],f32>) -> !torch.vtensor<[1,1,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3],f32>
}
