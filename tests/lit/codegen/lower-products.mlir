// RUN: ingot-opt %s --ingot-lower-products --canonicalize --split-input-file | FileCheck %s

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>
#sums = affine_map<(m, n, k) -> (m, n)>

// Four tiles of sums; each step loads two of either side. The fill is gone, and
// tiles start from zero.
// CHECK-LABEL: func.func @whole
// CHECK-NOT:     linalg.fill
// CHECK:         llvm.call_intrinsic "llvm.x86.ldtilecfg"
// CHECK:         scf.for
// CHECK-COUNT-4:   llvm.call_intrinsic "llvm.x86.tilezero"
// CHECK:           scf.for
// CHECK-COUNT-2:     llvm.call_intrinsic "llvm.x86.tileloadd64"
// CHECK:             llvm.call_intrinsic "llvm.x86.tileloadd64"
// CHECK-COUNT-2:     llvm.call_intrinsic "llvm.x86.tdpbssd"
// CHECK:             llvm.call_intrinsic "llvm.x86.tileloadd64"
// CHECK-COUNT-2:     llvm.call_intrinsic "llvm.x86.tdpbssd"
// CHECK-NOT:         llvm.call_intrinsic "llvm.x86.tdpbssd"
// CHECK-COUNT-4:   llvm.call_intrinsic "llvm.x86.tilestored64"
// CHECK:         llvm.call_intrinsic "llvm.x86.tilerelease"
// CHECK-NOT:     llvm.call_intrinsic
// CHECK:       memref.global "private" constant @tile_configuration
func.func @whole(%a: memref<64x128xi8>, %b: memref<4x32x16x4xi8>, %c: memref<64x64xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<64x64xi32>)
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<64x128xi8>, memref<4x32x16x4xi8>)
      outs(%c : memref<64x64xi32>) attrs = {ingot.product} {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>
#sums = affine_map<(m, n, k) -> (m, n)>

// Nothing says that the result is zero; rows of an unknown number end in one
// tile or two, whose configuration is looked up; the left side has no sign.
// CHECK-LABEL: func.func @rows
// CHECK-NOT:     tilezero
// CHECK:         tdpbusd
// CHECK:         scf.if
// CHECK:         scf.if
// CHECK:         tdpbusd
// CHECK:       memref.global "private" constant @tile_configuration{{.*}} : memref<1024xi8>
func.func @rows(%a: memref<?x128xi8>, %b: memref<1x32x16x4xi8>, %c: memref<?x16xi32>) {
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<?x128xi8>, memref<1x32x16x4xi8>)
      outs(%c : memref<?x16xi32>) attrs = {ingot.product} {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>
#sums = affine_map<(m, n, k) -> (m, n)>

// Dot products: six rows of four registers stay there while a loop runs over the
// groups of four bytes. Of the last register six lanes are used, for which twelve
// rows, not sixteen, leave none. All rows start from the sums of the columns, for
// the left side has a sign.
// CHECK-LABEL: func.func @dots
// CHECK-NOT:     linalg.fill
// CHECK:         scf.for {{.*}} -> (vector<16xi32>
// CHECK-COUNT-4:   llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %cst
// CHECK-NOT:       vpdpbusd
// CHECK-COUNT-4: arith.shli
// CHECK:         scf.for
// CHECK:           scf.for {{.*}} -> (vector<16xi32>
// CHECK-COUNT-4:     llvm.load {{.*}} -> vector<64xi8>
// CHECK-COUNT-6:     arith.xori {{.*}} : vector<16xi32>
// CHECK-NOT:         xori
// CHECK-NOT:       llvm.intr.masked
// CHECK:         scf.for
// CHECK-COUNT-12:  llvm.intr.masked.store
// CHECK-NOT:       llvm.intr.masked.store
func.func @dots(%a: memref<24x128xi8>, %b: memref<5x32x16x4xi8>, %c: memref<24x70xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<24x70xi32>)
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<24x128xi8>, memref<5x32x16x4xi8>)
      outs(%c : memref<24x70xi32>) attrs = {ingot.product = "vpdpbusd-512"} {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#sums = affine_map<(m, n, k) -> (m, n)>

// Pairs of 16 bits: six rows of two registers of 256 bits. Products are added to the
// sums by an instruction of its own; no row of ones, for either side has a sign.
// CHECK-LABEL: func.func @words
// CHECK-NOT:     linalg.fill
// CHECK-NOT:     xori
// CHECK-NOT:     call_intrinsic
// CHECK:         scf.for {{.*}} -> (vector<8xi32>
// CHECK-COUNT-2:     llvm.load {{.*}} -> vector<16xi16>
// CHECK:             llvm.load {{.*}} -> i32
// CHECK:             vector.broadcast {{.*}} : i32 to vector<8xi32>
// CHECK:             %[[PRODUCTS:.*]] = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%{{.*}}, %{{.*}}) : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
// CHECK:             arith.addi %{{.*}}, %[[PRODUCTS]] : vector<8xi32>
// CHECK-COUNT-11:    llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// CHECK-NOT:         llvm.call_intrinsic
// CHECK-COUNT-12:  llvm.store
// CHECK-NOT:       llvm.store
func.func @words(%a: memref<24x64xi16>, %b: memref<4x32x16x2xi16>, %c: memref<24x64xi32>) {
  %zero = arith.constant 0 : i32
  linalg.fill ins(%zero : i32) outs(%c : memref<24x64xi32>)
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<24x64xi16>, memref<4x32x16x2xi16>)
      outs(%c : memref<24x64xi32>) attrs = {ingot.product = "pmaddwd-256"} {
  ^bb0(%x: i16, %y: i16, %s: i32):
    %0 = arith.extsi %x : i16 to i32
    %1 = arith.extsi %y : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#sums = affine_map<(m, n, k) -> (m, n)>

// Registers of 128 bits: a tile is half a panel wide, and five rows fit.
// CHECK-LABEL: func.func @narrow_words
// CHECK:         scf.for %[[HALF:.*]] = %c0
// CHECK:           arith.divui %[[HALF]], %c2
// CHECK:           arith.remui %[[HALF]], %c2
// CHECK:           scf.for {{.*}} -> (vector<4xi32>
// CHECK-COUNT-10:    llvm.call_intrinsic "llvm.x86.sse2.pmadd.wd"
// CHECK-NOT:         llvm.call_intrinsic
func.func @narrow_words(%a: memref<25x64xi16>, %b: memref<4x32x16x2xi16>, %c: memref<25x64xi32>) {
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<25x64xi16>, memref<4x32x16x2xi16>)
      outs(%c : memref<25x64xi32>) attrs = {ingot.product = "pmaddwd-128"} {
  ^bb0(%x: i16, %y: i16, %s: i32):
    %0 = arith.extsi %x : i16 to i32
    %1 = arith.extsi %y : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#sums = affine_map<(m, n, k) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
#all = affine_map<(m, n) -> (m, n)>

// What all rows start from is computed once for each register of columns, and not
// written to memory before. Of the last one four lanes are used.
// CHECK-LABEL: func.func @equal_rows
// CHECK-NOT:     linalg.generic
// CHECK-COUNT-4: llvm.load {{.*}} -> vector<8xi32>
// CHECK:         scf.for
// CHECK-NOT:       llvm.load {{.*}} -> vector<8xi32>
// CHECK:           scf.for {{.*}} -> (vector<8xi32>
// CHECK-COUNT-12:    "llvm.x86.avx2.pmadd.wd"
// CHECK-COUNT-12:  llvm.store
// CHECK-COUNT-2: llvm.intr.masked.load
// CHECK-NOT:     llvm.intr.masked.load
// CHECK:         return
func.func @equal_rows(%a: memref<12x64xi16>, %b: memref<2x32x16x2xi16>, %s: memref<20xi32>,
                      %bias: memref<20xi32>, %c: memref<12x20xi32>) {
  %three = arith.constant 3 : i32
  linalg.generic {indexing_maps = [#column, #column, #all],
      iterator_types = ["parallel", "parallel"]}
      ins(%s, %bias : memref<20xi32>, memref<20xi32>) outs(%c : memref<12x20xi32>) {
  ^bb0(%x: i32, %y: i32, %o: i32):
    %0 = arith.muli %x, %three : i32
    %1 = arith.addi %0, %y : i32
    linalg.yield %1 : i32
  }
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<12x64xi16>, memref<2x32x16x2xi16>)
      outs(%c : memref<12x20xi32>) attrs = {ingot.product = "pmaddwd-256"} {
  ^bb0(%x: i16, %y: i16, %t: i32):
    %0 = arith.extsi %x : i16 to i32
    %1 = arith.extsi %y : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#sums = affine_map<(m, n, k) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
#all = affine_map<(m, n) -> (m, n)>

// What the rows are made of is written before the product reads them: they stay.
// CHECK-LABEL: func.func @overwritten_rows
// CHECK:         linalg.generic {{.*}} ins(%arg2 : memref<20xi32>)
// CHECK:         linalg.fill {{.*}} outs(%arg2 : memref<20xi32>)
// CHECK:         "llvm.x86.avx2.pmadd.wd"
func.func @overwritten_rows(%a: memref<12x64xi16>, %b: memref<2x32x16x2xi16>,
                            %bias: memref<20xi32>, %c: memref<12x20xi32>) {
  %zero = arith.constant 0 : i32
  linalg.generic {indexing_maps = [#column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%bias : memref<20xi32>) outs(%c : memref<12x20xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  }
  linalg.fill ins(%zero : i32) outs(%bias : memref<20xi32>)
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<12x64xi16>, memref<2x32x16x2xi16>)
      outs(%c : memref<12x20xi32>) attrs = {ingot.product = "pmaddwd-256"} {
  ^bb0(%x: i16, %y: i16, %t: i32):
    %0 = arith.extsi %x : i16 to i32
    %1 = arith.extsi %y : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#sums = affine_map<(m, n, k) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
#all = affine_map<(m, n) -> (m, n)>

// Those of a block of columns are read from its first column on.
// CHECK-LABEL: func.func @equal_rows_of_a_block
// CHECK-NOT:     linalg.generic
// CHECK:         %{{.*}}, %[[FIRST:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata %subview
// CHECK:         arith.muli %[[FIRST]], %c4
// CHECK:         llvm.load {{.*}} -> vector<8xi32>
func.func @equal_rows_of_a_block(%a: memref<12x64xi16>, %b: memref<2x32x16x2xi16>,
                                 %all: memref<60xi32>, %c: memref<12x20xi32>, %first: index) {
  %bias = memref.subview %all[%first] [20] [1] : memref<60xi32> to memref<20xi32, strided<[1], offset: ?>>
  linalg.generic {indexing_maps = [#column, #all], iterator_types = ["parallel", "parallel"]}
      ins(%bias : memref<20xi32, strided<[1], offset: ?>>) outs(%c : memref<12x20xi32>) {
  ^bb0(%x: i32, %o: i32):
    linalg.yield %x : i32
  }
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<12x64xi16>, memref<2x32x16x2xi16>)
      outs(%c : memref<12x20xi32>) attrs = {ingot.product = "pmaddwd-256"} {
  ^bb0(%x: i16, %y: i16, %t: i32):
    %0 = arith.extsi %x : i16 to i32
    %1 = arith.extsi %y : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %t, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#sums = affine_map<(m, n, k) -> (m, n)>

// One row takes eight registers of columns. Panels of bytes become longer as they are
// read, by their sign.
// CHECK-LABEL: func.func @row
// CHECK-COUNT-8:   llvm.load {{.*}} -> vector<8xi32>
// CHECK:           scf.for
// CHECK:             llvm.load {{.*}} -> vector<16xi8>
// CHECK:             arith.extui %{{.*}} : vector<16xi8> to vector<16xi16>
// CHECK-COUNT-8:     llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"
// CHECK-NOT:         llvm.call_intrinsic
// CHECK-COUNT-8:   llvm.store
func.func @row(%a: memref<1x64xi16>, %b: memref<4x32x16x2xi8>, %c: memref<1x64xi32>) {
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<1x64xi16>, memref<4x32x16x2xi8>)
      outs(%c : memref<1x64xi32>) attrs = {ingot.product = "pmaddwd-256"} {
  ^bb0(%x: i16, %y: i8, %s: i32):
    %0 = arith.extsi %x : i16 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  }
  return
}

// -----

#left = affine_map<(m, n, k) -> (m, k)>
#panels = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#sums = affine_map<(m, n, k) -> (m, n)>

// Pairs of bf16, added to sums of f32 that start from what is there.
// CHECK-LABEL: func.func @bfloats
// CHECK-COUNT-24: llvm.load {{.*}} -> vector<16xf32>
// CHECK-NOT:      arith.addf
// CHECK:          scf.for {{.*}} -> (vector<16xf32>
// CHECK-COUNT-4:    llvm.load {{.*}} -> vector<32xbf16>
// CHECK:            vector.broadcast {{.*}} : i32 to vector<16xi32>
// CHECK-COUNT-24:   llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
// CHECK-NOT:        call_intrinsic
// CHECK-COUNT-24: llvm.store
func.func @bfloats(%a: memref<24x64xbf16>, %b: memref<4x32x16x2xbf16>, %c: memref<24x64xf32>) {
  linalg.generic {indexing_maps = [#left, #panels, #sums],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<24x64xbf16>, memref<4x32x16x2xbf16>)
      outs(%c : memref<24x64xf32>) attrs = {ingot.product = "vdpbf16ps-512"} {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %s, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
