// RUN: ingot-opt %s --ingot-convert-ml-program-to-func -split-input-file -verify-diagnostics | FileCheck %s

ml_program.global private mutable @count(dense<0> : tensor<i32>) : tensor<i32>

// CHECK-LABEL: func.func private @plain(
// CHECK-SAME:    %[[A:.*]]: tensor<i32>) -> tensor<i32>
// CHECK-NEXT:    return %[[A]]
ml_program.func private @plain(%arg0: tensor<i32>) -> tensor<i32> {
  ml_program.return %arg0 : tensor<i32>
}

// The text stores first; the token says that the load comes first.
// CHECK-LABEL: func.func @graph(
// CHECK-SAME:    %[[NEW:.*]]: tensor<i32>) -> tensor<i32>
// CHECK-NEXT:    %[[OLD:.*]] = ml_program.global_load @count
// CHECK-NEXT:    ml_program.global_store @count = %[[NEW]]
// CHECK-NEXT:    return %[[OLD]]
ml_program.subgraph @graph(%new: tensor<i32>) -> tensor<i32> {
  %stored = ml_program.global_store_graph @count = %new ordering (%loaded -> !ml_program.token) : tensor<i32>
  %begin = ml_program.token
  %old, %loaded = ml_program.global_load_graph @count ordering (%begin -> !ml_program.token) : tensor<i32>
  ml_program.output %old : tensor<i32>
}

// -----

// expected-error @+1 {{depend on each other in a circle}}
ml_program.subgraph @circle() -> tensor<i32> {
  %0 = arith.addi %1, %1 : tensor<i32>
  %1 = arith.addi %0, %0 : tensor<i32>
  ml_program.output %0 : tensor<i32>
}
