// RUN: ingot-opt %s --ingot-offload='library=dnnl all' --canonicalize --split-input-file | FileCheck %s

// Layer norms of other types than f32, or of rows that only the run knows or
// that there are none of, stay.

// CHECK-LABEL: func.func @f32
// CHECK:         ingot.custom "dnnl.layer_norm"
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @f32(%x: tensor<64x384xf32>, %g: tensor<384xf32>) -> tensor<64x384xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<64xf32>
  %all = tensor.empty() : tensor<64x384xf32>
  %n = arith.constant 3.840000e+02 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x384xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x384xf32>, tensor<64xf32>) outs(%all : tensor<64x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x384xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<64x384xf32>) outs(%h : tensor<64xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x384xf32>, tensor<64xf32>, tensor<384xf32>) outs(%all : tensor<64x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %4, %b2 : f32
    linalg.yield %5 : f32
  } -> tensor<64x384xf32>
  return %r : tensor<64x384xf32>
}

// -----

// CHECK-LABEL: func.func @f16
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @f16(%x: tensor<64x384xf16>, %g: tensor<384xf16>) -> tensor<64x384xf16> {
  %zero = arith.constant 0.0 : f16
  %row = tensor.empty() : tensor<64xf16>
  %all = tensor.empty() : tensor<64x384xf16>
  %n = arith.constant 3.840000e+02 : f16
  %eps = arith.constant 1.0e-5 : f16
  %f = linalg.fill ins(%zero : f16) outs(%row : tensor<64xf16>) -> tensor<64xf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x384xf16>) outs(%f : tensor<64xf16>) {
  ^bb0(%b0: f16, %o: f16):
    %0 = arith.addf %b0, %o : f16
    linalg.yield %0 : f16
  } -> tensor<64xf16>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x384xf16>, tensor<64xf16>) outs(%all : tensor<64x384xf16>) {
  ^bb0(%b0: f16, %b1: f16, %o: f16):
    %0 = arith.divf %b1, %n : f16
    %1 = arith.subf %b0, %0 : f16
    linalg.yield %1 : f16
  } -> tensor<64x384xf16>
  %h = linalg.fill ins(%zero : f16) outs(%row : tensor<64xf16>) -> tensor<64xf16>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<64x384xf16>) outs(%h : tensor<64xf16>) {
  ^bb0(%b0: f16, %o: f16):
    %0 = arith.mulf %b0, %b0 : f16
    %1 = arith.addf %0, %o : f16
    linalg.yield %1 : f16
  } -> tensor<64xf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x384xf16>, tensor<64xf16>, tensor<384xf16>) outs(%all : tensor<64x384xf16>) {
  ^bb0(%b0: f16, %b1: f16, %b2: f16, %o: f16):
    %1 = arith.divf %b1, %n : f16
    %2 = arith.addf %1, %eps : f16
    %3 = math.rsqrt %2 : f16
    %4 = arith.mulf %b0, %3 : f16
    %5 = arith.mulf %4, %b2 : f16
    linalg.yield %5 : f16
  } -> tensor<64x384xf16>
  return %r : tensor<64x384xf16>
}

// -----

// CHECK-LABEL: func.func @bf16
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @bf16(%x: tensor<64x384xbf16>, %g: tensor<384xbf16>) -> tensor<64x384xbf16> {
  %zero = arith.constant 0.0 : bf16
  %row = tensor.empty() : tensor<64xbf16>
  %all = tensor.empty() : tensor<64x384xbf16>
  %n = arith.constant 3.840000e+02 : bf16
  %eps = arith.constant 1.0e-5 : bf16
  %f = linalg.fill ins(%zero : bf16) outs(%row : tensor<64xbf16>) -> tensor<64xbf16>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x384xbf16>) outs(%f : tensor<64xbf16>) {
  ^bb0(%b0: bf16, %o: bf16):
    %0 = arith.addf %b0, %o : bf16
    linalg.yield %0 : bf16
  } -> tensor<64xbf16>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x384xbf16>, tensor<64xbf16>) outs(%all : tensor<64x384xbf16>) {
  ^bb0(%b0: bf16, %b1: bf16, %o: bf16):
    %0 = arith.divf %b1, %n : bf16
    %1 = arith.subf %b0, %0 : bf16
    linalg.yield %1 : bf16
  } -> tensor<64x384xbf16>
  %h = linalg.fill ins(%zero : bf16) outs(%row : tensor<64xbf16>) -> tensor<64xbf16>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<64x384xbf16>) outs(%h : tensor<64xbf16>) {
  ^bb0(%b0: bf16, %o: bf16):
    %0 = arith.mulf %b0, %b0 : bf16
    %1 = arith.addf %0, %o : bf16
    linalg.yield %1 : bf16
  } -> tensor<64xbf16>
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x384xbf16>, tensor<64xbf16>, tensor<384xbf16>) outs(%all : tensor<64x384xbf16>) {
  ^bb0(%b0: bf16, %b1: bf16, %b2: bf16, %o: bf16):
    %1 = arith.divf %b1, %n : bf16
    %2 = arith.addf %1, %eps : bf16
    %3 = math.rsqrt %2 : bf16
    %4 = arith.mulf %b0, %3 : bf16
    %5 = arith.mulf %4, %b2 : bf16
    linalg.yield %5 : bf16
  } -> tensor<64x384xbf16>
  return %r : tensor<64x384xbf16>
}

// -----

// CHECK-LABEL: func.func @f64
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @f64(%x: tensor<64x384xf64>, %g: tensor<384xf64>) -> tensor<64x384xf64> {
  %zero = arith.constant 0.0 : f64
  %row = tensor.empty() : tensor<64xf64>
  %all = tensor.empty() : tensor<64x384xf64>
  %n = arith.constant 3.840000e+02 : f64
  %eps = arith.constant 1.0e-5 : f64
  %f = linalg.fill ins(%zero : f64) outs(%row : tensor<64xf64>) -> tensor<64xf64>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x384xf64>) outs(%f : tensor<64xf64>) {
  ^bb0(%b0: f64, %o: f64):
    %0 = arith.addf %b0, %o : f64
    linalg.yield %0 : f64
  } -> tensor<64xf64>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x384xf64>, tensor<64xf64>) outs(%all : tensor<64x384xf64>) {
  ^bb0(%b0: f64, %b1: f64, %o: f64):
    %0 = arith.divf %b1, %n : f64
    %1 = arith.subf %b0, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<64x384xf64>
  %h = linalg.fill ins(%zero : f64) outs(%row : tensor<64xf64>) -> tensor<64xf64>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<64x384xf64>) outs(%h : tensor<64xf64>) {
  ^bb0(%b0: f64, %o: f64):
    %0 = arith.mulf %b0, %b0 : f64
    %1 = arith.addf %0, %o : f64
    linalg.yield %1 : f64
  } -> tensor<64xf64>
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x384xf64>, tensor<64xf64>, tensor<384xf64>) outs(%all : tensor<64x384xf64>) {
  ^bb0(%b0: f64, %b1: f64, %b2: f64, %o: f64):
    %1 = arith.divf %b1, %n : f64
    %2 = arith.addf %1, %eps : f64
    %3 = math.rsqrt %2 : f64
    %4 = arith.mulf %b0, %3 : f64
    %5 = arith.mulf %4, %b2 : f64
    linalg.yield %5 : f64
  } -> tensor<64x384xf64>
  return %r : tensor<64x384xf64>
}

// -----

// CHECK-LABEL: func.func @rows_of_the_run
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @rows_of_the_run(%x: tensor<?x384xf32>, %nr: index, %g: tensor<384xf32>) -> tensor<?x384xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty(%nr) : tensor<?xf32>
  %all = tensor.empty(%nr) : tensor<?x384xf32>
  %n = arith.constant 3.840000e+02 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x384xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<?xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<?x384xf32>, tensor<?xf32>) outs(%all : tensor<?x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<?x384xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<?xf32>) -> tensor<?xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<?x384xf32>) outs(%h : tensor<?xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<?x384xf32>, tensor<?xf32>, tensor<384xf32>) outs(%all : tensor<?x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %4, %b2 : f32
    linalg.yield %5 : f32
  } -> tensor<?x384xf32>
  return %r : tensor<?x384xf32>
}

// -----

// CHECK-LABEL: func.func @no_rows
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @no_rows(%x: tensor<0x384xf32>, %g: tensor<384xf32>) -> tensor<0x384xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<0xf32>
  %all = tensor.empty() : tensor<0x384xf32>
  %n = arith.constant 3.840000e+02 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<0xf32>) -> tensor<0xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<0x384xf32>) outs(%f : tensor<0xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<0xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<0x384xf32>, tensor<0xf32>) outs(%all : tensor<0x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<0x384xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<0xf32>) -> tensor<0xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<0x384xf32>) outs(%h : tensor<0xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<0xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<0x384xf32>, tensor<0xf32>, tensor<384xf32>) outs(%all : tensor<0x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %4, %b2 : f32
    linalg.yield %5 : f32
  } -> tensor<0x384xf32>
  return %r : tensor<0x384xf32>
}
