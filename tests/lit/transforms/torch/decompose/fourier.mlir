// Spectra of real signals as products with a matrix of waves.
// RUN: ingot-opt %s -torch-decompose-complex-ops | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.fft_rfft | FileCheck %s --check-prefix=LEGAL

// CHECK-LABEL: func.func @rfft(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.transpose.int %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,8],f32>
// CHECK: %[[V1:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[8],si64>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[8,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[1,5],si64>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V2]], %[[V4]] : {{.*}} -> !torch.vtensor<[8,5],si64>
// CHECK: %[[V6:.*]] = torch.aten.remainder.Scalar %[[V5]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[8,5],si64>
// CHECK: %[[V7:.*]] = torch.aten.to.dtype %[[V6]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[8,5],f32>
// CHECK: %[[V8:.*]] = torch.aten.mul.Scalar %[[V7]], %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[8,5],f32>
// CHECK: %[[V9:.*]] = torch.aten.cos %[[V8]] : {{.*}} -> !torch.vtensor<[8,5],f32>
// CHECK: %[[V10:.*]] = torch.aten.matmul %[[V0]], %[[V9]] : {{.*}} -> !torch.vtensor<[?,5],f32>
// CHECK: %[[V11:.*]] = torch.aten.sin %[[V8]] : {{.*}} -> !torch.vtensor<[8,5],f32>
// CHECK: %[[V12:.*]] = torch.aten.matmul %[[V0]], %[[V11]] : {{.*}} -> !torch.vtensor<[?,5],f32>
// CHECK: %[[V13:.*]] = torch.aten.complex %[[V10]], %[[V12]] : {{.*}} -> !torch.vtensor<[?,5],complex<f32>>
// CHECK: %[[V14:.*]] = torch.aten.transpose.int %[[V13]], %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?,5],complex<f32>>
// CHECK: return %[[V14]]
// LEGAL-LABEL: func.func @rfft(
// LEGAL: torch.aten.fft_rfft
func.func @rfft(%arg0: !torch.vtensor<[?,8],f32>) -> !torch.vtensor<[?,5],complex<f32>> {
  %none = torch.constant.none
  %int-1 = torch.constant.int -1
  %0 = torch.aten.fft_rfft %arg0, %none, %int-1, %none : !torch.vtensor<[?,8],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[?,5],complex<f32>>
  return %0 : !torch.vtensor<[?,5],complex<f32>>
}

// How many waves there are follows from the size.

// CHECK-LABEL: func.func @size_not_known(
// CHECK-SAME: %[[ARG0:[a-z0-9]+]]: !torch.
// CHECK: %[[V0:.*]] = torch.aten.fft_rfft %[[ARG0]], %{{[^ ,:]+}}, %{{[^ ,:]+}}, %{{[^ ,:]+}} : {{.*}} -> !torch.vtensor<[?],complex<f32>>
// CHECK: return %[[V0]]
// LEGAL-LABEL: func.func @size_not_known(
// LEGAL: torch.aten.fft_rfft
func.func @size_not_known(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %0 = torch.aten.fft_rfft %arg0, %none, %int0, %none : !torch.vtensor<[?],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[?],complex<f32>>
  return %0 : !torch.vtensor<[?],complex<f32>>
}
