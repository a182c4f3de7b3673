// RUN: ingot-opt %s --ingot-offload='library=dnnl all' --canonicalize --split-input-file | FileCheck %s
// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=128' --canonicalize --split-input-file | FileCheck %s --check-prefix=SSE2
// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=256' --canonicalize --split-input-file | FileCheck %s --check-prefix=WIDE

// SSE2-NOT: ingot.custom
// WIDE-NOT: ingot.custom

// What only looks like one: by one element fewer, with an epsilon for each
// row, with sums that somebody else reads, with something behind it, along
// another dimension, from another sum.

// CHECK-LABEL: func.func @sample_variance
// CHECK-NOT:     ingot.custom
// CHECK-LABEL: func.func @epsilon_of_a_row
// CHECK-NOT:     ingot.custom
// CHECK-LABEL: func.func @sums_are_read
// CHECK-NOT:     ingot.custom
// CHECK-LABEL: func.func @more_behind
// CHECK-NOT:     ingot.custom
// CHECK-LABEL: func.func @other_axis
// CHECK-NOT:     ingot.custom
// CHECK-LABEL: func.func @from_one
// CHECK-NOT:     ingot.custom
#all = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (i, j)>
#column = affine_map<(i, j, k) -> (k)>
func.func @sample_variance(%x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %less = arith.constant 6.300000e+01 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%c : tensor<4x8x64xf32>) outs(%h : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %q : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %1 = arith.divf %b1, %less : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}
func.func @epsilon_of_a_row(%x: tensor<4x8x64xf32>, %e: tensor<4x8xf32>) -> tensor<4x8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%c : tensor<4x8x64xf32>) outs(%h : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %q, %e : tensor<4x8x64xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %x2 = arith.addf %1, %b2 : f32
    %x3 = math.rsqrt %x2 : f32
    %x4 = arith.mulf %b0, %x3 : f32
    linalg.yield %x4 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}
func.func @sums_are_read(%x: tensor<4x8x64xf32>, %g: tensor<64xf32>, %b: tensor<64xf32>) -> (tensor<4x8x64xf32>, tensor<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%c : tensor<4x8x64xf32>) outs(%h : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #column, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %q, %g, %b : tensor<4x8x64xf32>, tensor<4x8xf32>, tensor<64xf32>, tensor<64xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %b3: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %4, %b2 : f32
    %6 = arith.addf %5, %b3 : f32
    linalg.yield %6 : f32
  } -> tensor<4x8x64xf32>
  return %r, %s : tensor<4x8x64xf32>, tensor<4x8xf32>
}
func.func @more_behind(%x: tensor<4x8x64xf32>, %g: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<4x8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%c : tensor<4x8x64xf32>) outs(%h : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #column, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %q, %g, %b : tensor<4x8x64xf32>, tensor<4x8xf32>, tensor<64xf32>, tensor<64xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %b3: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %4, %b2 : f32
    %6 = arith.addf %5, %b3 : f32
    %7 = math.tanh %6 : f32
    linalg.yield %7 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}
func.func @other_axis(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %row = tensor.empty() : tensor<64xf32>
  %all = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.addf %in, %o : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %c = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<64x64xf32>, tensor<64xf32>) outs(%all : tensor<64x64xf32>) {
  ^bb0(%in: f32, %of: f32, %o: f32):
    %0 = arith.divf %of, %n : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<64x64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<64xf32>) -> tensor<64xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<64x64xf32>) outs(%h : tensor<64xf32>) {
  ^bb0(%in: f32, %o: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%c, %q : tensor<64x64xf32>, tensor<64xf32>) outs(%all : tensor<64x64xf32>) {
  ^bb0(%in: f32, %of: f32, %o: f32):
    %0 = arith.divf %of, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %in, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func @from_one(%x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %one = arith.constant 1.000000e+00 : f32
  %f = linalg.fill ins(%one : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%c : tensor<4x8x64xf32>) outs(%h : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %q : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}

// -----

// Where it pays: with much work, not for short rows nor for few of them.

// CHECK-LABEL: func.func @enough
// CHECK:         ingot.custom
// SSE2-LABEL: func.func @enough
// SSE2:         ingot.custom "dnnl.layer_norm"
// SSE2-LABEL: func.func @too_little
// SSE2-NOT:     ingot.custom
// SSE2-LABEL: func.func @short_rows
// SSE2-NOT:     ingot.custom
// SSE2-LABEL: func.func @one_row
// SSE2-NOT:     ingot.custom
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @enough(%x: tensor<32x384xf32>) -> tensor<32x384xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<32xf32>
  %all = tensor.empty() : tensor<32x384xf32>
  %n = arith.constant 3.840000e+02 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<32xf32>) -> tensor<32xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<32x384xf32>) outs(%f : tensor<32xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<32xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<32x384xf32>, tensor<32xf32>) outs(%all : tensor<32x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<32x384xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<32xf32>) -> tensor<32xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<32x384xf32>) outs(%h : tensor<32xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<32xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q : tensor<32x384xf32>, tensor<32xf32>) outs(%all : tensor<32x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<32x384xf32>
  return %r : tensor<32x384xf32>
}
func.func @too_little(%x: tensor<31x384xf32>) -> tensor<31x384xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<31xf32>
  %all = tensor.empty() : tensor<31x384xf32>
  %n = arith.constant 3.840000e+02 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<31xf32>) -> tensor<31xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<31x384xf32>) outs(%f : tensor<31xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<31xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<31x384xf32>, tensor<31xf32>) outs(%all : tensor<31x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<31x384xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<31xf32>) -> tensor<31xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<31x384xf32>) outs(%h : tensor<31xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<31xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q : tensor<31x384xf32>, tensor<31xf32>) outs(%all : tensor<31x384xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<31x384xf32>
  return %r : tensor<31x384xf32>
}
func.func @short_rows(%x: tensor<2048x12xf32>) -> tensor<2048x12xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<2048xf32>
  %all = tensor.empty() : tensor<2048x12xf32>
  %n = arith.constant 1.200000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<2048xf32>) -> tensor<2048xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<2048x12xf32>) outs(%f : tensor<2048xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<2048xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<2048x12xf32>, tensor<2048xf32>) outs(%all : tensor<2048x12xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<2048x12xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<2048xf32>) -> tensor<2048xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<2048x12xf32>) outs(%h : tensor<2048xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<2048xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q : tensor<2048x12xf32>, tensor<2048xf32>) outs(%all : tensor<2048x12xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<2048x12xf32>
  return %r : tensor<2048x12xf32>
}
func.func @one_row(%x: tensor<1x65536xf32>) -> tensor<1x65536xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<1xf32>
  %all = tensor.empty() : tensor<1x65536xf32>
  %n = arith.constant 6.553600e+04 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<1xf32>) -> tensor<1xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<1x65536xf32>) outs(%f : tensor<1xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<1xf32>
  %c = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %s : tensor<1x65536xf32>, tensor<1xf32>) outs(%all : tensor<1x65536xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x65536xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<1xf32>) -> tensor<1xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]} ins(%c : tensor<1x65536xf32>) outs(%h : tensor<1xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<1xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]} ins(%c, %q : tensor<1x65536xf32>, tensor<1xf32>) outs(%all : tensor<1x65536xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<1x65536xf32>
  return %r : tensor<1x65536xf32>
}
