// RUN: ingot-opt %s --verify-diagnostics --ingot-assign-targets='placements=@f=fast'

// What a function says itself holds if the request names the target too.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @h(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// expected-error @+1 {{is for the target 'other', which the request does not name}}
func.func private @h(%x: tensor<4xf32>) -> tensor<4xf32> attributes {ingot.target = "other"} {
  return %x : tensor<4xf32>
}
