// RUN: ingot-opt %s --ingot-tile-products="bytes bfloats" --canonicalize --split-input-file \
// RUN:   | FileCheck %s
// RUN: ingot-opt %s --ingot-tile-products --split-input-file \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// RUN: ingot-opt %s --ingot-tile-products="dots=vpdpbusd-512" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=DOTS
// RUN: ingot-opt %s --ingot-tile-products="dots=pmaddwd-128" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=WORDS
// RUN: ingot-opt %s --ingot-tile-products="dots=vpdpbusd-512 bfloat-dots=vdpbf16ps-512" --canonicalize --split-input-file \
// RUN:   | FileCheck %s --check-prefix=BFLOATS
// RUN: not ingot-opt %s --ingot-tile-products="bfloat-dots=vpdpbusd-512" --split-input-file 2>&1 | FileCheck %s --check-prefix=BYTES
// RUN: not ingot-opt %s --ingot-tile-products="dots=none-512" --split-input-file 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// UNKNOWN: ingot-tile-products: there are no dot products 'none-512'
// BYTES: ingot-tile-products: there are no dot products 'vpdpbusd-512'

// PLAIN-NOT: ingot.product

// The same panels for dot products of vectors, whose left side has no sign: rows
// are copied with 128 more.
// DOTS-LABEL: func.func @square
// DOTS:         linalg.generic {{.*}} attrs = {{ *}}{ingot.panels}
// DOTS:         scf.forall
// DOTS:           %[[ROWS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<32x512xi8>)
// DOTS:             arith.xori %{{.*}}, %c-128_i8
// DOTS:           linalg.generic {{.*}} ins(%[[ROWS]], %{{.*}}) {{.*}} attrs = {{ *}}{ingot.product = "vpdpbusd-512"}
// DOTS:             arith.extui
// DOTS:             arith.subi %{{.*}}, %c128_i32
// Of 16 bits: panels have two of a column side by side, and all rows are copied.
// WORDS-LABEL: func.func @square
// WORDS:         linalg.generic {{.*}} ins(%{{.*}} : tensor<512x512xi8>) outs({{.*}} : tensor<32x256x16x2xi16>) attrs = {{ *}}{ingot.panels}
// WORDS:           arith.extsi %{{.*}} : i8 to i16
// WORDS:         scf.forall
// WORDS:           %[[ROWS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<32x512xi16>)
// WORDS:             arith.extsi %{{.*}} : i8 to i16
// WORDS:           linalg.generic {{.*}} ins(%[[ROWS]], %{{.*}}) {{.*}} attrs = {{ *}}{ingot.product = "pmaddwd-128"}
// WORDS:             arith.extsi %{{.*}} : i16 to i32
// WORDS:             arith.extsi %{{.*}} : i16 to i32
// Those of bytes are no other's.
// DOTS-LABEL: func.func @bfloats
// DOTS-NOT:     ingot.product
// BFLOATS-LABEL: func.func @square
// BFLOATS:         ingot.product = "vpdpbusd-512"
// BFLOATS-LABEL: func.func @bfloats
// BFLOATS:         linalg.generic {{.*}} outs({{.*}} : tensor<2x32x16x2xbf16>) attrs = {{ *}}{ingot.panels}
// BFLOATS:         linalg.generic {{.*}} attrs = {{ *}}{ingot.product = "vdpbf16ps-512"}

// Panels once, in front of the loops; blocks of rows read the left operand where
// it is.
// CHECK-DAG:   #[[PANEL:.*]] = affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 4, d1 mod 16, d2 mod 4)>
// CHECK-LABEL: func.func @square
// CHECK:         %[[PANELS:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<32x128x16x4xi8>) attrs = {{ *}}{ingot.panels}
// CHECK:         scf.forall
// CHECK-NOT:       tensor.empty
// CHECK:           linalg.generic {{{.*}}#[[PANEL]]{{.*}}} ins(%{{.*}}, %[[PANELS]] : tensor<32x512xi8>, tensor<32x128x16x4xi8>) {{.*}} attrs = {{ *}}{ingot.product}
func.func @square(%a: tensor<512x512xi8>, %b: tensor<512x512xi8>, %out: tensor<512x512xi32>)
    -> tensor<512x512xi32> {
  %zero = arith.constant 0 : i32
  %fill = linalg.fill ins(%zero : i32) outs(%out : tensor<512x512xi32>) -> tensor<512x512xi32>
  %r = linalg.matmul ins(%a, %b : tensor<512x512xi8>, tensor<512x512xi8>)
      outs(%fill : tensor<512x512xi32>) -> tensor<512x512xi32>
  return %r : tensor<512x512xi32>
}

// -----

// Windows are copied into rows of one block, 27 bytes and a zero; the zero point
// is in what the product starts from, and the reader follows in the block.
// CHECK-LABEL: func.func @convolution
// CHECK:         linalg.generic {{.*}} attrs = {{ *}}{ingot.panels}
// CHECK:         scf.forall
// CHECK-DAG:       tensor.empty() : tensor<1x2x56x28xi8>
// CHECK:           linalg.generic {{.*}} attrs = {{ *}}{ingot.product}
// CHECK:           arith.sitofp
// CHECK:         scf.forall.in_parallel
func.func @convolution(%x: tensor<1x58x58x3xi8>, %w: tensor<3x3x3x64xi8>,
                       %out: tensor<1x56x56x64xf32>) -> tensor<1x56x56x64xf32> {
  %zero = arith.constant 0 : i32
  %point = arith.constant -128 : i32
  %none = arith.constant 0 : i32
  %sums = tensor.empty() : tensor<1x56x56x64xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%sums : tensor<1x56x56x64xi32>) -> tensor<1x56x56x64xi32>
  %r = linalg.conv_2d_nhwc_hwcf_q
      ins(%x, %w, %point, %none : tensor<1x58x58x3xi8>, tensor<3x3x3x64xi8>, i32, i32)
      outs(%fill : tensor<1x56x56x64xi32>) -> tensor<1x56x56x64xi32>
  %f = linalg.generic {indexing_maps = [affine_map<(n, h, w, c) -> (n, h, w, c)>,
      affine_map<(n, h, w, c) -> (n, h, w, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%r : tensor<1x56x56x64xi32>) outs(%out : tensor<1x56x56x64xf32>) {
  ^bb0(%s: i32, %o: f32):
    %0 = arith.sitofp %s : i32 to f32
    linalg.yield %0 : f32
  } -> tensor<1x56x56x64xf32>
  return %f : tensor<1x56x56x64xf32>
}

// -----

// One row uses each panel once: it stays as it is.
// CHECK-LABEL: func.func @row
// CHECK-NOT:     ingot.product
func.func @row(%a: tensor<1x512xi8>, %b: tensor<512x512xi8>, %out: tensor<1x512xi32>)
    -> tensor<1x512xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<1x512xi8>, tensor<512x512xi8>)
      outs(%out : tensor<1x512xi32>) -> tensor<1x512xi32>
  return %r : tensor<1x512xi32>
}

// -----

// Two bf16 are a group.
// CHECK:       affine_map<(d0, d1, d2) -> (d1 floordiv 16, d2 floordiv 2, d1 mod 16, d2 mod 2)>
// CHECK-LABEL: func.func @bfloats
// CHECK:         arith.extf
// CHECK:         arith.mulf
func.func @bfloats(%a: tensor<32x64xbf16>, %b: tensor<64x32xbf16>, %out: tensor<32x32xf32>)
    -> tensor<32x32xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<32x64xbf16>, tensor<64x32xbf16>)
      outs(%out : tensor<32x32xf32>) -> tensor<32x32xf32>
  return %r : tensor<32x32xf32>
}

// -----

// One block of rows: each block of columns makes its own panels, from the cache.
// DOTS-LABEL: func.func @few_rows
// CHECK-LABEL: func.func @few_rows
// CHECK-NOT:     ingot.panels
// CHECK:         scf.forall
// CHECK:           %[[PART:.*]] = tensor.extract_slice %arg1[0, %{{.*}}] [1024, 256] [1, 1]
// CHECK:           %[[PANELS:.*]] = linalg.generic {{.*}} ins(%[[PART]] : tensor<1024x256xi8>) outs({{.*}} : tensor<16x256x16x4xi8>) attrs = {{ *}}{ingot.panels}
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %[[PANELS]] : {{.*}}) {{.*}} attrs = {{ *}}{ingot.product}
func.func @few_rows(%a: tensor<16x1024xi8>, %b: tensor<1024x4096xi8>, %out: tensor<16x4096xi32>)
    -> tensor<16x4096xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<16x1024xi8>, tensor<1024x4096xi8>)
      outs(%out : tensor<16x4096xi32>) -> tensor<16x4096xi32>
  return %r : tensor<16x4096xi32>
}

// -----

// Panels of constants are an operand; blocks of rows read them where they are.
#left = affine_map<(m, n, k) -> (m, k)>
#packed = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>
#length = affine_map<(m, n, k) -> (k)>
#out = affine_map<(m, n, k) -> (m, n)>
// CHECK-LABEL: func.func @packed
// CHECK-NOT:     ingot.panels
// CHECK:         scf.forall
// CHECK:           linalg.generic {{.*}} ins(%{{.*}}, %arg1 : tensor<{{.*}}x512xi8>, tensor<32x128x16x4xi8>) {{.*}} attrs = {{ *}}{ingot.product}
func.func @packed(%a: tensor<512x512xi8>, %p: tensor<32x128x16x4xi8>, %out: tensor<512x512xi32>)
    -> tensor<512x512xi32> {
  %e = tensor.empty() : tensor<512xi8>
  %r = linalg.generic {indexing_maps = [#left, #packed, #length, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %p, %e : tensor<512x512xi8>, tensor<32x128x16x4xi8>, tensor<512xi8>)
      outs(%out : tensor<512x512xi32>) {
  ^bb0(%x: i8, %y: i8, %n: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<512x512xi32>
  return %r : tensor<512x512xi32>
}

// -----

// So are those of 16 bits, without an operand that says how long sums are where the
// left side does. 70 of them are 35 groups; the left side has no sign.
#left = affine_map<(m, n, k) -> (m, k)>
#packed = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 2, n mod 16, k mod 2)>
#out = affine_map<(m, n, k) -> (m, n)>
// WORDS-LABEL: func.func @packed_words
// WORDS-NOT:     ingot.panels
// WORDS:         %[[ROWS:.*]] = linalg.generic {{.*}} ins(%arg0 : tensor<20x70xi8>) outs(%{{.*}} : tensor<20x70xi16>)
// WORDS:           arith.extui %{{.*}} : i8 to i16
// WORDS:         linalg.generic {{.*}} ins(%[[ROWS]], %arg1 : tensor<20x70xi16>, tensor<2x35x16x2xi16>) {{.*}} attrs = {{ *}}{ingot.product = "pmaddwd-128"}
// DOTS-LABEL:  func.func @packed_words
// DOTS:          linalg.generic {{.*}} attrs = {{ *}}{ingot.product = "pmaddwd-512"}
func.func @packed_words(%a: tensor<20x70xi8>, %p: tensor<2x35x16x2xi16>, %out: tensor<20x32xi32>)
    -> tensor<20x32xi32> {
  %r = linalg.generic {indexing_maps = [#left, #packed, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %p : tensor<20x70xi8>, tensor<2x35x16x2xi16>)
      outs(%out : tensor<20x32xi32>) {
  ^bb0(%x: i8, %y: i16, %s: i32):
    %0 = arith.extui %x : i8 to i32
    %1 = arith.extsi %y : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<20x32xi32>
  return %r : tensor<20x32xi32>
}

// -----

// Panels of bytes without sign are in groups of four, which no instruction takes: pairs
// of 16 bits want groups of two.
#left = affine_map<(m, n, k) -> (m, k)>
#packed = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>
#out = affine_map<(m, n, k) -> (m, n)>
// DOTS-LABEL: func.func @packed_without_sign
// DOTS-NOT:     ingot.product
// DOTS:         return
func.func @packed_without_sign(%a: tensor<64x64xi8>, %p: tensor<2x16x16x4xi8>,
                               %out: tensor<64x32xi32>) -> tensor<64x32xi32> {
  %r = linalg.generic {indexing_maps = [#left, #packed, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %p : tensor<64x64xi8>, tensor<2x16x16x4xi8>)
      outs(%out : tensor<64x32xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<64x32xi32>
  return %r : tensor<64x32xi32>
}

// -----

// Dot products of bytes want a right side with sign: without one both sides are
// pairs of 16 bits.
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#out = affine_map<(m, n, k) -> (m, n)>
// DOTS-LABEL: func.func @right_without_sign
// DOTS:         linalg.generic {{.*}} outs({{.*}} : tensor<4x32x16x2xi16>) attrs = {{ *}}{ingot.panels}
// DOTS:           arith.extui %{{.*}} : i8 to i16
// DOTS:         linalg.generic {{.*}} attrs = {{ *}}{ingot.product = "pmaddwd-512"}
func.func @right_without_sign(%a: tensor<64x64xi8>, %b: tensor<64x64xi8>,
                              %out: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %r = linalg.generic {indexing_maps = [#left, #right, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<64x64xi8>, tensor<64x64xi8>)
      outs(%out : tensor<64x64xi32>) {
  ^bb0(%x: i8, %y: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extui %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}

// -----

// Products of bytes and 16 bits that no panels hold are none of these.
// WORDS-LABEL: func.func @mixed
// WORDS-NOT:     ingot.product
#left = affine_map<(m, n, k) -> (m, k)>
#right = affine_map<(m, n, k) -> (k, n)>
#length = affine_map<(m, n, k) -> (k)>
#out = affine_map<(m, n, k) -> (m, n)>
func.func @mixed(%a: tensor<64x64xi8>, %b: tensor<64x64xi16>, %l: tensor<64xi8>,
                 %out: tensor<64x64xi32>) -> tensor<64x64xi32> {
  %r = linalg.generic {indexing_maps = [#left, #right, #length, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b, %l : tensor<64x64xi8>, tensor<64x64xi16>, tensor<64xi8>)
      outs(%out : tensor<64x64xi32>) {
  ^bb0(%x: i8, %y: i16, %n: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i16 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}

// -----

// Panels of another size than the sums need are some other operand.
#left = affine_map<(m, n, k) -> (m, k)>
#packed = affine_map<(m, n, k) -> (n floordiv 16, k floordiv 4, n mod 16, k mod 4)>
#length = affine_map<(m, n, k) -> (k)>
#out = affine_map<(m, n, k) -> (m, n)>
// CHECK-LABEL: func.func @no_panels
// CHECK-NOT:     ingot.product
func.func @no_panels(%a: tensor<64x64xi8>, %p: tensor<4x17x16x4xi8>, %out: tensor<64x64xi32>)
    -> tensor<64x64xi32> {
  %e = tensor.empty() : tensor<64xi8>
  %r = linalg.generic {indexing_maps = [#left, #packed, #length, #out],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %p, %e : tensor<64x64xi8>, tensor<4x17x16x4xi8>, tensor<64xi8>)
      outs(%out : tensor<64x64xi32>) {
  ^bb0(%x: i8, %y: i8, %n: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<64x64xi32>
  return %r : tensor<64x64xi32>
}

// -----

// A batch of panels for one left operand is some other op.
#left = affine_map<(b, m, n, k) -> (m, k)>
#packed = affine_map<(b, m, n, k) -> (b, n floordiv 16, k floordiv 4, n mod 16, k mod 4)>
#length = affine_map<(b, m, n, k) -> (k)>
#out = affine_map<(b, m, n, k) -> (b, m, n)>
// CHECK-LABEL: func.func @batch_of_panels
// CHECK-NOT:     ingot.product
func.func @batch_of_panels(%a: tensor<64x512xi8>, %p: tensor<2x32x128x16x4xi8>,
                           %out: tensor<2x64x512xi32>) -> tensor<2x64x512xi32> {
  %e = tensor.empty() : tensor<512xi8>
  %r = linalg.generic {indexing_maps = [#left, #packed, #length, #out],
      iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%a, %p, %e : tensor<64x512xi8>, tensor<2x32x128x16x4xi8>, tensor<512xi8>)
      outs(%out : tensor<2x64x512xi32>) {
  ^bb0(%x: i8, %y: i8, %n: i8, %s: i32):
    %0 = arith.extsi %x : i8 to i32
    %1 = arith.extsi %y : i8 to i32
    %2 = arith.muli %0, %1 : i32
    %3 = arith.addi %s, %2 : i32
    linalg.yield %3 : i32
  } -> tensor<2x64x512xi32>
  return %r : tensor<2x64x512xi32>
}
