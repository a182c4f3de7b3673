// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// A running sum numbers the elements that are true; a scatter brings their places to the front.
// CHECK-LABEL: func.func @masked_select(
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<1x3xi1>, !tosa.shape<2>) -> tensor<2x3xi1>
// CHECK:         tosa.cast %{{.*}} : (tensor<6xi1>) -> tensor<6xi64>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<6xi64>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<5xi64>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<5xi64>, !tosa.shape<2>, tensor<1xi64>) -> tensor<6xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<6xi64>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<4xi64>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xi64>, !tosa.shape<2>, tensor<1xi64>) -> tensor<6xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<6xi64>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xi64>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<2xi64>, !tosa.shape<2>, tensor<1xi64>) -> tensor<6xi64>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<6xi64>, tensor<6xi64>) -> tensor<6xi64>
// CHECK:         tosa.sub %{{.*}}, %{{.*}} : (tensor<6xi64>, tensor<1xi64>) -> tensor<6xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<6xi1>, tensor<6xi64>, tensor<1xi64>) -> tensor<6xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x6xi64>) -> tensor<1x6xi32>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x6x1xi64>, !tosa.shape<6>, tensor<1xi64>) -> tensor<1x7x1xi64>
// CHECK:         tosa.scatter %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x7x1xi64>, tensor<1x6xi32>, tensor<1x6x1xi64>) -> tensor<1x7x1xi64>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x7x1xi64>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x6x1xi64>
// CHECK:         tosa.reduce_sum %{{.*}} {axis = 0 : i32} : (tensor<6xi64>) -> tensor<1xi64>
// CHECK:         tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1] : tensor<6xi64> to tensor<?xi64>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xi64>, tensor<?xi64>) -> tensor<?xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xi1>, tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x?xi64>) -> tensor<1x?xi32>
// CHECK:         tosa.gather %{{.*}}, %{{.*}} : (tensor<1x6x1xf32>, tensor<1x?xi32>) -> tensor<1x?x1xf32>
func.func @masked_select(%a: !torch.vtensor<[2,3],f32>, %m: !torch.vtensor<[3],i1>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.masked_select %a, %m : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],i1> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @too_many(
// CHECK:         torch.aten.index.Tensor_hacked_twin {{.*}}ingot.unconverted = "there are more indices than dimensions"
// REPORT:        masks.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.index.Tensor_hacked_twin' is not converted to TOSA: there are more indices than dimensions
func.func @too_many(%a: !torch.vtensor<[2],f32>, %m: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[?],f32> {
  %list = torch.prim.ListConstruct %m : (!torch.vtensor<[2,3],i1>) -> !torch.list<vtensor>
  %0 = torch.aten.index.Tensor_hacked_twin %a, %list : !torch.vtensor<[2],f32>, !torch.list<vtensor> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}
