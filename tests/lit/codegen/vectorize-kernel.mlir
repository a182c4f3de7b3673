// RUN: ingot-opt %s --ingot-tile-registers=vector-bits=512 --canonicalize \
// RUN:   --ingot-vectorize-kernel=vector-bits=512 --canonicalize | FileCheck %s

// The accumulators are loop-carried; products and sums may become fma.
// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<8x96xf32>, %b: tensor<96x32xf32>,
                  %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  // CHECK:         %[[C:.*]] = vector.transfer_read {{.*}} vector<8x32xf32>
  // CHECK:         scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[C]]) -> (vector<8x32xf32>)
  // CHECK-NOT:       linalg.generic
  // CHECK:           %[[P:.*]] = arith.mulf {{.*}} fastmath<contract> : vector<8x32xf32>
  // CHECK:           %[[S:.*]] = arith.addf %[[ACC]], %[[P]] fastmath<contract>
  // CHECK:           scf.yield %[[S]]
  // CHECK:         vector.transfer_write
  %r = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x32xf32>)
      outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// A stride of two becomes a strided slice; nothing else changes.
// CHECK-LABEL: func.func @strided
func.func @strided(%a: tensor<1x3x17x4xf32>, %w: tensor<3x3x4x32xf32>,
                   %c: tensor<1x1x8x32xf32>) -> tensor<1x1x8x32xf32> {
  // CHECK:         scf.for
  // CHECK:           arith.mulf {{.*}} : vector<8x32xf32>
  // CHECK-NOT:     linalg.generic
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>,
                                 dilations = dense<1> : tensor<2xi64>}
      ins(%a, %w : tensor<1x3x17x4xf32>, tensor<3x3x4x32xf32>)
      outs(%c : tensor<1x1x8x32xf32>) -> tensor<1x1x8x32xf32>
  return %r : tensor<1x1x8x32xf32>
}

// The product never leaves the registers, and what the program does with it is
// not contracted.
// CHECK-LABEL: func.func @reader
// CHECK:         scf.for %{{.*}} to %c128 step %c32
// CHECK:         %[[P:.*]] = scf.for {{.*}} -> (vector<8x32xf32>)
// CHECK:         %[[S:.*]] = arith.addf %[[P]], %{{.*}} : vector<8x32xf32>
// CHECK:         vector.transfer_write %[[S]], %{{.*}} : vector<8x32xf32>, tensor<8x128xf32>
// CHECK-NOT:     vector.transfer_write
func.func @reader(%a: tensor<8x96xf32>, %b: tensor<96x128xf32>,
                  %d: tensor<128xf32>, %c: tensor<8x128xf32>) -> tensor<8x128xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x128xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x128xf32>)
      -> tensor<8x128xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x128xf32>)
      outs(%f : tensor<8x128xf32>) -> tensor<8x128xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%p, %d : tensor<8x128xf32>, tensor<128xf32>) outs(%c : tensor<8x128xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8x128xf32>
  return %r : tensor<8x128xf32>
}

// Unmarked ops stay.
// CHECK-LABEL: func.func @unmarked
func.func @unmarked(%a: tensor<8xf32>, %c: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK:         linalg.negf
  %r = linalg.negf ins(%a : tensor<8xf32>) outs(%c : tensor<8xf32>)
      -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// Twenty columns are read and written as 32, of which 12 are out of bounds; the
// accumulators stay in registers all the same.
// CHECK-LABEL: func.func @ragged
// CHECK:         %[[ACC0:.*]] = vector.transfer_read {{.*}} {in_bounds = [true, false]} : tensor<8x20xf32>, vector<8x32xf32>
// CHECK:         scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ACC0]]) -> (vector<8x32xf32>)
// CHECK:           vector.transfer_read {{.*}} {in_bounds = [true, false]{{.*}}} : tensor<20xf32>, vector<8x32xf32>
// CHECK-NOT:       vector.mask
// CHECK-NOT:       vector.transfer_write
// CHECK:           scf.yield
// CHECK:         vector.transfer_write {{.*}} {in_bounds = [true, false]} : vector<8x32xf32>, tensor<8x20xf32>
func.func @ragged(%a: tensor<8x96xf32>, %b: tensor<96x20xf32>,
                  %c: tensor<8x20xf32>) -> tensor<8x20xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x20xf32>)
      outs(%c : tensor<8x20xf32>) -> tensor<8x20xf32>
  return %r : tensor<8x20xf32>
}

// An unknown number of columns: full tiles, and one out of bounds, which starts
// from the fill without passing through memory.
// CHECK-LABEL: func.func @unknown_columns
// CHECK:         scf.for {{.*}} -> (vector<8x32xf32>)
// CHECK:         scf.for {{.*}} -> (vector<8x32xf32>)
// CHECK-NOT:     linalg.generic
func.func @unknown_columns(%a: tensor<8x96xf32>, %b: tensor<96x?xf32>,
                           %c: tensor<8x?xf32>) -> tensor<8x?xf32> {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<8x?xf32>) -> tensor<8x?xf32>
  %r = linalg.matmul ins(%a, %b : tensor<8x96xf32>, tensor<96x?xf32>)
      outs(%f : tensor<8x?xf32>) -> tensor<8x?xf32>
  return %r : tensor<8x?xf32>
}

// A lane out of bounds could divide by zero.
// CHECK-LABEL: func.func @divides
// CHECK-NOT:     in_bounds = [true, false]
func.func @divides(%a: tensor<8x96xi32>, %b: tensor<96x20xi32>,
                   %c: tensor<8x20xi32>) -> tensor<8x20xi32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>,
                       affine_map<(m, n, k) -> (k, n)>,
                       affine_map<(m, n, k) -> (m, n)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<8x96xi32>, tensor<96x20xi32>)
      outs(%c : tensor<8x20xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %p = arith.divui %x, %y : i32
    %s = arith.addi %o, %p : i32
    linalg.yield %s : i32
  } -> tensor<8x20xi32>
  return %r : tensor<8x20xi32>
}

// What all tasks read stays inside of them: it would be passed through memory.
// CHECK-LABEL: func.func @task
// CHECK-NOT:     vector.transfer_read
// CHECK:         scf.forall
// CHECK-COUNT-2:   vector.transfer_read
func.func @task(%a: tensor<8x32xf32>, %b: tensor<32xf32>,
                %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = scf.forall (%i) = (0) to (8) step (4) shared_outs(%o = %c)
      -> (tensor<8x32xf32>) {
    %x = tensor.extract_slice %a[%i, 0] [4, 32] [1, 1]
        : tensor<8x32xf32> to tensor<4x32xf32>
    %y = tensor.extract_slice %o[%i, 0] [4, 32] [1, 1]
        : tensor<8x32xf32> to tensor<4x32xf32>
    %s = linalg.generic {
        indexing_maps = [affine_map<(m, n) -> (m, n)>, affine_map<(m, n) -> (n)>,
                         affine_map<(m, n) -> (m, n)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%x, %b : tensor<4x32xf32>, tensor<32xf32>)
        outs(%y : tensor<4x32xf32>)
        attrs = {ingot.vectorize = array<i64: 4, 32>} {
    ^bb0(%u: f32, %v: f32, %w: f32):
      %t = arith.addf %u, %v : f32
      linalg.yield %t : f32
    } -> tensor<4x32xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [4, 32] [1, 1]
          : tensor<4x32xf32> into tensor<8x32xf32>
    }
  }
  return %r : tensor<8x32xf32>
}

// Every second element of a row: two vectors, the second of which ends with
// what the tile needs, so that neither goes beyond it, and one shuffle.
// CHECK-LABEL: func.func @steps
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<4x129xf32>
// CHECK:         scf.for {{.*}} -> (vector<64xf32>)
// CHECK:           %[[A:.*]] = vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<{{.*}}xf32>, vector<64xf32>
// CHECK:           %[[B:.*]] = vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<{{.*}}xf32>, vector<64xf32>
// CHECK:           vector.shuffle %[[A]], %[[B]] [0, 2, 4, {{.*}}, 62, 65, 67, {{.*}}, 127] : vector<64xf32>, vector<64xf32>
// CHECK:           arith.maximumf
func.func @steps(%x: tensor<4x129xf32>, %w: tensor<3xf32>,
                 %out: tensor<4x64xf32>) -> tensor<4x64xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(c, x, k) -> (c, x * 2 + k)>,
                       affine_map<(c, x, k) -> (k)>,
                       affine_map<(c, x, k) -> (c, x)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x129xf32>, tensor<3xf32>)
      outs(%out : tensor<4x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.maximumf %o, %a : f32
    linalg.yield %m : f32
  } -> tensor<4x64xf32>
  return %r : tensor<4x64xf32>
}

// All rows of accumulators share the vector that is put together.
// CHECK-LABEL: func.func @steps_of_rows
// CHECK:         scf.for {{.*}} -> (vector<8x32xf32>)
// CHECK:           %[[A:.*]] = vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<{{.*}}xf32>, vector<32xf32>
// CHECK:           %[[B:.*]] = vector.transfer_read {{.*}} {in_bounds = [true]} : tensor<{{.*}}xf32>, vector<32xf32>
// CHECK:           %[[S:.*]] = vector.shuffle %[[A]], %[[B]] [0, 2, {{.*}}, 30, 33, 35, {{.*}}, 63] : vector<32xf32>, vector<32xf32>
// CHECK:           vector.broadcast %[[S]] : vector<32xf32> to vector<8x32xf32>
func.func @steps_of_rows(%x: tensor<67xf32>, %w: tensor<8x4xf32>,
                         %out: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(f, x, k) -> (x * 2 + k)>,
                       affine_map<(f, x, k) -> (f, k)>,
                       affine_map<(f, x, k) -> (f, x)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<67xf32>, tensor<8x4xf32>)
      outs(%out : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// Vectors run along the last dimension of the result, in whatever order the
// loops are.
// CHECK-LABEL: func.func @lanes_outside
// CHECK:         scf.for {{.*}} -> (vector<8x32xf32>)
func.func @lanes_outside(%x: tensor<35xf32>, %w: tensor<8x4xf32>,
                         %out: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(x, f, k) -> (x + k)>,
                       affine_map<(x, f, k) -> (f, k)>,
                       affine_map<(x, f, k) -> (f, x)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<35xf32>, tensor<8x4xf32>)
      outs(%out : tensor<8x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x32xf32>
  return %r : tensor<8x32xf32>
}

// What the sums start from is neither written nor read, though it has a dimension
// of one element that they have not; nor in a tile of 20 columns.
// CHECK-LABEL: func.func @starts_in_registers
// CHECK-NOT:     vector.transfer_write
// CHECK:         %[[P:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %cst{{.*}}) -> (vector<8x32xf32>)
// CHECK:         vector.transfer_write %[[P]], %{{.*}} : vector<8x32xf32>, tensor<1x8x32xf32>
// CHECK-NOT:     vector.transfer_write
// CHECK:         %[[Q:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %cst{{.*}}) -> (vector<8x32xf32>)
// CHECK:         vector.transfer_write %[[Q]], %{{.*}} {in_bounds = [true, false]} : vector<8x32xf32>, tensor<8x20xf32>
// CHECK-NOT:     vector.transfer_write
func.func @starts_in_registers(%a: tensor<1x8x96xf32>, %b: tensor<1x96x32xf32>, %c: tensor<1x8x32xf32>,
                               %d: tensor<1x96x20xf32>, %e: tensor<1x8x20xf32>)
    -> (tensor<1x8x32xf32>, tensor<1x8x20xf32>) {
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<1x8x32xf32>)
      -> tensor<1x8x32xf32>
  %r = linalg.batch_matmul ins(%a, %b : tensor<1x8x96xf32>, tensor<1x96x32xf32>)
      outs(%f : tensor<1x8x32xf32>) -> tensor<1x8x32xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<1x8x20xf32>)
      -> tensor<1x8x20xf32>
  %s = linalg.batch_matmul ins(%a, %d : tensor<1x8x96xf32>, tensor<1x96x20xf32>)
      outs(%g : tensor<1x8x20xf32>) -> tensor<1x8x20xf32>
  return %r, %s : tensor<1x8x32xf32>, tensor<1x8x20xf32>
}
