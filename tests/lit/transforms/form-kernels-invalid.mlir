// RUN: ingot-opt %s -split-input-file -verify-diagnostics

// What the dialect itself refuses.
func.func @no_kernel(%a: tensor<4xf32>) {
  // expected-error @+1 {{op attribute 'index' failed to satisfy constraint}}
  %0 = ingot.constant -1 : tensor<4xf32>
  return
}

// -----

func.func @dynamic_constant() {
  // expected-error @+1 {{needs a static shape}}
  %0 = ingot.constant 0 : tensor<?xf32>
  return
}

// -----

func.func @dynamic_state() {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = ingot.state_load 0 : tensor<?xf32>
  return
}
