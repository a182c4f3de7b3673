// RUN: ingot-opt %s --ingot-tile-rows --canonicalize --cse | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#col = affine_map<(i, j) -> (j)>

// One row after the other, each op once; what lies between is one row long.
// CHECK-LABEL: func.func @softmax
// CHECK-NOT:     linalg.
// CHECK:         scf.forall (%[[T:.*]]) = (0) to (4096) step (256)
// CHECK:           scf.for %[[I:.*]] = %c0 to %c256 step %c1
// CHECK:             %[[ROW:.*]] = affine.apply {{.*}}[%[[T]], %[[I]]]
// CHECK:             tensor.extract_slice %{{.*}}[%[[ROW]], 0] [1, 64] [1, 1]
// CHECK:             linalg.reduce { arith.maximumf }
// CHECK:             %[[E:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x64xf32>)
// CHECK:             linalg.reduce { arith.addf } ins(%[[E]] : tensor<1x64xf32>)
// CHECK:             linalg.generic {{.*}} ins(%[[E]], %{{.*}} : tensor<1x64xf32>, tensor<1xf32>)
// CHECK-NOT:         linalg.{{generic|reduce}}
// CHECK:           scf.forall.in_parallel
func.func @softmax(%a: tensor<4096x64xf32>, %out: tensor<4096x64xf32>) -> tensor<4096x64xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<4096xf32>
  %e1 = tensor.empty() : tensor<4096x64xf32>
  %f0 = linalg.fill ins(%low : f32) outs(%e0 : tensor<4096xf32>) -> tensor<4096xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<4096xf32>) -> tensor<4096xf32>
  %max = linalg.reduce {arith.maximumf} ins(%a : tensor<4096x64xf32>) outs(%f0 : tensor<4096xf32>) dimensions = [1]
  %exp = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %max : tensor<4096x64xf32>, tensor<4096xf32>) outs(%e1 : tensor<4096x64xf32>) {
  ^bb0(%x: f32, %m: f32, %o: f32):
    %d = arith.subf %x, %m : f32
    %e = math.exp %d : f32
    linalg.yield %e : f32
  } -> tensor<4096x64xf32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<4096x64xf32>) outs(%f1 : tensor<4096xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %sum : tensor<4096x64xf32>, tensor<4096xf32>) outs(%out : tensor<4096x64xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %d = arith.divf %x, %s : f32
    linalg.yield %d : f32
  } -> tensor<4096x64xf32>
  return %r : tensor<4096x64xf32>
}

// The mean of an unknown number of rows, and what is left of them without it.
// Tasks of unknown number; rows of known size.
// CHECK-LABEL: func.func @centred
// CHECK:         scf.forall
// CHECK:           scf.for
// CHECK:             linalg.reduce { arith.addf } ins(%{{.*}} : tensor<1x512xf32>)
// CHECK:             linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<1x512xf32>, tensor<1xf32>)
func.func @centred(%a: tensor<?x512xf32>, %out: tensor<?x512xf32>) -> tensor<?x512xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %a, %c0 : tensor<?x512xf32>
  %e0 = tensor.empty(%n) : tensor<?xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<?xf32>) -> tensor<?xf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<?x512xf32>) outs(%f0 : tensor<?xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#all, #row, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %sum : tensor<?x512xf32>, tensor<?xf32>) outs(%out : tensor<?x512xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %d = arith.subf %x, %s : f32
    linalg.yield %d : f32
  } -> tensor<?x512xf32>
  return %r : tensor<?x512xf32>
}

// Sums of columns are no rows of what lies by rows.
// CHECK-LABEL: func.func @columns
// CHECK-NOT:     scf.for
func.func @columns(%a: tensor<512x64xf32>, %out: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<64xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<512x64xf32>) outs(%f0 : tensor<64xf32>) dimensions = [0]
  %r = linalg.generic {indexing_maps = [#all, #col, #all], iterator_types = ["parallel", "parallel"]}
      ins(%a, %sum : tensor<512x64xf32>, tensor<64xf32>) outs(%out : tensor<512x64xf32>) {
  ^bb0(%x: f32, %s: f32, %o: f32):
    %d = arith.subf %x, %s : f32
    linalg.yield %d : f32
  } -> tensor<512x64xf32>
  return %r : tensor<512x64xf32>
}

// A reduction and what follows from it need no rows: they are tiled as ever.
// CHECK-LABEL: func.func @mean
// CHECK-NOT:     scf.for
func.func @mean(%a: tensor<512x64xf32>, %n: f32, %out: tensor<512xf32>) -> tensor<512xf32> {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<512xf32>
  %f0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<512xf32>) -> tensor<512xf32>
  %sum = linalg.reduce {arith.addf} ins(%a : tensor<512x64xf32>) outs(%f0 : tensor<512xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<512xf32>) outs(%out : tensor<512xf32>) {
  ^bb0(%x: f32, %o: f32):
    %d = arith.divf %x, %n : f32
    linalg.yield %d : f32
  } -> tensor<512xf32>
  return %r : tensor<512xf32>
}
