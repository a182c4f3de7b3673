//===- ControlFlowOps.td - branches, loops, tuples and calls --------------===//
//
// Regions are not isolated: they may use what stands around them.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_IfOp : Stablehlo_Op<"if", [Stablehlo_RegionEffects]> {
  let summary = "One of two regions";
  let arguments = (ins Stablehlo_Tensor:$pred);
  let regions = (region SizedRegion<1>:$true_branch,
                        SizedRegion<1>:$false_branch);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let hasRegionVerifier = 1;
}

def Stablehlo_CaseOp : Stablehlo_Op<"case", [Stablehlo_RegionEffects]> {
  let summary = "The region an index names, the last one if there is none";
  let arguments = (ins Stablehlo_Tensor:$index);
  let regions = (region VariadicRegion<SizedRegion<1>>:$branches);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_WhileOp
    : Stablehlo_Op<"while", [
          RecursiveMemoryEffects,
          DeclareOpInterfaceMethods<
              OpAsmOpInterface, ["getAsmBlockArgumentNames"]>]> {
  let summary = "A region repeated as long as another one says so";
  let arguments = (ins Variadic<Stablehlo_Value>:$operand);
  let regions = (region SizedRegion<1>:$cond, SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  // May not end, hence never speculated.
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_ReturnOp : Stablehlo_Op<"return", [Pure, Terminator]> {
  let summary = "The values of a region";
  let arguments = (ins Variadic<Stablehlo_Value>:$results);
  let assemblyFormat = "$results attr-dict (`:` type($results)^)?";
}

def Stablehlo_OptimizationBarrierOp
    : Stablehlo_Op<"optimization_barrier", [Pure]> {
  let summary = "Values that are computed together and before their uses";
  let arguments = (ins Variadic<Stablehlo_Value>:$operand);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let assemblyFormat = [{
    attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand),
    type($result))) : (`(` `)`)?
  }];
  let hasVerifier = 1;
}

def Stablehlo_AfterAllOp : Stablehlo_Op<"after_all", [Pure]> {
  let summary = "A token that waits for others";
  let arguments = (ins Variadic<Stablehlo_Token>:$inputs);
  let results = (outs Stablehlo_Token:$result);
  let assemblyFormat = [{
    $inputs attr-dict `:` custom<VariadicMatchingTypes>(ref($inputs),
    type($inputs), type($result))
  }];
}

def Stablehlo_CreateTokenOp : Stablehlo_Op<"create_token", [Pure]> {
  let summary = "A token that waits for nothing";
  let results = (outs Stablehlo_Token:$output);
  let assemblyFormat = "attr-dict `:` type($output)";
}

def Stablehlo_TupleOp : Stablehlo_Op<"tuple", [Pure]> {
  let summary = "Several values as one";
  let arguments = (ins Variadic<Stablehlo_Value>:$val);
  let results = (outs AnyTuple:$result);
  let assemblyFormat = [{
    $val attr-dict `:` custom<TupleTypes>(type($val), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_GetTupleElementOp : Stablehlo_Op<"get_tuple_element", [Pure]> {
  let summary = "One value of a tuple";
  let arguments = (ins AnyTuple:$operand,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$index);
  let results = (outs Stablehlo_Value:$result);
  let assemblyFormat = [{
    $operand `[` $index `]` attr-dict `:` functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_CompositeOp
    : Stablehlo_Op<"composite", [
          DeclareOpInterfaceMethods<SymbolUserOpInterface>]> {
  let summary = "A function under a name that a target may know better";
  let arguments = (ins Variadic<Stablehlo_Value>:$inputs,
                       StrAttr:$name,
      DefaultValuedOptionalAttr<DictionaryAttr, "{}">:$composite_attributes,
                       FlatSymbolRefAttr:$decomposition,
                       DefaultValuedOptionalAttr<I32Attr, "0">:$version);
  let regions = (region VariadicRegion<AnyRegion>:$composite_regions);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let assemblyFormat = [{
    $name $inputs (` ` `(` $composite_regions^ `)`)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_CustomCallOp
    : Stablehlo_Op<"custom_call", [
          DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "A call of something outside of the program";
  let arguments = (ins Variadic<Stablehlo_Value>:$inputs,
                       StrAttr:$call_target_name,
                       Stablehlo_FalseByDefault:$has_side_effect,
      OptionalAttr<AnyAttrOf<[StrAttr, DictionaryAttr]>>:$backend_config,
      DefaultValuedOptionalAttr<Stablehlo_CustomCallApiVersionAttr,
      "::ingot::stablehlo::CustomCallApiVersion::API_VERSION_ORIGINAL">:
          $api_version,
      DefaultValuedOptionalAttr<Stablehlo_SymbolArrayAttr, "{}">:
          $called_computations,
                       OptionalAttr<Stablehlo_LayoutArrayAttr>:$operand_layouts,
                       OptionalAttr<Stablehlo_LayoutArrayAttr>:$result_layouts,
      DefaultValuedOptionalAttr<Stablehlo_AliasArrayAttr, "{}">:
          $output_operand_aliases,
                       OptionalAttr<Stablehlo_TilingArrayAttr>:$result_tilings);
  let results = (outs Variadic<Stablehlo_Value>:$result);
  let assemblyFormat = [{
    custom<CallTarget>($call_target_name) `(` $inputs `)` attr-dict `:`
    functional-type(operands, results)
  }];
  let useCustomPropertiesEncoding = 1;
  let hasVerifier = 1;
}
