// RUN: ingot-opt %s --ingot-offload='library=dnnl all' --canonicalize --split-input-file | FileCheck %s

// What the attributes say is strides, so whatever the op is called and in which
// order it has its dimensions, the function is the same. The bias and the
// activation go with a product.

// CHECK-LABEL: func.func @product_with_bias_and_relu
// CHECK-NEXT:    %[[R:.*]] = ingot.custom "dnnl.matmul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %{{[a-z0-9]+}})
// CHECK-SAME:      \22a\22:[0,768,1],\22b\22:[0,96,1],\22c\22:[0,96,1],\22sizes\22:[1,32,96,768]
// CHECK-SAME:      \22steps\22:[{\22along\22:true,\22op\22:\22add\22,\22operand\22:2},{\22number\22:0,\22op\22:\22max\22}]
// CHECK-NEXT:    return %[[R]]
func.func @product_with_bias_and_relu(%a: tensor<1x32x768xf32>, %b: tensor<768x96xf32>, %bias: tensor<1x96xf32>) -> tensor<1x32x96xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x32x96xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x32x96xf32>) -> tensor<1x32x96xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d3, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<1x32x768xf32>, tensor<768x96xf32>) outs(%f : tensor<1x32x96xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x32x96xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %bias : tensor<1x32x96xf32>, tensor<1x96xf32>) outs(%e : tensor<1x32x96xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %0 = arith.addf %x, %y : f32
    %1 = arith.maximumf %0, %zero : f32
    linalg.yield %1 : f32
  } -> tensor<1x32x96xf32>
  return %r : tensor<1x32x96xf32>
}

// -----

// A transposed operand is one of other strides.

// CHECK-LABEL: func.func @transposed
// CHECK:         ingot.custom "dnnl.matmul"
// CHECK-SAME:      \22a\22:[0,1,8],\22b\22:[0,32,1],\22c\22:[0,32,1],\22sizes\22:[1,8,32,16]
func.func @transposed(%a: tensor<16x8xf32>, %b: tensor<16x32xf32>) -> tensor<8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %p = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>] ins(%a, %b : tensor<16x8xf32>, tensor<16x32xf32>) outs(%f : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %p : tensor<8x32xf32>
}

// -----

// A pad with zeros is the convolution's.

// CHECK-LABEL: func.func @padded_convolution
// CHECK-SAME:    %[[X:.*]]: tensor<1x14x14x64xf32>, %[[W:.*]]: tensor<3x3x64x32xf32>
// CHECK:         ingot.custom "dnnl.convolution"(%[[X]], %[[W]])
// CHECK-SAME:      \22high\22:[1,1],\22in\22:[14,14],\22kernel\22:[3,3],\22low\22:[1,1],\22out\22:[14,14],\22sizes\22:[1,1,32,64]
// CHECK-NOT:     tensor.pad
func.func @padded_convolution(%x: tensor<1x14x14x64xf32>, %w: tensor<3x3x64x32xf32>) -> tensor<1x14x14x32xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x14x14x64xf32> to tensor<1x16x16x64xf32>
  %e = tensor.empty() : tensor<1x14x14x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  %r = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%p, %w : tensor<1x16x16x64xf32>, tensor<3x3x64x32xf32>) outs(%f : tensor<1x14x14x32xf32>) -> tensor<1x14x14x32xf32>
  return %r : tensor<1x14x14x32xf32>
}

// -----

// CHECK-LABEL: func.func @maximum_pool
// CHECK:         ingot.custom "dnnl.pooling"
// CHECK-SAME:      \22kind\22:\22max\22
// CHECK-SAME:      \22sizes\22:[1,64],\22stride\22:[2,2]
func.func @maximum_pool(%x: tensor<1x16x16x64xf32>) -> tensor<1x7x7x64xf32> {
  %low = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x7x7x64xf32>
  %k = tensor.empty() : tensor<3x3xf32>
  %f = linalg.fill ins(%low : f32) outs(%e : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  %r = linalg.pooling_nhwc_max {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%x, %k : tensor<1x16x16x64xf32>, tensor<3x3xf32>) outs(%f : tensor<1x7x7x64xf32>) -> tensor<1x7x7x64xf32>
  return %r : tensor<1x7x7x64xf32>
}

// -----

// Not taken: sizes that only the run knows, integers, a sum that begins with
// something, and a product whose result two read is taken without either.

// CHECK-LABEL: func.func @stays
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @stays(%a: tensor<?x8xf32>, %b: tensor<8x32xf32>, %c: tensor<?x32xf32>, %i: tensor<4x4xi32>, %j: tensor<4x4xi32>, %d: tensor<8x8xf32>) -> (tensor<?x32xf32>, tensor<4x4xi32>, tensor<8x32xf32>) {
  %p = linalg.matmul ins(%a, %b : tensor<?x8xf32>, tensor<8x32xf32>) outs(%c : tensor<?x32xf32>) -> tensor<?x32xf32>
  %q = linalg.matmul ins(%i, %i : tensor<4x4xi32>, tensor<4x4xi32>) outs(%j : tensor<4x4xi32>) -> tensor<4x4xi32>
  %r = linalg.matmul ins(%d, %b : tensor<8x8xf32>, tensor<8x32xf32>) outs(%b : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %p, %q, %r : tensor<?x32xf32>, tensor<4x4xi32>, tensor<8x32xf32>
}

// -----

// A function that is no chain of steps would be a pass of its own behind the
// call: the product stays with it.

// CHECK-LABEL: func.func @followed_by_another_function
// CHECK-NOT:     ingot.custom
// CHECK:         math.exp
func.func @followed_by_another_function(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// A sum of two products goes with the first of them, of which the second then
// is an operand.

// CHECK-LABEL: func.func @sum_of_two
// CHECK:         %[[SECOND:.*]] = ingot.custom "dnnl.matmul"
// CHECK-NOT:     steps
// CHECK:         %[[SUM:.*]] = ingot.custom "dnnl.matmul"(%{{[a-z0-9]+}}, %{{[a-z0-9]+}}, %[[SECOND]])
// CHECK-SAME:      \22steps\22:[{\22op\22:\22add\22,\22operand\22:2}]
// CHECK-NOT:     linalg
// CHECK:         return %[[SUM]]
func.func @sum_of_two(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %q = linalg.matmul ins(%b, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%p, %q : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// Something is done to an operand within the product: the library would not.

// CHECK-LABEL: func.func @product_of_exponentials
// CHECK-NOT:     ingot.custom
// CHECK:         math.exp
func.func @product_of_exponentials(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %n = math.exp %x : f32
    %0 = arith.mulf %n, %y : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x8xf32>
  return %p : tensor<8x8xf32>
}

// CHECK-LABEL: func.func @convolution_by_negated
// CHECK-NOT:     ingot.custom
// CHECK:         arith.negf
func.func @convolution_by_negated(%x: tensor<1x8x16xf32>, %w: tensor<3x16x4xf32>) -> tensor<1x6x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x6x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x6x4xf32>) -> tensor<1x6x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, o, f, k, c) -> (n, o + k, c)>, affine_map<(n, o, f, k, c) -> (k, c, f)>, affine_map<(n, o, f, k, c) -> (n, o, f)>], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : tensor<1x8x16xf32>, tensor<3x16x4xf32>) outs(%f : tensor<1x6x4xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %n = arith.negf %b : f32
    %0 = arith.mulf %a, %n : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<1x6x4xf32>
  return %r : tensor<1x6x4xf32>
}

// -----

// The library has one dimension where the result has two, 3 x 8. A bias along
// the second alone would be read as if it had 24 elements.

// CHECK-LABEL: func.func @bias_of_each_head
// CHECK-NOT:     ingot.custom
// CHECK:         return
func.func @bias_of_each_head(%a: tensor<4x16xf32>, %b: tensor<16x3x8xf32>, %bias: tensor<8xf32>) -> tensor<4x3x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x3x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x3x8xf32>) -> tensor<4x3x8xf32>
  %p = linalg.generic {indexing_maps = [affine_map<(m, n, o, k) -> (m, k)>, affine_map<(m, n, o, k) -> (k, n, o)>, affine_map<(m, n, o, k) -> (m, n, o)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : tensor<4x16xf32>, tensor<16x3x8xf32>) outs(%f : tensor<4x3x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %acc, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<4x3x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%p, %bias : tensor<4x3x8xf32>, tensor<8xf32>) outs(%e : tensor<4x3x8xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  } -> tensor<4x3x8xf32>
  return %r : tensor<4x3x8xf32>
}
