// A release that was none.
// RUN: ingot-opt %s -verify-diagnostics --ingot-legalize-to-vhlo=target=7.0

// expected-error @+1 {{'7.0' is no release of StableHLO from 0.9.0 to 1.20.0}}
module {
  func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
    return %a : tensor<4xf32>
  }
}
