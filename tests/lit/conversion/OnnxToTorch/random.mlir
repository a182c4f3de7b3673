// Random numbers of the run's own.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// CHECK-LABEL: func.func @normal(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.randn %[[V0]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3],f32>
// CHECK: return %[[V3]]
func.func @normal() -> !torch.vtensor<[2,3],f32> {
  %0 = torch.operator "onnx.RandomNormal"() {torch.onnx.shape = [2 : si64, 3 : si64], torch.onnx.mean = 1.0 : f32, torch.onnx.scale = 0.5 : f32} : () -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// Sizes of the operand, dtype of the result.
// CHECK-LABEL: func.func @normal_like(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %[[V0]], %int3{{(_[0-9]+)?}}
// CHECK: %[[V2:.*]] = torch.aten.randn %[[V1]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float0.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int5{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?,3],f16>
// CHECK: return %[[V5]]
func.func @normal_like(%arg0: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f16> {
  %0 = torch.operator "onnx.RandomNormalLike"(%arg0) {torch.onnx.dtype = 10 : si64} : (!torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f16>
  return %0 : !torch.vtensor<[?,3],f16>
}

// From 1 to 3: twice the number, plus one.
// CHECK-LABEL: func.func @uniform(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.rand %[[V0]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V3:.*]] = torch.aten.add.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: return %[[V3]]
func.func @uniform() -> !torch.vtensor<[4],f32> {
  %0 = torch.operator "onnx.RandomUniform"() {torch.onnx.shape = [4 : si64], torch.onnx.low = 1.0 : f32, torch.onnx.high = 3.0 : f32} : () -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @uniform_like(
// CHECK: %[[V0:.*]] = torch.aten.size.int %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.int
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %[[V0]]
// CHECK: %[[V2:.*]] = torch.aten.rand %[[V1]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float1.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V4:.*]] = torch.aten.add.Scalar %[[V3]], %float0.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,?],f32>
// CHECK: %[[V5:.*]] = torch.aten.to.dtype %[[V4]], %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,?],f64>
// CHECK: return %[[V5]]
func.func @uniform_like(%arg0: !torch.vtensor<[2,?],f64>) -> !torch.vtensor<[2,?],f64> {
  %0 = torch.operator "onnx.RandomUniformLike"(%arg0) {torch.onnx.dtype = 11 : si64} : (!torch.vtensor<[2,?],f64>) -> !torch.vtensor<[2,?],f64>
  return %0 : !torch.vtensor<[2,?],f64>
}

// 1 as often as the operand says.
// CHECK-LABEL: func.func @bernoulli(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int4{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.rand %[[V0]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.lt.Tensor %[[V1]], %arg0 : {{.*}} -> !torch.vtensor<[4],i1>
// CHECK: return %[[V2]]
func.func @bernoulli(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1> {
  %0 = torch.operator "onnx.Bernoulli"(%arg0) {torch.onnx.dtype = 9 : si64} : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],i1>
  return %0 : !torch.vtensor<[4],i1>
}

// CHECK-LABEL: func.func @bernoulli_float(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %{{.*}}
// CHECK: %[[V1:.*]] = torch.aten.rand %[[V0]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %arg0, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?],f32>
// CHECK: %[[V3:.*]] = torch.aten.lt.Tensor %[[V1]], %[[V2]] : {{.*}} -> !torch.vtensor<[?],i1>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?],f64>
// CHECK: return %[[V4]]
func.func @bernoulli_float(%arg0: !torch.vtensor<[?],f64>) -> !torch.vtensor<[?],f64> {
  %0 = torch.operator "onnx.Bernoulli"(%arg0) : (!torch.vtensor<[?],f64>) -> !torch.vtensor<[?],f64>
  return %0 : !torch.vtensor<[?],f64>
}

// The class of which the logarithm plus a number of Gumbel's distribution is
// the greatest.
// CHECK-LABEL: func.func @multinomial(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.rand %[[V0]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V2:.*]] = torch.aten.clamp %[[V1]], %float1.000000e-30{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V3:.*]] = torch.aten.log %[[V2]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V4:.*]] = torch.aten.neg %[[V3]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V5:.*]] = torch.aten.log %[[V4]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V6:.*]] = torch.aten.neg %[[V5]] : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V7:.*]] = torch.aten.unsqueeze %arg0, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1,3],f32>
// CHECK: %[[V8:.*]] = torch.aten.add.Tensor %[[V7]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4,3],f32>
// CHECK: %[[V9:.*]] = torch.aten.argmax %[[V8]], %int2{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],si64>
// CHECK: %[[V10:.*]] = torch.aten.to.dtype %[[V9]], %int3{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[2,4],si32>
// CHECK: return %[[V10]]
func.func @multinomial(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,4],si32> {
  %0 = torch.operator "onnx.Multinomial"(%arg0) {torch.onnx.sample_size = 4 : si64, torch.onnx.dtype = 6 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,4],si32>
  return %0 : !torch.vtensor<[2,4],si32>
}
