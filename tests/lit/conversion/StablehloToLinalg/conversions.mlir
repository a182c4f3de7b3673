// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// One element type as another.

// CHECK-LABEL: func.func @widths(
// CHECK:         arith.extsi %{{.*}} : i8 to i32
// CHECK:         arith.extui %{{.*}} : i8 to i32
// CHECK:         arith.trunci %{{.*}} : i32 to i8
// CHECK:         arith.extui %{{.*}} : i1 to i32
func.func @widths(%s: tensor<4xi8>, %u: tensor<4xui8>, %w: tensor<4xi32>, %t: tensor<4xi1>) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<4xi32>) {
  %0 = stablehlo.convert %s : (tensor<4xi8>) -> tensor<4xi32>
  %1 = stablehlo.convert %u : (tensor<4xui8>) -> tensor<4xi32>
  %2 = stablehlo.convert %w : (tensor<4xi32>) -> tensor<4xi8>
  %3 = stablehlo.convert %t : (tensor<4xi1>) -> tensor<4xi32>
  return %0, %1, %2, %3 : tensor<4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<4xi32>
}

// What is not zero is true, NaN too.
// CHECK-LABEL: func.func @truth(
// CHECK:         arith.cmpf une
// CHECK:         arith.cmpi ne
func.func @truth(%f: tensor<?xf32>, %i: tensor<?xi32>) -> (tensor<?xi1>, tensor<?xi1>) {
  %0 = stablehlo.convert %f : (tensor<?xf32>) -> tensor<?xi1>
  %1 = stablehlo.convert %i : (tensor<?xi32>) -> tensor<?xi1>
  return %0, %1 : tensor<?xi1>, tensor<?xi1>
}

// CHECK-LABEL: func.func @to_floats(
// CHECK:         arith.sitofp %{{.*}} : i32 to f32
// CHECK:         arith.uitofp %{{.*}} : i32 to f32
// CHECK:         arith.uitofp %{{.*}} : i1 to f32
func.func @to_floats(%s: tensor<4xi32>, %u: tensor<4xui32>, %t: tensor<4xi1>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.convert %s : (tensor<4xi32>) -> tensor<4xf32>
  %1 = stablehlo.convert %u : (tensor<4xui32>) -> tensor<4xf32>
  %2 = stablehlo.convert %t : (tensor<4xi1>) -> tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Out of range is the nearest bound, NaN is 0.
// CHECK-LABEL: func.func @saturate(
// CHECK:         ^bb0(%[[X:.*]]: f32, %{{.*}}: i32):
// CHECK:           %[[IN:.*]] = arith.fptosi %[[X]]
// CHECK:           %[[LOWER:.*]] = arith.constant -2.14748365E+9 : f32
// CHECK:           %[[LOW:.*]] = arith.cmpf olt, %[[X]], %[[LOWER]]
// CHECK:           %[[UPPER:.*]] = arith.constant 2.14748365E+9 : f32
// CHECK:           %[[HIGH:.*]] = arith.cmpf oge, %[[X]], %[[UPPER]]
// CHECK:           %[[NAN:.*]] = arith.cmpf uno, %[[X]], %[[X]]
// CHECK:           %[[LEAST:.*]] = arith.constant -2147483648 : i32
// CHECK:           %[[A:.*]] = arith.select %[[LOW]], %[[LEAST]], %[[IN]]
// CHECK:           %[[MOST:.*]] = arith.constant 2147483647 : i32
// CHECK:           %[[B:.*]] = arith.select %[[HIGH]], %[[MOST]], %[[A]]
// CHECK:           %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK:           arith.select %[[NAN]], %[[ZERO]], %[[B]]
func.func @saturate(%x: tensor<4xf32>) -> tensor<4xi32> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// CHECK-LABEL: func.func @saturate_unsigned(
// CHECK-DAG:       arith.fptoui %{{.*}} : f32 to i8
// CHECK-DAG:       arith.constant 2.560000e+02 : f32
// CHECK-DAG:       arith.constant -1 : i8
func.func @saturate_unsigned(%x: tensor<4xf32>) -> tensor<4xui8> {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xui8>
  return %0 : tensor<4xui8>
}

// Between formats of one width, by way of f32.
// CHECK-LABEL: func.func @floats(
// CHECK:         arith.extf %{{.*}} : f16 to f64
// CHECK:         arith.truncf %{{.*}} : f64 to f16
// CHECK:         %[[W:.*]] = arith.extf %{{.*}} : f16 to f32
// CHECK-NEXT:    arith.truncf %[[W]] : f32 to bf16
func.func @floats(%h: tensor<4xf16>, %d: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>) {
  %0 = stablehlo.convert %h : (tensor<4xf16>) -> tensor<4xf64>
  %1 = stablehlo.convert %d : (tensor<4xf64>) -> tensor<4xf16>
  %2 = stablehlo.convert %h : (tensor<4xf16>) -> tensor<4xbf16>
  return %0, %1, %2 : tensor<4xf64>, tensor<4xf16>, tensor<4xbf16>
}

// A real number gets no imaginary part; a complex one loses it.
// CHECK-LABEL: func.func @complex(
// CHECK:           %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK:           complex.create %{{.*}}, %[[ZERO]] : complex<f32>
// CHECK:           complex.re
// CHECK-NOT:       complex.im
// CHECK:         arith.extf %{{.*}} : f32 to f64
// CHECK:         arith.extf %{{.*}} : f32 to f64
// CHECK:         complex.create
func.func @complex(%x: tensor<4xf32>, %z: tensor<4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f64>>) {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xcomplex<f32>>
  %1 = stablehlo.convert %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %2 = stablehlo.convert %z : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f64>>
  return %0, %1, %2 : tensor<4xcomplex<f32>>, tensor<4xf32>, tensor<4xcomplex<f64>>
}

// CHECK-LABEL: func.func @bitcast(
// CHECK:         arith.bitcast %{{.*}} : f32 to i32
func.func @bitcast(%x: tensor<?xf32>) -> tensor<?xui32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?xf32>) -> tensor<?xui32>
  return %0 : tensor<?xui32>
}

// The lowest bits are the first part.
// CHECK-LABEL: func.func @bitcast_split(
// CHECK:         linalg.generic
// CHECK:           %[[BITS:.*]] = arith.bitcast %{{.*}} : f32 to i32
// CHECK:           %[[I:.*]] = linalg.index 1
// CHECK:           %[[N:.*]] = arith.index_cast %[[I]] : index to i32
// CHECK:           %[[W:.*]] = arith.constant 8 : i32
// CHECK:           %[[P:.*]] = arith.muli %[[N]], %[[W]]
// CHECK:           %[[S:.*]] = arith.shrui %[[BITS]], %[[P]]
// CHECK:           arith.trunci %[[S]] : i32 to i8
func.func @bitcast_split(%x: tensor<2xf32>) -> tensor<2x4xi8> {
  %0 = stablehlo.bitcast_convert %x : (tensor<2xf32>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// CHECK-LABEL: func.func @bitcast_join(
// CHECK-SAME:    %[[A:[a-z0-9]+]]: tensor<2x2xi16>
// CHECK:         linalg.generic
// CHECK-SAME:      ins(%[[A]], %[[A]] :
// CHECK:           arith.extui %{{.*}} : i16 to i32
// CHECK:           arith.extui %{{.*}} : i16 to i32
// CHECK:           %[[W:.*]] = arith.constant 16 : i32
// CHECK:           arith.shli %{{.*}}, %[[W]]
// CHECK:           arith.ori
// CHECK:           arith.bitcast %{{.*}} : i32 to f32
func.func @bitcast_join(%x: tensor<2x2xi16>) -> tensor<2xf32> {
  %0 = stablehlo.bitcast_convert %x : (tensor<2x2xi16>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// The real part of a complex number is in the lower bits.
// CHECK-LABEL: func.func @bitcast_complex_split(
// CHECK:           %[[HALF:.*]] = arith.select %{{.*}}, %{{.*}}, %{{.*}} : f64
// CHECK:           %[[BITS:.*]] = arith.bitcast %[[HALF]] : f64 to i64
// CHECK:           %[[LOW:.*]] = arith.trunci %[[BITS]] : i64 to i32
// CHECK:           %[[RE:.*]] = arith.bitcast %[[LOW]] : i32 to f32
// CHECK:           arith.shrui %[[BITS]]
// CHECK:           complex.create %[[RE]], %{{.*}} : complex<f32>
func.func @bitcast_complex_split(%x: tensor<?xcomplex<f64>>) -> tensor<?x2xcomplex<f32>> {
  %0 = stablehlo.bitcast_convert %x : (tensor<?xcomplex<f64>>) -> tensor<?x2xcomplex<f32>>
  return %0 : tensor<?x2xcomplex<f32>>
}

// CHECK-LABEL: func.func @bitcast_complex_join(
// CHECK:           arith.shli %{{.*}} : i64
// CHECK:           arith.ori %{{.*}} : i64
// CHECK:           arith.bitcast %{{.*}} : i64 to f64
// CHECK:           complex.create %{{.*}} : complex<f64>
func.func @bitcast_complex_join(%x: tensor<3x2xcomplex<f32>>) -> tensor<3xcomplex<f64>> {
  %0 = stablehlo.bitcast_convert %x : (tensor<3x2xcomplex<f32>>) -> tensor<3xcomplex<f64>>
  return %0 : tensor<3xcomplex<f64>>
}

// CHECK-LABEL: func.func @bitcast_complex(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor
// CHECK:         linalg.yield %in : complex<f32>
func.func @bitcast_complex(%x: tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>> {
  %0 = stablehlo.bitcast_convert %x : (tensor<3xcomplex<f32>>) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}
