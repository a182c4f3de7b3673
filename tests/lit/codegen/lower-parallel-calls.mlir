// RUN: ingot-opt %s --ingot-lower-parallel-calls --split-input-file --verify-diagnostics | FileCheck %s

// What the task does not use is not passed on.
// CHECK-LABEL: llvm.func @f(
// CHECK-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[M:.*]]: !llvm.ptr, %{{.*}}: i64, %[[N:.*]]: i64)
llvm.func @f(%call: !llvm.ptr, %m: !llvm.ptr, %size: i64, %n: i64) {
  // CHECK:         %[[ENV:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr)>
  // CHECK:         %[[FIELD:.*]] = llvm.getelementptr inbounds %[[ENV]][0, 0]
  // CHECK:         llvm.store %[[M]], %[[FIELD]]
  // CHECK:         %[[FN:.*]] = llvm.mlir.addressof @task_entry
  // CHECK:         llvm.getelementptr inbounds %[[CALL]][24]
  // CHECK:         llvm.call %{{.*}}(%{{.*}}, %[[FN]], %[[ENV]], %[[N]])
  // CHECK-NOT:     @task(
  %c0 = llvm.mlir.constant(0 : i64) : i64
  llvm.call @task(%call, %m, %size, %c0, %n)
      : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func @task(
// CHECK-SAME:    %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: i64)
// CHECK-NOT:     ingot.task
llvm.func @task(%call: !llvm.ptr, %m: !llvm.ptr {llvm.noalias}, %size: i64,
                %begin: i64, %end: i64) attributes {ingot.task} {
  llvm.store %begin, %m : i64, !llvm.ptr
  llvm.return
}

// CHECK-LABEL: llvm.func internal @task_entry(
// CHECK-SAME:    %[[ENV:.*]]: !llvm.ptr, %[[BEGIN:.*]]: i64, %[[END:.*]]: i64)
// CHECK:         %[[FIELD:.*]] = llvm.getelementptr inbounds %[[ENV]][0, 0]
// CHECK:         %[[M:.*]] = llvm.load %[[FIELD]]
// CHECK:         llvm.call @task(%[[M]], %[[BEGIN]], %[[END]])

// -----

// A loop that turns out short is run where it is, by the task itself.
// CHECK-LABEL: llvm.func @maybe(
// CHECK-SAME:    %{{.*}}: !llvm.ptr, %[[M:.*]]: !llvm.ptr, %{{.*}}: i64, %[[N:.*]]: i64, %{{.*}}: i1)
// CHECK:         llvm.call @work(%[[M]], %{{.*}}, %[[N]]) : (!llvm.ptr, i64, i64) -> ()
// CHECK:         llvm.mlir.addressof @work_entry
llvm.func @maybe(%call: !llvm.ptr, %m: !llvm.ptr, %size: i64, %n: i64, %is_short: i1) {
  %c0 = llvm.mlir.constant(0 : i64) : i64
  llvm.cond_br %is_short, ^here, ^everywhere
^here:
  llvm.call @work(%call, %m, %size, %c0, %n) {ingot.serial}
      : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
^everywhere:
  llvm.call @work(%call, %m, %size, %c0, %n)
      : (!llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
}
llvm.func @work(%call: !llvm.ptr, %m: !llvm.ptr, %size: i64,
                %begin: i64, %end: i64) attributes {ingot.task} {
  llvm.store %begin, %m : i64, !llvm.ptr
  llvm.return
}

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

// -----

llvm.func @task(%call: !llvm.ptr, %begin: i64, %end: i64)
    attributes {ingot.task} {
  llvm.return
}
llvm.func @twice(%call: !llvm.ptr, %begin: i64, %end: i64) {
  llvm.call @task(%call, %begin, %end) : (!llvm.ptr, i64, i64) -> ()
  // expected-error @+1 {{starts a task that is started elsewhere too}}
  llvm.call @task(%call, %begin, %end) : (!llvm.ptr, i64, i64) -> ()
  llvm.return
}
