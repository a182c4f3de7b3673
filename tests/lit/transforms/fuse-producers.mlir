// RUN: ingot-opt %s --ingot-fuse-producers | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#vec = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @chain
// CHECK-COUNT-1: linalg.generic
// CHECK:           arith.addf
// CHECK:           math.exp
// CHECK-NOT:     linalg.generic
func.func @chain(%a: tensor<4x8xf32>, %e: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.addf %x, %x : f32
      linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = math.exp %x : f32
      linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// Each row's exponential is read eight times: it stays an op of its own.
// CHECK-LABEL: func.func @costly_broadcast
// CHECK:         math.exp
// CHECK:         linalg.generic
// CHECK:           arith.mulf
func.func @costly_broadcast(%a: tensor<4xf32>, %b: tensor<4x8xf32>, %e: tensor<4xf32>, %f: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {indexing_maps = [#vec, #vec], iterator_types = ["parallel"]}
      ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = math.exp %x : f32
      linalg.yield %s : f32
  } -> tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<4xf32>, tensor<4x8xf32>) outs(%f : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.mulf %x, %y : f32
      linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// One value spread over a tensor is made by each of its users: no user loads it.
#scalar = affine_map<(i, j) -> ()>
// CHECK-LABEL: func.func @splat
// CHECK-COUNT-2: linalg.generic {{.*}} ins(%{{[^,]*}}, %{{[^,]*}} : tensor<4x8xf32>, tensor<f32>)
// CHECK-NOT:     linalg.generic
func.func @splat(%c: tensor<f32>, %a: tensor<4x8xf32>, %e: tensor<4x8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = linalg.generic {indexing_maps = [#scalar, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<f32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      linalg.yield %x : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.maximumf %x, %y : f32
      linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1, %0 : tensor<4x8xf32>, tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.divf %x, %y : f32
      linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}

#image = affine_map<(n, h, w, c) -> (n, h, w, c)>

// A sum of windows side by side reads bytes as it adds them.
// CHECK-LABEL: func.func @bytes_of_windows
// CHECK-COUNT-1: linalg.generic
// CHECK-SAME:      ins(%{{.*}}, %{{.*}} : tensor<1x9x9x8xi8>, tensor<3x3xi32>)
// CHECK:           arith.extsi
// CHECK:           arith.addi
// CHECK-NOT:     linalg.generic
func.func @bytes_of_windows(%a: tensor<1x9x9x8xi8>, %w: tensor<3x3xi32>, %e: tensor<1x9x9x8xi32>,
                           %f: tensor<1x3x3x8xi32>) -> tensor<1x3x3x8xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #image],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x9x9x8xi8>) outs(%e : tensor<1x9x9x8xi32>) {
    ^bb0(%x: i8, %o: i32):
      %s = arith.extsi %x : i8 to i32
      linalg.yield %s : i32
  } -> tensor<1x9x9x8xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c, i, j) -> (n, h * 3 + i, w * 3 + j, c)>,
                       affine_map<(n, h, w, c, i, j) -> (i, j)>,
                       affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%0, %w : tensor<1x9x9x8xi32>, tensor<3x3xi32>) outs(%f : tensor<1x3x3x8xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %s = arith.addi %o, %x : i32
      linalg.yield %s : i32
  } -> tensor<1x3x3x8xi32>
  return %1 : tensor<1x3x3x8xi32>
}

// Where windows overlap, each byte would be made wider nine times.
// CHECK-LABEL: func.func @overlapping_windows
// CHECK-COUNT-2: linalg.generic
func.func @overlapping_windows(%a: tensor<1x9x9x8xi8>, %w: tensor<3x3xi32>, %e: tensor<1x9x9x8xi32>,
                              %f: tensor<1x7x7x8xi32>) -> tensor<1x7x7x8xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #image],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x9x9x8xi8>) outs(%e : tensor<1x9x9x8xi32>) {
    ^bb0(%x: i8, %o: i32):
      %s = arith.extsi %x : i8 to i32
      linalg.yield %s : i32
  } -> tensor<1x9x9x8xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>,
                       affine_map<(n, h, w, c, i, j) -> (i, j)>,
                       affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%0, %w : tensor<1x9x9x8xi32>, tensor<3x3xi32>) outs(%f : tensor<1x7x7x8xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %s = arith.addi %o, %x : i32
      linalg.yield %s : i32
  } -> tensor<1x7x7x8xi32>
  return %1 : tensor<1x7x7x8xi32>
}

// A product has strategies of its own.
// CHECK-LABEL: func.func @products_of_windows
// CHECK-COUNT-2: linalg.generic
func.func @products_of_windows(%a: tensor<1x9x9x8xi8>, %w: tensor<3x3xi32>, %e: tensor<1x9x9x8xi32>,
                              %f: tensor<1x3x3x8xi32>) -> tensor<1x3x3x8xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #image],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x9x9x8xi8>) outs(%e : tensor<1x9x9x8xi32>) {
    ^bb0(%x: i8, %o: i32):
      %s = arith.extsi %x : i8 to i32
      linalg.yield %s : i32
  } -> tensor<1x9x9x8xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c, i, j) -> (n, h * 3 + i, w * 3 + j, c)>,
                       affine_map<(n, h, w, c, i, j) -> (i, j)>,
                       affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%0, %w : tensor<1x9x9x8xi32>, tensor<3x3xi32>) outs(%f : tensor<1x3x3x8xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %p = arith.muli %x, %y : i32
      %s = arith.addi %o, %p : i32
      linalg.yield %s : i32
  } -> tensor<1x3x3x8xi32>
  return %1 : tensor<1x3x3x8xi32>
}

// The last sum of a window is none of the window.
// CHECK-LABEL: func.func @without_total
// CHECK-COUNT-2: linalg.generic
func.func @without_total(%a: tensor<1x9x9x8xi8>, %w: tensor<3x3xi32>, %e: tensor<1x9x9x8xi32>,
                        %f: tensor<1x3x3x8xi32>) -> tensor<1x3x3x8xi32> {
  %0 = linalg.generic {indexing_maps = [#image, #image],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%a : tensor<1x9x9x8xi8>) outs(%e : tensor<1x9x9x8xi32>) {
    ^bb0(%x: i8, %o: i32):
      %s = arith.extsi %x : i8 to i32
      linalg.yield %s : i32
  } -> tensor<1x9x9x8xi32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(n, h, w, c, i, j) -> (n, h * 3 + i, w * 3 + j, c)>,
                       affine_map<(n, h, w, c, i, j) -> (i, j)>,
                       affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%0, %w : tensor<1x9x9x8xi32>, tensor<3x3xi32>) outs(%f : tensor<1x3x3x8xi32>) {
    ^bb0(%x: i32, %y: i32, %o: i32):
      %s = arith.addi %x, %y : i32
      linalg.yield %s : i32
  } -> tensor<1x3x3x8xi32>
  return %1 : tensor<1x3x3x8xi32>
}
