// RUN: ingot-opt %s | FileCheck %s
// RUN: ingot-opt %s --mlir-print-op-generic | ingot-opt | FileCheck %s

// Ops that fold with a region.

// CHECK-LABEL: func.func @reduce(
// CHECK:   %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
// CHECK:   %{{.*}}:2 = stablehlo.reduce(%{{.*}} init: %{{.*}}), (%{{.*}} init: %{{.*}}) across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
// CHECK:   reducer(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>) (%{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>)  {
// CHECK:     %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:     stablehlo.return %{{.*}}, %{{.*}} : tensor<f32>, tensor<i32>
// CHECK:   %{{.*}} = stablehlo.reduce(%{{.*}} init: %{{.*}}) across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf64>
// CHECK:   reducer(%{{.*}}: tensor<f64>, %{{.*}}: tensor<f64>)  {
// CHECK:     stablehlo.return %{{.*}} : tensor<f64>
func.func @reduce(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xi32>, %arg3: tensor<i32>) {
  %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %1:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<4x8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%arg4: tensor<f32>, %arg6: tensor<f32>) (%arg5: tensor<i32>, %arg7: tensor<i32>)  {
    %3 = stablehlo.add %arg4, %arg6 : tensor<f32>
    stablehlo.return %3, %arg5 : tensor<f32>, tensor<i32>
  }
  %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf64>
   reducer(%arg4: tensor<f64>, %arg5: tensor<f64>)  {
    stablehlo.return %arg4 : tensor<f64>
  }
  return
}

// CHECK-LABEL: func.func @windows(
// CHECK:   %{{.*}} = "stablehlo.reduce_window"(%{{.*}}, %{{.*}}) <{base_dilations = array<i64: 2, 1>, padding = dense<{{\[\[}}1, 0], [0, 2{{\]\]}}> : tensor<2x2xi64>, window_dilations = array<i64: 1, 2>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK:     %{{.*}} = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:     stablehlo.return %{{.*}} : tensor<f32>
// CHECK:   }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
// CHECK:   %{{.*}} = "stablehlo.select_and_scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK:     %{{.*}} = stablehlo.compare  GE, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:     stablehlo.return %{{.*}} : tensor<i1>
// CHECK:   }, {
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>):
// CHECK:     %{{.*}} = stablehlo.add %{{.*}}, %{{.*}} : tensor<f32>
// CHECK:     stablehlo.return %{{.*}} : tensor<f32>
// CHECK:   }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
func.func @windows(%arg0: tensor<4x8xf32>, %arg1: tensor<2x4xf32>, %arg2: tensor<f32>) {
  %0 = "stablehlo.reduce_window"(%arg0, %arg2) <{base_dilations = array<i64: 2, 1>, padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>, window_dilations = array<i64: 1, 2>, window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = stablehlo.multiply %arg3, %arg4 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  %1 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg2) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = stablehlo.compare  GE, %arg3, %arg4 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }, {
  ^bb0(%arg3: tensor<f32>, %arg4: tensor<f32>):
    %2 = stablehlo.add %arg3, %arg4 : tensor<f32>
    stablehlo.return %2 : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @sort_and_map(
// CHECK:   %{{.*}}:2 = "stablehlo.sort"(%{{.*}}, %{{.*}}) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK:     %{{.*}} = stablehlo.compare  LT, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
// CHECK:     stablehlo.return %{{.*}} : tensor<i1>
// CHECK:   }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
// CHECK:   %{{.*}} = "stablehlo.map"(%{{.*}}, %{{.*}}) <{dimensions = array<i64: 0, 1>}> ({
// CHECK:   ^bb0(%{{.*}}: tensor<f32>, %{{.*}}: tensor<i32>):
// CHECK:     stablehlo.return %{{.*}} : tensor<i32>
// CHECK:   }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> tensor<4x8xi32>
func.func @sort_and_map(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xi32>) {
  %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
    %2 = stablehlo.compare  LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
  %1 = "stablehlo.map"(%arg0, %arg1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%arg2: tensor<f32>, %arg3: tensor<i32>):
    stablehlo.return %arg3 : tensor<i32>
  }) : (tensor<4x8xf32>, tensor<4x8xi32>) -> tensor<4x8xi32>
  return
}
