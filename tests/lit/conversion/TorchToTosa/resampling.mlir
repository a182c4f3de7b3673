// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Places are computed, then rows are taken.
// CHECK-LABEL: func.func @nearest(
// CHECK:         tosa.cast %{{.*}} : (tensor<i64>) -> tensor<f32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>, tensor<1xi8>) -> tensor<f32>
// CHECK:         tosa.cast %{{.*}} : (tensor<8xi64>) -> tensor<8xf32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8xf32>, tensor<1xf32>, tensor<1xi8>) -> tensor<8xf32>
// CHECK:         tosa.floor %{{.*}} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i64>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xf32>, tensor<8xf32>) -> tensor<8xi1>
// CHECK:         tosa.ceil %{{.*}} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK:         tosa.floor %{{.*}} : (tensor<8xf32>) -> tensor<8xf32>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8xi1>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
// CHECK:         tosa.cast %{{.*}} : (tensor<8xf32>) -> tensor<8xi64>
// CHECK:         tosa.minimum %{{.*}}, %{{.*}} : (tensor<8xi64>, tensor<1xi64>) -> tensor<8xi64>
// CHECK:         tosa.maximum %{{.*}}, %{{.*}} : (tensor<8xi64>, tensor<1xi64>) -> tensor<8xi64>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xi64>, tensor<8xi64>) -> tensor<8xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<8xi64>, tensor<1xi64>) -> tensor<8xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<8xi1>, tensor<8xi64>, tensor<8xi64>) -> tensor<8xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x8xi64>) -> tensor<1x8xi32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 2, 0, 1>} : (tensor<1x2x?xf32>) -> tensor<?x1x2xf32>
// CHECK:         tosa.gather %{{.*}}, %{{.*}} : (tensor<1x?x2xf32>, tensor<1x8xi32>) -> tensor<1x8x2xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 1, 2, 0>} : (tensor<8x1x2xf32>) -> tensor<1x2x8xf32>
func.func @nearest(%a: !torch.vtensor<[1,2,?],f32>) -> !torch.vtensor<[1,2,8],f32> {
  %none = torch.constant.none
  %eight = torch.constant.int 8
  %sizes = torch.prim.ListConstruct %eight : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.upsample_nearest1d %a, %sizes, %none : !torch.vtensor<[1,2,?],f32>, !torch.list<int>, !torch.none -> !torch.vtensor<[1,2,8],f32>
  return %0 : !torch.vtensor<[1,2,8],f32>
}

// CHECK-LABEL: func.func @no_sizes(
// CHECK:         torch.aten.upsample_nearest1d.vec {{.*}}ingot.unconverted = "neither sizes nor factors are known"
// REPORT:        resampling.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.upsample_nearest1d.vec' is not converted to TOSA: neither sizes nor factors are known
func.func @no_sizes(%a: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,8],f32> {
  %none = torch.constant.none
  %0 = torch.aten.upsample_nearest1d.vec %a, %none, %none : !torch.vtensor<[1,2,4],f32>, !torch.none, !torch.none -> !torch.vtensor<[1,2,8],f32>
  return %0 : !torch.vtensor<[1,2,8],f32>
}
