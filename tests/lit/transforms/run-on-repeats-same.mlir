// Plans are the same, whether layers that come again are a function for a while
// or not.

// RUN: ingot-opt %s --pass-pipeline='builtin.module(ingot-run-on-repeats{pipeline=ingot-inline-calls,ingot-convert-ml-program-to-ingot,ingot-decompose-composites,ingot-canonicalize,cse},ingot-run-on-repeats{pipeline=ingot-fuse-producers,ingot-canonicalize,cse},ingot-form-kernels,ingot-canonicalize,cse,ingot-name-kernels)' > %t.with
// RUN: ingot-opt %s --pass-pipeline='builtin.module(ingot-inline-calls,ingot-convert-ml-program-to-ingot,ingot-decompose-composites,ingot-canonicalize,cse,ingot-fuse-producers,ingot-canonicalize,cse,ingot-form-kernels,ingot-canonicalize,cse,ingot-name-kernels)' > %t.without
// RUN: diff %t.with %t.without
// RUN: FileCheck %s < %t.with

// Each of them has such layers.
// RUN: ingot-opt %s --pass-pipeline='builtin.module(ingot-run-on-repeats{pipeline=symbol-dce})' --mlir-print-ir-before=symbol-dce -o /dev/null 2>&1 | FileCheck %s --check-prefix=DURING

// All layers read the input of the first as well.
// CHECK-LABEL: func.func @skip(
// DURING-LABEL: func.func @skip(
// DURING-COUNT-4: call @ingot_repeat
func.func @skip(%x0: tensor<4xf32>, %w0: tensor<4xf32>, %w1: tensor<4xf32>, %w2: tensor<4xf32>, %w3: tensor<4xf32>, %w4: tensor<4xf32>, %w5: tensor<4xf32>) -> tensor<4xf32> {
  %a0_0 = arith.mulf %x0, %w0 : tensor<4xf32>
  %a0_1 = math.exp %a0_0 : tensor<4xf32>  %a0_2 = math.sin %a0_1 : tensor<4xf32>  %a0_3 = math.cos %a0_2 : tensor<4xf32>
  %a0_4 = math.absf %a0_3 : tensor<4xf32>  %a0_5 = math.tanh %a0_4 : tensor<4xf32>  %a0_6 = math.exp %a0_5 : tensor<4xf32>
  %a0_7 = math.sin %a0_6 : tensor<4xf32>  %a0_8 = math.cos %a0_7 : tensor<4xf32>  %a0_9 = math.absf %a0_8 : tensor<4xf32>
  %a0_10 = math.tanh %a0_9 : tensor<4xf32>  %a0_11 = math.exp %a0_10 : tensor<4xf32>  %a0_12 = math.sin %a0_11 : tensor<4xf32>
  %a0_13 = math.cos %a0_12 : tensor<4xf32>  %a0_14 = math.absf %a0_13 : tensor<4xf32>
  %b0 = arith.addf %a0_14, %x0 : tensor<4xf32>
  %x1 = arith.addf %b0, %x0 : tensor<4xf32>
  %a1_0 = arith.mulf %x1, %w1 : tensor<4xf32>
  %a1_1 = math.exp %a1_0 : tensor<4xf32>  %a1_2 = math.sin %a1_1 : tensor<4xf32>  %a1_3 = math.cos %a1_2 : tensor<4xf32>
  %a1_4 = math.absf %a1_3 : tensor<4xf32>  %a1_5 = math.tanh %a1_4 : tensor<4xf32>  %a1_6 = math.exp %a1_5 : tensor<4xf32>
  %a1_7 = math.sin %a1_6 : tensor<4xf32>  %a1_8 = math.cos %a1_7 : tensor<4xf32>  %a1_9 = math.absf %a1_8 : tensor<4xf32>
  %a1_10 = math.tanh %a1_9 : tensor<4xf32>  %a1_11 = math.exp %a1_10 : tensor<4xf32>  %a1_12 = math.sin %a1_11 : tensor<4xf32>
  %a1_13 = math.cos %a1_12 : tensor<4xf32>  %a1_14 = math.absf %a1_13 : tensor<4xf32>
  %b1 = arith.addf %a1_14, %x0 : tensor<4xf32>
  %x2 = arith.addf %b1, %x1 : tensor<4xf32>
  %a2_0 = arith.mulf %x2, %w2 : tensor<4xf32>
  %a2_1 = math.exp %a2_0 : tensor<4xf32>  %a2_2 = math.sin %a2_1 : tensor<4xf32>  %a2_3 = math.cos %a2_2 : tensor<4xf32>
  %a2_4 = math.absf %a2_3 : tensor<4xf32>  %a2_5 = math.tanh %a2_4 : tensor<4xf32>  %a2_6 = math.exp %a2_5 : tensor<4xf32>
  %a2_7 = math.sin %a2_6 : tensor<4xf32>  %a2_8 = math.cos %a2_7 : tensor<4xf32>  %a2_9 = math.absf %a2_8 : tensor<4xf32>
  %a2_10 = math.tanh %a2_9 : tensor<4xf32>  %a2_11 = math.exp %a2_10 : tensor<4xf32>  %a2_12 = math.sin %a2_11 : tensor<4xf32>
  %a2_13 = math.cos %a2_12 : tensor<4xf32>  %a2_14 = math.absf %a2_13 : tensor<4xf32>
  %b2 = arith.addf %a2_14, %x0 : tensor<4xf32>
  %x3 = arith.addf %b2, %x2 : tensor<4xf32>
  %a3_0 = arith.mulf %x3, %w3 : tensor<4xf32>
  %a3_1 = math.exp %a3_0 : tensor<4xf32>  %a3_2 = math.sin %a3_1 : tensor<4xf32>  %a3_3 = math.cos %a3_2 : tensor<4xf32>
  %a3_4 = math.absf %a3_3 : tensor<4xf32>  %a3_5 = math.tanh %a3_4 : tensor<4xf32>  %a3_6 = math.exp %a3_5 : tensor<4xf32>
  %a3_7 = math.sin %a3_6 : tensor<4xf32>  %a3_8 = math.cos %a3_7 : tensor<4xf32>  %a3_9 = math.absf %a3_8 : tensor<4xf32>
  %a3_10 = math.tanh %a3_9 : tensor<4xf32>  %a3_11 = math.exp %a3_10 : tensor<4xf32>  %a3_12 = math.sin %a3_11 : tensor<4xf32>
  %a3_13 = math.cos %a3_12 : tensor<4xf32>  %a3_14 = math.absf %a3_13 : tensor<4xf32>
  %b3 = arith.addf %a3_14, %x0 : tensor<4xf32>
  %x4 = arith.addf %b3, %x3 : tensor<4xf32>
  %a4_0 = arith.mulf %x4, %w4 : tensor<4xf32>
  %a4_1 = math.exp %a4_0 : tensor<4xf32>  %a4_2 = math.sin %a4_1 : tensor<4xf32>  %a4_3 = math.cos %a4_2 : tensor<4xf32>
  %a4_4 = math.absf %a4_3 : tensor<4xf32>  %a4_5 = math.tanh %a4_4 : tensor<4xf32>  %a4_6 = math.exp %a4_5 : tensor<4xf32>
  %a4_7 = math.sin %a4_6 : tensor<4xf32>  %a4_8 = math.cos %a4_7 : tensor<4xf32>  %a4_9 = math.absf %a4_8 : tensor<4xf32>
  %a4_10 = math.tanh %a4_9 : tensor<4xf32>  %a4_11 = math.exp %a4_10 : tensor<4xf32>  %a4_12 = math.sin %a4_11 : tensor<4xf32>
  %a4_13 = math.cos %a4_12 : tensor<4xf32>  %a4_14 = math.absf %a4_13 : tensor<4xf32>
  %b4 = arith.addf %a4_14, %x0 : tensor<4xf32>
  %x5 = arith.addf %b4, %x4 : tensor<4xf32>
  %a5_0 = arith.mulf %x5, %w5 : tensor<4xf32>
  %a5_1 = math.exp %a5_0 : tensor<4xf32>  %a5_2 = math.sin %a5_1 : tensor<4xf32>  %a5_3 = math.cos %a5_2 : tensor<4xf32>
  %a5_4 = math.absf %a5_3 : tensor<4xf32>  %a5_5 = math.tanh %a5_4 : tensor<4xf32>  %a5_6 = math.exp %a5_5 : tensor<4xf32>
  %a5_7 = math.sin %a5_6 : tensor<4xf32>  %a5_8 = math.cos %a5_7 : tensor<4xf32>  %a5_9 = math.absf %a5_8 : tensor<4xf32>
  %a5_10 = math.tanh %a5_9 : tensor<4xf32>  %a5_11 = math.exp %a5_10 : tensor<4xf32>  %a5_12 = math.sin %a5_11 : tensor<4xf32>
  %a5_13 = math.cos %a5_12 : tensor<4xf32>  %a5_14 = math.absf %a5_13 : tensor<4xf32>
  %b5 = arith.addf %a5_14, %x0 : tensor<4xf32>
  %x6 = arith.addf %b5, %x5 : tensor<4xf32>
  return %x6 : tensor<4xf32>
}

// A layer stores what it loads then.
// CHECK-LABEL: func.func @state(
// DURING-LABEL: func.func @state(
// DURING-COUNT-4: call @ingot_repeat
ml_program.global private mutable @s(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @state(%x0: tensor<4xf32>, %w0: tensor<4xf32>, %w1: tensor<4xf32>, %w2: tensor<4xf32>, %w3: tensor<4xf32>, %w4: tensor<4xf32>, %w5: tensor<4xf32>) -> tensor<4xf32> {
  %a0_0 = arith.mulf %x0, %w0 : tensor<4xf32>
  %a0_1 = math.exp %a0_0 : tensor<4xf32>  %a0_2 = math.sin %a0_1 : tensor<4xf32>  %a0_3 = math.cos %a0_2 : tensor<4xf32>
  %a0_4 = math.absf %a0_3 : tensor<4xf32>  %a0_5 = math.tanh %a0_4 : tensor<4xf32>  %a0_6 = math.exp %a0_5 : tensor<4xf32>
  %a0_7 = math.sin %a0_6 : tensor<4xf32>  %a0_8 = math.cos %a0_7 : tensor<4xf32>
  ml_program.global_store @s = %a0_8 : tensor<4xf32>
  %b0_0 = ml_program.global_load @s : tensor<4xf32>
  %b0_1 = math.cos %b0_0 : tensor<4xf32>  %b0_2 = math.absf %b0_1 : tensor<4xf32>  %b0_3 = math.tanh %b0_2 : tensor<4xf32>
  %b0_4 = math.exp %b0_3 : tensor<4xf32>  %b0_5 = math.sin %b0_4 : tensor<4xf32>  %b0_6 = math.cos %b0_5 : tensor<4xf32>
  %b0_7 = math.absf %b0_6 : tensor<4xf32>  %b0_8 = math.tanh %b0_7 : tensor<4xf32>
  %x1 = arith.addf %b0_8, %x0 : tensor<4xf32>
  %a1_0 = arith.mulf %x1, %w1 : tensor<4xf32>
  %a1_1 = math.exp %a1_0 : tensor<4xf32>  %a1_2 = math.sin %a1_1 : tensor<4xf32>  %a1_3 = math.cos %a1_2 : tensor<4xf32>
  %a1_4 = math.absf %a1_3 : tensor<4xf32>  %a1_5 = math.tanh %a1_4 : tensor<4xf32>  %a1_6 = math.exp %a1_5 : tensor<4xf32>
  %a1_7 = math.sin %a1_6 : tensor<4xf32>  %a1_8 = math.cos %a1_7 : tensor<4xf32>
  ml_program.global_store @s = %a1_8 : tensor<4xf32>
  %b1_0 = ml_program.global_load @s : tensor<4xf32>
  %b1_1 = math.cos %b1_0 : tensor<4xf32>  %b1_2 = math.absf %b1_1 : tensor<4xf32>  %b1_3 = math.tanh %b1_2 : tensor<4xf32>
  %b1_4 = math.exp %b1_3 : tensor<4xf32>  %b1_5 = math.sin %b1_4 : tensor<4xf32>  %b1_6 = math.cos %b1_5 : tensor<4xf32>
  %b1_7 = math.absf %b1_6 : tensor<4xf32>  %b1_8 = math.tanh %b1_7 : tensor<4xf32>
  %x2 = arith.addf %b1_8, %x1 : tensor<4xf32>
  %a2_0 = arith.mulf %x2, %w2 : tensor<4xf32>
  %a2_1 = math.exp %a2_0 : tensor<4xf32>  %a2_2 = math.sin %a2_1 : tensor<4xf32>  %a2_3 = math.cos %a2_2 : tensor<4xf32>
  %a2_4 = math.absf %a2_3 : tensor<4xf32>  %a2_5 = math.tanh %a2_4 : tensor<4xf32>  %a2_6 = math.exp %a2_5 : tensor<4xf32>
  %a2_7 = math.sin %a2_6 : tensor<4xf32>  %a2_8 = math.cos %a2_7 : tensor<4xf32>
  ml_program.global_store @s = %a2_8 : tensor<4xf32>
  %b2_0 = ml_program.global_load @s : tensor<4xf32>
  %b2_1 = math.cos %b2_0 : tensor<4xf32>  %b2_2 = math.absf %b2_1 : tensor<4xf32>  %b2_3 = math.tanh %b2_2 : tensor<4xf32>
  %b2_4 = math.exp %b2_3 : tensor<4xf32>  %b2_5 = math.sin %b2_4 : tensor<4xf32>  %b2_6 = math.cos %b2_5 : tensor<4xf32>
  %b2_7 = math.absf %b2_6 : tensor<4xf32>  %b2_8 = math.tanh %b2_7 : tensor<4xf32>
  %x3 = arith.addf %b2_8, %x2 : tensor<4xf32>
  %a3_0 = arith.mulf %x3, %w3 : tensor<4xf32>
  %a3_1 = math.exp %a3_0 : tensor<4xf32>  %a3_2 = math.sin %a3_1 : tensor<4xf32>  %a3_3 = math.cos %a3_2 : tensor<4xf32>
  %a3_4 = math.absf %a3_3 : tensor<4xf32>  %a3_5 = math.tanh %a3_4 : tensor<4xf32>  %a3_6 = math.exp %a3_5 : tensor<4xf32>
  %a3_7 = math.sin %a3_6 : tensor<4xf32>  %a3_8 = math.cos %a3_7 : tensor<4xf32>
  ml_program.global_store @s = %a3_8 : tensor<4xf32>
  %b3_0 = ml_program.global_load @s : tensor<4xf32>
  %b3_1 = math.cos %b3_0 : tensor<4xf32>  %b3_2 = math.absf %b3_1 : tensor<4xf32>  %b3_3 = math.tanh %b3_2 : tensor<4xf32>
  %b3_4 = math.exp %b3_3 : tensor<4xf32>  %b3_5 = math.sin %b3_4 : tensor<4xf32>  %b3_6 = math.cos %b3_5 : tensor<4xf32>
  %b3_7 = math.absf %b3_6 : tensor<4xf32>  %b3_8 = math.tanh %b3_7 : tensor<4xf32>
  %x4 = arith.addf %b3_8, %x3 : tensor<4xf32>
  %a4_0 = arith.mulf %x4, %w4 : tensor<4xf32>
  %a4_1 = math.exp %a4_0 : tensor<4xf32>  %a4_2 = math.sin %a4_1 : tensor<4xf32>  %a4_3 = math.cos %a4_2 : tensor<4xf32>
  %a4_4 = math.absf %a4_3 : tensor<4xf32>  %a4_5 = math.tanh %a4_4 : tensor<4xf32>  %a4_6 = math.exp %a4_5 : tensor<4xf32>
  %a4_7 = math.sin %a4_6 : tensor<4xf32>  %a4_8 = math.cos %a4_7 : tensor<4xf32>
  ml_program.global_store @s = %a4_8 : tensor<4xf32>
  %b4_0 = ml_program.global_load @s : tensor<4xf32>
  %b4_1 = math.cos %b4_0 : tensor<4xf32>  %b4_2 = math.absf %b4_1 : tensor<4xf32>  %b4_3 = math.tanh %b4_2 : tensor<4xf32>
  %b4_4 = math.exp %b4_3 : tensor<4xf32>  %b4_5 = math.sin %b4_4 : tensor<4xf32>  %b4_6 = math.cos %b4_5 : tensor<4xf32>
  %b4_7 = math.absf %b4_6 : tensor<4xf32>  %b4_8 = math.tanh %b4_7 : tensor<4xf32>
  %x5 = arith.addf %b4_8, %x4 : tensor<4xf32>
  %a5_0 = arith.mulf %x5, %w5 : tensor<4xf32>
  %a5_1 = math.exp %a5_0 : tensor<4xf32>  %a5_2 = math.sin %a5_1 : tensor<4xf32>  %a5_3 = math.cos %a5_2 : tensor<4xf32>
  %a5_4 = math.absf %a5_3 : tensor<4xf32>  %a5_5 = math.tanh %a5_4 : tensor<4xf32>  %a5_6 = math.exp %a5_5 : tensor<4xf32>
  %a5_7 = math.sin %a5_6 : tensor<4xf32>  %a5_8 = math.cos %a5_7 : tensor<4xf32>
  ml_program.global_store @s = %a5_8 : tensor<4xf32>
  %b5_0 = ml_program.global_load @s : tensor<4xf32>
  %b5_1 = math.cos %b5_0 : tensor<4xf32>  %b5_2 = math.absf %b5_1 : tensor<4xf32>  %b5_3 = math.tanh %b5_2 : tensor<4xf32>
  %b5_4 = math.exp %b5_3 : tensor<4xf32>  %b5_5 = math.sin %b5_4 : tensor<4xf32>  %b5_6 = math.cos %b5_5 : tensor<4xf32>
  %b5_7 = math.absf %b5_6 : tensor<4xf32>  %b5_8 = math.tanh %b5_7 : tensor<4xf32>
  %x6 = arith.addf %b5_8, %x5 : tensor<4xf32>
  return %x6 : tensor<4xf32>
}

// Of the last layer alone an inner value is a result.
// CHECK-LABEL: func.func @inner(
// DURING-LABEL: func.func @inner(
// DURING-COUNT-4: call @ingot_repeat
func.func @inner(%x0: tensor<4xf32>, %w0: tensor<4xf32>, %w1: tensor<4xf32>, %w2: tensor<4xf32>, %w3: tensor<4xf32>, %w4: tensor<4xf32>, %w5: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a0_0 = arith.mulf %x0, %w0 : tensor<4xf32>
  %a0_1 = math.exp %a0_0 : tensor<4xf32>  %a0_2 = math.sin %a0_1 : tensor<4xf32>  %a0_3 = math.cos %a0_2 : tensor<4xf32>
  %a0_4 = math.absf %a0_3 : tensor<4xf32>  %a0_5 = math.tanh %a0_4 : tensor<4xf32>  %a0_6 = math.exp %a0_5 : tensor<4xf32>
  %a0_7 = math.sin %a0_6 : tensor<4xf32>  %a0_8 = math.cos %a0_7 : tensor<4xf32>  %a0_9 = math.absf %a0_8 : tensor<4xf32>
  %a0_10 = math.tanh %a0_9 : tensor<4xf32>  %a0_11 = math.exp %a0_10 : tensor<4xf32>  %a0_12 = math.sin %a0_11 : tensor<4xf32>
  %a0_13 = math.cos %a0_12 : tensor<4xf32>  %a0_14 = math.absf %a0_13 : tensor<4xf32>
  %b0 = arith.addf %a0_14, %w0 : tensor<4xf32>
  %x1 = arith.addf %b0, %x0 : tensor<4xf32>
  %a1_0 = arith.mulf %x1, %w1 : tensor<4xf32>
  %a1_1 = math.exp %a1_0 : tensor<4xf32>  %a1_2 = math.sin %a1_1 : tensor<4xf32>  %a1_3 = math.cos %a1_2 : tensor<4xf32>
  %a1_4 = math.absf %a1_3 : tensor<4xf32>  %a1_5 = math.tanh %a1_4 : tensor<4xf32>  %a1_6 = math.exp %a1_5 : tensor<4xf32>
  %a1_7 = math.sin %a1_6 : tensor<4xf32>  %a1_8 = math.cos %a1_7 : tensor<4xf32>  %a1_9 = math.absf %a1_8 : tensor<4xf32>
  %a1_10 = math.tanh %a1_9 : tensor<4xf32>  %a1_11 = math.exp %a1_10 : tensor<4xf32>  %a1_12 = math.sin %a1_11 : tensor<4xf32>
  %a1_13 = math.cos %a1_12 : tensor<4xf32>  %a1_14 = math.absf %a1_13 : tensor<4xf32>
  %b1 = arith.addf %a1_14, %w1 : tensor<4xf32>
  %x2 = arith.addf %b1, %x1 : tensor<4xf32>
  %a2_0 = arith.mulf %x2, %w2 : tensor<4xf32>
  %a2_1 = math.exp %a2_0 : tensor<4xf32>  %a2_2 = math.sin %a2_1 : tensor<4xf32>  %a2_3 = math.cos %a2_2 : tensor<4xf32>
  %a2_4 = math.absf %a2_3 : tensor<4xf32>  %a2_5 = math.tanh %a2_4 : tensor<4xf32>  %a2_6 = math.exp %a2_5 : tensor<4xf32>
  %a2_7 = math.sin %a2_6 : tensor<4xf32>  %a2_8 = math.cos %a2_7 : tensor<4xf32>  %a2_9 = math.absf %a2_8 : tensor<4xf32>
  %a2_10 = math.tanh %a2_9 : tensor<4xf32>  %a2_11 = math.exp %a2_10 : tensor<4xf32>  %a2_12 = math.sin %a2_11 : tensor<4xf32>
  %a2_13 = math.cos %a2_12 : tensor<4xf32>  %a2_14 = math.absf %a2_13 : tensor<4xf32>
  %b2 = arith.addf %a2_14, %w2 : tensor<4xf32>
  %x3 = arith.addf %b2, %x2 : tensor<4xf32>
  %a3_0 = arith.mulf %x3, %w3 : tensor<4xf32>
  %a3_1 = math.exp %a3_0 : tensor<4xf32>  %a3_2 = math.sin %a3_1 : tensor<4xf32>  %a3_3 = math.cos %a3_2 : tensor<4xf32>
  %a3_4 = math.absf %a3_3 : tensor<4xf32>  %a3_5 = math.tanh %a3_4 : tensor<4xf32>  %a3_6 = math.exp %a3_5 : tensor<4xf32>
  %a3_7 = math.sin %a3_6 : tensor<4xf32>  %a3_8 = math.cos %a3_7 : tensor<4xf32>  %a3_9 = math.absf %a3_8 : tensor<4xf32>
  %a3_10 = math.tanh %a3_9 : tensor<4xf32>  %a3_11 = math.exp %a3_10 : tensor<4xf32>  %a3_12 = math.sin %a3_11 : tensor<4xf32>
  %a3_13 = math.cos %a3_12 : tensor<4xf32>  %a3_14 = math.absf %a3_13 : tensor<4xf32>
  %b3 = arith.addf %a3_14, %w3 : tensor<4xf32>
  %x4 = arith.addf %b3, %x3 : tensor<4xf32>
  %a4_0 = arith.mulf %x4, %w4 : tensor<4xf32>
  %a4_1 = math.exp %a4_0 : tensor<4xf32>  %a4_2 = math.sin %a4_1 : tensor<4xf32>  %a4_3 = math.cos %a4_2 : tensor<4xf32>
  %a4_4 = math.absf %a4_3 : tensor<4xf32>  %a4_5 = math.tanh %a4_4 : tensor<4xf32>  %a4_6 = math.exp %a4_5 : tensor<4xf32>
  %a4_7 = math.sin %a4_6 : tensor<4xf32>  %a4_8 = math.cos %a4_7 : tensor<4xf32>  %a4_9 = math.absf %a4_8 : tensor<4xf32>
  %a4_10 = math.tanh %a4_9 : tensor<4xf32>  %a4_11 = math.exp %a4_10 : tensor<4xf32>  %a4_12 = math.sin %a4_11 : tensor<4xf32>
  %a4_13 = math.cos %a4_12 : tensor<4xf32>  %a4_14 = math.absf %a4_13 : tensor<4xf32>
  %b4 = arith.addf %a4_14, %w4 : tensor<4xf32>
  %x5 = arith.addf %b4, %x4 : tensor<4xf32>
  %a5_0 = arith.mulf %x5, %w5 : tensor<4xf32>
  %a5_1 = math.exp %a5_0 : tensor<4xf32>  %a5_2 = math.sin %a5_1 : tensor<4xf32>  %a5_3 = math.cos %a5_2 : tensor<4xf32>
  %a5_4 = math.absf %a5_3 : tensor<4xf32>  %a5_5 = math.tanh %a5_4 : tensor<4xf32>  %a5_6 = math.exp %a5_5 : tensor<4xf32>
  %a5_7 = math.sin %a5_6 : tensor<4xf32>  %a5_8 = math.cos %a5_7 : tensor<4xf32>  %a5_9 = math.absf %a5_8 : tensor<4xf32>
  %a5_10 = math.tanh %a5_9 : tensor<4xf32>  %a5_11 = math.exp %a5_10 : tensor<4xf32>  %a5_12 = math.sin %a5_11 : tensor<4xf32>
  %a5_13 = math.cos %a5_12 : tensor<4xf32>  %a5_14 = math.absf %a5_13 : tensor<4xf32>
  %b5 = arith.addf %a5_14, %w5 : tensor<4xf32>
  %x6 = arith.addf %b5, %x5 : tensor<4xf32>
  return %x6, %a5_7 : tensor<4xf32>, tensor<4xf32>
}

// Layers of another kind read constants that stand among the first ones.
// CHECK-LABEL: func.func @kinds(
// DURING-LABEL: func.func @kinds(
// DURING-COUNT-8: call @ingot_repeat
func.func @kinds(%x0: tensor<4xf32>, %w0: tensor<4xf32>, %w1: tensor<4xf32>, %w2: tensor<4xf32>, %w3: tensor<4xf32>, %w4: tensor<4xf32>, %w5: tensor<4xf32>, %w6: tensor<4xf32>, %w7: tensor<4xf32>, %w8: tensor<4xf32>, %w9: tensor<4xf32>, %w10: tensor<4xf32>, %w11: tensor<4xf32>) -> tensor<4xf32> {
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %a0_0 = arith.mulf %x0, %w0 : tensor<4xf32>
  %k0 = arith.addf %one, %one : tensor<4xf32>
  %a0_1 = math.exp %a0_0 : tensor<4xf32>  %a0_2 = math.sin %a0_1 : tensor<4xf32>  %a0_3 = math.cos %a0_2 : tensor<4xf32>
  %a0_4 = math.absf %a0_3 : tensor<4xf32>  %a0_5 = math.tanh %a0_4 : tensor<4xf32>  %a0_6 = math.exp %a0_5 : tensor<4xf32>
  %a0_7 = math.sin %a0_6 : tensor<4xf32>  %a0_8 = math.cos %a0_7 : tensor<4xf32>  %a0_9 = math.absf %a0_8 : tensor<4xf32>
  %a0_10 = math.tanh %a0_9 : tensor<4xf32>  %a0_11 = math.exp %a0_10 : tensor<4xf32>  %a0_12 = math.sin %a0_11 : tensor<4xf32>
  %a0_13 = math.cos %a0_12 : tensor<4xf32>  %a0_14 = math.absf %a0_13 : tensor<4xf32>
  %b0 = arith.addf %a0_14, %k0 : tensor<4xf32>
  %x1 = arith.addf %b0, %x0 : tensor<4xf32>
  %a1_0 = arith.mulf %x1, %w1 : tensor<4xf32>
  %k1 = arith.addf %one, %one : tensor<4xf32>
  %a1_1 = math.exp %a1_0 : tensor<4xf32>  %a1_2 = math.sin %a1_1 : tensor<4xf32>  %a1_3 = math.cos %a1_2 : tensor<4xf32>
  %a1_4 = math.absf %a1_3 : tensor<4xf32>  %a1_5 = math.tanh %a1_4 : tensor<4xf32>  %a1_6 = math.exp %a1_5 : tensor<4xf32>
  %a1_7 = math.sin %a1_6 : tensor<4xf32>  %a1_8 = math.cos %a1_7 : tensor<4xf32>  %a1_9 = math.absf %a1_8 : tensor<4xf32>
  %a1_10 = math.tanh %a1_9 : tensor<4xf32>  %a1_11 = math.exp %a1_10 : tensor<4xf32>  %a1_12 = math.sin %a1_11 : tensor<4xf32>
  %a1_13 = math.cos %a1_12 : tensor<4xf32>  %a1_14 = math.absf %a1_13 : tensor<4xf32>
  %b1 = arith.addf %a1_14, %k1 : tensor<4xf32>
  %x2 = arith.addf %b1, %x1 : tensor<4xf32>
  %a2_0 = arith.mulf %x2, %w2 : tensor<4xf32>
  %k2 = arith.addf %one, %one : tensor<4xf32>
  %a2_1 = math.exp %a2_0 : tensor<4xf32>  %a2_2 = math.sin %a2_1 : tensor<4xf32>  %a2_3 = math.cos %a2_2 : tensor<4xf32>
  %a2_4 = math.absf %a2_3 : tensor<4xf32>  %a2_5 = math.tanh %a2_4 : tensor<4xf32>  %a2_6 = math.exp %a2_5 : tensor<4xf32>
  %a2_7 = math.sin %a2_6 : tensor<4xf32>  %a2_8 = math.cos %a2_7 : tensor<4xf32>  %a2_9 = math.absf %a2_8 : tensor<4xf32>
  %a2_10 = math.tanh %a2_9 : tensor<4xf32>  %a2_11 = math.exp %a2_10 : tensor<4xf32>  %a2_12 = math.sin %a2_11 : tensor<4xf32>
  %a2_13 = math.cos %a2_12 : tensor<4xf32>  %a2_14 = math.absf %a2_13 : tensor<4xf32>
  %b2 = arith.addf %a2_14, %k2 : tensor<4xf32>
  %x3 = arith.addf %b2, %x2 : tensor<4xf32>
  %a3_0 = arith.mulf %x3, %w3 : tensor<4xf32>
  %k3 = arith.addf %one, %one : tensor<4xf32>
  %a3_1 = math.exp %a3_0 : tensor<4xf32>  %a3_2 = math.sin %a3_1 : tensor<4xf32>  %a3_3 = math.cos %a3_2 : tensor<4xf32>
  %a3_4 = math.absf %a3_3 : tensor<4xf32>  %a3_5 = math.tanh %a3_4 : tensor<4xf32>  %a3_6 = math.exp %a3_5 : tensor<4xf32>
  %a3_7 = math.sin %a3_6 : tensor<4xf32>  %a3_8 = math.cos %a3_7 : tensor<4xf32>  %a3_9 = math.absf %a3_8 : tensor<4xf32>
  %a3_10 = math.tanh %a3_9 : tensor<4xf32>  %a3_11 = math.exp %a3_10 : tensor<4xf32>  %a3_12 = math.sin %a3_11 : tensor<4xf32>
  %a3_13 = math.cos %a3_12 : tensor<4xf32>  %a3_14 = math.absf %a3_13 : tensor<4xf32>
  %b3 = arith.addf %a3_14, %k3 : tensor<4xf32>
  %x4 = arith.addf %b3, %x3 : tensor<4xf32>
  %a4_0 = arith.mulf %x4, %w4 : tensor<4xf32>
  %k4 = arith.addf %one, %one : tensor<4xf32>
  %a4_1 = math.exp %a4_0 : tensor<4xf32>  %a4_2 = math.sin %a4_1 : tensor<4xf32>  %a4_3 = math.cos %a4_2 : tensor<4xf32>
  %a4_4 = math.absf %a4_3 : tensor<4xf32>  %a4_5 = math.tanh %a4_4 : tensor<4xf32>  %a4_6 = math.exp %a4_5 : tensor<4xf32>
  %a4_7 = math.sin %a4_6 : tensor<4xf32>  %a4_8 = math.cos %a4_7 : tensor<4xf32>  %a4_9 = math.absf %a4_8 : tensor<4xf32>
  %a4_10 = math.tanh %a4_9 : tensor<4xf32>  %a4_11 = math.exp %a4_10 : tensor<4xf32>  %a4_12 = math.sin %a4_11 : tensor<4xf32>
  %a4_13 = math.cos %a4_12 : tensor<4xf32>  %a4_14 = math.absf %a4_13 : tensor<4xf32>
  %b4 = arith.addf %a4_14, %k4 : tensor<4xf32>
  %x5 = arith.addf %b4, %x4 : tensor<4xf32>
  %a5_0 = arith.mulf %x5, %w5 : tensor<4xf32>
  %k5 = arith.addf %one, %one : tensor<4xf32>
  %a5_1 = math.exp %a5_0 : tensor<4xf32>  %a5_2 = math.sin %a5_1 : tensor<4xf32>  %a5_3 = math.cos %a5_2 : tensor<4xf32>
  %a5_4 = math.absf %a5_3 : tensor<4xf32>  %a5_5 = math.tanh %a5_4 : tensor<4xf32>  %a5_6 = math.exp %a5_5 : tensor<4xf32>
  %a5_7 = math.sin %a5_6 : tensor<4xf32>  %a5_8 = math.cos %a5_7 : tensor<4xf32>  %a5_9 = math.absf %a5_8 : tensor<4xf32>
  %a5_10 = math.tanh %a5_9 : tensor<4xf32>  %a5_11 = math.exp %a5_10 : tensor<4xf32>  %a5_12 = math.sin %a5_11 : tensor<4xf32>
  %a5_13 = math.cos %a5_12 : tensor<4xf32>  %a5_14 = math.absf %a5_13 : tensor<4xf32>
  %b5 = arith.addf %a5_14, %k5 : tensor<4xf32>
  %x6 = arith.addf %b5, %x5 : tensor<4xf32>
  %a6_0 = arith.subf %x6, %w6 : tensor<4xf32>
  %a6_1 = math.absf %a6_0 : tensor<4xf32>  %a6_2 = math.tanh %a6_1 : tensor<4xf32>  %a6_3 = math.exp %a6_2 : tensor<4xf32>
  %a6_4 = math.sin %a6_3 : tensor<4xf32>  %a6_5 = math.cos %a6_4 : tensor<4xf32>  %a6_6 = math.absf %a6_5 : tensor<4xf32>
  %a6_7 = math.tanh %a6_6 : tensor<4xf32>  %a6_8 = math.exp %a6_7 : tensor<4xf32>  %a6_9 = math.sin %a6_8 : tensor<4xf32>
  %a6_10 = math.cos %a6_9 : tensor<4xf32>  %a6_11 = math.absf %a6_10 : tensor<4xf32>  %a6_12 = math.tanh %a6_11 : tensor<4xf32>
  %a6_13 = math.exp %a6_12 : tensor<4xf32>  %a6_14 = math.sin %a6_13 : tensor<4xf32>
  %b6 = arith.mulf %a6_14, %k0 : tensor<4xf32>
  %x7 = arith.subf %b6, %x6 : tensor<4xf32>
  %a7_0 = arith.subf %x7, %w7 : tensor<4xf32>
  %a7_1 = math.absf %a7_0 : tensor<4xf32>  %a7_2 = math.tanh %a7_1 : tensor<4xf32>  %a7_3 = math.exp %a7_2 : tensor<4xf32>
  %a7_4 = math.sin %a7_3 : tensor<4xf32>  %a7_5 = math.cos %a7_4 : tensor<4xf32>  %a7_6 = math.absf %a7_5 : tensor<4xf32>
  %a7_7 = math.tanh %a7_6 : tensor<4xf32>  %a7_8 = math.exp %a7_7 : tensor<4xf32>  %a7_9 = math.sin %a7_8 : tensor<4xf32>
  %a7_10 = math.cos %a7_9 : tensor<4xf32>  %a7_11 = math.absf %a7_10 : tensor<4xf32>  %a7_12 = math.tanh %a7_11 : tensor<4xf32>
  %a7_13 = math.exp %a7_12 : tensor<4xf32>  %a7_14 = math.sin %a7_13 : tensor<4xf32>
  %b7 = arith.mulf %a7_14, %k0 : tensor<4xf32>
  %x8 = arith.subf %b7, %x7 : tensor<4xf32>
  %a8_0 = arith.subf %x8, %w8 : tensor<4xf32>
  %a8_1 = math.absf %a8_0 : tensor<4xf32>  %a8_2 = math.tanh %a8_1 : tensor<4xf32>  %a8_3 = math.exp %a8_2 : tensor<4xf32>
  %a8_4 = math.sin %a8_3 : tensor<4xf32>  %a8_5 = math.cos %a8_4 : tensor<4xf32>  %a8_6 = math.absf %a8_5 : tensor<4xf32>
  %a8_7 = math.tanh %a8_6 : tensor<4xf32>  %a8_8 = math.exp %a8_7 : tensor<4xf32>  %a8_9 = math.sin %a8_8 : tensor<4xf32>
  %a8_10 = math.cos %a8_9 : tensor<4xf32>  %a8_11 = math.absf %a8_10 : tensor<4xf32>  %a8_12 = math.tanh %a8_11 : tensor<4xf32>
  %a8_13 = math.exp %a8_12 : tensor<4xf32>  %a8_14 = math.sin %a8_13 : tensor<4xf32>
  %b8 = arith.mulf %a8_14, %k0 : tensor<4xf32>
  %x9 = arith.subf %b8, %x8 : tensor<4xf32>
  %a9_0 = arith.subf %x9, %w9 : tensor<4xf32>
  %a9_1 = math.absf %a9_0 : tensor<4xf32>  %a9_2 = math.tanh %a9_1 : tensor<4xf32>  %a9_3 = math.exp %a9_2 : tensor<4xf32>
  %a9_4 = math.sin %a9_3 : tensor<4xf32>  %a9_5 = math.cos %a9_4 : tensor<4xf32>  %a9_6 = math.absf %a9_5 : tensor<4xf32>
  %a9_7 = math.tanh %a9_6 : tensor<4xf32>  %a9_8 = math.exp %a9_7 : tensor<4xf32>  %a9_9 = math.sin %a9_8 : tensor<4xf32>
  %a9_10 = math.cos %a9_9 : tensor<4xf32>  %a9_11 = math.absf %a9_10 : tensor<4xf32>  %a9_12 = math.tanh %a9_11 : tensor<4xf32>
  %a9_13 = math.exp %a9_12 : tensor<4xf32>  %a9_14 = math.sin %a9_13 : tensor<4xf32>
  %b9 = arith.mulf %a9_14, %k0 : tensor<4xf32>
  %x10 = arith.subf %b9, %x9 : tensor<4xf32>
  %a10_0 = arith.subf %x10, %w10 : tensor<4xf32>
  %a10_1 = math.absf %a10_0 : tensor<4xf32>  %a10_2 = math.tanh %a10_1 : tensor<4xf32>  %a10_3 = math.exp %a10_2 : tensor<4xf32>
  %a10_4 = math.sin %a10_3 : tensor<4xf32>  %a10_5 = math.cos %a10_4 : tensor<4xf32>  %a10_6 = math.absf %a10_5 : tensor<4xf32>
  %a10_7 = math.tanh %a10_6 : tensor<4xf32>  %a10_8 = math.exp %a10_7 : tensor<4xf32>  %a10_9 = math.sin %a10_8 : tensor<4xf32>
  %a10_10 = math.cos %a10_9 : tensor<4xf32>  %a10_11 = math.absf %a10_10 : tensor<4xf32>  %a10_12 = math.tanh %a10_11 : tensor<4xf32>
  %a10_13 = math.exp %a10_12 : tensor<4xf32>  %a10_14 = math.sin %a10_13 : tensor<4xf32>
  %b10 = arith.mulf %a10_14, %k0 : tensor<4xf32>
  %x11 = arith.subf %b10, %x10 : tensor<4xf32>
  %a11_0 = arith.subf %x11, %w11 : tensor<4xf32>
  %a11_1 = math.absf %a11_0 : tensor<4xf32>  %a11_2 = math.tanh %a11_1 : tensor<4xf32>  %a11_3 = math.exp %a11_2 : tensor<4xf32>
  %a11_4 = math.sin %a11_3 : tensor<4xf32>  %a11_5 = math.cos %a11_4 : tensor<4xf32>  %a11_6 = math.absf %a11_5 : tensor<4xf32>
  %a11_7 = math.tanh %a11_6 : tensor<4xf32>  %a11_8 = math.exp %a11_7 : tensor<4xf32>  %a11_9 = math.sin %a11_8 : tensor<4xf32>
  %a11_10 = math.cos %a11_9 : tensor<4xf32>  %a11_11 = math.absf %a11_10 : tensor<4xf32>  %a11_12 = math.tanh %a11_11 : tensor<4xf32>
  %a11_13 = math.exp %a11_12 : tensor<4xf32>  %a11_14 = math.sin %a11_13 : tensor<4xf32>
  %b11 = arith.mulf %a11_14, %k0 : tensor<4xf32>
  %x12 = arith.subf %b11, %x11 : tensor<4xf32>
  return %x12 : tensor<4xf32>
}

// A function of layers is called twice, another one never.
// CHECK-LABEL: func.func @twice(
// DURING-LABEL: func.func private @layers(
// DURING-COUNT-4: call @ingot_repeat
// CHECK-NOT:   @layers
// CHECK-NOT:   @unused
func.func @twice(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @layers(%x, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @layers(%0, %w) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @layers(%x0: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %a0_0 = arith.mulf %x0, %w : tensor<4xf32>
  %a0_1 = math.exp %a0_0 : tensor<4xf32>  %a0_2 = math.sin %a0_1 : tensor<4xf32>  %a0_3 = math.cos %a0_2 : tensor<4xf32>
  %a0_4 = math.absf %a0_3 : tensor<4xf32>  %a0_5 = math.tanh %a0_4 : tensor<4xf32>  %a0_6 = math.exp %a0_5 : tensor<4xf32>
  %a0_7 = math.sin %a0_6 : tensor<4xf32>  %a0_8 = math.cos %a0_7 : tensor<4xf32>  %a0_9 = math.absf %a0_8 : tensor<4xf32>
  %a0_10 = math.tanh %a0_9 : tensor<4xf32>  %a0_11 = math.exp %a0_10 : tensor<4xf32>  %a0_12 = math.sin %a0_11 : tensor<4xf32>
  %a0_13 = math.cos %a0_12 : tensor<4xf32>  %a0_14 = math.absf %a0_13 : tensor<4xf32>
  %b0 = arith.addf %a0_14, %w : tensor<4xf32>
  %x1 = arith.addf %b0, %x0 : tensor<4xf32>
  %a1_0 = arith.mulf %x1, %w : tensor<4xf32>
  %a1_1 = math.exp %a1_0 : tensor<4xf32>  %a1_2 = math.sin %a1_1 : tensor<4xf32>  %a1_3 = math.cos %a1_2 : tensor<4xf32>
  %a1_4 = math.absf %a1_3 : tensor<4xf32>  %a1_5 = math.tanh %a1_4 : tensor<4xf32>  %a1_6 = math.exp %a1_5 : tensor<4xf32>
  %a1_7 = math.sin %a1_6 : tensor<4xf32>  %a1_8 = math.cos %a1_7 : tensor<4xf32>  %a1_9 = math.absf %a1_8 : tensor<4xf32>
  %a1_10 = math.tanh %a1_9 : tensor<4xf32>  %a1_11 = math.exp %a1_10 : tensor<4xf32>  %a1_12 = math.sin %a1_11 : tensor<4xf32>
  %a1_13 = math.cos %a1_12 : tensor<4xf32>  %a1_14 = math.absf %a1_13 : tensor<4xf32>
  %b1 = arith.addf %a1_14, %w : tensor<4xf32>
  %x2 = arith.addf %b1, %x1 : tensor<4xf32>
  %a2_0 = arith.mulf %x2, %w : tensor<4xf32>
  %a2_1 = math.exp %a2_0 : tensor<4xf32>  %a2_2 = math.sin %a2_1 : tensor<4xf32>  %a2_3 = math.cos %a2_2 : tensor<4xf32>
  %a2_4 = math.absf %a2_3 : tensor<4xf32>  %a2_5 = math.tanh %a2_4 : tensor<4xf32>  %a2_6 = math.exp %a2_5 : tensor<4xf32>
  %a2_7 = math.sin %a2_6 : tensor<4xf32>  %a2_8 = math.cos %a2_7 : tensor<4xf32>  %a2_9 = math.absf %a2_8 : tensor<4xf32>
  %a2_10 = math.tanh %a2_9 : tensor<4xf32>  %a2_11 = math.exp %a2_10 : tensor<4xf32>  %a2_12 = math.sin %a2_11 : tensor<4xf32>
  %a2_13 = math.cos %a2_12 : tensor<4xf32>  %a2_14 = math.absf %a2_13 : tensor<4xf32>
  %b2 = arith.addf %a2_14, %w : tensor<4xf32>
  %x3 = arith.addf %b2, %x2 : tensor<4xf32>
  %a3_0 = arith.mulf %x3, %w : tensor<4xf32>
  %a3_1 = math.exp %a3_0 : tensor<4xf32>  %a3_2 = math.sin %a3_1 : tensor<4xf32>  %a3_3 = math.cos %a3_2 : tensor<4xf32>
  %a3_4 = math.absf %a3_3 : tensor<4xf32>  %a3_5 = math.tanh %a3_4 : tensor<4xf32>  %a3_6 = math.exp %a3_5 : tensor<4xf32>
  %a3_7 = math.sin %a3_6 : tensor<4xf32>  %a3_8 = math.cos %a3_7 : tensor<4xf32>  %a3_9 = math.absf %a3_8 : tensor<4xf32>
  %a3_10 = math.tanh %a3_9 : tensor<4xf32>  %a3_11 = math.exp %a3_10 : tensor<4xf32>  %a3_12 = math.sin %a3_11 : tensor<4xf32>
  %a3_13 = math.cos %a3_12 : tensor<4xf32>  %a3_14 = math.absf %a3_13 : tensor<4xf32>
  %b3 = arith.addf %a3_14, %w : tensor<4xf32>
  %x4 = arith.addf %b3, %x3 : tensor<4xf32>
  %a4_0 = arith.mulf %x4, %w : tensor<4xf32>
  %a4_1 = math.exp %a4_0 : tensor<4xf32>  %a4_2 = math.sin %a4_1 : tensor<4xf32>  %a4_3 = math.cos %a4_2 : tensor<4xf32>
  %a4_4 = math.absf %a4_3 : tensor<4xf32>  %a4_5 = math.tanh %a4_4 : tensor<4xf32>  %a4_6 = math.exp %a4_5 : tensor<4xf32>
  %a4_7 = math.sin %a4_6 : tensor<4xf32>  %a4_8 = math.cos %a4_7 : tensor<4xf32>  %a4_9 = math.absf %a4_8 : tensor<4xf32>
  %a4_10 = math.tanh %a4_9 : tensor<4xf32>  %a4_11 = math.exp %a4_10 : tensor<4xf32>  %a4_12 = math.sin %a4_11 : tensor<4xf32>
  %a4_13 = math.cos %a4_12 : tensor<4xf32>  %a4_14 = math.absf %a4_13 : tensor<4xf32>
  %b4 = arith.addf %a4_14, %w : tensor<4xf32>
  %x5 = arith.addf %b4, %x4 : tensor<4xf32>
  %a5_0 = arith.mulf %x5, %w : tensor<4xf32>
  %a5_1 = math.exp %a5_0 : tensor<4xf32>  %a5_2 = math.sin %a5_1 : tensor<4xf32>  %a5_3 = math.cos %a5_2 : tensor<4xf32>
  %a5_4 = math.absf %a5_3 : tensor<4xf32>  %a5_5 = math.tanh %a5_4 : tensor<4xf32>  %a5_6 = math.exp %a5_5 : tensor<4xf32>
  %a5_7 = math.sin %a5_6 : tensor<4xf32>  %a5_8 = math.cos %a5_7 : tensor<4xf32>  %a5_9 = math.absf %a5_8 : tensor<4xf32>
  %a5_10 = math.tanh %a5_9 : tensor<4xf32>  %a5_11 = math.exp %a5_10 : tensor<4xf32>  %a5_12 = math.sin %a5_11 : tensor<4xf32>
  %a5_13 = math.cos %a5_12 : tensor<4xf32>  %a5_14 = math.absf %a5_13 : tensor<4xf32>
  %b5 = arith.addf %a5_14, %w : tensor<4xf32>
  %x6 = arith.addf %b5, %x5 : tensor<4xf32>
  return %x6 : tensor<4xf32>
}
func.func private @unused(%x0: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %a0_0 = arith.mulf %x0, %w : tensor<4xf32>
  %a0_1 = math.exp %a0_0 : tensor<4xf32>  %a0_2 = math.sin %a0_1 : tensor<4xf32>  %a0_3 = math.cos %a0_2 : tensor<4xf32>
  %a0_4 = math.absf %a0_3 : tensor<4xf32>  %a0_5 = math.tanh %a0_4 : tensor<4xf32>  %a0_6 = math.exp %a0_5 : tensor<4xf32>
  %a0_7 = math.sin %a0_6 : tensor<4xf32>  %a0_8 = math.cos %a0_7 : tensor<4xf32>  %a0_9 = math.absf %a0_8 : tensor<4xf32>
  %a0_10 = math.tanh %a0_9 : tensor<4xf32>  %a0_11 = math.exp %a0_10 : tensor<4xf32>  %a0_12 = math.sin %a0_11 : tensor<4xf32>
  %a0_13 = math.cos %a0_12 : tensor<4xf32>  %a0_14 = math.absf %a0_13 : tensor<4xf32>
  %b0 = arith.addf %a0_14, %w : tensor<4xf32>
  %x1 = arith.addf %b0, %x0 : tensor<4xf32>
  %a1_0 = arith.mulf %x1, %w : tensor<4xf32>
  %a1_1 = math.exp %a1_0 : tensor<4xf32>  %a1_2 = math.sin %a1_1 : tensor<4xf32>  %a1_3 = math.cos %a1_2 : tensor<4xf32>
  %a1_4 = math.absf %a1_3 : tensor<4xf32>  %a1_5 = math.tanh %a1_4 : tensor<4xf32>  %a1_6 = math.exp %a1_5 : tensor<4xf32>
  %a1_7 = math.sin %a1_6 : tensor<4xf32>  %a1_8 = math.cos %a1_7 : tensor<4xf32>  %a1_9 = math.absf %a1_8 : tensor<4xf32>
  %a1_10 = math.tanh %a1_9 : tensor<4xf32>  %a1_11 = math.exp %a1_10 : tensor<4xf32>  %a1_12 = math.sin %a1_11 : tensor<4xf32>
  %a1_13 = math.cos %a1_12 : tensor<4xf32>  %a1_14 = math.absf %a1_13 : tensor<4xf32>
  %b1 = arith.addf %a1_14, %w : tensor<4xf32>
  %x2 = arith.addf %b1, %x1 : tensor<4xf32>
  %a2_0 = arith.mulf %x2, %w : tensor<4xf32>
  %a2_1 = math.exp %a2_0 : tensor<4xf32>  %a2_2 = math.sin %a2_1 : tensor<4xf32>  %a2_3 = math.cos %a2_2 : tensor<4xf32>
  %a2_4 = math.absf %a2_3 : tensor<4xf32>  %a2_5 = math.tanh %a2_4 : tensor<4xf32>  %a2_6 = math.exp %a2_5 : tensor<4xf32>
  %a2_7 = math.sin %a2_6 : tensor<4xf32>  %a2_8 = math.cos %a2_7 : tensor<4xf32>  %a2_9 = math.absf %a2_8 : tensor<4xf32>
  %a2_10 = math.tanh %a2_9 : tensor<4xf32>  %a2_11 = math.exp %a2_10 : tensor<4xf32>  %a2_12 = math.sin %a2_11 : tensor<4xf32>
  %a2_13 = math.cos %a2_12 : tensor<4xf32>  %a2_14 = math.absf %a2_13 : tensor<4xf32>
  %b2 = arith.addf %a2_14, %w : tensor<4xf32>
  %x3 = arith.addf %b2, %x2 : tensor<4xf32>
  %a3_0 = arith.mulf %x3, %w : tensor<4xf32>
  %a3_1 = math.exp %a3_0 : tensor<4xf32>  %a3_2 = math.sin %a3_1 : tensor<4xf32>  %a3_3 = math.cos %a3_2 : tensor<4xf32>
  %a3_4 = math.absf %a3_3 : tensor<4xf32>  %a3_5 = math.tanh %a3_4 : tensor<4xf32>  %a3_6 = math.exp %a3_5 : tensor<4xf32>
  %a3_7 = math.sin %a3_6 : tensor<4xf32>  %a3_8 = math.cos %a3_7 : tensor<4xf32>  %a3_9 = math.absf %a3_8 : tensor<4xf32>
  %a3_10 = math.tanh %a3_9 : tensor<4xf32>  %a3_11 = math.exp %a3_10 : tensor<4xf32>  %a3_12 = math.sin %a3_11 : tensor<4xf32>
  %a3_13 = math.cos %a3_12 : tensor<4xf32>  %a3_14 = math.absf %a3_13 : tensor<4xf32>
  %b3 = arith.addf %a3_14, %w : tensor<4xf32>
  %x4 = arith.addf %b3, %x3 : tensor<4xf32>
  %a4_0 = arith.mulf %x4, %w : tensor<4xf32>
  %a4_1 = math.exp %a4_0 : tensor<4xf32>  %a4_2 = math.sin %a4_1 : tensor<4xf32>  %a4_3 = math.cos %a4_2 : tensor<4xf32>
  %a4_4 = math.absf %a4_3 : tensor<4xf32>  %a4_5 = math.tanh %a4_4 : tensor<4xf32>  %a4_6 = math.exp %a4_5 : tensor<4xf32>
  %a4_7 = math.sin %a4_6 : tensor<4xf32>  %a4_8 = math.cos %a4_7 : tensor<4xf32>  %a4_9 = math.absf %a4_8 : tensor<4xf32>
  %a4_10 = math.tanh %a4_9 : tensor<4xf32>  %a4_11 = math.exp %a4_10 : tensor<4xf32>  %a4_12 = math.sin %a4_11 : tensor<4xf32>
  %a4_13 = math.cos %a4_12 : tensor<4xf32>  %a4_14 = math.absf %a4_13 : tensor<4xf32>
  %b4 = arith.addf %a4_14, %w : tensor<4xf32>
  %x5 = arith.addf %b4, %x4 : tensor<4xf32>
  %a5_0 = arith.mulf %x5, %w : tensor<4xf32>
  %a5_1 = math.exp %a5_0 : tensor<4xf32>  %a5_2 = math.sin %a5_1 : tensor<4xf32>  %a5_3 = math.cos %a5_2 : tensor<4xf32>
  %a5_4 = math.absf %a5_3 : tensor<4xf32>  %a5_5 = math.tanh %a5_4 : tensor<4xf32>  %a5_6 = math.exp %a5_5 : tensor<4xf32>
  %a5_7 = math.sin %a5_6 : tensor<4xf32>  %a5_8 = math.cos %a5_7 : tensor<4xf32>  %a5_9 = math.absf %a5_8 : tensor<4xf32>
  %a5_10 = math.tanh %a5_9 : tensor<4xf32>  %a5_11 = math.exp %a5_10 : tensor<4xf32>  %a5_12 = math.sin %a5_11 : tensor<4xf32>
  %a5_13 = math.cos %a5_12 : tensor<4xf32>  %a5_14 = math.absf %a5_13 : tensor<4xf32>
  %b5 = arith.addf %a5_14, %w : tensor<4xf32>
  %x6 = arith.addf %b5, %x5 : tensor<4xf32>
  return %x6 : tensor<4xf32>
}
