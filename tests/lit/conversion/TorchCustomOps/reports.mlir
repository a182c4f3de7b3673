// RUN: not ingot-opt %s --convert-torch-to-stablehlo-custom=ops-to-convert=mylib.name --ingot-check-supported 2>&1 | FileCheck %s

// What an operator that was written by its name is refused for names it.
func.func @main(%x: !torch.vtensor<[2,3],f32>) -> !torch.str {
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'torch.aten.relu': its operands or results do not fit its schema, aten::relu(Tensor self) -> Tensor{{$}}
  %0 = torch.operator "torch.aten.relu"(%x, %x) : (!torch.vtensor<[2,3],f32>, !torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'torch.mylib.name': it cannot be a custom op: a result is of type !torch.str
  %1 = torch.operator "torch.mylib.name"(%x) : (!torch.vtensor<[2,3],f32>) -> !torch.str
  // CHECK: :[[#@LINE+1]]:8: error: 'torch.operator' op cannot be lowered: 'torch.aten.rellu' is no op of the torch dialect; the closest is 'torch.aten.relu'
  %2 = torch.operator "torch.aten.rellu"(%x) : (!torch.vtensor<[2,3],f32>) -> !torch.vtensor<[2,3],f32>
  return %1 : !torch.str
}
