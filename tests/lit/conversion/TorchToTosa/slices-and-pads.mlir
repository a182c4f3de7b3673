// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// CHECK-LABEL: func.func @split(
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<6xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<4xf32>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<6xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
func.func @split(%a: !torch.vtensor<[6],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[2],f32>) {
  %size = torch.constant.int 4
  %dim = torch.constant.int 0
  %parts = torch.aten.split.Tensor %a, %size, %dim : !torch.vtensor<[6],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %0:2 = torch.prim.ListUnpack %parts : !torch.list<vtensor> -> !torch.vtensor<[4],f32>, !torch.vtensor<[2],f32>
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @stack(
// CHECK:         tosa.concat %{{.*}}, %{{.*}} {axis = 1 : i32} : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
func.func @stack(%a: !torch.vtensor<[3],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3,2],f32> {
  %dim = torch.constant.int -1
  %list = torch.prim.ListConstruct %a, %b : (!torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> !torch.list<vtensor>
  %0 = torch.aten.stack %list, %dim : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// The padding is a slice, turned round.
// CHECK-LABEL: func.func @reflect(
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4xf32>, !tosa.shape<1>, !tosa.shape<1>) -> tensor<2xf32>
// CHECK:         tosa.reverse %{{.*}} {axis = 0 : i32} : (tensor<2xf32>) -> tensor<2xf32>
// CHECK:         tosa.concat %{{.*}}, %{{.*}} {axis = 0 : i32} : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
func.func @reflect(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %two = torch.constant.int 2
  %zero = torch.constant.int 0
  %list = torch.prim.ListConstruct %two, %zero : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.reflection_pad1d %a, %list : !torch.vtensor<[4],f32>, !torch.list<int> -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// CHECK-LABEL: func.func @unknown_list(
// CHECK:         torch.aten.cat {{.*}}ingot.unconverted = "the elements of the list or the dimension are not known"
// REPORT:        slices-and-pads.mlir:[[# @LINE + 3]]:{{[0-9]+}}: warning: 'torch.aten.cat' is not converted to TOSA: the elements of the list or the dimension are not known
func.func @unknown_list(%list: !torch.list<vtensor>) -> !torch.vtensor<[4],f32> {
  %dim = torch.constant.int 0
  %0 = torch.aten.cat %list, %dim : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
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

// What a negative padding cuts off is cut off once.
// CHECK-LABEL: func.func @pad_cut_and_computed(
// CHECK:         %[[CUT:.*]] = tosa.slice %{{.*}} -> tensor<4xf32>
// CHECK:         tensor.pad %[[CUT]] low[0] high[%{{.*}}]
func.func @pad_cut_and_computed(%a: !torch.vtensor<[5],f32>, %n: !torch.int) -> !torch.vtensor<[?],f32> {
  %m = torch.constant.int -1
  %v = torch.constant.float 1.5
  %p = torch.prim.ListConstruct %m, %n : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.constant_pad_nd %a, %p, %v : !torch.vtensor<[5],f32>, !torch.list<int>, !torch.float -> !torch.vtensor<[?],f32>
  return %r : !torch.vtensor<[?],f32>
}
