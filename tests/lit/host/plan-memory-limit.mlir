// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(ingot-plan-memory))' | FileCheck %s
// RUN: ingot-opt %s --pass-pipeline='builtin.module(func.func(ingot-plan-memory{max-bytes=131200}))' | FileCheck %s --check-prefix=LIMIT
// RUN: not ingot-opt %s --pass-pipeline='builtin.module(func.func(ingot-plan-memory{max-bytes=131199}))' 2>&1 | FileCheck %s --check-prefix=ERROR

// Large buffers take whole pages, but none of a memory that has a limit.
// CHECK: ingot.arena_bytes = 139264 : i64
// LIMIT: ingot.arena_bytes = 131200 : i64
// ERROR: error: target.memory_spaces: 'arena' has 131199 bytes, and a call of this function takes 131200
func.func @large(%x: memref<4xf32>, %y: memref<4xf32>) {
  %a = memref.alloc() {alignment = 64 : i64} : memref<16400xf32>
  ingot.dispatch @k ins(%x : memref<4xf32>) outs(%a : memref<16400xf32>)
  %b = memref.alloc() {alignment = 64 : i64} : memref<16400xf32>
  ingot.dispatch @k ins(%a : memref<16400xf32>) outs(%b : memref<16400xf32>)
  ingot.dispatch @k ins(%b : memref<16400xf32>) outs(%y : memref<4xf32>)
  memref.dealloc %a : memref<16400xf32>
  memref.dealloc %b : memref<16400xf32>
  return
}
