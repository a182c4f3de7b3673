// Tensors of unknown rank or dtype, and results of another type than ONNX says.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @rank(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[1,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Relu': the result is of another type than the operator gives
  %0 = torch.operator "onnx.Relu"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[1,2],f32>
  return %0 : !torch.vtensor<[1,2],f32>
}

func.func @size(%arg0: !torch.vtensor<[2],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Concat': the result is of another type than the operator gives
  %0 = torch.operator "onnx.Concat"(%arg0, %arg1) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

func.func @reduced(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': the result is of another type than the operator gives
  %0 = torch.operator "onnx.ReduceSum"(%arg0) {torch.onnx.axes = [1 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @transposed(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Transpose': the result is of another type than the operator gives
  %0 = torch.operator "onnx.Transpose"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @second(%arg0: !torch.vtensor<[5],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[3],si64>) {
  %c0 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.TopK': the result is of another type than the operator gives
  %0:2 = torch.operator "onnx.TopK"(%arg0, %c0) : (!torch.vtensor<[5],f32>, !torch.vtensor<[1],si64>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[3],si64>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[3],si64>
}

func.func @gathered(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Gather': the result is of another type than the operator gives
  %0 = torch.operator "onnx.Gather"(%arg0, %arg1) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

func.func @broadcast(%arg0: !torch.vtensor<[2,1],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Mul': the result is of another type than the operator gives
  %0 = torch.operator "onnx.Mul"(%arg0, %arg1) : (!torch.vtensor<[2,1],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

func.func @not_a_tensor(%arg0: !torch.vtensor<[2],f32>) -> !torch.int {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Identity': rank or dtype of a tensor is not known; infer shapes before the export
  %0 = torch.operator "onnx.Identity"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.int
  return %0 : !torch.int
}

func.func @no_rank(%arg0: !torch.vtensor<*,f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Relu': rank or dtype of a tensor is not known; infer shapes before the export
  %0 = torch.operator "onnx.Relu"(%arg0) : (!torch.vtensor<*,f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @no_dtype(%arg0: !torch.vtensor<[2],unk>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Relu': rank or dtype of a tensor is not known; infer shapes before the export
  %0 = torch.operator "onnx.Relu"(%arg0) : (!torch.vtensor<[2],unk>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @nothing_known(%arg0: !torch.vtensor) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Relu': rank or dtype of a tensor is not known; infer shapes before the export
  %0 = torch.operator "onnx.Relu"(%arg0) : (!torch.vtensor) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @result_without_rank(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<*,f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Exp': rank or dtype of a tensor is not known; infer shapes before the export
  %0 = torch.operator "onnx.Exp"(%arg0) : (!torch.vtensor<[2],f32>) -> !torch.vtensor<*,f32>
  return %0 : !torch.vtensor<*,f32>
}

func.func @second_without_dtype(%arg0: !torch.vtensor<[2],f32>, %arg1: !torch.vtensor<[2],unk>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Add': rank or dtype of a tensor is not known; infer shapes before the export
  %0 = torch.operator "onnx.Add"(%arg0, %arg1) : (!torch.vtensor<[2],f32>, !torch.vtensor<[2],unk>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @not_a_value(%arg0: !torch.tensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Relu': rank or dtype of a tensor is not known; infer shapes before the export
  %0 = torch.operator "onnx.Relu"(%arg0) : (!torch.tensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
