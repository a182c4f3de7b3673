// RUN: ingot-opt %s --ingot-name-kernels | FileCheck %s

// Equal kernels for two targets are two, those for one target are one. The
// first one launched keeps the name that it has in programs for its target
// alone (name-kernels.mlir has it for the same kernel).

// CHECK-LABEL: func.func @host
// CHECK:         ingot.dispatch @[[A:ingot_kernel_[0-9a-f]+]]
// CHECK-NOT:     ingot.dispatch @[[A]]
// CHECK:         ingot.dispatch @[[B:ingot_kernel_[0-9a-f]+]]
// CHECK-NOT:     ingot.dispatch @[[A]]
// CHECK:         ingot.dispatch @[[C:ingot_kernel_[0-9a-f]+]]
// CHECK:         ingot.dispatch @[[B]]
func.func @host(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ingot.dispatch @fast ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = ingot.dispatch @plain ins(%0 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %2 = ingot.dispatch @small ins(%1 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %3 = ingot.dispatch @again ins(%2 : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// CHECK: module @[[A]] attributes {ingot.root = "math.absf", ingot.target = "fast", ingot.uses = 1 : i64}
// CHECK: module @[[B]] attributes {ingot.named_for = "", ingot.root = "math.absf", ingot.uses = 2 : i64}
// CHECK: module @[[C]] attributes {ingot.named_for = "small", ingot.root = "math.absf", ingot.target = "small", ingot.uses = 1 : i64}
// CHECK-NOT: module @
module @plain attributes {ingot.root = "math.absf"} {
  func.func @kernel(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.absf %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
module @fast attributes {ingot.root = "math.absf", ingot.target = "fast"} {
  func.func @kernel(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.absf %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
module @small attributes {ingot.root = "math.absf", ingot.target = "small"} {
  func.func @kernel(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.absf %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
module @again attributes {ingot.root = "math.absf"} {
  func.func @kernel(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.absf %arg0 : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
