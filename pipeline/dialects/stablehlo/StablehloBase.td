//===- StablehloBase.td - the dialect, its types and op classes -----------===//
//
// StableHLO is defined by a public specification; names and text forms here
// equal it so that programs of other tools are read. Type constraints only say
// what C++ accessors rely on: which element types an op takes is checked by
// verifiers, whose messages can name the rule that was broken.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_STABLEHLO_BASE_TD
#define INGOT_DIALECTS_STABLEHLO_BASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/TensorEncoding.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Stablehlo_Dialect : Dialect {
  let name = "stablehlo";
  let cppNamespace = "::ingot::stablehlo";
  let summary = "The operations that machine-learning frontends agree on";
  let dependentDialects = ["mlir::quant::QuantDialect"];
  let useDefaultAttributePrinterParser = 0;
  let useDefaultTypePrinterParser = 1;
  let hasConstantMaterializer = 1;
  // One per file of ops, so that no generated file takes long to compile.
  let extraClassDeclaration = [{
    mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                   mlir::Type type) const override;
    void printAttribute(mlir::Attribute attr,
                        mlir::DialectAsmPrinter &printer) const override;
    void registerAttributes();
    void registerTypes();
    void registerBytecode();
    void addCollectiveOps();
    void addContractionOps();
    void addControlFlowOps();
    void addDynamicOps();
    void addElementwiseOps();
    void addIndexingOps();
    void addMiscOps();
    void addReductionOps();
    void addShapeOps();
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Stablehlo_Type<string name, string typeMnemonic>
    : TypeDef<Stablehlo_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Stablehlo_Token : Stablehlo_Type<"Token", "token"> {
  let summary = "Orders effects that no data connects";
}

def Stablehlo_Future : Stablehlo_Type<"Future", "future"> {
  let summary = "Values that an asynchronous op will deliver";
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$types);
  let assemblyFormat = "`<` $types `>`";
}

def Stablehlo_Tensor : AnyTypeOf<[AnyRankedTensor], "ranked tensor",
                                 "::mlir::RankedTensorType">;
/// What may go through control flow and calls.
def Stablehlo_Value : AnyTypeOf<[AnyRankedTensor, AnyMemRef, Stablehlo_Token,
                                 Stablehlo_Future, AnyTuple]>;

//===----------------------------------------------------------------------===//
// Effects and op classes
//===----------------------------------------------------------------------===//

def Stablehlo_SpeculatableIfStatic : NativeOpTrait<"SpeculatableIfStatic"> {
  let cppNamespace = "::ingot::stablehlo";
}

/// Without effects, but sizes that are known only at run time may not fit each
/// other: such an op must not run where the program would not have run it.
def Stablehlo_PureIfStatic : TraitList<[
    ConditionallySpeculatable, NoMemoryEffect, Stablehlo_SpeculatableIfStatic]>;

/// The effects are those of the regions.
def Stablehlo_RegionEffects : TraitList<[
    RecursiveMemoryEffects, RecursivelySpeculatable]>;

/// Element types and ranks as the table in ListedTypes.cpp has them.
def Stablehlo_TakesListedTypes : NativeOpTrait<"TakesListedTypes"> {
  let cppNamespace = "::ingot::stablehlo";
}

class Stablehlo_Op<string mnemonic, list<Trait> traits = []>
    : Op<Stablehlo_Dialect, mnemonic, [Stablehlo_TakesListedTypes] # traits>;

defvar Stablehlo_Index = ConfinedAttr<I64Attr, [IntNonNegative]>;
defvar Stablehlo_Count = ConfinedAttr<I64Attr, [IntPositive]>;
defvar Stablehlo_FalseByDefault = DefaultValuedOptionalAttr<BoolAttr, "false">;

#endif // INGOT_DIALECTS_STABLEHLO_BASE_TD
