// Products and convolutions: what strides, groups, pads and signs of the
// attributes become.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Strides, even pads, dilations and groups are PyTorch's own.
// CHECK-LABEL: func.func @conv_plain(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V1]], %[[V1]], %false{{(_[0-9]+)?}}, %[[V2]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,3,3],f32>
// CHECK: return %[[V3]]
func.func @conv_plain(%arg0: !torch.vtensor<[1,2,6,6],f32>, %arg1: !torch.vtensor<[4,1,3,3],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,4,3,3],f32> {
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1, %arg2) {torch.onnx.strides = [2 : si64, 2 : si64], torch.onnx.pads = [1 : si64, 1 : si64, 1 : si64, 1 : si64], torch.onnx.dilations = [1 : si64, 1 : si64], torch.onnx.group = 2 : si64} : (!torch.vtensor<[1,2,6,6],f32>, !torch.vtensor<[4,1,3,3],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,4,3,3],f32>
  return %0 : !torch.vtensor<[1,4,3,3],f32>
}

// CHECK-LABEL: func.func @conv_one_dimension(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V0]], %[[V0]], %false{{(_[0-9]+)?}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,?],f32>
// CHECK: return %[[V2]]
func.func @conv_one_dimension(%arg0: !torch.vtensor<[1,2,?],f32>, %arg1: !torch.vtensor<[4,2,3],f32>) -> !torch.vtensor<[1,4,?],f32> {
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.pads = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,?],f32>, !torch.vtensor<[4,2,3],f32>) -> !torch.vtensor<[1,4,?],f32>
  return %0 : !torch.vtensor<[1,4,?],f32>
}

// CHECK-LABEL: func.func @conv_three_dimensions(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V0]], %false{{(_[0-9]+)?}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3,3,3],f32>
// CHECK: return %[[V2]]
func.func @conv_three_dimensions(%arg0: !torch.vtensor<[1,1,4,4,4],f32>, %arg1: !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,3,3,3],f32> {
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) : (!torch.vtensor<[1,1,4,4,4],f32>, !torch.vtensor<[1,1,2,2,2],f32>) -> !torch.vtensor<[1,1,3,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3,3],f32>
}

// The odd element is behind; the last dimension comes first.
// CHECK-LABEL: func.func @conv_same_upper(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,6,6],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %[[V1]], %arg1, %none{{(_[0-9]+)?}}, %[[V2]], %[[V3]], %[[V2]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5,5],f32>
// CHECK: return %[[V4]]
func.func @conv_same_upper(%arg0: !torch.vtensor<[1,1,5,5],f32>, %arg1: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,5,5],f32> {
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,1,5,5],f32>, !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}

// CHECK-LABEL: func.func @conv_same_lower(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,6],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.convolution %[[V1]], %arg1, %none{{(_[0-9]+)?}}, %[[V2]], %[[V3]], %[[V4]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: return %[[V5]]
func.func @conv_same_lower(%arg0: !torch.vtensor<[1,1,5],f32>, %arg1: !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,3],f32> {
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.auto_pad = "SAME_LOWER", torch.onnx.strides = [2 : si64]} : (!torch.vtensor<[1,1,5],f32>, !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

// CHECK-LABEL: func.func @conv_valid(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V0]], %false{{(_[0-9]+)?}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],f32>
// CHECK: return %[[V2]]
func.func @conv_valid(%arg0: !torch.vtensor<[1,1,5],f32>, %arg1: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,3],f32> {
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.auto_pad = "VALID"} : (!torch.vtensor<[1,1,5],f32>, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,3],f32>
  return %0 : !torch.vtensor<[1,1,3],f32>
}

// ONNX has all fronts, then all backs.
// CHECK-LABEL: func.func @conv_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %arg0, %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,6,5],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %[[V1]], %arg1, %none{{(_[0-9]+)?}}, %[[V2]], %[[V3]], %[[V2]], %false{{(_[0-9]+)?}}, %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5,4],f32>
// CHECK: return %[[V4]]
func.func @conv_uneven(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,5,4],f32> {
  %0 = torch.operator "onnx.Conv"(%arg0, %arg1) {torch.onnx.pads = [1 : si64, 0 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,5,4],f32>
  return %0 : !torch.vtensor<[1,1,5,4],f32>
}

// Pads take away from a result of 7.
// CHECK-LABEL: func.func @transposed(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.convolution %arg0, %arg1, %arg2, %[[V0]], %[[V1]], %[[V1]], %true{{(_[0-9]+)?}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,5,5],f32>
// CHECK: return %[[V3]]
func.func @transposed(%arg0: !torch.vtensor<[1,2,3,3],f32>, %arg1: !torch.vtensor<[2,3,3,3],f32>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,5,5],f32> {
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1, %arg2) {torch.onnx.strides = [2 : si64, 2 : si64], torch.onnx.pads = [1 : si64, 1 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[2,3,3,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,5,5],f32>
  return %0 : !torch.vtensor<[1,3,5,5],f32>
}

// CHECK-LABEL: func.func @transposed_output_padding(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3,8,8],f32>
// CHECK: return %[[V3]]
func.func @transposed_output_padding(%arg0: !torch.vtensor<[1,2,3,3],f32>, %arg1: !torch.vtensor<[2,3,3,3],f32>) -> !torch.vtensor<[1,3,8,8],f32> {
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.strides = [2 : si64, 2 : si64], torch.onnx.output_padding = [1 : si64, 1 : si64]} : (!torch.vtensor<[1,2,3,3],f32>, !torch.vtensor<[2,3,3,3],f32>) -> !torch.vtensor<[1,3,8,8],f32>
  return %0 : !torch.vtensor<[1,3,8,8],f32>
}

// Made whole, then cut.
// CHECK-LABEL: func.func @transposed_uneven(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,7],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.constant_pad_nd %[[V3]], %[[V4]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,6],f32>
// CHECK: return %[[V5]]
func.func @transposed_uneven(%arg0: !torch.vtensor<[1,1,3],f32>, %arg1: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,6],f32> {
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.strides = [2 : si64], torch.onnx.pads = [0 : si64, 1 : si64]} : (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,6],f32>
  return %0 : !torch.vtensor<[1,1,6],f32>
}

// Of one too many, the back loses it.
// CHECK-LABEL: func.func @transposed_same_upper(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,7],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.constant_pad_nd %[[V3]], %[[V4]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,6],f32>
// CHECK: return %[[V5]]
func.func @transposed_same_upper(%arg0: !torch.vtensor<[1,1,3],f32>, %arg1: !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,6],f32> {
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.strides = [2 : si64], torch.onnx.auto_pad = "SAME_UPPER"} : (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,3],f32>) -> !torch.vtensor<[1,1,6],f32>
  return %0 : !torch.vtensor<[1,1,6],f32>
}

// Of one too many, the front loses it.
// CHECK-LABEL: func.func @transposed_output_shape(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V2]], %true{{(_[0-9]+)?}}, %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,6],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int-1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.constant_pad_nd %[[V3]], %[[V4]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],f32>
// CHECK: return %[[V5]]
func.func @transposed_output_shape(%arg0: !torch.vtensor<[1,1,3],f32>, %arg1: !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,5],f32> {
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.strides = [2 : si64], torch.onnx.output_shape = [5 : si64]} : (!torch.vtensor<[1,1,3],f32>, !torch.vtensor<[1,1,2],f32>) -> !torch.vtensor<[1,1,5],f32>
  return %0 : !torch.vtensor<[1,1,5],f32>
}

// CHECK-LABEL: func.func @transposed_grouped(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.convolution %arg0, %arg1, %none{{(_[0-9]+)?}}, %[[V0]], %[[V1]], %[[V0]], %true{{(_[0-9]+)?}}, %[[V1]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,4],f32>
// CHECK: return %[[V2]]
func.func @transposed_grouped(%arg0: !torch.vtensor<[1,4,3],f32>, %arg1: !torch.vtensor<[4,1,2],f32>) -> !torch.vtensor<[1,2,4],f32> {
  %0 = torch.operator "onnx.ConvTranspose"(%arg0, %arg1) {torch.onnx.group = 2 : si64} : (!torch.vtensor<[1,4,3],f32>, !torch.vtensor<[4,1,2],f32>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

// CHECK-LABEL: func.func @gemm_plain(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V0]]
func.func @gemm_plain(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.Gemm"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @gemm_all(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg0, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V1:.*]] = torch.aten.transpose.int %arg1, %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %arg2, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V5]]
func.func @gemm_all(%arg0: !torch.vtensor<[3,2],f32>, %arg1: !torch.vtensor<[4,3],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.Gemm"(%arg0, %arg1, %arg2) {torch.onnx.alpha = 0.5 : f32, torch.onnx.beta = 2.0 : f32, torch.onnx.transA = 1 : si64, torch.onnx.transB = 1 : si64} : (!torch.vtensor<[3,2],f32>, !torch.vtensor<[4,3],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @matmul_vectors(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg0, %arg1 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V0]]
func.func @matmul_vectors(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.MatMul"(%arg0, %arg1) : (!torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @matmul_batches(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg0, %arg1 : {{.*}} -> !torch.vtensor<[?,2,4],f32>
// CHECK: return %[[V0]]
func.func @matmul_batches(%arg0: !torch.vtensor<[?,2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[?,2,4],f32> {
  %0 = torch.operator "onnx.MatMul"(%arg0, %arg1) : (!torch.vtensor<[?,2,3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[?,2,4],f32>
  return %0 : !torch.vtensor<[?,2,4],f32>
}

// CHECK-LABEL: func.func @matmul_integers(
// CHECK: %[[V0:.*]] = torch.aten.matmul %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: return %[[V0]]
func.func @matmul_integers(%arg0: !torch.vtensor<[2,3],si32>, %arg1: !torch.vtensor<[3,4],si32>) -> !torch.vtensor<[2,4],si32> {
  %0 = torch.operator "onnx.MatMul"(%arg0, %arg1) : (!torch.vtensor<[2,3],si32>, !torch.vtensor<[3,4],si32>) -> !torch.vtensor<[2,4],si32>
  return %0 : !torch.vtensor<[2,4],si32>
}

// Blanks mean nothing.
// CHECK-LABEL: func.func @einsum(
// CHECK: %[[V0:.*]] = torch.constant.str "ij,jk->ki"
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %arg0, %arg1
// CHECK: %[[V2:.*]] = torch.aten.einsum %[[V0]], %[[V1]], %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2],f32>
// CHECK: return %[[V2]]
func.func @einsum(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4,2],f32> {
  %0 = torch.operator "onnx.Einsum"(%arg0, %arg1) {torch.onnx.equation = "ij, jk -> ki"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

// CHECK-LABEL: func.func @einsum_three(
// CHECK: %[[V0:.*]] = torch.constant.str "ij,j,i"
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %arg0, %arg1, %arg2
// CHECK: %[[V2:.*]] = torch.aten.einsum %[[V0]], %[[V1]], %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: return %[[V2]]
func.func @einsum_three(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.operator "onnx.Einsum"(%arg0, %arg1, %arg2) {torch.onnx.equation = "ij,j,i"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @determinant(
// CHECK: %[[V0:.*]] = torch.aten.linalg_det %arg0 : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V0]]
func.func @determinant(%arg0: !torch.vtensor<[?,3,3],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.Det"(%arg0) : (!torch.vtensor<[?,3,3],f32>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// Two zeros stand before the operand; the last two elements are carried on.
// CHECK-LABEL: func.func @causal_conv(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2,2],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V1]], %arg0
// CHECK: %[[V3:.*]] = torch.aten.cat %[[V2]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,7],f32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.convolution %[[V3]], %arg1, %none{{(_[0-9]+)?}}, %[[V4]], %[[V5]], %[[V4]], %false{{(_[0-9]+)?}}, %[[V5]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5],f32>
// CHECK: %[[V7:.*]] = torch.aten.slice.Tensor %[[V3]], %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2],f32>
// CHECK: return %[[V6]], %[[V7]]
func.func @causal_conv(%arg0: !torch.vtensor<[1,2,5],f32>, %arg1: !torch.vtensor<[2,1,3],f32>) -> (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[1,2,2],f32>) {
  %0:2 = torch.operator "onnx.CausalConvWithState"(%arg0, %arg1) : (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[2,1,3],f32>) -> (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[1,2,2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,2,5],f32>, !torch.vtensor<[1,2,2],f32>
}

// What came before stands in front.
// CHECK-LABEL: func.func @causal_conv_state(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %arg3, %arg0
// CHECK: %[[V1:.*]] = torch.aten.cat %[[V0]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,7],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.convolution %[[V1]], %arg1, %arg2, %[[V2]], %[[V3]], %[[V2]], %false{{(_[0-9]+)?}}, %[[V3]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,5],f32>
// CHECK: %[[V5:.*]] = torch.aten.sigmoid %[[V4]] : {{.*}} -> !torch.vtensor<[1,2,5],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V4]], %[[V5]] : {{.*}} -> !torch.vtensor<[1,2,5],f32>
// CHECK: %[[V7:.*]] = torch.aten.slice.Tensor %[[V1]], %int2{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,2],f32>
// CHECK: return %[[V6]], %[[V7]]
func.func @causal_conv_state(%arg0: !torch.vtensor<[1,2,5],f32>, %arg1: !torch.vtensor<[2,1,3],f32>, %arg2: !torch.vtensor<[2],f32>, %arg3: !torch.vtensor<[1,2,2],f32>) -> (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[1,2,2],f32>) {
  %0:2 = torch.operator "onnx.CausalConvWithState"(%arg0, %arg1, %arg2, %arg3) {torch.onnx.activation = "silu"} : (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[2,1,3],f32>, !torch.vtensor<[2],f32>, !torch.vtensor<[1,2,2],f32>) -> (!torch.vtensor<[1,2,5],f32>, !torch.vtensor<[1,2,2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[1,2,5],f32>, !torch.vtensor<[1,2,2],f32>
}

// The last two dimensions of either may be turned.
// CHECK-LABEL: func.func @fused_matmul(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg0, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.transpose.int %arg1, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,5],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,5],f32>
// CHECK: return %[[V3]]
func.func @fused_matmul(%arg0: !torch.vtensor<[2,4,3],f32>, %arg1: !torch.vtensor<[2,5,4],f32>) -> !torch.vtensor<[2,3,5],f32> {
  %0 = torch.operator "onnx.com.microsoft.FusedMatMul"(%arg0, %arg1) {torch.onnx.transA = 1 : si64, torch.onnx.transB = 1 : si64, torch.onnx.alpha = 0.5 : f32} : (!torch.vtensor<[2,4,3],f32>, !torch.vtensor<[2,5,4],f32>) -> !torch.vtensor<[2,3,5],f32>
  return %0 : !torch.vtensor<[2,3,5],f32>
}
