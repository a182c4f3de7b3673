// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @conv2d(
// CHECK:         stablehlo.convolution(%{{.*}}, %{{.*}}) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK-SAME:      stride = [2, 2], pad = {{\[}}[1, 1], [1, 1]]
// CHECK-SAME:      feature_group_count = 2
// CHECK-SAME:      (tensor<?x4x8x8xf32>, tensor<6x2x3x3xf32>) -> tensor<?x6x4x4xf32>
// CHECK:         stablehlo.add
func.func @conv2d(%a: !torch.vtensor<[?,4,8,8],f32>, %w: !torch.vtensor<[6,2,3,3],f32>, %b: !torch.vtensor<[6],f32>) -> !torch.vtensor<[?,6,4,4],f32> {
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %ones = torch.prim.ListConstruct %one, %one : (!torch.int, !torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.conv2d %a, %w, %b, %twos, %ones, %ones, %two : !torch.vtensor<[?,4,8,8],f32>, !torch.vtensor<[6,2,3,3],f32>, !torch.vtensor<[6],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[?,6,4,4],f32>
  return %0 : !torch.vtensor<[?,6,4,4],f32>
}

// The kernel is turned round, and the input spread by the stride.
// CHECK-LABEL: func.func @transposed(
// CHECK:         %[[K:.*]] = stablehlo.reverse %{{.*}}, dims = [2] : tensor<4x3x5xf32>
// CHECK:         stablehlo.convolution(%{{.*}}, %[[K]]) dim_numbers = [b, f, 0]x[i, o, 0]->[b, f, 0]
// CHECK-SAME:      pad = {{\[}}[3, 4]], lhs_dilate = [2]
func.func @transposed(%a: !torch.vtensor<[1,4,6],f32>, %w: !torch.vtensor<[4,3,5],f32>) -> !torch.vtensor<[1,3,14],f32> {
  %none = torch.constant.none
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %true = torch.constant.bool true
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.convolution %a, %w, %none, %twos, %ones, %ones, %true, %ones, %one : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,3,5],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,14],f32>
  return %0 : !torch.vtensor<[1,3,14],f32>
}

// A step as large as the kernel: the patch of each pixel as channels, and then
// patches side by side. Nothing is spread.
// CHECK-LABEL: func.func @patches(
// CHECK:         %[[T:.*]] = stablehlo.transpose %{{.*}}, dims = [2, 3, 1, 0] : (tensor<4x3x2x5xf32>) -> tensor<2x5x3x4xf32>
// CHECK:         %[[K:.*]] = stablehlo.reshape %[[T]] : (tensor<2x5x3x4xf32>) -> tensor<30x4x1x1xf32>
// CHECK:         %[[P:.*]] = stablehlo.convolution(%{{.*}}, %[[K]]) dim_numbers = [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
// CHECK-SAME:      lhs_dilate = [1, 1]
// CHECK-SAME:      -> tensor<1x30x6x7xf32>
// CHECK:         %[[S:.*]] = stablehlo.reshape %[[P]] : (tensor<1x30x6x7xf32>) -> tensor<1x2x5x3x6x7xf32>
// CHECK:         %[[Q:.*]] = stablehlo.transpose %[[S]], dims = [0, 3, 4, 1, 5, 2] : (tensor<1x2x5x3x6x7xf32>) -> tensor<1x3x6x2x7x5xf32>
// CHECK:         %[[Y:.*]] = stablehlo.reshape %[[Q]] : (tensor<1x3x6x2x7x5xf32>) -> tensor<1x3x12x35xf32>
// CHECK:         stablehlo.add %[[Y]]
func.func @patches(%a: !torch.vtensor<[1,4,6,7],f32>, %w: !torch.vtensor<[4,3,2,5],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[1,3,12,35],f32> {
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %five = torch.constant.int 5
  %true = torch.constant.bool true
  %steps = torch.prim.ListConstruct %two, %five : (!torch.int, !torch.int) -> !torch.list<int>
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.convolution %a, %w, %b, %steps, %zeros, %ones, %true, %zeros, %one : !torch.vtensor<[1,4,6,7],f32>, !torch.vtensor<[4,3,2,5],f32>, !torch.vtensor<[3],f32>, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,12,35],f32>
  return %0 : !torch.vtensor<[1,3,12,35],f32>
}

// Padding takes off a patch's edge, groups are kernels of their own, and what is
// added behind is no patch: these are spread.
// CHECK-LABEL: func.func @no_patches(
// CHECK-COUNT-3: lhs_dilate = [2]
func.func @no_patches(%a: !torch.vtensor<[1,4,6],f32>, %w: !torch.vtensor<[4,3,2],f32>) -> (!torch.vtensor<[1,3,10],f32>, !torch.vtensor<[1,6,12],f32>, !torch.vtensor<[1,3,13],f32>) {
  %none = torch.constant.none
  %zero = torch.constant.int 0
  %one = torch.constant.int 1
  %two = torch.constant.int 2
  %true = torch.constant.bool true
  %zeros = torch.prim.ListConstruct %zero : (!torch.int) -> !torch.list<int>
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %twos = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.convolution %a, %w, %none, %twos, %ones, %ones, %true, %zeros, %one : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,3,2],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,10],f32>
  %1 = torch.aten.convolution %a, %w, %none, %twos, %zeros, %ones, %true, %zeros, %two : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,3,2],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,6,12],f32>
  %2 = torch.aten.convolution %a, %w, %none, %twos, %zeros, %ones, %true, %ones, %one : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,3,2],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.bool, !torch.list<int>, !torch.int -> !torch.vtensor<[1,3,13],f32>
  return %0, %1, %2 : !torch.vtensor<[1,3,10],f32>, !torch.vtensor<[1,6,12],f32>, !torch.vtensor<[1,3,13],f32>
}

// The padding of "same" follows from the kernel, whose size may not be known.
// CHECK-LABEL: func.func @same(
// CHECK:         "stablehlo.dynamic_conv"
func.func @same(%a: !torch.vtensor<[1,4,6],f32>, %w: !torch.vtensor<[4,4,?],f32>) -> !torch.vtensor<[1,4,?],f32> {
  %none = torch.constant.none
  %one = torch.constant.int 1
  %same = torch.constant.str "same"
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.conv1d.padding %a, %w, %none, %ones, %same, %ones, %one : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,4,?],f32>, !torch.none, !torch.list<int>, !torch.str, !torch.list<int>, !torch.int -> !torch.vtensor<[1,4,?],f32>
  return %0 : !torch.vtensor<[1,4,?],f32>
}

// CHECK-LABEL: func.func @unknown_stride(
// CHECK:         torch.aten.conv1d {{.*}}ingot.unconverted = "a stride, dilation or output padding is not known"
func.func @unknown_stride(%a: !torch.vtensor<[1,4,6],f32>, %w: !torch.vtensor<[4,4,2],f32>, %stride: !torch.list<int>) -> !torch.vtensor<[1,4,?],f32> {
  %none = torch.constant.none
  %one = torch.constant.int 1
  %ones = torch.prim.ListConstruct %one : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.conv1d %a, %w, %none, %stride, %ones, %ones, %one : !torch.vtensor<[1,4,6],f32>, !torch.vtensor<[4,4,2],f32>, !torch.none, !torch.list<int>, !torch.list<int>, !torch.list<int>, !torch.int -> !torch.vtensor<[1,4,?],f32>
  return %0 : !torch.vtensor<[1,4,?],f32>
}
