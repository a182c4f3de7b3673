// Operands that the operators do not take: each stays, with the reason.
// RUN: ingot-opt %s --convert-torch-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @outer(
// CHECK: torch.aten.outer {{.*}}ingot.unconverted = "an operand is no vector"
func.func @outer(%x: !torch.vtensor<[],f32>) -> !torch.vtensor<[],f32> {
  %0 = torch.aten.outer %x, %x : !torch.vtensor<[],f32>, !torch.vtensor<[],f32> -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @bincount(
// CHECK: torch.aten.bincount {{.*}}ingot.unconverted = "the numbers or their weights are no vector"
func.func @bincount(%x: !torch.vtensor<[],si64>) -> !torch.vtensor<[?],si64> {
  %none = torch.constant.none
  %one = torch.constant.int 1
  %0 = torch.aten.bincount %x, %none, %one : !torch.vtensor<[],si64>, !torch.none, !torch.int -> !torch.vtensor<[?],si64>
  return %0 : !torch.vtensor<[?],si64>
}

// CHECK-LABEL: func.func @embedding(
// CHECK: torch.aten.embedding {{.*}}ingot.unconverted = "the weight has no dimensions"
func.func @embedding(%w: !torch.vtensor<[],f32>, %i: !torch.vtensor<[],si64>) -> !torch.vtensor<[],f32> {
  %no = torch.constant.int -1
  %false = torch.constant.bool false
  %0 = torch.aten.embedding %w, %i, %no, %false, %false : !torch.vtensor<[],f32>, !torch.vtensor<[],si64>, !torch.int, !torch.bool, !torch.bool -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}

// CHECK-LABEL: func.func @roll(
// CHECK: torch.aten.roll {{.*}}ingot.unconverted = "there is not one shift for each dimension"
func.func @roll(%x: !torch.vtensor<[?,?],si64>) -> !torch.vtensor<[?,?],si64> {
  %shifts = torch.prim.ListConstruct : () -> !torch.list<int>
  %dims = torch.prim.ListConstruct : () -> !torch.list<int>
  %0 = torch.aten.roll %x, %shifts, %dims : !torch.vtensor<[?,?],si64>, !torch.list<int>, !torch.list<int> -> !torch.vtensor<[?,?],si64>
  return %0 : !torch.vtensor<[?,?],si64>
}

// CHECK-LABEL: func.func @softmax(
// CHECK: torch.aten._softmax {{.*}}ingot.unconverted = "the softmax of complex numbers is not known"
func.func @softmax(%x: !torch.vtensor<[2,3],complex<f32>>) -> !torch.vtensor<[2,3],complex<f32>> {
  %zero = torch.constant.int 0
  %false = torch.constant.bool false
  %0 = torch.aten._softmax %x, %zero, %false : !torch.vtensor<[2,3],complex<f32>>, !torch.int, !torch.bool -> !torch.vtensor<[2,3],complex<f32>>
  return %0 : !torch.vtensor<[2,3],complex<f32>>
}

// CHECK-LABEL: func.func @select(
// CHECK: torch.aten.select.int {{.*}}ingot.unconverted = "the index is out of range"
func.func @select(%x: !torch.vtensor<[3,4],f32>) -> !torch.vtensor<[4],f32> {
  %zero = torch.constant.int 0
  %three = torch.constant.int 3
  %0 = torch.aten.select.int %x, %zero, %three : !torch.vtensor<[3,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// CHECK-LABEL: func.func @mask(
// CHECK: torch.aten.index.Tensor_hacked_twin {{.*}}ingot.unconverted = "a mask has other sizes than what it selects from"
func.func @mask(%x: !torch.vtensor<[2,3],f32>, %m: !torch.vtensor<[3],i1>) -> !torch.vtensor<[?,3],f32> {
  %list = torch.prim.ListConstruct %m : (!torch.vtensor<[3],i1>) -> !torch.list<vtensor>
  %0 = torch.aten.index.Tensor_hacked_twin %x, %list : !torch.vtensor<[2,3],f32>, !torch.list<vtensor> -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// Only the run knows the sizes.
// CHECK-LABEL: func.func @dynamic_mask(
// CHECK: %[[EQUAL:.*]] = stablehlo.compare EQ
// CHECK: stablehlo.custom_call @shape_assertion(%[[EQUAL]]) {error_message = "a mask has other sizes than what it selects from"
func.func @dynamic_mask(%x: !torch.vtensor<[?,3],f32>, %m: !torch.vtensor<[?],i1>) -> !torch.vtensor<[?,3],f32> {
  %list = torch.prim.ListConstruct %m : (!torch.vtensor<[?],i1>) -> !torch.list<vtensor>
  %0 = torch.aten.index.Tensor_hacked_twin %x, %list : !torch.vtensor<[?,3],f32>, !torch.list<vtensor> -> !torch.vtensor<[?,3],f32>
  return %0 : !torch.vtensor<[?,3],f32>
}

// CHECK-LABEL: func.func @dynamic_select(
// CHECK: %[[EQUAL:.*]] = stablehlo.compare EQ
// CHECK: stablehlo.custom_call @shape_assertion(%[[EQUAL]]) {error_message = "the index of a select is out of range"
// CHECK: stablehlo.real_dynamic_slice
func.func @dynamic_select(%x: !torch.vtensor<[3,4],f32>, %i: !torch.int) -> !torch.vtensor<[4],f32> {
  %zero = torch.constant.int 0
  %0 = torch.aten.select.int %x, %zero, %i : !torch.vtensor<[3,4],f32>, !torch.int, !torch.int -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}

// Not refused: prims call the tensor `inp`.
// CHECK-LABEL: func.func @prims_var(
// CHECK: stablehlo.divide
// CHECK-NOT: torch.prims.var
func.func @prims_var(%x: !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[],f32> {
  %none = torch.constant.none
  %0 = torch.prims.var %x, %none, %none, %none : !torch.vtensor<[2,3],f32>, !torch.none, !torch.none, !torch.none -> !torch.vtensor<[],f32>
  return %0 : !torch.vtensor<[],f32>
}
