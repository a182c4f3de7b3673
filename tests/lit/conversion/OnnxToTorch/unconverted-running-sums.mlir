// Axes of reductions and running sums that are not there.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @argmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ArgMax': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ArgMax"(%arg0) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],si64>
  return %0 : !torch.vtensor<[2,1],si64>
}

func.func @argmin_scalar(%arg0: !torch.vtensor<[],f32>) -> !torch.vtensor<[],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ArgMin': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ArgMin"(%arg0) : (!torch.vtensor<[],f32>) -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

func.func @cumsum(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<2> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CumSum': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CumSum"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @cumsum_negative(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<-3> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CumSum': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CumSum"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @cumprod(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<5> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CumProd': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CumProd"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @cumsum_scalar(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],si64>) -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CumSum': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CumSum"(%arg0, %arg1) : (!torch.vtensor<[],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @softmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Softmax': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Softmax"(%arg0) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @log_softmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.LogSoftmax': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.LogSoftmax"(%arg0) {torch.onnx.axis = -3 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @hardmax(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Hardmax': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Hardmax"(%arg0) {torch.onnx.axis = 4 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @softmax_vector_before_13(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> attributes {torch.onnx_meta.opset_version = 11 : si64} {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Softmax': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Softmax"(%arg0) : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

func.func @exclusive(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CumSum': its attribute 'exclusive' is not an int
  %0 = torch.operator "onnx.CumSum"(%arg0, %c0) {torch.onnx.exclusive = 1.0 : f32} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @reduce_axis(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceSum"(%arg0) {torch.onnx.axes = [2 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

func.func @reduce_axes_matrix(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[1,1],si64>) -> !torch.vtensor<[2,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceMean': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceMean"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1,1],si64>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}
