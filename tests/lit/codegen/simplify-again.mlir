// RUN: ingot-opt %s --pass-pipeline="builtin.module(ingot-kernel-strategy)" | FileCheck %s

// What one round of patterns leaves, as the sum of two constants in a body, is
// simplified in the next: the product is not vectorised otherwise.
// CHECK-LABEL: func.func @kernel
// CHECK-DAG:     %[[FIVE:.*]] = arith.constant dense<5> : vector<[[SHAPE:.*xi32]]>
// CHECK:         scf.for {{.*}} -> (vector<[[SHAPE]]>)
// CHECK:           %[[A:.*]] = vector.transfer_read
// CHECK:           arith.addi %[[A]], %[[FIVE]] : vector<[[SHAPE]]>
// CHECK-NOT:     linalg.generic
// CHECK:         vector.transfer_write
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @kernel(%t: tensor<16x16xi32>, %u: tensor<16x16xi32>,
                  %e: tensor<16x16xi32>) -> tensor<16x16xi32> {
  %f = arith.constant 0 : i32
  %x = arith.constant 2 : i32
  %y = arith.constant 3 : i32
  %z = linalg.fill ins(%f : i32) outs(%e : tensor<16x16xi32>) -> tensor<16x16xi32>
  %r = linalg.generic {indexing_maps = [#a, #b, #c],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%t, %u : tensor<16x16xi32>, tensor<16x16xi32>)
      outs(%z : tensor<16x16xi32>) {
  ^bb0(%a: i32, %v: i32, %o: i32):
    %s = arith.addi %a, %x : i32
    %s2 = arith.addi %s, %y : i32
    %b = arith.muli %s2, %v : i32
    %q = arith.addi %o, %b : i32
    linalg.yield %q : i32
  } -> tensor<16x16xi32>
  return %r : tensor<16x16xi32>
}
