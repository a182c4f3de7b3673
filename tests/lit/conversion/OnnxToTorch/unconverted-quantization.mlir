// Scales that do not fit what they belong to.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @rank(%arg0: !torch.vtensor<[2,3,4],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3,4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QuantizeLinear': a scale or zero point of a rank that does not fit the operand's
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1) : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3,4],ui8>
  return %0 : !torch.vtensor<[2,3,4],ui8>
}

func.func @axis(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QuantizeLinear': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],ui8>
  return %0 : !torch.vtensor<[2,3],ui8>
}

func.func @block(%arg0: !torch.vtensor<[4,6],f32>, %arg1: !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,6],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QuantizeLinear': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1) {torch.onnx.block_size = -3 : si64} : (!torch.vtensor<[4,6],f32>, !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,6],ui8>
  return %0 : !torch.vtensor<[4,6],ui8>
}

func.func @dequantize_rank(%arg0: !torch.vtensor<[2,3,4],ui8>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DequantizeLinear': a scale or zero point of a rank that does not fit the operand's
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1) : (!torch.vtensor<[2,3,4],ui8>, !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

func.func @dequantize_axis(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DequantizeLinear': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1) {torch.onnx.axis = -3 : si64} : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @dequantize_block(%arg0: !torch.vtensor<[4,6],ui8>, %arg1: !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DequantizeLinear': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1) {torch.onnx.block_size = -1 : si64} : (!torch.vtensor<[4,6],ui8>, !torch.vtensor<[4,2],f32>) -> !torch.vtensor<[4,6],f32>
  return %0 : !torch.vtensor<[4,6],f32>
}

func.func @microsoft_axis(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QuantizeLinear': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QuantizeLinear"(%arg0, %arg1) {torch.onnx.axis = 4 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,3],ui8>
  return %0 : !torch.vtensor<[2,3],ui8>
}

func.func @dynamic_results(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.DynamicQuantizeLinear': attributes and operands do not fit ONNX's operator
  %0:2 = torch.operator "onnx.DynamicQuantizeLinear"(%arg0) : (!torch.vtensor<[4],f32>) -> (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>)
  return %0#0, %0#1 : !torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>
}

func.func @saturate(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],f8E4M3FN>) -> !torch.vtensor<[4],f8E4M3FN> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QuantizeLinear': its attribute 'saturate' is not an int
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.saturate = "no"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[],f8E4M3FN>) -> !torch.vtensor<[4],f8E4M3FN>
  return %0 : !torch.vtensor<[4],f8E4M3FN>
}

func.func @qgemm_rank(%arg0: !torch.vtensor<[1,2,3],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[3,4],ui8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QGemm': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QGemm"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (!torch.vtensor<[1,2,3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[3,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[1,2,4],f32>
  return %0 : !torch.vtensor<[1,2,4],f32>
}

func.func @add_no_scale(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[4],ui8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearAdd': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QLinearAdd"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @add_none(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[4],ui8>, %arg4: !torch.vtensor<[],f32>, %arg5: !torch.vtensor<[],ui8>, %arg6: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearAdd': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QLinearAdd"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %none, %arg6) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.none, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @mul_no_scale(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[4],ui8>, %arg4: !torch.vtensor<[],f32>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearMul': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QLinearMul"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @sigmoid_none(%arg0: !torch.vtensor<[4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearSigmoid': ONNX's operator com.microsoft.QLinearSigmoid takes at least 4 tensors and gives one
  %0 = torch.operator "onnx.com.microsoft.QLinearSigmoid"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[4],ui8>
  return %0 : !torch.vtensor<[4],ui8>
}

func.func @softmax_axis(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearSoftmax': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QLinearSoftmax"(%arg0, %arg1, %arg2, %arg3, %arg4) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3],ui8>
  return %0 : !torch.vtensor<[2,3],ui8>
}

func.func @average_matrix(%arg0: !torch.vtensor<[2,3],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearGlobalAveragePool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QLinearGlobalAveragePool"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[2,3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[2,3],ui8>
  return %0 : !torch.vtensor<[2,3],ui8>
}

func.func @concat_axis(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],ui8>, %arg2: !torch.vtensor<[2],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>, %arg5: !torch.vtensor<[3],ui8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>) -> !torch.vtensor<[5],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearConcat': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QLinearConcat"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7) {torch.onnx.axis = 1 : si64} : (!torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[3],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>) -> !torch.vtensor<[5],ui8>
  return %0 : !torch.vtensor<[5],ui8>
}

func.func @concat_scale(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],ui8>, %arg2: !torch.vtensor<[2],ui8>, %arg3: !torch.vtensor<[],f32>, %arg4: !torch.vtensor<[],ui8>, %arg5: !torch.vtensor<[3],ui8>, %arg6: !torch.vtensor<[],ui8>) -> !torch.vtensor<[5],ui8> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.com.microsoft.QLinearConcat': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.com.microsoft.QLinearConcat"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %none, %arg6) : (!torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[3],ui8>, !torch.none, !torch.vtensor<[],ui8>) -> !torch.vtensor<[5],ui8>
  return %0 : !torch.vtensor<[5],ui8>
}

func.func @quantize_blocks_of_a_vector(%arg0: !torch.vtensor<[4,6],f32>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,6],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QuantizeLinear': a scale or zero point of a rank that does not fit the operand's
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1) {torch.onnx.block_size = 3 : si64} : (!torch.vtensor<[4,6],f32>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,6],ui8>
  return %0 : !torch.vtensor<[4,6],ui8>
}

func.func @dequantize_blocks_of_a_vector(%arg0: !torch.vtensor<[4,6],ui8>, %arg1: !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DequantizeLinear': a scale or zero point of a rank that does not fit the operand's
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1) {torch.onnx.block_size = 3 : si64} : (!torch.vtensor<[4,6],ui8>, !torch.vtensor<[2],f32>) -> !torch.vtensor<[4,6],f32>
  return %0 : !torch.vtensor<[4,6],f32>
}

func.func @zero_point_of_a_vector(%arg0: !torch.vtensor<[4,6],ui8>, %arg1: !torch.vtensor<[4,2],f32>, %arg2: !torch.vtensor<[2],ui8>) -> !torch.vtensor<[4,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DequantizeLinear': a scale or zero point of a rank that does not fit the operand's
  %0 = torch.operator "onnx.DequantizeLinear"(%arg0, %arg1, %arg2) {torch.onnx.block_size = 3 : si64} : (!torch.vtensor<[4,6],ui8>, !torch.vtensor<[4,2],f32>, !torch.vtensor<[2],ui8>) -> !torch.vtensor<[4,6],f32>
  return %0 : !torch.vtensor<[4,6],f32>
}

func.func @zero_points_of_a_number(%arg0: !torch.vtensor<[],f32>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QuantizeLinear': a scale or zero point of a rank that does not fit the operand's
  %0 = torch.operator "onnx.QuantizeLinear"(%arg0, %arg1, %arg2) : (!torch.vtensor<[],f32>, !torch.vtensor<[],f32>, !torch.vtensor<[4],ui8>) -> !torch.vtensor<[],ui8>
  return %0 : !torch.vtensor<[],ui8>
}

func.func @bias_without_dimensions(%arg0: !torch.vtensor<[1,1,4],ui8>, %arg1: !torch.vtensor<[],f32>, %arg2: !torch.vtensor<[],ui8>, %arg3: !torch.vtensor<[2,1,2],si8>, %arg4: !torch.vtensor<[2],f32>, %arg5: !torch.vtensor<[2],si8>, %arg6: !torch.vtensor<[],f32>, %arg7: !torch.vtensor<[],ui8>, %arg8: !torch.vtensor<[],si32>) -> !torch.vtensor<[1,2,3],ui8> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.QLinearConv': a bias that is not a vector
  %0 = torch.operator "onnx.QLinearConv"(%arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8) : (!torch.vtensor<[1,1,4],ui8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[2,1,2],si8>, !torch.vtensor<[2],f32>, !torch.vtensor<[2],si8>, !torch.vtensor<[],f32>, !torch.vtensor<[],ui8>, !torch.vtensor<[],si32>) -> !torch.vtensor<[1,2,3],ui8>
  return %0 : !torch.vtensor<[1,2,3],ui8>
}
