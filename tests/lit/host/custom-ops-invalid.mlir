// RUN: not ingot-opt %s --ingot-phase-link 2>&1 | FileCheck %s

// The manifest gives every custom op its number in the table of functions.
// CHECK: error: 'ingot.custom' op has no place in the manifest
module attributes {ingot.manifest = "abi_version: 2 entry_points { name: 'main' arguments { element: F32 shape: 4 } results { element: F32 shape: 4 } }"} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = ingot.custom "torch.aten.foo"(%x) {implementation_attrs = "{}", described_operands = [tensor<4xf32>], described_results = [tensor<4xf32>]} : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
