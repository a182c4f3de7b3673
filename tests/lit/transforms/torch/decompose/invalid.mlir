// A legal op that is none is an error that names the closest one.
// RUN: not ingot-opt %s -torch-decompose-complex-ops=legal-ops=torch.aten.layernorm 2>&1 | FileCheck %s
// RUN: ingot-opt %s -torch-decompose-complex-ops=legal-ops=aten.silu,torch.aten.silu | FileCheck %s --check-prefix=SHORT

// CHECK: error: legal-ops: 'torch.aten.layernorm' is no op of the torch dialect; the closest is 'torch.aten.layer_norm'
// SHORT: torch.aten.silu
func.func @silu(%arg0: !torch.vtensor<[4],f32>) -> !torch.vtensor<[4],f32> {
  %0 = torch.aten.silu %arg0 : !torch.vtensor<[4],f32> -> !torch.vtensor<[4],f32>
  return %0 : !torch.vtensor<[4],f32>
}
