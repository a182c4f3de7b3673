// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Each pass adds what stands one, two, four places before; they are written one after the other.
// CHECK-LABEL: func.func @cumsum(
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<4x3xf32>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<5x3xf32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<3x3xf32>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<3x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<5x3xf32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5x3xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<1x3xf32>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<5x3xf32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<5x3xf32>
func.func @cumsum(%a: !torch.vtensor<[5,3],f32>) -> !torch.vtensor<[5,3],f32> {
  %dim = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.cumsum %a, %dim, %none : !torch.vtensor<[5,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[5,3],f32>
  return %0 : !torch.vtensor<[5,3],f32>
}

// A loop, as long as the step is less than the size.
// CHECK-LABEL: func.func @of_any_size(
// CHECK:         tosa.while_loop (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) : (tensor<i64>, tensor<?x3xf32>) -> (tensor<i64>, tensor<?x3xf32>) {
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>) -> tensor<i1>
// CHECK:         tosa.yield %{{.*}} : tensor<i1>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<i64>, tensor<i64>, tensor<1xi8>) -> tensor<i64>
// CHECK:         tensor.pad %{{.*}} low[%{{.*}}, 0] high[0, 0] {
// CHECK:         tensor.yield %{{.*}} : f32
// CHECK:         tensor.extract_slice %{{.*}}[0, 0] [%{{.*}}, 3] [1, 1] : tensor<?x3xf32> to tensor<?x3xf32>
// CHECK:         tosa.mul %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?x3xf32>, tensor<?x3xf32>, tensor<1xi8>) -> tensor<?x3xf32>
// CHECK:         tosa.yield %{{.*}}, %{{.*}} : tensor<i64>, tensor<?x3xf32>
func.func @of_any_size(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %dim = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.aten.cumprod %a, %dim, %none : !torch.vtensor<[?,3],f32>, !torch.int, !torch.none -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// CHECK-LABEL: func.func @unknown_dimension(
// CHECK:         torch.aten.cumsum {{.*}}ingot.unconverted = "the dimension is not known, or out of range"
// REPORT:        scans.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.cumsum' is not converted to TOSA: the dimension is not known, or out of range
func.func @unknown_dimension(%a: !torch.vtensor<[2],f32>, %dim: !torch.int) -> !torch.vtensor<[2],f32> {
  %none = torch.constant.none
  %0 = torch.aten.cumsum %a, %dim, %none : !torch.vtensor<[2],f32>, !torch.int, !torch.none -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
