// RUN: ingot-opt %s -split-input-file -verify-diagnostics

func.func @derefine(%a: !torch.int) {
  // expected-error @+1 {{cannot see '!torch.int' as '!torch.optional<str>'}}
  %0 = torch.derefine %a : !torch.int to !torch.optional<str>
  return
}

// -----

func.func @static_info(%a: !torch.vtensor<[3],f32>) {
  // expected-error @+1 {{cannot see '!torch.vtensor<[3],f32>' as '!torch.vtensor<[4],f32>'}}
  %0 = torch.tensor_static_info_cast %a : !torch.vtensor<[3],f32> to !torch.vtensor<[4],f32>
  return
}

// -----

func.func @literal_shape() {
  // expected-error @+1 {{holds a payload of type 'tensor<2xf32>', which is no '!torch.vtensor<[3],f32>'}}
  %0 = torch.vtensor.literal(dense<0.0> : tensor<2xf32>) : !torch.vtensor<[3],f32>
  return
}

// -----

func.func @literal_elements() {
  // expected-error @+1 {{holds elements of type 'f64', which are no 'f32'}}
  %0 = torch.vtensor.literal(dense<0.0> : tensor<3xf64>) : !torch.vtensor<[3],f32>
  return
}

// -----

func.func @list_element(%a: !torch.int, %b: !torch.str) {
  // expected-error @+1 {{holds '!torch.int', element 1 is '!torch.str'}}
  %0 = torch.prim.ListConstruct %a, %b : (!torch.int, !torch.str) -> !torch.list<int>
  return
}

// -----

func.func @tuple_size(%a: !torch.int) {
  // expected-error @+1 {{has 1 values for a tuple of 2}}
  %0 = torch.prim.TupleConstruct %a : !torch.int -> !torch.tuple<int, int>
  return
}

// -----

func.func @tuple_elements(%a: !torch.tuple<int, str>) {
  // expected-error @+1 {{has '!torch.int' where '!torch.tuple<int, str>' holds '!torch.str'}}
  %0:2 = torch.prim.TupleUnpack %a : !torch.tuple<int, str> -> !torch.int, !torch.int
  return
}

// -----

func.func @no_list(%a: !torch.int) {
  // expected-error @+1 {{takes a list, not '!torch.int'}}
  %0 = torch.prim.ListUnpack %a : !torch.int -> !torch.int
  return
}

// -----

func.func @dict_value(%a: !torch.int, %b: !torch.str) {
  // expected-error @+1 {{holds '!torch.float', element 0 is '!torch.int'}}
  %0 = torch.prim.DictConstruct keys(%b : !torch.str) values(%a : !torch.int) -> !torch.dict<str, float>
  return
}

// -----

func.func @if_yield(%a: !torch.int, %b: !torch.bool) {
  %0 = torch.prim.If %b -> (!torch.str) {
    // expected-error @+1 {{yields ('!torch.int'), expected ('!torch.str')}}
    torch.prim.If.yield %a : !torch.int
  } else {
    torch.prim.If.yield %a : !torch.int
  }
  return
}

// -----

func.func @loop_carried(%a: !torch.int, %b: !torch.bool) {
  // expected-error @+1 {{has a region that carries (), expected ('!torch.int')}}
  %0 = torch.prim.Loop %a, %b, init(%a) {
  ^bb0(%i: !torch.int):
    torch.prim.Loop.condition %b, iter(%a : !torch.int)
  } : (!torch.int, !torch.bool, !torch.int) -> !torch.int
  return
}

// -----

func.func @loop_argument(%a: !torch.int, %b: !torch.bool) {
  // expected-error @+1 {{has a region whose first argument is the number of the iteration, an int}}
  torch.prim.Loop %a, %b, init() {
    torch.prim.Loop.condition %b, iter()
  } : (!torch.int, !torch.bool) -> ()
  return
}

// -----

func.func @bound_sizes(%a: !torch.vtensor<[?,2],f32>) {
  %0 = torch.symbolic_int "s0" {min_val = 0, max_val = 9} : !torch.int
  // expected-error @+1 {{says 1 sizes of '!torch.vtensor<[?,2],f32>'}}
  torch.bind_symbolic_shape %a, [%0], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?,2],f32>
  return
}

// -----

func.func @bound_symbols(%a: !torch.vtensor<[?],f32>, %b: !torch.int) {
  // expected-error @+1 {{takes symbols of torch.symbolic_int}}
  torch.bind_symbolic_shape %a, [%b], affine_map<()[s0] -> (s0)> : !torch.vtensor<[?],f32>
  return
}

// -----

func.func @boundary(%a: tensor<2xf32>) {
  // expected-error @+1 {{has shapes that differ}}
  %0 = torch_c.from_builtin_tensor %a : tensor<2xf32> -> !torch.vtensor<[3],f32>
  return
}
