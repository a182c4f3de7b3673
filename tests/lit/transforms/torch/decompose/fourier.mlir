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
// CHECK: %[[V13:.*]] = torch.aten.transpose.int %[[V10]], {{.*}} -> !torch.vtensor<[?,5],f32>
// CHECK: %[[V14:.*]] = torch.aten.transpose.int %[[V12]], {{.*}} -> !torch.vtensor<[?,5],f32>
// CHECK: %[[V15:.*]] = torch.aten.complex %[[V13]], %[[V14]] : {{.*}} -> !torch.vtensor<[?,5],complex<f32>>
// CHECK: return %[[V15]]
// LEGAL-LABEL: func.func @rfft(
// LEGAL: torch.aten.fft_rfft
func.func @rfft(%arg0: !torch.vtensor<[?,8],f32>) -> !torch.vtensor<[?,5],complex<f32>> {
  %none = torch.constant.none
  %int-1 = torch.constant.int -1
  %0 = torch.aten.fft_rfft %arg0, %none, %int-1, %none : !torch.vtensor<[?,8],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[?,5],complex<f32>>
  return %0 : !torch.vtensor<[?,5],complex<f32>>
}

// How many waves there are follows from the size, which may be computed.

// CHECK-LABEL: func.func @size_not_known(
// CHECK-NOT: fft_rfft
// CHECK: %[[N:.*]] = torch.aten.size.int
// CHECK: torch.aten.floordiv.int
// CHECK: torch.aten.remainder.Scalar %{{.*}}, %[[N]] : {{.*}} -> !torch.vtensor<[?,?],si64>
// CHECK: torch.aten.div.Scalar %{{.*}}, %[[N]] : {{.*}} -> !torch.vtensor<[?,?],f32>
// CHECK: torch.aten.complex
// LEGAL-LABEL: func.func @size_not_known(
// LEGAL: torch.aten.fft_rfft
func.func @size_not_known(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  %0 = torch.aten.fft_rfft %arg0, %none, %int0, %none : !torch.vtensor<[?],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[?],complex<f32>>
  return %0 : !torch.vtensor<[?],complex<f32>>
}

// CHECK-LABEL: func.func @stft(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V1:.*]] = torch.aten.mul.Scalar %[[V0]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V2:.*]] = torch.aten.unsqueeze %[[V1]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,1],si64>
// CHECK: %[[V3:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V4:.*]] = torch.aten.unsqueeze %[[V3]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V5:.*]] = torch.aten.add.Tensor %[[V2]], %[[V4]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,4],si64>
// CHECK: %[[V6:.*]] = torch.prim.ListConstruct %int12{{(_[0-9]+)?}}
// CHECK: %[[V7:.*]] = torch.aten.view %[[V5]], %[[V6]] : {{.*}} -> !torch.vtensor<[12],si64>
// CHECK: %[[V8:.*]] = torch.aten.index_select %arg0, %int-1{{(_[0-9]+)?}}, %[[V7]] : {{.*}} -> !torch.vtensor<[2,12],f32>
// CHECK: %[[V9:.*]] = torch.prim.ListConstruct %int2{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V10:.*]] = torch.aten.view %[[V8]], %[[V9]] : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V11:.*]] = torch.aten.mul.Tensor %[[V10]], %arg1 : {{.*}} -> !torch.vtensor<[2,3,4],f32>
// CHECK: %[[V12:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V13:.*]] = torch.aten.unsqueeze %[[V12]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V14:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V15:.*]] = torch.aten.unsqueeze %[[V14]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V16:.*]] = torch.aten.mul.Tensor %[[V13]], %[[V15]] : {{.*}} -> !torch.vtensor<[4,3],si64>
// CHECK: %[[V17:.*]] = torch.aten.remainder.Scalar %[[V16]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],si64>
// CHECK: %[[V18:.*]] = torch.aten.to.dtype %[[V17]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V19:.*]] = torch.aten.mul.Scalar %[[V18]], %float-1.570796e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V20:.*]] = torch.aten.cos %[[V19]] : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V21:.*]] = torch.aten.matmul %[[V11]], %[[V20]] : {{.*}} -> !torch.vtensor<[2,3,3],f32>
// CHECK: %[[V22:.*]] = torch.aten.sin %[[V19]] : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V23:.*]] = torch.aten.matmul %[[V11]], %[[V22]] : {{.*}} -> !torch.vtensor<[2,3,3],f32>
// CHECK: %[[V24:.*]] = torch.aten.complex %[[V21]], %[[V23]] : {{.*}} -> !torch.vtensor<[2,3,3],complex<f32>>
// CHECK: %[[V25:.*]] = torch.aten.transpose.int %[[V24]], %int-2{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,3,3],complex<f32>>
// CHECK: return %[[V25]]
func.func @stft(%arg0: !torch.vtensor<[2,8],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2,3,3],complex<f32>> {
  %int4 = torch.constant.int 4
  %int2 = torch.constant.int 2
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  %none = torch.constant.none
  %0 = torch.aten.stft %arg0, %int4, %int2, %int4, %arg1, %false, %true, %true, %none : !torch.vtensor<[2,8],f32>, !torch.int, !torch.int, !torch.int, !torch.vtensor<[4],f32>, !torch.bool, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[2,3,3],complex<f32>>
  return %0 : !torch.vtensor<[2,3,3],complex<f32>>
}

// CHECK-LABEL: func.func @stft_center(
// CHECK: %[[V0:.*]] = torch.aten.arange.start_step %int-2{{(_[0-9]+)?}}, %int10{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[12],si64>
// CHECK: %[[V1:.*]] = torch.aten.abs %[[V0]] : {{.*}} -> !torch.vtensor<[12],si64>
// CHECK: %[[V2:.*]] = torch.aten.rsub.Scalar %[[V1]], %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[12],si64>
// CHECK: %[[V3:.*]] = torch.aten.abs %[[V2]] : {{.*}} -> !torch.vtensor<[12],si64>
// CHECK: %[[V4:.*]] = torch.aten.rsub.Scalar %[[V3]], %int7{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[12],si64>
// CHECK: %[[V5:.*]] = torch.aten.index_select %arg0, %int0{{(_[0-9]+)?}}, %[[V4]] : {{.*}} -> !torch.vtensor<[12],f32>
// CHECK: %[[V6:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V7:.*]] = torch.aten.mul.Scalar %[[V6]], %int2{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5],si64>
// CHECK: %[[V8:.*]] = torch.aten.unsqueeze %[[V7]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,1],si64>
// CHECK: %[[V9:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V10:.*]] = torch.aten.unsqueeze %[[V9]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,4],si64>
// CHECK: %[[V11:.*]] = torch.aten.add.Tensor %[[V8]], %[[V10]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[5,4],si64>
// CHECK: %[[V12:.*]] = torch.prim.ListConstruct %int20{{(_[0-9]+)?}}
// CHECK: %[[V13:.*]] = torch.aten.view %[[V11]], %[[V12]] : {{.*}} -> !torch.vtensor<[20],si64>
// CHECK: %[[V14:.*]] = torch.aten.index_select %[[V5]], %int-1{{(_[0-9]+)?}}, %[[V13]] : {{.*}} -> !torch.vtensor<[20],f32>
// CHECK: %[[V15:.*]] = torch.prim.ListConstruct %int5{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}
// CHECK: %[[V16:.*]] = torch.aten.view %[[V14]], %[[V15]] : {{.*}} -> !torch.vtensor<[5,4],f32>
// CHECK: %[[V17:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4],si64>
// CHECK: %[[V18:.*]] = torch.aten.unsqueeze %[[V17]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,1],si64>
// CHECK: %[[V19:.*]] = torch.aten.arange.start_step %int0{{(_[0-9]+)?}}, %int3{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3],si64>
// CHECK: %[[V20:.*]] = torch.aten.unsqueeze %[[V19]], %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,3],si64>
// CHECK: %[[V21:.*]] = torch.aten.mul.Tensor %[[V18]], %[[V20]] : {{.*}} -> !torch.vtensor<[4,3],si64>
// CHECK: %[[V22:.*]] = torch.aten.remainder.Scalar %[[V21]], %int4{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],si64>
// CHECK: %[[V23:.*]] = torch.aten.to.dtype %[[V22]], %int6{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V24:.*]] = torch.aten.mul.Scalar %[[V23]], %float-1.570796e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V25:.*]] = torch.aten.cos %[[V24]] : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V26:.*]] = torch.aten.matmul %[[V16]], %[[V25]] : {{.*}} -> !torch.vtensor<[5,3],f32>
// CHECK: %[[V27:.*]] = torch.aten.sin %[[V24]] : {{.*}} -> !torch.vtensor<[4,3],f32>
// CHECK: %[[V28:.*]] = torch.aten.matmul %[[V16]], %[[V27]] : {{.*}} -> !torch.vtensor<[5,3],f32>
// CHECK: %[[V29:.*]] = torch.aten.complex %[[V26]], %[[V28]] : {{.*}} -> !torch.vtensor<[5,3],complex<f32>>
// CHECK: %[[V30:.*]] = torch.aten.transpose.int %[[V29]], %int-2{{(_[0-9]+)?}}, %int-1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[3,5],complex<f32>>
// CHECK: return %[[V30]]
func.func @stft_center(%arg0: !torch.vtensor<[8],f32>) -> !torch.vtensor<[3,5],complex<f32>> {
  %int4 = torch.constant.int 4
  %int2 = torch.constant.int 2
  %none = torch.constant.none
  %true = torch.constant.bool true
  %str = torch.constant.str "reflect"
  %false = torch.constant.bool false
  %0 = torch.aten.stft.center %arg0, %int4, %int2, %int4, %none, %true, %str, %false, %true, %true, %none : !torch.vtensor<[8],f32>, !torch.int, !torch.int, !torch.int, !torch.none, !torch.bool, !torch.str, !torch.bool, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[3,5],complex<f32>>
  return %0 : !torch.vtensor<[3,5],complex<f32>>
}

// A complex signal: four products. The inverse is divided by the length.

// CHECK-LABEL: func.func @ifft(
// CHECK-DAG: torch.aten.real %arg0 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK-DAG: torch.aten.imag %arg0 : {{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK: torch.constant.float 4.000000e+00
// CHECK-COUNT-2: torch.aten.div.Scalar
// CHECK-COUNT-4: torch.aten.matmul
// CHECK: torch.aten.complex
func.func @ifft(%arg0: !torch.vtensor<[2,4],complex<f32>>) -> !torch.vtensor<[2,4],complex<f32>> {
  %none = torch.constant.none
  %int-1 = torch.constant.int -1
  %0 = torch.aten.fft_ifft %arg0, %none, %int-1, %none : !torch.vtensor<[2,4],complex<f32>>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[2,4],complex<f32>>
  return %0 : !torch.vtensor<[2,4],complex<f32>>
}

// Half a spectrum: the first wave and the middle one count once.

// CHECK-LABEL: func.func @irfft(
// CHECK: torch.aten.logical_or
// CHECK: torch.aten.where
// CHECK: torch.aten.sub.Tensor %{{.*}} -> !torch.vtensor<[2,4],f32>
// CHECK-NOT: torch.aten.complex
// CHECK: return
func.func @irfft(%arg0: !torch.vtensor<[2,3],complex<f32>>) -> !torch.vtensor<[2,4],f32> {
  %none = torch.constant.none
  %int-1 = torch.constant.int -1
  %0 = torch.aten.fft_irfft %arg0, %none, %int-1, %none : !torch.vtensor<[2,3],complex<f32>>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}
