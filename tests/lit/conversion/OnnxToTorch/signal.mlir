// Fourier transforms as products with cosines and sines, windows, mel weights.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// Of real signals; the imaginary part is minus the sines.
// CHECK-LABEL: func.func @dft(
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %{{.*}} = torch.aten.cos %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f64>
// CHECK: %{{.*}} = torch.aten.sin %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f64>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.neg %[[V4]] : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}} : (!torch.vtensor
// CHECK: %[[V7:.*]] = torch.aten.cat %[[V6]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: return %[[V7]]
func.func @dft(%arg0: !torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,4,2],f32> {
  %0 = torch.operator "onnx.DFT"(%arg0) : (!torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

// (a + bi) times (cos - i sin).
// CHECK-LABEL: func.func @dft_complex(
// CHECK: %[[V0:.*]] = torch.aten.select.int %{{.*}}, %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.select.int %{{.*}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.neg %[[V3]] : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.matmul %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V2]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V7:.*]] = torch.aten.matmul %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V4]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}} : (!torch.vtensor
// CHECK: %[[V10:.*]] = torch.aten.cat %[[V9]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: return %[[V10]]
func.func @dft_complex(%arg0: !torch.vtensor<[1,4,2],f32>) -> !torch.vtensor<[1,4,2],f32> {
  %0 = torch.operator "onnx.DFT"(%arg0) : (!torch.vtensor<[1,4,2],f32>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

// One part or two: the second is a sum of none or one.
// CHECK-LABEL: func.func @dft_parts_of_the_run(
// CHECK: torch.aten.select.int %{{.*}}, %int2{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[REST:.*]] = torch.aten.slice.Tensor %{{.*}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: torch.aten.sum.dim_IntList %[[REST]], {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: torch.aten.cat {{.*}} -> !torch.vtensor<[1,4,2],f32>
func.func @dft_parts_of_the_run(%arg0: !torch.vtensor<[1,4,?],f32>) -> !torch.vtensor<[1,4,2],f32> {
  %0 = torch.operator "onnx.DFT"(%arg0) : (!torch.vtensor<[1,4,?],f32>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

// The other sign, and divided by the length.
// CHECK-LABEL: func.func @dft_inverse(
// CHECK: %{{.*}} = torch.aten.div.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f64>
// CHECK: %[[V1:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V4:.*]] = torch.aten.sub.Tensor %[[V1]], %[[V3]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V6:.*]] = torch.aten.add.Tensor %[[V2]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %[[V4]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %{{.*}} = torch.aten.div.Tensor %[[V6]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,4],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %{{.*}}, %{{.*}} : (!torch.vtensor
// CHECK: %[[V10:.*]] = torch.aten.cat %[[V9]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,2],f32>
// CHECK: return %[[V10]]
func.func @dft_inverse(%arg0: !torch.vtensor<[1,4,2],f32>) -> !torch.vtensor<[1,4,2],f32> {
  %0 = torch.operator "onnx.DFT"(%arg0) {torch.onnx.inverse = 1 : si64} : (!torch.vtensor<[1,4,2],f32>) -> !torch.vtensor<[1,4,2],f32>
  return %0 : !torch.vtensor<[1,4,2],f32>
}

// Half of the frequencies and the one in the middle.
// CHECK-LABEL: func.func @dft_onesided(
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,5],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,5],f32>
func.func @dft_onesided(%arg0: !torch.vtensor<[1,8,1],f32>) -> !torch.vtensor<[1,5,2],f32> {
  %0 = torch.operator "onnx.DFT"(%arg0) {torch.onnx.onesided = 1 : si64} : (!torch.vtensor<[1,8,1],f32>) -> !torch.vtensor<[1,5,2],f32>
  return %0 : !torch.vtensor<[1,5,2],f32>
}

// The axis is an attribute in version 17,
// CHECK-LABEL: func.func @dft_axis_attribute(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %{{.*}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,6,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,6,4],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V1]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,6],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %{{.*}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,6],f32>
func.func @dft_axis_attribute(%arg0: !torch.vtensor<[1,4,6,1],f32>) -> !torch.vtensor<[1,4,6,2],f32> attributes {torch.onnx_meta.opset_version = 17 : si64} {
  %0 = torch.operator "onnx.DFT"(%arg0) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[1,4,6,1],f32>) -> !torch.vtensor<[1,4,6,2],f32>
  return %0 : !torch.vtensor<[1,4,6,2],f32>
}

// an operand since 20,
// CHECK-LABEL: func.func @dft_axis_operand(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %{{.*}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,6,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,6,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,6,4],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V1]], %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,6],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %{{.*}}, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4,6],f32>
func.func @dft_axis_operand(%arg0: !torch.vtensor<[1,4,6,1],f32>) -> !torch.vtensor<[1,4,6,2],f32> attributes {torch.onnx_meta.opset_version = 20 : si64} {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.DFT"(%arg0, %none, %c0) : (!torch.vtensor<[1,4,6,1],f32>, !torch.none, !torch.vtensor<[],si64>) -> !torch.vtensor<[1,4,6,2],f32>
  return %0 : !torch.vtensor<[1,4,6,2],f32>
}

// and the last but the parts if there is none.
// CHECK-LABEL: func.func @dft_axis_default(
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4,6],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4,6],f32>
func.func @dft_axis_default(%arg0: !torch.vtensor<[1,4,6,1],f32>) -> !torch.vtensor<[1,4,6,2],f32> attributes {torch.onnx_meta.opset_version = 20 : si64} {
  %0 = torch.operator "onnx.DFT"(%arg0) : (!torch.vtensor<[1,4,6,1],f32>) -> !torch.vtensor<[1,4,6,2],f32>
  return %0 : !torch.vtensor<[1,4,6,2],f32>
}

// Zeros behind.
// CHECK-LABEL: func.func @dft_length(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V1:.*]] = torch.aten.clamp %[[V0]], %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %[[V2:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V1]] : {{.*}} -> !torch.vtensor<[1,6,1],f32>
// CHECK: %{{.*}} = torch.aten.le.Scalar %[[V0]], %int3{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],i1>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %[[V2]], %{{.*}} : {{.*}} -> !torch.vtensor<[1,6,1],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,6],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,6],f32>
func.func @dft_length(%arg0: !torch.vtensor<[1,4,1],f32>) -> !torch.vtensor<[1,6,2],f32> {
  %c0 = torch.vtensor.literal(dense<6> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.DFT"(%arg0, %c0) : (!torch.vtensor<[1,4,1],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[1,6,2],f32>
  return %0 : !torch.vtensor<[1,6,2],f32>
}

// CHECK-LABEL: func.func @dft_axis_at_run_time(
// CHECK: %[[V0:.*]] = torch.aten.where.self %{{.*}}, %{{.*}}, %arg1 : {{.*}} -> !torch.vtensor<[],si64>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4,4,1],f32>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4,4,1],f32>
// CHECK: %[[V3:.*]] = torch.aten.eq.Scalar %[[V0]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V4:.*]] = torch.aten.where.self %[[V3]], %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4,4,2],f32>
// CHECK: %{{.*}} = torch.aten.where.self %{{.*}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,4,4,1],f32>
// CHECK: %[[V6:.*]] = torch.aten.eq.Scalar %[[V0]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],i1>
// CHECK: %[[V7:.*]] = torch.aten.where.self %[[V6]], %{{.*}}, %[[V4]] : {{.*}} -> !torch.vtensor<[1,4,4,2],f32>
// CHECK: return %[[V7]]
func.func @dft_axis_at_run_time(%arg0: !torch.vtensor<[1,4,4,1],f32>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[1,4,4,2],f32> {
  %none = torch.constant.none
  %0 = torch.operator "onnx.DFT"(%arg0, %none, %arg1) : (!torch.vtensor<[1,4,4,1],f32>, !torch.none, !torch.vtensor<[],si64>) -> !torch.vtensor<[1,4,4,2],f32>
  return %0 : !torch.vtensor<[1,4,4,2],f32>
}

// Three frames of eight, four apart, weighted by the window.
// CHECK-LABEL: func.func @stft(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.view %{{.*}}, %[[V0]] : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V3:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}
// CHECK: %[[V4:.*]] = torch.aten.view %{{.*}}, %[[V3]] : {{.*}} -> !torch.vtensor<[1,8],si64>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V2]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,8],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int24{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[24],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %[[V7]] : {{.*}} -> !torch.vtensor<[1,24,1],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.view %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[1,3,8,1],f32>
// CHECK: %[[V11:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}
// CHECK: %[[V12:.*]] = torch.aten.view %arg1, %[[V11]] : {{.*}} -> !torch.vtensor<[1,1,8,1],f32>
// CHECK: %{{.*}} = torch.aten.mul.Tensor %[[V10]], %[[V12]] : {{.*}} -> !torch.vtensor<[1,3,8,1],f32>
func.func @stft(%arg0: !torch.vtensor<[1,16,1],f32>, %arg1: !torch.vtensor<[8],f32>) -> !torch.vtensor<[1,3,5,2],f32> {
  %c0 = torch.vtensor.literal(dense<4> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.STFT"(%arg0, %c0, %arg1) : (!torch.vtensor<[1,16,1],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[8],f32>) -> !torch.vtensor<[1,3,5,2],f32>
  return %0 : !torch.vtensor<[1,3,5,2],f32>
}

// Frames one behind the other, all frequencies.
// CHECK-LABEL: func.func @stft_length(
// CHECK: %{{.*}} = torch.aten.index_select %arg0, %int1{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,16,1],f32>
// CHECK: %{{.*}} = torch.aten.index_select %{{.*}}, %int2{{(_[0-9]+)?}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,8,1],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,8],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[1,2,8],f32>
func.func @stft_length(%arg0: !torch.vtensor<[1,16,1],f32>) -> !torch.vtensor<[1,2,8,2],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  %c1 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.STFT"(%arg0, %c0, %none, %c1) {torch.onnx.onesided = 0 : si64} : (!torch.vtensor<[1,16,1],f32>, !torch.vtensor<[],si64>, !torch.none, !torch.vtensor<[],si64>) -> !torch.vtensor<[1,2,8,2],f32>
  return %0 : !torch.vtensor<[1,2,8,2],f32>
}

// 0.5 - 0.5 * cos(2 pi i / n).
// CHECK-LABEL: func.func @hann(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<8>
// CHECK: %[[V1:.*]] = torch.aten.to.dtype %[[V0]], %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V2:.*]] = torch.aten.to.dtype %{{.*}}, %int7{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %[[V2]], %float6.283185e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V4:.*]] = torch.aten.div.Tensor %[[V3]], %[[V1]] : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V5:.*]] = torch.aten.cos %[[V4]] : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V6:.*]] = torch.aten.mul.Scalar %[[V5]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V7:.*]] = torch.aten.rsub.Scalar %[[V6]], %float5.000000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V8:.*]] = torch.aten.to.dtype %[[V7]], %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[8],f32>
// CHECK: return %[[V8]]
func.func @hann() -> !torch.vtensor<[8],f32> {
  %c0 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.HannWindow"(%c0) : (!torch.vtensor<[],si64>) -> !torch.vtensor<[8],f32>
  return %0 : !torch.vtensor<[8],f32>
}

// Over n - 1, so that both ends are equal.
// CHECK-LABEL: func.func @hann_symmetric(
// CHECK: %[[V0:.*]] = torch.aten.sub.Scalar %{{.*}}, %float1.000000e00{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V1:.*]] = torch.aten.div.Tensor %{{.*}}, %[[V0]] : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %{{.*}} = torch.aten.cos %[[V1]] : {{.*}} -> !torch.vtensor<[8],f64>
func.func @hann_symmetric() -> !torch.vtensor<[8],f32> {
  %c0 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.HannWindow"(%c0) {torch.onnx.periodic = 0 : si64} : (!torch.vtensor<[],si64>) -> !torch.vtensor<[8],f32>
  return %0 : !torch.vtensor<[8],f32>
}

// 25/46 and 21/46; the length is known to the run only.
// CHECK-LABEL: func.func @hamming(
// CHECK: %[[V0:.*]] = torch.aten.Int.Tensor %arg0 : {{.*}} -> !torch.int
// CHECK: %{{.*}} = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %[[V0]], %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[?],si64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %float6.283185e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],f64>
// CHECK: %[[V3:.*]] = torch.aten.cos %{{.*}} : {{.*}} -> !torch.vtensor<[?],f64>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %[[V3]], %float4.565217e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],f64>
// CHECK: %{{.*}} = torch.aten.rsub.Scalar %[[V4]], %float5.434783e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[?],f64>
func.func @hamming(%arg0: !torch.vtensor<[],si64>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.HammingWindow"(%arg0) : (!torch.vtensor<[],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// 0.42 - 0.5 * cos(a) + 0.08 * cos(2a).
// CHECK-LABEL: func.func @blackman(
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %float6.283185e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V1:.*]] = torch.aten.cos %{{.*}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V2:.*]] = torch.aten.mul.Scalar %[[V1]], %float5.000000e-01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V3:.*]] = torch.aten.rsub.Scalar %[[V2]], %float4.200000e-01{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V4:.*]] = torch.aten.mul.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V5:.*]] = torch.aten.cos %[[V4]] : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V6:.*]] = torch.aten.mul.Scalar %[[V5]], %float8.000000e-02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %[[V3]], %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: return %[[V7]]
func.func @blackman() -> !torch.vtensor<[8],f64> {
  %c0 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.BlackmanWindow"(%c0) {torch.onnx.output_datatype = 11 : si64} : (!torch.vtensor<[],si64>) -> !torch.vtensor<[8],f64>
  return %0 : !torch.vtensor<[8],f64>
}

// 2595 * log10(1 + f / 700), and back.
// CHECK-LABEL: func.func @mel(
// CHECK: %[[V0:.*]] = torch.aten.div.Scalar %{{.*}}, %float7.000000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V1:.*]] = torch.aten.log1p %[[V0]] : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V1]], %float1.126994e03{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V3:.*]] = torch.aten.div.Scalar %{{.*}}, %float7.000000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V4:.*]] = torch.aten.log1p %[[V3]] : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V4]], %float1.126994e03{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[],f64>
// CHECK: %[[V6:.*]] = torch.aten.mul.Scalar %{{.*}}, %float8.873160e-04{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[10],f64>
// CHECK: %[[V7:.*]] = torch.aten.expm1 %[[V6]] : {{.*}} -> !torch.vtensor<[10],f64>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %[[V7]], %float7.000000e02{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[10],f64>
// CHECK: %[[V9:.*]] = torch.aten.floor %{{.*}} : {{.*}} -> !torch.vtensor<[10],f64>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V9]], %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int8{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V9]], %int0{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int9{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %[[V9]], %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int10{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[8],f64>
func.func @mel(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],f32>) -> !torch.vtensor<[9,8],f32> {
  %c0 = torch.vtensor.literal(dense<8> : tensor<si64>) : !torch.vtensor<[],si64>
  %c1 = torch.vtensor.literal(dense<16> : tensor<si64>) : !torch.vtensor<[],si64>
  %c2 = torch.vtensor.literal(dense<8192> : tensor<si64>) : !torch.vtensor<[],si64>
  %0 = torch.operator "onnx.MelWeightMatrix"(%c0, %c1, %c2, %arg0, %arg1) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[9,8],f32>
  return %0 : !torch.vtensor<[9,8],f32>
}
