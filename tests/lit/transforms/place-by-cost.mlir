// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=128,fast:bits=128:types=f32+i32:linalg.matmul=100000/0' | FileCheck %s
// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=128,far:bits=512:memory=10/5000' | FileCheck %s --check-prefix=FAR
// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=512,slow:bits=128' | FileCheck %s --check-prefix=SLOW
// RUN: ingot-opt %s --ingot-place-by-cost='targets=:bits=128,near:bits=512:memory=100000000/1:*=1000000/1000000' | FileCheck %s --check-prefix=NEAR
// RUN: ingot-opt %s --ingot-place-by-cost | FileCheck %s --check-prefix=FAR
// RUN: not ingot-opt %s --ingot-place-by-cost='targets=:bits=128,odd:bits' 2>&1 | FileCheck %s --check-prefix=ODD
// RUN: not ingot-opt %s --ingot-place-by-cost='targets=:bits=128,odd:linalg.matmul=0/0' 2>&1 | FileCheck %s --check-prefix=ODD

// ODD: ingot-place-by-cost: 'odd:{{.*}}' does not say what work costs on a target

// Too little is gained for what would cross.
// FAR-NOT: @placed
// SLOW-NOT: @placed

// Two products with what only they read between them are one function; weights
// and what they decide go along.
// CHECK-LABEL: func.func private @placed(
// CHECK-SAME: %[[X:.*]]: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {ingot.target = "fast", no_inline}
// CHECK: %[[W:.*]] = ml_program.global_load_const @w
// CHECK: %[[T:.*]] = linalg.transpose ins(%[[W]]
// CHECK: %[[P:.*]] = linalg.matmul ins(%[[X]], %[[T]]
// CHECK: linalg.matmul ins(%[[P]], %[[T]]
// CHECK-NOT: linalg.generic
// CHECK: return

// CHECK-LABEL: func.func @main(
// CHECK: %[[CALL:.*]] = call @placed(%arg0)
// What it computes no faster stays, and what it does not compute.
// CHECK: linalg.generic {{.*}} ins(%[[CALL]]
// CHECK: linalg.matmul {{.*}}f64

// A loop's body is a block of its own.
// CHECK-LABEL: func.func private @placed_0(
// CHECK-LABEL: func.func @loop(
// CHECK: scf.for
// CHECK: func.call @placed_0

// Whose function it is is said already.
// CHECK-LABEL: func.func private @mine(
// CHECK: linalg.matmul

ml_program.global private @w(dense<1.0> : tensor<64x64xf32>) : tensor<64x64xf32>
func.func @main(%x: tensor<64x64xf32>, %d: tensor<64x64xf64>) -> (tensor<64x64xf32>, tensor<64x64xf64>) {
  %zero = arith.constant 0.0 : f32
  %w = ml_program.global_load_const @w : tensor<64x64xf32>
  %empty = tensor.empty() : tensor<64x64xf32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = linalg.transpose ins(%w : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) permutation = [1, 0]
  %0 = linalg.matmul ins(%x, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = linalg.matmul ins(%0, %t : tensor<64x64xf32>, tensor<64x64xf32>) outs(%init : tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%1 : tensor<64x64xf32>) outs(%empty : tensor<64x64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %3 = arith.maximumf %in, %zero : f32
    linalg.yield %3 : f32
  } -> tensor<64x64xf32>
  %4 = linalg.matmul ins(%d, %d : tensor<64x64xf64>, tensor<64x64xf64>) outs(%d : tensor<64x64xf64>) -> tensor<64x64xf64>
  return %2, %4 : tensor<64x64xf32>, tensor<64x64xf64>
}
func.func @loop(%x: tensor<64x64xf32>, %n: index) -> tensor<64x64xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %i = %zero to %n step %one iter_args(%y = %x) -> tensor<64x64xf32> {
    %1 = linalg.matmul ins(%y, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
    scf.yield %1 : tensor<64x64xf32>
  }
  return %0 : tensor<64x64xf32>
}
func.func private @mine(%x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {ingot.target = "fast", no_inline} {
  %0 = linalg.matmul ins(%x, %x : tensor<64x64xf32>, tensor<64x64xf32>) outs(%x : tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// What no function can be given is brought to no memory.
// NEAR: ingot.target = "near"
// NEAR-LABEL: func.func @small(
// NEAR-NEXT: linalg.generic
// NEAR-NEXT: ^bb
// NEAR-NEXT: arith.addi
#id = affine_map<(d0) -> (d0)>
func.func @small(%x: tensor<4000000xi4>) -> tensor<4000000xi4> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4000000xi4>) outs(%x : tensor<4000000xi4>) {
  ^bb0(%a: i4, %b: i4):
    %1 = arith.addi %a, %a : i4
    linalg.yield %1 : i4
  } -> tensor<4000000xi4>
  return %0 : tensor<4000000xi4>
}
