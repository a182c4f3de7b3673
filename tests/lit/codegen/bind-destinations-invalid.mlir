// RUN: ingot-opt %s --ingot-bind-destinations --split-input-file --verify-diagnostics

// expected-error @+1 {{holds no function 'kernel'}}
module {
  func.func @other() { return }
}

// -----

// expected-error @+1 {{needs one destination argument per result}}
func.func @kernel(%a: tensor<4xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  return %e : tensor<5xf32>
}

// -----

// expected-error @+1 {{takes an unranked tensor}}
func.func @kernel(%a: tensor<*xf32>) { return }

// -----

// expected-error @+1 {{has more than one block}}
func.func @kernel(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^next
^next:
  return %a : tensor<4xf32>
}
