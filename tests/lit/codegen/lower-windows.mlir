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

// -----

// Filters of each channel are windows that share the image and have weights of
// their own: a loop.
// CHECK-LABEL: func.func @filters
// CHECK:         linalg.generic
// CHECK-NOT:     llvm.call_intrinsic
func.func @filters(%x: memref<3x16xi8>, %w: memref<4x3x16xi8>, %s: memref<1x4x16xi32>) {
  linalg.generic {indexing_maps = [affine_map<(h, m, c, i) -> (h + i, c)>,
      affine_map<(h, m, c, i) -> (m, i, c)>, affine_map<(h, m, c, i) -> (h, m, c)>], iterator_types =
      ["parallel", "parallel", "parallel", "reduction"]}
      ins(%x, %w : memref<3x16xi8>, memref<4x3x16xi8>)
      outs(%s : memref<1x4x16xi32>) attrs = {ingot.window = "pmaddwd-512"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %r = arith.addi %t, %2 : i32
    linalg.yield %r : i32
  }
  return
}

// -----

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

// Of 7 x 7 places four rows are 16 pairs of each of 7 columns, and no more code
// than that: the places are read once for all of them.
// CHECK-LABEL:     func.func @large
// CHECK-COUNT-112:   llvm.call_intrinsic
// CHECK-NOT:         llvm.call_intrinsic
func.func @large(%x: memref<1x7x10x16xi8>, %w: memref<7x7x16xi8>, %s: memref<1x1x4x16xi32>) {
  linalg.generic {indexing_maps = [#image, #weights, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<1x7x10x16xi8>, memref<7x7x16xi8>)
      outs(%s : memref<1x1x4x16xi32>) attrs = {ingot.window = "pmaddwd-512"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %r = arith.addi %t, %2 : i32
    linalg.yield %r : i32
  }
  return
}

// -----

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

// More places are a loop.
// CHECK-LABEL: func.func @too_large
// CHECK:         linalg.generic
// CHECK-NOT:     llvm.call_intrinsic
func.func @too_large(%x: memref<1x8x8x16xi8>, %w: memref<8x8x16xi8>, %s: memref<1x1x1x16xi32>) {
  linalg.generic {indexing_maps = [#image, #weights, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<1x8x8x16xi8>, memref<8x8x16xi8>)
      outs(%s : memref<1x1x1x16xi32>) attrs = {ingot.window = "pmaddwd-512"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %r = arith.addi %t, %2 : i32
    linalg.yield %r : i32
  }
  return
}

// -----

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i * 2, w + j * 2, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

// Places of a window may be apart: lines 0 and 2 are a pair. Of the three windows
// of WebAssembly's vectors of four the first and the last share a column.
// CHECK-LABEL:    func.func @dilated
// CHECK-COUNT-2:    vector.load %arg1{{.*}}, vector<4xi8>
// CHECK:            vector.load %arg0[%c0, %c0, %c0, %c0]
// CHECK:            vector.load %arg0[%c0, %c2, %c0, %c0]
// CHECK:            llvm.call_intrinsic "llvm.wasm.dot"
// CHECK:            vector.load %arg0[%c0, %c0, %c2, %c0]
// CHECK:            vector.load %arg0[%c0, %c2, %c2, %c0]
// CHECK-COUNT-5:    llvm.call_intrinsic "llvm.wasm.dot"
// CHECK-NOT:        llvm.call_intrinsic
func.func @dilated(%x: memref<1x3x5x4xi8>, %w: memref<2x2x4xi8>, %s: memref<1x1x3x4xi32>) {
  linalg.generic {indexing_maps = [#image, #weights, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w : memref<1x3x5x4xi8>, memref<2x2x4xi8>)
      outs(%s : memref<1x1x3x4xi32>) attrs = {ingot.window = "i32x4.dot-128"} {
  ^bb0(%a: i8, %b: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %r = arith.addi %t, %2 : i32
    linalg.yield %r : i32
  }
  return
}

// -----

#image = affine_map<(n, h, w, c, i, j) -> (n, h + i, w + j, c)>
#weights = affine_map<(n, h, w, c, i, j) -> (i, j, c)>
#sums = affine_map<(n, h, w, c, i, j) -> (n, h, w, c)>

// The image's zero point may be an operand.
// CHECK-LABEL: func.func @point
// CHECK:         %[[POINT:.*]] = arith.extsi %arg3 : i8 to i32
// CHECK:         %[[POINTS:.*]] = vector.broadcast %[[POINT]] : i32 to vector<16xi32>
// CHECK:         arith.muli %{{.*}}, %[[POINTS]] : vector<16xi32>
// CHECK-NOT:     linalg.generic
func.func @point(%x: memref<1x3x3x16xi8>, %w: memref<3x3x16xi8>, %s: memref<1x1x1x16xi32>, %p: i8) {
  linalg.generic {indexing_maps = [#image, #weights, affine_map<(n, h, w, c, i, j) -> ()>, #sums], iterator_types =
      ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %w, %p : memref<1x3x3x16xi8>, memref<3x3x16xi8>, i8)
      outs(%s : memref<1x1x1x16xi32>) attrs = {ingot.window = "pmaddwd-512"} {
  ^bb0(%a: i8, %b: i8, %z: i8, %t: i32):
    %0 = arith.extsi %a : i8 to i32
    %1 = arith.extsi %b : i8 to i32
    %2 = arith.extsi %z : i8 to i32
    %3 = arith.subi %0, %2 : i32
    %4 = arith.muli %3, %1 : i32
    %r = arith.addi %t, %4 : i32
    linalg.yield %r : i32
  }
  return
}
