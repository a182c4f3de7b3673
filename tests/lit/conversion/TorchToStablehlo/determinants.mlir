// Elimination is a loop over the columns, of one matrix or of many.
// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @det(
// CHECK:         %[[L:.*]]:4 = stablehlo.while({{.*}}) : tensor<i64>, tensor<2x3x3xf32>, tensor<2x3xi64>, tensor<2xf32>
// CHECK:         %[[P:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.multiply across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
// CHECK:         stablehlo.multiply %[[P]], %[[L]]#3
func.func @det(%a: !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.aten.linalg_det %a : !torch.vtensor<[2,3,3],f32> -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @slogdet(
// CHECK:         stablehlo.while({{.*}}) : tensor<i64>, tensor<?x?xf64>, tensor<?xi64>, tensor<f64>
// CHECK:         stablehlo.sign
// CHECK:         stablehlo.log
func.func @slogdet(%a: !torch.vtensor<[?,?],f64>) -> (!torch.vtensor<[],f64>, !torch.vtensor<[],f64>) {
  %0, %1 = torch.aten.linalg_slogdet %a : !torch.vtensor<[?,?],f64> -> !torch.vtensor<[],f64>, !torch.vtensor<[],f64>
  return %0, %1 : !torch.vtensor<[],f64>, !torch.vtensor<[],f64>
}

// CHECK-LABEL: func.func @no_matrix(
// CHECK:         torch.aten.linalg_det {{.*}}ingot.unconverted = "the operand is no matrix of floats"
func.func @no_matrix(%a: !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.linalg_det %a : !torch.vtensor<[3],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}
