// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(ingot-plan-memory))' --split-input-file | FileCheck %s

// One arena, allocated first and released last. The first and the third buffer
// are never alive together and share its first 64 bytes.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    attributes {ingot.arena_bytes = 128 : i64}
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[A:.*]] = memref.view %[[ARENA]][%[[C0]]][] : memref<128xi8> to memref<4xf32>
// CHECK:         %[[C64:.*]] = arith.constant 64 : index
// CHECK:         %[[B:.*]] = memref.view %[[ARENA]][%[[C64]]][] : memref<128xi8> to memref<4xf32>
// CHECK:         ingot.dispatch @k ins(%[[A]] : memref<4xf32>) outs(%[[B]] : memref<4xf32>)
// CHECK:         %[[C:.*]] = memref.view %[[ARENA]][%{{.*}}][] : memref<128xi8> to memref<4xf32>
// CHECK:         ingot.dispatch @k ins(%[[C]] : memref<4xf32>) outs(%arg1 : memref<4xf32>)
// CHECK-NOT:     memref.dealloc %[[A]]
// CHECK:         memref.dealloc %[[ARENA]]
// CHECK-NEXT:    return
func.func @chain(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  ingot.dispatch @k ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %b = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  ingot.dispatch @k ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  %c = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  ingot.dispatch @k ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  ingot.dispatch @k ins(%c : memref<4xf32>) outs(%y : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  memref.dealloc %c : memref<4xf32>
  return
}

// -----

// A view is a use of what it looks at, and so is all that a loop may come back
// to: the two must not share.
// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    attributes {ingot.arena_bytes = 128 : i64}
func.func @loop(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %outer = memref.alloc() : memref<4xf32>
  %view = memref.expand_shape %outer [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  ingot.dispatch @k ins(%x : memref<4xf32>) outs(%outer : memref<4xf32>)
  scf.for %i = %c0 to %n step %c1 {
    ingot.dispatch @read ins(%view : memref<2x2xf32>) outs(%x : memref<4xf32>)
    %inner = memref.alloc() : memref<4xf32>
    ingot.dispatch @k ins(%x : memref<4xf32>) outs(%inner : memref<4xf32>)
    ingot.dispatch @k ins(%inner : memref<4xf32>) outs(%x : memref<4xf32>)
    memref.dealloc %inner : memref<4xf32>
  }
  memref.dealloc %outer : memref<4xf32>
  return
}

// -----

// A buffer that a loop carries may have any lifetime: it keeps its own.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    attributes {ingot.arena_bytes = 64 : i64}
// CHECK:         memref.dealloc %[[ARENA:.*]] : memref<64xi8>
func.func @carried(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> (memref<4xf32>) {
    ingot.dispatch @k ins(%x : memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %m : memref<4xf32>
  }
  ingot.dispatch @k ins(%last : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// Results are the caller's, and a buffer that two places may release is nobody's
// to plan.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     ingot.arena_bytes
// CHECK-NOT:     memref.view
func.func @kept(%x: memref<4xf32>, %is: i1) -> memref<4xf32> {
  %result = memref.alloc() : memref<4xf32>
  ingot.dispatch @k ins(%x : memref<4xf32>) outs(%result : memref<4xf32>)
  %a = memref.alloc() : memref<4xf32>
  scf.if %is {
    memref.dealloc %a : memref<4xf32>
  } else {
    memref.dealloc %a : memref<4xf32>
  }
  return %result : memref<4xf32>
}

// -----

// A size that the run decides has no place; it is released after its last use.
// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK:         ingot.dispatch @k ins(%[[A]] : memref<?xf32>)
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NEXT:    ingot.dispatch @other
func.func @unknown(%x: memref<4xf32>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  ingot.dispatch @fill outs(%a : memref<?xf32>)
  ingot.dispatch @k ins(%a : memref<?xf32>) outs(%x : memref<4xf32>)
  ingot.dispatch @other outs(%x : memref<4xf32>)
  memref.dealloc %a : memref<?xf32>
  return
}

// -----

// Elements take the bytes that LLVM gives them in an array.
// CHECK-LABEL: func.func @elements(
// CHECK-SAME:    attributes {ingot.arena_bytes = 448 : i64}
func.func @elements(%x: memref<4xf32>) {
  %bits = memref.alloc() : memref<64xi1>
  %odd = memref.alloc() : memref<32xi24>
  %pairs = memref.alloc() : memref<8xcomplex<f64>>
  %numbers = memref.alloc() : memref<16xindex>
  %none = memref.alloc() : memref<0xf32>
  ingot.dispatch @k ins(%bits, %odd, %pairs, %numbers, %none : memref<64xi1>, memref<32xi24>, memref<8xcomplex<f64>>, memref<16xindex>, memref<0xf32>) outs(%x : memref<4xf32>)
  memref.dealloc %bits : memref<64xi1>
  memref.dealloc %odd : memref<32xi24>
  memref.dealloc %pairs : memref<8xcomplex<f64>>
  memref.dealloc %numbers : memref<16xindex>
  memref.dealloc %none : memref<0xf32>
  return
}
