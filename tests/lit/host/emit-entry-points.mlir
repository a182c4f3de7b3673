// RUN: ingot-opt %s --ingot-emit-entry-points | FileCheck %s

// CHECK-LABEL: llvm.func internal @program.twice(
module attributes {ingot.manifest = "abi_version: 1 entry_points { name: \"twice\" arguments { element: F32 shape: -1 } results { element: F32 shape: -1 } } constants { name: \"w\" type { element: F32 shape: 2 shape: 3 } digest { hash: \"abc\" size_bytes: 24 } }"} {
  llvm.func @program.twice(%call: !llvm.ptr, %p: !llvm.ptr, %q: !llvm.ptr, %o: i64, %n: i64, %s: i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> {
    %0 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    llvm.return %0 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  }
}

// The wrapper reads one size, makes the dense stride, and stores what came back.
// CHECK:       llvm.func internal @[[WRAPPER:ingot\.entry\.[0-9]+]](%[[CALL:.*]]: !llvm.ptr, %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr)
// CHECK:         %[[R:.*]] = llvm.call @program.twice(%[[CALL]],
// CHECK:         llvm.extractvalue %[[R]][1]
// CHECK:         llvm.extractvalue %[[R]][3, 0]
// CHECK:         llvm.extractvalue %[[R]][4, 0]
// CHECK:         llvm.return

// 24 bytes for the constant, its digest as text, the manifest in its section.
// CHECK:       "abc\00"
// CHECK:       llvm.mlir.constant(24 : i64)
// CHECK:       section = ".ingot.manifest"
// CHECK:       llvm.func @ingot_executable_v1() -> !llvm.ptr
