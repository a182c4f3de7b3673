// Shapes, axes and pads that only the run knows: each operator says which.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @constant() -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Constant': a constant that is neither a tensor nor a number
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value_string = "a"} : () -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @reshape(%x: !torch.vtensor<[2,3],f32>, %n: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Reshape': a shape of which two sizes are known only to the run
  %0 = torch.operator "onnx.Reshape"(%x, %n) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @squeeze(%x: !torch.vtensor<[1,3],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Squeeze': axes that are not known before the run
  %0 = torch.operator "onnx.Squeeze"(%x, %n) : (!torch.vtensor<[1,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

func.func @unsqueeze(%x: !torch.vtensor<[2,3],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[1,2,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unsqueeze': axes that are not known before the run
  %0 = torch.operator "onnx.Unsqueeze"(%x, %n) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[1,2,3],f32>
  return %0 : !torch.vtensor<[1,2,3],f32>
}

func.func @split(%x: !torch.vtensor<[?,3],f32>) -> (!torch.vtensor<[?,3],f32>, !torch.vtensor<[?,3],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.Split': parts of sizes that are known only to the run
  %0:2 = torch.operator "onnx.Split"(%x) {torch.onnx.axis = 0 : si64} : (!torch.vtensor<[?,3],f32>) -> (!torch.vtensor<[?,3],f32>, !torch.vtensor<[?,3],f32>)
  return %0#0, %0#1 : !torch.vtensor<[?,3],f32>, !torch.vtensor<[?,3],f32>
}

func.func @slice(%x: !torch.vtensor<[2,3],f32>, %b: !torch.vtensor<[1],si64>, %e: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Slice': a slice that is known only to the run
  %0 = torch.operator "onnx.Slice"(%x, %b, %e) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

func.func @expand(%x: !torch.vtensor<[1,3],f32>, %n: !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Expand': sizes that are known only to the run
  %0 = torch.operator "onnx.Expand"(%x, %n) : (!torch.vtensor<[1,3],f32>, !torch.vtensor<[2],si64>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

func.func @shape(%x: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[2],si64> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Shape': sizes that are known only to the run
  %0 = torch.operator "onnx.Shape"(%x) : (!torch.vtensor<[?,3],f32>) -> !torch.vtensor<[2],si64>
  return %0 : !torch.vtensor<[2],si64>
}

func.func @pad(%x: !torch.vtensor<[2,3],f32>, %p: !torch.vtensor<[4],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding that is known only to the run
  %0 = torch.operator "onnx.Pad"(%x, %p) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @pad_by_value(%x: !torch.vtensor<[2,3],f32>, %v: !torch.vtensor<[],f32>) -> !torch.vtensor<[3,4],f32> {
  %p = torch.vtensor.literal(dense<[1, 0, 0, 1]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding by a value that is known only to the run
  %0 = torch.operator "onnx.Pad"(%x, %p, %v) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>, !torch.vtensor<[],f32>) -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

func.func @pad_unknown_size(%x: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %p = torch.vtensor.literal(dense<[1, 0, 0, 0]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding by elements of a size that is not known
  %0 = torch.operator "onnx.Pad"(%x, %p) {torch.onnx.mode = "edge"} : (!torch.vtensor<[?,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

func.func @pad_too_long(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %p = torch.vtensor.literal(dense<[2, 0, 0, 0]> : tensor<4xsi64>) : !torch.vtensor<[4],si64>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding that is longer than the tensor
  %0 = torch.operator "onnx.Pad"(%x, %p) {torch.onnx.mode = "reflect"} : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[4],si64>) -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}
