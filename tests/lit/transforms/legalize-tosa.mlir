// RUN: ingot-opt %s --pass-pipeline='builtin.module(ingot-legalize-tosa)' | FileCheck %s
// RUN: ingot-opt %s --split-input-file --pass-pipeline='builtin.module(ingot-legalize-tosa)' --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=RUNS

// CHECK-LABEL: func.func @tosa(
// CHECK-NOT:     tosa.
// CHECK:         linalg.generic
// CHECK:           arith.addf
// RUNS:        IR Dump After TosaMakeBroadcastable
// RUNS:        IR Dump After LegalizeTosa
func.func @tosa(%x: tensor<2x3xf32>, %b: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = tosa.add %x, %b : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Nothing runs where there is none.
// RUNS-NOT:    IR Dump
// RUNS:        IR Dump After LegalizeTosa
// RUNS-NOT:    IR Dump
func.func @other(%x: f32) -> f32 {
  %0 = arith.addf %x, %x : f32
  return %0 : f32
}
