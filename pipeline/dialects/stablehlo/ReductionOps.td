//===- ReductionOps.td - folding, sorting and mapping with a region -------===//
//
// The regions take and return tensors of rank 0.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

def Stablehlo_ReduceOp
    : Stablehlo_Op<"reduce", [
          SameVariadicOperandSize,
          Stablehlo_RegionEffects]> {
  let summary = "Folding along dimensions with a region, from initial values";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_ReduceWindowOp
    : Stablehlo_Op<"reduce_window", [
          SameVariadicOperandSize,
          Stablehlo_RegionEffects]> {
  let summary = "Folding of each window, from initial values";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       Variadic<Stablehlo_Tensor>:$init_values,
                       DenseI64ArrayAttr:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<DenseI64ArrayAttr>:$base_dilations,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dilations,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$body);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_SelectAndScatterOp
    : Stablehlo_Op<"select_and_scatter", [Stablehlo_RegionEffects]> {
  let summary = "Source elements added where each window chose its element";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$source,
                       Stablehlo_Tensor:$init_value,
                       OptionalAttr<DenseI64ArrayAttr>:$window_dimensions,
                       OptionalAttr<DenseI64ArrayAttr>:$window_strides,
                       OptionalAttr<I64ElementsAttr>:$padding);
  let regions = (region SizedRegion<1>:$select, SizedRegion<1>:$scatter);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_SortOp : Stablehlo_Op<"sort", [Stablehlo_RegionEffects]> {
  let summary = "Tensors put in order together along a dimension";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       DefaultValuedOptionalAttr<I64Attr, "-1">:$dimension,
                       Stablehlo_FalseByDefault:$is_stable);
  let regions = (region SizedRegion<1>:$comparator);
  let results = (outs Variadic<Stablehlo_Tensor>:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}

def Stablehlo_MapOp
    : Stablehlo_Op<"map", [
          Stablehlo_RegionEffects,
          SameOperandsAndResultShape]> {
  let summary = "A region applied to each element";
  let arguments = (ins Variadic<Stablehlo_Tensor>:$inputs,
                       DenseI64ArrayAttr:$dimensions);
  let regions = (region SizedRegion<1>:$computation);
  let results = (outs Stablehlo_Tensor:$result);
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
}
