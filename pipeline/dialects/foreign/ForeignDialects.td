//===- ForeignDialects.td - names that programs bring along ---------------===//
//
// Just enough of two dialects to read programs that use them: nothing here
// outlives import.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_FOREIGN_TD
#define INGOT_DIALECTS_FOREIGN_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Mhlo_Dialect : Dialect {
  let name = "mhlo";
  let cppNamespace = "::ingot::mhlo";
  let summary = "What StableHLO was made of";
  let description = [{
    Ops are not registered; they stand in generic form until they become those of
    StableHLO. Attributes and types are read as StableHLO's of the same name.
  }];
  let dependentDialects = ["::ingot::stablehlo::StablehloDialect"];
  let extraClassDeclaration = [{
    mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                   mlir::Type type) const override;
    mlir::Type parseType(mlir::DialectAsmParser &parser) const override;
  }];
}

def Sdy_Dialect : Dialect {
  let name = "sdy";
  let cppNamespace = "::ingot::sdy";
  let summary = "How tensors are spread over devices (Shardy)";
  let description = [{
    Annotations that do not change what a program computes. Attributes are kept
    as text.
  }];
  let extraClassDeclaration = [{
    mlir::Attribute parseAttribute(mlir::DialectAsmParser &parser,
                                   mlir::Type type) const override;
    void printAttribute(mlir::Attribute attr,
                        mlir::DialectAsmPrinter &printer) const override;
  }];
}

def Sdy_Text : AttrDef<Sdy_Dialect, "Text"> {
  let attrName = "sdy.text";
  let summary = "Any attribute of Shardy, as it was written";
  let parameters = (ins StringRefParameter<>:$value);
}

class Sdy_Op<string mnemonic, list<Trait> traits = []>
    : Op<Sdy_Dialect, mnemonic, traits>;

def Sdy_MeshOp : Sdy_Op<"mesh"> {
  let summary = "Devices as a grid with named axes";
  let arguments = (ins StrAttr:$sym_name, Sdy_Text:$mesh);
  let assemblyFormat = [{
    custom<Name>($sym_name) `=` custom<Text>($mesh, "\"mesh\"") attr-dict
  }];
}

def Sdy_ShardingConstraintOp
    : Sdy_Op<"sharding_constraint", [AllTypesMatch<["input", "result"]>]> {
  let summary = "A tensor that is to be spread in a certain way";
  let arguments = (ins AnyRankedTensor:$input, Sdy_Text:$sharding);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $input custom<Text>($sharding, "\"sharding\"") attr-dict `:` type($input)
  }];
}

#endif // INGOT_DIALECTS_FOREIGN_TD
