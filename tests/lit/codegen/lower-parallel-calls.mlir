// RUN: ingot-opt %s --ingot-lower-parallel-calls --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[M:.*]]: !llvm.ptr, %[[N:.*]]: i64)
llvm.func @f(%call: !llvm.ptr, %m: !llvm.ptr, %n: i64) {
  // CHECK:         %[[ENV:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr)>
  // CHECK:         llvm.store %{{.*}}, %[[ENV]]
  // CHECK:         %[[FN:.*]] = llvm.mlir.addressof @task_entry
  // CHECK:         llvm.getelementptr inbounds %[[CALL]][24]
  // CHECK:         llvm.call %{{.*}}(%{{.*}}, %[[FN]], %[[ENV]], %[[N]])
  // CHECK-NOT:     @task(
  %c0 = llvm.mlir.constant(0 : i64) : i64
  llvm.call @task(%call, %m, %c0, %n)
      : (!llvm.ptr, !llvm.ptr, i64, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @task(
// CHECK-NOT:     ingot.task
llvm.func @task(%call: !llvm.ptr, %m: !llvm.ptr, %begin: i64, %end: i64)
    attributes {ingot.task} {
  llvm.return
}

// CHECK-LABEL: llvm.func internal @task_entry(
// CHECK-SAME:    %[[ENV:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK:         llvm.load %[[ENV]]
// CHECK:         llvm.call @task(%{{.*}}, %{{.*}}, %[[BEGIN]], %[[END]])

// -----

llvm.func @inner(%call: !llvm.ptr, %begin: i64, %end: i64)
    attributes {ingot.task} {
  llvm.return
}
llvm.func @outer(%call: !llvm.ptr, %begin: i64, %end: i64)
    attributes {ingot.task} {
  // expected-error @+1 {{starts a task from inside a task}}
  llvm.call @inner(%call, %begin, %end) : (!llvm.ptr, i64, i64) -> ()
  llvm.return
}
