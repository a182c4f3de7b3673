// RUN: ingot-opt %s --ingot-externalize-constants=min-bytes=16 | FileCheck %s
// RUN: ingot-opt %s --ingot-externalize-constants=min-bytes=17 \
// RUN:   | FileCheck %s --check-prefix=ABOVE

// The bound is inclusive: 16 bytes move at min-bytes=16 and stay at 17.
// ABOVE-NOT: global_load_const @constant_0

// Two equal payloads in two functions share one global, and nothing else moved.
// CHECK:         ml_program.global private @constant_0(dense<[1, 2, 3, 4]> : tensor<4xi32>)
// CHECK-NOT:     ml_program.global private @constant_1

ml_program.global private @small(dense<[5, 6]> : tensor<2xi32>) : tensor<2xi32>
ml_program.global private @large(dense<[7, 8, 9, 10]> : tensor<4xi32>) : tensor<4xi32>

// CHECK-LABEL: func.func @moves
func.func @moves() -> tensor<4xi32> {
  // CHECK:         ml_program.global_load_const @constant_0 : tensor<4xi32>
  %0 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @shares
func.func @shares() -> tensor<4xi32> {
  // CHECK:         ml_program.global_load_const @constant_0 : tensor<4xi32>
  %0 = "tosa.const"() <{values = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @keeps_quantised
func.func @keeps_quantised() -> tensor<4x!quant.uniform<i32:f32, 0.5>> {
  // CHECK:         stablehlo.constant() <{value = dense<[1, 2, 3, 4]> : tensor<4xi32>}>
  %0 = stablehlo.constant() <{value = dense<[1, 2, 3, 4]> : tensor<4xi32>}> : () -> tensor<4x!quant.uniform<i32:f32, 0.5>>
  return %0 : tensor<4x!quant.uniform<i32:f32, 0.5>>
}

// CHECK-LABEL: func.func @keeps_splat
func.func @keeps_splat() -> tensor<1024xi32> {
  // CHECK:         arith.constant dense<7> : tensor<1024xi32>
  %0 = arith.constant dense<7> : tensor<1024xi32>
  return %0 : tensor<1024xi32>
}

// The other way round: a small global comes in, a large one stays.
// CHECK-LABEL: func.func @globals
func.func @globals() -> (tensor<2xi32>, tensor<4xi32>) {
  // CHECK-DAG:     arith.constant dense<[5, 6]> : tensor<2xi32>
  // CHECK-DAG:     ml_program.global_load_const @large
  %0 = ml_program.global_load_const @small : tensor<2xi32>
  %1 = ml_program.global_load_const @large : tensor<4xi32>
  return %0, %1 : tensor<2xi32>, tensor<4xi32>
}

// A small resource becomes elements that folding can look into.
// CHECK-LABEL: func.func @bits
// CHECK:         arith.constant dense<[true, true, false, true]> : tensor<4xi1>
func.func @bits() -> tensor<4xi1> {
  %0 = arith.constant dense_resource<bits> : tensor<4xi1>
  return %0 : tensor<4xi1>
}

// What a body reads is loaded in front of the op.
// CHECK-LABEL: func.func @table
// CHECK:         %[[T:.*]] = ml_program.global_load_const @{{.*}} : tensor<4xi32>
// CHECK:         linalg.map
// CHECK:           tensor.extract %[[T]]
func.func @table(%i: tensor<3xindex>, %e: tensor<3xi32>) -> tensor<3xi32> {
  %0 = linalg.map ins(%i : tensor<3xindex>) outs(%e : tensor<3xi32>) (%j: index, %o: i32) {
    %t = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
    %v = tensor.extract %t[%j] : tensor<4xi32>
    linalg.yield %v : i32
  }
  return %0 : tensor<3xi32>
}

{-# dialect_resources: { builtin: { bits: "0x010000000B" } } #-}
