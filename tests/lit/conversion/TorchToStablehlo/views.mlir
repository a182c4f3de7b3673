// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @view(
// CHECK:         stablehlo.reshape %{{.*}} : (tensor<2x6xf32>) -> tensor<3x4xf32>
func.func @view(%a: !torch.vtensor<[2,6],f32>) -> !torch.vtensor<[3,4],f32> {
  %three = torch.constant.int 3
  %rest = torch.constant.int -1
  %sizes = torch.prim.ListConstruct %three, %rest : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %a, %sizes : !torch.vtensor<[2,6],f32>, !torch.list<int> -> !torch.vtensor<[3,4],f32>
  return %0 : !torch.vtensor<[3,4],f32>
}

// CHECK-LABEL: func.func @view_dynamic(
// CHECK-SAME:    %[[A:.*]]: tensor<?x6xf32>, %[[N:.*]]: tensor<i64>
// CHECK:         stablehlo.divide
// CHECK:         %[[S:.*]] = stablehlo.concatenate
// CHECK:         stablehlo.dynamic_reshape %[[A]], %[[S]] : (tensor<?x6xf32>, tensor<2xi64>) -> tensor<?x?xf32>
func.func @view_dynamic(%a: !torch.vtensor<[?,6],f32>, %n: !torch.int) -> !torch.vtensor<[?,?],f32> {
  %rest = torch.constant.int -1
  %sizes = torch.prim.ListConstruct %n, %rest : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.view %a, %sizes : !torch.vtensor<[?,6],f32>, !torch.list<int> -> !torch.vtensor<[?,?],f32>
  return %0 : !torch.vtensor<[?,?],f32>
}

// CHECK-LABEL: func.func @expand(
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [1, 2] : (tensor<1x3xf32>) -> tensor<4x2x3xf32>
func.func @expand(%a: !torch.vtensor<[1,3],f32>) -> !torch.vtensor<[4,2,3],f32> {
  %four = torch.constant.int 4
  %two = torch.constant.int 2
  %same = torch.constant.int -1
  %sizes = torch.prim.ListConstruct %four, %two, %same : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %false = torch.constant.bool false
  %0 = torch.aten.expand %a, %sizes, %false : !torch.vtensor<[1,3],f32>, !torch.list<int>, !torch.bool -> !torch.vtensor<[4,2,3],f32>
  return %0 : !torch.vtensor<[4,2,3],f32>
}

// CHECK-LABEL: func.func @repeat(
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [1, 3] : (tensor<2x3xf32>) -> tensor<4x2x1x3xf32>
// CHECK:         stablehlo.reshape %{{.*}} : (tensor<4x2x1x3xf32>) -> tensor<8x3xf32>
func.func @repeat(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[8,3],f32> {
  %four = torch.constant.int 4
  %one = torch.constant.int 1
  %counts = torch.prim.ListConstruct %four, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.repeat %a, %counts : !torch.vtensor<[2,3],f32>, !torch.list<int> -> !torch.vtensor<[8,3],f32>
  return %0 : !torch.vtensor<[8,3],f32>
}

// CHECK-LABEL: func.func @transpose(
// CHECK:         stablehlo.transpose %{{.*}}, dims = [2, 1, 0] : (tensor<?x3x4xf32>) -> tensor<4x3x?xf32>
func.func @transpose(%a: !torch.vtensor<[?,3,4],f32>) -> !torch.vtensor<[4,3,?],f32> {
  %first = torch.constant.int 0
  %last = torch.constant.int -1
  %0 = torch.aten.transpose.int %a, %first, %last : !torch.vtensor<[?,3,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[4,3,?],f32>
  return %0 : !torch.vtensor<[4,3,?],f32>
}

// A size that is not known is 1 if the result has no such dimension.
// CHECK-LABEL: func.func @squeeze(
// CHECK:         stablehlo.dynamic_reshape {{.*}} : (tensor<?x3xf32>, tensor<1xi64>) -> tensor<3xf32>
func.func @squeeze(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.aten.squeeze %a : !torch.vtensor<[?,3],f32> -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @which_to_squeeze(
// CHECK:         torch.aten.squeeze {{.*}}ingot.unconverted = "which dimensions have size 1 is not known"
func.func @which_to_squeeze(%a: !torch.vtensor<[?,?],f32>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.squeeze %a : !torch.vtensor<[?,?],f32> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @wrong_type(
// CHECK:         torch.aten.t {{.*}}ingot.unconverted = "the result has other sizes than its type says"
func.func @wrong_type(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.t %a : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// A size from outside may be -1; one of a tensor is not.
// CHECK-LABEL: func.func @sizes_from_outside(
// CHECK:         stablehlo.compare EQ
// CHECK:         stablehlo.select
// CHECK:         shape_assertion{{.*}}two sizes of a reshape are -1
// CHECK:         stablehlo.dynamic_reshape
func.func @sizes_from_outside(%x: !torch.vtensor<[?,6],f32>, %m: !torch.int, %n: !torch.int) -> !torch.vtensor<[?,?],f32> {
  %sizes = torch.prim.ListConstruct %m, %n : (!torch.int, !torch.int) -> !torch.list<int>
  %y = torch.aten.view %x, %sizes : !torch.vtensor<[?,6],f32>, !torch.list<int> -> !torch.vtensor<[?,?],f32>
  return %y : !torch.vtensor<[?,?],f32>
}

// CHECK-LABEL: func.func @sizes_of_tensors(
// CHECK-NOT:     stablehlo.compare
// CHECK:         stablehlo.dynamic_reshape
func.func @sizes_of_tensors(%x: !torch.vtensor<[?,?],f32>) -> !torch.vtensor<[?,?,1],f32> {
  %int0 = torch.constant.int 0
  %int1 = torch.constant.int 1
  %m = torch.aten.size.int %x, %int0 : !torch.vtensor<[?,?],f32>, !torch.int -> !torch.int
  %n = torch.aten.size.int %x, %int1 : !torch.vtensor<[?,?],f32>, !torch.int -> !torch.int
  %sizes = torch.prim.ListConstruct %m, %n, %int1 : (!torch.int, !torch.int, !torch.int) -> !torch.list<int>
  %y = torch.aten.view %x, %sizes : !torch.vtensor<[?,?],f32>, !torch.list<int> -> !torch.vtensor<[?,?,1],f32>
  return %y : !torch.vtensor<[?,?,1],f32>
}
