// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// Bounds beyond the end are the end; negative ones count from it.
// CHECK-LABEL: func.func @slice(
// CHECK:         stablehlo.slice %{{.*}} [0:2, 4:7:2] : (tensor<2x7xf32>) -> tensor<2x2xf32>
func.func @slice(%a: !torch.vtensor<[2,7],f32>) -> !torch.vtensor<[2,2],f32> {
  %dim = torch.constant.int 1
  %start = torch.constant.int -3
  %end = torch.constant.int 100
  %step = torch.constant.int 2
  %0 = torch.aten.slice.Tensor %a, %dim, %start, %end, %step : !torch.vtensor<[2,7],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[2,2],f32>
  return %0 : !torch.vtensor<[2,2],f32>
}

// CHECK-LABEL: func.func @slice_dynamic(
// CHECK:         stablehlo.compare LT
// CHECK:         stablehlo.real_dynamic_slice
func.func @slice_dynamic(%a: !torch.vtensor<[?],f32>, %start: !torch.int) -> !torch.vtensor<[?],f32> {
  %dim = torch.constant.int 0
  %end = torch.constant.none
  %step = torch.constant.int 1
  %0 = torch.aten.slice.Tensor %a, %dim, %start, %end, %step : !torch.vtensor<[?],f32>, !torch.int, !torch.int, !torch.none, !torch.int -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @split(
// CHECK:         stablehlo.slice %{{.*}} [0:4]
// CHECK:         stablehlo.slice %{{.*}} [4:6]
func.func @split(%a: !torch.vtensor<[6],f32>) -> (!torch.vtensor<[4],f32>, !torch.vtensor<[2],f32>) {
  %size = torch.constant.int 4
  %dim = torch.constant.int 0
  %parts = torch.aten.split.Tensor %a, %size, %dim : !torch.vtensor<[6],f32>, !torch.int, !torch.int -> !torch.list<vtensor>
  %0:2 = torch.prim.ListUnpack %parts : !torch.list<vtensor> -> !torch.vtensor<[4],f32>, !torch.vtensor<[2],f32>
  return %0#0, %0#1 : !torch.vtensor<[4],f32>, !torch.vtensor<[2],f32>
}

// CHECK-LABEL: func.func @stack(
// CHECK:         stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<3x1xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
func.func @stack(%a: !torch.vtensor<[3],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3,2],f32> {
  %dim = torch.constant.int -1
  %list = torch.prim.ListConstruct %a, %b : (!torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>) -> !torch.list<vtensor>
  %0 = torch.aten.stack %list, %dim : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[3,2],f32>
  return %0 : !torch.vtensor<[3,2],f32>
}

// The list starts at the last dimension.
// CHECK-LABEL: func.func @pad(
// CHECK:         stablehlo.pad %{{.*}}, %{{.*}}, low = [0, 1], high = [0, -1], interior = [0, 0]
func.func @pad(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32> {
  %one = torch.constant.int 1
  %minus = torch.constant.int -1
  %zero = torch.constant.float 0.0
  %list = torch.prim.ListConstruct %one, %minus : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.constant_pad_nd %a, %list, %zero : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.float -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// CHECK-LABEL: func.func @reflect(
// CHECK:         %[[S:.*]] = stablehlo.slice %[[A:.*]] [1:3]
// CHECK:         %[[B:.*]] = stablehlo.reverse %[[S]], dims = [0]
// CHECK:         stablehlo.concatenate %[[B]], %[[A]], dim = 0
func.func @reflect(%a: !torch.vtensor<[4],f32>) -> !torch.vtensor<[6],f32> {
  %two = torch.constant.int 2
  %zero = torch.constant.int 0
  %list = torch.prim.ListConstruct %two, %zero : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.reflection_pad1d %a, %list : !torch.vtensor<[4],f32>, !torch.list<int> -> !torch.vtensor<[6],f32>
  return %0 : !torch.vtensor<[6],f32>
}

// CHECK-LABEL: func.func @unknown_list(
// CHECK:         torch.aten.cat {{.*}}ingot.unconverted = "the elements of the list or the dimension are not known"
func.func @unknown_list(%list: !torch.list<vtensor>) -> !torch.vtensor<[4],f32> {
  %dim = torch.constant.int 0
  %0 = torch.aten.cat %list, %dim : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// A step that only the run knows: the places are computed and gathered.
// CHECK-LABEL: func.func @step_of_the_run(
// CHECK:         stablehlo.compare GT
// CHECK:         stablehlo.divide
// CHECK:         stablehlo.dynamic_iota
// CHECK:         stablehlo.{{(dynamic_)?}}gather
func.func @step_of_the_run(%x: !torch.vtensor<[9],f32>, %step: !torch.int) -> !torch.vtensor<[?],f32> {
  %int0 = torch.constant.int 0
  %int9 = torch.constant.int 9
  %0 = torch.aten.slice.Tensor %x, %int0, %int0, %int9, %step : !torch.vtensor<[9],f32>, !torch.int, !torch.int, !torch.int, !torch.int -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}
