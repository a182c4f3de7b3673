// Integers that stand for numbers: (q - zero) * scale.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Rounded to even before the zero point is added, and cut to the type.
// CHECK-LABEL: func.func @quantize(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.round %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %[[V1]], %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V5]]
func.func @quantize(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @quantize_signed(
// CHECK: %{{.*}} = torch.aten.round %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float-1.280000e02{{(_[0-9]+)?}}, %float1.270000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @quantize_signed(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],si8>) -> !torch.vtensor<[4],si8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],si8>) -> !torch.vtensor<[4],si8>
  return %0 : !torch.vtensor<[4],si8>
}

// Without a zero point, 0 to 255.
// CHECK-LABEL: func.func @quantize_no_zero(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.round %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.clamp %[[V1]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V3]]
func.func @quantize_no_zero(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// One scale for each slice along the axis, dimension 1.
// CHECK-LABEL: func.func @quantize_axis(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.view %arg2, %[[V0]] : {{.*}} -> !torch.vtensor<[1,3,1],si8>
// CHECK: %[[V3:.*]] = torch.aten.div.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.round %[[V3]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V2]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,3,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.add.Tensor %[[V4]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.clamp %[[V6]], %float-1.280000e02{{(_[0-9]+)?}}, %float1.270000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %[[V7]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3,4],si8>
// CHECK: return %[[V8]]
func.func @quantize_axis(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],si8>) -> !torch.vtensor<[2,3,4],si8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],si8>) -> !torch.vtensor<[2,3,4],si8>
  return %0 : !torch.vtensor<[2,3,4],si8>
}

// CHECK-LABEL: func.func @quantize_last_axis(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[1,3],f32>
// CHECK: %{{.*}} = torch.aten.view %arg2, %[[V0]] : {{.*}} -> !torch.vtensor<[1,3],si8>
// CHECK: %{{.*}} = torch.aten.div.Tensor %arg0, %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
func.func @quantize_last_axis(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.vtensor<[3],si8>) -> !torch.vtensor<[2,3],si8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.axis = -1 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],si8>) -> !torch.vtensor<[2,3],si8>
  return %0 : !torch.vtensor<[2,3],si8>
}

// Each scale three times along the axis.
// CHECK-LABEL: func.func @quantize_blocks(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2,1],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[4,2,3],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[4,6],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %[[V4]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,6],f32>
// CHECK: %[[V6:.*]] = torch.aten.unsqueeze %arg2, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,2,1],si8>
// CHECK: %[[V7:.*]] = torch.aten.broadcast_to %[[V6]], %[[V1]] : {{.*}} -> !torch.vtensor<[4,2,3],si8>
// CHECK: %[[V8:.*]] = torch.aten.view %[[V7]], %[[V3]] : {{.*}} -> !torch.vtensor<[4,6],si8>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V8]], %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,6],si8>
// CHECK: %{{.*}} = torch.aten.div.Tensor %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[4,6],f32>
func.func @quantize_blocks(%arg0: !torch.vtensor<[4,6],f32>, %arg1: !torch.vtensor<[4,2],f32>, %arg2: !torch.vtensor<[4,2],si8>) -> !torch.vtensor<[4,6],si8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.axis = 1 : si64, torch.onnx.block_size = 3 : si64} : (!torch.vtensor<[4,6],f32>, !torch.vtensor<[4,2],f32>, !torch.vtensor<[4,2],si8>) -> !torch.vtensor<[4,6],si8>
  return %0 : !torch.vtensor<[4,6],si8>
}

// Four bits in a byte: -8 to 7.
// CHECK-LABEL: func.func @quantize_int4(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.round %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Tensor %[[V1]], %[[V2]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.clamp %[[V3]], %float-8.000000e00{{(_[0-9]+)?}}, %float7.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %float-1.280000e02{{(_[0-9]+)?}}, %float1.270000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V5]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si8>
// CHECK: return %[[V6]]
func.func @quantize_int4(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],si8>) -> !torch.vtensor<[4],si8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.output_dtype = 22 : si64} : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],si8>) -> !torch.vtensor<[4],si8>
  return %0 : !torch.vtensor<[4],si8>
}

// CHECK-LABEL: func.func @quantize_uint4(
// CHECK: %[[V0:.*]] = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %float1.500000e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @quantize_uint4(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.output_dtype = 21 : si64} : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @quantize_int2(
// CHECK: %[[V0:.*]] = torch.aten.clamp %{{.*}}, %float-2.000000e00{{(_[0-9]+)?}}, %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.clamp %[[V0]], %float-1.280000e02{{(_[0-9]+)?}}, %float1.270000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @quantize_int2(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],si8>) -> !torch.vtensor<[4],si8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.output_dtype = 26 : si64} : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],si8>) -> !torch.vtensor<[4],si8>
  return %0 : !torch.vtensor<[4],si8>
}

// f16 does not hold every integer of 16 bits: the sum is in f32.
// CHECK-LABEL: func.func @quantize_half(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f16>
// CHECK: %[[V1:.*]] = torch.aten.round %[[V0]] : {{.*}} -> !torch.vtensor<[4],f16>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %[[V1]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Tensor %[[V2]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.clamp %[[V4]], %float-3.276800e04{{(_[0-9]+)?}}, %float3.276700e04{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V5]], %int2{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si16>
// CHECK: return %[[V6]]
func.func @quantize_half(%arg0: !torch.vtensor<[4],f16>, %arg1: !torch.vtensor<[],f16>, %arg2: !torch.vtensor<[],si16>) -> !torch.vtensor<[4],si16> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f16>, !torch.vtensor<[],f16>, !torch.vtensor<[],si16>) -> !torch.vtensor<[4],si16>
  return %0 : !torch.vtensor<[4],si16>
}

// The division in f32.
// CHECK-LABEL: func.func @quantize_precision(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg1, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %[[V1]], %[[V0]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %{{.*}}, %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V4]]
func.func @quantize_precision(%arg0: !torch.vtensor<[4],f16>, %arg1: !torch.vtensor<[],f16>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.precision = 1 : si64} : (!torch.vtensor<[4],f16>, !torch.vtensor<[],f16>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @quantize_float8(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %float-4.480000e02{{(_[0-9]+)?}}, %float4.480000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %[[V1]], %int24{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f8E4M3FN>
// CHECK: return %[[V2]]
func.func @quantize_float8(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],f8E4M3FN>) -> !torch.vtensor<[4],f8E4M3FN> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f8E4M3FN>) -> !torch.vtensor<[4],f8E4M3FN>
  return %0 : !torch.vtensor<[4],f8E4M3FN>
}

// CHECK-LABEL: func.func @quantize_integers(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.div.Tensor %[[V0]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.round %[[V1]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %{{.*}}, %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V4]]
func.func @quantize_integers(%arg0: !torch.vtensor<[4],si32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],si32>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// Less the zero point in 32 bits, so that nothing wraps.
// CHECK-LABEL: func.func @dequantize(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @dequantize(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @dequantize_no_zero(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.mul.Tensor %[[V0]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @dequantize_no_zero(%arg0: !torch.vtensor<[4],si32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1) : (!torch.vtensor<[4],si32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @dequantize_axis(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: %[[V2:.*]] = torch.aten.view %arg2, %[[V0]] : {{.*}} -> !torch.vtensor<[2,1],si8>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V2]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,1],si32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V5]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V7]]
func.func @dequantize_axis(%arg0: !torch.vtensor<[2,3],si8>, %arg1: !torch.vtensor<[2],f32>, %arg2: !torch.vtensor<[2],si8>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2,3],si8>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],si8>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @dequantize_blocks(
// CHECK: %[[V0:.*]] = torch.aten.unsqueeze %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,2],f32>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.broadcast_to %[[V0]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3,2],f32>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int6{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %[[V2]], %[[V3]] : {{.*}} -> !torch.vtensor<[6,2],f32>
// CHECK: %[[V5:.*]] = torch.aten.slice.Tensor %[[V4]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,2],f32>
// CHECK: %[[V6:.*]] = torch.aten.mul.Tensor %{{.*}}, %[[V5]] : {{.*}} -> !torch.vtensor<[6,2],f32>
// CHECK: return %[[V6]]
func.func @dequantize_blocks(%arg0: !torch.vtensor<[6,2],si8>, %arg1: !torch.vtensor<[2,2],f32>) -> !torch.vtensor<[6,2],f32> {
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1) {torch.onnx.axis = 0 : si64, torch.onnx.block_size = 3 : si64} : (!torch.vtensor<[6,2],si8>, !torch.vtensor<[2,2],f32>) -> !torch.vtensor<[6,2],f32>
  return %0 : !torch.vtensor<[6,2],f32>
}

// A vector of one element is for the whole tensor.
// CHECK-LABEL: func.func @dequantize_scale_of_one(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.view %arg1, %[[V0]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.view %arg2, %[[V0]] : {{.*}} -> !torch.vtensor<[],si8>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V2]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V5:.*]] = torch.aten.sub.Tensor %[[V3]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],si32>
// CHECK: %[[V6:.*]] = torch.aten.to.dtype %[[V5]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.mul.Tensor %[[V6]], %[[V1]] : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V7]]
func.func @dequantize_scale_of_one(%arg0: !torch.vtensor<[2,3],si8>, %arg1: !torch.vtensor<[1],f32>, %arg2: !torch.vtensor<[1],si8>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,3],si8>, !torch.vtensor<[1],f32>, !torch.vtensor<[1],si8>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @dequantize_float8(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Tensor %[[V2]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @dequantize_float8(%arg0: !torch.vtensor<[4],f8E5M2>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],f8E5M2>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f8E5M2>, !torch.vtensor<[],f32>, !torch.vtensor<[],f8E5M2>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Range and scale are the operand's own; 0 is always in the range.
// CHECK-LABEL: func.func @dynamic(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}
// CHECK: %[[V3:.*]] = torch.aten.amax %arg0, %[[V2]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V4:.*]] = torch.aten.maximum %[[V3]], %[[V1]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.amin %arg0, %[[V2]], %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.minimum %[[V5]], %[[V1]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.sub.Tensor %[[V4]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V8:.*]] = torch.aten.div.Scalar %[[V7]], %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.eq.Scalar %[[V8]], %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V10:.*]] = torch.aten.full %[[V0]], %float1.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V9]], %[[V10]], %[[V8]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V12:.*]] = torch.aten.neg %[[V6]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V13:.*]] = torch.aten.div.Tensor %[[V12]], %[[V11]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V14:.*]] = torch.aten.round %[[V13]] : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V15:.*]] = torch.aten.clamp %[[V14]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V16:.*]] = torch.aten.to.dtype %[[V15]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],ui8>
// CHECK: %[[V17:.*]] = torch.aten.div.Tensor %arg0, %[[V11]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V18:.*]] = torch.aten.round %[[V17]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V19:.*]] = torch.aten.to.dtype %[[V16]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V20:.*]] = torch.aten.add.Tensor %[[V18]], %[[V19]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V21:.*]] = torch.aten.clamp %[[V20]], %float0.000000e00{{(_[0-9]+)?}}, %float2.550000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V22:.*]] = torch.aten.to.dtype %[[V21]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V22]], %[[V8]], %[[V16]]
func.func @dynamic(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) {
  %0:3 = torch.operator "onnx.DynamicQuantizeLinear"(%arg0) : (!torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>
}

// CHECK-LABEL: func.func @microsoft_quantize(
// CHECK: %{{.*}} = torch.aten.round %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %float0.000000e00{{(_[0-9]+)?}}, %float6.553500e04{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @microsoft_quantize(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui16>) -> !torch.vtensor<[4],ui16> {
  %0 = torch.operator "onnx.com.microsoft.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui16>) -> !torch.vtensor<[4],ui16>
  return %0 : !torch.vtensor<[4],ui16>
}

// CHECK-LABEL: func.func @microsoft_dequantize(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %arg2, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Tensor %[[V0]], %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %[[V2]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.mul.Tensor %[[V3]], %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V4]]
func.func @microsoft_dequantize(%arg0: !torch.vtensor<[4],ui16>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui16>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.com.microsoft.DequantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],ui16>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui16>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
