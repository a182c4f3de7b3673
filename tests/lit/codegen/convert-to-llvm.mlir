// RUN: ingot-opt %s --ingot-convert-to-llvm --split-input-file --verify-diagnostics | FileCheck %s

// A memref is seven values of its own in a signature; libm and intrinsics
// coexist; an allocation is a placeholder until ingot-lower-allocations.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64)
func.func @f(%call: !llvm.ptr, %m: memref<?x4xf32>) {
  // CHECK:         llvm.call @_mlir_memref_to_llvm_aligned_alloc
  // CHECK:         llvm.intr.sqrt
  // CHECK:         llvm.call @_mlir_memref_to_llvm_free
  %c0 = arith.constant 0 : index
  %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  %x = memref.load %m[%c0, %c0] : memref<?x4xf32>
  %y = math.sqrt %x : f32
  memref.store %y, %a[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return
}

// Of a destination the pointer to its data aliases nothing.
// CHECK-LABEL: llvm.func @destination(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64)
func.func @destination(%m: memref<4xf32>, %scalar: memref<f32> {llvm.noalias}) {
  return
}

// With bare pointers nothing else is told of a memref.
// CHECK-LABEL: llvm.func @pointers(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %{{.*}}: f32, %{{.*}}: !llvm.ptr {llvm.noalias})
func.func @pointers(%m: memref<4x3xf32>, %s: f32, %o: memref<f32> {llvm.noalias})
    attributes {llvm.bareptr} {
  memref.store %s, %o[] : memref<f32>
  return
}

// -----

func.func @left_over(%m: memref<4xf32>, %c: i1) {
  // expected-error @+1 {{failed to legalize operation 'scf.if'}}
  scf.if %c {
  }
  return
}
