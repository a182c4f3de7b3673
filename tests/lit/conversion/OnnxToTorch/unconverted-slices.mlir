// Slices, parts and padding whose lists do not agree.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @concat_axis(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Concat': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Concat"(%arg0, %arg1) {torch.onnx.axis = 2 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,6],f32>
  return %0 : !torch.vtensor<[2,6],f32>
}

func.func @concat_ranks(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Concat': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Concat"(%arg0, %arg1) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> !torch.vtensor<[3,3],f32>
  return %0 : !torch.vtensor<[3,3],f32>
}

func.func @split_axis(%arg0: !torch.vtensor<[4],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Split': attributes and operands do not fit ONNX's operator
  %0:2 = torch.operator "onnx.Split"(%arg0) {torch.onnx.axis = 1 : si64, torch.onnx.num_outputs = 2 : si64} : (!torch.vtensor<[4],f32>) -> (!torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2],f32>, !torch.vtensor<[2],f32>
}

func.func @split_count(%arg0: !torch.vtensor<[?],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) {
  %c0 = torch.vtensor.literal(dense<[1, 1, 1]> : tensor<3xsi64>) : !torch.vtensor<[3],si64>
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Split': parts of sizes that are known only to the run
  %0:2 = torch.operator "onnx.Split"(%arg0, %c0) : (!torch.vtensor<[?],f32>, !torch.vtensor<[3],si64>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
  return %0#0, %0#1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>
}

// Sizes in a list of unknown length were taken for equal parts.
func.func @split_list(%arg0: !torch.vtensor<[?],f32>, %arg1: !torch.vtensor<[?],si64>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Split': parts of sizes that are known only to the run
  %0:2 = torch.operator "onnx.Split"(%arg0, %arg1) : (!torch.vtensor<[?],f32>, !torch.vtensor<[?],si64>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>)
  return %0#0, %0#1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?],f32>
}

func.func @split_rank(%arg0: !torch.vtensor<[?,2],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?,2],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Split': parts of sizes that are known only to the run
  %0:2 = torch.operator "onnx.Split"(%arg0) {torch.onnx.num_outputs = 2 : si64} : (!torch.vtensor<[?,2],f32>) -> (!torch.vtensor<[?],f32>, !torch.vtensor<[?,2],f32>)
  return %0#0, %0#1 : !torch.vtensor<[?],f32>, !torch.vtensor<[?,2],f32>
}

func.func @slice_ends(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[2,5],f32> {
  %c0 = torch.vtensor.literal(dense<[0, 0]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %c1 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[2],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

func.func @slice_axes(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[2,5],f32> {
  %c0 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c2 = torch.vtensor.literal(dense<[0, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1, %c2) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

func.func @slice_steps(%arg0: !torch.vtensor<[4,5],f32>) -> !torch.vtensor<[2,5],f32> {
  %c0 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c2 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c3 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1, %c2, %c3) : (!torch.vtensor<[4,5],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2,5],f32>
  return %0 : !torch.vtensor<[2,5],f32>
}

func.func @slice_step(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  %c0 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c2 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c3 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1, %c2, %c3) : (!torch.vtensor<[4],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @slice_axis(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  %c0 = torch.vtensor.literal(dense<[0]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c1 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  %c2 = torch.vtensor.literal(dense<[1]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0, %c0, %c1, %c2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @slice_nothing(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0) : (!torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @slice_matrix(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[1,1],si64>, %arg2: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[1,1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @slice_rank(%arg0: !torch.vtensor<[4],f32>, %arg1: !torch.vtensor<[1],si64>, %arg2: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Slice"(%arg0, %arg1, %arg2) : (!torch.vtensor<[4],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @pad_count(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,5],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

func.func @pad_axis(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,5],f32> {
  %none = torch.constant.none
  %c0 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  %c1 = torch.vtensor.literal(dense<[2]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Pad"(%arg0, %c0, %none, %c1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>, !torch.none, !torch.vtensor<[1],si64>) -> !torch.vtensor<[4,5],f32>
  return %0 : !torch.vtensor<[4,5],f32>
}

func.func @pad_rank(%arg0: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,5],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) : (!torch.vtensor<[3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[1,5],f32>
  return %0 : !torch.vtensor<[1,5],f32>
}

func.func @pad_edge_of_nothing(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[2],f32> {
  %c0 = torch.vtensor.literal(dense<[-4, 2]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) {torch.onnx.mode = "edge"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

func.func @pad_size(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[7],f32> {
  %c0 = torch.vtensor.literal(dense<[1, 1]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.Pad"(%arg0, %c0) {torch.onnx.mode = "reflect"} : (!torch.vtensor<[4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[7],f32>
  return %0 : !torch.vtensor<[7],f32>
}

func.func @pad_matrix(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[2,2],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding of which the number is known only to the run
  %0 = torch.operator "onnx.Pad"(%arg0, %arg1) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,2],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @pad_nothing(%arg0: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding of which the number is known only to the run
  %0 = torch.operator "onnx.Pad"(%arg0) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

func.func @pad_unknown(%arg0: !torch.vtensor<[2,3],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding of which the number is known only to the run
  %0 = torch.operator "onnx.Pad"(%arg0, %arg1) {torch.onnx.mode = "edge"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @crop_count(%arg0: !torch.vtensor<[5,4],f32>) -> !torch.vtensor<[3,4],f32> {
  %c0 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CenterCropPad': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.CenterCropPad"(%arg0, %c0) : (!torch.vtensor<[5,4],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

func.func @crop_unknown(%arg0: !torch.vtensor<[5,4],f32>, %arg1: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CenterCropPad': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.CenterCropPad"(%arg0, %arg1) : (!torch.vtensor<[5,4],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @crop_axis(%arg0: !torch.vtensor<[5,4],f32>) -> !torch.vtensor<[3,4],f32> {
  %c0 = torch.vtensor.literal(dense<[3]> : tensor<1xsi64>) : !torch.vtensor<[1],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CenterCropPad': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CenterCropPad"(%arg0, %c0) {torch.onnx.axes = [2 : si64]} : (!torch.vtensor<[5,4],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

func.func @crop_rank(%arg0: !torch.vtensor<[5,4],f32>) -> !torch.vtensor<[3],f32> {
  %c0 = torch.vtensor.literal(dense<[3, 4]> : tensor<2xsi64>) : !torch.vtensor<[2],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.CenterCropPad': attributes and operands do not fit ONNX's operator
  %0 = torch.operator "onnx.CenterCropPad"(%arg0, %c0) : (!torch.vtensor<[5,4],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}
