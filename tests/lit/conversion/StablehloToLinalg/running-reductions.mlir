// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Windows as long as the tensor that end, or begin, at its edge.

// A loop over elements; sums of floats in blocks of the root of the length.
// CHECK-LABEL: func.func @sum_of_rows(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3x1024xf32>
// CHECK:         scf.for %[[ROW:.*]] = %{{.*}} to %{{.*}} step
// CHECK:           %[[BLOCK:.*]] = arith.constant 32 : index
// CHECK:           scf.for %[[BEGIN:.*]] = {{.*}} step %[[BLOCK]] iter_args(%[[BEFORE:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, tensor<3x1024xf32>)
// CHECK:             scf.for %[[I:.*]] = %[[BEGIN]] to %{{.*}} step %{{.*}} iter_args(%[[SUM:.*]] = %{{.*}}, %[[R:.*]] = %{{.*}}) -> (f32, tensor<3x1024xf32>)
// CHECK:               %[[E:.*]] = tensor.extract %[[A]][%[[ROW]], %[[I]]]
// CHECK:               %[[OWN:.*]] = arith.addf %[[SUM]], %[[E]]
// CHECK:               %[[TOTAL:.*]] = arith.addf %[[BEFORE]], %[[OWN]]
// CHECK:               %[[NEXT:.*]] = tensor.insert %[[TOTAL]] into %[[R]][%[[ROW]], %[[I]]]
// CHECK:               scf.yield %[[OWN]], %[[NEXT]]
// CHECK-NOT:     linalg.generic
func.func @sum_of_rows(%a: tensor<3x1024xf32>) -> tensor<3x1024xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 1, 1024>, padding = dense<[[0, 0], [1023, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<3x1024xf32>, tensor<f32>) -> tensor<3x1024xf32>
  return %0 : tensor<3x1024xf32>
}

// Neighbours along other dimensions are taken together. From the last to the
// first: what comes later was accumulated.
// CHECK-LABEL: func.func @greatest_of_slices_from_the_end(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x100x16xi32>
// CHECK:         scf.for %[[I:.*]] = %{{.*}} iter_args(%[[MAX:.*]] = %{{.*}}, %{{.*}} = %{{.*}}) -> (tensor<2x16xi32>, tensor<2x100x16xi32>)
// CHECK:           %[[AT:.*]] = arith.subi %{{.*}}, %[[I]]
// CHECK:           %[[E:.*]] = tensor.extract_slice %[[A]][0, %[[AT]], 0] [2, 1, 16] [1, 1, 1] : tensor<2x100x16xi32> to tensor<2x16xi32>
// CHECK:           %[[NEXT:.*]] = linalg.generic {{.*}} ins(%[[MAX]], %[[E]] : tensor<2x16xi32>, tensor<2x16xi32>)
// CHECK:           ^bb0(%[[LATER:.*]]: i32, %[[OWN:.*]]: i32, %{{.*}}: i32):
// CHECK-NEXT:        arith.maxsi %[[OWN]], %[[LATER]]
// CHECK:           tensor.insert_slice %[[NEXT]]
func.func @greatest_of_slices_from_the_end(%a: tensor<2x100x16xi32>) -> tensor<2x100x16xi32> {
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %0 = "stablehlo.reduce_window"(%a, %least) <{window_dimensions = array<i64: 1, 100, 1>, padding = dense<[[0, 0], [0, 99], [0, 0]]> : tensor<3x2xi64>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %s = stablehlo.maximum %x, %y : tensor<i32>
    stablehlo.return %s : tensor<i32>
  }) : (tensor<2x100x16xi32>, tensor<i32>) -> tensor<2x100x16xi32>
  return %0 : tensor<2x100x16xi32>
}

// Sums of small floats are made in f32 and rounded once.
// CHECK-LABEL: func.func @small_floats(
// CHECK:         arith.extf %{{.*}} : bf16 to f32
// CHECK:         arith.addf %{{.*}} : f32
// CHECK:         arith.truncf %{{.*}} : f32 to bf16
func.func @small_floats(%a: tensor<64xbf16>) -> tensor<64xbf16> {
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 64>, padding = dense<[[63, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<64xbf16>, tensor<bf16>) -> tensor<64xbf16>
  return %0 : tensor<64xbf16>
}

// Of unknown length: what jax.export calls has the window as a tensor.
// CHECK-LABEL: func.func @unknown_length(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?x3xf32>
// CHECK-NOT:     "reduction"
// CHECK:         arith.constant 128 : index
// CHECK:         tensor.extract %[[A]]
// CHECK-NOT:     "reduction"
// CHECK:         return
func.func @unknown_length(%a: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x3xf32>) -> tensor<i32>
  %l = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %i = stablehlo.constant dense<1> : tensor<1xi32>
  %ones = stablehlo.constant dense<1> : tensor<2xi32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %w = stablehlo.concatenate %l, %i, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %q = stablehlo.subtract %l, %i : tensor<1xi32>
  %none = stablehlo.constant dense<0> : tensor<3xi32>
  %p = stablehlo.concatenate %q, %none, dim = 0 : (tensor<1xi32>, tensor<3xi32>) -> tensor<4xi32>
  %padding = stablehlo.reshape %p : (tensor<4xi32>) -> tensor<2x2xi32>
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %zero, %w, %ones, %ones, %ones, %padding) {called_computations = [@sum]} : (tensor<?x3xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2x2xi32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
func.func private @sum(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %a, %b : tensor<f32>
  return %0 : tensor<f32>
}

// A window that ends before the edge, and a short one, are folds.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic {{.*}}"reduction"
// CHECK:         linalg.generic {{.*}}"reduction"
// CHECK-NOT:     scf.for
func.func @others(%a: tensor<100xf32>, %b: tensor<8xf32>) -> (tensor<100xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 99>, padding = dense<[[98, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<100xf32>, tensor<f32>) -> tensor<100xf32>
  %1 = "stablehlo.reduce_window"(%b, %zero) <{window_dimensions = array<i64: 8>, padding = dense<[[7, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %0, %1 : tensor<100xf32>, tensor<8xf32>
}

// Products are not cut into blocks: a block of tens is infinite, and 0 times
// that is no 0.
// CHECK-LABEL: func.func @product(
// CHECK:         scf.for
// CHECK-NOT:     scf.for
// CHECK:           arith.mulf
func.func @product(%a: tensor<1024xf32>) -> tensor<1024xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %one) <{window_dimensions = array<i64: 1024>, padding = dense<[[1023, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.multiply %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1024xf32>, tensor<f32>) -> tensor<1024xf32>
  return %0 : tensor<1024xf32>
}

// Types that know sizes unevenly are windows as all others.
// CHECK-LABEL: func.func @uneven_types(
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic
func.func @uneven_types(%a: tensor<100x?xf32>) -> tensor<100x20xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%a, %zero) <{window_dimensions = array<i64: 100, 1>, padding = dense<[[99, 0], [0, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<100x?xf32>, tensor<f32>) -> tensor<100x20xf32>
  return %0 : tensor<100x20xf32>
}
