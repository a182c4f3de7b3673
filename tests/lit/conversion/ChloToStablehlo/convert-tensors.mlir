// RUN: ingot-opt %s --convert-chlo-to-stablehlo | FileCheck %s

// CHECK-LABEL: func.func @constants(
// CHECK:         stablehlo.constant dense<[1, 2]> : tensor<2xi32>
// CHECK:         stablehlo.constant dense<2.000000e+00> : tensor<3xf32>
func.func @constants(%a: tensor<3xf32>) -> (tensor<2xi32>, tensor<3xf32>) {
  %0 = chlo.constant dense<[1, 2]> : tensor<2xi32>
  %1 = "chlo.constant_like"(%a) <{value = 2.0 : f32}> : (tensor<3xf32>) -> tensor<3xf32>
  return %0, %1 : tensor<2xi32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @dynamic_constant_like(
// CHECK-SAME:    %[[A:.*]]: tensor<4x?xi32>
// CHECK:         %[[C:.*]] = stablehlo.constant dense<7> : tensor<i32>
// CHECK:         stablehlo.constant dense<4> : tensor<i32>
// CHECK:         stablehlo.get_dimension_size %[[A]], dim = 1
// CHECK:         %[[S:.*]] = stablehlo.concatenate
// CHECK:         stablehlo.dynamic_broadcast_in_dim %[[C]], %[[S]], dims = []
func.func @dynamic_constant_like(%a: tensor<4x?xi32>) -> tensor<4x?xi32> {
  %0 = "chlo.constant_like"(%a) <{value = 7 : i32}> : (tensor<4x?xi32>) -> tensor<4x?xi32>
  return %0 : tensor<4x?xi32>
}

// CHECK-LABEL: func.func @top_k(
// CHECK-SAME:    %[[A:.*]]: tensor<5x4xbf16>
// CHECK:         %[[I:.*]] = stablehlo.iota dim = 1 : tensor<5x4xi32>
// CHECK:         %[[S:.*]]:2 = "stablehlo.sort"(%[[A]], %[[I]]) <{dimension = 1 : i64, is_stable = true}> ({
// CHECK-NEXT:    ^bb0(%[[L:.*]]: tensor<bf16>, %[[R:.*]]: tensor<bf16>, %{{.*}}: tensor<i32>, %{{.*}}: tensor<i32>):
// CHECK-NEXT:      stablehlo.compare GT, %[[L]], %[[R]], TOTALORDER
// CHECK:         stablehlo.slice %[[S]]#0 [0:5, 0:2]
// CHECK:         stablehlo.slice %[[S]]#1 [0:5, 0:2]
func.func @top_k(%a: tensor<5x4xbf16>) -> (tensor<5x2xbf16>, tensor<5x2xi32>) {
  %0:2 = chlo.top_k(%a, k = 2) : tensor<5x4xbf16> -> (tensor<5x2xbf16>, tensor<5x2xi32>)
  return %0#0, %0#1 : tensor<5x2xbf16>, tensor<5x2xi32>
}

// CHECK-LABEL: func.func @top_k_of_integers(
// CHECK:         stablehlo.compare GT, %{{.*}}, %{{.*}}, UNSIGNED
// CHECK:         stablehlo.compare GT, %{{.*}}, %{{.*}}, SIGNED
func.func @top_k_of_integers(%a: tensor<4xui8>, %b: tensor<4xi8>) -> (tensor<2xui8>, tensor<2xi8>) {
  %0:2 = chlo.top_k(%a, k = 2) : tensor<4xui8> -> (tensor<2xui8>, tensor<2xi32>)
  %1:2 = chlo.top_k(%b, k = 2) : tensor<4xi8> -> (tensor<2xi8>, tensor<2xi32>)
  return %0#0, %1#0 : tensor<2xui8>, tensor<2xi8>
}

// CHECK-LABEL: func.func @dynamic_top_k(
// CHECK:         stablehlo.dynamic_iota
// CHECK:         stablehlo.sort
// CHECK-COUNT-2: stablehlo.real_dynamic_slice
func.func @dynamic_top_k(%a: tensor<?x?xf32>) -> (tensor<?x2xf32>, tensor<?x2xi32>) {
  %0:2 = chlo.top_k(%a, k = 2) : tensor<?x?xf32> -> (tensor<?x2xf32>, tensor<?x2xi32>)
  return %0#0, %0#1 : tensor<?x2xf32>, tensor<?x2xi32>
}

// Complex numbers have no order: the op stays, to be reported.
// CHECK-LABEL: func.func @top_k_of_complex(
// CHECK-NEXT:    chlo.top_k
func.func @top_k_of_complex(%a: tensor<4xcomplex<f32>>) -> (tensor<2xcomplex<f32>>, tensor<2xi32>) {
  %0:2 = chlo.top_k(%a, k = 2) : tensor<4xcomplex<f32>> -> (tensor<2xcomplex<f32>>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xcomplex<f32>>, tensor<2xi32>
}

// CHECK-LABEL: func.func @scan(
// CHECK-SAME:    %[[X:.*]]: tensor<2x3xi32>, %[[I:.*]]: tensor<2xi32>
// CHECK:         %[[W:.*]]:3 = stablehlo.while(%[[N:.*]] = %{{.*}}, %[[OUT:.*]] = %{{.*}}, %[[C:.*]] = %[[I]])
// CHECK:           stablehlo.compare LT, %[[N]], %{{.*}}, SIGNED
// CHECK:         do {
// CHECK:           %[[P:.*]] = stablehlo.subtract %{{.*}}, %[[N]] : tensor<i32>
// CHECK:           %[[S:.*]] = stablehlo.dynamic_slice %[[X]], %{{.*}}, %[[P]], sizes = [2, 1]
// CHECK:           %[[E:.*]] = stablehlo.reshape %[[S]] : (tensor<2x1xi32>) -> tensor<2xi32>
// CHECK:           %[[SUM:.*]] = stablehlo.add %[[E]], %[[C]] : tensor<2xi32>
// CHECK:           %[[U:.*]] = stablehlo.reshape %[[SUM]] : (tensor<2xi32>) -> tensor<2x1xi32>
// CHECK:           stablehlo.dynamic_update_slice %[[OUT]], %[[U]], %{{.*}}, %[[P]]
// CHECK:         return %[[W]]#1, %[[W]]#2
func.func @scan(%x: tensor<2x3xi32>, %i: tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>) {
  %0:2 = chlo.scan(%x) inits(%i) dimension=1 attributes {is_reverse = true} {
  ^bb0(%a: tensor<2xi32>, %b: tensor<2xi32>):
    %1 = stablehlo.add %a, %b : tensor<2xi32>
    stablehlo.return %1, %1 : tensor<2xi32>, tensor<2xi32>
  } : (tensor<2x3xi32>, tensor<2xi32>) -> (tensor<2x3xi32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2x3xi32>, tensor<2xi32>
}

// CHECK-LABEL: func.func @dynamic_scan(
// CHECK-NEXT:    chlo.scan
func.func @dynamic_scan(%x: tensor<?xi32>, %i: tensor<i32>) -> tensor<?xi32> {
  %0:2 = chlo.scan(%x) inits(%i) dimension=0 {
  ^bb0(%a: tensor<i32>, %b: tensor<i32>):
    stablehlo.return %a, %b : tensor<i32>, tensor<i32>
  } : (tensor<?xi32>, tensor<i32>) -> (tensor<?xi32>, tensor<i32>)
  return %0#0 : tensor<?xi32>
}
