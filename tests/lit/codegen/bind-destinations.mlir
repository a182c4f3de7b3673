// RUN: ingot-opt %s --ingot-bind-destinations | FileCheck %s

// Inputs are only read; the destination alone is writable and noalias.
// CHECK-LABEL: func.func @k7(
// CHECK-SAME:    %[[A:.*]]: memref<?x4xf32>, %[[S:.*]]: f32, %[[OUT:.*]]: memref<?x4xf32> {llvm.noalias})
// CHECK-NOT:     ->
module @k7 {
func.func @kernel(%a: tensor<?x4xf32>, %s: f32, %out: tensor<?x4xf32>)
    -> tensor<?x4xf32> {
  // CHECK-DAG:     %[[IN:.*]] = bufferization.to_tensor %[[A]] restrict :
  // CHECK-DAG:     %[[TO:.*]] = bufferization.to_tensor %[[OUT]] restrict writable
  // CHECK:         %[[R:.*]] = linalg.negf ins(%[[IN]]{{.*}}outs(%[[TO]]
  %r = linalg.negf ins(%a : tensor<?x4xf32>) outs(%out : tensor<?x4xf32>)
      -> tensor<?x4xf32>
  // CHECK:         bufferization.materialize_in_destination %[[R]] in restrict writable %[[OUT]]
  // CHECK-NEXT:    return{{$}}
  return %r : tensor<?x4xf32>
}
}
