// RUN: ingot-opt %s --ingot-offload='library=dnnl all' --canonicalize --split-input-file | FileCheck %s

// What reads or writes other places than all of a tensor in its order is no
// layer norm, nor is what rounds by a number that it adds and takes off again.

// A constant index into a dimension of size 1.
// CHECK-LABEL: func.func @one_row_of_scales
// CHECK:         ingot.custom "dnnl.layer_norm"
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (0, k)>
func.func @one_row_of_scales(%x: tensor<64x384xf32>, %g: tensor<1x384xf32>) -> tensor<64x384xf32> {
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
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x384xf32>, tensor<64xf32>, tensor<1x384xf32>) outs(%all : tensor<64x384xf32>) {
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

// One of several rows.
// CHECK-LABEL: func.func @second_row_of_scales
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (1, k)>
func.func @second_row_of_scales(%x: tensor<64x384xf32>, %g: tensor<2x384xf32>) -> tensor<64x384xf32> {
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
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x384xf32>, tensor<64xf32>, tensor<2x384xf32>) outs(%all : tensor<64x384xf32>) {
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

// CHECK-LABEL: func.func @cells_of_sums
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @cells_of_sums(%x: tensor<64x384xf32>, %g: tensor<384xf32>) -> tensor<64x384xf32> {
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
  %s2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, 0)>, affine_map<(i) -> (i, 1)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%s, %x, %x : tensor<64xf32>, tensor<64x384xf32>, tensor<64x384xf32>) outs(%row : tensor<64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %0 = arith.addf %b0, %b1 : f32
    %1 = arith.subf %0, %b2 : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s2 : tensor<64x384xf32>, tensor<64xf32>) outs(%all : tensor<64x384xf32>) {
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

// Written to a part of a larger tensor.
// CHECK-LABEL: func.func @part_of_a_result
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
#part = affine_map<(i, k) -> (1, i, k)>
func.func @part_of_a_result(%x: tensor<64x384xf32>, %g: tensor<384xf32>, %all2: tensor<2x64x384xf32>) -> tensor<2x64x384xf32> {
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
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #part], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x384xf32>, tensor<64xf32>, tensor<384xf32>) outs(%all2 : tensor<2x64x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %4, %b2 : f32
    linalg.yield %5 : f32
  } -> tensor<2x64x384xf32>
  return %r : tensor<2x64x384xf32>
}

// -----

// CHECK-LABEL: func.func @other_order
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#tr = affine_map<(i, k) -> (k, i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @other_order(%x: tensor<64x64xf32>, %g: tensor<64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<64xf32>
  %all = tensor.empty() : tensor<64x64xf32>
  %n = arith.constant 6.4e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x64xf32>, tensor<64xf32>) outs(%all : tensor<64x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<64x64xf32>) outs(%h : tensor<64xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #col1, #tr], iterator_types = ["parallel", "parallel"]} ins(%c, %q, %g : tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>) outs(%all : tensor<64x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %4, %b2 : f32
    linalg.yield %5 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @mean_of_another
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @mean_of_another(%x: tensor<64x384xf32>, %g: tensor<384xf32>, %y: tensor<64x384xf32>) -> tensor<64x384xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<64xf32>
  %all = tensor.empty() : tensor<64x384xf32>
  %n = arith.constant 3.840000e+02 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%y : tensor<64x384xf32>) outs(%f : tensor<64xf32>) {
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

// CHECK-LABEL: func.func @rounded
// CHECK-NOT:     ingot.custom
// CHECK:         return
#all = affine_map<(i, k) -> (i, k)>
#row = affine_map<(i, k) -> (i)>
#col1 = affine_map<(i, k) -> (k)>
func.func @rounded(%x: tensor<64x384xf32>, %g: tensor<384xf32>) -> tensor<64x384xf32> {
  %magic = arith.constant 12582912.0 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<64xf32>
  %all = tensor.empty() : tensor<64x384xf32>
  %n = arith.constant 3.840000e+02 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x384xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %r1 = arith.addf %b0, %magic : f32
    %r2 = arith.subf %r1, %magic : f32
    %0 = arith.addf %r2, %o : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x384xf32>, tensor<64xf32>) outs(%all : tensor<64x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %r1 = arith.addf %b0, %magic : f32
    %r2 = arith.subf %r1, %magic : f32
    %1 = arith.subf %r2, %0 : f32
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
