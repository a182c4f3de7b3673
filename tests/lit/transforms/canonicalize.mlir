// RUN: ingot-opt %s --ingot-canonicalize | FileCheck %s
// RUN: ingot-opt %s --pass-pipeline="builtin.module(ingot-canonicalize,cse,ingot-canonicalize,ingot-canonicalize)" | FileCheck %s

// Ops of programs and of code, in functions and in kernels.
// CHECK-LABEL: func.func @folded
// CHECK-NEXT:    %[[THREE:.*]] = arith.constant 3 : index
// CHECK-NEXT:    return %[[THREE]], %arg0
func.func @folded(%a: tensor<2x3xf32>) -> (index, tensor<2x3xf32>) {
  %one = arith.constant 1 : index
  %two = arith.constant 2 : index
  %sum = arith.addi %one, %two : index
  %same = tensor.cast %a : tensor<2x3xf32> to tensor<2x3xf32>
  %dead = arith.muli %sum, %two : index
  return %sum, %same : index, tensor<2x3xf32>
}

// CHECK-LABEL: module @kernel
// CHECK:         func.func @kernel
// CHECK-NEXT:      return %arg0
module @kernel {
  func.func @kernel(%a: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %sum = arith.addi %a, %zero : i32
    return %sum : i32
  }
}

// Where a region has several blocks, they are merged and lose what they hand on
// in vain.
// CHECK-LABEL: func.func @blocks
// CHECK-NEXT:    %[[SUM:.*]] = arith.addi %arg0, %arg1
// CHECK-NEXT:    return %[[SUM]]
func.func @blocks(%a: i32, %b: i32) -> i32 {
  cf.br ^next(%b : i32)
^next(%unused: i32):
  %sum = arith.addi %a, %b : i32
  cf.br ^last
^dead:
  cf.br ^last
^last:
  return %sum : i32
}

// What a pass between two runs leaves is seen by the second.
// RUN: ingot-opt %s --pass-pipeline="builtin.module(ingot-canonicalize,inline,ingot-canonicalize)" | FileCheck %s --check-prefix=INLINED
// INLINED-LABEL: func.func @caller
// INLINED-NEXT:    return %arg0
func.func private @nothing(%a: i32, %zero: i32) -> i32 {
  %sum = arith.addi %a, %zero : i32
  return %sum : i32
}
func.func @caller(%a: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %sum = call @nothing(%a, %zero) : (i32, i32) -> i32
  return %sum : i32
}
