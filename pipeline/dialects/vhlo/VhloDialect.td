//===- VhloDialect.td - portable artifacts of StableHLO -- -*- tablegen -*-===//
//
// VHLO is StableHLO as files keep it for years: every op, type and attribute
// carries a version. It is only read, upgraded, downgraded and written, so it is
// not modelled twice: a type or attribute here is a wrapper around the one that
// StableHLO uses, and the ops are rows of a table (VhloTable.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_VHLO_DIALECT_TD
#define INGOT_DIALECTS_VHLO_DIALECT_TD

include "mlir/IR/AttrTypeBase.td"

def Vhlo_Dialect : Dialect {
  let name = "vhlo";
  let cppNamespace = "::ingot::vhlo";
  let summary = "StableHLO with versions, the form of portable artifacts";
  let dependentDialects = ["::ingot::stablehlo::StablehloDialect",
                           "::mlir::quant::QuantDialect",
                           "::mlir::shape::ShapeDialect"];
  let useDefaultAttributePrinterParser = 1;
  let useDefaultTypePrinterParser = 1;
  let extraClassDeclaration = [{
    void registerOps();
    void registerBytecode();

  private:
    /// Ops have no C++ classes that could identify them.
    ::mlir::TypeIDAllocator opIds;

  public:
  }];
}

def Vhlo_Attr : AttrDef<Vhlo_Dialect, "Versioned"> {
  let mnemonic = "attr";
  let summary = "An attribute in its versioned encoding";
  let description = [{
    The value holds no wrappers itself. It is one of: array, bool, dictionary,
    float, integer, string, dense elements, type, or an attribute of StableHLO.
  }];
  let parameters = (ins "::mlir::Attribute":$value);
  let assemblyFormat = "`<` $value `>`";
}

def Vhlo_ApiVersion : AttrDef<Vhlo_Dialect, "ApiVersion"> {
  let mnemonic = "api_version";
  let summary = "Calling convention of a custom call";
  let description = [{
    Stands within a wrapper. StableHLO keeps a plain integer, which would be
    encoded as one.
  }];
  let parameters = (ins "int32_t":$value);
  let assemblyFormat = "`<` $value `>`";
}

def Vhlo_Type : TypeDef<Vhlo_Dialect, "Versioned"> {
  let mnemonic = "type";
  let summary = "A type in its versioned encoding";
  let parameters = (ins "::mlir::Type":$value);
  let assemblyFormat = "`<` $value `>`";
}

#endif // INGOT_DIALECTS_VHLO_DIALECT_TD
