// Casts between torch and builtin types keep sizes and elements; symbols fit their map.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @elements(%a: !torch.vtensor<[2],f32>) {
  // expected-error @+1 {{has elements that differ, 'f32' and 'f64'}}
  %0 = torch_c.to_builtin_tensor %a : !torch.vtensor<[2],f32> -> tensor<2xf64>
  return
}

// -----

func.func @shapes(%a: tensor<3xi64>) {
  // expected-error @+1 {{has shapes that differ}}
  %0 = torch_c.from_builtin_tensor %a : tensor<3xi64> -> !torch.vtensor<[2],si64>
  return
}

// -----

func.func @symbols(%a: !torch.vtensor<[?],f32>) {
  // expected-error @+1 {{takes a map of as many symbols as there are in brackets, and of no dimensions}}
  torch.bind_symbolic_shape %a, [], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
  return
}

// -----

func.func @results(%a: !torch.vtensor<[2],f32>) {
  // expected-error @+1 {{gives types of the torch dialect, not 'tensor<2xf32>'}}
  %0 = "torch.aten.relu"(%a) : (!torch.vtensor<[2],f32>) -> tensor<2xf32>
  return
}
