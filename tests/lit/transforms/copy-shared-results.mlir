// RUN: ingot-opt %s --ingot-copy-shared-results | FileCheck %s

// A launch's only use goes out as it is, in another shape too.
// CHECK-LABEL: func.func @own
// CHECK-NOT:     bufferization.alloc_tensor
func.func @own(%a: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<2x2xf32> {
  %0 = ingot.dispatch @k ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// Parts put together in memory of its own: a concatenation.
// CHECK-LABEL: func.func @joined
// CHECK-NOT:     bufferization.alloc_tensor
func.func @joined(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = tensor.insert_slice %a into %0[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %b into %1[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}

// Not where it is an argument, or where somebody else has what was put there.
// CHECK-LABEL: func.func @joined_elsewhere
// CHECK-COUNT-3: bufferization.alloc_tensor() copy
// CHECK:         return
func.func @joined_elsewhere(%a: tensor<4xf32>, %b: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = tensor.insert_slice %a into %0[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %2 = tensor.insert_slice %a into %1[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  %3 = tensor.insert_slice %a into %b[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %1, %2, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// Returned twice, an argument, a constant: copies.
// CHECK-LABEL: func.func @shared(
// CHECK-SAME:    %[[A:[^:]*]]: tensor<4xf32>
// CHECK:         %[[R:.*]] = ingot.dispatch
// CHECK-DAG:     bufferization.alloc_tensor() copy(%[[R]])
// CHECK-DAG:     bufferization.alloc_tensor() copy(%[[R]])
// CHECK-DAG:     bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         return
func.func @shared(%a: tensor<4xf32>, %e: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = ingot.dispatch @k ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %0, %0, %a : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// What callers hand over is not written to.
// CHECK-LABEL: func.func @arguments
// CHECK-SAME:    tensor<4xf32> {bufferization.writable = false}
func.func @arguments(%a: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %0 = tensor.insert %x into %a[%c0] : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// One empty tensor of two carried values.
// CHECK-LABEL: func.func @merged
// CHECK:         %[[B:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK:         %[[A:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[A]], %{{.*}} = %[[B]])
func.func @merged(%a: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %e, %y = %e) -> (tensor<4xf32>, tensor<4xf32>) {
    %4 = ingot.dispatch @k ins(%a : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
    %5 = ingot.dispatch @k ins(%4 : tensor<4xf32>) outs(%y : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %4, %5 : tensor<4xf32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// Two destinations of one launch.
// CHECK-LABEL: func.func @two
// CHECK:         %[[E:.*]] = tensor.empty
// CHECK:         %[[A:.*]] = bufferization.alloc_tensor() : tensor<4xf32>
// CHECK:         ingot.dispatch @k2 {{.*}} outs({{%[a-z0-9_]+, %[a-z0-9_]+}} :
// CHECK-NOT:     outs(%[[E]], %[[E]]
func.func @two(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0:2 = ingot.dispatch @k2 ins(%a : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>, tensor<4xf32>
  return %0#1 : tensor<4xf32>
}

// A loop that puts elements into an array: that is copied before it, once, and
// not again behind it.
// CHECK-LABEL: func.func @scattered
// CHECK-SAME:    %[[A:[^:]*]]: tensor<8x4xf32>
// CHECK:         %[[COPY:.*]] = bufferization.alloc_tensor() copy(%[[A]])
// CHECK:         %[[R:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[COPY]])
// CHECK-NOT:     alloc_tensor
// CHECK:         return %[[R]]
func.func @scattered(%a: tensor<8x4xf32>, %n: index, %x: f32, %in: i1) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%rows = %a) -> (tensor<8x4xf32>) {
    %row = scf.for %j = %c0 to %c4 step %c1 iter_args(%t = %rows) -> (tensor<8x4xf32>) {
      %next = scf.if %in -> (tensor<8x4xf32>) {
        %s = tensor.insert %x into %t[%i, %j] : tensor<8x4xf32>
        scf.yield %s : tensor<8x4xf32>
      } else {
        scf.yield %t : tensor<8x4xf32>
      }
      scf.yield %next : tensor<8x4xf32>
    }
    scf.yield %row : tensor<8x4xf32>
  }
  return %r : tensor<8x4xf32>
}

// One that begins with fresh memory needs none.
// CHECK-LABEL: func.func @filled
// CHECK-NOT:     alloc_tensor
// CHECK:         return
func.func @filled(%e: tensor<8xf32>, %n: index, %x: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = ingot.dispatch @k ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %0) -> (tensor<8xf32>) {
    %s = tensor.insert %x into %t[%i] : tensor<8xf32>
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A loop may end with another array than it began with, and what it ends with
// may be looked at again: copies behind it.
// CHECK-LABEL: func.func @elsewhere
// CHECK:         scf.for
// CHECK:         scf.for
// CHECK-COUNT-3: bufferization.alloc_tensor() copy
// CHECK:         return
func.func @elsewhere(%a: tensor<8xf32>, %b: tensor<8xf32>, %n: index, %x: f32)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a, %u = %b) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %u, %t : tensor<8xf32>, tensor<8xf32>
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%t = %a) -> (tensor<8xf32>) {
    %v = tensor.insert %x into %t[%i] : tensor<8xf32>
    scf.yield %v : tensor<8xf32>
  }
  return %r#0, %s, %s : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
