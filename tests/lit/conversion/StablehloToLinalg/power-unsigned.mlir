// RUN: ingot-opt %s --convert-stablehlo-to-linalg | FileCheck %s

// An exponent of 128 and more is not a negative one.
// CHECK-LABEL: func.func @power(
// CHECK:         ^bb0(%[[X:.*]]: i8, %[[N:.*]]: i8, %{{.*}}: i8):
// CHECK:           %[[LOWER:.*]] = arith.constant 127 : i8
// CHECK:           %[[E:.*]] = arith.andi %[[N]], %[[LOWER]]
// CHECK:           %[[P:.*]] = math.ipowi %[[X]], %[[E]]
// CHECK:           %[[LARGE:.*]] = arith.cmpi slt, %[[N]], %{{.*}}
// CHECK:           %[[EVEN:.*]] = arith.cmpi eq
// CHECK:           %[[GONE:.*]] = arith.andi %[[LARGE]], %[[EVEN]]
// CHECK:           arith.select %[[GONE]], %{{.*}}, %[[P]]
func.func @power(%a: tensor<4xui8>, %b: tensor<4xui8>) -> tensor<4xui8> {
  %0 = stablehlo.power %a, %b : tensor<4xui8>
  return %0 : tensor<4xui8>
}
