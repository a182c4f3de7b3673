// RUN: ingot-opt %s --ingot-expand-switches | FileCheck %s

// CHECK-LABEL: func.func @two_and_default
// CHECK-SAME:    %[[I:.*]]: index, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK:         %[[C3:.*]] = arith.constant 3
// CHECK:         %[[IS3:.*]] = arith.cmpi eq, %[[I]], %[[C3]]
// CHECK:         %[[R:.*]] = scf.if %[[IS3]]
// CHECK:           scf.yield %[[A]]
// CHECK:         } else {
// CHECK:           %[[C7:.*]] = arith.constant 7
// CHECK:           %[[IS7:.*]] = arith.cmpi eq, %[[I]], %[[C7]]
// CHECK:           %[[REST:.*]] = scf.if %[[IS7]]
// CHECK:             scf.yield %[[B]]
// CHECK:             %[[N:.*]] = arith.negf %[[A]]
// CHECK:             scf.yield %[[N]]
// CHECK:           scf.yield %[[REST]]
// CHECK:         return %[[R]]
// CHECK-NOT:     scf.index_switch
func.func @two_and_default(%i: index, %a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.index_switch %i -> tensor<4xf32>
  case 3 {
    scf.yield %a : tensor<4xf32>
  }
  case 7 {
    scf.yield %b : tensor<4xf32>
  }
  default {
    %1 = arith.negf %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @only_default
// CHECK:         %[[N:.*]] = arith.negf
// CHECK:         return %[[N]]
func.func @only_default(%i: index, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = scf.index_switch %i -> tensor<4xf32>
  default {
    %1 = arith.negf %a : tensor<4xf32>
    scf.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}
