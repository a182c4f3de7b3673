// RUN: ingot-opt %s --split-input-file --ingot-share-transposes=least=2 | FileCheck %s

// RUN: ingot-opt %s --split-input-file --ingot-share-transposes | FileCheck %s --check-prefix=FEW

// FEW-NOT: ingot_transpose

// Weights of a convolution (output channels first) and of a layer: both are a
// matrix and its transpose, which one kernel of unknown sizes writes.

// CHECK-LABEL: func.func private @initialiser_0(
// CHECK-SAME:    %[[W:.*]]: tensor<16x1x3x8xf32>)
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<1x3x8x16xf32>
// CHECK-NEXT:    %[[M:.*]] = tensor.collapse_shape %[[W]] {{\[\[}}0, 1], [2, 3]] : tensor<16x1x3x8xf32> into tensor<16x24xf32>
// CHECK-NEXT:    %[[A:.*]] = tensor.cast %[[M]] : tensor<16x24xf32> to tensor<?x?xf32>
// CHECK-NEXT:    %[[N:.*]] = tensor.collapse_shape %[[E]] {{\[\[}}0, 1, 2], [3]] : tensor<1x3x8x16xf32> into tensor<24x16xf32>
// CHECK-NEXT:    %[[B:.*]] = tensor.cast %[[N]] : tensor<24x16xf32> to tensor<?x?xf32>
// CHECK-NEXT:    %[[T:.*]] = ingot.dispatch @[[K:.*]] ins(%[[A]] : tensor<?x?xf32>) outs(%[[B]] : tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT:    %[[C:.*]] = tensor.cast %[[T]] : tensor<?x?xf32> to tensor<24x16xf32>
// CHECK-NEXT:    %[[R:.*]] = tensor.expand_shape %[[C]] {{\[\[}}0, 1, 2], [3]] output_shape [1, 3, 8, 16]
// CHECK-NEXT:    return %[[R]]
// CHECK-LABEL: func.func private @initialiser_1(
// CHECK-SAME:    %[[W:.*]]: tensor<4x8xf32>)
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<8x4xf32>
// CHECK-NEXT:    %[[A:.*]] = tensor.cast %[[W]] : tensor<4x8xf32> to tensor<?x?xf32>
// CHECK-NEXT:    %[[B:.*]] = tensor.cast %[[E]] : tensor<8x4xf32> to tensor<?x?xf32>
// CHECK-NEXT:    %[[T:.*]] = ingot.dispatch @[[K]] ins(%[[A]]
// CHECK-NEXT:    %[[R:.*]] = tensor.cast %[[T]] : tensor<?x?xf32> to tensor<8x4xf32>
// CHECK-NEXT:    return %[[R]]
// CHECK-NOT:   module @filter
// CHECK-NOT:   module @layer
// CHECK:       module @[[K]] attributes {ingot.root = "linalg.transpose"} {
// CHECK-NEXT:    func.func @kernel(%[[A:.*]]: tensor<?x?xf32>, %[[B:.*]]: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT:      linalg.transpose ins(%[[A]] : tensor<?x?xf32>) outs(%[[B]] : tensor<?x?xf32>) permutation = [1, 0]
func.func private @initialiser_0(%w: tensor<16x1x3x8xf32>) -> tensor<1x3x8x16xf32> attributes {ingot.initialiser} {
  %e = tensor.empty() : tensor<1x3x8x16xf32>
  %r = ingot.dispatch @filter ins(%w : tensor<16x1x3x8xf32>) outs(%e : tensor<1x3x8x16xf32>) {bare_pointers} -> tensor<1x3x8x16xf32>
  return %r : tensor<1x3x8x16xf32>
}
func.func private @initialiser_1(%w: tensor<4x8xf32>) -> tensor<8x4xf32> attributes {ingot.initialiser} {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = ingot.dispatch @layer ins(%w : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) {bare_pointers} -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
module @filter attributes {ingot.root = "linalg.generic"} {
  func.func @kernel(%a: tensor<16x1x3x8xf32>, %o: tensor<1x3x8x16xf32>) -> tensor<1x3x8x16xf32> attributes {llvm.bareptr} {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3, d0, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%a : tensor<16x1x3x8xf32>) outs(%o : tensor<1x3x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x3x8x16xf32>
    return %0 : tensor<1x3x8x16xf32>
  }
}
module @layer attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {llvm.bareptr} {
    %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
    return %0 : tensor<8x4xf32>
  }
}

// -----

// What stays: a single transpose of halves; one that the program launches, too;
// what turns three dimensions round; a copy; what computes.

// CHECK-LABEL: func.func private @initialiser_0(
// CHECK:         ingot.dispatch @half
// CHECK:         ingot.dispatch @layer
// CHECK:         ingot.dispatch @round
// CHECK:         ingot.dispatch @copy
// CHECK:         ingot.dispatch @twice
// CHECK-LABEL: func.func @main(
// CHECK:         ingot.dispatch @layer
func.func private @initialiser_0(%h: tensor<4x8xf16>, %w: tensor<4x8xf32>, %c: tensor<4x2x8xf32>)
    -> (tensor<8x4xf16>, tensor<8x4xf32>, tensor<8x2x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>) attributes {ingot.initialiser} {
  %e = tensor.empty() : tensor<8x4xf16>
  %f = tensor.empty() : tensor<8x4xf32>
  %g = tensor.empty() : tensor<8x2x4xf32>
  %i = tensor.empty() : tensor<4x8xf32>
  %0 = ingot.dispatch @half ins(%h : tensor<4x8xf16>) outs(%e : tensor<8x4xf16>) {bare_pointers} -> tensor<8x4xf16>
  %1 = ingot.dispatch @layer ins(%w : tensor<4x8xf32>) outs(%f : tensor<8x4xf32>) {bare_pointers} -> tensor<8x4xf32>
  %2 = ingot.dispatch @round ins(%c : tensor<4x2x8xf32>) outs(%g : tensor<8x2x4xf32>) {bare_pointers} -> tensor<8x2x4xf32>
  %3 = ingot.dispatch @copy ins(%w : tensor<4x8xf32>) outs(%i : tensor<4x8xf32>) {bare_pointers} -> tensor<4x8xf32>
  %4 = ingot.dispatch @twice ins(%w : tensor<4x8xf32>) outs(%f : tensor<8x4xf32>) {bare_pointers} -> tensor<8x4xf32>
  return %0, %1, %2, %3, %4 : tensor<8x4xf16>, tensor<8x4xf32>, tensor<8x2x4xf32>, tensor<4x8xf32>, tensor<8x4xf32>
}
func.func @main(%w: tensor<4x8xf32>) -> tensor<8x4xf32> {
  %f = tensor.empty() : tensor<8x4xf32>
  %1 = ingot.dispatch @layer ins(%w : tensor<4x8xf32>) outs(%f : tensor<8x4xf32>) {bare_pointers} -> tensor<8x4xf32>
  return %1 : tensor<8x4xf32>
}
module @half attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x8xf16>, %o: tensor<8x4xf16>) -> tensor<8x4xf16> attributes {llvm.bareptr} {
    %0 = linalg.transpose ins(%a : tensor<4x8xf16>) outs(%o : tensor<8x4xf16>) permutation = [1, 0]
    return %0 : tensor<8x4xf16>
  }
}
module @layer attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {llvm.bareptr} {
    %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) permutation = [1, 0]
    return %0 : tensor<8x4xf32>
  }
}
module @round attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x2x8xf32>, %o: tensor<8x2x4xf32>) -> tensor<8x2x4xf32> attributes {llvm.bareptr} {
    %0 = linalg.transpose ins(%a : tensor<4x2x8xf32>) outs(%o : tensor<8x2x4xf32>) permutation = [2, 1, 0]
    return %0 : tensor<8x2x4xf32>
  }
}
module @copy attributes {ingot.root = "linalg.transpose"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> attributes {llvm.bareptr} {
    %0 = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%o : tensor<4x8xf32>) permutation = [0, 1]
    return %0 : tensor<4x8xf32>
  }
}
module @twice attributes {ingot.root = "linalg.generic"} {
  func.func @kernel(%a: tensor<4x8xf32>, %o: tensor<8x4xf32>) -> tensor<8x4xf32> attributes {llvm.bareptr} {
    %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%o : tensor<8x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1 = arith.addf %in, %in : f32
      linalg.yield %1 : f32
    } -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}
