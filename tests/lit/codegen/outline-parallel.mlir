// RUN: ingot-opt %s --ingot-outline-parallel=min-nanoseconds=0 | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[M:.*]]: memref<?xf32> {llvm.noalias}, %[[N:.*]]: index)
func.func @f(%call: !llvm.ptr, %m: memref<?xf32> {llvm.noalias}, %n: index) {
  // CHECK-NOT:     scf.forall
  // CHECK:         call @f_task0(%[[CALL]], %[[M]], %[[N]], %{{.*}}, %{{.*}})
  %v = arith.constant 1.0 : f32
  scf.forall (%i, %j) = (0, 0) to (%n, 8) step (1, 2) {
    %k = arith.addi %i, %j : index
    memref.store %v, %m[%k] : memref<?xf32>
    // A forall inside runs on the task's own thread.
    scf.forall (%l) = (0) to (4) step (1) {
      memref.store %v, %m[%l] : memref<?xf32>
    }
  }
  return
}

// A destination is one in the task too. The value captured is repeated inside when it is a constant.
// CHECK-LABEL: func.func private @f_task0(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %[[M:.*]]: memref<?xf32> {llvm.noalias}, %{{.*}}: index, %[[BEGIN:.*]]: index, %[[END:.*]]: index)
// CHECK-SAME:    ingot.task
// CHECK:         %[[V:.*]] = arith.constant 1.0
// CHECK:         scf.for %{{.*}} = %[[BEGIN]] to %[[END]] step
// CHECK:           arith.remui
// CHECK:           arith.divui
// CHECK:           memref.store %[[V]], %[[M]]
// CHECK:           scf.for
// CHECK-NOT:     scf.forall

// The task is given the destination and a view of it.
// CHECK-LABEL: func.func private @viewed_task0(
// CHECK-NOT:     llvm.noalias
// CHECK:         ingot.task
func.func @viewed(%call: !llvm.ptr, %m: memref<8xf32> {llvm.noalias}) {
  %view = memref.cast %m : memref<8xf32> to memref<?xf32>
  scf.forall (%i) in (8) {
    %x = memref.load %m[%i] : memref<8xf32>
    memref.store %x, %view[%i] : memref<?xf32>
  }
  return
}

// One piece of the stack serves all iterations.
// CHECK-LABEL: func.func private @scratch_task0(
// CHECK:         %[[A:.*]] = memref.alloca() : memref<4xf32>
// CHECK:         scf.for
// CHECK-NOT:       memref.alloca
// CHECK:           memref.store %{{.*}}, %[[A]]
func.func @scratch(%call: !llvm.ptr, %m: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  scf.forall (%i) in (8) {
    %a = memref.alloca() : memref<4xf32>
    %x = memref.load %m[%i] : memref<8xf32>
    memref.store %x, %a[%c0] : memref<4xf32>
    %y = memref.load %a[%c0] : memref<4xf32>
    memref.store %y, %m[%i] : memref<8xf32>
  }
  return
}
