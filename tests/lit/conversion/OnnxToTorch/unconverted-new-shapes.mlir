// Shapes and axes that do not fit, or of which even the number is the run's.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @constant_nothing() -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Constant': a constant that is neither a tensor nor a number
  %0 = torch.operator "onnx.Constant"() : () -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @constant_strings() -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Constant': a constant that is neither a tensor nor a number
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value_strings = ["a", "b"]} : () -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @constant_of_shape(%arg0: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConstantOfShape': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.ConstantOfShape"(%arg0) : (!torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @constant_of_shape_count(%arg0: !torch.vtensor<[3],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConstantOfShape': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.ConstantOfShape"(%arg0) : (!torch.vtensor<[3],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @constant_of_shape_value() -> !torch.vtensor<[2,3],f32> {
  %c0 = torch.vtensor.literal(dense<[2, 3]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ConstantOfShape': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.ConstantOfShape"(%c0) {torch.onnx.value = dense<[1.0, 2.0]> : tensor<2xf32>} : (!torch.vtensor<[2],si64>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @reshape_copies_beyond(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[?,?],f32> {
  %c0 = torch.vtensor.literal(dense<[-1, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Reshape': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Reshape"(%arg0, %c0) : (!torch.vtensor<[2],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @reshape_no_shape(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Reshape': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.Reshape"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @reshape_count(%arg0: !torch.vtensor<[?,3],f32>, %arg1: !torch.vtensor<[3],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Reshape': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.Reshape"(%arg0, %arg1) : (!torch.vtensor<[?,3],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @flatten(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Flatten': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Flatten"(%arg0) {torch.onnx.axis = 3 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @flatten_negative(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Flatten': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Flatten"(%arg0) {torch.onnx.axis = -3 : si64} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @transpose(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Transpose': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Transpose"(%arg0) {torch.onnx.perm = [1 : si64]} : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

func.func @squeeze_axis(%arg0: !torch.vtensor<[1,2],f32>) -> !torch.vtensor<[2],f32> {
  %c0 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Squeeze': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Squeeze"(%arg0, %c0) : (!torch.vtensor<[1,2],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @squeeze_unknown(%arg0: !torch.vtensor<[1,?,1],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Squeeze': axes that are not known before the run
  %0 = torch.operator "onnx.Squeeze"(%arg0, %arg1) : (!torch.vtensor<[1,?,1],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @unsqueeze_axis(%arg0: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2,1],f32> {
  %c0 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unsqueeze': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Unsqueeze"(%arg0, %c0) : (!torch.vtensor<[2],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

func.func @unsqueeze_none(%arg0: !torch.vtensor<[?],f32>) -> !torch.vtensor<[1,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unsqueeze': axes that are not known before the run
  %0 = torch.operator "onnx.Unsqueeze"(%arg0) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[1,?],f32>
  return %0 : !torch.vtensor<[1,?],f32>
}

func.func @expand(%arg0: !torch.vtensor<[2,1],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[2,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Expand': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.Expand"(%arg0, %arg1) : (!torch.vtensor<[2,1],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

func.func @expand_matrix(%arg0: !torch.vtensor<[2,1],f32>, %arg1: !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[2,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Expand': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.Expand"(%arg0, %arg1) : (!torch.vtensor<[2,1],f32>, !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[2,?],f32>
  return %0 : !torch.vtensor<[2,?],f32>
}

func.func @tile_count(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Tile': repeats of which the number is known only to the run
  %0 = torch.operator "onnx.Tile"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @eye(%arg0: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.EyeLike': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.EyeLike"(%arg0) : (!torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[2,3,4],f32>
  return %0 : !torch.vtensor<[2,3,4],f32>
}

func.func @depth_to_space(%arg0: !torch.vtensor<[4,2,3],f32>) -> !torch.vtensor<[1,4,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DepthToSpace': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DepthToSpace"(%arg0) {torch.onnx.blocksize = 2 : si64} : (!torch.vtensor<[4,2,3],f32>) -> !torch.vtensor<[1,4,6],f32>
  return %0 : !torch.vtensor<[1,4,6],f32>
}

func.func @depth_to_space_block(%arg0: !torch.vtensor<[1,8,2,3],f32>) -> !torch.vtensor<[1,2,4,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DepthToSpace': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.DepthToSpace"(%arg0) : (!torch.vtensor<[1,8,2,3],f32>) -> !torch.vtensor<[1,2,4,6],f32>
  return %0 : !torch.vtensor<[1,2,4,6],f32>
}

func.func @space_to_depth(%arg0: !torch.vtensor<[1,4,6],f32>) -> !torch.vtensor<[4,2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.SpaceToDepth': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.SpaceToDepth"(%arg0) {torch.onnx.blocksize = 2 : si64} : (!torch.vtensor<[1,4,6],f32>) -> !torch.vtensor<[4,2,3],f32>
  return %0 : !torch.vtensor<[4,2,3],f32>
}

func.func @space_to_depth_block(%arg0: !torch.vtensor<[1,1,4,6],f32>) -> !torch.vtensor<[1,4,2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.SpaceToDepth': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.SpaceToDepth"(%arg0) {torch.onnx.blocksize = 0 : si64} : (!torch.vtensor<[1,1,4,6],f32>) -> !torch.vtensor<[1,4,2,3],f32>
  return %0 : !torch.vtensor<[1,4,2,3],f32>
}

func.func @range_without_dimensions() -> !torch.vtensor<[],si64> {
  %c0 = torch.vtensor.literal(dense<1> : tensor<si64>) : !torch.vtensor<[],si64>
  %c1 = torch.vtensor.literal(dense<7> : tensor<si64>) : !torch.vtensor<[],si64>
  %c2 = torch.vtensor.literal(dense<2> : tensor<si64>) : !torch.vtensor<[],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Range': a result that is not a vector
  %0 = torch.operator "onnx.Range"(%c0, %c1, %c2) : (!torch.vtensor<[],si64>, !torch.vtensor<[],si64>, !torch.vtensor<[],si64>) -> !torch.vtensor<[],si64>
  return %0 : !torch.vtensor<[],si64>
}

func.func @tile_of_another_rank(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Tile': a result of another rank than the operand
  %0 = torch.operator "onnx.Tile"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @tile_of_lower_rank(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Tile': a result of another rank than the operand
  %0 = torch.operator "onnx.Tile"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}
