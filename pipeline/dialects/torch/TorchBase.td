//===- TorchBase.td - the torch dialect and its types ------ -*- tablegen -*-===//
//
// Names and text forms equal those of torch-mlir's public dialect, so that what
// its importer and tools write is read here. The ops with a form of their own
// are in the other files of this folder; the operators of PyTorch, which share
// one form, are rows of Operators.def.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_TORCH_BASE_TD
#define INGOT_DIALECTS_TORCH_BASE_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/IR/OpBase.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Torch_Dialect : Dialect {
  let name = "torch";
  let cppNamespace = "::ingot::torch";
  let summary = "Programs of PyTorch";
  let description = [{
    What torch-mlir's importers emit: PyTorch's operators on tensors with value
    semantics (`!torch.vtensor`), and Python's scalars and containers as values.
  }];
  let hasConstantMaterializer = 1;
  let extraClassDeclaration = [{
    /// Says which known op is the closest to an unknown one.
    std::optional<ParseOpHook>
    getParseOperationHook(::llvm::StringRef name) const override;

    ::mlir::Type parseType(::mlir::DialectAsmParser &parser) const override;
    void printType(::mlir::Type type,
                   ::mlir::DialectAsmPrinter &printer) const override;

  private:
    void registerTypes();
    void registerOperators();
    void addContainerOps();
    void addControlFlowOps();
    void addModuleOps();
    void addTensorOps();

    /// Rows of Operators.def have no C++ classes that could identify them.
    ::mlir::TypeIDAllocator operatorIds_;

  public:
  }];
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

class Torch_TypeDef<string name, string typeMnemonic, string what>
    : TypeDef<Torch_Dialect, name> {
  let mnemonic = typeMnemonic;
  let summary = what;
}

/// A type within one of this dialect, where `!torch.` is left out.
def Torch_Nested : TypeParameter<"::mlir::Type", "a type of this dialect"> {
  let parser = "::ingot::torch::parseNestedType($_parser)";
  let printer = "::ingot::torch::printNestedType($_printer, $_self)";
}
def Torch_NestedList : ArrayRefParameter<"::mlir::Type"> {
  let parser = "::ingot::torch::parseNestedTypes($_parser)";
  let printer = "::ingot::torch::printNestedTypes($_printer, $_self)";
}

/// Sizes and element type are both optional: importers do not know all.
class Torch_TensorTypeDef<string name, string typeMnemonic, string what>
    : Torch_TypeDef<name, typeMnemonic, what> {
  let description = [{
    `<[2,?],f32>`: `?` is a size not known, `*` in place of the list an unknown
    rank, `unk` an unknown element type; a third parameter, if any, is a sparse
    encoding. Nothing at all is known if there is no `<`.
  }];
  let parameters = (ins "bool":$hasSizes, ArrayRefParameter<"int64_t">:$rawSizes,
                        "::mlir::Type":$rawDtype,
                        "::mlir::Attribute":$encoding);
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let builders = [
    TypeBuilder<(ins "std::optional<::llvm::ArrayRef<int64_t>>":$sizes,
                     "::mlir::Type":$dtype,
                     CArg<"::mlir::Attribute", "{}">:$encoding), [{
      return $_get($_ctxt, sizes.has_value(),
                   sizes.value_or(::llvm::ArrayRef<int64_t>()), dtype, encoding);
    }]>
  ];
}

def Torch_ValueTensorType : Torch_TensorTypeDef<"ValueTensor", "vtensor",
    "a tensor that nobody changes">;
def Torch_NonValueTensorType : Torch_TensorTypeDef<"NonValueTensor", "tensor",
    "a tensor that may be changed and may share its memory">;

class Torch_ScalarType<string name, string typeMnemonic, string what>
    : Torch_TypeDef<name, typeMnemonic, what>,
      BuildableType<"::ingot::torch::" # name # "Type::get($_builder.getContext())">;

def Torch_AnyObjectType : Torch_ScalarType<"Any", "any", "any Python value">;
def Torch_BoolType : Torch_ScalarType<"Bool", "bool", "a Python bool">;
def Torch_DeviceType : Torch_ScalarType<"Device", "Device", "a device">;
def Torch_FloatType : Torch_ScalarType<"Float", "float", "a Python float">;
def Torch_GeneratorType
    : Torch_ScalarType<"Generator", "Generator", "a random generator">;
def Torch_IntType : Torch_ScalarType<"Int", "int", "a Python int, of 64 bits">;
def Torch_LinearParamsType : Torch_ScalarType<"LinearParams", "LinearParams",
    "packed weight and bias of a quantised linear layer">;
def Torch_NoneType : Torch_ScalarType<"None", "none", "the type of None">;
def Torch_NumberType
    : Torch_ScalarType<"Number", "number", "a Python int or float">;
def Torch_StringType : Torch_ScalarType<"String", "str", "a Python str">;
def Torch_QInt8Type : Torch_ScalarType<"QInt8", "qint8", "quantised si8">;
def Torch_QInt16Type : Torch_ScalarType<"QInt16", "qint16", "quantised si16">;
def Torch_QInt32Type : Torch_ScalarType<"QInt32", "qint32", "quantised si32">;
def Torch_QUInt8Type : Torch_ScalarType<"QUInt8", "quint8", "quantised ui8">;

class Torch_ContainerType<string name, string typeMnemonic, string what>
    : Torch_TypeDef<name, typeMnemonic, what> {
  let parameters = (ins Torch_Nested:$containedType);
  let assemblyFormat = "`<` $containedType `>`";
  let builders = [TypeBuilderWithInferredContext<
      (ins "::mlir::Type":$containedType), [{
    return $_get(containedType.getContext(), containedType);
  }]>];
}
def Torch_ListType : Torch_ContainerType<"List", "list", "a Python list">;
def Torch_OptionalType
    : Torch_ContainerType<"Optional", "optional", "a value or None">;

class Torch_TypesType<string name, string typeMnemonic, string what>
    : Torch_TypeDef<name, typeMnemonic, what> {
  let parameters = (ins Torch_NestedList:$containedTypes);
  let assemblyFormat = "`<` $containedTypes `>`";
}
def Torch_TupleType : Torch_TypesType<"Tuple", "tuple", "a Python tuple">;
def Torch_UnionType : Torch_TypesType<"Union", "union", "one of several types">;

def Torch_DictType : Torch_TypeDef<"Dict", "dict", "a Python dict"> {
  let parameters = (ins Torch_Nested:$keyType, Torch_Nested:$valueType);
  let assemblyFormat = "`<` $keyType `,` $valueType `>`";
}

def Torch_NnModuleType
    : Torch_TypeDef<"NnModule", "nn.Module", "an instance of a class"> {
  let parameters = (ins StringRefParameter<"name of the class">:$className);
  let assemblyFormat = "`<` $className `>`";
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

def Torch_AnyType : Type<
    CPred<"::llvm::isa<::ingot::torch::TorchDialect>($_self.getDialect())">,
    "a type of the torch dialect">;
def Torch_TensorType : Type<
    CPred<"::llvm::isa<::ingot::torch::TorchTensorType>($_self)">,
    "a tensor of the torch dialect">;
def Torch_IntListType : Type<
    CPred<"::ingot::torch::isListOf<::ingot::torch::IntType>($_self)">,
    "a list of ints">;
def Torch_OptionalIntListType : Type<
    CPred<"::ingot::torch::isListOfOptional<::ingot::torch::IntType>($_self)">,
    "a list of optional ints">;

class Torch_Op<string mnemonic, list<Trait> traits = []>
    : Op<Torch_Dialect, mnemonic, traits>;

#endif // INGOT_DIALECTS_TORCH_BASE_TD
