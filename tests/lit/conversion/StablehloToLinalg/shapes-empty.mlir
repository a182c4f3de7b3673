// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Only parts without elements, beside a size that is not known.
// CHECK-LABEL: func.func @concatenate(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x0xf32>
// CHECK-NEXT:    return %[[A]]
func.func @concatenate(%a: tensor<?x0xf32>, %b: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 1 : (tensor<?x0xf32>, tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// A part of nothing has no valid place to begin at.
// CHECK-LABEL: func.func @slice(
// CHECK-NOT:     extract_slice
// CHECK:         tensor.empty(%{{.*}}) : tensor<?x0xf32>
func.func @slice(%a: tensor<?x0xf32>, %b: tensor<2xi32>, %e: tensor<2xi32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.real_dynamic_slice %a, %b, %e, %s : (tensor<?x0xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @empty_slice(
// CHECK-NOT:     extract_slice
// CHECK:         tensor.empty(%{{.*}}) : tensor<?x0xf32>
func.func @empty_slice(%a: tensor<?x4xf32>, %e: tensor<2xi32>) -> tensor<?x0xf32> {
  %b = stablehlo.constant dense<[0, 4]> : tensor<2xi32>
  %s = stablehlo.constant dense<1> : tensor<2xi32>
  %0 = stablehlo.real_dynamic_slice %a, %b, %e, %s : (tensor<?x4xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// CHECK-LABEL: func.func @sort(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x0xf32>
// CHECK-NOT:     scf
// CHECK:         return %[[A]]
func.func @sort(%a: tensor<?x0xf32>) -> tensor<?x0xf32> {
  %0 = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  }) : (tensor<?x0xf32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// The size beside the 0 does not follow from the number of elements.
// CHECK-LABEL: func.func @reshape(
// CHECK-NOT:     expand_shape %{{.*}} tensor<?xf32> into
// CHECK:         %[[N:.*]] = tensor.extract
// CHECK:         %[[SIZE:.*]] = arith.index_cast %[[N]]
// CHECK:         tensor.empty(%[[SIZE]]) : tensor<?x0xf32>
func.func @reshape(%a: tensor<?x0xf32>, %s: tensor<2xi32>) -> tensor<?x0xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<?x0xf32>, tensor<2xi32>) -> tensor<?x0xf32>
  return %0 : tensor<?x0xf32>
}

// A sum of no products.
// CHECK-LABEL: func.func @product(
// CHECK-NOT:     linalg.matmul
// CHECK:         %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<?x5xf32>)
func.func @product(%a: tensor<?x0xf32>, %b: tensor<0x5xf32>) -> tensor<?x5xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x0xf32>, tensor<0x5xf32>) -> tensor<?x5xf32>
  return %0 : tensor<?x5xf32>
}
