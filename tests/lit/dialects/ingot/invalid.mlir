// What the lowering to the table of the executable takes for granted.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @constant() {
  // expected-error @+1 {{needs a static shape}}
  %0 = ingot.constant 0 : tensor<?xf32>
  return
}

// -----

func.func @index() {
  // expected-error @+1 {{attribute 'index' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
  %0 = ingot.constant -1 : tensor<4xf32>
  return
}

// -----

func.func @operands(%a: tensor<4xf32>) {
  // expected-error @+1 {{has other operands or results than it describes}}
  %0 = ingot.custom "torch.aten.relu"(%a) {implementation_attrs = "{}", described_operands = [tensor<5xf32>], described_results = [tensor<4xf32>]} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @results(%a: tensor<4xf32>) {
  // expected-error @+1 {{has other operands or results than it describes}}
  %0 = ingot.custom "torch.aten.relu"(%a) {implementation_attrs = "{}", described_operands = [tensor<4xf32>], described_results = []} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @state() {
  // expected-error @+1 {{must be statically shaped tensor}}
  %0 = ingot.state_load 0 : tensor<?xf32>
  return
}
