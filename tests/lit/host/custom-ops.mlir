// RUN: ingot-opt %s --ingot-bufferize | FileCheck %s --check-prefix=BUFFER
// RUN: ingot-opt %s --ingot-phase-link | FileCheck %s --check-prefix=LLVM

// The function reads dense operands and makes its results, which are released
// like any other memory; sizes that the type does not say are asked of it.

// BUFFER-LABEL: func.func @main(
// BUFFER-SAME:    %[[X:.*]]: memref<4x?xf32>
// BUFFER:         %[[VIEW:.*]] = memref.subview %[[X]]
// BUFFER:         %[[DENSE:.*]] = memref.alloca() {alignment = 64 : i64}
// BUFFER:         memref.copy %[[VIEW]], %[[DENSE]]
// BUFFER:         %[[R:.*]] = ingot.custom "torch.aten.foo"(%[[DENSE]])
// BUFFER-SAME:    (memref<4x2xf32>) -> memref<?xf32>
// BUFFER:         %[[S:.*]]:2 = ingot.custom "torch.aten.bar"(%[[R]])
// BUFFER-SAME:    (memref<?xf32>) -> (memref<2x?xf32>, memref<i1>)
// BUFFER:         memref.dealloc %[[R]]
// BUFFER:         memref.dealloc %[[S]]#1
// BUFFER:         return %[[S]]#0

// LLVM-LABEL: llvm.func internal @ingot.check_custom(
// LLVM-SAME:    %[[CALL:.*]]: !llvm.ptr, %[[TEXT:.*]]: !llvm.ptr)
// LLVM:         llvm.icmp "eq" %[[TEXT]]
// LLVM:         llvm.getelementptr %[[CALL]][32]
// LLVM:         llvm.unreachable
// LLVM-LABEL: llvm.func internal @ingot.entry.0(
// LLVM-SAME:    %[[CTX:[a-z0-9]*]]: !llvm.ptr
// LLVM:         %[[AT:.*]] = llvm.getelementptr %[[CTX]][56]
// LLVM:         %[[TABLE:.*]] = llvm.load %[[AT]]
// LLVM:         %[[FUNCTION:.*]] = llvm.load
// LLVM:         %[[WHY:.*]] = llvm.call %[[FUNCTION]](%{{.*}}, %[[CTX]], %{{.*}}, %{{.*}}) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
// LLVM:         llvm.call @ingot.check_custom(%[[CTX]], %[[WHY]])
// LLVM:         llvm.mlir.global internal constant @ingot.string{{.*}}("torch.aten.foo\00")
module attributes {ingot.manifest = "abi_version: 2 entry_points { name: 'main' arguments { element: F32 shape: 4 shape: -1 } results { element: F32 shape: 2 shape: -1 } } custom_ops { name: 'torch.aten.foo' operands { element: F32 shape: 4 shape: 2 } results { element: F32 shape: -1 } } custom_ops { name: 'torch.aten.bar' operands { element: F32 shape: -1 } results { element: F32 shape: 2 shape: -1 } results { element: BOOL } }"} {
  func.func @main(%x: tensor<4x?xf32>) -> tensor<2x?xf32> {
    %s = tensor.extract_slice %x[0, 0] [4, 2] [1, 1] : tensor<4x?xf32> to tensor<4x2xf32>
    %0 = ingot.custom "torch.aten.foo"(%s) {implementation_attrs = "{}", described_operands = [tensor<4x2xf32>], described_results = [tensor<?xf32>], index = 0 : i64} : (tensor<4x2xf32>) -> tensor<?xf32>
    %1:2 = ingot.custom "torch.aten.bar"(%0) {implementation_attrs = "{}", described_operands = [tensor<?xf32>], described_results = [tensor<2x?xf32>, tensor<i1>], index = 1 : i64} : (tensor<?xf32>) -> (tensor<2x?xf32>, tensor<i1>)
    return %1#0 : tensor<2x?xf32>
  }
}
