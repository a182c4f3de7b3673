//===- StablehloAttrs.td - attributes of StableHLO ------- -*- tablegen -*-===//
//
// Dimension numbers, handles and type extensions. Those with a custom format
// are written in any order of their fields and leave out empty ones; the code
// is in StablehloAttrs.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_STABLEHLO_ATTRS_TD
#define INGOT_DIALECTS_STABLEHLO_ATTRS_TD

include "pipeline/dialects/stablehlo/StablehloEnums.td"

class Stablehlo_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Stablehlo_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

/// `[0, 1]`; a size that is not known is written `?`.
def Stablehlo_Dims : ArrayRefParameter<"int64_t"> {
  let parser = "parseSizeList($_parser)";
  let printer = "printSizeList($_printer, $_self)";
}

def Stablehlo_ScatterDimensionNumbers
    : Stablehlo_Attr<"ScatterDimensionNumbers", "scatter"> {
  let summary = "How indices and updates of a scatter map to its inputs";
  let parameters = (ins Stablehlo_Dims:$updateWindowDims,
                        Stablehlo_Dims:$insertedWindowDims,
                        Stablehlo_Dims:$inputBatchingDims,
                        Stablehlo_Dims:$scatterIndicesBatchingDims,
                        Stablehlo_Dims:$scatterDimsToOperandDims,
                        "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_GatherDimensionNumbers
    : Stablehlo_Attr<"GatherDimensionNumbers", "gather"> {
  let summary = "How indices and slices of a gather map to its result";
  let parameters = (ins Stablehlo_Dims:$offsetDims,
                        Stablehlo_Dims:$collapsedSliceDims,
                        Stablehlo_Dims:$operandBatchingDims,
                        Stablehlo_Dims:$startIndicesBatchingDims,
                        Stablehlo_Dims:$startIndexMap,
                        "int64_t":$indexVectorDim);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_DotDimensionNumbers
    : Stablehlo_Attr<"DotDimensionNumbers", "dot"> {
  let summary = "Which dimensions of a product are batches, which are summed";
  let parameters = (ins Stablehlo_Dims:$lhsBatchingDimensions,
                        Stablehlo_Dims:$rhsBatchingDimensions,
                        Stablehlo_Dims:$lhsContractingDimensions,
                        Stablehlo_Dims:$rhsContractingDimensions);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_DotAlgorithm : Stablehlo_Attr<"DotAlgorithm", "dot_algorithm"> {
  let summary = "The types and the number of steps a product is computed with";
  let parameters = (ins "::mlir::Type":$lhsPrecisionType,
                        "::mlir::Type":$rhsPrecisionType,
                        "::mlir::Type":$accumulationType,
                        "int64_t":$lhsComponentCount,
                        "int64_t":$rhsComponentCount,
                        "int64_t":$numPrimitiveOperations,
                        "bool":$allowImpreciseAccumulation);
  let assemblyFormat = [{
    `<` `lhs_precision_type` `=` $lhsPrecisionType `,`
        `rhs_precision_type` `=` $rhsPrecisionType `,`
        `accumulation_type` `=` $accumulationType `,`
        `lhs_component_count` `=` $lhsComponentCount `,`
        `rhs_component_count` `=` $rhsComponentCount `,`
        `num_primitive_operations` `=` $numPrimitiveOperations `,`
        `allow_imprecise_accumulation` `=` $allowImpreciseAccumulation `>`
  }];
}

def Stablehlo_ConvDimensionNumbers
    : Stablehlo_Attr<"ConvDimensionNumbers", "conv"> {
  let summary = "The meaning of each dimension of a convolution's tensors";
  let description = [{
    `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`: each list names the dimensions of
    one tensor in order. `b` is the batch, `f` the feature, `i` and `o` the
    kernel's input and output feature, a number a spatial dimension.
  }];
  let parameters = (ins "int64_t":$inputBatchDimension,
                        "int64_t":$inputFeatureDimension,
                        Stablehlo_Dims:$inputSpatialDimensions,
                        "int64_t":$kernelInputFeatureDimension,
                        "int64_t":$kernelOutputFeatureDimension,
                        Stablehlo_Dims:$kernelSpatialDimensions,
                        "int64_t":$outputBatchDimension,
                        "int64_t":$outputFeatureDimension,
                        Stablehlo_Dims:$outputSpatialDimensions);
  let hasCustomAssemblyFormat = 1;
}

def Stablehlo_OutputOperandAlias
    : Stablehlo_Attr<"OutputOperandAlias", "output_operand_alias"> {
  let summary = "A custom call returns this operand's storage as this result";
  let parameters = (ins Stablehlo_Dims:$outputTupleIndices,
                        "int64_t":$operandIndex,
                        Stablehlo_Dims:$operandTupleIndices);
  let assemblyFormat = [{
    `<` `output_tuple_indices` `=` $outputTupleIndices `,`
        `operand_index` `=` $operandIndex `,`
        `operand_tuple_indices` `=` $operandTupleIndices `>`
  }];
}

def Stablehlo_ChannelHandle
    : Stablehlo_Attr<"ChannelHandle", "channel_handle"> {
  let summary = "The channel that ops of several programs meet on";
  let parameters = (ins "int64_t":$handle, "int64_t":$type);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_TypeExtensions
    : Stablehlo_Attr<"TypeExtensions", "type_extensions",
                     [DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "Upper bounds of dynamic sizes, as the encoding of a tensor";
  let description = [{
    Written `#stablehlo.bounds<3, ?>`: one entry for each dimension, `?` where
    there is no bound. The long form `#stablehlo.type_extensions<bounds =
    [3, ?]>` is read as well.
  }];
  let parameters = (ins Stablehlo_Dims:$bounds);
  let assemblyFormat = "`<` `bounds` `=` $bounds `>`";
}

def Stablehlo_ResultAccuracyAttr
    : Stablehlo_Attr<"ResultAccuracy", "result_accuracy"> {
  let summary = "The error that a transcendental function may make";
  let parameters = (ins APFloatParameter<"">:$atol, APFloatParameter<"">:$rtol,
                        "int64_t":$ulps,
                        "::ingot::stablehlo::ResultAccuracyModeAttr":$mode);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    AttrBuilder<(ins "::ingot::stablehlo::ResultAccuracyMode":$mode)>
  ];
  let constBuilderCall = [{
    ::ingot::stablehlo::ResultAccuracyAttr::get($_builder.getContext(), $0)
  }];
}

def Stablehlo_SubAxisInfo : Stablehlo_Attr<"SubAxisInfo", "sub_axis_info"> {
  let summary = "A part of a mesh axis: its size, and what stands before it";
  let parameters = (ins "int64_t":$pre_size, "int64_t":$size);
  let assemblyFormat = "`(` $pre_size `)` `` $size";
}

def Stablehlo_AxisRef : Stablehlo_Attr<"AxisRef", "axis_ref"> {
  let summary = "A mesh axis or a part of one";
  let parameters = (ins StringRefParameter<>:$name,
      OptionalParameter<"::ingot::stablehlo::SubAxisInfoAttr">:$sub_axis_info);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_MeshAxis : Stablehlo_Attr<"MeshAxis", "mesh_axis"> {
  let summary = "Name and size of one axis of a device mesh";
  let parameters = (ins StringRefParameter<>:$name, "int64_t":$size);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_Mesh : Stablehlo_Attr<"Mesh", "mesh"> {
  let summary = "Axes of a device mesh, and the devices if not in order";
  let parameters = (ins
      ArrayRefParameter<"::ingot::stablehlo::MeshAxisAttr">:$axes,
      OptionalParameter<"::mlir::DenseIntElementsAttr">:$device_ids);
  let assemblyFormat = [{
    `<` `axes` `` `=` `` `[` $axes `]`
        (`,` `device_ids` `` `=` `` $device_ids^)? `>`
  }];
}

def Stablehlo_ReplicaGroupMeshAxes
    : Stablehlo_Attr<"ReplicaGroupMeshAxes", "replica_group_mesh_axes"> {
  let summary = "Replica groups given as axes of a mesh";
  let parameters = (ins "::mlir::Attribute":$mesh, "::mlir::ArrayAttr":$axes);
  let assemblyFormat = "`<` struct(params) `>`";
}

def Stablehlo_ReplicaGroups
    : AnyAttrOf<[I64ElementsAttr, Stablehlo_ReplicaGroupMeshAxes]>;
def Stablehlo_LayoutArrayAttr
    : TypedArrayAttrBase<IndexElementsAttr, "array of layouts">;
def Stablehlo_TilingArrayAttr
    : TypedArrayAttrBase<TypedArrayAttrBase<IndexElementsAttr, "tiling">,
                         "array of tilings">;
def Stablehlo_SymbolArrayAttr
    : TypedArrayAttrBase<FlatSymbolRefAttr, "array of symbols"> {
  let constBuilderCall = "::mlir::ArrayAttr::get($_builder.getContext(), $0)";
}
def Stablehlo_AliasArrayAttr
    : TypedArrayAttrBase<Stablehlo_OutputOperandAlias, "array of aliases"> {
  let constBuilderCall = "::mlir::ArrayAttr::get($_builder.getContext(), $0)";
}

#endif // INGOT_DIALECTS_STABLEHLO_ATTRS_TD
