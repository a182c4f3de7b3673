// RUN: ingot-opt %s --ingot-lower-assertions | FileCheck %s

// Equal messages are one string.
// CHECK-COUNT-2: llvm.mlir.global internal constant @ingot.message.
// CHECK-NOT:     llvm.mlir.global

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[C:.*]]: i1)
func.func @f(%call: !llvm.ptr, %c: i1) {
  // CHECK:         cf.cond_br %[[C]], ^{{.*}}, ^[[FAIL:.*]]
  // CHECK:       ^[[FAIL]]:
  // CHECK:         %[[AT:.*]] = llvm.getelementptr inbounds %[[CALL]][32]
  // CHECK:         %[[FN:.*]] = llvm.load %[[AT]]
  // CHECK:         %[[USER:.*]] = llvm.load %[[CALL]]
  // CHECK:         llvm.call %[[FN]](%[[USER]], %{{.*}}) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> ()
  // CHECK:         llvm.unreachable
  cf.assert %c, "first"
  cf.assert %c, "second"
  cf.assert %c, "first"
  return
}
