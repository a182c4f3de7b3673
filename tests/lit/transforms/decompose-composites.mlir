// RUN: ingot-opt %s --ingot-decompose-composites | FileCheck %s

// CHECK-LABEL: func.func @concat
// CHECK-NOT:     tensor.concat
// CHECK-COUNT-2: tensor.insert_slice
func.func @concat(%a: tensor<2x4xf32>, %b: tensor<3x4xf32>) -> tensor<5x4xf32> {
  %0 = tensor.concat dim(0) %a, %b : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

// CHECK-LABEL: func.func @softmax
// CHECK-NOT:     linalg.softmax
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel", "reduction"]
// CHECK:         arith.divf
func.func @softmax(%a: tensor<2x16xf32>, %e: tensor<2x16xf32>) -> tensor<2x16xf32> {
  %0 = linalg.softmax dimension(1) ins(%a : tensor<2x16xf32>) outs(%e : tensor<2x16xf32>) -> tensor<2x16xf32>
  return %0 : tensor<2x16xf32>
}

// Arithmetic on tensors and named ops without a reduction are generic; a
// contraction keeps its name, because code generation knows it by that.
// CHECK-LABEL: func.func @named
// CHECK:         linalg.generic
// CHECK:           arith.addf
// CHECK:         linalg.generic
// CHECK-NOT:     linalg.transpose
// CHECK:         linalg.matmul
func.func @named(%a: tensor<4x4xf32>, %e: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = arith.addf %a, %a : tensor<4x4xf32>
  %1 = linalg.transpose ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) permutation = [1, 0]
  %2 = linalg.matmul ins(%0, %1 : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @crop
// CHECK:         %[[PART:.*]] = tensor.extract_slice %{{.*}}[2] [6] [1]
// CHECK:         tensor.pad %[[PART]] low[0] high[3]
func.func @crop(%a: tensor<8xf32>) -> tensor<9xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.pad %a low[-2] high[3] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<8xf32> to tensor<9xf32>
  return %0 : tensor<9xf32>
}

// CHECK-LABEL: func.func @pack
// CHECK-NOT:     linalg.pack
// CHECK:         tensor.expand_shape
// CHECK:         linalg.generic
func.func @pack(%a: tensor<8x8xf32>) -> tensor<2x2x4x4xf32> {
  %e = tensor.empty() : tensor<2x2x4x4xf32>
  %0 = linalg.pack %a inner_dims_pos = [0, 1] inner_tiles = [4, 4] into %e : tensor<8x8xf32> -> tensor<2x2x4x4xf32>
  return %0 : tensor<2x2x4x4xf32>
}

// The diagonal alone is written, so the rest of the init is needed.
// CHECK-LABEL: func.func @diagonal
// CHECK:       ^bb0(%[[IN:.*]]: f32, %[[OLD:.*]]: f32):
// CHECK:         %[[KEPT:.*]] = arith.select %{{.*}}, %[[OLD]], %[[IN]]
// CHECK:         linalg.yield %[[KEPT]]
func.func @diagonal(%v: tensor<4xf32>, %m: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>],
                       iterator_types = ["parallel"]}
      ins(%v : tensor<4xf32>) outs(%m : tensor<4x4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// Sizes are the host program's, not a kernel's.
// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<i64>, %[[B:[a-z0-9]+]]: tensor<i64>
// CHECK-NOT:     linalg
// CHECK-DAG:     %[[X:.*]] = tensor.extract %[[A]][] : tensor<i64>
// CHECK-DAG:     %[[Y:.*]] = tensor.extract %[[B]][] : tensor<i64>
// CHECK:         %[[S:.*]] = arith.addi %[[X]], %[[Y]] : i64
// CHECK:         %[[R:.*]] = tensor.from_elements %[[S]] : tensor<i64>
// CHECK:         return %[[R]]
func.func @scalars(%a: tensor<i64>, %b: tensor<i64>) -> tensor<i64> {
  %e = tensor.empty() : tensor<i64>
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a, %b : tensor<i64>, tensor<i64>) outs(%e : tensor<i64>) {
  ^bb0(%x: i64, %y: i64, %out: i64):
    %s = arith.addi %x, %y : i64
    linalg.yield %s : i64
  } -> tensor<i64>
  return %0 : tensor<i64>
}

// Floats stay in kernels, which say how they are rounded.
// CHECK-LABEL: func.func @scalar_float(
// CHECK:         linalg.generic
func.func @scalar_float(%a: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %0 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%a : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %out: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}
