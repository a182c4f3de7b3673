// RUN: ingot-opt %s --ingot-thread-call-context | FileCheck %s

// CHECK-LABEL: func.func @caller(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[A:.*]]: memref<4xf32>)
func.func @caller(%a: memref<4xf32>) {
  // CHECK:         scf.for
  // CHECK:           call @kernel(%[[CALL]], %[[A]])
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    func.call @kernel(%a) : (memref<4xf32>) -> ()
  }
  return
}

// CHECK: func.func private @kernel(!llvm.ptr, memref<4xf32>)
func.func private @kernel(memref<4xf32>)
