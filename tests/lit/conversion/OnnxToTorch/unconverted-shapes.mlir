// Shapes, axes and pads of which even the number is known only to the run.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @constant() -> !torch.vtensor<[],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Constant': a constant that is neither a tensor nor a number
  %0 = torch.operator "onnx.Constant"() {torch.onnx.value_string = "a"} : () -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

func.func @reshape(%x: !torch.vtensor<[2,3],f32>, %n: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Reshape': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.Reshape"(%x, %n) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @squeeze(%x: !torch.vtensor<[1,?],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Squeeze': axes that are not known before the run
  %0 = torch.operator "onnx.Squeeze"(%x, %n) : (!torch.vtensor<[1,?],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

func.func @unsqueeze(%x: !torch.vtensor<[2,?],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Unsqueeze': axes that are not known before the run
  %0 = torch.operator "onnx.Unsqueeze"(%x, %n) : (!torch.vtensor<[2,?],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[?,?,?],f32>
  return %0 : !torch.vtensor<[?,?,?],f32>
}

func.func @expand(%x: !torch.vtensor<[1,3],f32>, %n: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,3],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Expand': a shape of which the length is known only to the run
  %0 = torch.operator "onnx.Expand"(%x, %n) : (!torch.vtensor<[1,3],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

func.func @pad(%x: !torch.vtensor<[2,3],f32>, %p: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Pad': padding of which the number is known only to the run
  %0 = torch.operator "onnx.Pad"(%x, %p) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

func.func @tile(%x: !torch.vtensor<[2,3],f32>, %n: !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.Tile': repeats of which the number is known only to the run
  %0 = torch.operator "onnx.Tile"(%x, %n) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[?],si64>) -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}
