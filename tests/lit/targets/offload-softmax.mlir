// RUN: ingot-opt %s --ingot-offload='library=dnnl all' --canonicalize --split-input-file | FileCheck %s
// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=128' --canonicalize --split-input-file | FileCheck %s --check-prefixes=CHECK,ROW
// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=256' --canonicalize --split-input-file | FileCheck %s --check-prefix=WIDE
// RUN: ingot-opt %s --ingot-offload='library=dnnl vector-bits=512' --canonicalize --split-input-file | FileCheck %s --check-prefix=WIDE

// Four ops are one call, whatever the dimensions in front of the last one are.
// WIDE-NOT: ingot.custom

// CHECK-LABEL: func.func @softmax
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "dnnl.softmax"(%{{[a-z0-9]+}}) {
// CHECK-SAME:      \22sizes\22:[32,64]
// CHECK-NEXT:    return %[[R]]
func.func @softmax(%x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %m : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.subf %in, %of : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %g = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<4x8x64xf32>) outs(%g : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.divf %in, %of : f32
    linalg.yield %0 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}

// -----

// What somebody else reads has to be there; and a quotient the other way round
// is none of softmax.

// CHECK-LABEL: func.func @sums_are_read
// CHECK-NOT:     ingot.custom
// CHECK-LABEL: func.func @upside_down
// CHECK-NOT:     ingot.custom
func.func @sums_are_read(%x: tensor<4x8x64xf32>) -> (tensor<4x8x64xf32>, tensor<4x8xf32>) {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %m : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.subf %in, %of : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %g = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<4x8x64xf32>) outs(%g : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.divf %in, %of : f32
    linalg.yield %0 : f32
  } -> tensor<4x8x64xf32>
  return %r, %s : tensor<4x8x64xf32>, tensor<4x8xf32>
}
func.func @upside_down(%x: tensor<4x8x64xf32>) -> tensor<4x8x64xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4x8xf32>
  %all = tensor.empty() : tensor<4x8x64xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x : tensor<4x8x64xf32>) outs(%f : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %m : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.subf %in, %of : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x8x64xf32>
  %g = linalg.fill ins(%zero : f32) outs(%row : tensor<4x8xf32>) -> tensor<4x8xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%e : tensor<4x8x64xf32>) outs(%g : tensor<4x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  } -> tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j)>, affine_map<(i, j, k) -> (i, j, k)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%e, %s : tensor<4x8x64xf32>, tensor<4x8xf32>) outs(%all : tensor<4x8x64xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.divf %of, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4x8x64xf32>
  return %r : tensor<4x8x64xf32>
}

// -----

// The library is slow with rows of one element.

// CHECK-LABEL: func.func @one_column
// ROW-NOT:       ingot.custom
func.func @one_column(%x: tensor<4000x1xf32>) -> tensor<4000x1xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %row = tensor.empty() : tensor<4000xf32>
  %all = tensor.empty() : tensor<4000x1xf32>
  %f = linalg.fill ins(%lowest : f32) outs(%row : tensor<4000xf32>) -> tensor<4000xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4000x1xf32>) outs(%f : tensor<4000xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.maximumf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4000xf32>
  %e = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%x, %m : tensor<4000x1xf32>, tensor<4000xf32>) outs(%all : tensor<4000x1xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.subf %in, %of : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4000x1xf32>
  %g = linalg.fill ins(%zero : f32) outs(%row : tensor<4000xf32>) -> tensor<4000xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%e : tensor<4000x1xf32>) outs(%g : tensor<4000xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  } -> tensor<4000xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%e, %s : tensor<4000x1xf32>, tensor<4000xf32>) outs(%all : tensor<4000x1xf32>) {
  ^bb0(%in: f32, %of: f32, %out: f32):
    %0 = arith.divf %in, %of : f32
    linalg.yield %0 : f32
  } -> tensor<4000x1xf32>
  return %r : tensor<4000x1xf32>
}
