// RUN: ingot-opt %s --ingot-form-kernels --canonicalize | FileCheck %s

#id = affine_map<(i, j) -> (i, j)>

// A contraction takes the fill it starts from and its elementwise user along.
// CHECK-LABEL: func.func @matmul_relu(
// CHECK-SAME:    %[[A:.*]]: tensor<?x4xf32>, %[[B:.*]]: tensor<4x8xf32>, %[[N:.*]]: index)
// CHECK-NEXT:    %[[OUT:.*]] = tensor.empty(%[[N]]) : tensor<?x8xf32>
// CHECK-NEXT:    %[[R:.*]] = ingot.dispatch @[[RELU:.*]] ins(%[[A]], %[[B]], %[[N]] : {{.*}}) outs(%[[OUT]] : tensor<?x8xf32>)
// CHECK-NEXT:    return %[[R]]
func.func @matmul_relu(%a: tensor<?x4xf32>, %b: tensor<4x8xf32>, %n: index) -> tensor<?x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x8xf32>) -> tensor<?x8xf32>
  %m = linalg.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x8xf32>) outs(%f : tensor<?x8xf32>) -> tensor<?x8xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<?x8xf32>) outs(%e : tensor<?x8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.maximumf %x, %zero : f32
      linalg.yield %s : f32
  } -> tensor<?x8xf32>
  return %r : tensor<?x8xf32>
}

// What a matmul adds to is copied into the destination, which is only written.
// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[A:.*]]: tensor<4x4xf32>, %[[C:.*]]: tensor<4x4xf32>)
// CHECK:         ingot.dispatch @[[ACC:.*]] ins(%[[A]], %[[C]] : {{.*}}) outs(
func.func @accumulate(%a: tensor<4x4xf32>, %c: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%c : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// A result with two users is a result of its own kernel.
// CHECK-LABEL: func.func @two_users(
// CHECK-COUNT-2: ingot.dispatch
func.func @two_users(%a: tensor<4x4xf32>, %e: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
  } -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// Padding is a fill of the border and a copy; slices are taken inside the kernel.
// CHECK-LABEL: func.func @pad(
// CHECK-SAME:    %[[A:.*]]: tensor<4x4xf32>)
// CHECK-NOT:     tensor.extract_slice
// CHECK:         ingot.dispatch @[[PAD:.*]] ins(%[[A]] : tensor<4x4xf32>)
func.func @pad(%a: tensor<4x4xf32>) -> tensor<3x6xf32> {
  %one = arith.constant 1.0 : f32
  %0 = tensor.extract_slice %a[1, 0] [3, 4] [1, 1] : tensor<4x4xf32> to tensor<3x4xf32>
  %1 = tensor.pad %0 low[0, 1] high[0, 1] {
    ^bb0(%i: index, %j: index):
      tensor.yield %one : f32
  } : tensor<3x4xf32> to tensor<3x6xf32>
  return %1 : tensor<3x6xf32>
}

// A name that the program has already is not taken for a kernel.
// CHECK-LABEL: func.func @ingot_group_0(
// CHECK:         ingot.dispatch @[[EXP:ingot_group_[1-9]]] ins
func.func @ingot_group_0(%a: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK:       module @[[RELU]] attributes {ingot.root = "linalg.matmul"} {
// Sizes are known to callers alone: they are told.
// CHECK:         func.func @kernel({{.*}}, %[[DEST:.*]]: tensor<?x8xf32>) -> tensor<?x8xf32> {
// CHECK:           linalg.fill
// CHECK:           linalg.matmul
// CHECK:           linalg.generic {{.*}} outs(%[[DEST]] : tensor<?x8xf32>)
// CHECK:       module @[[ACC]]
// CHECK:         func.func @kernel(%{{.*}}: tensor<4x4xf32>, %[[C:.*]]: tensor<4x4xf32>, %[[DEST:.*]]: tensor<4x4xf32>) {{.*}} attributes {llvm.bareptr}
// CHECK:           %[[COPY:.*]] = linalg.copy ins(%[[C]] : tensor<4x4xf32>) outs(%[[DEST]]
// CHECK:           linalg.matmul {{.*}} outs(%[[COPY]]
// CHECK:       module @[[PAD]] attributes {ingot.root = "tensor.pad"} {
// CHECK:           linalg.fill {{.*}} tensor<3x1xf32>
// CHECK:           linalg.fill {{.*}} tensor<3x1xf32>
// CHECK:           tensor.insert_slice %{{.*}} into %{{.*}}[0, 1] [3, 4] [1, 1]
// CHECK:       module @[[EXP]] attributes
