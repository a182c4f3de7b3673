// Grids of dimensions that the image does not have.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @sample_padding(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GridSample': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.padding_mode = "wrap"} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32>
  return %0 : !torch.vtensor<[1,2,3,3],f32>
}

func.func @sample_mode(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GridSample': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) {torch.onnx.mode = "area"} : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[1,3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32>
  return %0 : !torch.vtensor<[1,2,3,3],f32>
}

func.func @sample_rank(%arg0: !torch.vtensor<[1,2,4,4],f32>, %arg1: !torch.vtensor<[3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GridSample': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) : (!torch.vtensor<[1,2,4,4],f32>, !torch.vtensor<[3,3,2],f32>) -> !torch.vtensor<[1,2,3,3],f32>
  return %0 : !torch.vtensor<[1,2,3,3],f32>
}

func.func @sample_matrix(%arg0: !torch.vtensor<[2,4],f32>, %arg1: !torch.vtensor<[2,1],f32>) -> !torch.vtensor<[2,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GridSample': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) : (!torch.vtensor<[2,4],f32>, !torch.vtensor<[2,1],f32>) -> !torch.vtensor<[2,4],f32>
  return %0 : !torch.vtensor<[2,4],f32>
}

func.func @sample_four(%arg0: !torch.vtensor<[1,1,2,2,2,2],f32>, %arg1: !torch.vtensor<[1,2,2,2,2,4],f32>) -> !torch.vtensor<[1,1,2,2,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.GridSample': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.GridSample"(%arg0, %arg1) : (!torch.vtensor<[1,1,2,2,2,2],f32>, !torch.vtensor<[1,2,2,2,2,4],f32>) -> !torch.vtensor<[1,1,2,2,2,2],f32>
  return %0 : !torch.vtensor<[1,1,2,2,2,2],f32>
}

func.func @affine_rank(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[1,2,4,2],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1, 2, 4]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AffineGrid': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.AffineGrid"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[1,2,4,2],f32>
  return %0 : !torch.vtensor<[1,2,4,2],f32>
}

func.func @affine_unknown(%arg0: !torch.vtensor<[1,2,3],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[1,2,4,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AffineGrid': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.AffineGrid"(%arg0, %arg1) : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[1,2,4,2],f32>
  return %0 : !torch.vtensor<[1,2,4,2],f32>
}

func.func @affine_short(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[1,2,1],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1, 2]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AffineGrid': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.AffineGrid"(%arg0, %c0) : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[1,2,1],f32>
  return %0 : !torch.vtensor<[1,2,1],f32>
}

func.func @affine_result(%arg0: !torch.vtensor<[1,2,3],f32>) -> !torch.vtensor<[2,4,2],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1, 2, 4]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.AffineGrid': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.AffineGrid"(%arg0, %c0) : (!torch.vtensor<[1,2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[2,4,2],f32>
  return %0 : !torch.vtensor<[2,4,2],f32>
}

func.func @col2im_rank(%arg0: !torch.vtensor<[5,5],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Col2Im': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Col2Im"(%arg0, %arg1, %arg2) : (!torch.vtensor<[5,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}

func.func @col2im_result(%arg0: !torch.vtensor<[1,5,5],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Col2Im': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Col2Im"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,5,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,5],f32>
  return %0 : !torch.vtensor<[1,5],f32>
}

func.func @col2im_strides(%arg0: !torch.vtensor<[1,5,5],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Col2Im': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Col2Im"(%arg0, %arg1, %arg2) {torch.onnx.strides = [1 : si64]} : (!torch.vtensor<[1,5,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}

func.func @col2im_dilations(%arg0: !torch.vtensor<[1,5,5],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Col2Im': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Col2Im"(%arg0, %arg1, %arg2) {torch.onnx.dilations = [1 : si64, 1 : si64, 1 : si64]} : (!torch.vtensor<[1,5,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}

func.func @col2im_pads(%arg0: !torch.vtensor<[1,5,5],f32>, %arg1: !torch.vtensor<[2],si64>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Col2Im': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Col2Im"(%arg0, %arg1, %arg2) {torch.onnx.pads = [0 : si64, 0 : si64]} : (!torch.vtensor<[1,5,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}

func.func @col2im_image(%arg0: !torch.vtensor<[1,5,5],f32>, %arg1: !torch.vtensor<[],si64>, %arg2: !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Col2Im': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Col2Im"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,5,5],f32>, !torch.vtensor<[],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,1,5,5],f32>
  return %0 : !torch.vtensor<[1,1,5,5],f32>
}

func.func @center_crop(%arg0: !torch.vtensor<[5,4],f32>, %arg1: !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[3,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CenterCropPad': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.CenterCropPad"(%arg0, %arg1) : (!torch.vtensor<[5,4],f32>, !torch.vtensor<[2,1],si64>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}
