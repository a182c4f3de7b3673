// Types of less than a byte, which one holds.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// A bool is a byte that is 0 or 1.
// CHECK-LABEL: func.func @bits_of_bools(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V0]]
func.func @bits_of_bools(%arg0: !torch.vtensor<[4],i1>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.BitCast"(%arg0) {torch.onnx.to = 2 : si64} : (!torch.vtensor<[4],i1>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @bools_of_bits(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int11{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @bools_of_bits(%arg0: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.BitCast"(%arg0) {torch.onnx.to = 9 : si64} : (!torch.vtensor<[4],ui8>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// Steps of a half up to 2, of 1 up to 4, of 2 up to 6; NaN is none of them.
// CHECK-LABEL: func.func @quantize_float4(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.eq.Tensor %[[V0]], %[[V0]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.where.self %[[V1]], %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.clamp %[[V2]], %float-6.000000e00{{(_[0-9]+)?}}, %float6.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.abs %[[V3]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.ge.Scalar %[[V4]], %float4.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V6:.*]] = torch.aten.ge.Scalar %[[V4]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V6]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %[[V5]], %{{.*}}, %[[V7]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.div.Tensor %[[V3]], %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.round %[[V9]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V10]], %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V11]], %float-4.480000e02{{(_[0-9]+)?}}, %float4.480000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @quantize_float4(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f8E4M3FN> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1) {torch.onnx.output_dtype = 23 : si64} : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f8E4M3FN>
  return %0 : !torch.vtensor<[4],f8E4M3FN>
}

// CHECK-LABEL: func.func @cast_float4(
// CHECK: %[[V0:.*]] = torch.aten.clamp %{{.*}}, %float-6.000000e00{{(_[0-9]+)?}}, %float6.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.ge.Scalar %[[V1]], %float4.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %{{.*}} = torch.aten.ge.Scalar %[[V1]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.div.Tensor %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.round %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %[[V5]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V6]], %float-4.480000e02{{(_[0-9]+)?}}, %float4.480000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @cast_float4(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E4M3FN> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 23 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E4M3FN>
  return %0 : !torch.vtensor<[4],f8E4M3FN>
}
