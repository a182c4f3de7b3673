// RUN: ingot-opt %s --ingot-explain-placement=which=all --ingot-offload='library=dnnl vector-bits=128' --ingot-explain-placement=vector-bits=128 --verify-diagnostics | FileCheck %s

// Each op is explained once, by the reasons of the decision, and no mark is left.

// CHECK-NOT: ingot.expl

func.func @offloaded(%a: tensor<64x128xf32>, %b: tensor<128x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-remark @+1 {{'linalg.matmul' op is computed by dnnl.matmul, about 15.7 us; a kernel could, about 52.4 us: it is estimated to be slower so}}
  %p = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-remark @+1 {{'linalg.exp' op is computed by a kernel, about 1.6 us}}
  %x = linalg.exp ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %p, %x : tensor<64x64xf32>, tensor<64x64xf32>
}

func.func @other_epilogue(%a: tensor<64x128xf32>, %b: tensor<128x64xf32>) -> tensor<64x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-remark @+1 {{by a kernel, about 52.4 us; dnnl.matmul cannot: it is followed by what the function does not do as it stores}}
  %p = linalg.matmul ins(%a, %b : tensor<64x128xf32>, tensor<128x64xf32>) outs(%f : tensor<64x64xf32>) -> tensor<64x64xf32>
  // expected-remark @+1 {{'linalg.exp' op is computed by a kernel}}
  %x = linalg.exp ins(%p : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %x : tensor<64x64xf32>
}

func.func @too_small(%a: tensor<4x8xf32>, %b: tensor<8x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{is computed by a kernel, about 0.0 us; dnnl.matmul could, about 5.9 us: it has too little work for a call, which pays from 60000 multiplications on}}
  %p = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %p : tensor<4x4xf32>
}

func.func @other_type(%a: tensor<64x128xf64>, %b: tensor<128x64xf64>) -> tensor<64x64xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<64x64xf64>
  %f = linalg.fill ins(%zero : f64) outs(%e : tensor<64x64xf64>) -> tensor<64x64xf64>
  // expected-remark @+1 {{by a kernel, about 52.4 us; dnnl.matmul cannot: it computes with other types than f32}}
  %p = linalg.matmul ins(%a, %b : tensor<64x128xf64>, tensor<128x64xf64>) outs(%f : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %p : tensor<64x64xf64>
}

func.func @unknown_size(%a: tensor<?x128xf32>, %b: tensor<128x64xf32>, %f: tensor<?x64xf32>) -> tensor<?x64xf32> {
  // expected-remark @+1 {{by a kernel; dnnl.matmul cannot: it has a size that only the run knows}}
  %p = linalg.matmul ins(%a, %b : tensor<?x128xf32>, tensor<128x64xf32>) outs(%f : tensor<?x64xf32>) -> tensor<?x64xf32>
  return %p : tensor<?x64xf32>
}

func.func @grouped(%x: tensor<1x8x32x32xf32>, %w: tensor<2x8x4x3x3xf32>) -> tensor<1x2x8x30x30xf32> {
  %zero = arith.constant 0.0 : f32
  %g = tensor.expand_shape %x [[0], [1, 2], [3], [4]] output_shape [1, 2, 4, 32, 32] : tensor<1x8x32x32xf32> into tensor<1x2x4x32x32xf32>
  %e = tensor.empty() : tensor<1x2x8x30x30xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x2x8x30x30xf32>) -> tensor<1x2x8x30x30xf32>
  // expected-remark-re @+1 {{by a kernel, {{.*}}dnnl.convolution could, {{.*}}it has groups of channels, which kernels do faster}}
  %r = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%g, %w : tensor<1x2x4x32x32xf32>, tensor<2x8x4x3x3xf32>) outs(%f : tensor<1x2x8x30x30xf32>) -> tensor<1x2x8x30x30xf32>
  return %r : tensor<1x2x8x30x30xf32>
}
