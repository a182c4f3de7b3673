// RUN: ingot-opt %s --ingot-whole-byte-constants=min-bytes=4 --split-input-file \
// RUN:   | FileCheck %s
// RUN: ingot-opt %s --ingot-whole-byte-constants=min-bytes=5 --split-input-file \
// RUN:   | FileCheck %s --check-prefix=ABOVE

// ABOVE-NOT: arith.trunci
// ABOVE-NOT: bitcast_convert

// CHECK-LABEL: func.func @four_bits
func.func @four_bits() -> tensor<4xi4> {
  // CHECK: %[[C:.+]] = arith.constant dense<{{.+}}> : tensor<4xi8>
  // CHECK: %[[R:.+]] = arith.trunci %[[C]] : tensor<4xi8> to tensor<4xi4>
  // CHECK: return %[[R]]
  %0 = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi4>
  return %0 : tensor<4xi4>
}

// CHECK-LABEL: func.func @tosa
func.func @tosa() -> tensor<2x2xi4> {
  // CHECK: arith.trunci %{{.+}} : tensor<2x2xi8> to tensor<2x2xi4>
  %0 = "tosa.const"() <{values = dense<[[1, 2], [3, 4]]> : tensor<2x2xi4>}> : () -> tensor<2x2xi4>
  return %0 : tensor<2x2xi4>
}

// CHECK-LABEL: func.func @floats
func.func @floats() -> tensor<4xf4E2M1FN> {
  // CHECK: %[[N:.+]] = arith.trunci %{{.+}} : tensor<4xi8> to tensor<4xi4>
  // CHECK: arith.bitcast %[[N]] : tensor<4xi4> to tensor<4xf4E2M1FN>
  %0 = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf4E2M1FN>
  return %0 : tensor<4xf4E2M1FN>
}

// CHECK-LABEL: func.func @unsigned
func.func @unsigned() -> (tensor<4xui8>, tensor<4xui4>) {
  // CHECK: %[[C:.+]] = arith.constant dense<[1, 2, 3, -1]> : tensor<4xi8>
  // CHECK: stablehlo.bitcast_convert %[[C]] : (tensor<4xi8>) -> tensor<4xui8>
  %0 = stablehlo.constant dense<[1, 2, 3, 255]> : tensor<4xui8>
  // CHECK: %[[N:.+]] = arith.trunci %{{.+}} : tensor<4xi8> to tensor<4xi4>
  // CHECK: stablehlo.bitcast_convert %[[N]] : (tensor<4xi4>) -> tensor<4xui4>
  %1 = stablehlo.constant dense<[1, 2, 3, 15]> : tensor<4xui4>
  return %0, %1 : tensor<4xui8>, tensor<4xui4>
}

// CHECK-LABEL: func.func @quantised
// CHECK-NOT: bitcast_convert
// CHECK-NOT: trunci
func.func @quantised() -> (tensor<4x!quant.uniform<i4:f32, 0.5>>, tensor<4x!quant.uniform<u8:f32, 0.5>>) {
  // CHECK: stablehlo.constant() <{value = dense<[1, -2, 3, -4]> : tensor<4xi4>}> : () -> tensor<4x!quant.uniform<i4:f32
  %0 = stablehlo.constant() <{value = dense<[1, -2, 3, -4]> : tensor<4xi4>}> : () -> tensor<4x!quant.uniform<i4:f32, 0.5>>
  // CHECK: stablehlo.constant() <{value = dense<[1, 2, 3, 255]> : tensor<4xui8>}> : () -> tensor<4x!quant.uniform<u8:f32
  %1 = stablehlo.constant() <{value = dense<[1, 2, 3, 255]> : tensor<4xui8>}> : () -> tensor<4x!quant.uniform<u8:f32, 0.5>>
  return %0, %1 : tensor<4x!quant.uniform<i4:f32, 0.5>>, tensor<4x!quant.uniform<u8:f32, 0.5>>
}

// Splats, elements of the ABI, and those of three bytes or sixteen.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: trunci
func.func @stays() -> (tensor<4xi4>, tensor<4xi8>, tensor<4xi24>, tensor<4xi128>) {
  %0 = arith.constant dense<7> : tensor<4xi4>
  %1 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %2 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi24>
  %3 = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi128>
  return %0, %1, %2, %3 : tensor<4xi4>, tensor<4xi8>, tensor<4xi24>, tensor<4xi128>
}

// -----

// CHECK: ml_program.global private @w(dense<{{.+}}> : tensor<4xi8>) : tensor<4xi8>
ml_program.global private @w(dense<[1, -2, 3, -4]> : tensor<4xi4>) : tensor<4xi4>
// CHECK: ml_program.global private mutable @state(dense<{{.+}}> : tensor<4xi4>)
ml_program.global private mutable @state(dense<[1, -2, 3, -4]> : tensor<4xi4>) : tensor<4xi4>

// CHECK-LABEL: func.func @global
func.func @global() -> (tensor<4xi4>, tensor<4xi4>) {
  // CHECK: %[[L:.+]] = ml_program.global_load_const @w : tensor<4xi8>
  // CHECK: %[[R:.+]] = arith.trunci %[[L]] : tensor<4xi8> to tensor<4xi4>
  %0 = ml_program.global_load_const @w : tensor<4xi4>
  %1 = ml_program.global_load @state : tensor<4xi4>
  // CHECK: return %[[R]]
  return %0, %1 : tensor<4xi4>, tensor<4xi4>
}

// -----

// Nothing in the body of a structured op computes on tensors.
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func.func @body
func.func @body(%x: tensor<4xindex>) -> tensor<4xi4> {
  // CHECK: %[[T:.+]] = arith.trunci %{{.+}} : tensor<4xi8> to tensor<4xi4>
  // CHECK: linalg.generic
  // CHECK: tensor.extract %[[T]]
  %e = tensor.empty() : tensor<4xi4>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xindex>) outs(%e : tensor<4xi4>) {
  ^bb0(%i: index, %o: i4):
    %w = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi4>
    %v = tensor.extract %w[%i] : tensor<4xi4>
    linalg.yield %v : i4
  } -> tensor<4xi4>
  return %0 : tensor<4xi4>
}

// -----

ml_program.global private @w(dense<[1, -2, 3, -4]> : tensor<4xi4>) : tensor<4xi4>

// Nothing is computed once per element or turn of a loop.
// CHECK-LABEL: func.func @regions
// CHECK: %[[W:.+]] = arith.trunci %{{.+}} : tensor<4xi8> to tensor<4xi4>
// CHECK: %[[L:.+]] = ml_program.global_load_const @w : tensor<4xi8>
// CHECK: %[[G:.+]] = arith.trunci %[[L]] : tensor<4xi8> to tensor<4xi4>
// CHECK: scf.for
// CHECK: tensor.generate
// CHECK: tensor.extract %[[W]]
// CHECK: tensor.extract %[[G]]
func.func @regions(%n: index, %x: tensor<4xi4>) -> tensor<4xi4> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %0 = scf.for %k = %zero to %n step %one iter_args(%t = %x) -> tensor<4xi4> {
    %1 = tensor.generate {
    ^bb0(%i: index):
      %w = arith.constant dense<[4, -2, 3, -4]> : tensor<4xi4>
      %g = ml_program.global_load_const @w : tensor<4xi4>
      %a = tensor.extract %w[%i] : tensor<4xi4>
      %b = tensor.extract %g[%i] : tensor<4xi4>
      %c = arith.addi %a, %b : i4
      tensor.yield %c : i4
    } : tensor<4xi4>
    scf.yield %1 : tensor<4xi4>
  }
  return %0 : tensor<4xi4>
}

// -----

// CHECK: func.func @blocks
// CHECK: arith.trunci
// CHECK: cf.br
func.func @blocks(%n: index) -> i4 {
  cf.br ^next(%n : index)
^next(%i: index):
  %w = arith.constant dense<[1, -2, 3, -4]> : tensor<4xi4>
  %v = tensor.extract %w[%i] : tensor<4xi4>
  %last = arith.cmpi eq, %i, %n : index
  cf.cond_br %last, ^done, ^next(%n : index)
^done:
  return %v : i4
}

// -----

ml_program.global private @w(dense<[[1, -2], [3, -4]]> : tensor<2x2xi4>) : tensor<2x2xi4>

// CHECK-LABEL: func.func @contractions
// CHECK-NOT: trunci
// CHECK: return
func.func @contractions(%x: tensor<2x2xi8>, %a: tensor<2x2xi32>) -> (tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>) {
  %w = arith.constant dense<[[1, -2], [3, -4]]> : tensor<2x2xi4>
  %0 = linalg.matmul ins(%x, %w : tensor<2x2xi8>, tensor<2x2xi4>) outs(%a : tensor<2x2xi32>) -> tensor<2x2xi32>
  %g = ml_program.global_load_const @w : tensor<2x2xi4>
  %1 = linalg.matmul ins(%x, %g : tensor<2x2xi8>, tensor<2x2xi4>) outs(%a : tensor<2x2xi32>) -> tensor<2x2xi32>
  %h = stablehlo.constant dense<[[1, -2], [3, 5]]> : tensor<2x2xi4>
  %2 = stablehlo.dot_general %x, %h, contracting_dims = [1] x [0] : (tensor<2x2xi8>, tensor<2x2xi4>) -> tensor<2x2xi32>
  return %0, %1, %2 : tensor<2x2xi32>, tensor<2x2xi32>, tensor<2x2xi32>
}

// -----

func.func @resource() -> tensor<4xi4> {
  // CHECK-LABEL: func.func @resource
  // CHECK: arith.constant dense_resource<w> : tensor<4xi8>
  %0 = arith.constant dense_resource<w> : tensor<4xi4>
  return %0 : tensor<4xi4>
}

{-#
  dialect_resources: { builtin: { w: "0x0100000001FE03FC" } }
#-}
