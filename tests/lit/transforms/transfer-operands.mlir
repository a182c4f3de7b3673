// RUN: ingot-opt %s --ingot-transfer-operands='memories=npu=sram' | FileCheck %s

// A tensor is sent once for all calls of a block, and what one call gives to
// another stays there.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[N:.*]]: index
// CHECK: %[[SENT:.*]] = ingot.custom "sram.send"(%[[X]])
// CHECK-NOT: ingot.custom
// CHECK: %[[A:.*]]:2 = call @part(%[[SENT]], %[[N]])
// CHECK: %[[BACK:.*]] = ingot.custom "sram.receive"(%[[A]]#0)
// CHECK-NOT: ingot.custom
// CHECK: %[[B:.*]]:2 = call @part(%[[A]]#0, %[[N]])
// CHECK: ingot.custom "sram.receive"(%[[B]]#0)
// CHECK-NOT: ingot.custom
// CHECK: call @part(%[[SENT]], %[[B]]#1)
// CHECK-NOT: ingot.custom
// CHECK: call @host(%[[BACK]])
func.func @main(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = call @part(%x, %n) : (tensor<4xf32>, index) -> (tensor<4xf32>, index)
  %1:2 = call @part(%0#0, %n) : (tensor<4xf32>, index) -> (tensor<4xf32>, index)
  %2:2 = call @part(%x, %1#1) : (tensor<4xf32>, index) -> (tensor<4xf32>, index)
  %3 = call @host(%0#0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1#0, %3 : tensor<4xf32>, tensor<4xf32>
}

// Within the part nothing crosses.
// CHECK-LABEL: func.func private @part(
// CHECK-NOT: ingot.custom
func.func private @part(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, index) attributes {ingot.target = "npu", no_inline} {
  return %x, %n : tensor<4xf32>, index
}
func.func private @host(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "other", no_inline} {
  return %x : tensor<4xf32>
}
