// RUN: ingot-opt %s --ingot-keep-composites=legal-ops=my.twice 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING < %t

func.func private @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: func.func @main(
func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  // CHECK: stablehlo.custom_call @my.twice(%arg0)
  // CHECK-SAME: api_version = 4
  // CHECK-SAME: domain_name = "torch"
  // CHECK-SAME: implementation_attrs = "{\220\22:{\22operand\22:0},\22how\22:\22fast\22,\22n\22:2,\22sizes\22:[3,4],\22version\22:1,\22results\22:[{\22result\22:0}]}"
  // CHECK-SAME: (tensor<?xf32>) -> tensor<?xf32>
  %0 = stablehlo.composite "my.twice" %x {composite_attributes = {how = "fast", n = 2 : i64, sizes = dense<[3, 4]> : tensor<2xi64>}, decomposition = @twice, version = 1 : i32} : (tensor<?xf32>) -> tensor<?xf32>
  // What the target does not claim stays a composite.
  // CHECK: stablehlo.composite "my.other"
  %1 = stablehlo.composite "my.other" %x {decomposition = @twice} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.composite "my.twice"
  // WARNING: :[[#@LINE+1]]:8: warning: 'my.twice' is taken apart although the target holds it legal: its attribute 'kind' has no form in JSON
  %2 = stablehlo.composite "my.twice" %x {composite_attributes = {kind = f32}, decomposition = @twice} : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: stablehlo.composite "my.twice"
  // WARNING: :[[#@LINE+1]]:8: warning: {{.*}}: its attribute 'version' has the name of another member of the JSON
  %3 = stablehlo.composite "my.twice" %x {composite_attributes = {version = 7 : i64}, decomposition = @twice} : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
