// Each op that takes sizes or indices at run time: what is asserted of it.
// RUN: ingot-opt %s --ingot-assert-shapes --canonicalize --cse | FileCheck %s

// Unsigned: a negative index is a very large one.
// CHECK-LABEL: func.func @insert(
// CHECK:         %[[C4:.*]] = arith.constant 4 : index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[DIM:.*]] = tensor.dim %arg0, %[[C0]] : tensor<?x4xf32>
// CHECK:         %[[V0:.*]] = arith.cmpi ult, %arg2, %[[DIM]] : index
// CHECK:         cf.assert %[[V0]], "'tensor.insert'{{.*}}: an index is out of bounds"
// CHECK:         %[[V1:.*]] = arith.cmpi ult, %arg3, %[[C4]] : index
// CHECK:         cf.assert %[[V1]], "'tensor.insert'{{.*}}: an index is out of bounds"
// CHECK:         %[[I:.*]] = tensor.insert %arg1 into %arg0[%arg2, %arg3] : tensor<?x4xf32>
// CHECK:         return %[[I]] : tensor<?x4xf32>
func.func @insert(%a: tensor<?x4xf32>, %x: f32, %i: index, %j: index) -> tensor<?x4xf32> {
  %0 = tensor.insert %x into %a[%i, %j] : tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// The last element that is written is inside, if there is one.
// CHECK-LABEL: func.func @insert_slice(
// CHECK:         %[[C16:.*]] = arith.constant 16 : index
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[C1099511627776:.*]] = arith.constant 1099511627776 : index
// CHECK:         %[[V0:.*]] = arith.cmpi ule, %arg3, %[[C1099511627776]] : index
// CHECK:         cf.assert %[[V0]], "'tensor.insert_slice'{{.*}}: a size is negative or more than any memory has"
// CHECK:         %[[V1:.*]] = arith.subi %arg3, %[[C1]] : index
// CHECK:         %[[V2:.*]] = arith.addi %arg2, %[[V1]] : index
// CHECK:         %[[V3:.*]] = arith.cmpi ult, %[[V2]], %[[C16]] : index
// CHECK:         %[[V4:.*]] = arith.cmpi ult, %arg2, %[[C16]] : index
// CHECK:         %[[V5:.*]] = arith.andi %[[V3]], %[[V4]] : i1
// CHECK:         %[[V6:.*]] = arith.cmpi ule, %arg3, %[[C16]] : index
// CHECK:         %[[V7:.*]] = arith.andi %[[V5]], %[[V6]] : i1
// CHECK:         %[[V8:.*]] = arith.cmpi slt, %arg3, %[[C1]] : index
// CHECK:         %[[V9:.*]] = arith.ori %[[V8]], %[[V7]] : i1
// CHECK:         cf.assert %[[V9]], "'tensor.insert_slice'{{.*}}: a slice is out of bounds"
// CHECK:         %[[INSERTED_SLICE:.*]] = tensor.insert_slice %arg1 into %arg0[%arg2] [%arg3] [1] : tensor<?xf32> into tensor<16xf32>
// CHECK:         return %[[INSERTED_SLICE]] : tensor<16xf32>
func.func @insert_slice(%a: tensor<16xf32>, %s: tensor<?xf32>, %o: index, %n: index) -> tensor<16xf32> {
  %0 = tensor.insert_slice %s into %a[%o] [%n] [1] : tensor<?xf32> into tensor<16xf32>
  return %0 : tensor<16xf32>
}

// Dimensions whose numbers are all known are the verifier's.
// CHECK-LABEL: func.func @extract_rows(
// CHECK:         %[[C16:.*]] = arith.constant 16 : index
// CHECK:         %[[C3:.*]] = arith.constant 3 : index
// CHECK:         %[[V0:.*]] = arith.addi %arg1, %[[C3]] : index
// CHECK:         %[[V1:.*]] = arith.cmpi ult, %[[V0]], %[[C16]] : index
// CHECK:         %[[V2:.*]] = arith.cmpi ult, %arg1, %[[C16]] : index
// CHECK:         %[[V3:.*]] = arith.andi %[[V1]], %[[V2]] : i1
// CHECK:         cf.assert %[[V3]], "'tensor.extract_slice'{{.*}}: a slice is out of bounds"
// CHECK:         %[[EXTRACTED_SLICE:.*]] = tensor.extract_slice %arg0[%arg1, 0] [4, 8] [1, 1] : tensor<16x8xf32> to tensor<4x8xf32>
// CHECK:         return %[[EXTRACTED_SLICE]] : tensor<4x8xf32>
func.func @extract_rows(%a: tensor<16x8xf32>, %o: index) -> tensor<4x8xf32> {
  %0 = tensor.extract_slice %a[%o, 0] [4, 8] [1, 1] : tensor<16x8xf32> to tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A tensor that is generated has the sizes that it is given.
// CHECK-LABEL: func.func @generate(
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[C366503875925:.*]] = arith.constant 366503875925 : index
// CHECK:         %[[V0:.*]] = arith.cmpi ule, %arg0, %[[C366503875925]] : index
// CHECK:         cf.assert %[[V0]], "'tensor.generate'{{.*}}: a size is negative or more than any memory has"
// CHECK:         %[[V1:.*]] = arith.maxui %arg0, %[[C1]] : index
// CHECK:         %[[V2:.*]] = arith.divui %[[C366503875925]], %[[V1]] : index
// CHECK:         %[[V3:.*]] = arith.cmpi ule, %arg1, %[[V2]] : index
// CHECK:         cf.assert %[[V3]], "'tensor.generate'{{.*}}: a size is negative or more than any memory has"
// CHECK:         %[[GENERATED:.*]] = tensor.generate %arg0, %arg1 {
// CHECK:         ^bb0(%[[A:.*]]: index, %[[A_1:.*]]: index, %[[A_2:.*]]: index):
// CHECK:           tensor.yield %[[A]] : index
// CHECK:         } : tensor<?x3x?xindex>
// CHECK:         return %[[GENERATED]] : tensor<?x3x?xindex>
func.func @generate(%n: index, %m: index) -> tensor<?x3x?xindex> {
  %0 = tensor.generate %n, %m {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %i : index
  } : tensor<?x3x?xindex>
  return %0 : tensor<?x3x?xindex>
}

// CHECK-LABEL: func.func @splat(
// CHECK:         %[[C1099511627776:.*]] = arith.constant 1099511627776 : index
// CHECK:         %[[V0:.*]] = arith.cmpi ule, %arg1, %[[C1099511627776]] : index
// CHECK:         cf.assert %[[V0]], "'tensor.splat'{{.*}}: a size is negative or more than any memory has"
// CHECK:         %[[SPLAT:.*]] = tensor.splat %arg0[%arg1] : tensor<?xf32>
// CHECK:         return %[[SPLAT]] : tensor<?xf32>
func.func @splat(%x: f32, %n: index) -> tensor<?xf32> {
  %0 = tensor.splat %x[%n] : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Widths of padding are sizes as well.
// CHECK-LABEL: func.func @pad(
// CHECK:         %[[C1099511627776:.*]] = arith.constant 1099511627776 : index
// CHECK:         %[[V0:.*]] = arith.cmpi ule, %arg2, %[[C1099511627776]] : index
// CHECK:         cf.assert %[[V0]], "'tensor.pad'{{.*}}: a size is negative or more than any memory has"
// CHECK:         %[[V1:.*]] = arith.cmpi ule, %arg3, %[[C1099511627776]] : index
// CHECK:         cf.assert %[[V1]], "'tensor.pad'{{.*}}: a size is negative or more than any memory has"
// CHECK:         %[[P:.*]] = tensor.pad %arg0 low[%arg2] high[%arg3] {
// CHECK:         ^bb0(%[[A:.*]]: index):
// CHECK:           tensor.yield %arg1 : f32
// CHECK:         } : tensor<4xf32> to tensor<?xf32>
// CHECK:         return %[[P]] : tensor<?xf32>
func.func @pad(%a: tensor<4xf32>, %v: f32, %l: index, %h: index) -> tensor<?xf32> {
  %0 = tensor.pad %a low[%l] high[%h] {
  ^bb0(%i: index):
    tensor.yield %v : f32
  } : tensor<4xf32> to tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @cast_of_two(
// CHECK:         %[[C2:.*]] = arith.constant 2 : index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[DIM:.*]] = tensor.dim %arg0, %[[C0]] : tensor<?x?x3xf32>
// CHECK:         %[[V0:.*]] = arith.cmpi eq, %[[DIM]], %[[C2]] : index
// CHECK:         cf.assert %[[V0]], "'tensor.cast'{{.*}}: the size is another than the type says"
// CHECK:         %[[CAST:.*]] = tensor.cast %arg0 : tensor<?x?x3xf32> to tensor<2x?x3xf32>
// CHECK:         return %[[CAST]] : tensor<2x?x3xf32>
func.func @cast_of_two(%a: tensor<?x?x3xf32>) -> tensor<2x?x3xf32> {
  %0 = tensor.cast %a : tensor<?x?x3xf32> to tensor<2x?x3xf32>
  return %0 : tensor<2x?x3xf32>
}

// Each loop of a product is told by two operands.
// CHECK-LABEL: func.func @matmul(
// CHECK:         %[[C1:.*]] = arith.constant 1 : index
// CHECK:         %[[C0:.*]] = arith.constant 0 : index
// CHECK:         %[[DIM:.*]] = tensor.dim %arg0, %[[C0]] : tensor<?x?xf32>
// CHECK:         %[[DIM_1:.*]] = tensor.dim %arg0, %[[C1]] : tensor<?x?xf32>
// CHECK:         %[[DIM_2:.*]] = tensor.dim %arg1, %[[C0]] : tensor<?x4xf32>
// CHECK:         %[[V0:.*]] = arith.cmpi eq, %[[DIM_1]], %[[DIM_2]] : index
// CHECK:         cf.assert %[[V0]], "'linalg.matmul'{{.*}}: the sizes of its operands do not fit together"
// CHECK:         %[[DIM_3:.*]] = tensor.dim %arg2, %[[C0]] : tensor<?x4xf32>
// CHECK:         %[[V1:.*]] = arith.cmpi eq, %[[DIM]], %[[DIM_3]] : index
// CHECK:         cf.assert %[[V1]], "'linalg.matmul'{{.*}}: the sizes of its operands do not fit together"
// CHECK:         %[[V2:.*]] = linalg.matmul ins(%arg0, %arg1 : tensor<?x?xf32>, tensor<?x4xf32>) outs(%arg2 : tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK:         return %[[V2]] : tensor<?x4xf32>
func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x4xf32>, %c: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x4xf32>) outs(%c : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
