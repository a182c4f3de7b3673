// RUN: ingot-opt %s --ingot-widen-operands=vector-bits=256 | FileCheck %s
// RUN: ingot-opt %s --ingot-widen-operands=vector-bits=0 | FileCheck %s --check-prefix=SCALAR

// SCALAR-NOT: arith.extf

// Both operands are read often: each is made wide once.
// CHECK-DAG: #[[TURNED:.*]] = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @product(
// CHECK:         %[[A:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<128x768xbf16>) outs({{.*}} : tensor<128x768xf32>)
// CHECK:           arith.extf
// CHECK:         %[[B:.*]] = linalg.generic {{.*}} ins(%arg1 : tensor<768x64xbf16>) outs({{.*}} : tensor<768x64xf32>)
// CHECK:           arith.extf
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %[[B]] : tensor<128x768xf32>, tensor<768x64xf32>)
// CHECK-NOT:       arith.extf
// CHECK:           arith.mulf
func.func @product(%x: tensor<128x768xbf16>, %y: tensor<768x64xbf16>, %z: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<128x768xbf16>, tensor<768x64xbf16>)
      outs(%z : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}

// A transpose and the copy are one pass.
// CHECK-LABEL: func.func @transposed(
// CHECK:         %[[B:.*]] = linalg.generic {indexing_maps = [#[[TURNED]], {{.*}} ins(%arg1 : tensor<64x768xbf16>) outs({{.*}} : tensor<768x64xf32>)
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[B]] : tensor<128x768xf32>, tensor<768x64xf32>)
func.func @transposed(%x: tensor<128x768xbf16>, %y: tensor<64x768xbf16>, %z: tensor<128x64xf32>) -> tensor<128x64xf32> {
  %e = tensor.empty() : tensor<768x64xbf16>
  %t = linalg.transpose ins(%y : tensor<64x768xbf16>) outs(%e : tensor<768x64xbf16>) permutation = [1, 0]
  %r = linalg.matmul ins(%x, %t : tensor<128x768xbf16>, tensor<768x64xbf16>)
      outs(%z : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %r : tensor<128x64xf32>
}

// Sixteen rows read a matrix less often than a wide copy would cost; their own
// elements are repeated for all columns.
// CHECK-LABEL: func.func @few_rows(
// CHECK:         %[[A:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<16x768xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %arg1 : tensor<16x768xf32>, tensor<768x64xbf16>)
// CHECK:           arith.extf %{{.*}} : bf16 to f32
func.func @few_rows(%x: tensor<16x768xbf16>, %y: tensor<768x64xbf16>, %z: tensor<16x64xf32>) -> tensor<16x64xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<16x768xbf16>, tensor<768x64xbf16>)
      outs(%z : tensor<16x64xf32>) -> tensor<16x64xf32>
  return %r : tensor<16x64xf32>
}

// One row is read as it is, and so are floats that are wide enough.
// CHECK-LABEL: func.func @others(
// CHECK-NEXT:    linalg.matmul
// CHECK-NEXT:    linalg.matmul
func.func @others(%x: tensor<1x768xbf16>, %y: tensor<768x64xbf16>, %z: tensor<1x64xf32>,
                  %f: tensor<128x768xf32>, %g: tensor<768x64xf32>, %h: tensor<128x64xf32>)
    -> (tensor<1x64xf32>, tensor<128x64xf32>) {
  %r = linalg.matmul ins(%x, %y : tensor<1x768xbf16>, tensor<768x64xbf16>)
      outs(%z : tensor<1x64xf32>) -> tensor<1x64xf32>
  %s = linalg.matmul ins(%f, %g : tensor<128x768xf32>, tensor<768x64xf32>)
      outs(%h : tensor<128x64xf32>) -> tensor<128x64xf32>
  return %r, %s : tensor<1x64xf32>, tensor<128x64xf32>
}

// A copy of 172 MiB would be most of what a call takes.
// CHECK-LABEL: func.func @large(
// CHECK:         %[[A:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<64x4096xf32>)
// CHECK:         linalg.generic {{.*}} ins(%[[A]], %arg1 : tensor<64x4096xf32>, tensor<4096x11008xbf16>)
func.func @large(%x: tensor<64x4096xbf16>, %y: tensor<4096x11008xbf16>, %z: tensor<64x11008xf32>) -> tensor<64x11008xf32> {
  %r = linalg.matmul ins(%x, %y : tensor<64x4096xbf16>, tensor<4096x11008xbf16>)
      outs(%z : tensor<64x11008xf32>) -> tensor<64x11008xf32>
  return %r : tensor<64x11008xf32>
}
