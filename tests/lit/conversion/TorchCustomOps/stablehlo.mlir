// RUN: ingot-opt %s --convert-torch-to-stablehlo --convert-torch-to-stablehlo-custom=ops-to-convert=aten.layer_norm,torch.aten.relu,torch.mylib.scale | FileCheck %s --check-prefixes=CHECK,OPERANDS
// RUN: ingot-opt %s --convert-torch-to-stablehlo --convert-torch-to-stablehlo-custom="ops-to-convert=aten.layer_norm,torch.aten.relu,torch.mylib.scale form=attributes" | FileCheck %s --check-prefixes=CHECK,ATTRIBUTES

// After the conversion, whose constants and casts it looks through. The encoding
// itself is tested in tosa.mlir.

// CHECK-LABEL:     func.func @layer_norm(
// CHECK-SAME:        %[[X:.*]]: tensor<2x?x3xf32>, %[[W:.*]]: tensor<3xf32>) -> tensor<2x?x3xf32> {
// OPERANDS-DAG:    %[[SHAPE:.*]] = stablehlo.constant dense<3> : tensor<1xi64>
// OPERANDS-DAG:    %[[EPS:.*]] = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
// OPERANDS-DAG:    %[[TRUE:.*]] = stablehlo.constant dense<true> : tensor<i1>
// OPERANDS:        %[[R:.*]] = stablehlo.custom_call @torch.aten.layer_norm(%[[X]], %[[SHAPE]], %[[W]], %[[EPS]], %[[TRUE]]) {api_version = 4 : i32, backend_config = {domain_name = "torch", implementation_attrs = "{\22input\22:{\22operand\22:0},\22normalized_shape\22:{\22operand\22:1},\22weight\22:{\22operand\22:2},\22bias\22:null,\22eps\22:{\22operand\22:3},\22cudnn_enable\22:{\22operand\22:4},\22results\22:[{\22result\22:0}]}", operator_name = "torch.aten.layer_norm"}}
// ATTRIBUTES-NEXT: %[[R:.*]] = stablehlo.custom_call @torch.aten.layer_norm(%[[X]], %[[W]])
// ATTRIBUTES-SAME: \22normalized_shape\22:[3]
// ATTRIBUTES-SAME: \22eps\22:1e-05,\22cudnn_enable\22:true
// CHECK-SAME:        -> tensor<2x?x3xf32>
// CHECK-NEXT:      return %[[R]] : tensor<2x?x3xf32>
func.func @layer_norm(%x: !torch.vtensor<[2,?,3],f32>, %w: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,?,3],f32> {
  %none = torch.constant.none
  %three = torch.constant.int 3
  %eps = torch.constant.float 1.000000e-05
  %true = torch.constant.bool true
  %shape = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.layer_norm %x, %shape, %w, %none, %eps, %true : !torch.vtensor<[2,?,3],f32>, !torch.list<int>, !torch.vtensor<[3],f32>, !torch.none, !torch.float, !torch.bool -> !torch.vtensor<[2,?,3],f32>
  return %0 : !torch.vtensor<[2,?,3],f32>
}

// A legal op that has a conversion uses it.
// CHECK-LABEL: func.func @relu(
// CHECK-NOT:   custom_call
// CHECK:       stablehlo.maximum
func.func @relu(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.aten.relu %x : !torch.vtensor<[3],f32> -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// An operator of another library, with a size that the run computes. What is
// not in the list stays.
// CHECK-LABEL: func.func @other_library(
// CHECK:       %[[DIM:.*]] = stablehlo.get_dimension_size
// CHECK:       %[[SIZE:.*]] = stablehlo.convert %[[DIM]] : (tensor<i32>) -> tensor<i64>
// CHECK:       stablehlo.custom_call @torch.mylib.scale(%arg0, %[[SIZE]])
// CHECK-SAME:  has_side_effect = true
// CHECK-SAME:  (tensor<?xui8>, tensor<i64>) -> tensor<?xui8>
// CHECK:       torch.operator "torch.mylib.shift"
func.func @other_library(%x: !torch.vtensor<[?],ui8>) -> !torch.vtensor<[?],ui8> {
  %zero = torch.constant.int 0
  %n = torch.aten.size.int %x, %zero : !torch.vtensor<[?],ui8>, !torch.int -> !torch.int
  %0 = torch.operator "torch.mylib.scale"(%x, %n) : (!torch.vtensor<[?],ui8>, !torch.int) -> !torch.vtensor<[?],ui8>
  %1 = torch.operator "torch.mylib.shift"(%0) : (!torch.vtensor<[?],ui8>) -> !torch.vtensor<[?],ui8>
  return %1 : !torch.vtensor<[?],ui8>
}

// A list that an operator of another library is given as well is known to the
// conversion of torch.aten.view.
// CHECK-LABEL: func.func @shared_list(
// CHECK-NOT:   torch.aten.view
// CHECK:       stablehlo.custom_call @torch.mylib.scale(
// CHECK-NOT:   torch.aten.view
func.func @shared_list(%x: !torch.vtensor<[6],f32>) -> (!torch.vtensor<[6],f32>, !torch.vtensor<[2,3],f32>) {
  %two = torch.constant.int 2
  %three = torch.constant.int 3
  %l = torch.prim.ListConstruct %two, %three : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.operator "torch.mylib.scale"(%x, %l) : (!torch.vtensor<[6],f32>, !torch.list<int>) -> !torch.vtensor<[6],f32>
  %1 = torch.aten.view %x, %l : !torch.vtensor<[6],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %0, %1 : !torch.vtensor<[6],f32>, !torch.vtensor<[2,3],f32>
}
