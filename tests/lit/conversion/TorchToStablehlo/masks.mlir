// How many elements are true the run counts; their places come to the front of
// a vector, which is cut off there.
// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @nonzero(
// CHECK:         %[[PLACES:.*]] = "stablehlo.scatter"
// CHECK:         %[[COUNT:.*]] = stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [0] : (tensor<6xi64>, tensor<i64>) -> tensor<i64>
// CHECK:         stablehlo.real_dynamic_slice %[[PLACES]], {{.*}} -> tensor<?xi64>
// CHECK:         stablehlo.divide %{{.*}}, %{{.*}} : tensor<?xi64>
// CHECK:         stablehlo.concatenate %{{.*}}, %{{.*}}, dim = 1 : (tensor<?x1xi64>, tensor<?x1xi64>) -> tensor<?x2xi64>
func.func @nonzero(%a: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[?,2],si64> {
  %0 = torch.aten.nonzero %a : !torch.vtensor<[2,3],f32> -> !torch.vtensor<[?,2],si64>
  return %0 : !torch.vtensor<[?,2],si64>
}

// CHECK-LABEL: func.func @nonzero_static(
// CHECK:         stablehlo.dynamic_pad
// CHECK:         return %{{.*}} : tensor<4x1xi64>
func.func @nonzero_static(%a: !torch.vtensor<[?],i1>) -> !torch.vtensor<[4,1],si64> {
  %size = torch.constant.int 4
  %fill = torch.constant.int -1
  %0 = torch.aten.nonzero_static %a, %size, %fill : !torch.vtensor<[?],i1>, !torch.int, !torch.int -> !torch.vtensor<[4,1],si64>
  return %0 : !torch.vtensor<[4,1],si64>
}

// CHECK-LABEL: func.func @masked_select(
// CHECK:         stablehlo.broadcast_in_dim %{{.*}}, dims = [1] : (tensor<3xi1>) -> tensor<2x3xi1>
// CHECK:         "stablehlo.gather"({{.*}} : (tensor<6xf32>, tensor<?x1xi64>) -> tensor<?xf32>
func.func @masked_select(%a: !torch.vtensor<[2,3],f32>, %m: !torch.vtensor<[3],i1>) -> !torch.vtensor<[?],f32> {
  %0 = torch.aten.masked_select %a, %m : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],i1> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// A mask is as many indices as it has dimensions.
// CHECK-LABEL: func.func @index(
// CHECK:         start_index_map = [0, 1]
// CHECK-SAME:    -> tensor<?x4xf32>
func.func @index(%a: !torch.vtensor<[2,3,4],f32>, %m: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[?,4],f32> {
  %list = torch.prim.ListConstruct %m : (!torch.vtensor<[2,3],i1>) -> !torch.list<vtensor>
  %0 = torch.aten.index.Tensor_hacked_twin %a, %list : !torch.vtensor<[2,3,4],f32>, !torch.list<vtensor> -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// CHECK-LABEL: func.func @index_put(
// CHECK:         "stablehlo.scatter"({{.*}}
// CHECK:         "stablehlo.scatter"(%{{.*}}, %{{.*}}, %{{.*}}) <{{.*}}scatter_dims_to_operand_dims = [0, 1]
func.func @index_put(%a: !torch.vtensor<[5,5],f32>, %i: !torch.vtensor<[3],si64>, %m: !torch.vtensor<[5],i1>, %v: !torch.vtensor<[3],f32>) -> !torch.vtensor<[5,5],f32> {
  %false = torch.constant.bool false
  %list = torch.prim.ListConstruct %i, %m : (!torch.vtensor<[3],si64>, !torch.vtensor<[5],i1>) -> !torch.list<vtensor>
  %0 = torch.aten.index_put.hacked_twin %a, %list, %v, %false : !torch.vtensor<[5,5],f32>, !torch.list<vtensor>, !torch.vtensor<[3],f32>, !torch.bool -> !torch.vtensor<[5,5],f32>
  return %0 : !torch.vtensor<[5,5],f32>
}

// CHECK-LABEL: func.func @too_many(
// CHECK:         torch.aten.index.Tensor_hacked_twin {{.*}}ingot.unconverted = "there are more indices than dimensions"
func.func @too_many(%a: !torch.vtensor<[2],f32>, %m: !torch.vtensor<[2,3],i1>) -> !torch.vtensor<[?],f32> {
  %list = torch.prim.ListConstruct %m : (!torch.vtensor<[2,3],i1>) -> !torch.list<vtensor>
  %0 = torch.aten.index.Tensor_hacked_twin %a, %list : !torch.vtensor<[2],f32>, !torch.list<vtensor> -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// CHECK-LABEL: func.func @repeat_interleave(
// CHECK:         "stablehlo.scatter"
// CHECK:         return %{{.*}} : tensor<?xi64>
func.func @repeat_interleave(%n: !torch.vtensor<[4],si64>) -> !torch.vtensor<[?],si64> {
  %none = torch.constant.none
  %0 = torch.aten.repeat_interleave.Tensor %n, %none : !torch.vtensor<[4],si64>, !torch.none -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}
