// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @nearest(
// CHECK:         stablehlo.floor
// CHECK:         "stablehlo.gather"
func.func @nearest(%a: !torch.vtensor<[1,2,?],f32>) -> !torch.vtensor<[1,2,8],f32> {
  %none = torch.constant.none
  %eight = torch.constant.int 8
  %sizes = torch.prim.ListConstruct %eight : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.upsample_nearest1d %a, %sizes, %none : !torch.vtensor<[1,2,?],f32>, !torch.list<int>, !torch.none -> !torch.vtensor<[1,2,8],f32>
  return %0 : !torch.vtensor<[1,2,8],f32>
}

// Two elements with weights along each dimension.
// CHECK-LABEL: func.func @bilinear(
// CHECK-COUNT-4: "stablehlo.gather"
func.func @bilinear(%a: !torch.vtensor<[1,2,4,4],f32>) -> !torch.vtensor<[1,2,8,8],f32> {
  %none = torch.constant.none
  %true = torch.constant.bool true
  %eight = torch.constant.int 8
  %sizes = torch.prim.ListConstruct %eight, %eight : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.upsample_bilinear2d %a, %sizes, %true, %none, %none : !torch.vtensor<[1,2,4,4],f32>, !torch.list<int>, !torch.bool, !torch.none, !torch.none -> !torch.vtensor<[1,2,8,8],f32>
  return %0 : !torch.vtensor<[1,2,8,8],f32>
}

// CHECK-LABEL: func.func @no_sizes(
// CHECK:         torch.aten.upsample_nearest1d.vec {{.*}}ingot.unconverted = "neither sizes nor factors are known"
func.func @no_sizes(%a: !torch.vtensor<[1,2,4],f32>) -> !torch.vtensor<[1,2,8],f32> {
  %none = torch.constant.none
  %0 = torch.aten.upsample_nearest1d.vec %a, %none, %none : !torch.vtensor<[1,2,4],f32>, !torch.none, !torch.none -> !torch.vtensor<[1,2,8],f32>
  return %0 : !torch.vtensor<[1,2,8],f32>
}
