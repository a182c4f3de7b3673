"vhlo.func_v1"() <{arg_attrs = #vhlo.attr<[]>, function_type = #vhlo.attr<(tensor<2xf32>) -> tensor<2xf32>>, res_attrs = #vhlo.attr<[]>, sym_name = #vhlo.attr<"f">, sym_visibility = #vhlo.attr<"">}> ({
^bb0(%a: !vhlo.type<tensor<2xf32>>):
  %0 = "vhlo.exponential_v2"(%a) <{result_accuracy = #vhlo.attr<#stablehlo.result_accuracy<mode = #stablehlo.result_accuracy_mode<DEFAULT>>>}> : (!vhlo.type<tensor<2xf32>>) -> !vhlo.type<tensor<2xf32>>
  %1 = "vhlo.transpose_v1"(%0) <{permutation = #vhlo.attr<dense<0> : tensor<1xi64>>}> : (!vhlo.type<tensor<2xf32>>) -> !vhlo.type<tensor<2xf32>>
  "vhlo.return_v1"(%1) : (!vhlo.type<tensor<2xf32>>) -> ()
}) : () -> ()
