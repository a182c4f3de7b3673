// RUN: ingot-opt %s --ingot-fuse-producers --canonicalize | FileCheck %s

#one = affine_map<(i) -> (i)>
#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// A broadcast of unknown sizes whose source has the size of the loop.
// CHECK-LABEL: func.func @broadcast
// CHECK-SAME:    %[[S:[^ ]*]]: tensor<?xf32>
// CHECK:         linalg.generic {indexing_maps = [#[[ROW:.*]], #{{.*}}]{{.*}} ins(%[[S]] : tensor<?xf32>)
// CHECK-NOT:     tensor.extract
func.func @broadcast(%s: tensor<?xf32>) -> tensor<?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %s, %c0 : tensor<?xf32>
  %single = arith.cmpi eq, %m, %c1 : index
  %e = tensor.empty(%m) : tensor<?x8xf32>
  %y = linalg.generic {indexing_maps = [#all], iterator_types = ["parallel", "parallel"]}
      outs(%e : tensor<?x8xf32>) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %k = arith.select %single, %c0, %i : index
    %x = tensor.extract %s[%k] : tensor<?xf32>
    linalg.yield %x : f32
  } -> tensor<?x8xf32>
  return %y : tensor<?x8xf32>
}

// Nothing tells that the sizes are equal: this may be a broadcast.
// CHECK-LABEL: func.func @unknown
// CHECK:         tensor.extract
func.func @unknown(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %m = tensor.dim %b, %c0 : tensor<?xf32>
  %one = arith.cmpi eq, %m, %c1 : index
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 0 : index
    %k = arith.select %one, %c0, %i : index
    %z = tensor.extract %b[%k] : tensor<?xf32>
    %d = arith.subf %x, %z : f32
    linalg.yield %d : f32
  } -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// An embedding dequantises the rows that it takes.
// CHECK-LABEL: func.func @embedding
// CHECK-SAME:    %[[TABLE:[^ ]*]]: tensor<1000x8xi8>, %[[SCALE:[^ ]*]]: tensor<1000xf32>
// CHECK-NOT:     arith.sitofp
// CHECK:         linalg.generic
// CHECK:           %[[I:.*]] = arith.index_cast
// CHECK:           %[[Q:.*]] = tensor.extract %[[TABLE]][%[[I]], %{{.*}}] : tensor<1000x8xi8>
// CHECK:           %[[S:.*]] = tensor.extract %[[SCALE]][%[[I]]]
// CHECK:           %[[F:.*]] = arith.sitofp %[[Q]]
// CHECK:           arith.mulf %[[F]], %[[S]]
// CHECK-NOT:     linalg.generic
func.func @embedding(%table: tensor<1000x8xi8>, %scale: tensor<1000xf32>, %ids: tensor<4xi32>) -> tensor<4x8xf32> {
  %et = tensor.empty() : tensor<1000x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %t = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%table, %scale : tensor<1000x8xi8>, tensor<1000xf32>) outs(%et : tensor<1000x8xf32>) {
  ^bb0(%q: i8, %s: f32, %o: f32):
    %f = arith.sitofp %q : i8 to f32
    %r = arith.mulf %f, %s : f32
    linalg.yield %r : f32
  } -> tensor<1000x8xf32>
  %y = linalg.generic {indexing_maps = [#row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<4xi32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%id: i32, %o: f32):
    %i = arith.index_cast %id : i32 to index
    %j = linalg.index 1 : index
    %x = tensor.extract %t[%i, %j] : tensor<1000x8xf32>
    linalg.yield %x : f32
  } -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// More are taken than there are: each is computed once, before.
// CHECK-LABEL: func.func @repeated
// CHECK:         math.exp
// CHECK:         tensor.extract
func.func @repeated(%table: tensor<4xf32>, %ids: tensor<64xi32>) -> tensor<64xf32> {
  %et = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<64xf32>
  %t = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%table : tensor<4xf32>) outs(%et : tensor<4xf32>) {
  ^bb0(%q: f32, %o: f32):
    %f = math.exp %q : f32
    linalg.yield %f : f32
  } -> tensor<4xf32>
  %y = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%ids : tensor<64xi32>) outs(%e : tensor<64xf32>) {
  ^bb0(%id: i32, %o: f32):
    %i = arith.index_cast %id : i32 to index
    %x = tensor.extract %t[%i] : tensor<4xf32>
    linalg.yield %x : f32
  } -> tensor<64xf32>
  return %y : tensor<64xf32>
}
