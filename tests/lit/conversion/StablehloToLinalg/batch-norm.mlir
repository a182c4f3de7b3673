// Normalisations by their formulas; the features are dimension 1.
// RUN: ingot-opt %s --convert-stablehlo-to-linalg --mlir-print-local-scope --canonicalize --cse | FileCheck %s

// (x - mean) / sqrt(variance + epsilon) * scale + offset.
// CHECK-LABEL: func.func @inference(
// CHECK-DAG:         %[[CST:.*]] = arith.constant 1.000000e-03 : f32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<3xf32>
// CHECK:         %[[BROADCASTED:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V0]] : tensor<3xf32>) -> tensor<3xf32>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg4, %[[BROADCASTED]] : tensor<3xf32>, tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[IN_1:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V2:.*]] = arith.addf %[[IN]], %[[IN_1]] : f32
// CHECK:           linalg.yield %[[V2]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V1]] : tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_2:.*]]: f32, %[[OUT_1:.*]]: f32):
// CHECK:           %[[V4:.*]] = math.sqrt %[[IN_2]] : f32
// CHECK:           linalg.yield %[[V4]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V5:.*]] = tensor.empty() : tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_1:.*]] = linalg.broadcast ins(%arg3 : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V6:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %[[BROADCASTED_1]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_3:.*]]: f32, %[[IN_4:.*]]: f32, %[[OUT_2:.*]]: f32):
// CHECK:           %[[V7:.*]] = arith.subf %[[IN_3]], %[[IN_4]] : f32
// CHECK:           linalg.yield %[[V7]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_2:.*]] = linalg.broadcast ins(%[[V3]] : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V8:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V6]], %[[BROADCASTED_2]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_5:.*]]: f32, %[[IN_6:.*]]: f32, %[[OUT_3:.*]]: f32):
// CHECK:           %[[V9:.*]] = arith.divf %[[IN_5]], %[[IN_6]] : f32
// CHECK:           linalg.yield %[[V9]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_3:.*]] = linalg.broadcast ins(%arg1 : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V10:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V8]], %[[BROADCASTED_3]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_7:.*]]: f32, %[[IN_8:.*]]: f32, %[[OUT_4:.*]]: f32):
// CHECK:           %[[V11:.*]] = arith.mulf %[[IN_7]], %[[IN_8]] : f32
// CHECK:           linalg.yield %[[V11]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_4:.*]] = linalg.broadcast ins(%arg2 : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V12:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V10]], %[[BROADCASTED_4]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_9:.*]]: f32, %[[IN_10:.*]]: f32, %[[OUT_5:.*]]: f32):
// CHECK:           %[[V13:.*]] = arith.addf %[[IN_9]], %[[IN_10]] : f32
// CHECK:           linalg.yield %[[V13]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         return %[[V12]] : tensor<2x3x4xf32>
func.func @inference(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %o, %m, %v) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// Mean and variance are those of the batch, over all other dimensions.
// CHECK-LABEL: func.func @training(
// CHECK-DAG:         %[[CST:.*]] = arith.constant 1.000000e-03 : f32
// CHECK-DAG:         %[[CST_1:.*]] = arith.constant 8.000000e+00 : f32
// CHECK-DAG:         %[[CST_2:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<3xf32>
// CHECK:         %[[V1:.*]] = linalg.fill ins(%[[CST_2]] : f32) outs(%[[V0]] : tensor<3xf32>) -> tensor<3xf32>
// CHECK:         %[[V2:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%arg0 : tensor<2x3x4xf32>) outs(%[[V1]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V3:.*]] = arith.addf %[[OUT]], %[[IN]] : f32
// CHECK:           linalg.yield %[[V3]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[BROADCASTED:.*]] = linalg.fill ins(%[[CST_1]] : f32) outs(%[[V0]] : tensor<3xf32>) -> tensor<3xf32>
// CHECK:         %[[V4:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V2]], %[[BROADCASTED]] : tensor<3xf32>, tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_1:.*]]: f32, %[[IN_2:.*]]: f32, %[[OUT_1:.*]]: f32):
// CHECK:           %[[V5:.*]] = arith.divf %[[IN_1]], %[[IN_2]] : f32
// CHECK:           linalg.yield %[[V5]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V6:.*]] = tensor.empty() : tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_1:.*]] = linalg.broadcast ins(%[[V4]] : tensor<3xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V7:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %[[BROADCASTED_1]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_3:.*]]: f32, %[[IN_4:.*]]: f32, %[[OUT_2:.*]]: f32):
// CHECK:           %[[V8:.*]] = arith.subf %[[IN_3]], %[[IN_4]] : f32
// CHECK:           linalg.yield %[[V8]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V9:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V7]], %[[V7]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_5:.*]]: f32, %[[IN_6:.*]]: f32, %[[OUT_3:.*]]: f32):
// CHECK:           %[[V10:.*]] = arith.mulf %[[IN_5]], %[[IN_6]] : f32
// CHECK:           linalg.yield %[[V10]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V11:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%[[V9]] : tensor<2x3x4xf32>) outs(%[[V1]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_7:.*]]: f32, %[[OUT_4:.*]]: f32):
// CHECK:           %[[V12:.*]] = arith.addf %[[OUT_4]], %[[IN_7]] : f32
// CHECK:           linalg.yield %[[V12]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V13:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V11]], %[[BROADCASTED]] : tensor<3xf32>, tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_8:.*]]: f32, %[[IN_9:.*]]: f32, %[[OUT_5:.*]]: f32):
// CHECK:           %[[V14:.*]] = arith.divf %[[IN_8]], %[[IN_9]] : f32
// CHECK:           linalg.yield %[[V14]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[BROADCASTED_2:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V0]] : tensor<3xf32>) -> tensor<3xf32>
// CHECK:         %[[V15:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V13]], %[[BROADCASTED_2]] : tensor<3xf32>, tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_10:.*]]: f32, %[[IN_11:.*]]: f32, %[[OUT_6:.*]]: f32):
// CHECK:           %[[V16:.*]] = arith.addf %[[IN_10]], %[[IN_11]] : f32
// CHECK:           linalg.yield %[[V16]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V17:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V15]] : tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_12:.*]]: f32, %[[OUT_7:.*]]: f32):
// CHECK:           %[[V18:.*]] = math.sqrt %[[IN_12]] : f32
// CHECK:           linalg.yield %[[V18]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[BROADCASTED_3:.*]] = linalg.broadcast ins(%[[V17]] : tensor<3xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V19:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V7]], %[[BROADCASTED_3]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_13:.*]]: f32, %[[IN_14:.*]]: f32, %[[OUT_8:.*]]: f32):
// CHECK:           %[[V20:.*]] = arith.divf %[[IN_13]], %[[IN_14]] : f32
// CHECK:           linalg.yield %[[V20]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_4:.*]] = linalg.broadcast ins(%arg1 : tensor<3xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V21:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V19]], %[[BROADCASTED_4]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_15:.*]]: f32, %[[IN_16:.*]]: f32, %[[OUT_9:.*]]: f32):
// CHECK:           %[[V22:.*]] = arith.mulf %[[IN_15]], %[[IN_16]] : f32
// CHECK:           linalg.yield %[[V22]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_5:.*]] = linalg.broadcast ins(%arg2 : tensor<3xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V23:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V21]], %[[BROADCASTED_5]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V6]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_17:.*]]: f32, %[[IN_18:.*]]: f32, %[[OUT_10:.*]]: f32):
// CHECK:           %[[V24:.*]] = arith.addf %[[IN_17]], %[[IN_18]] : f32
// CHECK:           linalg.yield %[[V24]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         return %[[V23]], %[[V4]], %[[V13]] : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
func.func @training(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %o: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_training"(%x, %s, %o) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// The three gradients share the centred operand and the reciprocal deviation.
// CHECK-LABEL: func.func @gradient(
// CHECK-DAG:         %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// CHECK-DAG:         %[[CST_1:.*]] = arith.constant 8.000000e+00 : f32
// CHECK-DAG:         %[[CST_2:.*]] = arith.constant 1.000000e-03 : f32
// CHECK:         %[[V0:.*]] = tensor.empty() : tensor<3xf32>
// CHECK:         %[[BROADCASTED:.*]] = linalg.fill ins(%[[CST_2]] : f32) outs(%[[V0]] : tensor<3xf32>) -> tensor<3xf32>
// CHECK:         %[[V1:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%arg3, %[[BROADCASTED]] : tensor<3xf32>, tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN:.*]]: f32, %[[IN_1:.*]]: f32, %[[OUT:.*]]: f32):
// CHECK:           %[[V2:.*]] = arith.addf %[[IN]], %[[IN_1]] : f32
// CHECK:           linalg.yield %[[V2]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V3:.*]] = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%[[V1]] : tensor<3xf32>) outs(%[[V0]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_2:.*]]: f32, %[[OUT_1:.*]]: f32):
// CHECK:           %[[V4:.*]] = math.sqrt %[[IN_2]] : f32
// CHECK:           linalg.yield %[[V4]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V5:.*]] = tensor.empty() : tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_1:.*]] = linalg.broadcast ins(%[[V3]] : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[BROADCASTED_2:.*]] = linalg.broadcast ins(%arg2 : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V6:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %[[BROADCASTED_2]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_3:.*]]: f32, %[[IN_4:.*]]: f32, %[[OUT_2:.*]]: f32):
// CHECK:           %[[V7:.*]] = arith.subf %[[IN_3]], %[[IN_4]] : f32
// CHECK:           linalg.yield %[[V7]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V8:.*]] = linalg.fill ins(%[[CST]] : f32) outs(%[[V0]] : tensor<3xf32>) -> tensor<3xf32>
// CHECK:         %[[V9:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%arg4 : tensor<2x3x4xf32>) outs(%[[V8]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_5:.*]]: f32, %[[OUT_3:.*]]: f32):
// CHECK:           %[[V10:.*]] = arith.addf %[[OUT_3]], %[[IN_5]] : f32
// CHECK:           linalg.yield %[[V10]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V11:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %[[V6]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_6:.*]]: f32, %[[IN_7:.*]]: f32, %[[OUT_4:.*]]: f32):
// CHECK:           %[[V12:.*]] = arith.mulf %[[IN_6]], %[[IN_7]] : f32
// CHECK:           linalg.yield %[[V12]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V13:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%[[V11]] : tensor<2x3x4xf32>) outs(%[[V8]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_8:.*]]: f32, %[[OUT_5:.*]]: f32):
// CHECK:           %[[V14:.*]] = arith.addf %[[OUT_5]], %[[IN_8]] : f32
// CHECK:           linalg.yield %[[V14]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[V15:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V6]], %[[BROADCASTED_1]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_9:.*]]: f32, %[[IN_10:.*]]: f32, %[[OUT_6:.*]]: f32):
// CHECK:           %[[V16:.*]] = arith.divf %[[IN_9]], %[[IN_10]] : f32
// CHECK:           linalg.yield %[[V16]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V17:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4, %[[V15]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_11:.*]]: f32, %[[IN_12:.*]]: f32, %[[OUT_7:.*]]: f32):
// CHECK:           %[[V18:.*]] = arith.mulf %[[IN_11]], %[[IN_12]] : f32
// CHECK:           linalg.yield %[[V18]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V19:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d1)>], iterator_types = ["reduction", "parallel", "reduction"]} ins(%[[V17]] : tensor<2x3x4xf32>) outs(%[[V8]] : tensor<3xf32>) {
// CHECK:         ^bb0(%[[IN_13:.*]]: f32, %[[OUT_8:.*]]: f32):
// CHECK:           %[[V20:.*]] = arith.addf %[[OUT_8]], %[[IN_13]] : f32
// CHECK:           linalg.yield %[[V20]] : f32
// CHECK:         } -> tensor<3xf32>
// CHECK:         %[[BROADCASTED_3:.*]] = linalg.fill ins(%[[CST_1]] : f32) outs(%[[V5]] : tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_4:.*]] = linalg.broadcast ins(%[[V13]] : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V21:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[BROADCASTED_4]], %[[V6]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_14:.*]]: f32, %[[IN_15:.*]]: f32, %[[OUT_9:.*]]: f32):
// CHECK:           %[[V22:.*]] = arith.mulf %[[IN_14]], %[[IN_15]] : f32
// CHECK:           linalg.yield %[[V22]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_5:.*]] = linalg.broadcast ins(%[[V1]] : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V23:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V21]], %[[BROADCASTED_5]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_16:.*]]: f32, %[[IN_17:.*]]: f32, %[[OUT_10:.*]]: f32):
// CHECK:           %[[V24:.*]] = arith.divf %[[IN_16]], %[[IN_17]] : f32
// CHECK:           linalg.yield %[[V24]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V25:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[BROADCASTED_3]], %arg4 : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_18:.*]]: f32, %[[IN_19:.*]]: f32, %[[OUT_11:.*]]: f32):
// CHECK:           %[[V26:.*]] = arith.mulf %[[IN_18]], %[[IN_19]] : f32
// CHECK:           linalg.yield %[[V26]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_6:.*]] = linalg.broadcast ins(%[[V9]] : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V27:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V25]], %[[BROADCASTED_6]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_20:.*]]: f32, %[[IN_21:.*]]: f32, %[[OUT_12:.*]]: f32):
// CHECK:           %[[V28:.*]] = arith.subf %[[IN_20]], %[[IN_21]] : f32
// CHECK:           linalg.yield %[[V28]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V29:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V27]], %[[V23]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_22:.*]]: f32, %[[IN_23:.*]]: f32, %[[OUT_13:.*]]: f32):
// CHECK:           %[[V30:.*]] = arith.subf %[[IN_22]], %[[IN_23]] : f32
// CHECK:           linalg.yield %[[V30]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[BROADCASTED_7:.*]] = linalg.broadcast ins(%arg1 : tensor<3xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) dimensions = [0, 2]
// CHECK:         %[[V31:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[BROADCASTED_7]], %[[BROADCASTED_1]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_24:.*]]: f32, %[[IN_25:.*]]: f32, %[[OUT_14:.*]]: f32):
// CHECK:           %[[V32:.*]] = arith.divf %[[IN_24]], %[[IN_25]] : f32
// CHECK:           linalg.yield %[[V32]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V33:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V31]], %[[BROADCASTED_3]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_26:.*]]: f32, %[[IN_27:.*]]: f32, %[[OUT_15:.*]]: f32):
// CHECK:           %[[V34:.*]] = arith.divf %[[IN_26]], %[[IN_27]] : f32
// CHECK:           linalg.yield %[[V34]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         %[[V35:.*]] = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%[[V33]], %[[V29]] : tensor<2x3x4xf32>, tensor<2x3x4xf32>) outs(%[[V5]] : tensor<2x3x4xf32>) {
// CHECK:         ^bb0(%[[IN_28:.*]]: f32, %[[IN_29:.*]]: f32, %[[OUT_16:.*]]: f32):
// CHECK:           %[[V36:.*]] = arith.mulf %[[IN_28]], %[[IN_29]] : f32
// CHECK:           linalg.yield %[[V36]] : f32
// CHECK:         } -> tensor<2x3x4xf32>
// CHECK:         return %[[V35]], %[[V19]], %[[V9]] : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
func.func @gradient(%x: tensor<2x3x4xf32>, %s: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>, %g: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = "stablehlo.batch_norm_grad"(%x, %s, %m, %v, %g) <{epsilon = 1.0e-3 : f32, feature_index = 1 : i64}> : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}
