// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Sizes that the run computes.

// CHECK-LABEL: func.func @dynamic_iota(
// CHECK-SAME:    %[[S:[a-z0-9]+]]: tensor<2xi32>
// CHECK:         %[[X:.*]] = tensor.extract %[[S]]
// CHECK:         %[[M:.*]] = arith.index_cast %[[X]]
// CHECK:         %[[Y:.*]] = tensor.extract %[[S]]
// CHECK:         %[[N:.*]] = arith.index_cast %[[Y]]
// CHECK:         tensor.empty(%[[M]], %[[N]]) : tensor<?x?xi64>
// CHECK:           linalg.index 1
func.func @dynamic_iota(%s: tensor<2xi32>) -> tensor<?x?xi64> {
  %0 = stablehlo.dynamic_iota %s, dim = 1 : (tensor<2xi32>) -> tensor<?x?xi64>
  return %0 : tensor<?x?xi64>
}

// CHECK-LABEL: func.func @static_iota(
// CHECK:         tensor.empty() : tensor<2x3xi64>
func.func @static_iota() -> tensor<2x3xi64> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// The run checks that no element comes or goes.
// CHECK-LABEL: func.func @dynamic_reshape(
// CHECK:         %[[FITS:.*]] = arith.cmpi eq
// CHECK:         cf.assert %[[FITS]], "'stablehlo.dynamic_reshape'{{.*}}: a reshape changes the number of elements"
func.func @dynamic_reshape(%a: tensor<2x?xf32>, %s: tensor<2xi32>) -> tensor<?x4xf32> {
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x?xf32>, tensor<2xi32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @static_reshape(
// CHECK-NOT:     cf.assert
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1]]
func.func @static_reshape(%a: tensor<2x3xf32>) -> tensor<6xf32> {
  %s = stablehlo.constant dense<6> : tensor<1xi32>
  %0 = stablehlo.dynamic_reshape %a, %s : (tensor<2x3xf32>, tensor<1xi32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// A width may be negative, and the run decides.
// CHECK-LABEL: func.func @dynamic_pad(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[P:[a-z0-9]+]]: tensor<f32>, %[[LOW:[a-z0-9]+]]: tensor<1xi32>, %[[HIGH:[a-z0-9]+]]: tensor<1xi32>, %[[IN:[a-z0-9]+]]: tensor<1xi32>
// CHECK:         tensor.extract %[[P]][]
// CHECK:         tensor.extract %[[LOW]]
// CHECK:         tensor.extract %[[HIGH]]
// CHECK:         tensor.extract %[[IN]]
func.func @dynamic_pad(%a: tensor<?xf32>, %p: tensor<f32>, %low: tensor<1xi32>, %high: tensor<1xi32>, %in: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %a, %p, %low, %high, %in : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @static_pad(
// CHECK:         tensor.pad %{{.*}} low[1] high[2]
// CHECK:         tensor<4xf32> to tensor<7xf32>
func.func @static_pad(%a: tensor<4xf32>, %p: tensor<f32>) -> tensor<7xf32> {
  %low = stablehlo.constant dense<1> : tensor<1xi32>
  %high = stablehlo.constant dense<2> : tensor<1xi32>
  %in = stablehlo.constant dense<0> : tensor<1xi32>
  %0 = stablehlo.dynamic_pad %a, %p, %low, %high, %in : (tensor<4xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// ceil((limit - start) / stride) elements; the start is moved so that all of
// them are inside.
// CHECK-LABEL: func.func @real_dynamic_slice(
// CHECK:         %[[LENGTH:.*]] = arith.subi
// CHECK:         %[[N:.*]] = arith.ceildivsi %[[LENGTH]]
// CHECK:         %[[MIN:.*]] = arith.minsi
// CHECK:         %[[START:.*]] = arith.maxsi %[[MIN]]
// CHECK:         tensor.extract_slice %{{.*}}[%[[START]]] [%[[N]]] [%{{.*}}] : tensor<?xf32> to tensor<?xf32>
func.func @real_dynamic_slice(%a: tensor<?xf32>, %start: tensor<1xi32>, %limit: tensor<1xi32>, %stride: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %stride : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @static_slice(
// CHECK:         tensor.extract_slice %{{.*}}[1] [2] [2] : tensor<8xf32> to tensor<2xf32>
func.func @static_slice(%a: tensor<8xf32>) -> tensor<2xf32> {
  %start = stablehlo.constant dense<1> : tensor<1xi32>
  %limit = stablehlo.constant dense<5> : tensor<1xi32>
  %stride = stablehlo.constant dense<2> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %a, %start, %limit, %stride : (tensor<8xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// CHECK-LABEL: func.func @get_dimension_size(
// CHECK:         %[[N:.*]] = tensor.dim %{{.*}}, %c1
// CHECK:         %[[I:.*]] = arith.index_cast %[[N]] : index to i32
// CHECK:         tensor.from_elements %[[I]] : tensor<i32>
func.func @get_dimension_size(%a: tensor<2x?xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x?xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @static_size(
// CHECK-NOT:     stablehlo
func.func @static_size(%a: tensor<2x3xf32>) -> tensor<i32> {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
  return %0 : tensor<i32>
}

// CHECK-LABEL: func.func @set_dimension_size(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x?xf32>, %[[S:[a-z0-9]+]]: tensor<i32>
// CHECK:         %[[X:.*]] = tensor.extract %[[S]][]
// CHECK:         %[[N:.*]] = arith.index_cast %[[X]]
// CHECK:         tensor.extract_slice %[[A]][0, 0] [2, %[[N]]] [1, 1]
func.func @set_dimension_size(%a: tensor<2x?xf32>, %s: tensor<i32>) -> tensor<2x?xf32> {
  %0 = stablehlo.set_dimension_size %a, %s, dim = 1 : (tensor<2x?xf32>, tensor<i32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// CHECK-LABEL: func.func @set_known_size(
// CHECK:         tensor.extract_slice %{{.*}}[0] [4] [1] : tensor<4xf32> to tensor<4xf32>
func.func @set_known_size(%a: tensor<4xf32>) -> tensor<4xf32> {
  %s = stablehlo.constant dense<4> : tensor<i32>
  %0 = stablehlo.set_dimension_size %a, %s, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Sums, products and conversions of sizes are indices, not elements in memory.
// CHECK-LABEL: func.func @computed_size(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK:         arith.muli %{{.*}} : index
// CHECK:         tensor.empty(%{{.*}}) : tensor<?xi32>
func.func @computed_size(%a: tensor<?xf32>) -> tensor<?xi32> {
  %two = stablehlo.constant dense<2> : tensor<i64>
  %n = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %w = stablehlo.convert %n : (tensor<i32>) -> tensor<i64>
  %m = stablehlo.multiply %w, %two : tensor<i64>
  %s = stablehlo.reshape %m : (tensor<i64>) -> tensor<1xi64>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi64>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
