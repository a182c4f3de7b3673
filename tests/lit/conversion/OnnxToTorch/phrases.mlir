// Phrases of a pool, counted in rows.
// RUN: ingot-opt %s --convert-onnx-to-torch --cse | FileCheck %s

// How often 3 and 7 stand in the row.
// CHECK-LABEL: func.func @counts(
// CHECK: %{{.*}} = torch.aten.to.dtype %{{.*}}, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,6],si64>
// CHECK: %[[V1:.*]] = torch.vtensor.literal(dense<{{\[\[}}{{\[\[}}3], [7{{\]\]}}{{\]\]}}>
// CHECK: %[[V2:.*]] = torch.aten.select.int %[[V1]], %int3{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,1,2],si64>
// CHECK: %[[V3:.*]] = torch.aten.eq.Tensor %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,6,2],i1>
// CHECK: %[[V4:.*]] = torch.aten.to.dtype %[[V3]], %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,6,2],si64>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V4]], %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],si64>
// CHECK: %[[V7:.*]] = torch.aten.to.dtype %{{.*}}, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %{{.*}} = torch.aten.scatter_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %[[V7]] : {{.*}} -> !torch.vtensor<[1,2],f32>
func.func @counts(%arg0: !torch.vtensor<[6],si32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.mode = "TF", torch.onnx.min_gram_length = 1 : si64, torch.onnx.max_gram_length = 1 : si64, torch.onnx.max_skip_count = 0 : si64, torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[6],si32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// Pairs side by side, or with one left out between.
// CHECK-LABEL: func.func @pairs(
// CHECK: %{{.*}} = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int5{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],si64>
// CHECK: %[[V1:.*]] = torch.aten.eq.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,5,1],i1>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,5],si64>
// CHECK: %[[V3:.*]] = torch.aten.eq.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,5,1],i1>
// CHECK: %{{.*}} = torch.aten.logical_and %[[V1]], %[[V3]] : {{.*}} -> !torch.vtensor<[2,5,1],i1>
// CHECK: %[[V5:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %[[V6:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V7:.*]] = torch.aten.add.Tensor %{{.*}}, %[[V6]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int0{{(_[0-9]+)?}}, %int4{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],si64>
// CHECK: %[[V9:.*]] = torch.aten.eq.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4,1],i1>
// CHECK: %{{.*}} = torch.aten.slice.Tensor %arg0, %int1{{(_[0-9]+)?}}, %int2{{(_[0-9]+)?}}, %int6{{(_[0-9]+)?}}, %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,4],si64>
// CHECK: %[[V11:.*]] = torch.aten.eq.Tensor %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,4,1],i1>
// CHECK: %{{.*}} = torch.aten.logical_and %[[V9]], %[[V11]] : {{.*}} -> !torch.vtensor<[2,4,1],i1>
// CHECK: %[[V13:.*]] = torch.aten.sum.dim_IntList %{{.*}}, %[[V5]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %{{.*}} = torch.aten.add.Tensor %[[V7]], %[[V13]], %int1{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[2,1],si64>
// CHECK: %[[V15:.*]] = torch.aten.scatter_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %{{.*}} : {{.*}} -> !torch.vtensor<[2,1],f32>
// CHECK: return %[[V15]]
func.func @pairs(%arg0: !torch.vtensor<[2,6],si64>) -> !torch.vtensor<[2,1],f32> {
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.mode = "TF", torch.onnx.min_gram_length = 2 : si64, torch.onnx.max_gram_length = 2 : si64, torch.onnx.max_skip_count = 1 : si64, torch.onnx.ngram_counts = [0 : si64, 0 : si64], torch.onnx.ngram_indexes = [0 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[2,6],si64>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

// IDF: weights of what is there at all.
// CHECK-LABEL: func.func @weights(
// CHECK: %[[V0:.*]] = torch.vtensor.literal(dense<[5.000000e-01, 2.000000e+00]>
// CHECK: %{{.*}} = torch.aten.gt.Scalar %{{.*}}, %float0.000000e00{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],i1>
// CHECK: %[[V2:.*]] = torch.aten.mul.Tensor %{{.*}}, %[[V0]] : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %{{.*}} = torch.aten.scatter_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %[[V2]] : {{.*}} -> !torch.vtensor<[1,2],f32>
func.func @weights(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.mode = "IDF", torch.onnx.min_gram_length = 1 : si64, torch.onnx.max_gram_length = 1 : si64, torch.onnx.max_skip_count = 0 : si64, torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [1 : si64, 0 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64], torch.onnx.weights = [0.5 : f32, 2.0 : f32]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// TFIDF: counts times weights.
// CHECK-LABEL: func.func @weighted_counts(
// CHECK: %[[V0:.*]] = torch.aten.to.dtype %{{.*}}, %int4{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,6,2],si64>
// CHECK: %[[V1:.*]] = torch.prim.ListConstruct %int1{{(_[0-9]+)?}}
// CHECK: %{{.*}} = torch.aten.sum.dim_IntList %[[V0]], %[[V1]], %false{{(_[0-9]+)?}}, %none{{(_[0-9]+)?}} : {{.*}} -> !torch.vtensor<[1,2],si64>
// CHECK: %[[V3:.*]] = torch.aten.to.dtype %{{.*}}, %int6{{(_[0-9]+)?}}, {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %[[V4:.*]] = torch.vtensor.literal(dense<[5.000000e-01, 2.000000e+00]>
// CHECK: %[[V5:.*]] = torch.aten.mul.Tensor %[[V3]], %[[V4]] : {{.*}} -> !torch.vtensor<[1,2],f32>
// CHECK: %{{.*}} = torch.aten.scatter_add %{{.*}}, %int1{{(_[0-9]+)?}}, %{{.*}}, %[[V5]] : {{.*}} -> !torch.vtensor<[1,2],f32>
func.func @weighted_counts(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.mode = "TFIDF", torch.onnx.min_gram_length = 1 : si64, torch.onnx.max_gram_length = 1 : si64, torch.onnx.max_skip_count = 0 : si64, torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64], torch.onnx.weights = [0.5 : f32, 2.0 : f32]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
