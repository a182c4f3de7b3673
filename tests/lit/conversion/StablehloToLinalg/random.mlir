// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Generators of the published kind, recognised by their constants.

// The parity word of Threefry, and its first rotation.
// CHECK-LABEL: func.func @threefry(
// CHECK-SAME:    %{{.*}}: tensor<2xi64>) -> (tensor<2xi64>, tensor<4x4xi32>)
// CHECK:         arith.constant 466688986 : i32
// CHECK:         arith.constant 13 : i32
func.func @threefry(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<4x4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x4xui32>)
  return %0, %1 : tensor<2xui64>, tensor<4x4xui32>
}

// The multipliers of Philox.
// CHECK-LABEL: func.func @philox(
// CHECK-DAG:     arith.constant 3528531795 : i64
// CHECK-DAG:     arith.constant 3449720151 : i64
func.func @philox(%s: tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return %0, %1 : tensor<3xui64>, tensor<4xui32>
}

// low + (high - low) * u, with u in [0, 1): 24 bits, times 2^-24.
// CHECK-LABEL: func.func @uniform(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<f32>, %[[B:[a-z0-9]+]]: tensor<f32>
// CHECK:         %[[LOW:.*]] = tensor.extract %[[A]][]
// CHECK:         %[[HIGH:.*]] = tensor.extract %[[B]][]
// CHECK:           %[[SPAN:.*]] = arith.subf %[[HIGH]], %[[LOW]]
// CHECK:           arith.constant 5.96046448E-8 : f32
// CHECK:           %[[X:.*]] = arith.mulf %[[SPAN]], %{{.*}}
// CHECK:           arith.addf %[[LOW]], %[[X]]
func.func @uniform(%a: tensor<f32>, %b: tensor<f32>) -> tensor<4xf32> {
  %s = stablehlo.constant dense<4> : tensor<1xi64>
  %0 = stablehlo.rng %a, %b, %s, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// mean + deviation * radius * cos(angle).
// CHECK-LABEL: func.func @normal(
// CHECK-SAME:    %{{.*}}: tensor<f32>, %{{.*}}: tensor<f32>, %[[S:[a-z0-9]+]]: tensor<1xi64>
// CHECK:         tensor.extract %[[S]]
// CHECK:         tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK:           math.log
// CHECK:           math.sqrt
// CHECK:           math.cos
func.func @normal(%a: tensor<f32>, %b: tensor<f32>, %s: tensor<1xi64>) -> tensor<?xf32> {
  %0 = stablehlo.rng %a, %b, %s, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A state of words of 32 bits, as frameworks without 64 have it: the lower
// half first, before and after.
// CHECK-LABEL: func.func @halves(
// CHECK-SAME:    %[[S:[a-z0-9]+]]: tensor<4xi32>
// CHECK:         %[[L:.*]] = tensor.extract %[[S]][%c0
// CHECK:         %[[H:.*]] = tensor.extract %[[S]][%c1
// CHECK:         arith.extui %[[L]] : i32 to i64
// CHECK:         tensor.from_elements %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xi32>
func.func @halves(%s: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  return %0, %1 : tensor<4xi32>, tensor<4xi32>
}
