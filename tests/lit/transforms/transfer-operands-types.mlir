// RUN: not ingot-opt %s --ingot-transfer-operands='memories=npu=sram' 2>&1 | FileCheck %s

// Whoever transfers is a function of the ABI, which has no such tensors.
// CHECK: error: target.memory: no function can be given a tensor of type 'tensor<64xi4>'
func.func @main(%x: tensor<64xi8>) -> tensor<64xi8> {
  %0 = arith.trunci %x : tensor<64xi8> to tensor<64xi4>
  %1 = call @part(%0) : (tensor<64xi4>) -> tensor<64xi8>
  return %1 : tensor<64xi8>
}
func.func private @part(%x: tensor<64xi4>) -> tensor<64xi8> attributes {ingot.target = "npu", no_inline} {
  %0 = arith.extsi %x : tensor<64xi4> to tensor<64xi8>
  return %0 : tensor<64xi8>
}
