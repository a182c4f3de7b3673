// RUN: ingot-opt %s --ingot-assert-shapes --canonicalize --cse | FileCheck %s

#id = affine_map<(i) -> (i)>

// Two arguments of unknown sizes must have the same one.
// CHECK-LABEL: func.func @sum
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[B:[a-z0-9]+]]: tensor<?xf32>
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[A]]
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[B]]
// CHECK:         %[[SAME:.*]] = arith.cmpi eq, %[[M]], %[[N]]
// CHECK:         cf.assert %[[SAME]], "'linalg.generic' at line [[# @LINE + 5]]: the sizes of its operands do not fit together"
func.func @sum(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// What the types say is not checked again.
// CHECK-LABEL: func.func @static
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @static(%a: tensor<8xf32>, %i: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.add ins(%a, %i : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @element
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>, %[[I:[a-z0-9]+]]: index
// CHECK:         %[[IN:.*]] = arith.cmpi ult, %[[I]], %c4
// CHECK:         cf.assert %[[IN]], "'tensor.extract' at line {{[0-9]+}}: an index is out of bounds"
func.func @element(%a: tensor<4xf32>, %i: index) -> f32 {
  %0 = tensor.extract %a[%i] : tensor<4xf32>
  return %0 : f32
}

// CHECK-LABEL: func.func @cast
// CHECK:         arith.cmpi eq, %{{.*}}, %c8
// CHECK:         cf.assert %{{.*}}, "'tensor.cast'{{.*}}: the size is another than the type says"
func.func @cast(%a: tensor<?xf32>) -> tensor<8xf32> {
  %0 = tensor.cast %a : tensor<?xf32> to tensor<8xf32>
  return %0 : tensor<8xf32>
}

// CHECK-LABEL: func.func @slice
// CHECK:         cf.assert %{{.*}}, "'tensor.extract_slice'{{.*}}: a slice is out of bounds"
func.func @slice(%a: tensor<16xf32>, %o: index) -> tensor<4xf32> {
  %0 = tensor.extract_slice %a[%o] [4] [2] : tensor<16xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @size
// CHECK:         cf.assert %{{.*}}, "'tensor.empty'{{.*}}: a size is negative or more than any memory has"
func.func @size(%n: index) -> tensor<?xf32> {
  %0 = tensor.empty(%n) : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A body cannot be left.
// CHECK-LABEL: func.func @body
// CHECK-NOT:     cf.assert
// CHECK:         return
func.func @body(%t: tensor<4xf32>, %i: tensor<8xindex>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.map ins(%i : tensor<8xindex>) outs(%e : tensor<8xf32>) (%j: index, %o: f32) {
    %v = tensor.extract %t[%j] : tensor<4xf32>
    linalg.yield %v : f32
  }
  return %0 : tensor<8xf32>
}

// Windows of 3 reach (n - 1) + 2 elements far, in both operands.
// CHECK-LABEL: func.func @windows
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>, %[[B:[a-z0-9]+]]: tensor<9xf32>, %[[R:[a-z0-9]+]]: tensor<?xf32>
// CHECK-DAG:     %[[M:.*]] = tensor.dim %[[A]]
// CHECK-DAG:     %[[N:.*]] = tensor.dim %[[R]]
// CHECK-DAG:     %[[FAR:.*]] = arith.addi %[[N]], %c1
// CHECK-DAG:     %[[INSIDE:.*]] = arith.cmpi slt, %[[FAR]], %[[M]]
// CHECK-DAG:     %[[NONE:.*]] = arith.cmpi eq, %[[N]], %c0
// CHECK:         %[[FINE:.*]] = arith.ori %[[INSIDE]], %[[NONE]]
// CHECK:         cf.assert %[[FINE]], "'linalg.generic'{{.*}}: an operand is smaller than what is read of it"
// CHECK:         arith.cmpi slt, %[[FAR]], %c9
// CHECK:         cf.assert %{{.*}}, "'linalg.generic'{{.*}}: an operand is smaller than what is read of it"
func.func @windows(%a: tensor<?xf32>, %b: tensor<9xf32>, %r: tensor<?xf32>, %w: tensor<3xi8>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (i + j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%a, %b, %w : tensor<?xf32>, tensor<9xf32>, tensor<3xi8>) outs(%r : tensor<?xf32>) {
  ^bb0(%x: f32, %y: f32, %z: i8, %s: f32):
    %p = arith.mulf %x, %y : f32
    %t = arith.addf %s, %p : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Read backwards: 7 - i is below 0 if there are more.
// CHECK-LABEL: func.func @backwards
// CHECK:         arith.cmpi sge
// CHECK:         cf.assert %{{.*}}, "'linalg.generic'{{.*}}: an operand is smaller than what is read of it"
func.func @backwards(%a: tensor<8xf32>, %r: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (7 - i)>, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%r : tensor<?xf32>) {
  ^bb0(%x: f32, %s: f32):
    linalg.yield %x : f32
  } -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// 2^20 * 2^20 elements are 2^40: what the second may have depends on the first.
// CHECK-LABEL: func.func @product
// CHECK-SAME:    %[[M:[a-z0-9]+]]: index, %[[N:[a-z0-9]+]]: index
// CHECK:         arith.cmpi ule, %[[M]], %[[ALL:c[0-9]+]]
// CHECK:         cf.assert
// CHECK:         %[[DIVISOR:.*]] = arith.maxui %[[M]], %c1
// CHECK:         %[[ROOM:.*]] = arith.divui %[[ALL]], %[[DIVISOR]]
// CHECK:         arith.cmpi ule, %[[N]], %[[ROOM]]
// CHECK:         cf.assert %{{.*}}, "'tensor.empty'{{.*}}: a size is negative or more than any memory has"
func.func @product(%m: index, %n: index) -> tensor<?x4x?xf32> {
  %0 = tensor.empty(%m, %n) : tensor<?x4x?xf32>
  return %0 : tensor<?x4x?xf32>
}

// A stride beyond the end would make the last offset wrap around.
// CHECK-LABEL: func.func @stride
// CHECK-SAME:    %[[S:[a-z0-9]+]]: index
// CHECK:         arith.cmpi ule, %[[S]], %c16
// CHECK:         cf.assert %{{.*}}, "'tensor.extract_slice'{{.*}}: a slice is out of bounds"
func.func @stride(%a: tensor<16xf32>, %s: index) -> tensor<4xf32> {
  %0 = tensor.extract_slice %a[0] [4] [%s] : tensor<16xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A model has names of nodes in place of lines.
// CHECK-LABEL: func.func @nodes
// CHECK:         cf.assert %{{.*}}, "'tensor.extract' at 'enc/gather??': an index is out of bounds"
func.func @nodes(%x: tensor<?xf32>, %i: index) -> f32 {
  %0 = tensor.extract %x[%i] : tensor<?xf32> loc("enc/gather\C3\A4")
  return %0 : f32
}
