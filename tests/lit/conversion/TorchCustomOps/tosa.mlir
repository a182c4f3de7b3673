// RUN: ingot-opt %s --convert-torch-to-tosa-custom=ops-to-convert='*' --split-input-file | FileCheck %s --check-prefixes=CHECK,OPERANDS
// RUN: ingot-opt %s --convert-torch-to-tosa-custom="ops-to-convert=* form=attributes" --split-input-file | FileCheck %s --check-prefixes=CHECK,ATTRIBUTES

// The clauses of the contract, one by one (TorchCustomOps/README.md, "Custom ops").

// Clauses 1, 2 and 5: the name with its overload; tensors and constants in the
// order of the schema, i64, f32 and i1, lists as one operand; the result's type.
// CHECK-LABEL:     func.func @layer_norm(
// OPERANDS-SAME:     %[[X:.*]]: !torch.vtensor<[2,?,3],f32>, %[[W:.*]]: !torch.vtensor<[3],f32>, %[[B:.*]]: !torch.vtensor<[3],f32>
// OPERANDS-DAG:    %[[XT:.*]] = torch_c.to_builtin_tensor %[[X]]
// OPERANDS-DAG:    %[[WT:.*]] = torch_c.to_builtin_tensor %[[W]]
// OPERANDS-DAG:    %[[BT:.*]] = torch_c.to_builtin_tensor %[[B]]
// OPERANDS-DAG:    %[[SHAPE:.*]] = "tosa.const"() <{values = dense<3> : tensor<1xi64>}>
// OPERANDS-DAG:    %[[EPS:.*]] = "tosa.const"() <{values = dense<9.99999974E-6> : tensor<f32>}>
// OPERANDS-DAG:    %[[TRUE:.*]] = "tosa.const"() <{values = dense<true> : tensor<i1>}>
// OPERANDS:        %[[R:.*]] = tosa.custom %[[XT]], %[[SHAPE]], %[[WT]], %[[BT]], %[[EPS]], %[[TRUE]]
// OPERANDS-SAME:     domain_name = "torch"
// OPERANDS-SAME:     implementation_attrs = "{\22input\22:{\22operand\22:0},\22normalized_shape\22:{\22operand\22:1},\22weight\22:{\22operand\22:2},\22bias\22:{\22operand\22:3},\22eps\22:{\22operand\22:4},\22cudnn_enable\22:{\22operand\22:5},\22results\22:[{\22result\22:0}]}"
// ATTRIBUTES:      tosa.custom %{{.*}}, %{{.*}}, %{{.*}} {domain_name = "torch"
// ATTRIBUTES-SAME:   implementation_attrs = "{\22input\22:{\22operand\22:0},\22normalized_shape\22:[3],\22weight\22:{\22operand\22:1},\22bias\22:{\22operand\22:2},\22eps\22:1e-05,\22cudnn_enable\22:true,\22results\22:[{\22result\22:0}]}"
// CHECK-SAME:        operator_name = "torch.aten.layer_norm"
// CHECK-SAME:        -> tensor<2x?x3xf32>
func.func @layer_norm(%x: !torch.vtensor<[2,?,3],f32>, %w: !torch.vtensor<[3],f32>, %b: !torch.vtensor<[3],f32>) -> !torch.vtensor<[2,?,3],f32> {
  %three = torch.constant.int 3
  %eps = torch.constant.float 1.000000e-05
  %true = torch.constant.bool true
  %shape = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.layer_norm %x, %shape, %w, %b, %eps, %true : !torch.vtensor<[2,?,3],f32>, !torch.list<int>, !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.float, !torch.bool -> !torch.vtensor<[2,?,3],f32>
  return %0 : !torch.vtensor<[2,?,3],f32>
}

// -----

// Clause 1: overloads are part of the name, and so is an operator that was
// written by its name.
// CHECK-LABEL: func.func @overload(
// CHECK:       operator_name = "torch.aten.add.Tensor"
// CHECK:       operator_name = "torch.aten.add.Scalar"
func.func @overload(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %one = torch.constant.int 1
  %0 = torch.operator "torch.aten.add.Tensor"(%x, %x, %one) : (!torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.int) -> !torch.vtensor<[3],f32>
  %1 = torch.aten.add.Scalar %0, %one, %one : !torch.vtensor<[3],f32>, !torch.int, !torch.int -> !torch.vtensor<[3],f32>
  return %1 : !torch.vtensor<[3],f32>
}

// -----

// Clause 2: a Scalar has the type of what is given. 1.0 is not 1, and what JSON
// has no number for has a form of its own.
// CHECK-LABEL:   func.func @scalars(
// OPERANDS-DAG:  values = dense<1> : tensor<i64>
// OPERANDS-DAG:  values = dense<1.000000e+00> : tensor<f32>
// OPERANDS:      values = dense<0xFF800000> : tensor<f32>
// ATTRIBUTES:    \22other\22:1,\22alpha\22:1.0,
// ATTRIBUTES:    \22min\22:{\22float\22:\22-inf\22},\22max\22:null,
func.func @scalars(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %int = torch.constant.int 1
  %float = torch.constant.float 1.0
  %inf = torch.constant.float 0xFFF0000000000000
  %none = torch.constant.none
  %0 = torch.aten.add.Scalar %x, %int, %float : !torch.vtensor<[3],f32>, !torch.int, !torch.float -> !torch.vtensor<[3],f32>
  %1 = torch.aten.clamp %0, %inf, %none : !torch.vtensor<[3],f32>, !torch.float, !torch.none -> !torch.vtensor<[3],f32>
  return %1 : !torch.vtensor<[3],f32>
}

// -----

// Clause 2: lists of bools and floats as those of ints; one without elements is
// [] in both forms.
// CHECK-LABEL:   func.func @lists(
// OPERANDS-DAG:  values = dense<[true, false]> : tensor<2xi1>
// OPERANDS-DAG:  values = dense<[5.000000e-01, 2.000000e+00]> : tensor<2xf32>
// ATTRIBUTES:    {\220\22:[true,false],\221\22:[0.5,2.0],\222\22:[],
// OPERANDS:      {\220\22:{\22operand\22:0},\221\22:{\22operand\22:1},\222\22:[],
func.func @lists() -> !torch.vtensor<[3],f32> {
  %true = torch.constant.bool true
  %false = torch.constant.bool false
  %half = torch.constant.float 0.5
  %two = torch.constant.float 2.0
  %0 = torch.prim.ListConstruct %true, %false : (!torch.bool, !torch.bool) -> !torch.list<bool>
  %1 = torch.prim.ListConstruct %half, %two : (!torch.float, !torch.float) -> !torch.list<float>
  %2 = torch.prim.ListConstruct : () -> !torch.list<int>
  %3 = torch.operator "torch.mylib.lists"(%0, %1, %2) : (!torch.list<bool>, !torch.list<float>, !torch.list<int>) -> !torch.vtensor<[3],f32>
  return %3 : !torch.vtensor<[3],f32>
}

// -----

// Clause 3: None is null, also where it is an optional that is absent, and no
// other value is: not "None", not 0, not [].
// CHECK-LABEL: func.func @none(
// CHECK:       \22weight\22:null,\22bias\22:null
// CHECK:       {\220\22:null,\221\22:\22None\22,\222\22:[],
func.func @none(%x: !torch.vtensor<[2,3],f32>, %shape: !torch.int) -> (!torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>) {
  %none = torch.constant.none
  %three = torch.constant.int 3
  %eps = torch.constant.float 1.000000e-05
  %true = torch.constant.bool true
  %list = torch.prim.ListConstruct %three : (!torch.int) -> !torch.list<int>
  %absent = torch.derefine %none : !torch.none to !torch.optional<vtensor>
  %0 = torch.aten.layer_norm %x, %list, %none, %absent, %eps, %true : !torch.vtensor<[2,3],f32>, !torch.list<int>, !torch.none, !torch.optional<vtensor>, !torch.float, !torch.bool -> !torch.vtensor<[2,3],f32>
  %text = torch.constant.str "None"
  %empty = torch.prim.ListConstruct : () -> !torch.list<int>
  %1 = torch.operator "torch.mylib.nothing"(%none, %text, %empty) : (!torch.none, !torch.str, !torch.list<int>) -> !torch.vtensor<[3],f32>
  return %0, %1 : !torch.vtensor<[2,3],f32>, !torch.vtensor<[3],f32>
}

// -----

// Clause 3: lists of tensors, and of optional ones.
// CHECK-LABEL: func.func @tensor_lists(
// CHECK:       %[[A:.*]] = torch_c.to_builtin_tensor %arg0
// CHECK:       %[[B:.*]] = torch_c.to_builtin_tensor %arg1
// CHECK:       tosa.custom %[[A]], %[[B]]
// CHECK-SAME:  {\22tensors\22:[{\22operand\22:0},{\22operand\22:1}],\22dim\22:
// CHECK:       tosa.custom
// CHECK-SAME:  {\22self\22:{\22operand\22:0},\22indices\22:[null,{\22operand\22:1}],
// CHECK-SAME:  -> tensor<4x?xf32>
func.func @tensor_lists(%a: !torch.vtensor<[2,?],f32>, %b: !torch.vtensor<[2,?],f32>, %i: !torch.vtensor<[?],si64>) -> !torch.vtensor<[4,?],f32> {
  %zero = torch.constant.int 0
  %none = torch.constant.none
  %0 = torch.prim.ListConstruct %a, %b : (!torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>) -> !torch.list<vtensor>
  %1 = torch.aten.cat %0, %zero : !torch.list<vtensor>, !torch.int -> !torch.vtensor<[4,?],f32>
  %2 = torch.prim.ListConstruct %none, %i : (!torch.none, !torch.vtensor<[?],si64>) -> !torch.list<optional<vtensor>>
  %3 = torch.aten.index.Tensor %1, %2 : !torch.vtensor<[4,?],f32>, !torch.list<optional<vtensor>> -> !torch.vtensor<[4,?],f32>
  return %3 : !torch.vtensor<[4,?],f32>
}

// -----

// Clause 3: devices and strings, which differ.
// CHECK-LABEL: func.func @device(
// CHECK:       \22device\22:{\22device\22:\22cuda:0\22}
// CHECK:       \22rounding_mode\22:\22floor\22
func.func @device(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %none = torch.constant.none
  %device = torch.constant.device "cuda:0"
  %floor = torch.constant.str "floor"
  %0 = torch.aten.zeros_like %x, %none, %none, %device, %none, %none : !torch.vtensor<[3],f32>, !torch.none, !torch.none, !torch.Device, !torch.none, !torch.none -> !torch.vtensor<[3],f32>
  %1 = torch.aten.div.Tensor_mode %0, %x, %floor : !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.str -> !torch.vtensor<[3],f32>
  return %1 : !torch.vtensor<[3],f32>
}

// -----

// Clause 3: a generator is its seed, a tensor without dimensions.
// CHECK-LABEL: func.func @generator(
// CHECK:       %[[SEED:.*]] = torch_c.generator_to_i64 %arg1
// CHECK:       %[[T:.*]] = tensor.from_elements %[[SEED]] : tensor<i64>
// CHECK:       tosa.custom %{{.*}}, %[[T]]
// CHECK-SAME:  {\22self\22:{\22operand\22:0},\22generator\22:{\22operand\22:1},
func.func @generator(%x: !torch.vtensor<[3],f32>, %g: !torch.Generator) -> !torch.vtensor<[3],f32> {
  %0 = torch.aten.bernoulli %x, %g : !torch.vtensor<[3],f32>, !torch.Generator -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// -----

// Clause 4: numbers of the run are tensors without dimensions, of the types
// that constants have; in a list each element stands for itself.
// CHECK-LABEL:   func.func @computed(
// CHECK-SAME:    %[[N:.*]]: !torch.int, %[[V:.*]]: !torch.float, %[[P:.*]]: !torch.bool
// CHECK:         %[[N64:.*]] = torch_c.to_i64 %[[N]]
// CHECK:         %[[NT:.*]] = tensor.from_elements %[[N64]] : tensor<i64>
// OPERANDS:      %[[FOUR:.*]] = "tosa.const"() <{values = dense<4> : tensor<i64>}>
// CHECK:         %[[V64:.*]] = torch_c.to_f64 %[[V]]
// CHECK:         %[[VT:.*]] = tensor.from_elements %[[V64]] : tensor<f64>
// CHECK:         %[[V32:.*]] = tosa.cast %[[VT]] : (tensor<f64>) -> tensor<f32>
// CHECK:         %[[P1:.*]] = torch_c.to_i1 %[[P]]
// CHECK:         %[[PT:.*]] = tensor.from_elements %[[P1]] : tensor<i1>
// OPERANDS:      tosa.custom %[[NT]], %[[FOUR]], %[[V32]], %[[PT]]
// OPERANDS-SAME: \22size\22:[{\22operand\22:0},{\22operand\22:1}],\22fill_value\22:{\22operand\22:2},\22dtype\22:null
// OPERANDS-SAME: \22pin_memory\22:{\22operand\22:3}
// ATTRIBUTES:    tosa.custom %[[NT]], %[[V32]], %[[PT]]
// ATTRIBUTES-SAME: \22size\22:[{\22operand\22:0},4],\22fill_value\22:{\22operand\22:1},\22dtype\22:null
// ATTRIBUTES-SAME: \22pin_memory\22:{\22operand\22:2}
// CHECK-SAME:    -> tensor<?x4xf32>
func.func @computed(%n: !torch.int, %v: !torch.float, %p: !torch.bool) -> !torch.vtensor<[?,4],f32> {
  %none = torch.constant.none
  %four = torch.constant.int 4
  %shape = torch.prim.ListConstruct %n, %four : (!torch.int, !torch.int) -> !torch.list<int>
  %0 = torch.aten.full %shape, %v, %none, %none, %none, %p : !torch.list<int>, !torch.float, !torch.none, !torch.none, !torch.none, !torch.bool -> !torch.vtensor<[?,4],f32>
  return %0 : !torch.vtensor<[?,4],f32>
}

// -----

// Clause 5: numbers that an operator gives are tensors without dimensions, a
// list that the program unpacks is its elements, and a dtype that the elements
// do not say stands beside them.
// CHECK-LABEL: func.func @results(
// CHECK:       tosa.custom
// CHECK-SAME:  \22results\22:{{\[\[}}{\22result\22:0},{\22result\22:1}{{\]\]}}
// CHECK-SAME:  -> (tensor<2x?xf32>, tensor<2x?xf32>)
// CHECK:       tosa.custom
// CHECK-SAME:  -> tensor<i64>
// CHECK:       \22results\22:[{\22result\22:0,\22dtype\22:\22quint8\22}]
// CHECK-SAME:  -> tensor<2x?xui8>
func.func @results(%x: !torch.vtensor<[4,?],f32>, %s: !torch.float) -> (!torch.vtensor<[2,?],f32>, !torch.int, !torch.vtensor<[2,?],!torch.quint8>) {
  %two = torch.constant.int 2
  %zero = torch.constant.int 0
  %quint8 = torch.constant.int 13
  %0 = torch.aten.split.Tensor %x, %two, %zero : !torch.vtensor<[4,?],f32>, !torch.int, !torch.int -> !torch.list<vtensor<[2,?],f32>>
  %1:2 = torch.prim.ListUnpack %0 : !torch.list<vtensor<[2,?],f32>> -> !torch.vtensor<[2,?],f32>, !torch.vtensor<[2,?],f32>
  %2 = torch.aten.size.int %1#0, %two : !torch.vtensor<[2,?],f32>, !torch.int -> !torch.int
  %3 = torch.aten.quantize_per_tensor %1#1, %s, %2, %quint8 : !torch.vtensor<[2,?],f32>, !torch.float, !torch.int, !torch.int -> !torch.vtensor<[2,?],!torch.quint8>
  return %1#0, %2, %3 : !torch.vtensor<[2,?],f32>, !torch.int, !torch.vtensor<[2,?],!torch.quint8>
}

// -----

// Operators that the table does not have: arguments by their numbers, then
// attributes by their names.
// CHECK-LABEL: func.func @foreign(
// CHECK:       implementation_attrs = "{\220\22:{\22operand\22:0},\22torch.onnx.alpha\22:1.0,\22torch.onnx.axes\22:[0,-1],\22torch.onnx.mode\22:\22a\\\22b\22,\22torch.onnx.value\22:{\22operand\22:1},\22results\22:[{\22result\22:0}]}", operator_name = "onnx.Foo"
// CHECK-SAME:  : (tensor<4xui8>, tensor<2xi64>) -> tensor<?xf32>
func.func @foreign(%x: !torch.vtensor<[4],ui8>) -> !torch.vtensor<[?],f32> {
  %0 = torch.operator "onnx.Foo"(%x) {torch.onnx.alpha = 1.0 : f32, torch.onnx.axes = [0 : si64, -1 : si64], torch.onnx.mode = "a\22b", torch.onnx.value = dense<[1, 2]> : tensor<2xsi64>} : (!torch.vtensor<[4],ui8>) -> !torch.vtensor<[?],f32>
  return %0 : !torch.vtensor<[?],f32>
}

// -----

// Clause 3: a list that several operators are given, each of which takes its
// value, and one within a list.
// CHECK-LABEL:     func.func @shared_list(
// ATTRIBUTES:      {\220\22:{\22operand\22:0},\221\22:[2,3],
// ATTRIBUTES:      {\220\22:{\22operand\22:0},\221\22:{{\[\[}}2,3],[2,3]],
// OPERANDS-COUNT-2: operator_name = "torch.mylib.foo"
// CHECK:           operator_name = "torch.aten.view"
func.func @shared_list(%x: !torch.vtensor<[6],f32>) -> !torch.vtensor<[2,3],f32> {
  %two = torch.constant.int 2
  %three = torch.constant.int 3
  %l = torch.prim.ListConstruct %two, %three : (!torch.int, !torch.int) -> !torch.list<int>
  %ll = torch.prim.ListConstruct %l, %l : (!torch.list<int>, !torch.list<int>) -> !torch.list<list<int>>
  %0 = torch.operator "torch.mylib.foo"(%x, %l) : (!torch.vtensor<[6],f32>, !torch.list<int>) -> !torch.vtensor<[6],f32>
  %1 = torch.operator "torch.mylib.foo"(%0, %ll) : (!torch.vtensor<[6],f32>, !torch.list<list<int>>) -> !torch.vtensor<[6],f32>
  %2 = torch.aten.view %1, %l : !torch.vtensor<[6],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %2 : !torch.vtensor<[2,3],f32>
}

// -----

// Clause 3: a tuple is as a list.
// CHECK-LABEL: func.func @tuple(
// OPERANDS:    {\220\22:{\22operand\22:0},\221\22:[{\22operand\22:1},\22a\22,{\22operand\22:2}],
// ATTRIBUTES:  {\220\22:{\22operand\22:0},\221\22:[3,\22a\22,{\22operand\22:1}],
func.func @tuple(%x: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %i = torch.constant.int 3
  %s = torch.constant.str "a"
  %t = torch.prim.TupleConstruct %i, %s, %x : !torch.int, !torch.str, !torch.vtensor<[2],f32> -> !torch.tuple<int, str, vtensor<[2],f32>>
  %0 = torch.operator "torch.mylib.foo"(%x, %t) : (!torch.vtensor<[2],f32>, !torch.tuple<int, str, vtensor<[2],f32>>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}

// -----

// Clause 3: attributes of other kinds.
// CHECK-LABEL: func.func @attributes(
// CHECK:       \22a\22:[1,2],\22d\22:{\22k\22:1},\22e\22:[],\22s\22:[true,false],\22u\22:true,\22results\22
func.func @attributes(%x: !torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32> {
  %0 = torch.operator "torch.mylib.foo"(%x) {a = array<i64: 1, 2>, d = {k = 1 : i64}, e = array<i32>, s = array<i1: true, false>, u} : (!torch.vtensor<[2],f32>) -> !torch.vtensor<[2],f32>
  return %0 : !torch.vtensor<[2],f32>
}
