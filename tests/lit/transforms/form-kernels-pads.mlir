// RUN: ingot-opt %s --ingot-form-kernels --canonicalize | FileCheck %s

// A product is computed between the padding, which is filled and nothing else.
// CHECK-LABEL: func.func @product(
// CHECK-NEXT:    %[[OUT:.*]] = tensor.empty() : tensor<6x9xf32>
// CHECK-NEXT:    ingot.dispatch @[[PRODUCT:[^ ]*]] ins({{.*}}) outs(%[[OUT]] : tensor<6x9xf32>)
// CHECK-NEXT:    return
func.func @product(%a: tensor<4x5xf32>, %b: tensor<5x8xf32>) -> tensor<6x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = linalg.matmul ins(%a, %b : tensor<4x5xf32>, tensor<5x8xf32>) outs(%f : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r = tensor.pad %m low[1, 1] high[1, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
  } : tensor<4x8xf32> to tensor<6x9xf32>
  return %r : tensor<6x9xf32>
}

// A copy that only arranges elements stays a kernel of its own where the windows
// behind it need no padded image: these are one with the pad.
// CHECK-LABEL: func.func @arranged(
// CHECK:         %[[COPY:.*]] = ingot.dispatch @{{[^ ]*}} ins({{.*}}) outs(%{{.*}} : tensor<32x16xf32>)
// CHECK-NEXT:    tensor.empty() : tensor<32x16xf32>
// CHECK-NEXT:    ingot.dispatch @[[WINDOWS:[^ ]*]] ins(%[[COPY]], {{.*}}) outs(%{{.*}} : tensor<32x16xf32>)
// CHECK-NOT:     ingot.dispatch
func.func @arranged(%x: tensor<16x32xf32>, %w: tensor<3x16xf32>) -> tensor<32x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x16xf32>
  %t = linalg.generic {
      indexing_maps = [affine_map<(i, c) -> (c, i)>, affine_map<(i, c) -> (i, c)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x32xf32>) outs(%e : tensor<32x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    linalg.yield %a : f32
  } -> tensor<32x16xf32>
  %p = tensor.pad %t low[1, 0] high[1, 0] {
    ^bb0(%i: index, %j: index):
      tensor.yield %zero : f32
  } : tensor<32x16xf32> to tensor<34x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, c, k) -> (i + k, c)>, affine_map<(i, c, k) -> (k, c)>,
                       affine_map<(i, c, k) -> (i, c)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %w : tensor<34x16xf32>, tensor<3x16xf32>) outs(%f : tensor<32x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %o, %m : f32
    linalg.yield %s : f32
  } -> tensor<32x16xf32>
  return %r : tensor<32x16xf32>
}

// Sizes of the run; the size of the destination is computed outside.
// CHECK-LABEL: func.func @unknown(
// CHECK-SAME:    %[[A:[^ ]*]]: tensor<?xf32>, %[[L:[^ ]*]]: index)
// CHECK:         %[[N:.*]] = tensor.dim %[[A]]
// CHECK:         %[[SIZE:.*]] = affine.apply {{.*}}[%[[L]], %[[N]]]
// CHECK:         %[[OUT:.*]] = tensor.empty(%[[SIZE]])
// CHECK:         ingot.dispatch @[[UNKNOWN:[^ ]*]] ins({{.*}}) outs(%[[OUT]]
// CHECK-NOT:     ingot.dispatch
func.func @unknown(%a: tensor<?xf32>, %l: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %x = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.pad %x low[%l] high[3] {
    ^bb0(%i: index):
      tensor.yield %one : f32
  } : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// Somebody else reads the source too: the padding is a kernel of its own.
// CHECK-LABEL: func.func @two_readers(
// CHECK-COUNT-2: ingot.dispatch
func.func @two_readers(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<6xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %x = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.pad %x low[1] high[1] {
    ^bb0(%i: index):
      tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %x, %r : tensor<4xf32>, tensor<6xf32>
}

// Most windows of a pool lie inside of the image: its kernel pads what is left. A
// convolution reads each element often, and gets a padded copy.
// CHECK-LABEL: func.func @windows(
// CHECK-NEXT:    tensor.empty() : tensor<1x16x16x16xf32>
// CHECK-NEXT:    ingot.dispatch @[[POOL:[^ ]*]] ins(%arg0 :
// CHECK-NEXT:    tensor.empty() : tensor<1x34x34x16xf32>
// CHECK-NEXT:    ingot.dispatch
// CHECK-NEXT:    tensor.empty() : tensor<1x32x32x8xf32>
// CHECK-NEXT:    ingot.dispatch
// CHECK-NEXT:    return
func.func @windows(%x: tensor<1x32x32x16xf32>, %filter: tensor<3x3x16x8xf32>)
    -> (tensor<1x16x16x16xf32>, tensor<1x32x32x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %w = tensor.empty() : tensor<3x3xf32>
  %e = tensor.empty() : tensor<1x16x16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %m = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>}
      ins(%p, %w : tensor<1x34x34x16xf32>, tensor<3x3xf32>)
      outs(%f : tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
  %q = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%n: index, %i: index, %j: index, %c: index):
      tensor.yield %zero : f32
  } : tensor<1x32x32x16xf32> to tensor<1x34x34x16xf32>
  %g = tensor.empty() : tensor<1x32x32x8xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  %r = linalg.conv_2d_nhwc_hwcf ins(%q, %filter : tensor<1x34x34x16xf32>, tensor<3x3x16x8xf32>)
      outs(%h : tensor<1x32x32x8xf32>) -> tensor<1x32x32x8xf32>
  return %m, %r : tensor<1x16x16x16xf32>, tensor<1x32x32x8xf32>
}

// CHECK:       module @[[PRODUCT]] attributes {ingot.root = "linalg.matmul"} {
// CHECK:         func.func @kernel({{.*}}, %[[DEST:.*]]: tensor<6x9xf32>) -> tensor<6x9xf32>
// CHECK-COUNT-3:   linalg.fill {{.*}} -> tensor<{{1x9|4x1}}xf32>
// CHECK:           %[[INSIDE:.*]] = tensor.extract_slice %{{.*}}[1, 1] [4, 8] [1, 1]
// CHECK:           linalg.fill {{.*}} outs(%[[INSIDE]]
// CHECK:           %[[M:.*]] = linalg.matmul
// CHECK:           tensor.insert_slice %[[M]] into %{{.*}}[1, 1] [4, 8] [1, 1]
// CHECK:       module @[[UNKNOWN]]
// CHECK:           %[[INSIDE:.*]] = tensor.extract_slice
// CHECK:           %[[X:.*]] = linalg.exp {{.*}} outs(%[[INSIDE]]
// CHECK:           tensor.insert_slice %[[X]]

// CHECK:       module @[[POOL]] attributes {ingot.root = "linalg.pooling_nhwc_sum"} {
// CHECK:           %[[PADDED:.*]] = tensor.pad
// CHECK:           linalg.pooling_nhwc_sum {{.*}} ins(%[[PADDED]]
