sdy.mesh @m = <["x"=2]>
func.func @k(%a: tensor<2xf32> {sdy.sharding = #sdy.sharding<@m, [{"x"}]>}) -> tensor<2xf32> {
  %0 = "mhlo.add"(%a, %a) {mhlo.sharding = "s"} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = sdy.sharding_constraint %0 <@m, [{"x"}]> : tensor<2xf32>
  %2 = "mhlo.transpose"(%1) {permutation = dense<0> : tensor<1xi64>} : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
