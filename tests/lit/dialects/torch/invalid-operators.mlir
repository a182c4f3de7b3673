// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @unknown(%a: !torch.vtensor) {
  // expected-error @+1 {{custom op 'torch.aten.relue' is no op of the torch dialect; the closest is 'torch.aten.relu', whose schema is aten::relu(Tensor self) -> Tensor}}
  %0 = torch.aten.relue %a : !torch.vtensor -> !torch.vtensor
  return
}

// -----

func.func @unknown_constant() {
  // expected-error @+1 {{custom op 'torch.constant.integer' is no op of the torch dialect; the closest is 'torch.constant.int'}}
  %0 = torch.constant.integer 1
  return
}

// -----

func.func @too_few(%a: !torch.vtensor, %b: !torch.vtensor) {
  // expected-error @+1 {{'torch.aten.add.Tensor' op takes 3 operands, 2 are given, the first that is missing is 'alpha'; its schema is aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor}}
  %0 = torch.aten.add.Tensor %a, %b : !torch.vtensor, !torch.vtensor -> !torch.vtensor
  return
}

// -----

func.func @too_many(%a: !torch.vtensor) {
  // expected-error @+1 {{'torch.aten.relu' op takes 1 operands, 2 are given; its schema is aten::relu(Tensor self) -> Tensor}}
  %0 = torch.aten.relu %a, %a : !torch.vtensor, !torch.vtensor -> !torch.vtensor
  return
}

// -----

func.func @wrong_type(%a: !torch.vtensor, %b: !torch.str) {
  // expected-error @+1 {{'torch.aten.add.Tensor' op takes Scalar for 'alpha', '!torch.str' is given; its schema is aten::add.Tensor}}
  %0 = torch.aten.add.Tensor %a, %a, %b : !torch.vtensor, !torch.vtensor, !torch.str -> !torch.vtensor
  return
}

// -----

func.func @wrong_elements(%a: !torch.vtensor, %b: !torch.list<float>) {
  // expected-error @+1 {{takes SymInt[] for 'size', '!torch.list<float>' is given}}
  %0 = torch.aten.view %a, %b : !torch.vtensor, !torch.list<float> -> !torch.vtensor
  return
}

// -----

func.func @not_optional(%a: !torch.vtensor, %b: !torch.none) {
  // expected-error @+1 {{takes int for 'dim', '!torch.none' is given}}
  %0 = torch.aten.unsqueeze %a, %b : !torch.vtensor, !torch.none -> !torch.vtensor
  return
}

// -----

func.func @foreign_operand(%a: tensor<2xf32>) {
  // expected-error @+1 {{takes types of the torch dialect, not 'tensor<2xf32>'}}
  %0 = torch.aten.relu %a : tensor<2xf32> -> !torch.vtensor
  return
}

// -----

func.func @results(%a: !torch.vtensor) {
  // expected-error @+1 {{has 1 results, 2 are written; its schema is aten::relu(Tensor self) -> Tensor}}
  %0:2 = torch.aten.relu %a : !torch.vtensor -> !torch.vtensor, !torch.vtensor
  return
}

// -----

func.func @result_type(%a: !torch.vtensor) {
  // expected-error @+1 {{gives Tensor as result 0, which is no '!torch.int'}}
  %0 = torch.aten.relu %a : !torch.vtensor -> !torch.int
  return
}

// -----

func.func @region(%a: !torch.vtensor) {
  // expected-error @+1 {{has no regions and no successors}}
  %0 = "torch.aten.relu"(%a) ({}) : (!torch.vtensor) -> !torch.vtensor
  return
}

// -----

func.func @properties(%a: !torch.vtensor) {
  // expected-error @+1 {{operators of PyTorch have no properties}}
  %0 = "torch.aten.relu"(%a) <{x = 1 : i64}> : (!torch.vtensor) -> !torch.vtensor
  return
}
