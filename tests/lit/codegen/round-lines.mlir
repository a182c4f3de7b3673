// RUN: ingot-opt %s --ingot-round-lines --canonicalize | FileCheck %s
// RUN: ingot-opt %s --canonicalize --ingot-round-lines --canonicalize | FileCheck %s

#id = affine_map<(i) -> (i)>

// ADD of TFLite: two rescaled bytes, whose sum is rescaled. Nothing of 64 bits is
// left. The zero points -3 are 0.43 more than the sum of the bytes.
// CHECK-LABEL: func.func @sum
// CHECK:         ^bb0(%[[A:.*]]: i8, %[[B:.*]]: i8, %{{.*}}: i8):
// CHECK-NEXT:      %[[Y:.*]] = arith.extsi %[[B]] : i8 to i32
// CHECK-NEXT:      %[[X:.*]] = arith.extsi %[[A]] : i8 to i32
// CHECK-NEXT:      %[[XF:.*]] = arith.sitofp %[[X]] : i32 to f32
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[XF]], %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:      %[[YF:.*]] = arith.sitofp %[[Y]] : i32 to f32
// CHECK-NEXT:      %[[Q:.*]] = arith.mulf %[[YF]], %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:      %[[REST:.*]] = arith.addf %[[Q]], %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[P]], %[[REST]] fastmath<contract> : f32
// CHECK-NEXT:      %[[MOVED:.*]] = arith.addf %[[SUM]], %{{.*}} : f32
// CHECK-NEXT:      %[[BITS:.*]] = arith.bitcast %[[MOVED]] : f32 to i32
// CHECK-NEXT:      %[[R:.*]] = arith.subi %[[BITS]], %{{.*}} : i32
// CHECK-NEXT:      %[[LEAST:.*]] = arith.maxsi %[[R]], %{{.*}} : i32
// CHECK-NEXT:      %[[MOST:.*]] = arith.minsi %[[LEAST]], %{{.*}} : i32
// CHECK-NEXT:      arith.trunci %[[MOST]] : i32 to i8
// CHECK-NEXT:      linalg.yield
func.func @sum(%a: tensor<8xi8>, %b: tensor<8xi8>, %o: tensor<8xi8>) -> tensor<8xi8> {
  %c3_i32 = arith.constant 3 : i32
  %c1048576_i32 = arith.constant 1048576 : i32
  %c1288490141_i64 = arith.constant 1288490141 : i64
  %c2147483648_i64 = arith.constant 2147483648 : i64
  %c0_i32 = arith.constant 0 : i32
  %c1073741824_i64 = arith.constant 1073741824 : i64
  %c-1073741824_i64 = arith.constant -1073741824 : i64
  %c32_i64 = arith.constant 32 : i64
  %c31_i64 = arith.constant 31 : i64
  %c1533916908_i64 = arith.constant 1533916908 : i64
  %c-2147483648_i32 = arith.constant -2147483648 : i32
  %c1073741824_i32 = arith.constant 1073741824 : i32
  %c131072_i32 = arith.constant 131072 : i32
  %c18_i32 = arith.constant 18 : i32
  %c-3_i32 = arith.constant -3 : i32
  %c-128_i32 = arith.constant -128 : i32
  %c127_i32 = arith.constant 127 : i32
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xi8>, tensor<8xi8>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i8, %in_0: i8, %out: i8):
    %1 = arith.extsi %in_0 : i8 to i32
    %2 = arith.addi %1, %c3_i32 : i32
    %3 = arith.muli %2, %c1048576_i32 : i32
    %4 = arith.extsi %3 : i32 to i64
    %5 = arith.muli %4, %c1288490141_i64 : i64
    %6 = arith.addi %5, %c2147483648_i64 : i64
    %7 = arith.cmpi sge, %3, %c0_i32 : i32
    %8 = arith.select %7, %c1073741824_i64, %c-1073741824_i64 : i64
    %9 = arith.addi %8, %6 : i64
    %10 = arith.shrui %9, %c32_i64 : i64
    %11 = arith.trunci %10 : i64 to i32
    %12 = arith.extsi %in : i8 to i32
    %13 = arith.addi %12, %c3_i32 : i32
    %14 = arith.muli %13, %c1048576_i32 : i32
    %15 = arith.extsi %14 : i32 to i64
    %16 = arith.muli %15, %c1073741824_i64 : i64
    %17 = arith.addi %16, %c1073741824_i64 : i64
    %18 = arith.shrsi %17, %c31_i64 : i64
    %19 = arith.trunci %18 : i64 to i32
    %20 = arith.addi %19, %11 : i32
    %21 = arith.extsi %20 : i32 to i64
    %22 = arith.muli %21, %c1533916908_i64 : i64
    %23 = arith.andi %20, %c-2147483648_i32 : i32
    %24 = arith.addi %23, %c1073741824_i32 : i32
    %25 = arith.extsi %24 : i32 to i64
    %26 = arith.addi %22, %25 : i64
    %27 = arith.shrui %26, %c32_i64 : i64
    %28 = arith.trunci %27 : i64 to i32
    %29 = arith.addi %28, %c131072_i32 : i32
    %30 = arith.shrsi %29, %c18_i32 : i32
    %31 = arith.addi %30, %c-3_i32 : i32
    %32 = arith.maxsi %31, %c-128_i32 : i32
    %33 = arith.minsi %32, %c127_i32 : i32
    %34 = arith.trunci %33 : i32 to i8
    linalg.yield %34 : i8
  } -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// One byte without a sign, scaled to a range of the other's.
// CHECK-LABEL: func.func @scale
// CHECK:           arith.extui
// CHECK-NEXT:      arith.sitofp
// CHECK-NEXT:      arith.mulf
// CHECK-NOT:       i64
// CHECK:           arith.trunci %{{.*}} : i32 to i8
// CHECK-NEXT:      arith.minsi %{{.*}}, %c-60_i8 : i8
func.func @scale(%a: tensor<8xi8>, %o: tensor<8xi8>) -> tensor<8xi8> {
  %m = arith.constant 1321528399 : i64
  %half = arith.constant 2147483648 : i64
  %c32 = arith.constant 32 : i64
  %low = arith.constant -128 : i32
  %high = arith.constant -60 : i32
  %c-128 = arith.constant -128 : i32
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xi8>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i8, %out: i8):
    %1 = arith.extui %in : i8 to i32
    %2 = arith.extsi %1 : i32 to i64
    %3 = arith.muli %2, %m : i64
    %4 = arith.addi %3, %half : i64
    %5 = arith.shrsi %4, %c32 : i64
    %6 = arith.trunci %5 : i64 to i32
    %7 = arith.addi %6, %c-128 : i32
    %8 = arith.maxsi %7, %low : i32
    %9 = arith.minsi %8, %high : i32
    %10 = arith.trunci %9 : i32 to i8
    linalg.yield %10 : i8
  } -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// The same byte by 32 and by 64 bits is one input.
// CHECK-LABEL: func.func @two_widths
// CHECK-COUNT-1:   arith.sitofp
// CHECK-NOT:       arith.sitofp
// CHECK:           arith.trunci %{{.*}} : i32 to i8
func.func @two_widths(%a: tensor<8xi8>, %o: tensor<8xi8>) -> tensor<8xi8> {
  %m = arith.constant 1321528399 : i64
  %zero = arith.constant 0 : i32
  %up = arith.constant 2147483648 : i64
  %down = arith.constant 2147483647 : i64
  %c32 = arith.constant 32 : i64
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xi8>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i8, %out: i8):
    %1 = arith.extsi %in : i8 to i32
    %2 = arith.extsi %in : i8 to i64
    %3 = arith.muli %2, %m : i64
    %4 = arith.cmpi sge, %1, %zero : i32
    %5 = arith.select %4, %up, %down : i64
    %6 = arith.addi %3, %5 : i64
    %7 = arith.shrsi %6, %c32 : i64
    %8 = arith.trunci %7 : i64 to i8
    linalg.yield %8 : i8
  } -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// Without zero points nothing is added to the second product, which must not be
// fused then: the sum may be fused with the first one only. The result has no
// sign.
// CHECK-LABEL: func.func @without_start
// CHECK:           %[[XF:.*]] = arith.sitofp
// CHECK-NEXT:      %[[P:.*]] = arith.mulf %[[XF]], %{{.*}} fastmath<contract> : f32
// CHECK:           %[[YF:.*]] = arith.sitofp
// CHECK-NEXT:      %[[Q:.*]] = arith.mulf %[[YF]], %{{[a-z0-9_]+}} : f32
// CHECK-NEXT:      %[[SUM:.*]] = arith.addf %[[P]], %[[Q]] fastmath<contract> : f32
// CHECK-NEXT:      arith.addf %[[SUM]], %{{[a-z0-9_]+}} : f32
// CHECK:           arith.maxsi %{{.*}}, %c0_i32 : i32
// CHECK-NEXT:      arith.minsi %{{.*}}, %c255_i32 : i32
// CHECK-NEXT:      %[[BYTE:.*]] = arith.trunci %{{.*}} : i32 to i8
// CHECK-NEXT:      %[[LOW:.*]] = arith.maxui %[[BYTE]], %c7_i8 : i8
// CHECK-NEXT:      %[[HIGH:.*]] = arith.minui %[[LOW]], %c-56_i8 : i8
// CHECK-NEXT:      linalg.yield %[[HIGH]]
func.func @without_start(%a: tensor<8xi8>, %b: tensor<8xi8>, %o: tensor<8xi8>) -> tensor<8xi8> {
  %m = arith.constant 3006512345 : i64
  %n = arith.constant 1876912347 : i64
  %half = arith.constant 2147483648 : i64
  %c32 = arith.constant 32 : i64
  %low = arith.constant 7 : i32
  %high = arith.constant 200 : i32
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xi8>, tensor<8xi8>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i8, %in_0: i8, %out: i8):
    %1 = arith.extui %in : i8 to i64
    %2 = arith.extui %in_0 : i8 to i64
    %3 = arith.muli %1, %m : i64
    %4 = arith.muli %2, %n : i64
    %5 = arith.addi %3, %4 : i64
    %6 = arith.addi %5, %half : i64
    %7 = arith.shrsi %6, %c32 : i64
    %8 = arith.trunci %7 : i64 to i32
    %9 = arith.maxsi %8, %low : i32
    %10 = arith.minsi %9, %high : i32
    %11 = arith.trunci %10 : i32 to i8
    linalg.yield %11 : i8
  } -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// MUL of TFLite rounds to 2^-4 first, which takes what is a little less than a
// half above it: the sum of half, with its sign, is cut.
// CHECK-LABEL: func.func @product
// CHECK:           %[[EXACT:.*]] = arith.mulf %{{.*}}, %{{[a-z0-9_]+}} : f32
// CHECK-NEXT:      %[[SUM:.*]] = arith.mulf %[[EXACT]], %{{.*}} fastmath<contract> : f32
// CHECK-NEXT:      %[[HALF:.*]] = math.copysign %{{.*}}, %[[SUM]] : f32
// CHECK-NEXT:      %[[MOVED:.*]] = arith.addf %[[SUM]], %[[HALF]] : f32
// CHECK-NEXT:      arith.fptosi %[[MOVED]] : f32 to i32
func.func @product(%a: tensor<8xi8>, %b: tensor<8xi8>, %o: tensor<8xi8>) -> tensor<8xi8> {
  %c3 = arith.constant 3 : i32
  %c-5 = arith.constant -5 : i32
  %m = arith.constant 1472560256 : i64
  %sign = arith.constant -2147483648 : i32
  %one = arith.constant 1073741824 : i32
  %c32 = arith.constant 32 : i64
  %c8 = arith.constant 8 : i32
  %c4 = arith.constant 4 : i32
  %low = arith.constant -128 : i32
  %high = arith.constant 127 : i32
  %0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xi8>, tensor<8xi8>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i8, %in_0: i8, %out: i8):
    %1 = arith.extsi %in : i8 to i32
    %2 = arith.extsi %in_0 : i8 to i32
    %3 = arith.addi %1, %c3 : i32
    %4 = arith.addi %2, %c-5 : i32
    %5 = arith.muli %3, %4 : i32
    %6 = arith.extsi %5 : i32 to i64
    %7 = arith.muli %6, %m : i64
    %8 = arith.andi %5, %sign : i32
    %9 = arith.addi %8, %one : i32
    %10 = arith.extsi %9 : i32 to i64
    %11 = arith.addi %7, %10 : i64
    %12 = arith.shrui %11, %c32 : i64
    %13 = arith.trunci %12 : i64 to i32
    %14 = arith.addi %13, %c8 : i32
    %15 = arith.shrsi %14, %c4 : i32
    %16 = arith.maxsi %15, %low : i32
    %17 = arith.minsi %16, %high : i32
    %18 = arith.trunci %17 : i32 to i8
    linalg.yield %18 : i8
  } -> tensor<8xi8>
  return %0 : tensor<8xi8>
}

// Evaluating takes time: a kernel has four lines at most.
// CHECK-LABEL: func.func @many
// CHECK-COUNT-4: arith.bitcast
// CHECK-NOT:     arith.bitcast
// CHECK:         linalg.yield
func.func @many(%a: tensor<8xi8>, %o: tensor<8xi8>) -> (tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>) {
  %half = arith.constant 2147483648 : i64
  %c32 = arith.constant 32 : i64
  %m0 = arith.constant 1321528399 : i64
  %m1 = arith.constant 1621528400 : i64
  %m2 = arith.constant 1921528401 : i64
  %m3 = arith.constant 2221528402 : i64
  %m4 = arith.constant 2521528403 : i64
  %r:5 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id],
      iterator_types = ["parallel"]}
      ins(%a : tensor<8xi8>) outs(%o, %o, %o, %o, %o : tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>) {
  ^bb0(%in: i8, %o0: i8, %o1: i8, %o2: i8, %o3: i8, %o4: i8):
    %x = arith.extsi %in : i8 to i64
    %p0 = arith.muli %x, %m0 : i64
    %s0 = arith.addi %p0, %half : i64
    %q0 = arith.shrsi %s0, %c32 : i64
    %r0 = arith.trunci %q0 : i64 to i8
    %p1 = arith.muli %x, %m1 : i64
    %s1 = arith.addi %p1, %half : i64
    %q1 = arith.shrsi %s1, %c32 : i64
    %r1 = arith.trunci %q1 : i64 to i8
    %p2 = arith.muli %x, %m2 : i64
    %s2 = arith.addi %p2, %half : i64
    %q2 = arith.shrsi %s2, %c32 : i64
    %r2 = arith.trunci %q2 : i64 to i8
    %p3 = arith.muli %x, %m3 : i64
    %s3 = arith.addi %p3, %half : i64
    %q3 = arith.shrsi %s3, %c32 : i64
    %r3 = arith.trunci %q3 : i64 to i8
    %p4 = arith.muli %x, %m4 : i64
    %s4 = arith.addi %p4, %half : i64
    %q4 = arith.shrsi %s4, %c32 : i64
    %r4 = arith.trunci %q4 : i64 to i8
    linalg.yield %r0, %r1, %r2, %r3, %r4 : i8, i8, i8, i8, i8
  } -> (tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>)
  return %r#0, %r#1, %r#2, %r#3, %r#4 : tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>, tensor<8xi8>
}

// A square is no line, a sum of words has too many inputs to try, and without
// products of 64 bits there is nothing to win.
// CHECK-LABEL: func.func @not_taken
// CHECK-NOT:     f32
// CHECK:         return
func.func @not_taken(%a: tensor<8xi8>, %w: tensor<8xi32>, %o: tensor<8xi8>)
    -> (tensor<8xi8>, tensor<8xi8>, tensor<8xi8>) {
  %m = arith.constant 5 : i64
  %c8 = arith.constant 8 : i64
  %low = arith.constant -128 : i64
  %high = arith.constant 127 : i64
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xi8>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i8, %out: i8):
    %1 = arith.extsi %in : i8 to i32
    %2 = arith.extsi %1 : i32 to i64
    %3 = arith.muli %2, %2 : i64
    %4 = arith.shrsi %3, %c8 : i64
    %5 = arith.trunci %4 : i64 to i8
    linalg.yield %5 : i8
  } -> tensor<8xi8>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%w : tensor<8xi32>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i32, %out: i8):
    %2 = arith.extsi %in : i32 to i64
    %3 = arith.muli %2, %m : i64
    %4 = arith.shrsi %3, %c8 : i64
    %5 = arith.maxsi %4, %low : i64
    %6 = arith.minsi %5, %high : i64
    %7 = arith.trunci %6 : i64 to i8
    linalg.yield %7 : i8
  } -> tensor<8xi8>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xi8>) outs(%o : tensor<8xi8>) {
  ^bb0(%in: i8, %out: i8):
    %c2 = arith.constant 2 : i32
    %3 = arith.extsi %in : i8 to i32
    %4 = arith.shrsi %3, %c2 : i32
    %5 = arith.trunci %4 : i32 to i8
    linalg.yield %5 : i8
  } -> tensor<8xi8>
  return %0, %1, %2 : tensor<8xi8>, tensor<8xi8>, tensor<8xi8>
}
