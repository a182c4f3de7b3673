// RUN: ingot-opt %s --ingot-convert-ml-program-to-ingot -split-input-file -verify-diagnostics | FileCheck %s

// Numbered in the order of the module; what nothing uses is gone.
// CHECK:         ml_program.global private @w{{.*}}ingot.constant = 0
// CHECK-NOT:     @unused
// CHECK:         ml_program.global private @s.initial(dense<1.0{{.*}}ingot.constant = 1
// CHECK:         ml_program.global private mutable @s : {{.*}}ingot.initial = @s.initial, ingot.state = 0
// CHECK:         ml_program.global private @outside(#extern){{.*}}ingot.constant = 2
ml_program.global private @w(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @unused(dense<[3.0, 4.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @s(dense<1.0> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private @outside(#ml_program.extern : tensor<2xf32>) : tensor<2xf32>

// CHECK-LABEL: func.func @step
// CHECK:         %[[W:.*]] = ingot.constant 0 : tensor<2xf32>
// CHECK:         %[[S:.*]] = ingot.state_load 0 : tensor<2xf32>
// CHECK:         %[[O:.*]] = ingot.constant 2 : tensor<2xf32>
// CHECK:         %[[N:.*]] = arith.addf %[[W]], %[[S]]
// CHECK:         ingot.state_store 0, %[[N]]
func.func @step() -> tensor<2xf32> {
  %w = ml_program.global_load_const @w : tensor<2xf32>
  %s = ml_program.global_load @s : tensor<2xf32>
  %o = ml_program.global_load_const @outside : tensor<2xf32>
  %n = arith.addf %w, %s : tensor<2xf32>
  ml_program.global_store @s = %n : tensor<2xf32>
  return %o : tensor<2xf32>
}

// -----

// A scalar is kept as a tensor without dimensions; a mutable global that
// nothing stores is a constant.
// CHECK:         ml_program.global private mutable @n(dense<4> : tensor<i32>) : tensor<i32> {ingot.constant = 0
ml_program.global private mutable @n(4 : i32) : i32
// CHECK-LABEL: func.func @scalar
// CHECK:         %[[T:.*]] = ingot.constant 0 : tensor<i32>
// CHECK:         tensor.extract %[[T]][]
func.func @scalar() -> i32 {
  %0 = ml_program.global_load @n : i32
  return %0 : i32
}

// -----

// Both are reported.
// expected-error @+1 {{has a dynamic shape; give it a fixed one}}
ml_program.global private mutable @dynamic(dense<1> : tensor<4xi32>) : tensor<?xi32>
func.func @store(%a: tensor<?xi32>) {
  ml_program.global_store @dynamic = %a : tensor<?xi32>
  return
}
// expected-error @+1 {{is read but never gets a value}}
ml_program.global private mutable @empty : tensor<4xi32>
func.func @load() -> tensor<4xi32> {
  %0 = ml_program.global_load @empty : tensor<4xi32>
  return %0 : tensor<4xi32>
}
