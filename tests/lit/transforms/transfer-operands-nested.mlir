// RUN: ingot-opt %s --ingot-transfer-operands='memories=npu=sram,gpu=hbm' | FileCheck %s

// A placed function that calls one of its own memory transfers nothing.
// CHECK-LABEL: func.func private @same(
// CHECK-NOT: ingot.custom
// CHECK: return
func.func private @same(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "npu", no_inline} {
  %0 = call @npu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// What it gives to one of the host's memory comes back, and goes there again.
// CHECK-LABEL: func.func private @to_host(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[HERE:.*]] = ingot.custom "sram.receive"(%[[X]])
// CHECK-NEXT: %[[Y:.*]] = call @host(%[[HERE]])
// CHECK-NEXT: %[[THERE:.*]] = ingot.custom "sram.send"(%[[Y]])
// CHECK-NEXT: return %[[THERE]]
func.func private @to_host(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "npu", no_inline} {
  %0 = call @host(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Between two memories the way is through the host's.
// CHECK-LABEL: func.func private @to_other(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[HERE:.*]] = ingot.custom "sram.receive"(%[[X]])
// CHECK-NEXT: %[[GPU:.*]] = ingot.custom "hbm.send"(%[[HERE]])
// CHECK-NEXT: %[[Y:.*]] = call @gpu(%[[GPU]])
// CHECK-NEXT: %[[BACK:.*]] = ingot.custom "hbm.receive"(%[[Y]])
// CHECK-NEXT: %[[THERE:.*]] = ingot.custom "sram.send"(%[[BACK]])
// CHECK-NEXT: return %[[THERE]]
func.func private @to_other(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "npu", no_inline} {
  %0 = call @gpu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT: %[[SENT:.*]] = ingot.custom "sram.send"(%[[X]])
// CHECK-NEXT: %[[Y:.*]] = call @npu(%[[SENT]])
// CHECK-NEXT: %[[BACK:.*]] = ingot.custom "sram.receive"(%[[Y]])
// CHECK-NEXT: %[[GPU:.*]] = ingot.custom "hbm.send"(%[[BACK]])
// CHECK-NEXT: %[[Z:.*]] = call @gpu(%[[GPU]])
// CHECK-NEXT: %[[DONE:.*]] = ingot.custom "hbm.receive"(%[[Z]])
// CHECK-NEXT: return %[[DONE]], %[[BACK]]
func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = call @npu(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @gpu(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<4xf32>
}
func.func private @npu(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "npu", no_inline} {
  return %x : tensor<4xf32>
}
func.func private @gpu(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "gpu", no_inline} {
  return %x : tensor<4xf32>
}
func.func private @host(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
