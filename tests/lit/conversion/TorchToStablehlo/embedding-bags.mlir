// Embeddings are taken, and scattered into their bags.
// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @sum(
// CHECK:         %[[BEFORE:.*]] = stablehlo.compare LE, %{{.*}}, %{{.*}} : (tensor<8x3xi64>, tensor<8x3xi64>) -> tensor<8x3xi1>
// CHECK:         "stablehlo.gather"
// CHECK:         }) : (tensor<3x4xf32>, tensor<8x1xi64>, tensor<8x4xf32>) -> tensor<3x4xf32>
func.func @sum(%w: !torch.vtensor<[10,4],f32>, %i: !torch.vtensor<[8],si64>, %o: !torch.vtensor<[3],si64>) -> (!torch.vtensor<[3,4],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>) {
  %false = torch.constant.bool false
  %sum = torch.constant.int 0
  %none = torch.constant.none
  %0, %1, %2, %3 = torch.aten.embedding_bag.padding_idx %w, %i, %o, %false, %sum, %false, %none, %false, %none : !torch.vtensor<[10,4],f32>, !torch.vtensor<[8],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.none -> !torch.vtensor<[3,4],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
  return %0, %1, %2, %3 : !torch.vtensor<[3,4],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
}

// Padding goes behind the last bag, where nothing is written.
// CHECK-LABEL: func.func @greatest(
// CHECK:         stablehlo.compare EQ
// CHECK:         stablehlo.maximum
// CHECK:         stablehlo.minimum
func.func @greatest(%w: !torch.vtensor<[?,?],f32>, %i: !torch.vtensor<[?],si64>, %o: !torch.vtensor<[?],si64>) -> (!torch.vtensor<[?,?],f32>, !torch.vtensor<[?,?],si64>) {
  %false = torch.constant.bool false
  %max = torch.constant.int 2
  %none = torch.constant.none
  %pad = torch.constant.int 3
  %0, %1, %2, %3 = torch.aten._embedding_bag %w, %i, %o, %false, %max, %false, %none, %false, %pad : !torch.vtensor<[?,?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.int -> !torch.vtensor<[?,?],f32>, !torch.vtensor<[?],si64>, !torch.vtensor<[?],si64>, !torch.vtensor<[?,?],si64>
  return %0, %3 : !torch.vtensor<[?,?],f32>, !torch.vtensor<[?,?],si64>
}

// CHECK-LABEL: func.func @unknown_mode(
// CHECK:         torch.aten.embedding_bag.padding_idx {{.*}}ingot.unconverted = "the mode is not known"
func.func @unknown_mode(%w: !torch.vtensor<[10,4],f32>, %i: !torch.vtensor<[8],si64>, %o: !torch.vtensor<[3],si64>, %mode: !torch.int) -> !torch.vtensor<[3,4],f32> {
  %false = torch.constant.bool false
  %none = torch.constant.none
  %0, %1, %2, %3 = torch.aten.embedding_bag.padding_idx %w, %i, %o, %false, %mode, %false, %none, %false, %none : !torch.vtensor<[10,4],f32>, !torch.vtensor<[8],si64>, !torch.vtensor<[3],si64>, !torch.bool, !torch.int, !torch.bool, !torch.none, !torch.bool, !torch.none -> !torch.vtensor<[3,4],f32>, !torch.vtensor<[0],si64>, !torch.vtensor<[3],si64>, !torch.vtensor<[3],si64>
  return %0 : !torch.vtensor<[3,4],f32>
}
