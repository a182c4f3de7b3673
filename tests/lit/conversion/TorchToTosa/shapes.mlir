// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse | FileCheck %s

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

// CHECK-LABEL: func.func @slice(
// CHECK:         tosa.slice %{{.*}} -> tensor<4x3xf32>
// Every second row: rows of pairs, of which the first is taken.
// CHECK:         tosa.reshape %{{.*}} -> tensor<2x2x3xf32>
// CHECK:         tosa.slice %{{.*}} -> tensor<2x1x3xf32>
func.func @slice(%a: !torch.vtensor<[6,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %5 = torch.constant.int 5
  %r = torch.aten.slice.Tensor %a, %0, %1, %5, %2 : !torch.vtensor<[6,3],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,3],f32>
  return %r : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @slice_dynamic(
// CHECK:         tensor.extract_slice %{{.*}}[0, 1] [%{{.*}}, 2] [1, 1] : tensor<?x3xf32> to tensor<?x2xf32>
func.func @slice_dynamic(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,2],f32> {
  %1 = torch.constant.int 1
  %3 = torch.constant.int 3
  %r = torch.aten.slice.Tensor %a, %1, %1, %3, %1 : !torch.vtensor<[?,3],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[?,2],f32>
  return %r : !torch.vtensor<[?,2],f32>
}

// CHECK-LABEL: func.func @pad(
// CHECK-DAG:     %[[N:.*]] = "tosa.const"() <{values = dense<1.500000e+00> : tensor<1xf32>}>
// CHECK-DAG:     %[[P:.*]] = tosa.const_shape {values = dense<[0, 0, 1, 2]>
// CHECK:         tosa.pad %{{.*}}, %[[P]], %[[N]] : (tensor<?x3xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<?x6xf32>
func.func @pad(%a: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,6],f32> {
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %v = torch.constant.float 1.5
  %p = torch.prim.ListConstruct %1, %2 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.constant_pad_nd %a, %p, %v : !torch.vtensor<[?,3],f32>, !torch.list<int>, !torch.float -> !torch.vtensor<[?,6],f32>
  return %r : !torch.vtensor<[?,6],f32>
}

// CHECK-LABEL: func.func @flip(
// CHECK:         tosa.reverse %{{.*}} {axis = 0 : i32}
// CHECK:         tosa.reverse %{{.*}} {axis = 1 : i32}
func.func @flip(%a: !torch.vtensor<[2,?],f32>) -> !torch.vtensor<[2,?],f32> {
  %0 = torch.constant.int 0
  %1 = torch.constant.int -1
  %d = torch.prim.ListConstruct %0, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.flip %a, %d : !torch.vtensor<[2,?],f32>, !torch.list<int> -> !torch.vtensor<[2,?],f32>
  return %r : !torch.vtensor<[2,?],f32>
}

// TOSA has no tensors without elements; one of them adds nothing here.
// CHECK-LABEL: func.func @cat(
// CHECK:         tosa.concat %{{[^,]*}}, %{{[^,]*}} {axis = 0 : i32} : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
func.func @cat(%a: !torch.vtensor<[2,3],f32>, %b: !torch.vtensor<[0,3],f32>, %c: !torch.vtensor<[?,3],f32>) -> !torch.vtensor<[?,3],f32> {
  %0 = torch.constant.int 0
  %l = torch.prim.ListConstruct %a, %b, %c : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[0,3],f32>, !torch.vtensor<[?,3],f32>) -> !torch.list<vtensor>
  %r = torch.aten.cat %l, %0 : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[?,3],f32>
  return %r : !torch.vtensor<[?,3],f32>
}
