// RUN: ingot-opt %s --ingot-whole-byte-constants=min-bytes=1024 | FileCheck %s

// What is bound when the executable is loaded has no other form, whatever its
// size and whoever reads it.

// CHECK: ml_program.global private @four(#extern{{[0-9]*}}) : tensor<4xi8>
ml_program.global private @four(#ml_program.extern : tensor<4xi4>) : tensor<4xi4>
// CHECK: ml_program.global private @unsigned(#extern{{[0-9]*}}) : tensor<4xi8>
ml_program.global private @unsigned(#ml_program.extern : tensor<4xui8>) : tensor<4xui8>
// CHECK: ml_program.global private @tosa(#extern{{[0-9]*}}) : tensor<4xui8>
ml_program.global private @tosa(#ml_program.extern : tensor<4xui8>) : tensor<4xui8>
// CHECK: ml_program.global private mutable @state(#extern{{[0-9]*}}) : tensor<4xi4>
ml_program.global private mutable @state(#ml_program.extern : tensor<4xi4>) : tensor<4xi4>
// CHECK: ml_program.global private @plain(#extern{{[0-9]*}}) : tensor<4xi32>
ml_program.global private @plain(#ml_program.extern : tensor<4xi32>) : tensor<4xi32>

// CHECK-LABEL: func.func @main
func.func @main() -> (tensor<4xi4>, tensor<4xui8>) {
  // CHECK: %[[FOUR:.+]] = ml_program.global_load_const @four : tensor<4xi8>
  // CHECK: %[[F:.+]] = arith.trunci %[[FOUR]] : tensor<4xi8> to tensor<4xi4>
  %0 = ml_program.global_load_const @four : tensor<4xi4>
  // CHECK: %[[BYTES:.+]] = ml_program.global_load_const @unsigned : tensor<4xi8>
  // CHECK: %[[U:.+]] = stablehlo.bitcast_convert %[[BYTES]] : (tensor<4xi8>) -> tensor<4xui8>
  %1 = ml_program.global_load_const @unsigned : tensor<4xui8>
  // CHECK: return %[[F]], %[[U]]
  return %0, %1 : tensor<4xi4>, tensor<4xui8>
}

// CHECK-LABEL: func.func @others
func.func @others() -> (tensor<4xi32>, tensor<4xi4>) {
  // CHECK: global_load_const @tosa : tensor<4xui8>
  %0 = ml_program.global_load_const @tosa : tensor<4xui8>
  %1 = tosa.cast %0 : (tensor<4xui8>) -> tensor<4xi32>
  // CHECK: global_load @state : tensor<4xi4>
  %2 = ml_program.global_load @state : tensor<4xi4>
  return %1, %2 : tensor<4xi32>, tensor<4xi4>
}
