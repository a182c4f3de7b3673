// Fourier transforms: lengths, scales and dimensions.
// RUN: ingot-opt %s -torch-decompose-complex-ops --cse | FileCheck %s

// Of a real signal: two products, and no scale.
// CHECK-LABEL: func.func @fft(
// CHECK-NOT: torch.aten.div.Scalar
// CHECK: %[[V0:.*]] = torch.aten.mul.Scalar %{{.*}}, %float-1.570796e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.cos %[[V0]] : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %[[V1]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.sin %[[V0]] : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %[[V3]] : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: %[[V5:.*]] = torch.aten.complex %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4],complex<f32>>
// CHECK: return %[[V5]]
func.func @fft(%arg0: !torch.vtensor<[2,4],f32>) -> !torch.vtensor<[2,4],complex<f32>> {
  %none = torch.constant.none
  %int-1 = torch.constant.int -1
  %0 = torch.aten.fft_fft %arg0, %none, %int-1, %none : !torch.vtensor<[2,4],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[2,4],complex<f32>>
  return %0 : !torch.vtensor<[2,4],complex<f32>>
}

// Zeros behind up to the length.
// CHECK-LABEL: func.func @fft_longer(
// CHECK: %[[V0:.*]] = torch.prim.ListConstruct %int0{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}
// CHECK: %[[V1:.*]] = torch.aten.constant_pad_nd %{{.*}}, %[[V0]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,6],si64>
// CHECK: %{{.*}} = torch.aten.matmul %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %{{.*}} = torch.aten.matmul %[[V1]], %{{.*}} : {{.*}} -> !torch.vtensor<[6],f32>
// CHECK: %[[V5:.*]] = torch.aten.complex %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[6],complex<f32>>
// CHECK: return %[[V5]]
func.func @fft_longer(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],complex<f32>> {
  %int6 = torch.constant.int 6
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.fft_fft %arg0, %int6, %int0, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[6],complex<f32>>
  return %0 : !torch.vtensor<[6],complex<f32>>
}

// CHECK-LABEL: func.func @fft_shorter(
// CHECK: %[[V0:.*]] = torch.aten.slice.Tensor %{{.*}}, %int0{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @fft_shorter(%arg0: !torch.vtensor<[8],f32>) -> !torch.vtensor<[4],complex<f32>> {
  %int4 = torch.constant.int 4
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.fft_fft %arg0, %int4, %int0, %none : !torch.vtensor<[8],f32>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

// Divided by the root of the length,
// CHECK-LABEL: func.func @fft_ortho(
// CHECK: %{{.*}} = torch.aten.div.Scalar %arg0, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @fft_ortho(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %str0 = torch.constant.str "ortho"
  %0 = torch.aten.fft_fft %arg0, %none, %int0, %str0 : !torch.vtensor<[4],f32>, !torch.none, !torch.int, !torch.str -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

// by the length,
// CHECK-LABEL: func.func @fft_forward(
// CHECK: %{{.*}} = torch.aten.div.Scalar %arg0, %float4.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @fft_forward(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %str0 = torch.constant.str "forward"
  %0 = torch.aten.fft_fft %arg0, %none, %int0, %str0 : !torch.vtensor<[4],f32>, !torch.none, !torch.int, !torch.str -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

// or by nothing.
// CHECK-LABEL: func.func @fft_backward(
// CHECK-NOT: torch.aten.div.Scalar
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V2:.*]] = torch.aten.complex %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],complex<f32>>
// CHECK: return %[[V2]]
func.func @fft_backward(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %str0 = torch.constant.str "backward"
  %0 = torch.aten.fft_fft %arg0, %none, %int0, %str0 : !torch.vtensor<[4],f32>, !torch.none, !torch.int, !torch.str -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

// What is forward alone is scaled then.
// CHECK-LABEL: func.func @ifft_forward(
// CHECK-NOT: torch.aten.div.Scalar
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.complex %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],complex<f32>>
// CHECK: return %[[V4]]
func.func @ifft_forward(%arg0: !torch.vtensor<[4],complex<f32>>) -> !torch.vtensor<[4],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %str0 = torch.constant.str "forward"
  %0 = torch.aten.fft_ifft %arg0, %none, %int0, %str0 : !torch.vtensor<[4],complex<f32>>, !torch.none, !torch.int, !torch.str -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

// (a + bi) times (cos - i sin): the angle is negative.
// CHECK-LABEL: func.func @fft_of_complex(
// CHECK: %{{.*}} = torch.aten.real %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.imag %arg0 : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %float-1.570796e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %[[V3:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V4:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V5:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.sub.Tensor %[[V3]], %[[V5]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V7:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V4]], %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %[[V9:.*]] = torch.aten.complex %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],complex<f32>>
// CHECK: return %[[V9]]
func.func @fft_of_complex(%arg0: !torch.vtensor<[4],complex<f32>>) -> !torch.vtensor<[4],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %0 = torch.aten.fft_fft %arg0, %none, %int0, %none : !torch.vtensor<[4],complex<f32>>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

// Along another dimension than the last.
// CHECK-LABEL: func.func @fft_first_dimension(
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %arg0, %int0{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V1:.*]] = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %[[V2:.*]] = torch.aten.matmul %[[V0]], %{{.*}} : {{.*}} -> !torch.vtensor<[3,4],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V1]], %int0{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %{{.*}} = torch.aten.transpose.int %[[V2]], %int0{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
func.func @fft_first_dimension(%arg0: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[4,3],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %0 = torch.aten.fft_fft %arg0, %none, %int0, %none : !torch.vtensor<[4,3],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[4,3],complex<f32>>
  return %0 : !torch.vtensor<[4,3],complex<f32>>
}

// One dimension after the other: lengths 4 and 6.
// CHECK-LABEL: func.func @fft2(
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,6,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,6,4],f32>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,6],si64>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4,6],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4,6],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4,6],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4,6],f32>
func.func @fft2(%arg0: !torch.vtensor<[2,4,6],f32>) -> !torch.vtensor<[2,4,6],complex<f32>> {
  %none = torch.constant.none
  %int-2 = torch.constant.int -2
  %int-1 = torch.constant.int -1
  %list0 = torch.prim.ListConstruct %int-2, %int-1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.fft_fft2 %arg0, %none, %list0, %none : !torch.vtensor<[2,4,6],f32>, !torch.none, !torch.list<int>, !torch.none -> !torch.vtensor<[2,4,6],complex<f32>>
  return %0 : !torch.vtensor<[2,4,6],complex<f32>>
}

// All dimensions unless some are named.
// CHECK-LABEL: func.func @fftn_all(
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,6],si64>
func.func @fftn_all(%arg0: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[4,6],complex<f32>> {
  %none = torch.constant.none
  %0 = torch.aten.fft_fftn %arg0, %none, %none, %none : !torch.vtensor<[4,6],f32>, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[4,6],complex<f32>>
  return %0 : !torch.vtensor<[4,6],complex<f32>>
}

// Divided by the number of all elements.
// CHECK-LABEL: func.func @ifftn_scaled(
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.400000e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,6],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.400000e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,6],f32>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[6,6],si64>
func.func @ifftn_scaled(%arg0: !torch.vtensor<[4,6],complex<f32>>) -> !torch.vtensor<[4,6],complex<f32>> {
  %none = torch.constant.none
  %0 = torch.aten.fft_ifftn %arg0, %none, %none, %none : !torch.vtensor<[4,6],complex<f32>>, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[4,6],complex<f32>>
  return %0 : !torch.vtensor<[4,6],complex<f32>>
}

// Half of the last dimension only: 6 / 2 + 1.
// CHECK-LABEL: func.func @rfft2(
// CHECK: %{{.*}} = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[6],si64>
// CHECK: %{{.*}} = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4,4],f32>
func.func @rfft2(%arg0: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[4,4],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %list0 = torch.prim.ListConstruct %int0, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.fft_rfft2 %arg0, %none, %list0, %none : !torch.vtensor<[4,6],f32>, !torch.none, !torch.list<int>, !torch.none -> !torch.vtensor<[4,4],complex<f32>>
  return %0 : !torch.vtensor<[4,4],complex<f32>>
}

// An odd length has no wave in the middle.
// CHECK-LABEL: func.func @irfft_length(
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float5.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float5.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],f32>
// CHECK: %[[V2:.*]] = torch.aten.eq.Scalar %{{.*}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %[[V3:.*]] = torch.aten.mul.Scalar %{{.*}}, %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V4:.*]] = torch.aten.eq.Scalar %[[V3]], %int5{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %{{.*}} = torch.aten.logical_or %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[3],i1>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %float1.256637e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,5],f32>
// CHECK: %[[V7:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %[[V8:.*]] = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %{{.*}} = torch.aten.sub.Tensor %[[V7]], %[[V8]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
func.func @irfft_length(%arg0: !torch.vtensor<[3],complex<f32>>) -> !torch.vtensor<[5],f32> {
  %int5 = torch.constant.int 5
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.fft_irfft %arg0, %int5, %int0, %none : !torch.vtensor<[3],complex<f32>>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

// Twice the waves but the first and the last.
// CHECK-LABEL: func.func @irfftn(
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.400000e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.400000e01{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],si64>
// CHECK: %{{.*}} = torch.aten.remainder.Scalar %{{.*}}, %int6{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,6],si64>
func.func @irfftn(%arg0: !torch.vtensor<[4,4],complex<f32>>) -> !torch.vtensor<[4,6],f32> {
  %none = torch.constant.none
  %0 = torch.aten.fft_irfftn %arg0, %none, %none, %none : !torch.vtensor<[4,4],complex<f32>>, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[4,6],f32>
  return %0 : !torch.vtensor<[4,6],f32>
}

// Scale 1 is the root.
// CHECK-LABEL: func.func @core(
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float2.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.mul.Scalar %{{.*}}, %float-1.570796e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[4],f32>
func.func @core(%arg0: !torch.vtensor<[4],complex<f32>>) -> !torch.vtensor<[4],complex<f32>> {
  %int0 = torch.constant.int 0
  %list0 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %true = torch.constant.bool true
  %0 = torch.aten._fft_c2c %arg0, %list0, %int1, %true : !torch.vtensor<[4],complex<f32>>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

// CHECK-LABEL: func.func @core_real(
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[5],f32>
func.func @core_real(%arg0: !torch.vtensor<[8],f32>) -> !torch.vtensor<[5],complex<f32>> {
  %int0 = torch.constant.int 0
  %list0 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %true = torch.constant.bool true
  %0 = torch.aten._fft_r2c %arg0, %list0, %int0, %true : !torch.vtensor<[8],f32>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[5],complex<f32>>
  return %0 : !torch.vtensor<[5],complex<f32>>
}

// All waves of a real signal.
// CHECK-LABEL: func.func @core_two_sided(
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[8],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[8],f32>
func.func @core_two_sided(%arg0: !torch.vtensor<[8],f32>) -> !torch.vtensor<[8],complex<f32>> {
  %int0 = torch.constant.int 0
  %list0 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten._fft_r2c %arg0, %list0, %int0, %false : !torch.vtensor<[8],f32>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[8],complex<f32>>
  return %0 : !torch.vtensor<[8],complex<f32>>
}

// Scale 2 is all.
// CHECK-LABEL: func.func @core_to_real(
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float8.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %{{.*}} = torch.aten.div.Scalar %{{.*}}, %float8.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[8],f32>
// CHECK: %{{.*}} = torch.aten.matmul %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[8],f32>
func.func @core_to_real(%arg0: !torch.vtensor<[5],complex<f32>>) -> !torch.vtensor<[8],f32> {
  %int0 = torch.constant.int 0
  %list0 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %int2 = torch.constant.int 2
  %int8 = torch.constant.int 8
  %0 = torch.aten._fft_c2r %arg0, %list0, %int2, %int8 : !torch.vtensor<[5],complex<f32>>, !torch.list<int>, !torch.int, !torch.int -> !torch.vtensor<[8],f32>
  return %0 : !torch.vtensor<[8],f32>
}
