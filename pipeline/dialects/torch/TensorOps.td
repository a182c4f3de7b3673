//===- TensorOps.td - constants, literals, casts, symbols -- -*- tablegen -*-===//

include "pipeline/dialects/torch/TorchBase.td"

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

class Torch_ConstantOp<string type, dag result, dag value>
    : Torch_Op<"constant." # type,
               [ConstantLike, Pure,
                DeclareOpInterfaceMethods<OpAsmOpInterface,
                                          ["getAsmResultNames"]>]> {
  let summary = "A Python " # type;
  let arguments = value;
  let results = result;
  let assemblyFormat = "$value attr-dict";
  let hasFolder = 1;
}

def Torch_ConstantBoolOp
    : Torch_ConstantOp<"bool", (outs Torch_BoolType:$result), (ins I1Attr:$value)>;
def Torch_ConstantIntOp
    : Torch_ConstantOp<"int", (outs Torch_IntType:$result), (ins I64Attr:$value)>;
def Torch_ConstantFloatOp
    : Torch_ConstantOp<"float", (outs Torch_FloatType:$result), (ins F64Attr:$value)>;
def Torch_ConstantStrOp
    : Torch_ConstantOp<"str", (outs Torch_StringType:$result), (ins StrAttr:$value)>;

def Torch_ConstantDeviceOp : Torch_Op<"constant.device",
    [Pure, DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "A device by its name";
  let arguments = (ins StrAttr:$value);
  let results = (outs Torch_DeviceType:$result);
  let assemblyFormat = "$value attr-dict";
}

def Torch_ConstantNoneOp : Torch_Op<"constant.none",
    [ConstantLike, Pure,
     DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmResultNames"]>]> {
  let summary = "None";
  let results = (outs Torch_NoneType:$result);
  let assemblyFormat = "attr-dict";
  let hasFolder = 1;
}

def Torch_ConstantNumberOp
    : Torch_Op<"constant.number", [ConstantLike, Pure]> {
  let summary = "A Python int or float";
  // The reference gives it no form but the generic one.
  let arguments = (ins AnyAttrOf<[F64Attr, I64Attr]>:$value);
  let results = (outs Torch_NumberType:$result);
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Literals
//===----------------------------------------------------------------------===//

class Torch_LiteralOp<string mnemonic, dag result, list<Trait> traits>
    : Torch_Op<mnemonic, traits> {
  let arguments = (ins ElementsAttr:$value);
  let results = result;
  let assemblyFormat = [{
    `(` $value `)` attr-dict `:` qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Torch_ValueTensorLiteralOp : Torch_LiteralOp<"vtensor.literal",
    (outs Torch_ValueTensorType:$result), [ConstantLike, Pure]> {
  let summary = "A constant tensor; the payload may be a resource";
  let hasFolder = 1;
}
def Torch_NonValueTensorLiteralOp : Torch_LiteralOp<"tensor.literal",
    (outs Torch_NonValueTensorType:$result), [MemoryEffects<[MemAlloc]>]> {
  let summary = "A new tensor that holds a constant";
}

//===----------------------------------------------------------------------===//
// Value semantics
//===----------------------------------------------------------------------===//

def Torch_CopyToNonValueTensorOp : Torch_Op<"copy.to_tensor",
    [MemoryEffects<[MemAlloc]>,
     TypesMatchWith<"the operand is the result's type with value semantics",
                    "result", "operand",
                    "::llvm::cast<::ingot::torch::TorchTensorType>($_self)"
                    ".withValueSemantics()">]> {
  let summary = "A new tensor with the values of one that nobody changes";
  let arguments = (ins Torch_ValueTensorType:$operand);
  let results = (outs Torch_NonValueTensorType:$result);
  let assemblyFormat = "$operand attr-dict `:` qualified(type($result))";
}

def Torch_CopyToValueTensorOp : Torch_Op<"copy.to_vtensor",
    [MemoryEffects<[MemRead]>,
     TypesMatchWith<"the operand is the result's type without value semantics",
                    "result", "operand",
                    "::llvm::cast<::ingot::torch::TorchTensorType>($_self)"
                    ".withoutValueSemantics()">]> {
  let summary = "What a tensor holds now";
  let arguments = (ins Torch_NonValueTensorType:$operand);
  let results = (outs Torch_ValueTensorType:$result);
  let assemblyFormat = "$operand attr-dict `:` qualified(type($result))";
}

def Torch_OverwriteTensorContentsOp : Torch_Op<"overwrite.tensor.contents",
    [TypesMatchWith<"the overwritten tensor has the value's type without value "
                    "semantics",
                    "value", "overwritten",
                    "::llvm::cast<::ingot::torch::TorchTensorType>($_self)"
                    ".withoutValueSemantics()">]> {
  let summary = "Replaces everything that a tensor holds";
  let arguments = (ins Torch_ValueTensorType:$value,
                       Torch_NonValueTensorType:$overwritten);
  let assemblyFormat = [{
    $value `overwrites` $overwritten attr-dict `:` qualified(type($value)) `,`
    qualified(type($overwritten))
  }];
}

//===----------------------------------------------------------------------===//
// Casts
//===----------------------------------------------------------------------===//

class Torch_CastOp<string mnemonic, Type type>
    : Torch_Op<mnemonic, [Pure]> {
  let arguments = (ins type:$operand);
  let results = (outs type:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` qualified(type($operand)) `to`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def Torch_DerefineOp : Torch_CastOp<"derefine", Torch_AnyType> {
  let summary = "The same value seen as one of a wider type";
}
def Torch_TensorStaticInfoCastOp
    : Torch_CastOp<"tensor_static_info_cast", Torch_TensorType> {
  let summary = "The same tensor with more or less known of its type";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Quantisation
//===----------------------------------------------------------------------===//

def Torch_LinearParamsCreateOp : Torch_Op<"linear_params.create"> {
  let summary = "Packs weight and bias of a quantised linear layer";
  let arguments = (ins Torch_TensorType:$weight,
                       Optional<Torch_TensorType>:$bias);
  let results = (outs Torch_LinearParamsType:$result);
  let assemblyFormat = [{
    $weight (`,` $bias^)? attr-dict `:` qualified(type($weight))
    (`,` qualified(type($bias))^)?
  }];
}

def Torch_PerTensorAffineCreateOp : Torch_Op<"per_tensor_affine.create"> {
  let summary = "A quantised tensor of integers, one scale and one offset";
  let arguments = (ins Torch_TensorType:$int_repr, Torch_FloatType:$scale,
                       Torch_IntType:$offset);
  let results = (outs Torch_TensorType:$result);
  let assemblyFormat = [{
    $int_repr `,` $scale `,` $offset attr-dict `:` qualified(type($int_repr))
    `,` qualified(type($scale)) `,` qualified(type($offset)) `->`
    qualified(type($result))
  }];
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

def Torch_SymbolicIntOp : Torch_Op<"symbolic_int", [Pure]> {
  let summary = "A size that the export knows by name and range only";
  let description = [{
    The value has no meaning of its own: ops of this kind only serve
    `torch.bind_symbolic_shape`.
  }];
  let arguments = (ins StrAttr:$symbol_name, I64Attr:$min_val,
                       I64Attr:$max_val);
  let results = (outs Torch_IntType:$result);
  let assemblyFormat = [{
    $symbol_name ` ` `{` `min_val` `=` $min_val `,` `max_val` `=` $max_val `}`
    attr-dict `:` qualified(type($result))
  }];
}

def Torch_BindSymbolicShapeOp : Torch_Op<"bind_symbolic_shape"> {
  let summary = "Says which sizes of a tensor are which function of symbols";
  let arguments = (ins Torch_ValueTensorType:$operand,
                       Variadic<Torch_IntType>:$shape_symbols,
                       AffineMapAttr:$shape_expressions);
  let assemblyFormat = [{
    $operand `,` `[` $shape_symbols `]` `,`
    custom<InlineAffineMap>($shape_expressions) attr-dict `:`
    qualified(type($operand))
  }];
  let hasVerifier = 1;
}

def Torch_RuntimeAssertOp : Torch_Op<"runtime.assert"> {
  let summary = "Ends the program with a message if a condition does not hold";
  let arguments = (ins Torch_BoolType:$condition, StrAttr:$message);
  let assemblyFormat = "$condition `,` $message attr-dict";
}

def Torch_PromoteDtypesOp : Torch_Op<"promote_dtypes", [Pure]> {
  let summary = "The dtype that operands of these ranks and dtypes promote to";
  let arguments = (ins Torch_OptionalIntListType:$ranks,
                       Torch_IntListType:$dtypes);
  let results = (outs Torch_IntType:$result);
  let assemblyFormat = [{
    $ranks `,` $dtypes attr-dict `:` functional-type(operands, results)
  }];
}

//===----------------------------------------------------------------------===//
// What no schema covers
//===----------------------------------------------------------------------===//

def Torch_OperatorOp : Torch_Op<"operator",
    [DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "An operator by its name";
  let description = [{
    What an importer did not know as an op: `torch.aten.diag`, or one of another
    library, `onnx.Gemm`. Names that Operators.def has are understood as if they
    were ops, see TorchOp.h.
  }];
  let arguments = (ins StrAttr:$name, Variadic<Torch_AnyType>:$operands);
  let results = (outs Variadic<Torch_AnyType>:$results);
  let regions = (region VariadicRegion<AnyRegion>:$regions);
  let assemblyFormat = [{
    $name `(` $operands `)` attr-dict `:`
    functional-type($operands, $results) $regions
  }];
}

def Torch_OperatorTerminatorOp : Torch_Op<"operator_terminator",
    [Pure, Terminator, ReturnLike, HasParent<"OperatorOp">]> {
  let summary = "Ends a region of torch.operator";
  let arguments = (ins Variadic<Torch_AnyType>:$operands);
  let assemblyFormat = "$operands attr-dict `:` qualified(type($operands))";
}

def Torch_HopFlexAttentionOp : Torch_Op<"hop_flex_attention", [Pure]> {
  let summary = "Attention whose scores and mask are functions of the program";
  let arguments = (ins Torch_TensorType:$query, Torch_TensorType:$key,
                       Torch_TensorType:$value, Torch_AnyType:$scale,
                       Torch_BoolType:$return_lse,
                       Torch_BoolType:$return_max_scores,
                       OptionalAttr<BoolAttr>:$enable_gqa,
                       OptionalAttr<FlatSymbolRefAttr>:$score_mod_fn,
                       OptionalAttr<FlatSymbolRefAttr>:$mask_mod_fn);
  let results = (outs Torch_TensorType:$output, Torch_AnyType:$logsumexp,
                      Torch_AnyType:$max_scores);
  let assemblyFormat = [{
    operands attr-dict `:` qualified(type(operands)) `->`
    qualified(type(results))
  }];
}
