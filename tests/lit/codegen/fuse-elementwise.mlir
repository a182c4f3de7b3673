// RUN: ingot-opt %s --ingot-fuse-elementwise | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
#one = affine_map<(i) -> (i)>

// CHECK-LABEL: func.func @chain
func.func @chain(%a: tensor<8x9xf32>) -> tensor<8x9xf32> {
  // CHECK-COUNT-1: linalg.generic
  // CHECK:           arith.negf
  // CHECK-NEXT:      math.absf
  // CHECK-NOT:     linalg.generic
  %e = tensor.empty() : tensor<8x9xf32>
  %0 = linalg.generic {indexing_maps = [#all, #all],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x9xf32>) outs(%e : tensor<8x9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<8x9xf32>
  %1 = linalg.generic {indexing_maps = [#all, #all],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8x9xf32>) outs(%e : tensor<8x9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.absf %x : f32
    linalg.yield %y : f32
  } -> tensor<8x9xf32>
  return %1 : tensor<8x9xf32>
}

// The consumer reads each element nine times, so fusing would compute nine
// exponentials for one.
// CHECK-LABEL: func.func @broadcast
func.func @broadcast(%a: tensor<8xf32>) -> tensor<8x9xf32> {
  // CHECK-COUNT-2: linalg.generic
  %e0 = tensor.empty() : tensor<8xf32>
  %e1 = tensor.empty() : tensor<8x9xf32>
  %0 = linalg.generic {indexing_maps = [#one, #one],
                       iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e0 : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = math.exp %x : f32
    linalg.yield %y : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [#row, #all],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e1 : tensor<8x9xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.negf %x : f32
    linalg.yield %y : f32
  } -> tensor<8x9xf32>
  return %1 : tensor<8x9xf32>
}
