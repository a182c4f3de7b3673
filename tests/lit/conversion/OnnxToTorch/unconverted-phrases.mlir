// Phrases of no pool of numbers, or that are cut in two.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @no_pool(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_strings = ["a", "b"]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @no_counts(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @no_columns(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @unknown_row(%arg0: !torch.vtensor<[?],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[?],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @cube(%arg0: !torch.vtensor<[1,2,6],si64>) -> !torch.vtensor<[1,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[1,2,6],si64>) -> !torch.vtensor<[1,2,2],f32>
  return %0 : !torch.vtensor<[1,2,2],f32>
}

func.func @start_beyond(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [3 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @half_a_pair(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64, 0 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64, 9 : si64]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @few_columns(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': phrases of strings, or rows of a length that is not known
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @negative_column(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, -1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @large_column(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, 16777217 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @few_weights(%arg0: !torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TfIdfVectorizer': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.TfIdfVectorizer"(%arg0) {torch.onnx.mode = "IDF", torch.onnx.ngram_counts = [0 : si64], torch.onnx.ngram_indexes = [0 : si64, 1 : si64], torch.onnx.pool_int64s = [3 : si64, 7 : si64], torch.onnx.weights = [0.5 : f32]} : (!torch.vtensor<[6],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
