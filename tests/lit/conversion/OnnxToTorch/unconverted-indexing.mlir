// Indices, masks and orders that do not fit what they point into.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @gather_axis(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Gather': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Gather"(%arg0, %arg1) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

func.func @gather_scalar(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Gather': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Gather"(%arg0, %arg1) : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @gather_elements_rank(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GatherElements': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GatherElements"(%arg0, %arg1) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @gather_elements_axis(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[4,2],si64>) -> !torch.vtensor<[4,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GatherElements': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GatherElements"(%arg0, %arg1) {torch.onnx.axis = -3 : si64} : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[4,2],si64>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

func.func @gather_nd(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[3,?],si64>) -> !torch.vtensor<[3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GatherND': how many indices there are is known only to the run
  %0 = torch.operator "onnx.GatherND"(%arg0, %arg1) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[3,?],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

func.func @gather_nd_many(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[3,3],si64>) -> !torch.vtensor<[3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GatherND': how many indices there are is known only to the run
  %0 = torch.operator "onnx.GatherND"(%arg0, %arg1) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[3,3],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

func.func @gather_nd_scalar(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GatherND': how many indices there are is known only to the run
  %0 = torch.operator "onnx.GatherND"(%arg0, %arg1) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[5],f32>
  return %0 : !torch.vtensor<[5],f32>
}

func.func @gather_nd_batch(%arg0: !torch.vtensor<[2,4,5],f32>, %arg1: !torch.vtensor<[2,3,1],si64>) -> !torch.vtensor<[2,3,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GatherND': how many indices there are is known only to the run
  %0 = torch.operator "onnx.GatherND"(%arg0, %arg1) {torch.onnx.batch_dims = 3 : si64} : (!torch.vtensor<[2,4,5],f32>, !torch.vtensor<[2,3,1],si64>) -> !torch.vtensor<[2,3,5],f32>
  return %0 : !torch.vtensor<[2,3,5],f32>
}

func.func @gather_nd_negative(%arg0: !torch.vtensor<[2,4,5],f32>, %arg1: !torch.vtensor<[2,3,1],si64>) -> !torch.vtensor<[2,3,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GatherND': how many indices there are is known only to the run
  %0 = torch.operator "onnx.GatherND"(%arg0, %arg1) {torch.onnx.batch_dims = -1 : si64} : (!torch.vtensor<[2,4,5],f32>, !torch.vtensor<[2,3,1],si64>) -> !torch.vtensor<[2,3,5],f32>
  return %0 : !torch.vtensor<[2,3,5],f32>
}

func.func @scatter_nd(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[3,?],si64>, %arg2: !torch.vtensor<[3,1,4,5],f32>) -> !torch.vtensor<[4,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ScatterND': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ScatterND"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[3,?],si64>, !torch.vtensor<[3,1,4,5],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

func.func @scatter_nd_many(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[3,3],si64>, %arg2: !torch.vtensor<[3],f32>) -> !torch.vtensor<[4,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ScatterND': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ScatterND"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[3,3],si64>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

func.func @scatter_axis(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Scatter': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Scatter"(%arg0, %arg1, %arg2) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @scatter_elements_rank(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ScatterElements': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

func.func @scatter_elements_updates(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[4,2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ScatterElements': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[4,2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

func.func @scatter_elements_reduction(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ScatterElements': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ScatterElements"(%arg0, %arg1, %arg2) {torch.onnx.reduction = "mean"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @tensor_scatter_batch(%arg0: !torch.vtensor<[2,8,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,8,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TensorScatter': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.TensorScatter"(%arg0, %arg1) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2,8,4],f32>, !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,8,4],f32>
  return %0 : !torch.vtensor<[2,8,4],f32>
}

func.func @tensor_scatter_rank(%arg0: !torch.vtensor<[2,8,4],f32>, %arg1: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,8,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TensorScatter': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.TensorScatter"(%arg0, %arg1) : (!torch.vtensor<[2,8,4],f32>, !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[2,8,4],f32>
  return %0 : !torch.vtensor<[2,8,4],f32>
}

func.func @one_hot_axis(%arg0: !torch.vtensor<[3],si64>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.OneHot': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.OneHot"(%arg0, %arg1, %arg2) {torch.onnx.axis = 3 : si64} : (!torch.vtensor<[3],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

func.func @one_hot_values(%arg0: !torch.vtensor<[3],si64>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[],f32>) -> !torch.vtensor<[3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.OneHot': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.OneHot"(%arg0, %arg1, %arg2) : (!torch.vtensor<[3],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],f32>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

func.func @one_hot_rank(%arg0: !torch.vtensor<[3],si64>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],f32>) -> !torch.vtensor<[3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.OneHot': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.OneHot"(%arg0, %arg1, %arg2) : (!torch.vtensor<[3],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

func.func @topk_axis(%arg0: !torch.vtensor<[2,5],f32>, %arg1: !torch.vtensor<[1],si64>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.TopK': attributes and operands do not fit ONNX's operator
  %0:2 = torch.operator "onnx.TopK"(%arg0, %arg1) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,5],f32>, !torch.vtensor<[1],si64>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>)
  return %0#0, %0#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],si64>
}

func.func @topk_no_count(%arg0: !torch.vtensor<[5],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.TopK': attributes and operands do not fit ONNX's operator
  %0:2 = torch.operator "onnx.TopK"(%arg0) : (!torch.vtensor<[5],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>)
  return %0#0, %0#1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>
}

func.func @trilu_vector(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Trilu': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Trilu"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @compress_axis(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],i1>) -> !torch.vtensor<[2,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Compress': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Compress"(%arg0, %arg1) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],i1>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

func.func @compress_condition(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Compress': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Compress"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @reverse_sequence_axes(%arg0: !torch.vtensor<[4,2],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReverseSequence': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ReverseSequence"(%arg0, %arg1) {torch.onnx.time_axis = 1 : si64} : (!torch.vtensor<[4,2],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

func.func @reverse_sequence_lengths(%arg0: !torch.vtensor<[4,2],f32>, %arg1: !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[4,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReverseSequence': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ReverseSequence"(%arg0, %arg1) : (!torch.vtensor<[4,2],f32>, !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[4,2],f32>
  return %0 : !torch.vtensor<[4,2],f32>
}

func.func @reverse_sequence_vector(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReverseSequence': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ReverseSequence"(%arg0, %arg1) : (!torch.vtensor<[4],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @feature_extractor(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[1],si64>) -> !torch.vtensor<[1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ai.onnx.ml.ArrayFeatureExtractor': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ai.onnx.ml.ArrayFeatureExtractor"(%arg0, %arg1) : (!torch.vtensor<[],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[1,1],f32>
  return %0 : !torch.vtensor<[1,1],f32>
}

func.func @scatter_at_a_number(%arg0: !torch.vtensor<[2,8,4],f32>, %arg1: !torch.vtensor<[2,3,4],f32>, %arg2: !torch.vtensor<[],si64>) -> !torch.vtensor<[2,8,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.TensorScatter': places to write at that are not a vector
  %0 = torch.operator "onnx.TensorScatter"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,8,4],f32>, !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,8,4],f32>
  return %0 : !torch.vtensor<[2,8,4],f32>
}
