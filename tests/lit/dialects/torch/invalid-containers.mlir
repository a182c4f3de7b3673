// Lists, tuples and dicts hold what their types say.
// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @list(%a: !torch.int, %b: !torch.float) {
  // expected-error @+1 {{holds '!torch.int', element 1 is '!torch.float'}}
  %0 = torch.prim.ListConstruct %a, %b : (!torch.int, !torch.float) -> !torch.list<int>
  return
}

// -----

func.func @tuple_type(%a: !torch.int) {
  // expected-error @+1 {{takes a tuple, not '!torch.int'}}
  %0 = "torch.prim.TupleUnpack"(%a) : (!torch.int) -> !torch.int
  return
}

// -----

func.func @tuple_size(%a: !torch.tuple<int, int>) {
  // expected-error @+1 {{has 1 values for a tuple of 2}}
  %0 = "torch.prim.TupleUnpack"(%a) : (!torch.tuple<int, int>) -> !torch.int
  return
}

// -----

func.func @tuple_element(%a: !torch.tuple<int, float>) {
  // expected-error @+1 {{has '!torch.int' where '!torch.tuple<int, float>' holds '!torch.float'}}
  %0:2 = "torch.prim.TupleUnpack"(%a) : (!torch.tuple<int, float>) -> (!torch.int, !torch.int)
  return
}

// -----

func.func @dict(%k: !torch.int, %v: !torch.float) {
  // expected-error @+1 {{holds '!torch.str', element 0 is '!torch.int'}}
  %0 = torch.prim.DictConstruct keys(%k : !torch.int) values(%v : !torch.float) -> !torch.dict<str, float>
  return
}
