// RUN: ingot-opt %s --split-input-file --pass-pipeline='builtin.module(ingot-run-on-repeats{pipeline=symbol-dce})' --mlir-print-debuginfo | FileCheck %s
// RUN: ingot-opt %s --split-input-file --pass-pipeline='builtin.module(ingot-run-on-repeats{pipeline=symbol-dce})' --mlir-print-ir-before=symbol-dce -o /dev/null 2>&1 | FileCheck %s --check-prefix=DURING

// While the passes run, a layer that comes five times is one function of what
// differs: its input and its weight. The constant that all have is inside.

// DURING-LABEL: func.func @equal(
// DURING-SAME:    %[[X:[^:]*]]: tensor<4xf32>, %[[W0:[^:]*]]: tensor<4xf32>, %[[W1:[^:]*]]: tensor<4xf32>, %[[W2:[^:]*]]: tensor<4xf32>, %[[W3:[^:]*]]: tensor<4xf32>, %[[W4:[^:]*]]: tensor<4xf32>)
// DURING:         %[[X1:.*]] = call @ingot_repeat(%[[X]], %[[W0]])
// DURING-NEXT:    %[[X2:.*]] = call @ingot_repeat(%[[X1]], %[[W1]])
// DURING-NEXT:    %[[X3:.*]] = call @ingot_repeat(%[[X2]], %[[W2]])
// DURING-NEXT:    %[[X4:.*]] = call @ingot_repeat(%[[X3]], %[[W3]])
// DURING-NEXT:    %[[X5:.*]] = call @ingot_repeat(%[[X4]], %[[W4]])
// DURING-NEXT:    return %[[X5]]
// DURING:       func.func private @ingot_repeat(%{{.*}}: tensor<4xf32>, %{{.*}}: tensor<4xf32>) -> tensor<4xf32> attributes {no_inline} {
// DURING:         arith.mulf
// DURING:         arith.constant dense<2.0
// DURING:         arith.addf
// DURING:         arith.addf

// Behind them each layer is there, and each op is where its own was.

// CHECK-LABEL: func.func @equal(
// CHECK-NOT:     call
// CHECK:         arith.mulf %{{.*}}, %arg1 {{.*}} loc(#[[SCALE0:loc[0-9]*]])
// CHECK:         arith.mulf %{{.*}}, %arg2 {{.*}} loc(#[[SCALE1:loc[0-9]*]])
// CHECK:         arith.mulf %{{.*}}, %arg5 {{.*}} loc(#[[SCALE4:loc[0-9]*]])
// CHECK-NOT:   func.func private
// CHECK-DAG:   #[[SCALE0]] = loc("layer0/scale")
// CHECK-DAG:   #[[SCALE1]] = loc("layer1/scale")
// CHECK-DAG:   #[[SCALE4]] = loc("layer4/scale")
func.func @equal(%x0: tensor<4xf32>, %w0: tensor<4xf32>, %w1: tensor<4xf32>, %w2: tensor<4xf32>, %w3: tensor<4xf32>, %w4: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %three = arith.constant dense<3.0> : tensor<4xf32>
  %h0_0 = arith.mulf %x0, %w0 : tensor<4xf32> loc("layer0/scale")
  %h0_1 = math.sin %h0_0 : tensor<4xf32>  %h0_2 = math.cos %h0_1 : tensor<4xf32>
  %h0_3 = math.absf %h0_2 : tensor<4xf32>  %h0_4 = math.tanh %h0_3 : tensor<4xf32>  %h0_5 = math.exp %h0_4 : tensor<4xf32>
  %h0_6 = math.sin %h0_5 : tensor<4xf32>  %h0_7 = math.cos %h0_6 : tensor<4xf32>  %h0_8 = math.absf %h0_7 : tensor<4xf32>
  %h0_9 = math.tanh %h0_8 : tensor<4xf32>  %h0_10 = math.exp %h0_9 : tensor<4xf32>  %h0_11 = math.sin %h0_10 : tensor<4xf32>
  %h0_12 = math.cos %h0_11 : tensor<4xf32>  %h0_13 = math.absf %h0_12 : tensor<4xf32>  %h0_14 = math.tanh %h0_13 : tensor<4xf32>
  %s0 = arith.addf %h0_14, %two : tensor<4xf32>
  %x1 = arith.addf %s0, %x0 : tensor<4xf32> loc("layer0/sum")
  %h1_0 = arith.mulf %x1, %w1 : tensor<4xf32> loc("layer1/scale")
  %h1_1 = math.sin %h1_0 : tensor<4xf32>  %h1_2 = math.cos %h1_1 : tensor<4xf32>
  %h1_3 = math.absf %h1_2 : tensor<4xf32>  %h1_4 = math.tanh %h1_3 : tensor<4xf32>  %h1_5 = math.exp %h1_4 : tensor<4xf32>
  %h1_6 = math.sin %h1_5 : tensor<4xf32>  %h1_7 = math.cos %h1_6 : tensor<4xf32>  %h1_8 = math.absf %h1_7 : tensor<4xf32>
  %h1_9 = math.tanh %h1_8 : tensor<4xf32>  %h1_10 = math.exp %h1_9 : tensor<4xf32>  %h1_11 = math.sin %h1_10 : tensor<4xf32>
  %h1_12 = math.cos %h1_11 : tensor<4xf32>  %h1_13 = math.absf %h1_12 : tensor<4xf32>  %h1_14 = math.tanh %h1_13 : tensor<4xf32>
  %s1 = arith.addf %h1_14, %two : tensor<4xf32>
  %x2 = arith.addf %s1, %x1 : tensor<4xf32> loc("layer1/sum")
  %h2_0 = arith.mulf %x2, %w2 : tensor<4xf32> loc("layer2/scale")
  %h2_1 = math.sin %h2_0 : tensor<4xf32>  %h2_2 = math.cos %h2_1 : tensor<4xf32>
  %h2_3 = math.absf %h2_2 : tensor<4xf32>  %h2_4 = math.tanh %h2_3 : tensor<4xf32>  %h2_5 = math.exp %h2_4 : tensor<4xf32>
  %h2_6 = math.sin %h2_5 : tensor<4xf32>  %h2_7 = math.cos %h2_6 : tensor<4xf32>  %h2_8 = math.absf %h2_7 : tensor<4xf32>
  %h2_9 = math.tanh %h2_8 : tensor<4xf32>  %h2_10 = math.exp %h2_9 : tensor<4xf32>  %h2_11 = math.sin %h2_10 : tensor<4xf32>
  %h2_12 = math.cos %h2_11 : tensor<4xf32>  %h2_13 = math.absf %h2_12 : tensor<4xf32>  %h2_14 = math.tanh %h2_13 : tensor<4xf32>
  %s2 = arith.addf %h2_14, %two : tensor<4xf32>
  %x3 = arith.addf %s2, %x2 : tensor<4xf32> loc("layer2/sum")
  %h3_0 = arith.mulf %x3, %w3 : tensor<4xf32> loc("layer3/scale")
  %h3_1 = math.sin %h3_0 : tensor<4xf32>  %h3_2 = math.cos %h3_1 : tensor<4xf32>
  %h3_3 = math.absf %h3_2 : tensor<4xf32>  %h3_4 = math.tanh %h3_3 : tensor<4xf32>  %h3_5 = math.exp %h3_4 : tensor<4xf32>
  %h3_6 = math.sin %h3_5 : tensor<4xf32>  %h3_7 = math.cos %h3_6 : tensor<4xf32>  %h3_8 = math.absf %h3_7 : tensor<4xf32>
  %h3_9 = math.tanh %h3_8 : tensor<4xf32>  %h3_10 = math.exp %h3_9 : tensor<4xf32>  %h3_11 = math.sin %h3_10 : tensor<4xf32>
  %h3_12 = math.cos %h3_11 : tensor<4xf32>  %h3_13 = math.absf %h3_12 : tensor<4xf32>  %h3_14 = math.tanh %h3_13 : tensor<4xf32>
  %s3 = arith.addf %h3_14, %two : tensor<4xf32>
  %x4 = arith.addf %s3, %x3 : tensor<4xf32> loc("layer3/sum")
  %h4_0 = arith.mulf %x4, %w4 : tensor<4xf32> loc("layer4/scale")
  %h4_1 = math.sin %h4_0 : tensor<4xf32>  %h4_2 = math.cos %h4_1 : tensor<4xf32>
  %h4_3 = math.absf %h4_2 : tensor<4xf32>  %h4_4 = math.tanh %h4_3 : tensor<4xf32>  %h4_5 = math.exp %h4_4 : tensor<4xf32>
  %h4_6 = math.sin %h4_5 : tensor<4xf32>  %h4_7 = math.cos %h4_6 : tensor<4xf32>  %h4_8 = math.absf %h4_7 : tensor<4xf32>
  %h4_9 = math.tanh %h4_8 : tensor<4xf32>  %h4_10 = math.exp %h4_9 : tensor<4xf32>  %h4_11 = math.sin %h4_10 : tensor<4xf32>
  %h4_12 = math.cos %h4_11 : tensor<4xf32>  %h4_13 = math.absf %h4_12 : tensor<4xf32>  %h4_14 = math.tanh %h4_13 : tensor<4xf32>
  %s4 = arith.addf %h4_14, %two : tensor<4xf32>
  %x5 = arith.addf %s4, %x4 : tensor<4xf32> loc("layer4/sum")
  return %x5 : tensor<4xf32>
}

// -----

// One layer with another constant stays as it is; so do the few behind it.

// DURING-LABEL: func.func @changed(
// DURING-COUNT-5: call @ingot_repeat(
// DURING-NOT:     call
// DURING:         arith.addf %{{.*}}, %[[THREE:.*]] :
// DURING-NOT:     call
// DURING:         return
func.func @changed(%x0: tensor<4xf32>, %w0: tensor<4xf32>, %w1: tensor<4xf32>, %w2: tensor<4xf32>, %w3: tensor<4xf32>, %w4: tensor<4xf32>, %w5: tensor<4xf32>, %w6: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %three = arith.constant dense<3.0> : tensor<4xf32>
  %h0_0 = arith.mulf %x0, %w0 : tensor<4xf32> loc("layer0/scale")
  %h0_1 = math.sin %h0_0 : tensor<4xf32>  %h0_2 = math.cos %h0_1 : tensor<4xf32>
  %h0_3 = math.absf %h0_2 : tensor<4xf32>  %h0_4 = math.tanh %h0_3 : tensor<4xf32>  %h0_5 = math.exp %h0_4 : tensor<4xf32>
  %h0_6 = math.sin %h0_5 : tensor<4xf32>  %h0_7 = math.cos %h0_6 : tensor<4xf32>  %h0_8 = math.absf %h0_7 : tensor<4xf32>
  %h0_9 = math.tanh %h0_8 : tensor<4xf32>  %h0_10 = math.exp %h0_9 : tensor<4xf32>  %h0_11 = math.sin %h0_10 : tensor<4xf32>
  %h0_12 = math.cos %h0_11 : tensor<4xf32>  %h0_13 = math.absf %h0_12 : tensor<4xf32>  %h0_14 = math.tanh %h0_13 : tensor<4xf32>
  %s0 = arith.addf %h0_14, %two : tensor<4xf32>
  %x1 = arith.addf %s0, %x0 : tensor<4xf32> loc("layer0/sum")
  %h1_0 = arith.mulf %x1, %w1 : tensor<4xf32> loc("layer1/scale")
  %h1_1 = math.sin %h1_0 : tensor<4xf32>  %h1_2 = math.cos %h1_1 : tensor<4xf32>
  %h1_3 = math.absf %h1_2 : tensor<4xf32>  %h1_4 = math.tanh %h1_3 : tensor<4xf32>  %h1_5 = math.exp %h1_4 : tensor<4xf32>
  %h1_6 = math.sin %h1_5 : tensor<4xf32>  %h1_7 = math.cos %h1_6 : tensor<4xf32>  %h1_8 = math.absf %h1_7 : tensor<4xf32>
  %h1_9 = math.tanh %h1_8 : tensor<4xf32>  %h1_10 = math.exp %h1_9 : tensor<4xf32>  %h1_11 = math.sin %h1_10 : tensor<4xf32>
  %h1_12 = math.cos %h1_11 : tensor<4xf32>  %h1_13 = math.absf %h1_12 : tensor<4xf32>  %h1_14 = math.tanh %h1_13 : tensor<4xf32>
  %s1 = arith.addf %h1_14, %two : tensor<4xf32>
  %x2 = arith.addf %s1, %x1 : tensor<4xf32> loc("layer1/sum")
  %h2_0 = arith.mulf %x2, %w2 : tensor<4xf32> loc("layer2/scale")
  %h2_1 = math.sin %h2_0 : tensor<4xf32>  %h2_2 = math.cos %h2_1 : tensor<4xf32>
  %h2_3 = math.absf %h2_2 : tensor<4xf32>  %h2_4 = math.tanh %h2_3 : tensor<4xf32>  %h2_5 = math.exp %h2_4 : tensor<4xf32>
  %h2_6 = math.sin %h2_5 : tensor<4xf32>  %h2_7 = math.cos %h2_6 : tensor<4xf32>  %h2_8 = math.absf %h2_7 : tensor<4xf32>
  %h2_9 = math.tanh %h2_8 : tensor<4xf32>  %h2_10 = math.exp %h2_9 : tensor<4xf32>  %h2_11 = math.sin %h2_10 : tensor<4xf32>
  %h2_12 = math.cos %h2_11 : tensor<4xf32>  %h2_13 = math.absf %h2_12 : tensor<4xf32>  %h2_14 = math.tanh %h2_13 : tensor<4xf32>
  %s2 = arith.addf %h2_14, %two : tensor<4xf32>
  %x3 = arith.addf %s2, %x2 : tensor<4xf32> loc("layer2/sum")
  %h3_0 = arith.mulf %x3, %w3 : tensor<4xf32> loc("layer3/scale")
  %h3_1 = math.sin %h3_0 : tensor<4xf32>  %h3_2 = math.cos %h3_1 : tensor<4xf32>
  %h3_3 = math.absf %h3_2 : tensor<4xf32>  %h3_4 = math.tanh %h3_3 : tensor<4xf32>  %h3_5 = math.exp %h3_4 : tensor<4xf32>
  %h3_6 = math.sin %h3_5 : tensor<4xf32>  %h3_7 = math.cos %h3_6 : tensor<4xf32>  %h3_8 = math.absf %h3_7 : tensor<4xf32>
  %h3_9 = math.tanh %h3_8 : tensor<4xf32>  %h3_10 = math.exp %h3_9 : tensor<4xf32>  %h3_11 = math.sin %h3_10 : tensor<4xf32>
  %h3_12 = math.cos %h3_11 : tensor<4xf32>  %h3_13 = math.absf %h3_12 : tensor<4xf32>  %h3_14 = math.tanh %h3_13 : tensor<4xf32>
  %s3 = arith.addf %h3_14, %two : tensor<4xf32>
  %x4 = arith.addf %s3, %x3 : tensor<4xf32> loc("layer3/sum")
  %h4_0 = arith.mulf %x4, %w4 : tensor<4xf32> loc("layer4/scale")
  %h4_1 = math.sin %h4_0 : tensor<4xf32>  %h4_2 = math.cos %h4_1 : tensor<4xf32>
  %h4_3 = math.absf %h4_2 : tensor<4xf32>  %h4_4 = math.tanh %h4_3 : tensor<4xf32>  %h4_5 = math.exp %h4_4 : tensor<4xf32>
  %h4_6 = math.sin %h4_5 : tensor<4xf32>  %h4_7 = math.cos %h4_6 : tensor<4xf32>  %h4_8 = math.absf %h4_7 : tensor<4xf32>
  %h4_9 = math.tanh %h4_8 : tensor<4xf32>  %h4_10 = math.exp %h4_9 : tensor<4xf32>  %h4_11 = math.sin %h4_10 : tensor<4xf32>
  %h4_12 = math.cos %h4_11 : tensor<4xf32>  %h4_13 = math.absf %h4_12 : tensor<4xf32>  %h4_14 = math.tanh %h4_13 : tensor<4xf32>
  %s4 = arith.addf %h4_14, %two : tensor<4xf32>
  %x5 = arith.addf %s4, %x4 : tensor<4xf32> loc("layer4/sum")
  %h5_0 = arith.mulf %x5, %w5 : tensor<4xf32> loc("layer5/scale")
  %h5_1 = math.sin %h5_0 : tensor<4xf32>  %h5_2 = math.cos %h5_1 : tensor<4xf32>
  %h5_3 = math.absf %h5_2 : tensor<4xf32>  %h5_4 = math.tanh %h5_3 : tensor<4xf32>  %h5_5 = math.exp %h5_4 : tensor<4xf32>
  %h5_6 = math.sin %h5_5 : tensor<4xf32>  %h5_7 = math.cos %h5_6 : tensor<4xf32>  %h5_8 = math.absf %h5_7 : tensor<4xf32>
  %h5_9 = math.tanh %h5_8 : tensor<4xf32>  %h5_10 = math.exp %h5_9 : tensor<4xf32>  %h5_11 = math.sin %h5_10 : tensor<4xf32>
  %h5_12 = math.cos %h5_11 : tensor<4xf32>  %h5_13 = math.absf %h5_12 : tensor<4xf32>  %h5_14 = math.tanh %h5_13 : tensor<4xf32>
  %s5 = arith.addf %h5_14, %three : tensor<4xf32>
  %x6 = arith.addf %s5, %x5 : tensor<4xf32> loc("layer5/sum")
  %h6_0 = arith.mulf %x6, %w6 : tensor<4xf32> loc("layer6/scale")
  %h6_1 = math.sin %h6_0 : tensor<4xf32>  %h6_2 = math.cos %h6_1 : tensor<4xf32>
  %h6_3 = math.absf %h6_2 : tensor<4xf32>  %h6_4 = math.tanh %h6_3 : tensor<4xf32>  %h6_5 = math.exp %h6_4 : tensor<4xf32>
  %h6_6 = math.sin %h6_5 : tensor<4xf32>  %h6_7 = math.cos %h6_6 : tensor<4xf32>  %h6_8 = math.absf %h6_7 : tensor<4xf32>
  %h6_9 = math.tanh %h6_8 : tensor<4xf32>  %h6_10 = math.exp %h6_9 : tensor<4xf32>  %h6_11 = math.sin %h6_10 : tensor<4xf32>
  %h6_12 = math.cos %h6_11 : tensor<4xf32>  %h6_13 = math.absf %h6_12 : tensor<4xf32>  %h6_14 = math.tanh %h6_13 : tensor<4xf32>
  %s6 = arith.addf %h6_14, %two : tensor<4xf32>
  %x7 = arith.addf %s6, %x6 : tensor<4xf32> loc("layer6/sum")
  return %x7 : tensor<4xf32>
}

// -----

// A function of unknown sizes has no repeats: sizes would be unknown inside of
// the layer that are known to be equal outside.

// DURING-LABEL: func.func @unknown(
// DURING-NOT:     call
// DURING:         return
func.func @unknown(%x0: tensor<?xf32>, %w0: tensor<?xf32>, %w1: tensor<?xf32>, %w2: tensor<?xf32>, %w3: tensor<?xf32>, %w4: tensor<?xf32>) -> tensor<?xf32> {
  %h0_0 = arith.mulf %x0, %w0 : tensor<?xf32> loc("layer0/scale")
  %h0_1 = math.sin %h0_0 : tensor<?xf32>  %h0_2 = math.cos %h0_1 : tensor<?xf32>
  %h0_3 = math.absf %h0_2 : tensor<?xf32>  %h0_4 = math.tanh %h0_3 : tensor<?xf32>  %h0_5 = math.exp %h0_4 : tensor<?xf32>
  %h0_6 = math.sin %h0_5 : tensor<?xf32>  %h0_7 = math.cos %h0_6 : tensor<?xf32>  %h0_8 = math.absf %h0_7 : tensor<?xf32>
  %h0_9 = math.tanh %h0_8 : tensor<?xf32>  %h0_10 = math.exp %h0_9 : tensor<?xf32>  %h0_11 = math.sin %h0_10 : tensor<?xf32>
  %h0_12 = math.cos %h0_11 : tensor<?xf32>  %h0_13 = math.absf %h0_12 : tensor<?xf32>  %h0_14 = math.tanh %h0_13 : tensor<?xf32>
  %s0 = arith.addf %h0_14, %x0 : tensor<?xf32>
  %x1 = arith.addf %s0, %x0 : tensor<?xf32> loc("layer0/sum")
  %h1_0 = arith.mulf %x1, %w1 : tensor<?xf32> loc("layer1/scale")
  %h1_1 = math.sin %h1_0 : tensor<?xf32>  %h1_2 = math.cos %h1_1 : tensor<?xf32>
  %h1_3 = math.absf %h1_2 : tensor<?xf32>  %h1_4 = math.tanh %h1_3 : tensor<?xf32>  %h1_5 = math.exp %h1_4 : tensor<?xf32>
  %h1_6 = math.sin %h1_5 : tensor<?xf32>  %h1_7 = math.cos %h1_6 : tensor<?xf32>  %h1_8 = math.absf %h1_7 : tensor<?xf32>
  %h1_9 = math.tanh %h1_8 : tensor<?xf32>  %h1_10 = math.exp %h1_9 : tensor<?xf32>  %h1_11 = math.sin %h1_10 : tensor<?xf32>
  %h1_12 = math.cos %h1_11 : tensor<?xf32>  %h1_13 = math.absf %h1_12 : tensor<?xf32>  %h1_14 = math.tanh %h1_13 : tensor<?xf32>
  %s1 = arith.addf %h1_14, %x0 : tensor<?xf32>
  %x2 = arith.addf %s1, %x1 : tensor<?xf32> loc("layer1/sum")
  %h2_0 = arith.mulf %x2, %w2 : tensor<?xf32> loc("layer2/scale")
  %h2_1 = math.sin %h2_0 : tensor<?xf32>  %h2_2 = math.cos %h2_1 : tensor<?xf32>
  %h2_3 = math.absf %h2_2 : tensor<?xf32>  %h2_4 = math.tanh %h2_3 : tensor<?xf32>  %h2_5 = math.exp %h2_4 : tensor<?xf32>
  %h2_6 = math.sin %h2_5 : tensor<?xf32>  %h2_7 = math.cos %h2_6 : tensor<?xf32>  %h2_8 = math.absf %h2_7 : tensor<?xf32>
  %h2_9 = math.tanh %h2_8 : tensor<?xf32>  %h2_10 = math.exp %h2_9 : tensor<?xf32>  %h2_11 = math.sin %h2_10 : tensor<?xf32>
  %h2_12 = math.cos %h2_11 : tensor<?xf32>  %h2_13 = math.absf %h2_12 : tensor<?xf32>  %h2_14 = math.tanh %h2_13 : tensor<?xf32>
  %s2 = arith.addf %h2_14, %x0 : tensor<?xf32>
  %x3 = arith.addf %s2, %x2 : tensor<?xf32> loc("layer2/sum")
  %h3_0 = arith.mulf %x3, %w3 : tensor<?xf32> loc("layer3/scale")
  %h3_1 = math.sin %h3_0 : tensor<?xf32>  %h3_2 = math.cos %h3_1 : tensor<?xf32>
  %h3_3 = math.absf %h3_2 : tensor<?xf32>  %h3_4 = math.tanh %h3_3 : tensor<?xf32>  %h3_5 = math.exp %h3_4 : tensor<?xf32>
  %h3_6 = math.sin %h3_5 : tensor<?xf32>  %h3_7 = math.cos %h3_6 : tensor<?xf32>  %h3_8 = math.absf %h3_7 : tensor<?xf32>
  %h3_9 = math.tanh %h3_8 : tensor<?xf32>  %h3_10 = math.exp %h3_9 : tensor<?xf32>  %h3_11 = math.sin %h3_10 : tensor<?xf32>
  %h3_12 = math.cos %h3_11 : tensor<?xf32>  %h3_13 = math.absf %h3_12 : tensor<?xf32>  %h3_14 = math.tanh %h3_13 : tensor<?xf32>
  %s3 = arith.addf %h3_14, %x0 : tensor<?xf32>
  %x4 = arith.addf %s3, %x3 : tensor<?xf32> loc("layer3/sum")
  %h4_0 = arith.mulf %x4, %w4 : tensor<?xf32> loc("layer4/scale")
  %h4_1 = math.sin %h4_0 : tensor<?xf32>  %h4_2 = math.cos %h4_1 : tensor<?xf32>
  %h4_3 = math.absf %h4_2 : tensor<?xf32>  %h4_4 = math.tanh %h4_3 : tensor<?xf32>  %h4_5 = math.exp %h4_4 : tensor<?xf32>
  %h4_6 = math.sin %h4_5 : tensor<?xf32>  %h4_7 = math.cos %h4_6 : tensor<?xf32>  %h4_8 = math.absf %h4_7 : tensor<?xf32>
  %h4_9 = math.tanh %h4_8 : tensor<?xf32>  %h4_10 = math.exp %h4_9 : tensor<?xf32>  %h4_11 = math.sin %h4_10 : tensor<?xf32>
  %h4_12 = math.cos %h4_11 : tensor<?xf32>  %h4_13 = math.absf %h4_12 : tensor<?xf32>  %h4_14 = math.tanh %h4_13 : tensor<?xf32>
  %s4 = arith.addf %h4_14, %x0 : tensor<?xf32>
  %x5 = arith.addf %s4, %x4 : tensor<?xf32> loc("layer4/sum")
  return %x5 : tensor<?xf32>
}

// -----

// Other layers behind them are another function, which reads what the first ones
// give.

// DURING-LABEL: func.func @two(
// DURING-COUNT-4: call @ingot_repeat(
// DURING:         %[[LAST:.*]] = call @ingot_repeat(
// DURING-NEXT:    call @ingot_repeat_0(%[[LAST]],
// DURING-COUNT-4: call @ingot_repeat_0(
// DURING-NEXT:    return
// CHECK-LABEL: func.func @two(
// CHECK-NOT:     call
// CHECK:         arith.subf %[[SUM:.*]], %arg6
// CHECK:         arith.subf %{{.*}}, %[[SUM]]
// CHECK:         arith.subf %{{.*}}, %arg7
// CHECK:         return
func.func @two(%x0: tensor<4xf32>, %w0: tensor<4xf32>, %w1: tensor<4xf32>, %w2: tensor<4xf32>, %w3: tensor<4xf32>, %w4: tensor<4xf32>, %w5: tensor<4xf32>, %w6: tensor<4xf32>, %w7: tensor<4xf32>, %w8: tensor<4xf32>, %w9: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant dense<2.0> : tensor<4xf32>
  %h0_0 = arith.mulf %x0, %w0 : tensor<4xf32> loc("layer0/scale")
  %h0_1 = math.sin %h0_0 : tensor<4xf32>  %h0_2 = math.cos %h0_1 : tensor<4xf32>
  %h0_3 = math.absf %h0_2 : tensor<4xf32>  %h0_4 = math.tanh %h0_3 : tensor<4xf32>  %h0_5 = math.exp %h0_4 : tensor<4xf32>
  %h0_6 = math.sin %h0_5 : tensor<4xf32>  %h0_7 = math.cos %h0_6 : tensor<4xf32>  %h0_8 = math.absf %h0_7 : tensor<4xf32>
  %h0_9 = math.tanh %h0_8 : tensor<4xf32>  %h0_10 = math.exp %h0_9 : tensor<4xf32>  %h0_11 = math.sin %h0_10 : tensor<4xf32>
  %h0_12 = math.cos %h0_11 : tensor<4xf32>  %h0_13 = math.absf %h0_12 : tensor<4xf32>  %h0_14 = math.tanh %h0_13 : tensor<4xf32>
  %s0 = arith.addf %h0_14, %two : tensor<4xf32>
  %x1 = arith.addf %s0, %x0 : tensor<4xf32> loc("layer0/sum")
  %h1_0 = arith.mulf %x1, %w1 : tensor<4xf32> loc("layer1/scale")
  %h1_1 = math.sin %h1_0 : tensor<4xf32>  %h1_2 = math.cos %h1_1 : tensor<4xf32>
  %h1_3 = math.absf %h1_2 : tensor<4xf32>  %h1_4 = math.tanh %h1_3 : tensor<4xf32>  %h1_5 = math.exp %h1_4 : tensor<4xf32>
  %h1_6 = math.sin %h1_5 : tensor<4xf32>  %h1_7 = math.cos %h1_6 : tensor<4xf32>  %h1_8 = math.absf %h1_7 : tensor<4xf32>
  %h1_9 = math.tanh %h1_8 : tensor<4xf32>  %h1_10 = math.exp %h1_9 : tensor<4xf32>  %h1_11 = math.sin %h1_10 : tensor<4xf32>
  %h1_12 = math.cos %h1_11 : tensor<4xf32>  %h1_13 = math.absf %h1_12 : tensor<4xf32>  %h1_14 = math.tanh %h1_13 : tensor<4xf32>
  %s1 = arith.addf %h1_14, %two : tensor<4xf32>
  %x2 = arith.addf %s1, %x1 : tensor<4xf32> loc("layer1/sum")
  %h2_0 = arith.mulf %x2, %w2 : tensor<4xf32> loc("layer2/scale")
  %h2_1 = math.sin %h2_0 : tensor<4xf32>  %h2_2 = math.cos %h2_1 : tensor<4xf32>
  %h2_3 = math.absf %h2_2 : tensor<4xf32>  %h2_4 = math.tanh %h2_3 : tensor<4xf32>  %h2_5 = math.exp %h2_4 : tensor<4xf32>
  %h2_6 = math.sin %h2_5 : tensor<4xf32>  %h2_7 = math.cos %h2_6 : tensor<4xf32>  %h2_8 = math.absf %h2_7 : tensor<4xf32>
  %h2_9 = math.tanh %h2_8 : tensor<4xf32>  %h2_10 = math.exp %h2_9 : tensor<4xf32>  %h2_11 = math.sin %h2_10 : tensor<4xf32>
  %h2_12 = math.cos %h2_11 : tensor<4xf32>  %h2_13 = math.absf %h2_12 : tensor<4xf32>  %h2_14 = math.tanh %h2_13 : tensor<4xf32>
  %s2 = arith.addf %h2_14, %two : tensor<4xf32>
  %x3 = arith.addf %s2, %x2 : tensor<4xf32> loc("layer2/sum")
  %h3_0 = arith.mulf %x3, %w3 : tensor<4xf32> loc("layer3/scale")
  %h3_1 = math.sin %h3_0 : tensor<4xf32>  %h3_2 = math.cos %h3_1 : tensor<4xf32>
  %h3_3 = math.absf %h3_2 : tensor<4xf32>  %h3_4 = math.tanh %h3_3 : tensor<4xf32>  %h3_5 = math.exp %h3_4 : tensor<4xf32>
  %h3_6 = math.sin %h3_5 : tensor<4xf32>  %h3_7 = math.cos %h3_6 : tensor<4xf32>  %h3_8 = math.absf %h3_7 : tensor<4xf32>
  %h3_9 = math.tanh %h3_8 : tensor<4xf32>  %h3_10 = math.exp %h3_9 : tensor<4xf32>  %h3_11 = math.sin %h3_10 : tensor<4xf32>
  %h3_12 = math.cos %h3_11 : tensor<4xf32>  %h3_13 = math.absf %h3_12 : tensor<4xf32>  %h3_14 = math.tanh %h3_13 : tensor<4xf32>
  %s3 = arith.addf %h3_14, %two : tensor<4xf32>
  %x4 = arith.addf %s3, %x3 : tensor<4xf32> loc("layer3/sum")
  %h4_0 = arith.mulf %x4, %w4 : tensor<4xf32> loc("layer4/scale")
  %h4_1 = math.sin %h4_0 : tensor<4xf32>  %h4_2 = math.cos %h4_1 : tensor<4xf32>
  %h4_3 = math.absf %h4_2 : tensor<4xf32>  %h4_4 = math.tanh %h4_3 : tensor<4xf32>  %h4_5 = math.exp %h4_4 : tensor<4xf32>
  %h4_6 = math.sin %h4_5 : tensor<4xf32>  %h4_7 = math.cos %h4_6 : tensor<4xf32>  %h4_8 = math.absf %h4_7 : tensor<4xf32>
  %h4_9 = math.tanh %h4_8 : tensor<4xf32>  %h4_10 = math.exp %h4_9 : tensor<4xf32>  %h4_11 = math.sin %h4_10 : tensor<4xf32>
  %h4_12 = math.cos %h4_11 : tensor<4xf32>  %h4_13 = math.absf %h4_12 : tensor<4xf32>  %h4_14 = math.tanh %h4_13 : tensor<4xf32>
  %s4 = arith.addf %h4_14, %two : tensor<4xf32>
  %x5 = arith.addf %s4, %x4 : tensor<4xf32> loc("layer4/sum")
  %h5_0 = arith.subf %x5, %w5 : tensor<4xf32>
  %h5_1 = math.absf %h5_0 : tensor<4xf32>  %h5_2 = math.exp %h5_1 : tensor<4xf32>
  %h5_3 = math.cos %h5_2 : tensor<4xf32>  %h5_4 = math.tanh %h5_3 : tensor<4xf32>  %h5_5 = math.sin %h5_4 : tensor<4xf32>
  %h5_6 = math.absf %h5_5 : tensor<4xf32>  %h5_7 = math.exp %h5_6 : tensor<4xf32>  %h5_8 = math.cos %h5_7 : tensor<4xf32>
  %h5_9 = math.tanh %h5_8 : tensor<4xf32>  %h5_10 = math.sin %h5_9 : tensor<4xf32>  %h5_11 = math.absf %h5_10 : tensor<4xf32>
  %h5_12 = math.exp %h5_11 : tensor<4xf32>  %h5_13 = math.cos %h5_12 : tensor<4xf32>  %h5_14 = math.tanh %h5_13 : tensor<4xf32>
  %s5 = arith.mulf %h5_14, %x5 : tensor<4xf32>
  %x6 = arith.subf %s5, %x5 : tensor<4xf32>
  %h6_0 = arith.subf %x6, %w6 : tensor<4xf32>
  %h6_1 = math.absf %h6_0 : tensor<4xf32>  %h6_2 = math.exp %h6_1 : tensor<4xf32>
  %h6_3 = math.cos %h6_2 : tensor<4xf32>  %h6_4 = math.tanh %h6_3 : tensor<4xf32>  %h6_5 = math.sin %h6_4 : tensor<4xf32>
  %h6_6 = math.absf %h6_5 : tensor<4xf32>  %h6_7 = math.exp %h6_6 : tensor<4xf32>  %h6_8 = math.cos %h6_7 : tensor<4xf32>
  %h6_9 = math.tanh %h6_8 : tensor<4xf32>  %h6_10 = math.sin %h6_9 : tensor<4xf32>  %h6_11 = math.absf %h6_10 : tensor<4xf32>
  %h6_12 = math.exp %h6_11 : tensor<4xf32>  %h6_13 = math.cos %h6_12 : tensor<4xf32>  %h6_14 = math.tanh %h6_13 : tensor<4xf32>
  %s6 = arith.mulf %h6_14, %x6 : tensor<4xf32>
  %x7 = arith.subf %s6, %x6 : tensor<4xf32>
  %h7_0 = arith.subf %x7, %w7 : tensor<4xf32>
  %h7_1 = math.absf %h7_0 : tensor<4xf32>  %h7_2 = math.exp %h7_1 : tensor<4xf32>
  %h7_3 = math.cos %h7_2 : tensor<4xf32>  %h7_4 = math.tanh %h7_3 : tensor<4xf32>  %h7_5 = math.sin %h7_4 : tensor<4xf32>
  %h7_6 = math.absf %h7_5 : tensor<4xf32>  %h7_7 = math.exp %h7_6 : tensor<4xf32>  %h7_8 = math.cos %h7_7 : tensor<4xf32>
  %h7_9 = math.tanh %h7_8 : tensor<4xf32>  %h7_10 = math.sin %h7_9 : tensor<4xf32>  %h7_11 = math.absf %h7_10 : tensor<4xf32>
  %h7_12 = math.exp %h7_11 : tensor<4xf32>  %h7_13 = math.cos %h7_12 : tensor<4xf32>  %h7_14 = math.tanh %h7_13 : tensor<4xf32>
  %s7 = arith.mulf %h7_14, %x7 : tensor<4xf32>
  %x8 = arith.subf %s7, %x7 : tensor<4xf32>
  %h8_0 = arith.subf %x8, %w8 : tensor<4xf32>
  %h8_1 = math.absf %h8_0 : tensor<4xf32>  %h8_2 = math.exp %h8_1 : tensor<4xf32>
  %h8_3 = math.cos %h8_2 : tensor<4xf32>  %h8_4 = math.tanh %h8_3 : tensor<4xf32>  %h8_5 = math.sin %h8_4 : tensor<4xf32>
  %h8_6 = math.absf %h8_5 : tensor<4xf32>  %h8_7 = math.exp %h8_6 : tensor<4xf32>  %h8_8 = math.cos %h8_7 : tensor<4xf32>
  %h8_9 = math.tanh %h8_8 : tensor<4xf32>  %h8_10 = math.sin %h8_9 : tensor<4xf32>  %h8_11 = math.absf %h8_10 : tensor<4xf32>
  %h8_12 = math.exp %h8_11 : tensor<4xf32>  %h8_13 = math.cos %h8_12 : tensor<4xf32>  %h8_14 = math.tanh %h8_13 : tensor<4xf32>
  %s8 = arith.mulf %h8_14, %x8 : tensor<4xf32>
  %x9 = arith.subf %s8, %x8 : tensor<4xf32>
  %h9_0 = arith.subf %x9, %w9 : tensor<4xf32>
  %h9_1 = math.absf %h9_0 : tensor<4xf32>  %h9_2 = math.exp %h9_1 : tensor<4xf32>
  %h9_3 = math.cos %h9_2 : tensor<4xf32>  %h9_4 = math.tanh %h9_3 : tensor<4xf32>  %h9_5 = math.sin %h9_4 : tensor<4xf32>
  %h9_6 = math.absf %h9_5 : tensor<4xf32>  %h9_7 = math.exp %h9_6 : tensor<4xf32>  %h9_8 = math.cos %h9_7 : tensor<4xf32>
  %h9_9 = math.tanh %h9_8 : tensor<4xf32>  %h9_10 = math.sin %h9_9 : tensor<4xf32>  %h9_11 = math.absf %h9_10 : tensor<4xf32>
  %h9_12 = math.exp %h9_11 : tensor<4xf32>  %h9_13 = math.cos %h9_12 : tensor<4xf32>  %h9_14 = math.tanh %h9_13 : tensor<4xf32>
  %s9 = arith.mulf %h9_14, %x9 : tensor<4xf32>
  %x10 = arith.subf %s9, %x9 : tensor<4xf32>
  return %x10 : tensor<4xf32>
}
