// RUN: not ingot-opt %s --convert-torch-to-tosa-custom=ops-to-convert=torch.aten.layernorm 2>&1 | FileCheck %s
// RUN: not ingot-opt %s --convert-torch-to-stablehlo-custom=ops-to-convert=torch.aten.layernorm 2>&1 | FileCheck %s

// CHECK: error: ops-to-convert: 'torch.aten.layernorm' is no op of the torch dialect; the closest is 'torch.aten.layer_norm', whose schema is aten::layer_norm(
func.func @main(%x: !torch.vtensor<[3],f32>) -> !torch.vtensor<[3],f32> {
  return %x : !torch.vtensor<[3],f32>
}
