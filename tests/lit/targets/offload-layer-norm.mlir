// RUN: ingot-opt %s --ingot-offload='library=dnnl all' --canonicalize --split-input-file | FileCheck %s

// All of its ops are one call, whatever the dimensions in front of the last one
// are.

// CHECK-LABEL: func.func @layer_norm
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "dnnl.layer_norm"(%arg0, %arg1, %arg2) {
// CHECK-SAME:      \22epsilon\22:9.99{{[0-9e-]*}},\22scale\22:1,\22shift\22:2,\22sizes\22:[32,64]
// CHECK-NEXT:    return %[[R]]
#all = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (i, j)>
#column = affine_map<(i, j, k) -> (k)>
func.func @layer_norm(%x: tensor<4x8x64xf32>, %g: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<4x8x64xf32> {
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
  return %r : tensor<4x8x64xf32>
}

// -----

// Written in another way, and fused in another way; a shift alone.

// CHECK-LABEL: func.func @means_of_rows
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "dnnl.layer_norm"(%arg0, %arg1) {
// CHECK-SAME:      \22epsilon\22:0.001{{[0-9]*}},\22shift\22:1,\22sizes\22:[32,64]
// CHECK-NEXT:    return %[[R]]
#all = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (i, j)>
#column = affine_map<(i, j, k) -> (k)>
func.func @means_of_rows(%x: tensor<4x8x64xf32>, %b: tensor<64xf32>) -> tensor<4x8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %n = arith.constant 1.562500e-02 : f32
  %eps = arith.constant 1.000000e-03 : f32
  %one = arith.constant 1.000000e+00 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<4x8xf32>) outs(%row : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %n : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %m : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%h : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.subf %b0, %b1 : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.addf %o, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  %d = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%q : tensor<4x8xf32>) outs(%row : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %n, %b0 : f32
    %1 = arith.addf %eps, %0 : f32
    %2 = math.sqrt %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#column, #all, #row, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%b, %x, %m, %d : tensor<64xf32>, tensor<4x8x64xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %b3: f32, %o: f32):
    %0 = arith.subf %b1, %b2 : f32
    %1 = arith.divf %0, %b3 : f32
    %2 = arith.addf %b0, %1 : f32
    linalg.yield %2 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}

// -----

// The variance as the mean of the squares less the square of the mean; neither
// scale nor shift.

// CHECK-LABEL: func.func @mean_of_squares
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "dnnl.layer_norm"(%arg0) {
// CHECK-SAME:      \22epsilon\22:9.99{{[0-9e-]*}},\22sizes\22:[32,64]
// CHECK-NEXT:    return %[[R]]
#all = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (i, j)>
#column = affine_map<(i, j, k) -> (k)>
func.func @mean_of_squares(%x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %n = arith.constant 6.400000e+01 : f32
  %eps = arith.constant 9.99999974E-6 : f32
  %f = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.mulf %b0, %b0 : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  } -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %o: f32):
    %0 = arith.addf %b0, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#all, #row, #row, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s, %q : tensor<4x8x64xf32>, tensor<4x8xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.divf %b2, %n : f32
    %2 = arith.mulf %0, %0 : f32
    %3 = arith.subf %1, %2 : f32
    %4 = arith.maximumf %3, %zero : f32
    %5 = arith.addf %4, %eps : f32
    %6 = math.rsqrt %5 : f32
    %7 = arith.subf %b0, %0 : f32
    %8 = arith.mulf %7, %6 : f32
    linalg.yield %8 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}

// -----

// As TensorFlow folds a norm: x times one number, and another one.

// CHECK-LABEL: func.func @folded
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "dnnl.layer_norm"(%arg0, %arg1, %arg2) {
// CHECK-SAME:      \22scale\22:1,\22shift\22:2,\22sizes\22:[32,64]
// CHECK-NEXT:    return %[[R]]
#all = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (i, j)>
#column = affine_map<(i, j, k) -> (k)>
func.func @folded(%x: tensor<4x8x64xf32>, %g: tensor<64xf32>, %b: tensor<64xf32>) -> tensor<4x8x64xf32> {
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
  %h = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [#all, #row, #row], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%h : tensor<4x8xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b1, %n : f32
    %1 = arith.subf %b0, %0 : f32
    %2 = arith.mulf %1, %1 : f32
    %3 = arith.addf %2, %o : f32
    linalg.yield %3 : f32
  } -> tensor<4x8xf32>
  %i = linalg.generic {indexing_maps = [#row, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%q, %g : tensor<4x8xf32>, tensor<64xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %o: f32):
    %0 = arith.divf %b0, %n : f32
    %1 = arith.addf %0, %eps : f32
    %2 = math.rsqrt %1 : f32
    %3 = arith.mulf %2, %b1 : f32
    linalg.yield %3 : f32
  } -> tensor<4x8x64xf32>
  %r = linalg.generic {indexing_maps = [#all, #all, #row, #column, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %i, %s, %b : tensor<4x8x64xf32>, tensor<4x8x64xf32>, tensor<4x8xf32>, tensor<64xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %b3: f32, %o: f32):
    %0 = arith.divf %b2, %n : f32
    %1 = arith.mulf %0, %b1 : f32
    %2 = arith.subf %b3, %1 : f32
    %3 = arith.mulf %b0, %b1 : f32
    %4 = arith.addf %3, %2 : f32
    linalg.yield %4 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}

// -----

// Dimensions of size one that somebody kept.

// CHECK-LABEL: func.func @kept_dimensions
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "dnnl.layer_norm"(%arg0, %arg1) {
// CHECK-SAME:      \22scale\22:1,\22sizes\22:[32,64]
// CHECK-NEXT:    return %[[R]]
#all = affine_map<(i, j, k) -> (i, j, k)>
#row = affine_map<(i, j, k) -> (i, j)>
#column = affine_map<(i, j, k) -> (k)>
#unit = affine_map<(i, j, k) -> (i, j, 0)>
func.func @kept_dimensions(%x: tensor<4x8x64xf32>, %g: tensor<1x1x64xf32>) -> tensor<4x8x64xf32> {
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
  %sk = tensor.expand_shape %s [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
  %c = linalg.generic {indexing_maps = [#all, #unit, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %sk : tensor<4x8x64xf32>, tensor<4x8x1xf32>) outs(%all : tensor<4x8x64xf32>) {
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
  %qk = tensor.expand_shape %q [[0], [1, 2]] output_shape [4, 8, 1] : tensor<4x8xf32> into tensor<4x8x1xf32>
  %r = linalg.generic {indexing_maps = [#all, #unit, affine_map<(i, j, k) -> (0, 0, k)>, #all], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %qk, %g : tensor<4x8x64xf32>, tensor<4x8x1xf32>, tensor<1x1x64xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%b0: f32, %b1: f32, %b2: f32, %o: f32):
    %1 = arith.divf %b1, %n : f32
    %2 = arith.addf %1, %eps : f32
    %3 = math.rsqrt %2 : f32
    %4 = arith.mulf %b0, %3 : f32
    %5 = arith.mulf %b2, %4 : f32
    linalg.yield %5 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}
