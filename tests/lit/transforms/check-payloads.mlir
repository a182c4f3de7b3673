// RUN: ingot-opt %s --ingot-check-payloads -split-input-file -verify-diagnostics

// Payloads that fit pass: dense, splat, bits and a resource.
func.func @fits() -> (tensor<2xi32>, tensor<4xf32>, tensor<3xi1>, tensor<2xi16>) {
  %0 = arith.constant dense<[1, 2]> : tensor<2xi32>
  %1 = arith.constant dense<0.5> : tensor<4xf32>
  %2 = arith.constant dense<[true, false, true]> : tensor<3xi1>
  %3 = arith.constant dense_resource<two> : tensor<2xi16>
  return %0, %1, %2, %3 : tensor<2xi32>, tensor<4xf32>, tensor<3xi1>, tensor<2xi16>
}
{-# dialect_resources: { builtin: { two: "0x0200000001000200" } } #-}

// -----

func.func @short() -> tensor<4xi16> {
  // expected-error @+1 {{names the resource 'short' of 4 bytes, which its type does not have}}
  %0 = arith.constant dense_resource<short> : tensor<4xi16>
  return %0 : tensor<4xi16>
}
{-# dialect_resources: { builtin: { short: "0x0200000001000200" } } #-}

// -----

func.func @absent() -> tensor<4xi16> {
  // expected-error @+1 {{names the resource 'absent', of which the module has no data}}
  %0 = arith.constant dense_resource<absent> : tensor<4xi16>
  return %0 : tensor<4xi16>
}
