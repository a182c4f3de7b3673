// Functions of one element that PyTorch has as well, and what each version of
// an operator says differently.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @acos(
// CHECK: %[[V0:.*]] = torch.aten.acos %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @acos(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Acos"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @acosh(
// CHECK: %[[V0:.*]] = torch.aten.acosh %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @acosh(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Acosh"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @asin(
// CHECK: %[[V0:.*]] = torch.aten.asin %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @asin(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Asin"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @asinh(
// CHECK: %[[V0:.*]] = torch.aten.asinh %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @asinh(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Asinh"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @atan(
// CHECK: %[[V0:.*]] = torch.aten.atan %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @atan(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Atan"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @atanh(
// CHECK: %[[V0:.*]] = torch.aten.atanh %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @atanh(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Atanh"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @cosh(
// CHECK: %[[V0:.*]] = torch.aten.cosh %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @cosh(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Cosh"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @sinh(
// CHECK: %[[V0:.*]] = torch.aten.sinh %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @sinh(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Sinh"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @tan(
// CHECK: %[[V0:.*]] = torch.aten.tan %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @tan(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Tan"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// NaN alone differs from itself.
// CHECK-LABEL: func.func @not_a_number(
// CHECK: %[[V0:.*]] = torch.aten.ne.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[2,?],i1>
// CHECK: return %[[V0]]
func.func @not_a_number(%arg0: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],i1> {
  %0 = torch.operator "onnx.IsNaN"(%arg0) : (!torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],i1>
  return %0 : !torch.vtensor<[2,?],i1>
}

// Both signs, unless an attribute takes one away.
// CHECK-LABEL: func.func @infinite(
// CHECK: %[[V0:.*]] = torch.aten.abs %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.eq.Scalar %[[V0]], %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V1]]
func.func @infinite(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.IsInf"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @infinite_above(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg0, %floatinf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @infinite_above(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.IsInf"(%arg0) {torch.onnx.detect_negative = 0 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @infinite_below(
// CHECK: %[[V0:.*]] = torch.aten.eq.Scalar %arg0, %float-inf{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @infinite_below(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.IsInf"(%arg0) {torch.onnx.detect_positive = 0 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// Nothing is less than itself.
// CHECK-LABEL: func.func @infinite_never(
// CHECK: %[[V0:.*]] = torch.aten.lt.Tensor %arg0, %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V0]]
func.func @infinite_never(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.IsInf"(%arg0) {torch.onnx.detect_negative = 0 : si64, torch.onnx.detect_positive = 0 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @divide_floats(
// CHECK: %[[V0:.*]] = torch.aten.div.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V0]]
func.func @divide_floats(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Div"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// The result has the type of the first; f32 does not hold every integer.
// CHECK-LABEL: func.func @power_of_integers(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %arg0, %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V1:.*]] = torch.aten.pow.Tensor_Tensor %[[V0]], %arg1 : {{.*}} -> !torch.vtensor<[4],f64>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %[[V1]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: return %[[V2]]
func.func @power_of_integers(%arg0: !torch.vtensor<[4],si32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si32> {
  %0 = torch.operator "onnx.Pow"(%arg0, %arg1) : (!torch.vtensor<[4],si32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],si32>
  return %0 : !torch.vtensor<[4],si32>
}

// CHECK-LABEL: func.func @power_of_floats(
// CHECK: %[[V0:.*]] = torch.aten.pow.Tensor_Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @power_of_floats(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Pow"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// The sign of the dividend.
// CHECK-LABEL: func.func @modulo_as_in_c(
// CHECK: %[[V0:.*]] = torch.aten.fmod.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V0]]
func.func @modulo_as_in_c(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Mod"(%arg0, %arg1) {torch.onnx.fmod = 1 : si64} : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// The sign of the divisor.
// CHECK-LABEL: func.func @modulo_as_in_python(
// CHECK: %[[V0:.*]] = torch.aten.remainder.Tensor %arg0, %arg1 : {{.*}} -> !torch.vtensor<[4],si32>
// CHECK: return %[[V0]]
func.func @modulo_as_in_python(%arg0: !torch.vtensor<[4],si32>, %arg1: !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si32> {
  %0 = torch.operator "onnx.Mod"(%arg0, %arg1) : (!torch.vtensor<[4],si32>, !torch.vtensor<[4],si32>) -> !torch.vtensor<[4],si32>
  return %0 : !torch.vtensor<[4],si32>
}

// Bounds were attributes before version 11.
// CHECK-LABEL: func.func @clip_by_attributes(
// CHECK: %[[V0:.*]] = torch.aten.clamp %arg0, %float-1.000000e00{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %none{{(_[0-9]+)?}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V1]]
func.func @clip_by_attributes(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> attributes {torch.onnx_meta.opset_version = 6 : si64} {
  %0 = torch.operator "onnx.Clip"(%arg0) {torch.onnx.min = -1.0 : f32, torch.onnx.max = 2.0 : f32} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @clip_below(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: return %[[V0]]
func.func @clip_below(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.Clip"(%arg0, %arg1) : (!torch.vtensor<[?],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// The upper one counts where they cross.
// CHECK-LABEL: func.func @clip_both(
// CHECK: %[[V0:.*]] = torch.aten.maximum %arg0, %arg1 : {{.*}} -> !torch.vtensor<[?],si32>
// CHECK: %[[V1:.*]] = torch.aten.minimum %[[V0]], %arg2 : {{.*}} -> !torch.vtensor<[?],si32>
// CHECK: return %[[V1]]
func.func @clip_both(%arg0: !torch.vtensor<[?],si32>, %arg1: !torch.vtensor<[],si32>, %arg2: !torch.vtensor<[],si32>) -> !torch.vtensor<[?],si32> {
  %0 = torch.operator "onnx.Clip"(%arg0, %arg1, %arg2) : (!torch.vtensor<[?],si32>, !torch.vtensor<[],si32>, !torch.vtensor<[],si32>) -> !torch.vtensor<[?],si32>
  return %0 : !torch.vtensor<[?],si32>
}

// Of one operand, itself.
// CHECK-LABEL: func.func @max_of_one(
// CHECK: return %arg0
func.func @max_of_one(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.Max"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @mean_of_three(
// CHECK: %[[V0:.*]] = torch.aten.add.Tensor %arg0, %arg1, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V1:.*]] = torch.aten.add.Tensor %[[V0]], %arg2, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.div.Scalar %[[V1]], %float3.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V2]]
func.func @mean_of_three(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[4],f32>, %arg2: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.Mean"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Nothing is dropped unless the program trains.
// CHECK-LABEL: func.func @dropout_one_result(
// CHECK: return %arg0
func.func @dropout_one_result(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.Dropout"(%arg0) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// A constant that says so is not asked again.
// CHECK-LABEL: func.func @dropout_inference(
// CHECK: return %arg0
func.func @dropout_inference(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],f32> {
  %c0 = torch.vtensor.literal(dense<false> : tensor<i1>) : !torch.vtensor<[],i1>
  %0 = torch.operator "onnx.Dropout"(%arg0, %arg1, %c0) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],i1>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Kept where the random number is not below the ratio, and scaled by what is
// kept.
// CHECK-LABEL: func.func @dropout_training(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<true>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.full %[[V1]], %true{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V3:.*]] = torch.aten.rand_like %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.ge.Tensor %[[V3]], %arg1 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V5:.*]] = torch.aten.rsub.Scalar %arg1, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V6:.*]] = torch.aten.div.Tensor %arg0, %[[V5]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V8:.*]] = torch.aten.full %[[V7]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V9:.*]] = torch.aten.where.self %[[V4]], %[[V6]], %[[V8]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V10:.*]] = torch.aten.where.self %[[V0]], %[[V9]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V11:.*]] = torch.aten.where.self %[[V0]], %[[V4]], %[[V2]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V10]], %[[V11]]
func.func @dropout_training(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>) {
  %c0 = torch.vtensor.literal(dense<true> : tensor<i1>) : !torch.vtensor<[],i1>
  %0:2 = torch.operator "onnx.Dropout"(%arg0, %arg1, %c0) : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],i1>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>)
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[4],i1>
}

// Without a ratio, half; the run says whether it trains.
// CHECK-LABEL: func.func @dropout_at_run_time(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct :
// CHECK: %[[V1:.*]] = torch.aten.full %[[V0]], %float5.000000e-01{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V2:.*]] = torch.aten.rand_like %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.ge.Tensor %[[V2]], %[[V1]] : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: %[[V4:.*]] = torch.aten.rsub.Scalar %[[V1]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V5:.*]] = torch.aten.div.Tensor %arg0, %[[V4]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V6:.*]] = torch.aten.full %[[V0]], %float0.000000e00{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f32>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V3]], %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V8:.*]] = torch.aten.where.self %arg1, %[[V7]], %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V8]]
func.func @dropout_at_run_time(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],i1>) -> !torch.vtensor<[4],f32> {
  %none = torch.constant.none
  %0 = torch.operator "onnx.Dropout"(%arg0, %none, %arg1) : (!torch.vtensor<[4],f32>, !torch.none, !torch.vtensor<[],i1>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
