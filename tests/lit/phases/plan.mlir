// RUN: ingot-opt %s --ingot-phase-plan | FileCheck %s

// The phase plan: the host program loads constants and states by number and
// launches kernels by the hash of their content. Two equal layers are one
// kernel, which takes its elementwise user along.

// CHECK-DAG:   ml_program.global private @calls.initial({{.*}}ingot.constant = [[# INITIAL:]]
// CHECK-DAG:   ml_program.global private mutable @calls : {{.*}}ingot.initial = @calls.initial, ingot.state = 0
// CHECK-DAG:   ml_program.global private @w({{.*}}ingot.constant = [[# WEIGHTS:]]
// CHECK-LABEL: func.func @layers(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4x4xf32> {bufferization.writable = false})
// CHECK-DAG:     %[[W:.*]] = ingot.constant [[# WEIGHTS]] : tensor<4x4xf32>
// CHECK-DAG:     %[[N:.*]] = ingot.state_load 0 : tensor<1xi32>
// CHECK:         %[[M:.*]] = ingot.dispatch @[[COUNT:ingot_kernel_[0-9a-f]+]] ins(%[[N]]
// CHECK:         ingot.state_store 0, %[[M]]
// CHECK:         %[[H:.*]] = ingot.dispatch @[[LAYER:ingot_kernel_[0-9a-f]+]] ins(%[[A]], %[[W]]
// CHECK:         %[[R:.*]] = ingot.dispatch @[[LAYER]] ins(%[[H]], %[[W]]
// CHECK:         return %[[R]]
// CHECK:       module @[[COUNT]] attributes {ingot.root = "linalg.generic", ingot.uses = 1
// CHECK:       module @[[LAYER]] attributes {ingot.root = "linalg.matmul", ingot.uses = 2
// CHECK:         func.func @kernel(%{{.*}}: tensor<4x4xf32>, %{{.*}}: tensor<4x4xf32>, %[[OUT:.*]]: tensor<4x4xf32>) -> tensor<4x4xf32>
// CHECK:           linalg.fill
// CHECK:           linalg.matmul
// CHECK:           linalg.generic {{.*}} outs(%[[OUT]]
// CHECK:             math.tanh
// CHECK-NOT:   module
#vector = affine_map<(i) -> (i)>
#matrix = affine_map<(i, j) -> (i, j)>
ml_program.global private mutable @calls(dense<0> : tensor<1xi32>) : tensor<1xi32>
ml_program.global private @w(dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [0.0, 1.0, 2.0, 3.0], [4.0, 3.0, 2.0, 1.0]]> : tensor<4x4xf32>) : tensor<4x4xf32>
func.func @layers(%a: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1 : i32
  %w = ml_program.global_load_const @w : tensor<4x4xf32>
  %n = ml_program.global_load @calls : tensor<1xi32>
  %c = tensor.empty() : tensor<1xi32>
  %m = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%n : tensor<1xi32>) outs(%c : tensor<1xi32>) {
    ^bb0(%x: i32, %o: i32):
      %s = arith.addi %x, %one : i32
      linalg.yield %s : i32
  } -> tensor<1xi32>
  ml_program.global_store @calls = %m : tensor<1xi32>
  %e = tensor.empty() : tensor<4x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %t = math.tanh %x : f32
      linalg.yield %t : f32
  } -> tensor<4x4xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%f : tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = linalg.generic {indexing_maps = [#matrix, #matrix], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
    ^bb0(%x: f32, %o: f32):
      %t = math.tanh %x : f32
      linalg.yield %t : f32
  } -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
