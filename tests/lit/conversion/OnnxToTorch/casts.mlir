// The same elements of another type.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @to_integer(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?],si32>
// CHECK: return %[[V0]]
func.func @to_integer(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si32> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 6 : si64} : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],si32>
  return %0 : !torch.vtensor<[?],si32>
}

// Nothing to do.
// CHECK-LABEL: func.func @to_same(
// CHECK: return %arg0
func.func @to_same(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 1 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @to_bool(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int11{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @to_bool(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 9 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// Narrow floats saturate at the largest,
// CHECK-LABEL: func.func @to_float8(
// CHECK: %[[V0:.*]] = torch.aten.clamp %arg0, %float-4.480000e02{{(_[0-9]+)?}}, %float4.480000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int24{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f8E4M3FN>
// CHECK: return %[[V1]]
func.func @to_float8(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E4M3FN> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 17 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E4M3FN>
  return %0 : !torch.vtensor<[4],f8E4M3FN>
}

// unless the attribute says no.
// CHECK-LABEL: func.func @to_float8_unsaturated(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int23{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f8E5M2>
// CHECK: return %[[V0]]
func.func @to_float8_unsaturated(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E5M2> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 19 : si64, torch.onnx.saturate = 0 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E5M2>
  return %0 : !torch.vtensor<[4],f8E5M2>
}

// CHECK-LABEL: func.func @integer_to_float8(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %float-5.734400e04{{(_[0-9]+)?}}, %float5.734400e04{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %[[V1]], %int23{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f8E5M2>
// CHECK: return %[[V2]]
func.func @integer_to_float8(%arg0: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],f8E5M2> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 19 : si64} : (!torch.vtensor<[4],si32>) -> !torch.vtensor<[4],f8E5M2>
  return %0 : !torch.vtensor<[4],f8E5M2>
}

// The lowest four bits, sign and all: -8 to 7.
// CHECK-LABEL: func.func @to_int4(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si8>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Scalar %[[V1]], %int-8{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.remainder.Scalar %[[V2]], %int16{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %int-8{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si8>
// CHECK: return %[[V5]]
func.func @to_int4(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si8> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 22 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si8>
  return %0 : !torch.vtensor<[4],si8>
}

// CHECK-LABEL: func.func @to_uint4(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Scalar %[[V1]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.remainder.Scalar %[[V2]], %int16{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V5]]
func.func @to_uint4(%arg0: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 21 : si64} : (!torch.vtensor<[4],si32>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// CHECK-LABEL: func.func @to_int2(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si8>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Scalar %[[V1]], %int-2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.remainder.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %int-2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si8>
// CHECK: return %[[V5]]
func.func @to_int2(%arg0: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si8> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 26 : si64} : (!torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si8>
  return %0 : !torch.vtensor<[4],si8>
}

// CHECK-LABEL: func.func @to_uint2(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V2:.*]] = torch.aten.sub.Scalar %[[V1]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.remainder.Scalar %[[V2]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int0{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],ui8>
// CHECK: return %[[V5]]
func.func @to_uint2(%arg0: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],ui8> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 25 : si64} : (!torch.vtensor<[4],si32>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

// The type is that of the second operand.
// CHECK-LABEL: func.func @like(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: return %[[V0]]
func.func @like(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[4],si64> {
  %0 = torch.operator "onnx.CastLike"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[4],si64>
  return %0 : !torch.vtensor<[4],si64>
}

// An exponent alone: the bits of an f32 above the mantissa, up by one where
// there is any of it; 255 is NaN.
// CHECK-LABEL: func.func @to_exponent(
// CHECK: %[[V0:.*]] = torch.aten.view.dtype %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V1:.*]] = torch.constant.str "floor"
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar_mode %[[V0]], %int8388608{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V3:.*]] = torch.aten.bitwise_and.Tensor %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V4:.*]] = torch.aten.bitwise_and.Tensor %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %{{.*}} = torch.aten.gt.Scalar %[[V3]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %{{.*}} = torch.aten.ge.Scalar %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %{{.*}} = torch.aten.clamp %{{.*}}, %int0{{(_[0-9]+)?}}, %int254{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %[[V8:.*]] = torch.aten.view.dtype %{{.*}}, %int44{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f8E8M0FNU>
// CHECK: return %[[V8]]
func.func @to_exponent(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E8M0FNU> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 24 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E8M0FNU>
  return %0 : !torch.vtensor<[4],f8E8M0FNU>
}

// To the nearest: from half of the mantissa on.
// CHECK-LABEL: func.func @to_exponent_nearest(
// CHECK: %{{.*}} = torch.aten.view.dtype %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: %{{.*}} = torch.aten.ge.Scalar %{{.*}}, %int4194304{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V2:.*]] = torch.aten.view.dtype %{{.*}}, %int44{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f8E8M0FNU>
// CHECK: return %[[V2]]
func.func @to_exponent_nearest(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E8M0FNU> {
  %0 = torch.operator "onnx.Cast"(%arg0) {torch.onnx.to = 24 : si64, torch.onnx.round_mode = "nearest"} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f8E8M0FNU>
  return %0 : !torch.vtensor<[4],f8E8M0FNU>
}

// The same bits.
// CHECK-LABEL: func.func @bits(
// CHECK: %[[V0:.*]] = torch.aten.view.dtype %arg0, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: return %[[V0]]
func.func @bits(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si32> {
  %0 = torch.operator "onnx.BitCast"(%arg0) {torch.onnx.to = 6 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si32>
  return %0 : !torch.vtensor<[4],si32>
}

// CHECK-LABEL: func.func @bits_same(
// CHECK: return %arg0
func.func @bits_same(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.BitCast"(%arg0) {torch.onnx.to = 1 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
