// RUN: ingot-opt %s --ingot-tile-parallel=vector-bits=512 | FileCheck %s

// The fill goes into the tiles with the product that reads it. Sixteen tiles of
// registers read each panel of a task, and not two: two tasks copy it, and not four.
// CHECK-LABEL: func.func @large
func.func @large(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>,
                 %c: tensor<256x256xf32>) -> tensor<256x256xf32> {
  // CHECK-NOT:     linalg.fill
  // CHECK:         scf.forall (%{{.*}}) = (0, 0) to (256, 256) step (128, 32)
  // CHECK:           linalg.fill {{.*}} tensor<128x32xf32>
  // CHECK:           linalg.matmul {{.*}} tensor<128x32xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%c : tensor<256x256xf32>)
      -> tensor<256x256xf32>
  %r = linalg.matmul ins(%a, %b : tensor<256x256xf32>, tensor<256x256xf32>)
      outs(%f : tensor<256x256xf32>) -> tensor<256x256xf32>
  return %r : tensor<256x256xf32>
}

// Some ten microseconds whose rows and columns have no even division: in tasks of
// eight rows each would read all of the right-hand side. An unknown number of them
// is divided.
// CHECK-LABEL: func.func @ragged
// CHECK-NOT:     scf.forall
// CHECK:         linalg.matmul {{.*}} tensor<31x44xf32>
// CHECK:         scf.forall
// CHECK:           linalg.batch_matmul
func.func @ragged(%a: tensor<31x512xf32>, %b: tensor<512x44xf32>,
                  %c: tensor<31x44xf32>, %d: tensor<?x31x512xf32>,
                  %e: tensor<?x512x44xf32>, %g: tensor<?x31x44xf32>)
    -> (tensor<31x44xf32>, tensor<?x31x44xf32>) {
  %r = linalg.matmul ins(%a, %b : tensor<31x512xf32>, tensor<512x44xf32>)
      outs(%c : tensor<31x44xf32>) -> tensor<31x44xf32>
  %s = linalg.batch_matmul ins(%d, %e : tensor<?x31x512xf32>, tensor<?x512x44xf32>)
      outs(%g : tensor<?x31x44xf32>) -> tensor<?x31x44xf32>
  return %r, %s : tensor<31x44xf32>, tensor<?x31x44xf32>
}

// So does an unknown number of rows, but 88 columns that have no even division stay
// whole: tiles of unknown size in both directions had three times the code.
// CHECK-LABEL: func.func @few_columns
// CHECK:         scf.forall (%{{[^,]*}}) = (0) to (%{{.*}}) step
// CHECK:           linalg.matmul {{.*}} outs({{.*}} : tensor<?x88xf32>)
func.func @few_columns(%a: tensor<?x22xf32>, %b: tensor<22x88xf32>, %c: tensor<?x88xf32>)
    -> tensor<?x88xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<?x22xf32>, tensor<22x88xf32>)
      outs(%c : tensor<?x88xf32>) -> tensor<?x88xf32>
  return %r : tensor<?x88xf32>
}

// Sums of columns may wait for memory, and are divided.
// CHECK-LABEL: func.func @uneven_sums
// CHECK:         scf.forall
func.func @uneven_sums(%a: tensor<900x1009xf32>, %c: tensor<1009xf32>) -> tensor<1009xf32> {
  %r = linalg.reduce {arith.addf} ins(%a : tensor<900x1009xf32>)
      outs(%c : tensor<1009xf32>) dimensions = [0]
  return %r : tensor<1009xf32>
}

// Too little work to hand to another thread.
// CHECK-LABEL: func.func @small
func.func @small(%a: tensor<64x64xf32>, %c: tensor<64x64xf32>)
    -> tensor<64x64xf32> {
  // CHECK-NOT:     scf.forall
  %r = linalg.exp ins(%a : tensor<64x64xf32>) outs(%c : tensor<64x64xf32>)
      -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}

// Every tile needs all of the column sums, so those are computed once, before
// the tiles.
// CHECK-LABEL: func.func @shared_producer
func.func @shared_producer(%a: tensor<1024x512xf32>, %s: tensor<512xf32>,
                           %c: tensor<1024x512xf32>) -> tensor<1024x512xf32> {
  // CHECK:         linalg.reduce
  // CHECK:         scf.forall
  // CHECK-NOT:       linalg.reduce
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<1024x512xf32>)
      outs(%s : tensor<512xf32>) dimensions = [0]
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>,
                       affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %sum : tensor<1024x512xf32>, tensor<512xf32>)
      outs(%c : tensor<1024x512xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %d = arith.subf %x, %y : f32
    linalg.yield %d : f32
  } -> tensor<1024x512xf32>
  return %r : tensor<1024x512xf32>
}

// 1000 columns are ten tiles of known size; 1009 are as many as there are.
// CHECK-LABEL: func.func @even
// CHECK:         scf.forall (%{{.*}}) = (0) to (1000) step (100)
// CHECK-NOT:       affine.min
// CHECK:           linalg.vecmat {{.*}} tensor<512x100xf32>
func.func @even(%a: tensor<512xf32>, %b: tensor<512x1000xf32>,
                %c: tensor<1000xf32>) -> tensor<1000xf32> {
  %r = linalg.vecmat ins(%a, %b : tensor<512xf32>, tensor<512x1000xf32>)
      outs(%c : tensor<1000xf32>) -> tensor<1000xf32>
  return %r : tensor<1000xf32>
}

// CHECK-LABEL: func.func @prime
// CHECK:         scf.forall (%{{.*}}) = (0) to (1009) step (64)
// CHECK:           affine.min
func.func @prime(%a: tensor<1009x512xf32>, %c: tensor<1009x512xf32>)
    -> tensor<1009x512xf32> {
  %r = linalg.exp ins(%a : tensor<1009x512xf32>)
      outs(%c : tensor<1009x512xf32>) -> tensor<1009x512xf32>
  return %r : tensor<1009x512xf32>
}

// What a tile needs of a wrapped, divided or reversed index is no box.
// CHECK-LABEL: func.func @wrapped
// CHECK-NOT:     scf.forall
// CHECK:         return
func.func @wrapped(%v: tensor<5xf32>, %e: tensor<262144xf32>) -> tensor<262144xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i mod 5)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%v : tensor<5xf32>) outs(%e : tensor<262144xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<262144xf32>
  return %0 : tensor<262144xf32>
}

// CHECK-LABEL: func.func @straight
// CHECK:         scf.forall
func.func @straight(%v: tensor<262144xf32>, %e: tensor<262144xf32>) -> tensor<262144xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%v : tensor<262144xf32>) outs(%e : tensor<262144xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<262144xf32>
  return %0 : tensor<262144xf32>
}

// Rows cut into tasks would each read all of the large right-hand side; columns
// cut read the small left-hand side. The sum goes where its product is.
// CHECK-LABEL: func.func @few_rows
// CHECK:         scf.forall (%{{.*}}) = (0) to (512) step (32)
// CHECK:           linalg.matmul {{.*}} tensor<32x32xf32>
// CHECK:           linalg.add {{.*}} tensor<32x32xf32>
func.func @few_rows(%a: tensor<32x784xf32>, %b: tensor<784x512xf32>,
                    %d: tensor<32x512xf32>, %c: tensor<32x512xf32>) -> tensor<32x512xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x512xf32>)
      -> tensor<32x512xf32>
  %p = linalg.matmul ins(%a, %b : tensor<32x784xf32>, tensor<784x512xf32>)
      outs(%f : tensor<32x512xf32>) -> tensor<32x512xf32>
  %r = linalg.add ins(%p, %d : tensor<32x512xf32>, tensor<32x512xf32>)
      outs(%c : tensor<32x512xf32>) -> tensor<32x512xf32>
  return %r : tensor<32x512xf32>
}

// Both operands are large: four by four tasks read each of them four times.
// CHECK-LABEL: func.func @square
// CHECK:         scf.forall (%{{.*}}, %{{.*}}) = (0, 0) to (1024, 1024) step (256, 256)
func.func @square(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>,
                  %c: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<1024x1024xf32>, tensor<1024x1024xf32>)
      outs(%c : tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %r : tensor<1024x1024xf32>
}

// 14 rows are no multiple of eight: cut evenly or not at all, so that tiles
// have a known size.
// CHECK-LABEL: func.func @narrow_map
// CHECK-NOT:     affine.min
// CHECK:         scf.forall
// CHECK-NOT:       affine.min
// CHECK:           linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x{{[0-9]+}}x{{14|7}}x{{[0-9]+}}xf32>
func.func @narrow_map(%a: tensor<1x16x16x256xf32>, %w: tensor<3x3x256x256xf32>,
                      %c: tensor<1x14x14x256xf32>) -> tensor<1x14x14x256xf32> {
  %r = linalg.conv_2d_nhwc_hwcf
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%a, %w : tensor<1x16x16x256xf32>, tensor<3x3x256x256xf32>)
      outs(%c : tensor<1x14x14x256xf32>) -> tensor<1x14x14x256xf32>
  return %r : tensor<1x14x14x256xf32>
}

// A batch is cut first: no operand is read twice.
// CHECK-LABEL: func.func @batch
// CHECK:         scf.forall (%{{.*}}) in (16)
func.func @batch(%a: tensor<16x256x512xf32>, %b: tensor<16x512x256xf32>,
                 %c: tensor<16x256x256xf32>) -> tensor<16x256x256xf32> {
  %r = linalg.batch_matmul ins(%a, %b : tensor<16x256x512xf32>, tensor<16x512x256xf32>)
      outs(%c : tensor<16x256x256xf32>) -> tensor<16x256x256xf32>
  return %r : tensor<16x256x256xf32>
}

// Rows that the reader turns into columns stay whole: half of one would be half
// of a cache line of the result.
// CHECK-LABEL: func.func @turned
// CHECK:         scf.forall (%{{.*}}) = (0, 0) to (240, 14) step (80, 2)
// CHECK:           linalg.depthwise_conv_2d_nhwc_hwc {{.*}} -> tensor<1x2x14x80xf32>
// CHECK:           linalg.transpose {{.*}} outs(%{{.*}} : tensor<1x80x2x14xf32>)
func.func @turned(%a: tensor<1x18x18x240xf32>, %w: tensor<5x5x240xf32>,
                  %c: tensor<1x240x14x14xf32>) -> tensor<1x240x14x14xf32> {
  %e = tensor.empty() : tensor<1x14x14x240xf32>
  %r = linalg.depthwise_conv_2d_nhwc_hwc
      {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>}
      ins(%a, %w : tensor<1x18x18x240xf32>, tensor<5x5x240xf32>)
      outs(%e : tensor<1x14x14x240xf32>) -> tensor<1x14x14x240xf32>
  %t = linalg.transpose ins(%r : tensor<1x14x14x240xf32>)
      outs(%c : tensor<1x240x14x14xf32>) permutation = [0, 3, 1, 2]
  return %t : tensor<1x240x14x14xf32>
}

// What a mean divides is summed in whole register tiles: eight vectors of
// channels, not the two that sixteen tasks would leave.
// CHECK-LABEL: func.func @mean_of_rows
// CHECK:         scf.forall (%{{.*}}) = (0) to (512) step (128)
// CHECK:           linalg.reduce {{.*}} outs(%{{.*}} : tensor<128xf32>)
// CHECK:           arith.divf
func.func @mean_of_rows(%x: tensor<784x512xf32>, %o: tensor<512xf32>) -> tensor<512xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 784.0 : f32
  %e = tensor.empty() : tensor<512xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<512xf32>) -> tensor<512xf32>
  %s = linalg.reduce {arith.addf} ins(%x : tensor<784x512xf32>)
      outs(%f : tensor<512xf32>) dimensions = [0]
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%s : tensor<512xf32>) outs(%o : tensor<512xf32>) {
  ^bb0(%a: f32, %b: f32):
    %d = arith.divf %a, %n : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  return %r : tensor<512xf32>
}

// A transpose is cut between squares: not into rows of four, which 16 tasks of 64
// rows would have.
// CHECK-LABEL: func.func @rows_of_squares
// CHECK:         scf.forall (%{{.*}}) = (0, 0) to (64, 3136) step (16, 784)
func.func @rows_of_squares(%a: tensor<3136x64xf32>, %c: tensor<64x3136xf32>) -> tensor<64x3136xf32> {
  %t = linalg.transpose ins(%a : tensor<3136x64xf32>)
      outs(%c : tensor<64x3136xf32>) permutation = [1, 0]
  return %t : tensor<64x3136xf32>
}

// What no cache holds is read in rows of 32 squares.
// CHECK-LABEL: func.func @from_memory
// CHECK:         scf.forall (%{{.*}}) = (0, 0) to (2048, 4096) step (512, 1024)
func.func @from_memory(%a: tensor<4096x2048xf32>, %c: tensor<2048x4096xf32>) -> tensor<2048x4096xf32> {
  %t = linalg.transpose ins(%a : tensor<4096x2048xf32>)
      outs(%c : tensor<2048x4096xf32>) permutation = [1, 0]
  return %t : tensor<2048x4096xf32>
}

// -----

// One row times a matrix, and what reads it, are eight tasks: 512 columns each.
// CHECK-LABEL: func.func @one_row
// CHECK:         scf.forall {{.*}} to (4096) step (512)
// CHECK:         scf.forall {{.*}} to (1024) step (128)
func.func @one_row(%a: tensor<1x1024xf32>, %b: tensor<1024x4096xf32>,
                   %c: tensor<1x4096xf32>, %e: tensor<4096x1024xf32>,
                   %g: tensor<1x1024xf32>, %h: tensor<1x1024xf32>)
    -> tensor<1x1024xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<1x1024xf32>, tensor<1024x4096xf32>)
      outs(%c : tensor<1x4096xf32>) -> tensor<1x4096xf32>
  %s = linalg.matmul ins(%r, %e : tensor<1x4096xf32>, tensor<4096x1024xf32>)
      outs(%g : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  %t = linalg.add ins(%s, %h : tensor<1x1024xf32>, tensor<1x1024xf32>)
      outs(%g : tensor<1x1024xf32>) -> tensor<1x1024xf32>
  return %t : tensor<1x1024xf32>
}
