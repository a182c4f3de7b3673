// Axes that only the run knows; normalisations that return what they computed.
// RUN: not ingot-opt %s --convert-onnx-to-torch --ingot-check-supported 2>&1 | FileCheck %s

func.func @axes(%x: !torch.vtensor<[2,3],f32>, %n: !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,1],f32> {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'onnx.ReduceSum': axes that are not known before the run
  %0 = torch.operator "onnx.ReduceSum"(%x, %n) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[1],si64>) -> !torch.vtensor<[2,1],f32>
  return %0 : !torch.vtensor<[2,1],f32>
}

func.func @training(%x: !torch.vtensor<[2,3,4],f32>, %s: !torch.vtensor<[3],f32>, %b: !torch.vtensor<[3],f32>, %m: !torch.vtensor<[3],f32>, %v: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.BatchNormalization': batch normalisation for training
  %0:3 = torch.operator "onnx.BatchNormalization"(%x, %s, %b, %m, %v) {torch.onnx.training_mode = 1 : si64} : (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>)
  return %0#0, %0#1, %0#2 : !torch.vtensor<[2,3,4],f32>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>
}

func.func @mean(%x: !torch.vtensor<[2,3],f32>, %s: !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,1],f32>) {
  // CHECK: :[[#@LINE+1]]:10: error: 'torch.operator' op cannot be lowered: 'onnx.LayerNormalization': layer normalisation that also gives mean or deviation
  %0:2 = torch.operator "onnx.LayerNormalization"(%x, %s) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,1],f32>)
  return %0#0, %0#1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[2,1],f32>
}
