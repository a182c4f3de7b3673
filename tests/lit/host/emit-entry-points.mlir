// RUN: ingot-opt %s --split-input-file --ingot-emit-entry-points | FileCheck %s

module attributes {ingot.manifest = "abi_version: 1 entry_points { name: \"twice\" arguments { element: F32 shape: -1 } results { element: F32 shape: -1 } } constants { name: \"w\" type { element: F32 shape: 2 shape: 3 } digest { hash: \"abc\" size_bytes: 24 } }"} {
  llvm.func @use(!llvm.ptr, i64, i64)
  llvm.func @program.twice(%call: !llvm.ptr, %p: !llvm.ptr, %q: !llvm.ptr, %o: i64, %n: i64, %s: i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> {
    llvm.call @use(%q, %n, %s) : (!llvm.ptr, i64, i64) -> ()
    %0 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    %zero = llvm.mlir.constant(0 : i64) : i64
    %is = llvm.icmp "eq" %n, %zero : i64
    llvm.cond_br %is, ^none, ^some
  ^none:
    llvm.return %0 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  ^some:
    %1 = llvm.insertvalue %q, %0[1] : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    llvm.return %1 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  }
}

// The wrapper reads one size, makes the dense stride, does what the function
// did, and stores what that would have returned, wherever it did.
// CHECK-NOT:   @program.twice
// CHECK:       llvm.func internal @[[WRAPPER:ingot\.entry\.[0-9]+]](%[[CALL:.*]]: !llvm.ptr, %[[IN:.*]]: !llvm.ptr, %[[OUT:.*]]: !llvm.ptr)
// CHECK:         %[[DATA:.*]] = llvm.load %{{.*}} : !llvm.ptr -> !llvm.ptr
// CHECK:         %[[SIZE:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i64
// CHECK-NEXT:    %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
// CHECK:         llvm.call @use(%[[DATA]], %[[SIZE]], %[[ONE]])
// CHECK:         llvm.cond_br
// CHECK:         llvm.extractvalue %{{.*}}[1]
// CHECK:         llvm.extractvalue %{{.*}}[3, 0]
// CHECK:         llvm.extractvalue %{{.*}}[4, 0]
// CHECK:         llvm.return{{$}}
// CHECK:         %[[R:.*]] = llvm.insertvalue %[[DATA]],
// CHECK:         llvm.extractvalue %[[R]][1]
// CHECK:         llvm.return{{$}}

// 24 bytes for the constant, its digest as text, the manifest in its section.
// CHECK:       "abc\00"
// CHECK:       llvm.mlir.constant(24 : i64)
// CHECK:       section = ".ingot.manifest"
// CHECK:       llvm.func @ingot_executable_v1() -> !llvm.ptr

// -----

// Initialisers get wrappers as entry points do, in an array of their own. The
// second derivation applies the second of them, 48 bytes on, to the constant
// and to what the first one made.

// CHECK-LABEL: llvm.func internal @program.unused
// CHECK-DAG:   llvm.func internal @[[FIRST:ingot\.entry\.[0-9]+]]{{.*}} {
// CHECK-DAG:     llvm.call @halve(
// CHECK-DAG:     llvm.call @join(
// CHECK:       llvm.mlir.global internal constant @[[INPUTS:ingot\.inputs\.[0-9]+]](dense<0> : tensor<1xi64>)
// CHECK:       llvm.mlir.global internal constant @[[BOTH:ingot\.inputs\.[0-9]+]](dense<[1, 0]> : tensor<2xi64>)
// CHECK:       llvm.mlir.global internal constant @[[TABLE:ingot\.derivations\.[0-9]+]]()
// CHECK-SAME:    !llvm.array<2 x struct<(ptr, ptr)>>
// CHECK:         llvm.mlir.addressof @[[ENTRIES:ingot\.entries\.[0-9]+]]
// CHECK:         llvm.mlir.addressof @[[INPUTS]]
// CHECK:         %[[BASE:.*]] = llvm.mlir.addressof @[[ENTRIES]]
// CHECK:         llvm.getelementptr %[[BASE]][48]
// CHECK:         llvm.mlir.addressof @[[BOTH]]
// CHECK:       @ingot.table
// CHECK:         llvm.mlir.constant(3 : i32)
// CHECK:         llvm.mlir.constant(2 : i64)
// CHECK-NEXT:    llvm.insertvalue
// CHECK-NEXT:    llvm.mlir.addressof @[[TABLE]]
module attributes {ingot.manifest = "abi_version: 3 constants { name: \"w\" type { element: F32 shape: 2 } } initialisers { name: \"halve\" arguments { element: F32 shape: 2 } results { element: F32 shape: 1 } } initialisers { name: \"join\" arguments { element: F32 shape: 1 } arguments { element: F32 shape: 2 } results { element: F32 shape: 3 } } derivations { inputs: 0 } derivations { initialiser: 1 inputs: 1 inputs: 0 }"} {
  llvm.func @halve()
  llvm.func @join()
  llvm.func @program.unused(%call: !llvm.ptr) {
    llvm.return
  }
  llvm.func @program.halve(%call: !llvm.ptr, %p: !llvm.ptr, %q: !llvm.ptr, %o: i64, %n: i64, %s: i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> {
    llvm.call @halve() : () -> ()
    %0 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    llvm.return %0 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  }
  llvm.func @program.join(%call: !llvm.ptr, %p: !llvm.ptr, %q: !llvm.ptr, %o: i64, %n: i64, %s: i64, %p1: !llvm.ptr, %q1: !llvm.ptr, %o1: i64, %n1: i64, %s1: i64) -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)> {
    llvm.call @join() : () -> ()
    %0 = llvm.mlir.undef : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
    llvm.return %0 : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
  }
}

// -----

// A function that others call stays one, and its wrapper calls it.

// CHECK-LABEL: llvm.func internal @program.again(
// CHECK:         llvm.call @program.again(
// CHECK:       llvm.func internal @ingot.entry.0(%[[CALL:[^:]*]]: !llvm.ptr,
// CHECK:         llvm.call @program.again(%[[CALL]]) : (!llvm.ptr) -> ()
// CHECK-NEXT:    llvm.return{{$}}
module attributes {ingot.manifest = "abi_version: 1 entry_points { name: \"again\" }"} {
  llvm.func @program.again(%call: !llvm.ptr) {
    llvm.call @program.again(%call) : (!llvm.ptr) -> ()
    llvm.return
  }
}

// -----

// So does one that another entry point calls, and one whose address is kept.
// The one that calls has two results, which it returns at two places.

// CHECK-DAG:   llvm.func internal @program.called(
// CHECK-DAG:   llvm.func internal @program.kept(
// CHECK-NOT:   @program.calls
// CHECK:       llvm.func internal @ingot.entry.0(%[[CALL:[^:]*]]: !llvm.ptr,
// CHECK:         llvm.cond_br
// CHECK:         %[[PAIR:.*]] = llvm.call @program.called(%[[CALL]])
// CHECK:         %[[FIRST:.*]] = llvm.extractvalue %[[PAIR]][0]
// CHECK:         llvm.extractvalue %[[FIRST]][1]
// CHECK:         %[[SECOND:.*]] = llvm.extractvalue %[[PAIR]][1]
// CHECK:         llvm.extractvalue %[[SECOND]][1]
// CHECK:         llvm.return{{$}}
// CHECK:         llvm.extractvalue %{{.*}}[0] : !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)>
// CHECK:         llvm.return{{$}}
// CHECK:       llvm.call @program.called(
// CHECK:       llvm.call @program.kept(
module attributes {ingot.manifest = "abi_version: 1 entry_points { name: \"calls\" results { element: F32 } results { element: F32 } } entry_points { name: \"called\" results { element: F32 } results { element: F32 } } entry_points { name: \"kept\" }"} {
  llvm.func @choose() -> i1
  llvm.func @program.calls(%call: !llvm.ptr) -> !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)> {
    %c = llvm.call @choose() : () -> i1
    llvm.cond_br %c, ^a, ^b
  ^a:
    %0 = llvm.call @program.called(%call) : (!llvm.ptr) -> !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)>
    llvm.return %0 : !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)>
  ^b:
    %1 = llvm.mlir.undef : !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)>
    llvm.return %1 : !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)>
  }
  llvm.func @program.called(%call: !llvm.ptr) -> !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)> {
    %0 = llvm.mlir.undef : !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)>
    llvm.return %0 : !llvm.struct<(struct<(ptr, ptr, i64)>, struct<(ptr, ptr, i64)>)>
  }
  llvm.func @program.kept(%call: !llvm.ptr) {
    llvm.return
  }
  llvm.mlir.global internal constant @table() : !llvm.ptr {
    %0 = llvm.mlir.addressof @program.kept : !llvm.ptr
    llvm.return %0 : !llvm.ptr
  }
}
