// RUN: ingot-opt %s --ingot-form-kernels | FileCheck %s

// Equal groups run one kernel, whichever function they are in; one for another
// target is a kernel of its own.

#id = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @layers(
// CHECK:         %[[ONE:.*]] = ingot.dispatch @[[NEG:.*]] ins(%{{.*}} : tensor<8xf32>)
// CHECK:         ingot.dispatch @[[NEG]] ins(%[[ONE]] : tensor<8xf32>)
// CHECK:         ingot.dispatch @[[EXP:.*]] ins(
func.func @layers(%a: tensor<8xf32>, %b: tensor<8xf32>, %e: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  %kept = tensor.insert_slice %0 into %b[0] [8] [1] : tensor<8xf32> into tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  %kept1 = tensor.insert_slice %1 into %kept[0] [8] [1] : tensor<8xf32> into tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = math.exp %x : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  return %2, %kept1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @again(
// CHECK:         ingot.dispatch @[[NEG]] ins(
func.func @again(%a: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @elsewhere(
// CHECK-NOT:     ingot.dispatch @[[NEG]] ins
// CHECK:         ingot.dispatch @[[OTHER:.*]] ins(
func.func @elsewhere(%a: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> attributes {ingot.target = "accelerator"} {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
    ^bb0(%x: f32, %o: f32):
      %s = arith.negf %x : f32
      linalg.yield %s : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK:     module @[[NEG]] attributes
// CHECK:     module @[[EXP]] attributes
// CHECK:     module @[[OTHER]] attributes {{{.*}}ingot.target = "accelerator"
// CHECK-NOT: module @
