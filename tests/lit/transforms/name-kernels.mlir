// RUN: ingot-opt %s --ingot-name-kernels --mlir-print-debuginfo | FileCheck %s

// The first and the third are equal but for names and places: one is left, used
// twice. Kernels stand in the order of their first launch.

// CHECK-LABEL: func.func @host
// CHECK:         ingot.dispatch @[[B:ingot_kernel_[0-9a-f]+]]
// CHECK:         ingot.dispatch @[[A:ingot_kernel_[0-9a-f]+]]
// CHECK:         ingot.dispatch @[[A]]
func.func @host(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ingot.dispatch @second ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = ingot.dispatch @first ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = ingot.dispatch @third ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK:       module @[[B]] attributes {ingot.root = "math.exp", ingot.uses = 1 : i64}
// CHECK:       module @[[A]] attributes {ingot.root = "math.absf", ingot.uses = 2 : i64}
// CHECK-NOT:   module @
module @first attributes {ingot.root = "math.absf"} {
  func.func @kernel(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.absf %arg0 : tensor<4xf32> loc("here.mlir":1:1)
    return %0 : tensor<4xf32>
  }
}
module @second attributes {ingot.root = "math.exp"} {
  func.func @kernel(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.exp %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
module @third attributes {ingot.root = "math.absf"} {
  func.func @kernel(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
    %named = math.absf %a : tensor<4xf32> loc("elsewhere.mlir":9:9)
    return %named : tensor<4xf32>
  }
}
