// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// Where updates go, what was there gives way first.
// CHECK-LABEL: func.func @without_self(
// CHECK:         tensor.extract_slice %{{.*}}[0] [%{{.*}}] [1] : tensor<?xf32> to tensor<?xf32>
// CHECK:         tosa.greater %{{.*}}, %{{.*}} : (tensor<1xi64>, tensor<?xi64>) -> tensor<?xi1>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<?xi64>, tensor<1xi64>) -> tensor<?xi64>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<?xi1>, tensor<?xi64>, tensor<?xi64>) -> tensor<?xi64>
// CHECK:         tensor.splat %{{.*}}[%{{.*}}] : tensor<?xf32>
// CHECK:         tosa.cast %{{.*}} : (tensor<1x?xi64>) -> tensor<1x?xi32>
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x?x1xf32>, !tosa.shape<6>, tensor<1xf32>) -> tensor<1x?x1xf32>
// CHECK:         tosa.scatter %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x?x1xf32>, tensor<1x?xi32>, tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
// CHECK:         tensor.extract_slice %{{.*}}[0, 0, 0] [1, %{{.*}}, 1] [1, 1, 1] : tensor<1x?x1xf32> to tensor<1x?x1xf32>
// CHECK:         tensor.generate %{{.*}} {
// CHECK:         tensor.yield %{{.*}} : i64
// CHECK:         tosa.cast %{{.*}} : (tensor<?xi64>) -> tensor<?xi32>
// CHECK:         tensor.splat %{{.*}}[%{{.*}}] : tensor<1x?x1xi32>
// CHECK:         tosa.add %{{.*}}, %{{.*}} : (tensor<1x?x1xi32>, tensor<1x?x1xi32>) -> tensor<1x?x1xi32>
// CHECK:         tosa.equal %{{.*}}, %{{.*}} : (tensor<1x?x1xi32>, tensor<1x1x?xi32>) -> tensor<1x?x?xi1>
// CHECK:         tensor.reshape %{{.*}}(%{{.*}}) : (tensor<1x?x?xi1>, tensor<3xindex>) -> tensor<1x?x?xi1>
// CHECK:         tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] output_shape [1, %{{.*}}, %{{.*}}, 1] : tensor<1x?x?xi1> into tensor<1x?x?x1xi1>
// CHECK:         tosa.select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x?x?x1xi1>, tensor<1x1x?x1xf32>, tensor<1x1x1x1xf32>) -> tensor<1x?x?x1xf32>
// CHECK:         tosa.reduce_max %{{.*}} {axis = 2 : i32} : (tensor<1x?x?x1xf32>) -> tensor<1x?x1x1xf32>
// CHECK:         tosa.maximum %{{.*}}, %{{.*}} : (tensor<1x?x1xf32>, tensor<1x?x1xf32>) -> tensor<1x?x1xf32>
func.func @without_self(%a: !torch.vtensor<[?],f32>, %i: !torch.vtensor<[?],si64>, %s: !torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  %dim = torch.constant.int 0
  %amax = torch.constant.str "amax"
  %false = torch.constant.bool false
  %0 = torch.aten.scatter_reduce.two %a, %dim, %i, %s, %amax, %false : !torch.vtensor<[?],f32>, !torch.int, !torch.vtensor<[?],si64>, !torch.vtensor<[?],f32>, !torch.str, !torch.bool -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @unknown_reduction(
// CHECK:         torch.aten.scatter_reduce.two {{.*}}ingot.unconverted = "the kind of reduction is not known"
// REPORT:        scatters.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.scatter_reduce.two' is not converted to TOSA: the kind of reduction is not known
func.func @unknown_reduction(%a: !torch.vtensor<[4],f32>, %i: !torch.vtensor<[4],si64>, %kind: !torch.str) -> !torch.vtensor<[4],f32> {
  %dim = torch.constant.int 0
  %false = torch.constant.bool false
  %0 = torch.aten.scatter_reduce.two %a, %dim, %i, %a, %kind, %false : !torch.vtensor<[4],f32>, !torch.int, !torch.vtensor<[4],si64>, !torch.vtensor<[4],f32>, !torch.str, !torch.bool -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @scatter(
// CHECK:         tosa.scatter %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x12x1xf32>, tensor<1x6xi32>, tensor<1x6x1xf32>) -> tensor<1x12x1xf32>
func.func @scatter(%a: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[2,3],si64>, %s: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %0 = torch.constant.int 0
  %r = torch.aten.scatter.src %a, %0, %i, %s : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[4,3],f32>
  return %r : !torch.vtensor<[4,3],f32>
}

// Each place adds up the updates that are its own.
// CHECK-LABEL: func.func @scatter_add(
// CHECK:         %[[HERE:.*]] = tosa.equal %{{.*}} -> tensor<1x12x6xi1>
// CHECK:         %[[OWN:.*]] = tosa.select
// CHECK:         tosa.reduce_sum %[[OWN]] {axis = 2 : i32} : (tensor<1x12x6x1xf32>) -> tensor<1x12x1x1xf32>
// CHECK:         tosa.add
func.func @scatter_add(%a: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[2,3],si64>, %s: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %0 = torch.constant.int 0
  %r = torch.aten.scatter_add %a, %0, %i, %s : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[2,3],si64>, !torch.vtensor<[2,3],f32> -> !torch.vtensor<[4,3],f32>
  return %r : !torch.vtensor<[4,3],f32>
}

// More updates than places: some are written over.
// CHECK-LABEL: func.func @scatter_too_many(
// CHECK:         torch.aten.scatter.src {{.*}}ingot.unconverted
// REPORT:        scatters.mlir:[[# @LINE + 4]]:{{[0-9]+}}: warning: 'torch.aten.scatter.src' is not converted to TOSA: TOSA writes each place once only
// CHECK-NOT:     stablehlo
func.func @scatter_too_many(%a: !torch.vtensor<[4,3],f32>, %i: !torch.vtensor<[5,3],si64>, %s: !torch.vtensor<[5,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %0 = torch.constant.int 0
  %r = torch.aten.scatter.src %a, %0, %i, %s : !torch.vtensor<[4,3],f32>, !torch.int, !torch.vtensor<[5,3],si64>, !torch.vtensor<[5,3],f32> -> !torch.vtensor<[4,3],f32>
  return %r : !torch.vtensor<[4,3],f32>
}
