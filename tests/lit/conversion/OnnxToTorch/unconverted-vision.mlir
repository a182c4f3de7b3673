// Boxes and regions whose number or size is the run's.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @nms_rank(%arg0: !torch.vtensor<[6,4],f32>, %arg1: !torch.vtensor<[1,1,6],f32>, %arg2: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.NonMaxSuppression': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %arg2) : (!torch.vtensor<[6,4],f32>, !torch.vtensor<[1,1,6],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

func.func @nms_scores(%arg0: !torch.vtensor<[1,6,4],f32>, %arg1: !torch.vtensor<[1,6],f32>, %arg2: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.NonMaxSuppression': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,6,4],f32>, !torch.vtensor<[1,6],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

func.func @nms_images(%arg0: !torch.vtensor<[?,6,4],f32>, %arg1: !torch.vtensor<[?,1,6],f32>, %arg2: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.NonMaxSuppression': images and classes of a number that is not known, or above 256 together
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %arg2) : (!torch.vtensor<[?,6,4],f32>, !torch.vtensor<[?,1,6],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

func.func @nms_classes(%arg0: !torch.vtensor<[1,6,4],f32>, %arg1: !torch.vtensor<[1,?,6],f32>, %arg2: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.NonMaxSuppression': images and classes of a number that is not known, or above 256 together
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,6,4],f32>, !torch.vtensor<[1,?,6],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

func.func @nms_many(%arg0: !torch.vtensor<[2,6,4],f32>, %arg1: !torch.vtensor<[2,129,6],f32>, %arg2: !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.NonMaxSuppression': images and classes of a number that is not known, or above 256 together
  %0 = torch.operator "onnx.NonMaxSuppression"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,6,4],f32>, !torch.vtensor<[2,129,6],f32>, !torch.vtensor<[],si64>) -> !torch.vtensor<[?,3],si64>
  return %0 : !torch.vtensor<[?,3],si64>
}

func.func @roi_image(%arg0: !torch.vtensor<[2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RoiAlign': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) : (!torch.vtensor<[2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2],f32>
}

func.func @roi_regions(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[1,3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RoiAlign': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[1,3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32>
  return %0 : !torch.vtensor<[3,2,1,1],f32>
}

func.func @roi_batch(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3,1],si64>) -> !torch.vtensor<[3,2,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RoiAlign': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3,1],si64>) -> !torch.vtensor<[3,2,1,1],f32>
  return %0 : !torch.vtensor<[3,2,1,1],f32>
}

func.func @roi_mode(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RoiAlign': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) {torch.onnx.mode = "sum"} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32>
  return %0 : !torch.vtensor<[3,2,1,1],f32>
}

func.func @roi_height(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RoiAlign': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) {torch.onnx.output_height = 0 : si64} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32>
  return %0 : !torch.vtensor<[3,2,1,1],f32>
}

func.func @roi_samples(%arg0: !torch.vtensor<[1,2,?,8],f32>, %arg1: !torch.vtensor<[3,4],f32>, %arg2: !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.RoiAlign': samples of a number that depends on sizes not known
  %0 = torch.operator "onnx.RoiAlign"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,2,?,8],f32>, !torch.vtensor<[3,4],f32>, !torch.vtensor<[3],si64>) -> !torch.vtensor<[3,2,1,1],f32>
  return %0 : !torch.vtensor<[3,2,1,1],f32>
}

func.func @max_roi_shape(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxRoiPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MaxRoiPool"(%arg0, %arg1) : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2,2],f32>
}

func.func @max_roi_count(%arg0: !torch.vtensor<[1,2,8,8],f32>, %arg1: !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxRoiPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MaxRoiPool"(%arg0, %arg1) {torch.onnx.pooled_shape = [2 : si64]} : (!torch.vtensor<[1,2,8,8],f32>, !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2,2],f32>
}

func.func @max_roi_image(%arg0: !torch.vtensor<[2,8,8],f32>, %arg1: !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.MaxRoiPool': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.MaxRoiPool"(%arg0, %arg1) {torch.onnx.pooled_shape = [2 : si64, 2 : si64]} : (!torch.vtensor<[2,8,8],f32>, !torch.vtensor<[3,5],f32>) -> !torch.vtensor<[3,2,2],f32>
  return %0 : !torch.vtensor<[3,2,2],f32>
}

func.func @deform_vector(%arg0: !torch.vtensor<[1,1,5],f32>, %arg1: !torch.vtensor<[1,1,2],f32>, %arg2: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,1,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DeformConv': only images of two dimensions
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,1,5],f32>, !torch.vtensor<[1,1,2],f32>, !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,1,4],f32>
  return %0 : !torch.vtensor<[1,1,4],f32>
}

func.func @deform_strides(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,1,2,2],f32>, %arg2: !torch.vtensor<[1,8,3,3],f32>) -> !torch.vtensor<[1,1,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DeformConv': only images of two dimensions
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2) {torch.onnx.strides = [1 : si64]} : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[1,8,3,3],f32>) -> !torch.vtensor<[1,1,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3],f32>
}

func.func @deform_pads(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,1,2,2],f32>, %arg2: !torch.vtensor<[1,8,3,3],f32>) -> !torch.vtensor<[1,1,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DeformConv': only images of two dimensions
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2) {torch.onnx.pads = [0 : si64, 0 : si64]} : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[1,8,3,3],f32>) -> !torch.vtensor<[1,1,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3],f32>
}

func.func @deformed_without_offsets(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,1,2,2],f32>, %arg2: !torch.vtensor<[],f32>) -> !torch.vtensor<[1,1,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DeformConv': offsets or a mask that are not four-dimensional
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2) : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[],f32>) -> !torch.vtensor<[1,1,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3],f32>
}

func.func @deformed_mask(%arg0: !torch.vtensor<[1,1,4,4],f32>, %arg1: !torch.vtensor<[1,1,2,2],f32>, %arg2: !torch.vtensor<[1,8,3,3],f32>, %arg3: !torch.vtensor<[1],f32>, %arg4: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,1,3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.DeformConv': offsets or a mask that are not four-dimensional
  %0 = torch.operator "onnx.DeformConv"(%arg0, %arg1, %arg2, %arg3, %arg4) : (!torch.vtensor<[1,1,4,4],f32>, !torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[1,8,3,3],f32>, !torch.vtensor<[1],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,1,3,3],f32>
  return %0 : !torch.vtensor<[1,1,3,3],f32>
}
