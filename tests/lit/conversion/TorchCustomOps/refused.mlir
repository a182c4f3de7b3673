// RUN: ingot-opt %s --convert-torch-to-tosa-custom=ops-to-convert='*' | FileCheck %s --check-prefixes=CHECK,TOSA
// RUN: ingot-opt %s --convert-torch-to-stablehlo-custom=ops-to-convert='*' | FileCheck %s --check-prefixes=CHECK,HLO

// What has no form stays, and says why.

// Clause 4: numbers and lists that cannot be operands.
// CHECK-LABEL: func.func @optional(
// CHECK:       torch.aten.clamp {{.*}}ingot.unconverted = "it cannot be a custom op: 'min' may be None, and only the run knows"
func.func @optional(%x: !torch.vtensor<[3],f32>, %min: !torch.optional<int>) -> !torch.vtensor<[3],f32> {
  %none = torch.constant.none
  %0 = torch.aten.clamp %x, %min, %none : !torch.vtensor<[3],f32>, !torch.optional<int>, !torch.none -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @number(
// CHECK:       ingot.unconverted = "it cannot be a custom op: 'other' is an int or a float, and only the run knows which"
func.func @number(%x: !torch.vtensor<[3],f32>, %n: !torch.number) -> !torch.vtensor<[3],f32> {
  %0 = torch.aten.mul.Scalar %x, %n : !torch.vtensor<[3],f32>, !torch.number -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @list(
// CHECK:       ingot.unconverted = "it cannot be a custom op: 'size' is a list or tuple whose elements are not known where the operator stands"
func.func @list(%x: !torch.vtensor<[6],f32>, %size: !torch.list<int>) -> !torch.vtensor<[2,3],f32> {
  %0 = torch.aten.view %x, %size : !torch.vtensor<[6],f32>, !torch.list<int> -> !torch.vtensor<[2,3],f32>
  return %0 : !torch.vtensor<[2,3],f32>
}

// The program appends to it.
// CHECK-LABEL: func.func @changed_list(
// CHECK:       torch.operator "torch.mylib.foo"{{.*}}ingot.unconverted = "it cannot be a custom op: '1' is a list or tuple whose elements are not known where the operator stands"
func.func @changed_list(%x: !torch.vtensor<[6],f32>) -> !torch.vtensor<[6],f32> {
  %two = torch.constant.int 2
  %l = torch.prim.ListConstruct %two : (!torch.int) -> !torch.list<int>
  %0 = torch.aten.append.t %l, %two : !torch.list<int>, !torch.int -> !torch.list<int>
  %1 = torch.operator "torch.mylib.foo"(%x, %l) : (!torch.vtensor<[6],f32>, !torch.list<int>) -> !torch.vtensor<[6],f32>
  return %1 : !torch.vtensor<[6],f32>
}

// CHECK-LABEL: func.func @string(
// CHECK:       ingot.unconverted = "it cannot be a custom op: 'rounding_mode' is a string that only the run knows"
func.func @string(%x: !torch.vtensor<[3],f32>, %mode: !torch.str) -> !torch.vtensor<[3],f32> {
  %0 = torch.aten.div.Tensor_mode %x, %x, %mode : !torch.vtensor<[3],f32>, !torch.vtensor<[3],f32>, !torch.str -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// CHECK-LABEL: func.func @dict(
// CHECK:       ingot.unconverted = "it cannot be a custom op: '0' is of type !torch.dict<str, int>, which has no encoding"
func.func @dict(%d: !torch.dict<str, int>) -> !torch.vtensor<[3],f32> {
  %0 = torch.operator "torch.mylib.dict"(%d) : (!torch.dict<str, int>) -> !torch.vtensor<[3],f32>
  return %0 : !torch.vtensor<[3],f32>
}

// An attribute that the JSON would hold beside a member of the same name.
// CHECK-LABEL: func.func @members(
// CHECK:       ingot.unconverted = "it cannot be a custom op: its attribute '0' has the name of another member of the JSON"
// CHECK:       ingot.unconverted = "it cannot be a custom op: its attribute 'results' has the name of another member of the JSON"
func.func @members(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %0 = torch.operator "torch.mylib.foo"(%x) {"0" = "x"} : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  %1 = torch.operator "torch.mylib.foo"(%0) {results = 3 : i64} : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  return %1 : !torch.vtensor<[3],f32>
}

// JSON is UTF-8.
// CHECK-LABEL: func.func @bytes(
// CHECK:       ingot.unconverted = "it cannot be a custom op: '1' is a string that is not UTF-8, as JSON must be"
// CHECK:       ingot.unconverted = "it cannot be a custom op: 'a' is an attribute that has no encoding"
func.func @bytes(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  %s = torch.constant.str "\FF"
  %0 = torch.operator "torch.mylib.foo"(%x, %s) : (!torch.vtensor<[3],f32>, !torch.str) -> !torch.vtensor<[3],f32>
  %1 = torch.operator "torch.mylib.foo"(%0) {a = "\FF"} : (!torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32>
  return %1 : !torch.vtensor<[3],f32>
}

// Tensors that are no values, or of which too little is known.
// CHECK-LABEL: func.func @in_place(
// CHECK:       torch.aten.add_.Tensor {{.*}}ingot.unconverted = "it cannot be a custom op: it changes an argument in place, and custom ops take and give values"
// CHECK:       torch.aten.relu {{.*}}ingot.unconverted = "it cannot be a custom op: 'self' may be changed in place (!torch.tensor), and custom ops take and give values"
func.func @in_place(%x: !torch.tensor<[3],f32>) -> !torch.tensor<[3],f32> {
  %one = torch.constant.int 1
  %0 = torch.aten.add_.Tensor %x, %x, %one : !torch.tensor<[3],f32>, !torch.tensor<[3],f32>, !torch.int -> !torch.tensor<[3],f32>
  %1 = torch.aten.relu %0 : !torch.tensor<[3],f32> -> !torch.tensor<[3],f32>
  return %1 : !torch.tensor<[3],f32>
}

// CHECK-LABEL: func.func @unranked(
// CHECK:       ingot.unconverted = "it cannot be a custom op: 'self' is a tensor whose rank or dtype is not known"
// CHECK:       ingot.unconverted = "it cannot be a custom op: a result is a tensor whose rank or dtype is not known"
func.func @unranked(%x: !torch.vtensor, %y: !torch.vtensor<[3],f32>) -> (!torch.vtensor, !torch.vtensor<*,f32>) {
  %0 = torch.aten.relu %x : !torch.vtensor -> !torch.vtensor
  %1 = torch.aten.relu %y : !torch.vtensor<[3],f32> -> !torch.vtensor<*,f32>
  return %0, %1 : !torch.vtensor, !torch.vtensor<*,f32>
}

// Results.
// CHECK-LABEL: func.func @list_result(
// CHECK:       ingot.unconverted = "it cannot be a custom op: a result is a list, and how long it is the program does not say: nothing unpacks it"
func.func @list_result(%x: !torch.vtensor<[4],f32>) -> !torch.list<vtensor<[2],f32>> {
  %two = torch.constant.int 2
  %zero = torch.constant.int 0
  %0 = torch.aten.split.Tensor %x, %two, %zero : !torch.vtensor<[4],f32>, !torch.int, !torch.int -> !torch.list<vtensor<[2],f32>>
  return %0 : !torch.list<vtensor<[2],f32>>
}

// CHECK-LABEL: func.func @string_result(
// CHECK:       ingot.unconverted = "it cannot be a custom op: a result is of type !torch.str, which is no tensor, int, float or bool"
func.func @string_result(%x: !torch.vtensor<[4],f32>) -> !torch.str {
  %0 = torch.operator "torch.mylib.name"(%x) : (!torch.vtensor<[4],f32>) -> !torch.str
  return %0 : !torch.str
}

// What only TOSA has not.
// CHECK-LABEL: func.func @tosa(
// TOSA:        ingot.unconverted = "it cannot be a custom op: 'self' has complex elements, which TOSA has not"
// TOSA:        ingot.unconverted = "it cannot be a custom op: 'self' has no elements, and every size of TOSA is at least 1"
// HLO:         stablehlo.custom_call @torch.aten.abs({{.*}}) {{.*}} : (tensor<3xcomplex<f32>>) -> tensor<3xf32>
// HLO:         stablehlo.custom_call @torch.aten.relu({{.*}}) {{.*}} : (tensor<0xf32>) -> tensor<0xf32>
func.func @tosa(%x: !torch.vtensor<[3],complex<f32>>, %y: !torch.vtensor<[0],f32>) -> (!torch.vtensor<[3],f32>, !torch.vtensor<[0],f32>) {
  %0 = torch.aten.abs %x : !torch.vtensor<[3],complex<f32>> -> !torch.vtensor<[3],f32>
  %1 = torch.aten.relu %y : !torch.vtensor<[0],f32> -> !torch.vtensor<[0],f32>
  return %0, %1 : !torch.vtensor<[3],f32>, !torch.vtensor<[0],f32>
}
