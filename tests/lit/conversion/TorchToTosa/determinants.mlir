// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Elimination is a loop over the columns.
// CHECK-LABEL: func.func @det(
// CHECK:         tosa.while_loop (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (tensor<i64>, tensor<2x3x3xf32>, tensor<2x3xi64>, tensor<2xf32>) -> (tensor<i64>, tensor<2x3x3xf32>, tensor<2x3xi64>, tensor<2xf32>) {
// CHECK:         tosa.yield %{{.*}} : tensor<i1>
// CHECK:         tosa.abs %{{.*}} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK:         tosa.reduce_max %{{.*}} {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK:         tosa.reduce_min %{{.*}} {axis = 1 : i32} : (tensor<2x3xi64>) -> tensor<2x1xi64>
// CHECK:         tosa.negate %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2xf32>
// CHECK:         tosa.yield %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<i64>, tensor<2x3x3xf32>, tensor<2x3xi64>, tensor<2xf32>
// CHECK:         tosa.reduce_product %{{.*}} {axis = 1 : i32} : (tensor<2x3xf32>) -> tensor<2x1xf32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2xf32>, tensor<2xf32>, tensor<1xi8>) -> tensor<2xf32>
func.func @det(%a: !torch.vtensor<[2,3,3],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.aten.linalg_det %a : !torch.vtensor<[2,3,3],f32> -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @no_matrix(
// CHECK:         torch.aten.linalg_det {{.*}}ingot.unconverted = "the operand is no matrix of floats"
// REPORT:        determinants.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.linalg_det' is not converted to TOSA: the operand is no matrix of floats
func.func @no_matrix(%a: !torch.vtensor<[3],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.linalg_det %a : !torch.vtensor<[3],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}
