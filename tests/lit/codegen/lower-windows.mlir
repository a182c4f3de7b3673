// RUN: ingot-opt %s --ingot-lower-windows --canonicalize --split-input-file --verify-diagnostics | FileCheck %s

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

// Four windows of 3x3 read six columns of the image: two lines of each are one
// vector, and the third another. So are the weights, with zeros beside those of
// the third line, and all of them start from what their sum times the zero point
// is. The fill is gone.
// CHECK-LABEL: func.func @windows
// CHECK-NOT:     linalg.fill
// CHECK-COUNT-6: vector.interleave {{.*}} : vector<16xi8> -> vector<32xi8>
// CHECK-COUNT-6: llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"(%cst{{.*}}, %{{.*}}) : (vector<32xi16>, vector<32xi16>) -> vector<16xi32>
// CHECK:         %[[START:.*]] = arith.muli %{{.*}} : vector<16xi32>
// The first window reads three columns.
// CHECK-COUNT-3: vector.interleave
// CHECK:         vector.store
// CHECK:         vector.interleave
// CHECK-NOT:     vector.interleave
// CHECK:         vector.store
// CHECK:         vector.interleave
// CHECK-NOT:     vector.interleave
// CHECK:         vector.store
// CHECK:         vector.interleave
// CHECK-NOT:     vector.interleave
// CHECK:         vector.store
// CHECK-NOT:     vector.store
// CHECK-NOT:     linalg.generic
func.func @windows(%x: memref<1x3x6x16xi8>, %w: memref<3x3x16xi8>, %s: memref<1x1x4x16xi32>) {
  %zero = arith.constant 0 : i32
  %point = arith.constant -3 : i32
  linalg.fill ins(%zero : i32) outs(%s : memref<1x1x4x16xi32>)
  linalg.generic {indexing_maps = [#image, #weights, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<1x3x6x16xi8>, memref<3x3x16xi8>)
      outs(%s : memref<1x1x4x16xi32>) attrs = {ingot.window = "pmaddwd-512"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.subi %0, %point : i32
    %3 = arith.muli %2, %1 : i32
    %4 = arith.addi %t, %3 : i32
    linalg.yield %4 : i32
  }
  return
}

// -----

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i, w * 2 + j, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

// 28 channels are a loop over vectors of 8, and one of 4. What is there is added
// to. Bytes without a sign become longer by zeros, and the weights less their zero
// point.
// CHECK-LABEL: func.func @ragged
// CHECK:         scf.for %[[C:.*]] = %c0 to %c24 step %c8
// CHECK-COUNT-2:   vector.load %arg1[{{.*}}, %[[C]]] : memref<2x1x28xi8>, vector<8xi8>
// CHECK:           arith.extui %{{.*}} : vector<16xi8> to vector<16xi16>
// CHECK:           arith.subi %{{.*}}, %cst{{.*}} : vector<16xi16>
// CHECK:           vector.load %arg2{{.*}}, vector<8xi32>
// CHECK-COUNT-2:   vector.load %arg0{{.*}}, vector<8xi8>
// CHECK:           "llvm.x86.avx2.pmadd.wd"
// CHECK:           vector.store
// CHECK:         "llvm.x86.sse2.pmadd.wd"
func.func @ragged(%x: memref<1x2x3x28xi8>, %w: memref<2x1x28xi8>, %s: memref<1x1x2x28xi32>) {
  %point = arith.constant 128 : i32
  linalg.generic {indexing_maps = [#image, #weights, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<1x2x3x28xi8>, memref<2x1x28xi8>)
      outs(%s : memref<1x1x2x28xi32>) attrs = {ingot.window = "pmaddwd-256"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extui %a : i8 to i32
    %1 = arith.extui %b : i8 to i32
    %2 = arith.subi %1, %point : i32
    %3 = arith.muli %0, %2 : i32
    %4 = arith.addi %t, %3 : i32
    linalg.yield %4 : i32
  }
  return
}

// -----

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

// An unknown number of windows is a loop.
// CHECK-LABEL: func.func @unknown
// CHECK:         linalg.generic
// CHECK-NOT:     ingot.window
func.func @unknown(%x: memref<1x3x?x16xi8>, %w: memref<3x3x16xi8>, %s: memref<1x1x?x16xi32>) {
  linalg.generic {indexing_maps = [#image, #weights, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<1x3x?x16xi8>, memref<3x3x16xi8>)
      outs(%s : memref<1x1x?x16xi32>) attrs = {ingot.window = "pmaddwd-512"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

func.func @bytes(%x: memref<1x3x6x16xi8>, %w: memref<3x3x16xi8>, %s: memref<1x1x4x16xi32>) {
  // expected-error @+1 {{there are no pairs of products "vpdpbusd-512"}}
  linalg.generic {indexing_maps = [#image, #weights, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<1x3x6x16xi8>, memref<3x3x16xi8>)
      outs(%s : memref<1x1x4x16xi32>) attrs = {ingot.window = "vpdpbusd-512"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    linalg.yield %3 : i32
  }
  return
}
