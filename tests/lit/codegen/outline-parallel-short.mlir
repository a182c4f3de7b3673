// RUN: ingot-opt %s --ingot-outline-parallel --split-input-file | FileCheck %s

// Waking others would take longer than the loop. What an iteration takes of the
// stack is taken once.
// CHECK-LABEL: func.func @short(
// CHECK:         memref.alloca
// CHECK:         scf.for
// CHECK-NOT:       memref.alloca
// CHECK-NOT:     ingot.task
func.func @short(%call: !llvm.ptr, %m: memref<16xf32>) {
  %v = arith.constant 1.0 : f32
  scf.forall (%i) in (16) {
    %scratch = memref.alloca() : memref<4xf32>
    memref.store %v, %scratch[%i] : memref<4xf32>
    memref.store %v, %m[%i] : memref<16xf32>
  }
  return
}

// -----

// The same loop around a long one is worth it.
// CHECK-LABEL: func.func @long(
// CHECK-NOT:     scf.for
// CHECK:         call @long_task0(
// CHECK-NOT:     ingot.serial
func.func @long(%call: !llvm.ptr, %m: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000000 : index
  scf.forall (%i) in (16) {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %m[%i] : memref<16xf32>
      %b = arith.addf %a, %a : f32
      memref.store %b, %m[%i] : memref<16xf32>
    }
  }
  return
}

// -----

// The run decides.
// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[SHORT:.*]] = arith.cmpi slt, %{{.*}}, %{{.*}} : index
// CHECK:         scf.if %[[SHORT]]
// CHECK:           call @unknown_task0({{.*}}) {ingot.serial}
// CHECK:         else
// CHECK:           call @unknown_task0(
// CHECK-NOT:       ingot.serial
// CHECK:         return
func.func @unknown(%call: !llvm.ptr, %m: memref<?xf32>, %n: index) {
  scf.forall (%i) in (%n) {
    %a = memref.load %m[%i] : memref<?xf32>
    %b = math.exp %a : f32
    memref.store %b, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// Functions count more than sums, and products of vectors by their size.
// CHECK-LABEL: func.func @functions(
// CHECK:         call @functions_task0(
func.func @functions(%call: !llvm.ptr, %m: memref<16x2048xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 8000 : index
  scf.forall (%i) in (16) {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %m[%i, %j] : memref<16x2048xf32>
      %b = math.exp %a : f32
      memref.store %b, %m[%i, %j] : memref<16x2048xf32>
    }
  }
  return
}
