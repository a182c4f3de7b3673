// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// Where values live is one place here.
// CHECK-LABEL: func.func @annotations(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<4xf32>
// CHECK-NEXT:    return %[[A]]
func.func @annotations(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) {mhlo.sharding = "{replicated}"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = stablehlo.custom_call @annotate_device_placement(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @annotation_dynamic(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<?xf32>
// CHECK-NEXT:    return %[[A]]
func.func @annotation_dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.custom_call @Sharding(%a) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @assertion(
// CHECK-SAME:    %[[P:[a-z0-9]+]]: tensor<i1>
// CHECK:         %[[C:.*]] = tensor.extract %[[P]][]
// CHECK:         cf.assert %[[C]], "sizes {0} differ"
func.func @assertion(%p: tensor<i1>, %n: tensor<i32>) {
  stablehlo.custom_call @shape_assertion(%p, %n) {error_message = "sizes {0} differ", has_side_effect = true} : (tensor<i1>, tensor<i32>) -> ()
  return
}

// All of several elements.
// CHECK-LABEL: func.func @assertion_of_many(
// CHECK:         %[[ALL:.*]] = scf.for
// CHECK:           %[[E:.*]] = tensor.extract
// CHECK:           arith.andi %{{.*}}, %[[E]]
// CHECK:         cf.assert %[[ALL]], "an assertion on shapes failed"
func.func @assertion_of_many(%p: tensor<?xi1>) {
  stablehlo.custom_call @shape_assertion(%p) {has_side_effect = true} : (tensor<?xi1>) -> ()
  return
}

// A sort, and the first elements of it.
// CHECK-LABEL: func.func @top_k(
// CHECK-SAME:    -> (tensor<2x3xf32>, tensor<2x3xi32>)
// CHECK:         scf.while
// CHECK:           scf.condition
// CHECK:         tensor.extract_slice %{{.*}}[0, 0] [2, 3] [1, 1] : tensor<2x5xf32> to tensor<2x3xf32>
// CHECK:         tensor.extract_slice %{{.*}}[0, 0] [2, 3] [1, 1] : tensor<2x5xi32> to tensor<2x3xi32>
func.func @top_k(%a: tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64, largest = true}, mhlo.version = 1 : i64} : (tensor<2x5xf32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
  return %0#0, %0#1 : tensor<2x3xf32>, tensor<2x3xi32>
}

// CHECK-LABEL: func.func @smallest(
// CHECK:         arith.cmpi slt
func.func @smallest(%a: tensor<?xi16>) -> (tensor<3xi16>, tensor<3xi32>) {
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 3 : i64, largest = false}} : (tensor<?xi16>) -> (tensor<3xi16>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xi16>, tensor<3xi32>
}

// CHECK-LABEL: func.func @dynamic_top_k(
// CHECK-SAME:    %{{[a-z0-9]+}}: tensor<?x5xf32>, %[[K:[a-z0-9]+]]: tensor<i32>
// CHECK:         %[[LIST:.*]] = tensor.expand_shape %[[K]]
// CHECK:         %[[N:.*]] = tensor.extract %[[LIST]][
// CHECK:         %[[SIZE:.*]] = arith.index_cast %[[N]] : i32 to index
// CHECK:         tensor.extract_slice %{{.*}}[{{.*}}] [%{{.*}}, %[[SIZE]]] [1, 1] : tensor<?x5xf32> to tensor<?x?xf32>
func.func @dynamic_top_k(%a: tensor<?x5xf32>, %k: tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_top_k(%a, %k) {api_version = 2 : i32} : (tensor<?x5xf32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
  return %0#0, %0#1 : tensor<?x?xf32>, tensor<?x?xi32>
}

// The called function is the order; an exact result will do.
// CHECK-LABEL: func.func @approximate(
// CHECK:         arith.cmpf olt
// CHECK:         tensor.extract_slice %{{.*}}[0] [2] [1] : tensor<8xf32> to tensor<2xf32>
func.func @approximate(%a: tensor<8xf32>, %i: tensor<8xi32>, %v: tensor<f32>, %j: tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0:2 = stablehlo.custom_call @ApproxTopK(%a, %i, %v, %j) {called_computations = [@order], mhlo.backend_config = {aggregate_to_topk = true, reduction_dim = 0 : i64, top_k = 2 : i64}} : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}
// CHECK-LABEL: func.func @dynamic_approximate(
// CHECK-SAME:    -> (tensor<?xf32>, tensor<?xi32>)
// CHECK:         tensor.extract_slice %{{.*}} : tensor<?xf32> to tensor<?xf32>
func.func @dynamic_approximate(%a: tensor<?xf32>, %i: tensor<?xi32>, %v: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>, %n: tensor<1xi64>) -> (tensor<?xf32>, tensor<?xi32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_approx_top_k(%a, %i, %v, %j, %k, %n, %n) {called_computations = [@order], indices_of_shape_operands = dense<[5, 6]> : tensor<2xi64>, mhlo.backend_config = {reduction_dim = 0 : i64}} : (tensor<?xf32>, tensor<?xi32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<1xi64>, tensor<1xi64>) -> (tensor<?xf32>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xi32>
}
func.func private @order(%a: tensor<f32>, %b: tensor<f32>, %i: tensor<i32>, %j: tensor<i32>) -> tensor<i1> {
  %0 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// The shape is an operand; a scalar of it is the size.
// CHECK-LABEL: func.func @dynamic_bits(
// CHECK-SAME:    %[[STATE:[a-z0-9]+]]: tensor<2xi64>, %[[SHAPE:[a-z0-9]+]]: tensor<1xi32>
// CHECK:         tensor.extract %[[SHAPE]]
// CHECK:         tensor.empty(%{{.*}}) : tensor<?xi32>
// CHECK:         linalg.generic
// CHECK:           arith.constant 3528531795 : i64
// CHECK:         %[[NEXT:.*]] = tensor.from_elements {{.*}} : tensor<2xi64>
func.func @dynamic_bits(%s: tensor<2xui64>, %n: tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm DEFAULT>} : (tensor<2xui64>, tensor<1xi32>) -> (tensor<2xui64>, tensor<?xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?xui32>
}

// Which dimension pairs of words lie along, the run finds out.
// CHECK-LABEL: func.func @dynamic_bits_in_pairs(
// CHECK:         arith.floordivsi
// CHECK:         linalg.generic
// CHECK:           arith.constant 466688986 : i32
func.func @dynamic_bits_in_pairs(%s: tensor<2xui64>, %n: tensor<2xi32>) -> (tensor<2xui64>, tensor<?x3xui32>) {
  %0:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator(%s, %n) {api_version = 2 : i32, rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} : (tensor<2xui64>, tensor<2xi32>) -> (tensor<2xui64>, tensor<?x3xui32>)
  return %0#0, %0#1 : tensor<2xui64>, tensor<?x3xui32>
}

// The factor in one triangle, the operand in the other one.
// CHECK-LABEL: func.func @cholesky(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<3x3xf32>
// CHECK:         math.sqrt
// CHECK:         linalg.generic {{.*}} ins(%{{.*}}, %[[A]] :
// CHECK:           %[[IN:.*]] = arith.cmpi uge
// CHECK:           arith.select %[[IN]]
// CHECK:         arith.cmpf ogt
func.func @cholesky(%a: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>) {
  %0:2 = stablehlo.custom_call @lapack_spotrf_ffi(%a) {mhlo.backend_config = {uplo = 76 : ui8}} : (tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<3x3xf32>, tensor<i32>
}
// CHECK-LABEL: func.func @cholesky_dynamic(
// CHECK:           arith.cmpi ule
func.func @cholesky_dynamic(%a: tensor<?x?x?xcomplex<f64>>, %s: tensor<3xi32>, %t: tensor<1xi32>) -> (tensor<?x?x?xcomplex<f64>>, tensor<?xi32>) {
  %0:2 = stablehlo.custom_call @lapack_zpotrf_ffi(%a, %s, %t) {indices_of_shape_operands = dense<[1, 2]> : tensor<2xi64>, mhlo.backend_config = {uplo = 85 : ui8}} : (tensor<?x?x?xcomplex<f64>>, tensor<3xi32>, tensor<1xi32>) -> (tensor<?x?x?xcomplex<f64>>, tensor<?xi32>)
  return %0#0, %0#1 : tensor<?x?x?xcomplex<f64>>, tensor<?xi32>
}

// CHECK-LABEL: func.func @triangular(
// CHECK:         complex.conj
// CHECK-NOT:     complex.div
func.func @triangular(%a: tensor<3x3xcomplex<f32>>, %b: tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  %0 = stablehlo.custom_call @lapack_ctrsm_ffi(%a, %b) {mhlo.backend_config = {diag = 85 : ui8, side = 76 : ui8, trans_x = 67 : ui8, uplo = 76 : ui8}} : (tensor<3x3xcomplex<f32>>, tensor<3x2xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}
// CHECK-LABEL: func.func @triangular_dynamic(
// CHECK:         arith.divf
func.func @triangular_dynamic(%a: tensor<?x?xf64>, %b: tensor<?x2xf64>, %s: tensor<2xi32>) -> tensor<?x2xf64> {
  %0 = stablehlo.custom_call @lapack_dtrsm_ffi(%a, %b, %s) {indices_of_shape_operands = dense<2> : tensor<1xi64>, mhlo.backend_config = {diag = 78 : ui8, side = 76 : ui8, trans_x = 78 : ui8, uplo = 85 : ui8}} : (tensor<?x?xf64>, tensor<?x2xf64>, tensor<2xi32>) -> tensor<?x2xf64>
  return %0 : tensor<?x2xf64>
}

// Elimination: the largest element, two rows exchanged, and all rows below.
// CHECK-LABEL: func.func @lu(
// CHECK-SAME:    -> (tensor<3x4xf32>, tensor<3xi32>, tensor<i32>)
// CHECK:         scf.for
// CHECK:           %{{.*}}:2 = scf.for
// CHECK:             math.absf
// CHECK:             arith.cmpf ogt
// CHECK:           scf.for
// CHECK:           arith.cmpf oeq
// CHECK:           scf.for
// CHECK:             arith.divf
// CHECK:             scf.for
func.func @lu(%a: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3xi32>, tensor<i32>) {
  %0:3 = stablehlo.custom_call @lapack_sgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3xi32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : tensor<3x4xf32>, tensor<3xi32>, tensor<i32>
}
// CHECK-LABEL: func.func @lu_dynamic(
// CHECK:         arith.minsi
// CHECK:         complex.div
func.func @lu_dynamic(%a: tensor<2x?x?xcomplex<f32>>) -> (tensor<2x?x?xcomplex<f32>>, tensor<2x?xi32>, tensor<2xi32>) {
  %0:3 = stablehlo.custom_call @lapack_cgetrf_ffi(%a) {mhlo.backend_config = {}} : (tensor<2x?x?xcomplex<f32>>) -> (tensor<2x?x?xcomplex<f32>>, tensor<2x?xi32>, tensor<2xi32>)
  return %0#0, %0#1, %0#2 : tensor<2x?x?xcomplex<f32>>, tensor<2x?xi32>, tensor<2xi32>
}
