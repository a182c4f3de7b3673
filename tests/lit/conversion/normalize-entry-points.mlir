// RUN: ingot-opt %s --ingot-normalize-entry-points -split-input-file -verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %[[A:.*]]: tensor<f32>, %[[N:.*]]: tensor<index>) -> tensor<f32>
// CHECK-DAG:     %[[X:.*]] = tensor.extract %[[A]][]
// CHECK-DAG:     %[[Y:.*]] = tensor.extract %[[N]][]
// CHECK:         %[[R:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK:         %[[T:.*]] = tensor.from_elements %[[R]] : tensor<f32>
// CHECK:         return %[[T]]
func.func @scalars(%a: f32 {some.note}, %n: index) -> f32 {
  %0 = arith.mulf %a, %a : f32
  return %0 : f32
}

// The model's names stay; a tuple's parts are numbered.
// CHECK-LABEL: func.func @names(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<f32> {ingot.name = "x"},
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<4xf32> {ingot.name = "pair.0"},
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<i32> {ingot.name = "pair.1"})
// CHECK-SAME:    -> (tensor<4xi8> {ingot.name = "small", ingot.stands_for = "i4"})
func.func @names(%x: f32 {ingot.name = "x", some.note}, %p: tuple<tensor<4xf32>, tensor<i32>> {ingot.name = "pair"}) -> (tensor<4xi4> {ingot.name = "small"}) {
  %0 = stablehlo.get_tuple_element %p[0] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
  %1 = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xi4>
  return %1 : tensor<4xi4>
}

// What an op computes with is no entry.
// CHECK-LABEL: func.func @windows(
// CHECK:       func.func private @reducer(
func.func @windows(%a: tensor<4xf32>, %z: tensor<f32>, %w: tensor<1xi32>, %p: tensor<1x2xi32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%a, %z, %w, %w, %w, %w, %p) {called_computations = [@reducer]} : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>, tensor<1x2xi32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @reducer(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %x, %y : tensor<f32>
  return %0 : tensor<f32>
}

// A public function keeps its callers out of the way of its callers' tensors.
// CHECK-LABEL: func.func @called(
// CHECK-SAME:    tensor<f32>
// CHECK-LABEL: func.func private @called_0(
// CHECK-SAME:    f32) -> f32
// CHECK-LABEL: func.func private @caller(
// CHECK:         call @called_0
func.func @called(%a: f32) -> f32 {
  return %a : f32
}
func.func private @caller(%a: f32) -> f32 {
  %0 = call @called(%a) : (f32) -> f32
  return %0 : f32
}

// A token orders effects, of which a caller sees none.
// CHECK-LABEL: func.func @tokens(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>) -> tensor<4xf32>
// CHECK:         %[[T:.*]] = stablehlo.create_token
// CHECK:         stablehlo.after_all %[[T]]
// CHECK:         return %[[A]] : tensor<4xf32>
func.func @tokens(%t: !stablehlo.token, %a: tensor<4xf32>) -> (!stablehlo.token, tensor<4xf32>) {
  %0 = stablehlo.after_all %t : !stablehlo.token
  return %0, %a : !stablehlo.token, tensor<4xf32>
}

// CHECK-LABEL: func.func @tuples(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[B:[a-z0-9]+]]: tensor<i32>, %[[C:[a-z0-9]+]]: tensor<?xi8>) -> (tensor<4xf32>, tensor<i32>)
// CHECK:         %[[IN:.*]] = stablehlo.tuple %[[B]], %{{.*}} : tuple<tensor<i32>, !stablehlo.token>
// CHECK:         %[[OUT:.*]] = stablehlo.tuple %[[A]], %[[IN]]
// CHECK:         %[[FIRST:.*]] = stablehlo.get_tuple_element %[[OUT]][0]
// CHECK:         %[[REST:.*]] = stablehlo.get_tuple_element %[[OUT]][1]
// CHECK:         %[[SECOND:.*]] = stablehlo.get_tuple_element %[[REST]][0]
// CHECK:         return %[[FIRST]], %[[SECOND]]
func.func @tuples(%a: tensor<4xf32>, %b: tuple<tensor<i32>, !stablehlo.token>, %c: tensor<?xi8>) -> tuple<tensor<4xf32>, tuple<tensor<i32>, !stablehlo.token>> {
  %0 = stablehlo.tuple %a, %b : tuple<tensor<4xf32>, tuple<tensor<i32>, !stablehlo.token>>
  return %0 : tuple<tensor<4xf32>, tuple<tensor<i32>, !stablehlo.token>>
}

// Numbers stored as integers cross the border as these.
// CHECK-LABEL: func.func @quantized(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xi8> {ingot.stands_for = "!quant.uniform<i8:f32, 5.000000e-01:3>"}
// CHECK-SAME:    -> (tensor<?xui8> {ingot.stands_for = "!quant.uniform<u8:f32, 2.500000e-01>"}, tensor<?xf32>)
// CHECK:         %[[X:.*]] = stablehlo.bitcast_convert %[[A]] : (tensor<?xi8>) -> tensor<?x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK:         %[[Y:.*]] = stablehlo.uniform_dequantize %[[X]]
// CHECK:         %[[Z:.*]] = stablehlo.uniform_quantize %[[Y]]
// CHECK:         %[[R:.*]] = stablehlo.bitcast_convert %[[Z]] : (tensor<?x!quant.uniform<u8:f32, 2.500000e-01>>) -> tensor<?xui8>
// CHECK:         return %[[R]], %[[Y]]
func.func @quantized(%a: tensor<?x!quant.uniform<i8:f32, 0.5:3>>) -> (tensor<?x!quant.uniform<u8:f32, 0.25>>, tensor<?xf32>) {
  %0 = stablehlo.uniform_dequantize %a : (tensor<?x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<?xf32>
  %1 = stablehlo.uniform_quantize %0 : (tensor<?xf32>) -> tensor<?x!quant.uniform<u8:f32, 0.25>>
  return %1, %0 : tensor<?x!quant.uniform<u8:f32, 0.25>>, tensor<?xf32>
}

// -----

// Small integers are stored in larger ones.
// CHECK-LABEL: func.func @small(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xi8> {ingot.stands_for = "i4"}
// CHECK-SAME:    -> (tensor<4xui8> {ingot.stands_for = "ui2"}, tensor<4xi8> {ingot.stands_for = "i4"})
// CHECK:         %[[X:.*]] = stablehlo.convert %[[A]] : (tensor<4xi8>) -> tensor<4xi4>
// CHECK:         %[[Y:.*]] = stablehlo.convert %[[X]] : (tensor<4xi4>) -> tensor<4xui2>
// CHECK:         stablehlo.convert %[[Y]] : (tensor<4xui2>) -> tensor<4xui8>
// CHECK:         stablehlo.convert %[[X]] : (tensor<4xi4>) -> tensor<4xi8>
func.func @small(%a: tensor<4xi4>) -> (tensor<4xui2>, tensor<4xi4>) {
  %0 = stablehlo.convert %a : (tensor<4xi4>) -> tensor<4xui2>
  return %0, %a : tensor<4xui2>, tensor<4xi4>
}

// -----

// No caller has integers of 4 bits whose bits are numbers of another kind.
// expected-error @+1 {{argument 0 of public function @nibbles has type 'tensor<4x!quant.uniform<i4:f32, 1.000000e+00>>'}}
func.func @nibbles(%a: tensor<4x!quant.uniform<i4:f32, 1.0>>) {
  return
}

// -----

// Everything at fault is reported, not the first only.
// expected-error @+2 {{argument 0 of public function @bad has type 'memref<4xf32>'}}
// expected-error @+1 {{result 0 of public function @bad has type 'tensor<*xf32>'}}
func.func @bad(%a: memref<4xf32>, %b: tensor<*xf32>) -> tensor<*xf32> {
// expected-error @-1 {{argument 1 of public function @bad has type 'tensor<*xf32>'}}
  return %b : tensor<*xf32>
}
