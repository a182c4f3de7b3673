// Resolutions that nothing says.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @nothing(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

func.func @empty_scales(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[]> : tensor<0xf32>) : !torch.vtensor<[0],f32>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %c0) : (!torch.vtensor<[4],f32>, !torch.none, !torch.vtensor<[0],f32>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

func.func @unknown_count(%arg0: !torch.vtensor<[4,5],f32>, %arg1: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?,?],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %arg1) : (!torch.vtensor<[4,5],f32>, !torch.none, !torch.vtensor<[?],f32>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @scales_count(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[8,10],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[2.0]> : tensor<1xf32>) : !torch.vtensor<[1],f32>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %c0) : (!torch.vtensor<[4,5],f32>, !torch.none, !torch.vtensor<[1],f32>) -> !torch.vtensor<[8,10],f32>
  return %0 : !torch.vtensor<[8,10],f32>
}

func.func @sizes_count(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[8,10],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1, 8, 10]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) : (!torch.vtensor<[4,5],f32>, !torch.none, !torch.none, !torch.vtensor<[3],si64>) -> !torch.vtensor<[8,10],f32>
  return %0 : !torch.vtensor<[8,10],f32>
}

func.func @axes_count(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[8,5],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[8, 10]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.axes = [0 : si64]} : (!torch.vtensor<[4,5],f32>, !torch.none, !torch.none, !torch.vtensor<[2],si64>) -> !torch.vtensor<[8,5],f32>
  return %0 : !torch.vtensor<[8,5],f32>
}

func.func @rank(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[1,6],f32>
  return %0 : !torch.vtensor<[1,6],f32>
}

func.func @axis(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[8,5],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[8]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.axes = [2 : si64]} : (!torch.vtensor<[4,5],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[8,5],f32>
  return %0 : !torch.vtensor<[8,5],f32>
}

func.func @mode(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.mode = "lanczos"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

func.func @region(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': tf_crop_and_resize without a region
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %none, %c0) {torch.onnx.coordinate_transformation_mode = "tf_crop_and_resize"} : (!torch.vtensor<[4],f32>, !torch.none, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

func.func @region_count(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[0.5]> : tensor<1xf32>) : !torch.vtensor<[1],f32>
  %c1 = torch.vtensor.literal(dense<[6]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': tf_crop_and_resize without a region
  %0 = torch.operator "onnx.Resize"(%arg0, %c0, %none, %c1) {torch.onnx.coordinate_transformation_mode = "tf_crop_and_resize"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[1],f32>, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

func.func @antialias(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[1],f32>) -> !torch.vtensor<[?],f32> {
  %none = torch.constant.none
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': antialiasing of sizes that are known only to the run
  %0 = torch.operator "onnx.Resize"(%arg0, %none, %arg1) {torch.onnx.mode = "linear", torch.onnx.antialias = 1 : si64} : (!torch.vtensor<[?],f32>, !torch.none, !torch.vtensor<[1],f32>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @upsample(%arg0: !torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Upsample': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Upsample"(%arg0) : (!torch.vtensor<[1,1,2,2],f32>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

func.func @upsample_mode(%arg0: !torch.vtensor<[1,1,2,2],f32>, %arg1: !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,1,4,4],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Upsample': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Upsample"(%arg0, %arg1) {torch.onnx.mode = "cubic"} : (!torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[4],f32>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}

func.func @version_10(%arg0: !torch.vtensor<[1,1,2,2],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,1,4,4],f32> attributes {torch.onnx_meta.opset_version = 10 : si64} {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Resize': neither scales nor sizes of a number that is known
  %0 = torch.operator "onnx.Resize"(%arg0, %arg1) : (!torch.vtensor<[1,1,2,2],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,1,4,4],f32>
  return %0 : !torch.vtensor<[1,1,4,4],f32>
}
