// RUN: ingot-opt %s --ingot-lower-launches | FileCheck %s

// Buffers are addresses: of a table, of an argument, or a place in the arena,
// each made once. What made descriptors is gone.
// CHECK-LABEL: func @addresses(
// CHECK-SAME:      %[[CALL:[a-z0-9]+]]: !llvm.ptr, %[[X:[a-z0-9]+]]: memref<4xf32>, %[[N:[a-z0-9]+]]: index)
// CHECK:         %[[ARGUMENT:.*]] = ingot.pointer %[[X]]
// CHECK:         memref.alloc() : memref<256xi8>
// CHECK:         %[[ARENA:.*]] = ingot.pointer
// CHECK-NOT:     ingot.constant
// CHECK:         llvm.getelementptr {{.*}}[24]
// CHECK-NEXT:    %[[CONSTANT:.*]] = llvm.load
// CHECK-NOT:     memref.view
// CHECK:         %[[A:.*]] = llvm.getelementptr %[[ARENA]][64]
// CHECK-NOT:     ingot.state
// CHECK:         llvm.getelementptr {{.*}}[8]
// CHECK-NEXT:    %[[STATE:.*]] = llvm.load
// CHECK:         %[[SCALAR:.*]] = arith.index_cast %[[N]]
// CHECK:         llvm.call @one(%[[CALL]], %[[ARGUMENT]], %[[CONSTANT]], %[[SCALAR]], %[[A]])
// CHECK-NEXT:    llvm.call @two(%[[CALL]], %[[A]], %[[CONSTANT]], %[[STATE]])
// CHECK-NEXT:    memref.dealloc
func.func @addresses(%call: !llvm.ptr, %x: memref<4xf32>, %n: index) {
  %arena = memref.alloc() : memref<256xi8>
  %at = arith.constant 64 : index
  %w = ingot.constant 3 : memref<4xf32>
  %a = memref.view %arena[%at][] : memref<256xi8> to memref<4xf32>
  %s = ingot.state 1 : memref<4xf32>
  ingot.dispatch @one ins(%x, %w, %n : memref<4xf32>, memref<4xf32>, index) outs(%a : memref<4xf32>) {bare_pointers}
  %b = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  ingot.dispatch @two ins(%b, %w : memref<2x2xf32>, memref<4xf32>) outs(%s : memref<4xf32>) {bare_pointers}
  memref.dealloc %arena : memref<256xi8>
  return
}

// Kernels that are told sizes, and scalars that LLVM has not, wait for the
// conversion.
// CHECK-LABEL: func @others(
// CHECK:         ingot.dispatch @sizes
// CHECK:         ingot.dispatch @complex
// CHECK-NOT:     llvm.call
func.func @others(%call: !llvm.ptr, %x: memref<?xf32>, %y: memref<4xf32>, %c: complex<f32>) {
  ingot.dispatch @sizes ins(%x : memref<?xf32>) outs(%x : memref<?xf32>)
  ingot.dispatch @complex ins(%c : complex<f32>) outs(%y : memref<4xf32>) {bare_pointers}
  return
}

// In a loop the address is made where the buffer is.
// CHECK-LABEL: func @loop(
// CHECK:         memref.alloc()
// CHECK:         ingot.pointer
// CHECK:         scf.for
// CHECK-NOT:       ingot.pointer
// CHECK:           llvm.call @three
func.func @loop(%call: !llvm.ptr, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  scf.for %i = %zero to %n step %one {
    ingot.dispatch @three ins(%i : index) outs(%a : memref<4xf32>) {bare_pointers}
  }
  memref.dealloc %a : memref<4xf32>
  return
}
