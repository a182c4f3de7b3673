// RUN: ingot-opt %s --ingot-form-kernels --canonicalize | FileCheck %s
// RUN: ingot-opt %s --ingot-form-kernels --canonicalize --ingot-name-kernels | FileCheck %s --check-prefix=NAMES

#row = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>

// Two layers that differ by their biases alone are one kernel, launched twice.
// NAMES-LABEL: func.func @biases(
// NAMES:         ingot.dispatch @[[KERNEL:[a-z_0-9]+]] ins
// NAMES:         ingot.dispatch @[[KERNEL]] ins
// NAMES-LABEL: func.func @scales(

// CHECK-LABEL: func.func @biases(
// CHECK-SAME:    %[[X:.*]]: tensor<4x8xf32>)
// CHECK-DAG:     %[[A:.*]] = arith.constant dense<[1.0{{.*}}, 8.0{{.*}}]> : tensor<8xf32>
// CHECK-DAG:     %[[B:.*]] = arith.constant dense<[8.0{{.*}}, 1.0{{.*}}]> : tensor<8xf32>
// CHECK:         %[[Y:.*]] = ingot.dispatch @[[FIRST:.*]] ins(%[[X]], %[[A]] : tensor<4x8xf32>, tensor<8xf32>)
// CHECK:         ingot.dispatch @{{.*}} ins(%[[Y]], %[[B]] : tensor<4x8xf32>, tensor<8xf32>)
func.func @biases(%x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %b = arith.constant dense<[8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %y = linalg.generic {indexing_maps = [#row, #column, #row], iterator_types = ["parallel", "parallel"]}
      ins(%x, %a : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%i: f32, %j: f32, %o: f32):
      %s = arith.addf %i, %j : f32
      linalg.yield %s : f32
  } -> tensor<4x8xf32>
  %z = linalg.generic {indexing_maps = [#row, #column, #row], iterator_types = ["parallel", "parallel"]}
      ins(%y, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%i: f32, %j: f32, %o: f32):
      %s = arith.addf %i, %j : f32
      linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %y, %z : tensor<4x8xf32>, tensor<4x8xf32>
}

// A few numbers, one number many times, and places to read from are code.
// CHECK-LABEL: func.func @scales(
// CHECK-SAME:    %[[X:.*]]: tensor<4xf32>, %[[T:.*]]: tensor<64xf32>)
// CHECK-NOT:     arith.constant
// CHECK:         ingot.dispatch @[[SCALE:.*]] ins(%[[X]], %[[T]] : tensor<4xf32>, tensor<64xf32>)
func.func @scales(%x: tensor<4xf32>, %t: tensor<64xf32>) -> tensor<4xf32> {
  %few = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %places = arith.constant dense<[3, 1, 2, 0]> : tensor<4xi64>
  %same = arith.constant dense<2.0> : tensor<64xf32>
  %e = tensor.empty() : tensor<4xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x, %few, %places : tensor<4xf32>, tensor<4xf32>, tensor<4xi64>) outs(%e : tensor<4xf32>) {
    ^bb0(%i: f32, %f: f32, %p: i64, %o: f32):
      %at = arith.index_cast %p : i64 to index
      %v = tensor.extract %t[%at] : tensor<64xf32>
      %w = tensor.extract %same[%at] : tensor<64xf32>
      %m = arith.mulf %i, %f : f32
      %n = arith.mulf %m, %v : f32
      %s = arith.mulf %n, %w : f32
      linalg.yield %s : f32
  } -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// What a body looks up by itself is an input too, and what is sliced is so whole.
// CHECK-LABEL: func.func @looked_up(
// CHECK-DAG:     %[[T:.*]] = arith.constant dense<[1.0{{.*}}]> : tensor<8xf32>
// CHECK:         ingot.dispatch @[[LOOKED:.*]] ins(%{{.*}}, %[[T]] : tensor<2xindex>, tensor<8xf32>)
// CHECK:         ingot.dispatch @[[SLICED:.*]] ins(%[[T]] : tensor<8xf32>)
func.func @looked_up(%at: tensor<2xindex>) -> (tensor<2xf32>, tensor<2xf32>) {
  %t = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<2xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%at : tensor<2xindex>) outs(%e : tensor<2xf32>) {
    ^bb0(%i: index, %o: f32):
      %v = tensor.extract %t[%i] : tensor<8xf32>
      linalg.yield %v : f32
  } -> tensor<2xf32>
  %slice = tensor.extract_slice %t[3] [2] [1] : tensor<8xf32> to tensor<2xf32>
  %z = linalg.exp ins(%slice : tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %y, %z : tensor<2xf32>, tensor<2xf32>
}

// CHECK:       module @[[FIRST]]
// CHECK-NOT:     dense
// CHECK:       module @[[SCALE]]
// CHECK-DAG:     arith.constant dense<[1.0{{.*}}, 4.0{{.*}}]> : tensor<4xf32>
// CHECK-DAG:     arith.constant dense<[3, 1, 2, 0]> : tensor<4xi64>
// CHECK-DAG:     arith.constant 2.0{{.*}} : f32
// CHECK:       module @[[LOOKED]]
// CHECK-NOT:     dense
// CHECK:       module @[[SLICED]]
// CHECK-NOT:     dense
