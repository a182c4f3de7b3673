// RUN: ingot-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Broken constraints of branches, loops, tuples and calls.

func.func @if(%arg0: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.if' op (C1) has 1 true_branch arguments, expected 0}}
  %0 = "stablehlo.if"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }, {
      %y0 = "test.source"() : () -> tensor<4xf32>
      "stablehlo.return"(%y0) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @if(%arg0: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.if' op (C2) false_branch result 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.if"(%arg0) ({
      %y0 = "test.source"() : () -> tensor<4xf32>
      "stablehlo.return"(%y0) : (tensor<4xf32>) -> ()
    }, {
      %y0 = "test.source"() : () -> tensor<5xf32>
      "stablehlo.return"(%y0) : (tensor<5xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @if(%arg0: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.if' op (C2) has 0 false_branch results, expected 1}}
  %0 = "stablehlo.if"(%arg0) ({
      %y0 = "test.source"() : () -> tensor<4xf32>
      "stablehlo.return"(%y0) : (tensor<4xf32>) -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @if(%arg0: tensor<i1>) {
  // expected-error @+1 {{'stablehlo.if' op (C3) true_branch result 0 has type 'tensor<4xi32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.if"(%arg0) ({
      %y0 = "test.source"() : () -> tensor<4xi32>
      "stablehlo.return"(%y0) : (tensor<4xi32>) -> ()
    }, {
      %y0 = "test.source"() : () -> tensor<4xf32>
      "stablehlo.return"(%y0) : (tensor<4xf32>) -> ()
    }) : (tensor<i1>) -> tensor<4xf32>
  return
}

// -----

func.func @if(%arg0: tensor<4xi1>) {
  // expected-error @+1 {{'stablehlo.if' op operand 0 is 'tensor<4xi1>', expected a tensor of rank 0}}
  "stablehlo.if"(%arg0) ({
      "stablehlo.return"() : () -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : (tensor<4xi1>) -> ()
  return
}

// -----

func.func @if(%arg0: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.if' op operand 0 is 'tensor<i32>', expected a tensor of booleans}}
  "stablehlo.if"(%arg0) ({
      "stablehlo.return"() : () -> ()
    }, {
      "stablehlo.return"() : () -> ()
    }) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case(%arg0: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op (C1) has no branches, expected one at least}}
  "stablehlo.case"(%arg0) : (tensor<i32>) -> ()
  return
}

// -----

func.func @case(%arg0: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op (C2) has 1 branch 0 arguments, expected 0}}
  %0 = "stablehlo.case"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @case(%arg0: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op (C3) branch 1 result 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.case"(%arg0) ({
      %y0 = "test.source"() : () -> tensor<4xf32>
      "stablehlo.return"(%y0) : (tensor<4xf32>) -> ()
    }, {
      %y0 = "test.source"() : () -> tensor<5xf32>
      "stablehlo.return"(%y0) : (tensor<5xf32>) -> ()
    }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @case(%arg0: tensor<i32>) {
  // expected-error @+1 {{'stablehlo.case' op (C4) branch 0 result 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.case"(%arg0) ({
      %y0 = "test.source"() : () -> tensor<5xf32>
      "stablehlo.return"(%y0) : (tensor<5xf32>) -> ()
    }, {
      %y0 = "test.source"() : () -> tensor<4xf32>
      "stablehlo.return"(%y0) : (tensor<4xf32>) -> ()
    }) : (tensor<i32>) -> tensor<4xf32>
  return
}

// -----

func.func @case(%arg0: tensor<i64>) {
  // expected-error @+1 {{'stablehlo.case' op has an index of type 'tensor<i64>', expected tensor<i32>}}
  "stablehlo.case"(%arg0) ({
      "stablehlo.return"() : () -> ()
    }) : (tensor<i64>) -> ()
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C1) cond result 0 has type 'tensor<4xf32>', expected 'tensor<i1>'}}
  %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }, {
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C1) cond argument 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%x0: tensor<5xf32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C1) cond result 0 has type 'tensor<2xi1>', expected 'tensor<i1>'}}
  %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y0 = "test.source"() : () -> tensor<2xi1>
      "stablehlo.return"(%y0) : (tensor<2xi1>) -> ()
    }, {
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C1) has 0 cond arguments, expected 1}}
  %0 = "stablehlo.while"(%arg0) ({
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C2) has 0 body results, expected 1}}
  %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"() : () -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C2) body argument 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<5xf32>):
      "stablehlo.return"(%x0) : (tensor<5xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C3) result 0 has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %0 = "stablehlo.while"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @while(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.while' op (C3) has 0 results, expected 1}}
  "stablehlo.while"(%arg0) ({
    ^bb0(%x0: tensor<4xf32>):
      %y0 = "test.source"() : () -> tensor<i1>
      "stablehlo.return"(%y0) : (tensor<i1>) -> ()
    }, {
    ^bb0(%x0: tensor<4xf32>):
      "stablehlo.return"(%x0) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @optimization_barrier(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op (C1) result 0 has type 'tensor<?xf32>', expected 'tensor<4xf32>' as the operand}}
  %0 = "stablehlo.optimization_barrier"(%arg0) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @optimization_barrier(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.optimization_barrier' op (C1) has 0 results, expected 1}}
  "stablehlo.optimization_barrier"(%arg0) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @tuple(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.tuple' op (C1) operand 0 has type 'tensor<4xf32>', expected 'tensor<5xf32>'}}
  %0 = "stablehlo.tuple"(%arg0) : (tensor<4xf32>) -> tuple<tensor<5xf32>>
  return
}

// -----

func.func @tuple(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.tuple' op (C1) has 1 operands, expected 0}}
  %0 = "stablehlo.tuple"(%arg0) : (tensor<4xf32>) -> tuple<>
  return
}

// -----

func.func @get_tuple_element(%arg0: tensor<4xf32>) {
  %0 = stablehlo.tuple %arg0 : tuple<tensor<4xf32>>
  // expected-error @+1 {{'stablehlo.get_tuple_element' op (C1) index 1 is out of range for a tuple of 1 values}}
  %1 = "stablehlo.get_tuple_element"(%0) <{index = 1 : i32}> : (tuple<tensor<4xf32>>) -> tensor<4xf32>
  return
}

// -----

func.func @get_tuple_element(%arg0: tensor<4xf32>) {
  %0 = stablehlo.tuple %arg0 : tuple<tensor<4xf32>>
  // expected-error @+1 {{'stablehlo.get_tuple_element' op (C2) the result has type 'tensor<5xf32>', expected 'tensor<4xf32>'}}
  %1 = "stablehlo.get_tuple_element"(%0) <{index = 0 : i32}> : (tuple<tensor<4xf32>>) -> tensor<5xf32>
  return
}

// -----

func.func private @twice(tensor<4xf32>) -> tensor<4xf32>
func.func @composite(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op (C1) name 'twice' has no namespace, expected one like 'namespace.name'}}
  %0 = "stablehlo.composite"(%arg0) <{decomposition = @twice, name = "twice"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @twice(tensor<4xf32>) -> tensor<4xf32>
func.func @composite(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op (C1) name 'a..b' has no namespace, expected one like 'namespace.name'}}
  %0 = "stablehlo.composite"(%arg0) <{decomposition = @twice, name = "a..b"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @twice(tensor<4xf32>) -> tensor<4xf32>
func.func @composite(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op (C2) has no decomposition: there is no function 'thrice'}}
  %0 = "stablehlo.composite"(%arg0) <{decomposition = @thrice, name = "my.twice"}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @twice(tensor<4xf32>) -> tensor<4xf32>
func.func @composite(%arg0: tensor<5xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op (C3) takes 'tensor<5xf32>', expected what 'twice' takes, 'tensor<4xf32>'}}
  %0 = "stablehlo.composite"(%arg0) <{decomposition = @twice, name = "my.twice"}> : (tensor<5xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @twice(tensor<4xf32>) -> tensor<4xf32>
func.func @composite(%arg0: tensor<4xf32>) {
  // expected-error @+1 {{'stablehlo.composite' op (C4) gives 'tensor<?xf32>', expected what 'twice' gives, 'tensor<4xf32>'}}
  %0 = "stablehlo.composite"(%arg0) <{decomposition = @twice, name = "my.twice"}> : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @custom_call(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has layouts for only one of operands and results, expected both or none}}
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo", operand_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op operand layout 0 is dense<[0, 2]> : tensor<2xindex>, expected each dimension of 'tensor<2x3xf32>' once}}
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo", operand_layouts = [dense<[0, 2]> : tensor<2xindex>], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has 0 operand layouts, expected 1}}
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo", operand_layouts = [], result_layouts = [dense<[0, 1]> : tensor<2xindex>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has an alias of operand 1, expected one of 1}}
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 1, operand_tuple_indices = []>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has the alias #stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []> of 'tensor<2x3xf32>' to nothing, expected values of one type}}
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @custom_call(%arg0: tensor<2x3xf32>) {
  // expected-error @+1 {{'stablehlo.custom_call' op has the alias #stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []> of 'tensor<2x3xf32>' to 'tensor<2x4xf32>', expected values of one type}}
  %0 = "stablehlo.custom_call"(%arg0) <{call_target_name = "foo", output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [], operand_index = 0, operand_tuple_indices = []>]}> : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}
