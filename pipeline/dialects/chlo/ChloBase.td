//===- ChloBase.td - the dialect, its enumerations and attributes ---------===//
//
// CHLO is what frontends write on top of StableHLO: functions that StableHLO
// has no op for, and ops that broadcast by themselves. Names and text forms
// equal the public reference (docs/generated/chlo.md of StableHLO).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_CHLO_BASE_TD
#define INGOT_DIALECTS_CHLO_BASE_TD

include "pipeline/dialects/stablehlo/StablehloBase.td"

def Chlo_Dialect : Dialect {
  let name = "chlo";
  let cppNamespace = "::ingot::chlo";
  let summary = "Functions and broadcasting ops that StableHLO can express";
  let description = [{
    Each op means a short program of StableHLO ops, into which
    `convert-chlo-to-stablehlo` decomposes it.
  }];
  let useDefaultAttributePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // One per file of ops, as in StableHLO.
  let extraClassDeclaration = [{
    void registerAttributes();
    void registerBytecode();
    void addBroadcastOps();
    void addFunctionOps();
    void addStructureOps();
  }];
}

//===----------------------------------------------------------------------===//
// Enumerations
//===----------------------------------------------------------------------===//

class Chlo_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::ingot::chlo";
}

def Chlo_ComparisonDirection : Chlo_Enum<"ComparisonDirection",
    "which relation is tested",
    [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
     I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
     I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Chlo_ComparisonDirectionAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonDirection, "comparison_direction">;

def Chlo_ComparisonType : Chlo_Enum<"ComparisonType",
    "how bits are compared",
    [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
     I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
     I32EnumAttrCase<"UNSIGNED", 4>]>;
def Chlo_ComparisonTypeAttr
    : EnumAttr<Chlo_Dialect, Chlo_ComparisonType, "comparison_type">;

def Chlo_Precision : Chlo_Enum<"Precision",
    "accuracy asked of a product, one per operand",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
     I32EnumAttrCase<"HIGHEST", 2>]>;
def Chlo_PrecisionAttr
    : EnumAttr<Chlo_Dialect, Chlo_Precision, "precision">;
def Chlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Chlo_PrecisionAttr, "array of precisions">;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// `[0, 1]`; an empty list is not printed.
def Chlo_Dims : OptionalArrayRefParameter<"int64_t"> {
  let parser = "::ingot::stablehlo::parseSizeList($_parser)";
  let printer = "::ingot::stablehlo::printSizeList($_printer, $_self)";
}

def Chlo_RaggedDotDimensionNumbers
    : AttrDef<Chlo_Dialect, "RaggedDotDimensionNumbers"> {
  let mnemonic = "ragged_dot";
  let summary = "Which dimensions of a ragged product mean what";
  let parameters = (ins Chlo_Dims:$lhs_batching_dimensions,
                        Chlo_Dims:$rhs_batching_dimensions,
                        Chlo_Dims:$lhs_contracting_dimensions,
                        Chlo_Dims:$rhs_contracting_dimensions,
                        Chlo_Dims:$lhs_ragged_dimensions,
                        Chlo_Dims:$rhs_group_dimensions);
  let assemblyFormat = "`<` struct(params) `>`";
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

defvar Chlo_FloatTensor = RankedTensorOf<[AnyFloat]>;
defvar Chlo_FloatOrComplexTensor = RankedTensorOf<[AnyFloat, AnyComplex]>;
defvar Chlo_IntegerTensor = RankedTensorOf<[AnyInteger]>;
defvar Chlo_TruthTensor = RankedTensorOf<[I1]>;

class Chlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Chlo_Dialect, mnemonic, traits>;

#endif // INGOT_DIALECTS_CHLO_BASE_TD
