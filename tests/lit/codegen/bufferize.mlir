// RUN: ingot-opt %s --ingot-bufferize --split-input-file | FileCheck %s

// A tile that is computed where it belongs is not copied there once more, though
// two views of it were made.

// CHECK-LABEL: func.func @tiles
// CHECK-SAME:    %[[OUT:[a-z0-9]+]]: memref<8x64xf32> {llvm.noalias}
// CHECK:         scf.forall (%[[I:.*]]) =
// CHECK:           %[[TILE:.*]] = memref.subview %[[OUT]][%[[I]], 0] [2, 64]
// CHECK:           linalg.square {{.*}} outs(%[[TILE]] :
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @tiles(%a: memref<8x64xf32>, %out: memref<8x64xf32> {llvm.noalias}) {
  %x = bufferization.to_tensor %a restrict : memref<8x64xf32> to tensor<8x64xf32>
  %e = tensor.empty() : tensor<8x64xf32>
  %r = scf.forall (%i) = (0) to (8) step (2) shared_outs(%o = %e) -> (tensor<8x64xf32>) {
    %in = tensor.extract_slice %x[%i, 0] [2, 64] [1, 1] : tensor<8x64xf32> to tensor<2x64xf32>
    %tile = tensor.extract_slice %o[%i, 0] [2, 64] [1, 1] : tensor<8x64xf32> to tensor<2x64xf32>
    %s = linalg.square ins(%in : tensor<2x64xf32>) outs(%tile : tensor<2x64xf32>) -> tensor<2x64xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%i, 0] [2, 64] [1, 1] : tensor<2x64xf32> into tensor<8x64xf32>
    }
  }
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<8x64xf32>, memref<8x64xf32>) -> ()
  return
}

// -----

// The same of a loop whose rows are the tiles.

// CHECK-LABEL: func.func @rows
// CHECK:         scf.for
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @rows(%a: memref<8x64xf32>, %n: index, %out: memref<8x64xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = bufferization.to_tensor %a restrict : memref<8x64xf32> to tensor<8x64xf32>
  %e = bufferization.to_tensor %out restrict writable : memref<8x64xf32> to tensor<8x64xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %e) -> (tensor<8x64xf32>) {
    %in = tensor.extract_slice %x[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<64xf32>
    %tile = tensor.extract_slice %o[%i, 0] [1, 64] [1, 1] : tensor<8x64xf32> to tensor<64xf32>
    %s = linalg.square ins(%in : tensor<64xf32>) outs(%tile : tensor<64xf32>) -> tensor<64xf32>
    %p = tensor.insert_slice %s into %o[%i, 0] [1, 64] [1, 1] : tensor<64xf32> into tensor<8x64xf32>
    scf.yield %p : tensor<8x64xf32>
  }
  bufferization.materialize_in_destination %r in restrict writable %out : (tensor<8x64xf32>, memref<8x64xf32>) -> ()
  return
}

// -----

// Two views that differ are copied.

// CHECK-LABEL: func.func @shifted
// CHECK:         memref.copy
func.func @shifted(%a: memref<8x64xf32>, %i: index, %out: memref<8x64xf32>) {
  %x = bufferization.to_tensor %a restrict : memref<8x64xf32> to tensor<8x64xf32>
  %o = bufferization.to_tensor %out restrict writable : memref<8x64xf32> to tensor<8x64xf32>
  %in = tensor.extract_slice %x[%i, 0] [2, 64] [1, 1] : tensor<8x64xf32> to tensor<2x64xf32>
  %p = tensor.insert_slice %in into %o[0, 0] [2, 64] [1, 1] : tensor<2x64xf32> into tensor<8x64xf32>
  bufferization.materialize_in_destination %p in restrict writable %out : (tensor<8x64xf32>, memref<8x64xf32>) -> ()
  return
}
