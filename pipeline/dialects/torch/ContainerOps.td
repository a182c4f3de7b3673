//===- ContainerOps.td - lists, tuples, dicts -------------- -*- tablegen -*-===//

include "pipeline/dialects/torch/TorchBase.td"

def Torch_PrimListConstructOp : Torch_Op<"prim.ListConstruct",
    [AlwaysSpeculatable,
     DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "A list of its operands";
  let description = [{
    Two that are equal are one list unless an op changes one of them.
  }];
  let arguments = (ins Variadic<Torch_AnyType>:$elements);
  let results = (outs Torch_ListType:$result);
  let assemblyFormat = [{
    $elements attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Torch_PrimListUnpackOp : Torch_Op<"prim.ListUnpack"> {
  let summary = "The elements of a list of as many as there are results";
  let arguments = (ins Torch_AnyType:$operand);
  let results = (outs Variadic<Torch_AnyType>:$results);
  let assemblyFormat = [{
    $operand attr-dict `:` qualified(type($operand)) `->`
    qualified(type($results))
  }];
  let hasVerifier = 1;
}

def Torch_PrimTupleConstructOp : Torch_Op<"prim.TupleConstruct", [Pure]> {
  let summary = "A tuple of its operands";
  let arguments = (ins Variadic<Torch_AnyType>:$elements);
  let results = (outs Torch_TupleType:$result);
  let assemblyFormat = [{
    $elements attr-dict `:` qualified(type($elements)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Torch_PrimTupleUnpackOp : Torch_Op<"prim.TupleUnpack", [Pure]> {
  let summary = "The elements of a tuple";
  let arguments = (ins Torch_AnyType:$tup);
  let results = (outs Variadic<Torch_AnyType>:$results);
  let assemblyFormat = [{
    $tup attr-dict `:` qualified(type($tup)) `->` qualified(type($results))
  }];
  let hasVerifier = 1;
}

def Torch_PrimDictConstructOp
    : Torch_Op<"prim.DictConstruct", [SameVariadicOperandSize]> {
  let summary = "A dict of keys and values";
  let arguments = (ins Variadic<Torch_AnyType>:$keys,
                       Variadic<Torch_AnyType>:$values);
  let results = (outs Torch_DictType:$result);
  let assemblyFormat = [{
    `keys` `(` ($keys^ `:` qualified(type($keys)))? `)`
    `values` `(` ($values^ `:` qualified(type($values)))? `)` attr-dict `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

// These three take and give any number of values, which schemas write `...`.
def Torch_AtenFormatOp : Torch_Op<"aten.format"> {
  let summary = "A str with values filled in";
  let arguments = (ins Variadic<Torch_AnyType>:$operands);
  let results = (outs Torch_StringType:$result);
  let assemblyFormat = [{
    `(` $operands `)` attr-dict `:` qualified(type($operands)) `->`
    qualified(type($result))
  }];
}
def Torch_PrimPrintOp : Torch_Op<"prim.Print"> {
  let summary = "Prints values";
  let arguments = (ins Variadic<Torch_AnyType>:$operands);
  let assemblyFormat = [{
    `(` $operands `)` attr-dict `:` qualified(type($operands))
  }];
}
def Torch_PrimTolistOp : Torch_Op<"prim.tolist"> {
  let summary = "A tensor as nested lists";
  let arguments = (ins Variadic<Torch_AnyType>:$operands);
  let results = (outs Variadic<Torch_AnyType>:$results);
  let assemblyFormat = [{
    `(` $operands `)` attr-dict `:` qualified(type($operands)) `->`
    qualified(type($results))
  }];
}
