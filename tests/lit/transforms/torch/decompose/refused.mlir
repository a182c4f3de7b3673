// Operators that stay whole, since their operands are not ones that a
// decomposition is for.
// RUN: not ingot-opt %s -torch-decompose-complex-ops --ingot-check-supported 2>&1 | FileCheck %s

func.func @sequence_rank(%arg0: !torch.vtensor<[2,5],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],si64> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.searchsorted.Tensor' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %false, %none, %none : !torch.vtensor<[2,5],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

func.func @sequence_number(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],si64> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.searchsorted.Tensor' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %false, %none, %none : !torch.vtensor<[],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

func.func @side_at_run_time(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.vtensor<[3],f32>, %arg2: !torch.str) -> !torch.vtensor<[3],si64> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.searchsorted.Tensor' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.searchsorted.Tensor %arg0, %arg1, %false, %false, %arg2, %none : !torch.vtensor<[5],f32>, !torch.vtensor<[3],f32>, !torch.bool, !torch.bool, !torch.str, !torch.none -> !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3],si64>
}

func.func @diff_negative(%arg0: !torch.vtensor<[5],f32>) -> !torch.vtensor<[5],f32> {
  %int-1 = torch.constant.int -1
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.diff' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.diff %arg0, %int-1, %int0, %none, %none : !torch.vtensor<[5],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

func.func @diff_often(%arg0: !torch.vtensor<[100],f32>) -> !torch.vtensor<[35],f32> {
  %int65 = torch.constant.int 65
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.diff' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.diff %arg0, %int65, %int0, %none, %none : !torch.vtensor<[100],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[35],f32>
  return %0 : !torch.vtensor<[35],f32>
}

func.func @diff_at_run_time(%arg0: !torch.vtensor<[5],f32>, %arg1: !torch.int) -> !torch.vtensor<[?],f32> {
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.diff' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.diff %arg0, %arg1, %int0, %none, %none : !torch.vtensor<[5],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @diff_dimension(%arg0: !torch.vtensor<[5],f32>) -> !torch.vtensor<[5],f32> {
  %int1 = torch.constant.int 1
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.diff' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.diff %arg0, %int1, %int1, %none, %none : !torch.vtensor<[5],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

func.func @diff_scalar(%arg0: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %int1 = torch.constant.int 1
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.diff' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.diff %arg0, %int1, %int0, %none, %none : !torch.vtensor<[],f32>, !torch.int, !torch.int, !torch.none, !torch.none -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @tensordot_counts(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %list0 = torch.prim.ListConstruct %int0, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %list1 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.tensordot' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.tensordot %arg0, %arg1, %list0, %list1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @tensordot_dimension(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,4],f32> {
  %int2 = torch.constant.int 2
  %list0 = torch.prim.ListConstruct %int2 : (!torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %list1 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.tensordot' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.tensordot %arg0, %arg1, %list0, %list1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3,4],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

func.func @cdist_negative(%arg0: !torch.vtensor<[5,3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[5,4],f32> {
  %floatm1_0 = torch.constant.float -1.0
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.cdist' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.cdist %arg0, %arg1, %floatm1_0, %none : !torch.vtensor<[5,3],f32>, !torch.vtensor<[4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[5,4],f32>
  return %0 : !torch.vtensor<[5,4],f32>
}

func.func @cdist_vector(%arg0: !torch.vtensor<[3],f32>, %arg1: !torch.vtensor<[4,3],f32>) -> !torch.vtensor<[4],f32> {
  %float2_0 = torch.constant.float 2.0
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.cdist' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.cdist %arg0, %arg1, %float2_0, %none : !torch.vtensor<[3],f32>, !torch.vtensor<[4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @cdist_at_run_time(%arg0: !torch.vtensor<[5,3],f32>, %arg1: !torch.vtensor<[4,3],f32>, %arg2: !torch.float) -> !torch.vtensor<[5,4],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.cdist' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.cdist %arg0, %arg1, %arg2, %none : !torch.vtensor<[5,3],f32>, !torch.vtensor<[4,3],f32>, !torch.float, !torch.none -> !torch.vtensor<[5,4],f32>
  return %0 : !torch.vtensor<[5,4],f32>
}

func.func @col2im_kernel(%arg0: !torch.vtensor<[1,4,4],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %int4 = torch.constant.int 4
  %list0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %int2 = torch.constant.int 2
  %list1 = torch.prim.ListConstruct %int2 : (!torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %list2 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %list3 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %list4 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.col2im' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.col2im %arg0, %list0, %list1, %list2, %list3, %list4 : !torch.vtensor<[1,4,4],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

func.func @col2im_rank(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  %int4 = torch.constant.int 4
  %list0 = torch.prim.ListConstruct %int4, %int4 : (!torch.int, !torch.int) -> !torch.list<int>
  %int2 = torch.constant.int 2
  %list1 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  %int1 = torch.constant.int 1
  %list2 = torch.prim.ListConstruct %int1, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %list3 = torch.prim.ListConstruct %int0, %int0 : (!torch.int, !torch.int) -> !torch.list<int>
  %list4 = torch.prim.ListConstruct %int2, %int2 : (!torch.int, !torch.int) -> !torch.list<int>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.col2im' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.col2im %arg0, %list0, %list1, %list2, %list3, %list4 : !torch.vtensor<[4],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

func.func @fft_none(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[0],complex<f32>> {
  %int0 = torch.constant.int 0
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.fft_fft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.fft_fft %arg0, %int0, %int0, %none : !torch.vtensor<[4],f32>, !torch.int, !torch.int, !torch.none -> !torch.vtensor<[0],complex<f32>>
  return %0 : !torch.vtensor<[0],complex<f32>>
}

func.func @fft_dimension(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],complex<f32>> {
  %none = torch.constant.none
  %int1 = torch.constant.int 1
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.fft_fft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.fft_fft %arg0, %none, %int1, %none : !torch.vtensor<[4],f32>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

func.func @rfft_of_complex(%arg0: !torch.vtensor<[4],complex<f32>>) -> !torch.vtensor<[3],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.fft_rfft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.fft_rfft %arg0, %none, %int0, %none : !torch.vtensor<[4],complex<f32>>, !torch.none, !torch.int, !torch.none -> !torch.vtensor<[3],complex<f32>>
  return %0 : !torch.vtensor<[3],complex<f32>>
}

func.func @norm_at_run_time(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.str) -> !torch.vtensor<[4],complex<f32>> {
  %none = torch.constant.none
  %int0 = torch.constant.int 0
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.fft_fft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.fft_fft %arg0, %none, %int0, %arg1 : !torch.vtensor<[4],f32>, !torch.none, !torch.int, !torch.str -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

func.func @fftn_sizes(%arg0: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[4,6,1],complex<f32>> {
  %int4 = torch.constant.int 4
  %int6 = torch.constant.int 6
  %int1 = torch.constant.int 1
  %list0 = torch.prim.ListConstruct %int4, %int6, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.fft_fftn' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.fft_fftn %arg0, %list0, %none, %none : !torch.vtensor<[4,6],f32>, !torch.list<int>, !torch.none, !torch.none -> !torch.vtensor<[4,6,1],complex<f32>>
  return %0 : !torch.vtensor<[4,6,1],complex<f32>>
}

func.func @fft2_counts(%arg0: !torch.vtensor<[4,6],f32>) -> !torch.vtensor<[4,6],complex<f32>> {
  %int4 = torch.constant.int 4
  %list0 = torch.prim.ListConstruct %int4 : (!torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %list1 = torch.prim.ListConstruct %int0, %int1 : (!torch.int, !torch.int) -> !torch.list<int>
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.fft_fft2' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.fft_fft2 %arg0, %list0, %list1, %none : !torch.vtensor<[4,6],f32>, !torch.list<int>, !torch.list<int>, !torch.none -> !torch.vtensor<[4,6],complex<f32>>
  return %0 : !torch.vtensor<[4,6],complex<f32>>
}

func.func @core_scale(%arg0: !torch.vtensor<[4],complex<f32>>) -> !torch.vtensor<[4],complex<f32>> {
  %int0 = torch.constant.int 0
  %list0 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %int3 = torch.constant.int 3
  %true = torch.constant.bool true
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten._fft_c2c' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten._fft_c2c %arg0, %list0, %int3, %true : !torch.vtensor<[4],complex<f32>>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[4],complex<f32>>
  return %0 : !torch.vtensor<[4],complex<f32>>
}

func.func @core_no_dimension(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[3],complex<f32>> {
  %int1 = torch.constant.int 1
  %list0 = torch.prim.ListConstruct %int1 : (!torch.int) -> !torch.list<int>
  %int0 = torch.constant.int 0
  %true = torch.constant.bool true
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten._fft_r2c' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten._fft_r2c %arg0, %list0, %int0, %true : !torch.vtensor<[4],f32>, !torch.list<int>, !torch.int, !torch.bool -> !torch.vtensor<[3],complex<f32>>
  return %0 : !torch.vtensor<[3],complex<f32>>
}

func.func @stft_rank(%arg0: !torch.vtensor<[1,2,8],f32>) -> !torch.vtensor<[1,2,3,3],complex<f32>> {
  %int4 = torch.constant.int 4
  %int2 = torch.constant.int 2
  %none = torch.constant.none
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.stft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.stft %arg0, %int4, %int2, %int4, %none, %false, %true, %true, %none : !torch.vtensor<[1,2,8],f32>, !torch.int, !torch.int, !torch.int, !torch.none, !torch.bool, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,2,3,3],complex<f32>>
  return %0 : !torch.vtensor<[1,2,3,3],complex<f32>>
}

func.func @stft_window(%arg0: !torch.vtensor<[8],f32>) -> !torch.vtensor<[3,3],complex<f32>> {
  %int4 = torch.constant.int 4
  %int2 = torch.constant.int 2
  %int6 = torch.constant.int 6
  %none = torch.constant.none
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.stft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.stft %arg0, %int4, %int2, %int6, %none, %false, %true, %true, %none : !torch.vtensor<[8],f32>, !torch.int, !torch.int, !torch.int, !torch.none, !torch.bool, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[3,3],complex<f32>>
  return %0 : !torch.vtensor<[3,3],complex<f32>>
}

func.func @stft_length(%arg0: !torch.vtensor<[8],f32>) -> !torch.vtensor<[1,5],complex<f32>> {
  %int0 = torch.constant.int 0
  %int2 = torch.constant.int 2
  %none = torch.constant.none
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.stft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.stft %arg0, %int0, %int2, %none, %none, %false, %true, %true, %none : !torch.vtensor<[8],f32>, !torch.int, !torch.int, !torch.none, !torch.none, !torch.bool, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[1,5],complex<f32>>
  return %0 : !torch.vtensor<[1,5],complex<f32>>
}

func.func @stft_integers(%arg0: !torch.vtensor<[8],si64>) -> !torch.vtensor<[3,3],complex<f32>> {
  %int4 = torch.constant.int 4
  %int2 = torch.constant.int 2
  %none = torch.constant.none
  %false = torch.constant.bool false
  %true = torch.constant.bool true
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.stft' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.stft %arg0, %int4, %int2, %int4, %none, %false, %true, %true, %none : !torch.vtensor<[8],si64>, !torch.int, !torch.int, !torch.int, !torch.none, !torch.bool, !torch.bool, !torch.bool, !torch.none -> !torch.vtensor<[3,3],complex<f32>>
  return %0 : !torch.vtensor<[3,3],complex<f32>>
}

func.func @tensordot_one_list(%arg0: !torch.vtensor<[2],f32>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2,2],f32> {
  %int0 = torch.constant.int 0
  %list0 = torch.prim.ListConstruct %int0 : (!torch.int) -> !torch.list<int>
  %list1 = torch.prim.ListConstruct  : () -> !torch.list<int>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.aten.tensordot' op cannot be lowered: no conversion to StableHLO is known for it
  %0 = torch.aten.tensordot %arg0, %arg1, %list1, %list0 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[2,2],f32>
  return %0 : !torch.vtensor<[2,2],f32>
}
