// RUN: ingot-opt %s --pass-pipeline="builtin.module(ingot-fold-ops)" | FileCheck %s

// What was put together and taken apart again is gone, with all of what only
// that used.
// CHECK-LABEL: llvm.func @structures(
// CHECK-SAME:    %[[POINTER:.*]]: !llvm.ptr, %[[SIZE:.*]]: i64)
// CHECK-NEXT:    llvm.call @use(%[[POINTER]], %[[SIZE]])
// CHECK-NEXT:    llvm.return
llvm.func @structures(%pointer: !llvm.ptr, %size: i64) {
  %0 = llvm.mlir.poison : !llvm.struct<(ptr, i64)>
  %1 = llvm.insertvalue %pointer, %0[0] : !llvm.struct<(ptr, i64)>
  %2 = llvm.insertvalue %size, %1[1] : !llvm.struct<(ptr, i64)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(ptr, i64)>
  %4 = llvm.extractvalue %2[1] : !llvm.struct<(ptr, i64)>
  %unused = llvm.add %4, %4 : i64
  llvm.call @use(%3, %4) : (!llvm.ptr, i64) -> ()
  llvm.return
}
llvm.func @use(!llvm.ptr, i64)

// What folds lets its user fold.
// CHECK-LABEL: func.func @constants
// CHECK-NEXT:    %[[SIX:.*]] = arith.constant 6 : index
// CHECK-NEXT:    return %[[SIX]]
func.func @constants() -> index {
  %one = arith.constant 1 : index
  %two = arith.addi %one, %one : index
  %four = arith.addi %two, %two : index
  %six = arith.addi %two, %four : index
  return %six : index
}

// Effects stay, and blocks with their arguments.
// CHECK-LABEL: llvm.func @effects
// CHECK:         llvm.load volatile
// CHECK-NEXT:    llvm.store
// CHECK-NEXT:    llvm.br ^bb1(%{{.*}} : i64)
// CHECK-NEXT:  ^bb1(%{{.*}}: i64):
// CHECK-NEXT:    llvm.return
llvm.func @effects(%pointer: !llvm.ptr, %size: i64) {
  %0 = llvm.load volatile %pointer : !llvm.ptr -> i64
  %1 = llvm.load %pointer : !llvm.ptr -> i64
  llvm.store %size, %pointer : i64, !llvm.ptr
  llvm.br ^bb1(%size : i64)
^bb1(%2: i64):
  llvm.return
}
