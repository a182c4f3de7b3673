func.func @h(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x4xf32>, %i: tensor<2xi64>) {
  %0 = "stablehlo.convolution"(%a, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x4xf32>) -> tensor<1x8x8x4xf32>
  %1 = stablehlo.custom_call @x(%0) {api_version = 4 : i32, backend_config = {a = 1 : i64}} : (tensor<1x8x8x4xf32>) -> tensor<1xf32>
  return
}
