// Every op with a form of its own, but those of TorchScript's state.
// RUN: ingot-opt %s | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -emit-bytecode | ingot-opt | FileCheck %s
// RUN: ingot-opt %s -mlir-print-op-generic | ingot-opt | FileCheck %s

// CHECK-LABEL: @value_semantics
func.func @value_semantics(%a: !torch.tensor<[2],f32>, %b: !torch.vtensor<[2],f32>) {
  // CHECK: torch.copy.to_vtensor %{{.*}} : !torch.vtensor<[2],f32>
  %0 = torch.copy.to_vtensor %a : !torch.vtensor<[2],f32>
  // CHECK: torch.copy.to_tensor %{{.*}} : !torch.tensor<[2],f32>
  %1 = torch.copy.to_tensor %b : !torch.tensor<[2],f32>
  // CHECK: torch.overwrite.tensor.contents %{{.*}} overwrites %{{.*}} : !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>
  torch.overwrite.tensor.contents %0 overwrites %1 : !torch.vtensor<[2],f32>, !torch.tensor<[2],f32>
  return
}

// CHECK-LABEL: @casts
func.func @casts(%a: !torch.int, %b: !torch.vtensor<[?],f32>, %c: !torch.none) {
  // CHECK: torch.derefine %{{.*}} : !torch.int to !torch.optional<int>
  %0 = torch.derefine %a : !torch.int to !torch.optional<int>
  // CHECK: torch.derefine %{{.*}} : !torch.none to !torch.optional<vtensor>
  %1 = torch.derefine %c : !torch.none to !torch.optional<vtensor>
  // CHECK: torch.derefine %{{.*}} : !torch.int to !torch.union<int, none>
  %2 = torch.derefine %a : !torch.int to !torch.union<int, none>
  // CHECK: torch.tensor_static_info_cast %{{.*}} : !torch.vtensor<[?],f32> to !torch.vtensor<[4],f32>
  %3 = torch.tensor_static_info_cast %b : !torch.vtensor<[?],f32> to !torch.vtensor<[4],f32>
  return
}

// CHECK-LABEL: @quantisation
func.func @quantisation(%w: !torch.tensor, %b: !torch.tensor, %i: !torch.vtensor<[2],si8>, %s: !torch.float, %z: !torch.int) {
  // CHECK: torch.linear_params.create %{{.*}} : !torch.tensor
  %0 = torch.linear_params.create %w : !torch.tensor
  // CHECK: torch.linear_params.create %{{.*}}, %{{.*}} : !torch.tensor, !torch.tensor
  %1 = torch.linear_params.create %w, %b : !torch.tensor, !torch.tensor
  // CHECK: torch.per_tensor_affine.create %{{.*}}, %{{.*}}, %{{.*}} : !torch.vtensor<[2],si8>, !torch.float, !torch.int -> !torch.vtensor<[2],!torch.qint8>
  %2 = torch.per_tensor_affine.create %i, %s, %z : !torch.vtensor<[2],si8>, !torch.float, !torch.int -> !torch.vtensor<[2],!torch.qint8>
  return
}

// CHECK-LABEL: @sizes
func.func @sizes(%a: !torch.vtensor<[?,6],f32>, %b: !torch.vtensor<[6],f32>, %c: !torch.bool) {
  // CHECK: torch.symbolic_int "s0" {min_val = 2, max_val = 9223372036854775806} : !torch.int
  %0 = torch.symbolic_int "s0" {min_val = 2, max_val = 9223372036854775806} : !torch.int
  // CHECK: torch.bind_symbolic_shape %{{.*}}, [%{{.*}}], affine_map<()[s0] -> (s0, 6)> : !torch.vtensor<[?,6],f32>
  torch.bind_symbolic_shape %a, [%0], affine_map<()[s0] -> (s0, 6)> : !torch.vtensor<[?,6],f32>
  // CHECK: torch.bind_symbolic_shape %{{.*}}, [], affine_map<() -> (6)> : !torch.vtensor<[6],f32>
  torch.bind_symbolic_shape %b, [], affine_map<() -> (6)> : !torch.vtensor<[6],f32>
  // CHECK: torch.runtime.assert %{{.*}}, "sizes differ"
  torch.runtime.assert %c, "sizes differ"
  return
}

// CHECK-LABEL: @containers
func.func @containers(%a: !torch.int, %b: !torch.str, %c: !torch.vtensor<[?,4],f32>, %ranks: !torch.list<optional<int>>) {
  // CHECK: torch.prim.ListConstruct %{{.*}}, %{{.*}} : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.prim.ListConstruct %a, %a : (!torch.int, !torch.int) -> !torch.list<int>
  // CHECK: torch.prim.ListConstruct : () -> !torch.list<int>
  %1 = torch.prim.ListConstruct  : () -> !torch.list<int>
  // CHECK: torch.prim.ListConstruct %{{.*}} : (!torch.vtensor<[?,4],f32>) -> !torch.list<vtensor>
  %2 = torch.prim.ListConstruct %c : (!torch.vtensor<[?,4],f32>) -> !torch.list<vtensor>
  // CHECK: torch.prim.ListUnpack %{{.*}} : !torch.list<int> -> !torch.int, !torch.int
  %3:2 = torch.prim.ListUnpack %0 : !torch.list<int> -> !torch.int, !torch.int
  // CHECK: torch.prim.TupleConstruct %{{.*}}, %{{.*}} : !torch.int, !torch.str -> !torch.tuple<int, str>
  %4 = torch.prim.TupleConstruct %a, %b : !torch.int, !torch.str -> !torch.tuple<int, str>
  // CHECK: torch.prim.TupleUnpack %{{.*}} : !torch.tuple<int, str> -> !torch.int, !torch.str
  %5:2 = torch.prim.TupleUnpack %4 : !torch.tuple<int, str> -> !torch.int, !torch.str
  // CHECK: torch.prim.TupleIndex %{{.*}}, %{{.*}} : !torch.tuple<int, str>, !torch.int -> !torch.int
  %6 = torch.prim.TupleIndex %4, %a : !torch.tuple<int, str>, !torch.int -> !torch.int
  // CHECK: torch.prim.DictConstruct keys(%{{.*}} : !torch.str) values(%{{.*}} : !torch.int) -> !torch.dict<str, int>
  %7 = torch.prim.DictConstruct keys(%b : !torch.str) values(%a : !torch.int) -> !torch.dict<str, int>
  // CHECK: torch.prim.DictConstruct keys() values() -> !torch.dict<str, int>
  %8 = torch.prim.DictConstruct keys() values() -> !torch.dict<str, int>
  // CHECK: torch.aten.format(%{{.*}}, %{{.*}}) : !torch.str, !torch.int -> !torch.str
  %9 = torch.aten.format(%b, %a) : !torch.str, !torch.int -> !torch.str
  // CHECK: torch.prim.Print(%{{.*}}) : !torch.int
  torch.prim.Print(%a) : !torch.int
  // CHECK: torch.prim.tolist(%{{.*}}) : !torch.vtensor<[?,4],f32> -> !torch.list<int>
  %10 = torch.prim.tolist(%c) : !torch.vtensor<[?,4],f32> -> !torch.list<int>
  // CHECK: torch.promote_dtypes %{{.*}}, %{{.*}} : (!torch.list<optional<int>>, !torch.list<int>) -> !torch.int
  %11 = torch.promote_dtypes %ranks, %0 : (!torch.list<optional<int>>, !torch.list<int>) -> !torch.int
  return
}

// CHECK-LABEL: @control_flow
func.func @control_flow(%a: !torch.int, %b: !torch.bool) -> !torch.int {
  // CHECK: torch.prim.If %{{.*}} -> (!torch.int) {
  // CHECK-NEXT: torch.prim.If.yield %{{.*}} : !torch.int
  // CHECK-NEXT: } else {
  // CHECK-NEXT: torch.prim.If.yield %{{.*}} : !torch.int
  // CHECK-NEXT: }
  %0 = torch.prim.If %b -> (!torch.int) {
    torch.prim.If.yield %a : !torch.int
  } else {
    torch.prim.If.yield %a : !torch.int
  }
  // CHECK: torch.prim.If %{{.*}} -> () {
  torch.prim.If %b -> () {
    torch.prim.If.yield
  } else {
    torch.prim.If.yield
  }
  // CHECK: torch.prim.Loop %{{.*}}, %{{.*}}, init(%{{.*}}) {
  // CHECK-NEXT: ^bb0(%{{.*}}: !torch.int, %{{.*}}: !torch.int):
  // CHECK-NEXT: torch.prim.Loop.condition %{{.*}}, iter(%{{.*}} : !torch.int)
  // CHECK-NEXT: } : (!torch.int, !torch.bool, !torch.int) -> !torch.int
  %1 = torch.prim.Loop %a, %b, init(%0) {
  ^bb0(%i: !torch.int, %carried: !torch.int):
    torch.prim.Loop.condition %b, iter(%carried : !torch.int)
  } : (!torch.int, !torch.bool, !torch.int) -> !torch.int
  // CHECK: torch.prim.Loop %{{.*}}, %{{.*}}, init() {
  // CHECK: torch.prim.Loop.condition %{{.*}}, iter()
  torch.prim.Loop %a, %b, init() {
  ^bb0(%i: !torch.int):
    torch.prim.Loop.condition %b, iter()
  } : (!torch.int, !torch.bool) -> ()
  return %1 : !torch.int
}

// CHECK-LABEL: @calculations
func.func @calculations(%a: !torch.vtensor, %b: !torch.list<int>, %c: !torch.int) {
  // CHECK: torch.shape.calculate {
  // CHECK-NEXT: torch.shape.calculate.yield %{{.*}} : !torch.vtensor
  // CHECK-NEXT: } shapes {
  // CHECK-NEXT: torch.shape.calculate.yield.shapes %{{.*}} : !torch.list<int>
  // CHECK-NEXT: } : !torch.vtensor
  %0 = torch.shape.calculate {
    torch.shape.calculate.yield %a : !torch.vtensor
  } shapes {
    torch.shape.calculate.yield.shapes %b : !torch.list<int>
  } : !torch.vtensor
  // CHECK: torch.dtype.calculate {
  // CHECK: } dtypes {
  // CHECK-NEXT: torch.dtype.calculate.yield.dtypes %{{.*}} : !torch.int
  // CHECK-NEXT: } : !torch.vtensor
  %1 = torch.dtype.calculate {
    torch.dtype.calculate.yield %a : !torch.vtensor
  } dtypes {
    torch.dtype.calculate.yield.dtypes %c : !torch.int
  } : !torch.vtensor
  return
}

// CHECK-LABEL: @operators_by_name
func.func @operators_by_name(%a: !torch.vtensor<[?],f32>, %b: !torch.int) {
  // CHECK: torch.operator "torch.aten.diag"(%{{.*}}, %{{.*}}) : (!torch.vtensor<[?],f32>, !torch.int) -> !torch.vtensor<[?,?],f32>
  %0 = torch.operator "torch.aten.diag"(%a, %b) : (!torch.vtensor<[?],f32>, !torch.int) -> !torch.vtensor<[?,?],f32>
  // CHECK: torch.operator "onnx.Constant"() {torch.onnx.value = dense<1.0{{.*}}> : tensor<f32>} : () -> !torch.vtensor<[],f32>
  %1 = torch.operator "onnx.Constant"() {torch.onnx.value = dense<1.0> : tensor<f32>} : () -> !torch.vtensor<[],f32>
  // CHECK: torch.operator "onnx.If"(%{{.*}}) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
  // CHECK-NEXT: torch.operator_terminator %{{.*}} : !torch.vtensor<[?],f32>
  // CHECK-NEXT: }, {
  %2 = torch.operator "onnx.If"(%a) : (!torch.vtensor<[?],f32>) -> !torch.vtensor<[?],f32> {
    torch.operator_terminator %a : !torch.vtensor<[?],f32>
  }, {
    torch.operator_terminator %a : !torch.vtensor<[?],f32>
  }
  return
}

// CHECK-LABEL: @flex_attention
func.func @flex_attention(%q: !torch.vtensor<[2,4,8,16],f32>, %scale: !torch.float, %no: !torch.bool) {
  // CHECK: torch.hop_flex_attention {{.*}} {enable_gqa = true} : !torch.vtensor<[2,4,8,16],f32>, {{.*}}, !torch.float, !torch.bool, !torch.bool -> !torch.vtensor<[2,4,8,16],f32>, !torch.none, !torch.none
  %0:3 = torch.hop_flex_attention %q, %q, %q, %scale, %no, %no {enable_gqa = true} : !torch.vtensor<[2,4,8,16],f32>, !torch.vtensor<[2,4,8,16],f32>, !torch.vtensor<[2,4,8,16],f32>, !torch.float, !torch.bool, !torch.bool -> !torch.vtensor<[2,4,8,16],f32>, !torch.none, !torch.none
  return
}
