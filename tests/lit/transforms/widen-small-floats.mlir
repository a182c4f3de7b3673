// RUN: ingot-opt %s --ingot-widen-small-floats | FileCheck %s

// Each op is computed in f32 and rounded as it was written; what only moves
// values stays as it is.
// CHECK-LABEL: func.func @body
// CHECK:       ^bb0(%[[A:[a-z0-9_]+]]: f8E4M3FN, %[[B:[a-z0-9_]+]]: f8E4M3FN
// CHECK-DAG:     %[[WA:.*]] = arith.extf %[[A]] : f8E4M3FN to f32
// CHECK-DAG:     %[[WB:.*]] = arith.extf %[[B]] : f8E4M3FN to f32
// CHECK:         %[[SUM:.*]] = arith.addf %[[WA]], %[[WB]] : f32
// CHECK:         %[[N:.*]] = arith.truncf %[[SUM]] : f32 to f8E4M3FN
// CHECK:         math.exp %{{.*}} : f32
// CHECK:         arith.select %{{.*}} : f8E4M3FN
// CHECK:         linalg.yield %{{.*}} : f8E4M3FN
func.func @body(%a: tensor<4xf8E4M3FN>, %b: tensor<4xf8E4M3FN>, %e: tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%a, %b : tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) outs(%e : tensor<4xf8E4M3FN>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %o: f8E4M3FN):
    %s = arith.addf %x, %y : f8E4M3FN
    %t = math.exp %s : f8E4M3FN
    %c = arith.cmpf olt, %t, %x : f8E4M3FN
    %r = arith.select %c, %t, %x : f8E4M3FN
    linalg.yield %r : f8E4M3FN
  } -> tensor<4xf8E4M3FN>
  return %0 : tensor<4xf8E4M3FN>
}

// CHECK-LABEL: func.func @others
// CHECK-NEXT:    arith.addf %{{.*}} : bf16
func.func @others(%a: bf16) -> bf16 {
  %0 = arith.addf %a, %a : bf16
  return %0 : bf16
}

// By way of f32 an integer would be rounded twice.
// CHECK-LABEL: func.func @integers
// CHECK-NEXT:    arith.sitofp %{{.*}} : i32 to f8E5M2
func.func @integers(%a: i32) -> f8E5M2 {
  %0 = arith.sitofp %a : i32 to f8E5M2
  return %0 : f8E5M2
}
