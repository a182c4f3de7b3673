// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Windows that are folded, and elements selected in windows.

// CHECK-DAG:   #[[AT:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1 * 3)>
// CHECK-DAG:   #[[WINDOW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG:   #[[RESULT:.*]] = affine_map<(d0, d1) -> (d0)>

// Stride 2, dilation 3; a tensor that is never read gives the window's size.
// CHECK-LABEL: func.func @reduce_window(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<8xf32>
// CHECK:         %[[W:.*]] = tensor.empty() : tensor<2xi8>
// CHECK:         linalg.generic {indexing_maps = [#[[AT]], #[[WINDOW]], #[[RESULT]]], iterator_types = ["parallel", "reduction"]} ins(%[[A]], %[[W]] :
// CHECK:         ^bb0(%[[E:.*]]: f32, %{{.*}}: i8, %[[SUM:.*]]: f32):
// CHECK-NEXT:      arith.addf %[[SUM]], %[[E]]
func.func @reduce_window(%a: tensor<8xf32>, %i: tensor<f32>) -> tensor<3xf32> {
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>, window_dilations = array<i64: 3>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Around the operand stand initial values.
// CHECK-LABEL: func.func @padded(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[I:[a-z0-9]+]]: tensor<f32>
// CHECK:         %[[V:.*]] = tensor.extract %[[I]][]
// CHECK-NOT:     stablehlo
// CHECK:           arith.maximumf
func.func @padded(%a: tensor<?xf32>, %i: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce_window"(%a, %i) <{window_dimensions = array<i64: 3>, padding = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.maximum %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Two nests. An index before the first element is a large unsigned number, so
// one comparison tells what is outside; what no window selects stays initial.
// CHECK-LABEL: func.func @select_and_scatter(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<8xf32>, %[[S:[a-z0-9]+]]: tensor<4xf32>
// CHECK:         linalg.fill {{.*}} -> tensor<8xf32>
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             arith.cmpi ult
// CHECK:             tensor.extract %[[A]]
// CHECK:             arith.cmpf oge
// CHECK:           tensor.extract %[[S]]
// CHECK:           arith.addf
// CHECK:           tensor.insert
func.func @select_and_scatter(%a: tensor<8xf32>, %s: tensor<4xf32>, %i: tensor<f32>) -> tensor<8xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<8xf32>, tensor<4xf32>, tensor<f32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @select_and_scatter_dynamic(
// CHECK:         linalg.fill {{.*}} -> tensor<?xf32>
// CHECK:         scf.for
func.func @select_and_scatter_dynamic(%a: tensor<?xf32>, %s: tensor<?xf32>, %i: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.select_and_scatter"(%a, %s, %i) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %c : tensor<f32>
  }) : (tensor<?xf32>, tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
