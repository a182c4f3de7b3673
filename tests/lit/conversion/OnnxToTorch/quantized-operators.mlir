// Layers of integers: products exact in 32 bits, scaled once.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Less the zero points, in 32 bits.
// CHECK-LABEL: func.func @matmul_integer(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg1, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %arg3, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %[[V2]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: return %[[V6]]
func.func @matmul_integer(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[3,4],si8>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],si8>) -> !torch.vtensor<[2,4],si32> {
  %0 = torch.operator "onnx.MatMulInteger"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[3,4],si8>, !torch.vtensor<[],ui8>, !torch.vtensor<[],si8>) -> !torch.vtensor<[2,4],si32>
  return %0 : !torch.vtensor<[2,4],si32>
}

// CHECK-LABEL: func.func @matmul_integer_no_zeros(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg1, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: return %[[V2]]
func.func @matmul_integer_no_zeros(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[3,4],ui8>) -> !torch.vtensor<[2,4],si32> {
  %0 = torch.operator "onnx.MatMulInteger"(%arg0, %arg1) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[3,4],ui8>) -> !torch.vtensor<[2,4],si32>
  return %0 : !torch.vtensor<[2,4],si32>
}

// Rows of the first and columns of the second have their own.
// CHECK-LABEL: func.func @matmul_integer_rows(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg2, %[[V0]] : {{.*}} -> !torch.vtensor<[2,1],ui8>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.view %arg3, %[[V2]] : {{.*}} -> !torch.vtensor<[1,4],si8>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V1]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,1],si32>
// CHECK: %[[V6:.*]] = torch.aten.sub.Tensor %[[V4]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V7:.*]] = torch.aten.to.dtype %arg1, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %[[V3]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,4],si32>
// CHECK: %[[V9:.*]] = torch.aten.sub.Tensor %[[V7]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V10:.*]] = torch.aten.matmul %[[V6]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: return %[[V10]]
func.func @matmul_integer_rows(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[3,4],si8>, %arg2: !torch.vtensor<[2],ui8>, %arg3: !torch.vtensor<[4],si8>) -> !torch.vtensor<[2,4],si32> {
  %0 = torch.operator "onnx.MatMulInteger"(%arg0, %arg1, %arg2, %arg3) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[3,4],si8>, !torch.vtensor<[2],ui8>, !torch.vtensor<[4],si8>) -> !torch.vtensor<[2,4],si32>
  return %0 : !torch.vtensor<[2,4],si32>
}

// Zero points go before zeros are padded.
// CHECK-LABEL: func.func @conv_integer(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,1,4],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg1, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,1,2],si32>
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.convolution %[[V2]], %[[V3]], %none{{(_[0-9]+)?}}, %[[V4]], %[[V5]], %[[V4]], %false{{(_[0-9]+)?}}, %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,3],si32>
// CHECK: return %[[V6]]
func.func @conv_integer(%arg0: !torch.vtensor<[1,1,4],ui8>, %arg1: !torch.vtensor<[1,1,2],ui8>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,1,3],si32> {
  %0 = torch.operator "onnx.ConvInteger"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,1,4],ui8>, !torch.vtensor<[1,1,2],ui8>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,1,3],si32>
  return %0 : !torch.vtensor<[1,1,3],si32>
}

// CHECK-LABEL: func.func @conv_integer_padded(
// CHECK: %[[V0:.*]] = torch.aten.sub.Tensor %{{.*}}, %{{.*}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],si32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.constant_pad_nd %[[V0]], %[[V1]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,5],si32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V5:.*]] = torch.aten.convolution %[[V2]], %{{.*}}, %none{{(_[0-9]+)?}}, %[[V3]], %[[V4]], %[[V3]], %false{{(_[0-9]+)?}}, %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],si32>
// CHECK: return %[[V5]]
func.func @conv_integer_padded(%arg0: !torch.vtensor<[1,1,4],ui8>, %arg1: !torch.vtensor<[1,1,2],ui8>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,1,4],si32> {
  %0 = torch.operator "onnx.ConvInteger"(%arg0, %arg1, %arg2) {torch.onnx.pads = [0 : si64, 1 : si64]} : (!torch.vtensor<[1,1,4],ui8>, !torch.vtensor<[1,1,2],ui8>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,1,4],si32>
  return %0 : !torch.vtensor<[1,1,4],si32>
}

// Scales of operands over that of the result.
// CHECK-LABEL: func.func @qlinear_matmul(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg3, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %arg5, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %[[V2]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %arg1, %arg4 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.div.Tensor %[[V7]], %arg6 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.to.dtype %[[V6]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V10:.*]] = torch.aten.mul.Tensor %[[V9]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.round %[[V10]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.to.dtype %arg7, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V13:.*]] = torch.aten.add.Tensor %[[V11]], %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V14:.*]] = torch.aten.clamp %[[V13]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V15:.*]] = torch.aten.to.dtype %[[V14]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],ui8>
// CHECK: return %[[V15]]
func.func @qlinear_matmul(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[3,4],ui8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],ui8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8> {
  %0 = torch.operator "onnx.QLinearMatMul"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[3,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8>
  return %0 : !torch.vtensor<[2,4],ui8>
}

// CHECK-LABEL: func.func @qlinear_matmul_columns(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.view %arg5, %[[V0]] : {{.*}} -> !torch.vtensor<[1,4],si8>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: %[[V3:.*]] = torch.aten.view %arg4, %[[V0]] : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %arg1, %[[V3]] : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.div.Tensor %[[V4]], %arg6 : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %{{.*}}, %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],f32>
func.func @qlinear_matmul_columns(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[3,4],si8>, %arg4: !torch.vtensor<[4],f32>, %arg5: !torch.vtensor<[4],si8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8> {
  %0 = torch.operator "onnx.QLinearMatMul"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[3,4],si8>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],si8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8>
  return %0 : !torch.vtensor<[2,4],ui8>
}

// A scale for each channel of the result; the bias is an integer of the
// product's scale.
// CHECK-LABEL: func.func @qlinear_conv(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,1,4],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,4],si32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg5, %[[V3]] : {{.*}} -> !torch.vtensor<[2,1,1],si8>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %arg3, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,1,2],si32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V4]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,1,1],si32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,2],si32>
// CHECK: %[[V8:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.convolution %[[V2]], %[[V7]], %none{{(_[0-9]+)?}}, %[[V8]], %[[V9]], %[[V8]], %false{{(_[0-9]+)?}}, %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],si32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %arg8, %[[V11]] : {{.*}} -> !torch.vtensor<[1,2,1],si32>
// CHECK: %[[V13:.*]] = torch.aten.add.Tensor %[[V10]], %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],si32>
// CHECK: %[[V14:.*]] = torch.aten.view %arg4, %[[V11]] : {{.*}} -> !torch.vtensor<[1,2,1],f32>
// CHECK: %[[V15:.*]] = torch.aten.mul.Tensor %arg1, %[[V14]] : {{.*}} -> !torch.vtensor<[1,2,1],f32>
// CHECK: %[[V16:.*]] = torch.aten.div.Tensor %[[V15]], %arg6 : {{.*}} -> !torch.vtensor<[1,2,1],f32>
// CHECK: %[[V17:.*]] = torch.aten.to.dtype %[[V13]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V18:.*]] = torch.aten.mul.Tensor %[[V17]], %[[V16]] : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V19:.*]] = torch.aten.round %[[V18]] : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V20:.*]] = torch.aten.to.dtype %arg7, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V21:.*]] = torch.aten.add.Tensor %[[V19]], %[[V20]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V22:.*]] = torch.aten.clamp %[[V21]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,3],f32>
// CHECK: %[[V23:.*]] = torch.aten.to.dtype %[[V22]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2,3],ui8>
// CHECK: return %[[V23]]
func.func @qlinear_conv(%arg0: !torch.vtensor<[1,1,4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[2,1,2],si8>, %arg4: !torch.vtensor<[2],f32>, %arg5: !torch.vtensor<[2],si8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>, %arg8: !torch.vtensor<[2],si32>) -> !torch.vtensor<[1,2,3],ui8> {
  %0 = torch.operator "onnx.QLinearConv"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8) : (!torch.vtensor<[1,1,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2,1,2],si8>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],si8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2],si32>) -> !torch.vtensor<[1,2,3],ui8>
  return %0 : !torch.vtensor<[1,2,3],ui8>
}

// CHECK-LABEL: func.func @matmul_to_float(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg4, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg1, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %arg5, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V6:.*]] = torch.aten.matmul %[[V2]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: %[[V7:.*]] = torch.aten.to.dtype %[[V6]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %arg2, %arg3 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V7]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V9]], %arg6, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V10]]
func.func @matmul_to_float(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[3,4],ui8>, %arg2: !torch.vtensor<[],f32>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>, %arg5: !torch.vtensor<[],ui8>, %arg6: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.com.microsoft.MatMulIntegerToFloat"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[3,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],ui8>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// CHECK-LABEL: func.func @qgemm(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %arg5, %[[V3]] : {{.*}} -> !torch.vtensor<[4,1],si8>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %arg3, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4,3],si32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V4]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4,1],si32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],si32>
// CHECK: %[[V8:.*]] = torch.aten.transpose.int %[[V7]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V9:.*]] = torch.aten.matmul %[[V2]], %[[V8]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V9]], %arg6, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %arg4, %[[V11]] : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V13:.*]] = torch.aten.mul.Tensor %arg1, %[[V12]] : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V14:.*]] = torch.aten.mul.Scalar %[[V13]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V15:.*]] = torch.aten.div.Tensor %[[V14]], %arg7 : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V16:.*]] = torch.aten.to.dtype %[[V10]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V17:.*]] = torch.aten.mul.Tensor %[[V16]], %[[V15]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V18:.*]] = torch.aten.round %[[V17]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V19:.*]] = torch.aten.to.dtype %arg8, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V20:.*]] = torch.aten.add.Tensor %[[V18]], %[[V19]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V21:.*]] = torch.aten.clamp %[[V20]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V22:.*]] = torch.aten.to.dtype %[[V21]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],ui8>
// CHECK: return %[[V22]]
func.func @qgemm(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[4,3],si8>, %arg4: !torch.vtensor<[4],f32>, %arg5: !torch.vtensor<[4],si8>, %arg6: !torch.vtensor<[4],si32>, %arg7: !torch.vtensor<[],f32>, %arg8: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QGemm"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8) {torch.onnx.transB = 1 : si64, torch.onnx.alpha = 0.5 : f32} : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[4,3],si8>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],si8>, !torch.vtensor<[4],si32>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,4],ui8>
  return %0 : !torch.vtensor<[2,4],ui8>
}

// Without a scale for the result, floats.
// CHECK-LABEL: func.func @qgemm_to_float(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,2],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,2],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg3, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %arg5, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si32>
// CHECK: %[[V6:.*]] = torch.aten.transpose.int %[[V2]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V7:.*]] = torch.aten.matmul %[[V6]], %[[V5]] : {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Tensor %arg1, %arg4 : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Scalar %[[V8]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V10:.*]] = torch.aten.to.dtype %[[V7]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: return %[[V11]]
func.func @qgemm_to_float(%arg0: !torch.vtensor<[3,2],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[3,4],si8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],si8>) -> !torch.vtensor<[2,4],f32> {
  %0 = torch.operator "onnx.com.microsoft.QGemm"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) {torch.onnx.transA = 1 : si64} : (!torch.vtensor<[3,2],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[3,4],si8>, !torch.vtensor<[],f32>, !torch.vtensor<[],si8>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

// On numbers, and quantised again.
// CHECK-LABEL: func.func @qlinear_add(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %arg3, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %arg5, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V5]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %[[V7]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.mul.Tensor %[[V8]], %arg4 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.add.Tensor %[[V4]], %[[V9]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.div.Tensor %[[V10]], %arg6 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V12:.*]] = torch.aten.round %[[V11]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V13:.*]] = torch.aten.to.dtype %arg7, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V14:.*]] = torch.aten.add.Tensor %[[V12]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V15:.*]] = torch.aten.clamp %[[V14]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V16:.*]] = torch.aten.to.dtype %[[V15]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V16]]
func.func @qlinear_add(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[4],ui8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],ui8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearAdd"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @qlinear_mul(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %{{.*}}, %arg4 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.div.Tensor %[[V2]], %arg6 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.round %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @qlinear_mul(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[4],ui8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],ui8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearMul"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @qlinear_sigmoid(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.sigmoid %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Tensor %[[V1]], %arg3 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.round %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
func.func @qlinear_sigmoid(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearSigmoid"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @qlinear_leaky_relu(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.ge.Scalar %[[V0]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V0]], %float2.500000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.where.self %[[V1]], %[[V0]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %[[V3]], %arg3 : {{.*}} -> !torch.vtensor<[4],f32>
func.func @qlinear_leaky_relu(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearLeakyRelu"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.alpha = 0.25 : f32} : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// Over the axis alone since version 13.
// CHECK-LABEL: func.func @qlinear_softmax(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %{{.*}}, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.exp %{{.*}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.sum.dim_IntList %[[V2]], %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Tensor %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %[[V4]], %arg3 : {{.*}} -> !torch.vtensor<[2,3,4],f32>
func.func @qlinear_softmax(%arg0: !torch.vtensor<[2,3,4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3,4],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearSoftmax"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.axis = 1 : si64, torch.onnx.opset = 13 : si64} : (!torch.vtensor<[2,3,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3,4],ui8>
  return %0 : !torch.vtensor<[2,3,4],ui8>
}

// From the axis on before.
// CHECK-LABEL: func.func @qlinear_softmax_flattened(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.amax %{{.*}}, %[[V0]], %true{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.exp %{{.*}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V2]], %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,1],f32>
func.func @qlinear_softmax_flattened(%arg0: !torch.vtensor<[2,3,4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3,4],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearSoftmax"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.axis = 1 : si64, torch.onnx.opset = 12 : si64} : (!torch.vtensor<[2,3,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3,4],ui8>
  return %0 : !torch.vtensor<[2,3,4],ui8>
}

// CHECK-LABEL: func.func @qlinear_average(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %int12{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %[[V2]], %arg3 : {{.*}} -> !torch.vtensor<[1,2,1,1],f32>
func.func @qlinear_average(%arg0: !torch.vtensor<[1,2,3,4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,2,1,1],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearGlobalAveragePool"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[1,2,3,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,2,1,1],ui8>
  return %0 : !torch.vtensor<[1,2,1,1],ui8>
}

// Channels are the last dimension.
// CHECK-LABEL: func.func @qlinear_average_last(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V0]], %true{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,2],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %[[V1]], %int12{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,1,2],f32>
func.func @qlinear_average_last(%arg0: !torch.vtensor<[1,3,4,2],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,1,1,2],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearGlobalAveragePool"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.channels_last = 1 : si64} : (!torch.vtensor<[1,3,4,2],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,1,1,2],ui8>
  return %0 : !torch.vtensor<[1,1,1,2],ui8>
}

// Parts follow the result's parameters, each with its own.
// CHECK-LABEL: func.func @qlinear_concat(
// CHECK: %[[V0:.*]] = torch.aten.mul.Tensor %{{.*}}, %arg3 : {{.*}} -> !torch.vtensor<[2],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %{{.*}}, %arg6 : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %[[V0]], %[[V1]]
// CHECK: %[[V3:.*]] = torch.aten.cat %[[V2]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V4:.*]] = torch.aten.div.Tensor %[[V3]], %arg0 : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %{{.*}} = torch.aten.round %[[V4]] : {{.*}} -> !torch.vtensor<[5],f32>
func.func @qlinear_concat(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],ui8>, %arg2: !torch.vtensor<[2],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>, %arg5: !torch.vtensor<[3],ui8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>) -> !torch.vtensor<[5],ui8> {
  %0 = torch.operator "onnx.com.microsoft.QLinearConcat"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) : (!torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[5],ui8>
  return %0 : !torch.vtensor<[5],ui8>
}
