// RUN: ingot-opt %s --convert-torch-to-tosa --canonicalize --cse 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT <%t

// CHECK-LABEL: func.func @transposed_1d(
// CHECK:         tosa.pad %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x4x6x1xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x4x6x2xf32>
// CHECK:         tosa.slice %{{.*}}, %{{.*}}, %{{.*}} : (tensor<1x4x12xf32>, !tosa.shape<3>, !tosa.shape<3>) -> tensor<1x4x11xf32>
// CHECK:         tosa.reverse %{{.*}} {axis = 2 : i32} : (tensor<4x3x5xf32>) -> tensor<4x3x5xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 1, 0, 2>} : (tensor<4x3x5xf32>) -> tensor<3x4x5xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x4x1x11xf32>) -> tensor<1x1x11x4xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 2, 3, 1>} : (tensor<3x4x1x5xf32>) -> tensor<3x1x5x4xf32>
// CHECK:         tosa.conv2d %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 3, 4>, stride = array<i64: 1, 1>} : (tensor<1x1x11x4xf32>, tensor<3x1x5x4xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x14x3xf32>
// CHECK:         tosa.transpose %{{.*}} {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x1x14x3xf32>) -> tensor<1x3x1x14xf32>
func.func @transposed_1d(%a: !torch.vtensor<[1,4,6],f32>, %w: !torch.vtensor<[4,3,5],f32>) -> !torch.vtensor<[1,3,14],f32> {
  %none = torch.constant.none
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %true = torch.constant.bool true
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.convolution %a, %w, %none, %twos, %ones, %ones, %true, %ones, %one : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,3,5],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,14],f32>
  return %0 : !torch.vtensor<[1,3,14],f32>
}

// CHECK-LABEL: func.func @unknown_stride(
// CHECK:         torch.aten.conv1d {{.*}}ingot.unconverted = "a stride, dilation or output padding is not known"
// REPORT:        convolutions.mlir:[[# @LINE + 5]]:{{[0-9]+}}: warning: 'torch.aten.conv1d' is not converted to TOSA: a stride, dilation or output padding is not known
func.func @unknown_stride(%a: !torch.vtensor<[1,4,6],f32>, %w: !torch.vtensor<[4,4,2],f32>, %stride: !torch.list<int>) -> !torch.vtensor<[1,4,?],f32> {
  %none = torch.constant.none
  %one = torch.constant.int 1
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.conv1d %a, %w, %none, %stride, %ones, %ones, %one : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,4,2],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[1,4,?],f32>
  return %0 : !torch.vtensor<[1,4,?],f32>
}

// Channels come last in TOSA.
// CHECK-LABEL: func.func @conv2d(
// CHECK:         %[[X:.*]] = tosa.transpose %{{.*}} {perms = array<i32: 0, 2, 3, 1>} : (tensor<?x3x8x8xf32>) -> tensor<?x8x8x3xf32>
// CHECK:         %[[Y:.*]] = tosa.conv2d %[[X]], %{{.*}} {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<?x8x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<?x8x8x4xf32>
// CHECK:         tosa.transpose %[[Y]] {perms = array<i32: 0, 3, 1, 2>}
func.func @conv2d(%x: !torch.vtensor<[?,3,8,8],f32>, %w: !torch.vtensor<[4,3,3,3],f32>, %b: !torch.vtensor<[4],f32>) -> !torch.vtensor<[?,4,8,8],f32> {
  %1 = torch.constant.int 1
  %l = torch.prim.ListConstruct %1, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.conv2d %x, %w, %b, %l, %l, %l, %1 : !torch.vtensor<[?,3,8,8],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.vtensor<[4],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[?,4,8,8],f32>
  return %r : !torch.vtensor<[?,4,8,8],f32>
}

// What the stride leaves over is cut off: TOSA wants the windows to end with
// the input.
// CHECK-LABEL: func.func @strided(
// CHECK:         tosa.slice %{{.*}} -> tensor<1x3x7x8xf32>
// CHECK:         tosa.slice %{{.*}} -> tensor<1x3x7x7xf32>
// CHECK:         tosa.conv2d {{.*}}stride = array<i64: 2, 2>{{.*}} -> tensor<1x3x3x4xf32>
func.func @strided(%x: !torch.vtensor<[1,3,8,8],f32>, %w: !torch.vtensor<[4,3,3,3],f32>) -> !torch.vtensor<[1,4,3,3],f32> {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %none = torch.constant.none
  %ones = torch.prim.ListConstruct %1, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %2, %2 : (!torch.int, !torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %0, %0 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.conv2d %x, %w, %none, %twos, %zeros, %ones, %1 : !torch.vtensor<[1,3,8,8],f32>, !torch.vtensor<[4,3,3,3],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[1,4,3,3],f32>
  return %r : !torch.vtensor<[1,4,3,3],f32>
}

// CHECK-LABEL: func.func @depthwise(
// CHECK:         tosa.depthwise_conv2d %{{.*}} : (tensor<1x8x8x3xf32>, tensor<3x3x3x2xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x8x6xf32>
func.func @depthwise(%x: !torch.vtensor<[1,3,8,8],f32>, %w: !torch.vtensor<[6,1,3,3],f32>) -> !torch.vtensor<[1,6,8,8],f32> {
  %1 = torch.constant.int 1
  %3 = torch.constant.int 3
  %none = torch.constant.none
  %l = torch.prim.ListConstruct %1, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.conv2d %x, %w, %none, %l, %l, %l, %3 : !torch.vtensor<[1,3,8,8],f32>, !torch.vtensor<[6,1,3,3],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[1,6,8,8],f32>
  return %r : !torch.vtensor<[1,6,8,8],f32>
}

// CHECK-LABEL: func.func @transposed(
// CHECK:         tosa.transpose_conv2d %{{.*}} {acc_type = f32, out_pad = array<i64: -1, -1, -1, -1>, stride = array<i64: 2, 2>} : (tensor<1x4x4x3xf32>, tensor<2x3x3x3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x7x7x2xf32>
func.func @transposed(%x: !torch.vtensor<[1,3,4,4],f32>, %w: !torch.vtensor<[3,2,3,3],f32>) -> !torch.vtensor<[1,2,7,7],f32> {
  %0 = torch.constant.int 0
  %1 = torch.constant.int 1
  %2 = torch.constant.int 2
  %true = torch.constant.bool true
  %none = torch.constant.none
  %ones = torch.prim.ListConstruct %1, %1 : (!torch.int, !torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %2, %2 : (!torch.int, !torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %0, %0 : (!torch.int, !torch.int) -> !torch.list<int>
  %r = torch.aten.convolution %x, %w, %none, %twos, %ones, %ones, %true, %zeros, %1 : !torch.vtensor<[1,3,4,4],f32>, !torch.vtensor<[3,2,3,3],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,2,7,7],f32>
  return %r : !torch.vtensor<[1,2,7,7],f32>
}

// CHECK-LABEL: func.func @conv_of_f64(
// CHECK:         torch.aten.conv1d {{.*}}ingot.unconverted
// REPORT:        convolutions.mlir:[[# @LINE + 5]]:{{[0-9]+}}: warning: 'torch.aten.conv1d' is not converted to TOSA: TOSA has convolutions of f32 with kernels of known sizes only
func.func @conv_of_f64(%x: !torch.vtensor<[1,3,8],f64>, %w: !torch.vtensor<[4,3,3],f64>) -> !torch.vtensor<[1,4,8],f64> {
  %1 = torch.constant.int 1
  %none = torch.constant.none
  %l = torch.prim.ListConstruct %1 : (!torch.int) -> !torch.list<int>
  %r = torch.aten.conv1d %x, %w, %none, %l, %l, %l, %1 : !torch.vtensor<[1,3,8],f64>, !torch.vtensor<[4,3,3],f64>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[1,4,8],f64>
  return %r : !torch.vtensor<[1,4,8],f64>
}
