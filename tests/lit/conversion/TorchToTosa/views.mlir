// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// CHECK-LABEL: func.func @repeat(
// CHECK:         tosa.tile %{{.*}}, %{{.*}} : (tensor<1x2x1x3xf32>, !tosa.shape<4>) -> tensor<4x2x1x3xf32>
func.func @repeat(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[8,3],f32> {
  %four = torch.constant.int 4
  %one = torch.constant.int 1
  %counts = torch.prim.ListConstruct %four, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.repeat %a, %counts : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[8,3],f32>
  return %0 : !torch.vtensor<[8,3],f32>
}

// CHECK-LABEL: func.func @squeeze(
// CHECK:         tosa.reshape %{{.*}} -> tensor<3xf32>
func.func @squeeze(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.aten.squeeze %a : !torch.vtensor<[?,3],f32> -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @which_to_squeeze(
// CHECK:         torch.aten.squeeze {{.*}}ingot.unconverted = "which dimensions have size 1 is not known"
// REPORT:        views.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.squeeze' is not converted to TOSA: which dimensions have size 1 is not known
func.func @which_to_squeeze(%a: !torch.vtensor<[?,?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.squeeze %a : !torch.vtensor<[?,?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @wrong_type(
// CHECK:         torch.aten.t {{.*}}ingot.unconverted = "the result has other sizes than its type says"
// REPORT:        views.mlir:[[# @LINE + 2]]:{{[0-9]+}}: warning: 'torch.aten.t' is not converted to TOSA: the result has other sizes than its type says
func.func @wrong_type(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.t %a : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @view(
// CHECK:         %[[S:.*]] = tosa.const_shape {values = dense<[3, 8]>
// CHECK:         tosa.reshape %{{.*}}, %[[S]] : (tensor<2x3x4xf32>, !tosa.shape<2>) -> tensor<3x8xf32>
func.func @view(%a: !torch.vtensor<[2,3,4],f32>) -> !torch.vtensor<[3,8],f32> {
  %3 = torch.constant.int 3
  %8 = torch.constant.int 8
  %s = torch.prim.ListConstruct %3, %8 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %a, %s : !torch.vtensor<[2,3,4],f32>, !torch.list<int> -> !torch.vtensor<[3,8],f32>
  return %0 : !torch.vtensor<[3,8],f32>
}

// One size that is not known is what -1 stands for.
// CHECK-LABEL: func.func @view_dynamic(
// CHECK:         %[[S:.*]] = tosa.const_shape {values = dense<[-1, 12]>
// CHECK:         tosa.reshape %{{.*}}, %[[S]] : (tensor<?x3x4xf32>, !tosa.shape<2>) -> tensor<?x12xf32>
func.func @view_dynamic(%a: !torch.vtensor<[?,3,4],f32>) -> !torch.vtensor<[?,12],f32> {
  %m = torch.constant.int -1
  %12 = torch.constant.int 12
  %s = torch.prim.ListConstruct %m, %12 : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %a, %s : !torch.vtensor<[?,3,4],f32>, !torch.list<int> -> !torch.vtensor<[?,12],f32>
  return %0 : !torch.vtensor<[?,12],f32>
}

// Two of them are not.
// CHECK-LABEL: func.func @view_of_sizes(
// CHECK:         tensor.reshape %{{.*}}(%{{.*}}) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
func.func @view_of_sizes(%a: !torch.vtensor<[?],f32>, %n: !torch.int, %m: !torch.int) -> !torch.vtensor<[?,?],f32> {
  %s = torch.prim.ListConstruct %n, %m : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %a, %s : !torch.vtensor<[?],f32>, !torch.list<int> -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 2, 1>} : (tensor<?x2x3xf32>) -> tensor<?x3x2xf32>
func.func @transpose(%a: !torch.vtensor<[?,2,3],f32>) -> !torch.vtensor<[?,3,2],f32> {
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %0 = torch.aten.transpose.int %a, %1, %2 : !torch.vtensor<[?,2,3],f32>, !torch.int, !torch.int -> !torch.vtensor<[?,3,2],f32>
  return %0 : !torch.vtensor<[?,3,2],f32>
}

// CHECK-LABEL: func.func @expand(
// CHECK:         %[[S:.*]] = tosa.const_shape {values = dense<[4, 1]>
// CHECK:         tosa.tile %{{.*}}, %[[S]] : (tensor<1x3xf32>, !tosa.shape<2>) -> tensor<4x3xf32>
func.func @expand(%a: !torch.vtensor<[1,3],f32>) -> !torch.vtensor<[4,3],f32> {
  %4 = torch.constant.int 4
  %3 = torch.constant.int 3
  %s = torch.prim.ListConstruct %4, %3 : (!torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.expand %a, %s, %false : !torch.vtensor<[1,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[4,3],f32>
  return %0 : !torch.vtensor<[4,3],f32>
}

// tosa.tile has no number of times that the run computes; adding nothing does.
// CHECK-LABEL: func.func @expand_dynamic(
// CHECK:         %[[Z:.*]] = tensor.splat %{{.*}}[%{{.*}}] : tensor<?x3xf32>
// CHECK:         tosa.add %[[Z]], %{{.*}} : (tensor<?x3xf32>, tensor<1x3xf32>) -> tensor<?x3xf32>
func.func @expand_dynamic(%a: !torch.vtensor<[1,3],f32>, %n: !torch.int) -> !torch.vtensor<[?,3],f32> {
  %3 = torch.constant.int 3
  %s = torch.prim.ListConstruct %n, %3 : (!torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.expand %a, %s, %false : !torch.vtensor<[1,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}
