func.func @g(%n: tensor<i32>, %p: tensor<i1>) -> tensor<i32> {
  %0 = stablehlo.while(%i = %n) : tensor<i32>
  cond {
    stablehlo.return %p : tensor<i1>
  } do {
    %1 = stablehlo.negate %i : tensor<i32>
    stablehlo.return %1 : tensor<i32>
  }
  %2 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : tensor<i32>
  }, {
    stablehlo.return %n : tensor<i32>
  }) : (tensor<i1>) -> tensor<i32>
  return %2 : tensor<i32>
}
