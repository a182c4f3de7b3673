// RUN: ingot-opt %s --ingot-outline-parallel=min-nanoseconds=20000 --split-input-file | FileCheck %s

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

// -----

// A last tile of another size is no reason to take the loop for a short one.
// CHECK-LABEL: func.func @uneven(
// CHECK-NOT:     scf.for
// CHECK:         call @uneven_task0(
// CHECK-NOT:     ingot.serial
func.func @uneven(%call: !llvm.ptr, %m: memref<21922xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c256 = arith.constant 256 : index
  scf.forall (%i) = (0) to (21922) step (1371) {
    %size = affine.min affine_map<(d0) -> (-d0 + 21922, 1371)>(%i)
    scf.for %k = %c0 to %c256 step %c1 {
      scf.for %j = %c0 to %size step %c1 {
        %a = memref.load %m[%j] : memref<21922xf32>
        %b = arith.addf %a, %a : f32
        memref.store %b, %m[%j] : memref<21922xf32>
      }
    }
  }
  return
}

// -----

// Nor do bounds that are hidden make a short loop a long one.
// CHECK-LABEL: func.func @rest(
// CHECK-NOT:     ingot.task
func.func @rest(%call: !llvm.ptr, %m: memref<90xf32>) {
  %c1 = arith.constant 1 : index
  scf.forall (%i) = (0) to (90) step (6) {
    %size = affine.min affine_map<(d0) -> (-d0 + 90, 6)>(%i)
    %whole = affine.apply affine_map<()[s0] -> ((s0 floordiv 4) * 4)>()[%size]
    scf.for %a = %whole to %size step %c1 {
      scf.for %b = %whole to %size step %c1 {
        scf.for %c = %whole to %size step %c1 {
          scf.for %d = %whole to %size step %c1 {
            %v = memref.load %m[%d] : memref<90xf32>
            %e = math.exp %v : f32
            memref.store %e, %m[%d] : memref<90xf32>
          }
        }
      }
    }
  }
  return
}

// -----

// The same copy takes long if it reads by columns.
// CHECK-LABEL: func.func @columns(
// CHECK:         call @columns_task0(
// CHECK-LABEL: func.func @rows(
// CHECK-NOT:     call
func.func @columns(%call: !llvm.ptr, %m: memref<300x300xf32>, %out: memref<300x300xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 300 : index
  scf.forall (%i) in (300) {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %m[%j, %i] : memref<300x300xf32>
      memref.store %a, %out[%i, %j] : memref<300x300xf32>
    }
  }
  return
}
func.func @rows(%call: !llvm.ptr, %m: memref<300x300xf32>, %out: memref<300x300xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 300 : index
  scf.forall (%i) in (300) {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.load %m[%i, %j] : memref<300x300xf32>
      memref.store %a, %out[%i, %j] : memref<300x300xf32>
    }
  }
  return
}
