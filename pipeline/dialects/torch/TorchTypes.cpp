//===- TorchTypes.cpp - types of the torch dialect ------------------------===//
//
// Types within types are written without `!torch.`, and some short names are
// keywords of builtin types: `int`, `bool`. Which form is meant has to be seen
// in the text before a parser is chosen.
//
// !torch.vtensor and !torch.tensor share all code but their names. Relations
// between types (isSubtype, areCompatible) follow what TorchScript accepts:
// None for an optional, an int for a number, a tensor that knows less for one
// that knows more.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#define GET_TYPEDEF_CLASSES
#include "pipeline/dialects/torch/TorchTypes.cpp.inc"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

void TorchDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "pipeline/dialects/torch/TorchTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Without the prefix `!torch.`.
static Type parseShortType(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Type type;
  OptionalParseResult result = generatedTypeParser(parser, &mnemonic, type);
  if (result.has_value())
    return succeeded(*result) ? type : Type();
  parser.emitError(loc) << "unknown type '" << mnemonic
                        << "' of the torch dialect";
  return {};
}

Type TorchDialect::parseType(DialectAsmParser &parser) const {
  return parseShortType(parser);
}

void TorchDialect::printType(Type type, DialectAsmPrinter &printer) const {
  (void)generatedTypePrinter(type, printer);
}

FailureOr<Type> ingot::torch::parseNestedType(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  // Short names may be keywords that begin a builtin type, so a look at the
  // text says which form it is.
  if (*loc.getPointer() != '!')
    type = parseShortType(parser);
  else if (parser.parseType(type))
    return failure();
  if (!type)
    return failure();
  if (!isa<TorchDialect>(type.getDialect())) {
    parser.emitError(loc) << "expected a type of the torch dialect, not "
                          << type;
    return failure();
  }
  return type;
}

void ingot::torch::printNestedType(AsmPrinter &printer, Type type) {
  (void)generatedTypePrinter(type, printer);
}

FailureOr<SmallVector<Type>> ingot::torch::parseNestedTypes(AsmParser &parser) {
  SmallVector<Type> types;
  // The list may be empty, and is ended by the `>` of its owner.
  if (*parser.getCurrentLocation().getPointer() == '>')
    return types;
  if (parser.parseCommaSeparatedList([&]() -> ParseResult {
        FailureOr<Type> type = parseNestedType(parser);
        if (failed(type))
          return failure();
        types.push_back(*type);
        return success();
      }))
    return failure();
  return types;
}

void ingot::torch::printNestedTypes(AsmPrinter &printer, ArrayRef<Type> types) {
  llvm::interleaveComma(types, printer.getStream(),
                        [&](Type type) { printNestedType(printer, type); });
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

namespace {
/// What is between `<` and `>`.
struct TensorParameters {
  std::optional<SmallVector<int64_t>> sizes;
  Type dtype;
  Attribute encoding;
};
} // namespace

static ParseResult parseSize(AsmParser &parser, SmallVector<int64_t> &sizes) {
  SMLoc loc = parser.getCurrentLocation();
  int64_t size = ShapedType::kDynamic;
  if (failed(parser.parseOptionalQuestion())) {
    if (parser.parseInteger(size))
      return failure();
    if (size < 0)
      return parser.emitError(loc) << "a size is not negative";
  }
  sizes.push_back(size);
  return success();
}

static ParseResult parseTensorParameters(AsmParser &parser,
                                         TensorParameters &parameters) {
  if (failed(parser.parseOptionalLess()))
    return success();
  if (failed(parser.parseOptionalStar())) {
    parameters.sizes.emplace();
    if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
          return parseSize(parser, *parameters.sizes);
        }))
      return failure();
  }
  if (parser.parseComma())
    return failure();
  if (failed(parser.parseOptionalKeyword("unk")) &&
      parser.parseType(parameters.dtype))
    return failure();
  if (succeeded(parser.parseOptionalComma()) &&
      parser.parseAttribute(parameters.encoding))
    return failure();
  return parser.parseGreater();
}

template <typename T> static Type parseTensor(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  TensorParameters parameters;
  if (parseTensorParameters(parser, parameters))
    return {};
  bool hasSizes = parameters.sizes.has_value();
  return T::getChecked([&] { return parser.emitError(loc); },
                       parser.getContext(), hasSizes,
                       parameters.sizes.value_or(SmallVector<int64_t>()),
                       parameters.dtype, parameters.encoding);
}

static void printTensor(AsmPrinter &printer, TorchTensorType type) {
  std::optional<ArrayRef<int64_t>> sizes = type.getSizes();
  if (!sizes && !type.getDtype() && !type.getEncoding())
    return;
  printer << '<';
  if (sizes) {
    printer << '[';
    llvm::interleave(
        *sizes, printer.getStream(),
        [&](int64_t size) {
          if (ShapedType::isDynamic(size))
            printer << '?';
          else
            printer << size;
        },
        ",");
    printer << ']';
  } else {
    printer << '*';
  }
  printer << ',';
  if (type.getDtype())
    printer << type.getDtype();
  else
    printer << "unk";
  if (type.getEncoding())
    printer << ',' << type.getEncoding();
  printer << '>';
}

Type ValueTensorType::parse(AsmParser &parser) {
  return parseTensor<ValueTensorType>(parser);
}
void ValueTensorType::print(AsmPrinter &printer) const {
  printTensor(printer, *this);
}
Type NonValueTensorType::parse(AsmParser &parser) {
  return parseTensor<NonValueTensorType>(parser);
}
void NonValueTensorType::print(AsmPrinter &printer) const {
  printTensor(printer, *this);
}

static LogicalResult verifyTensor(function_ref<InFlightDiagnostic()> emitError,
                                  Type dtype) {
  if (dtype && !isDtype(dtype))
    return emitError() << "elements of a tensor cannot be " << dtype
                       << "; integers have a sign (si64, ui8), i1 is bool";
  return success();
}

LogicalResult
ValueTensorType::verify(function_ref<InFlightDiagnostic()> emitError, bool,
                        ArrayRef<int64_t>, Type dtype, Attribute) {
  return verifyTensor(emitError, dtype);
}
LogicalResult
NonValueTensorType::verify(function_ref<InFlightDiagnostic()> emitError, bool,
                           ArrayRef<int64_t>, Type dtype, Attribute) {
  return verifyTensor(emitError, dtype);
}

std::optional<ArrayRef<int64_t>> TorchTensorType::getSizes() const {
  return TypeSwitch<Type, std::optional<ArrayRef<int64_t>>>(*this)
      .Case<ValueTensorType, NonValueTensorType>(
          [](auto type) -> std::optional<ArrayRef<int64_t>> {
            if (!type.getHasSizes())
              return std::nullopt;
            return type.getRawSizes();
          });
}

bool TorchTensorType::hasStaticShape() const {
  return getSizes() && !ShapedType::isDynamicShape(*getSizes());
}

Type TorchTensorType::getDtype() const {
  return TypeSwitch<Type, Type>(*this)
      .Case<ValueTensorType, NonValueTensorType>(
          [](auto type) { return type.getRawDtype(); });
}

Attribute TorchTensorType::getEncoding() const {
  return TypeSwitch<Type, Attribute>(*this)
      .Case<ValueTensorType, NonValueTensorType>(
          [](auto type) { return type.getEncoding(); });
}

static TorchTensorType makeTensor(bool valueSemantics, MLIRContext *context,
                                  std::optional<ArrayRef<int64_t>> sizes,
                                  Type dtype, Attribute encoding) {
  if (valueSemantics)
    return ValueTensorType::get(context, sizes, dtype, encoding);
  return NonValueTensorType::get(context, sizes, dtype, encoding);
}

TorchTensorType
TorchTensorType::withSizes(std::optional<ArrayRef<int64_t>> sizes) const {
  return makeTensor(hasValueSemantics(), getContext(), sizes, getDtype(),
                    getEncoding());
}

TorchTensorType TorchTensorType::withDtype(Type dtype) const {
  return makeTensor(hasValueSemantics(), getContext(), getSizes(), dtype,
                    getEncoding());
}

ValueTensorType TorchTensorType::withValueSemantics() const {
  return cast<ValueTensorType>(
      makeTensor(true, getContext(), getSizes(), getDtype(), getEncoding()));
}

NonValueTensorType TorchTensorType::withoutValueSemantics() const {
  return cast<NonValueTensorType>(
      makeTensor(false, getContext(), getSizes(), getDtype(), getEncoding()));
}

RankedTensorType TorchTensorType::toBuiltin(bool keepUnsigned) const {
  Type element = getDtype() ? storageType(getDtype(), keepUnsigned) : Type();
  if (!getSizes() || !element)
    return {};
  return RankedTensorType::get(*getSizes(), element);
}

//===----------------------------------------------------------------------===//
// Relations
//===----------------------------------------------------------------------===//

/// Nothing that both know differs.
static bool agree(TorchTensorType a, TorchTensorType b) {
  if (a.hasValueSemantics() != b.hasValueSemantics())
    return false;
  if (a.getDtype() && b.getDtype() && a.getDtype() != b.getDtype())
    return false;
  return !a.getSizes() || !b.getSizes() ||
         succeeded(verifyCompatibleShape(*a.getSizes(), *b.getSizes()));
}

static bool areSubtypes(ArrayRef<Type> types, ArrayRef<Type> wanted) {
  return types.size() == wanted.size() &&
         llvm::all_of(llvm::zip_equal(types, wanted), [](auto pair) {
           return isSubtype(std::get<0>(pair), std::get<1>(pair));
         });
}

/// A union as the value must fit with every member; a union as the wish needs
/// one that fits.
bool ingot::torch::isSubtype(Type type, Type wanted) {
  if (type == wanted || isa<AnyType>(wanted))
    return true;
  if (auto members = dyn_cast<UnionType>(type))
    return llvm::all_of(members.getContainedTypes(),
                        [&](Type member) { return isSubtype(member, wanted); });
  return TypeSwitch<Type, bool>(wanted)
      .Case<OptionalType>([&](OptionalType wanted) {
        auto optional = dyn_cast<OptionalType>(type);
        return isa<torch::NoneType>(type) ||
               isSubtype(optional ? optional.getContainedType() : type,
                         wanted.getContainedType());
      })
      .Case<UnionType>([&](UnionType wanted) {
        return llvm::any_of(wanted.getContainedTypes(), [&](Type member) {
          return isSubtype(type, member);
        });
      })
      .Case<NumberType>(
          [&](auto) { return isa<IntType, torch::FloatType>(type); })
      .Case<ListType>([&](ListType wanted) {
        auto list = dyn_cast<ListType>(type);
        return list &&
               isSubtype(list.getContainedType(), wanted.getContainedType());
      })
      .Case<torch::TupleType>([&](torch::TupleType wanted) {
        auto tuple = dyn_cast<torch::TupleType>(type);
        return tuple && areSubtypes(tuple.getContainedTypes(),
                                    wanted.getContainedTypes());
      })
      .Case<ValueTensorType, NonValueTensorType>([&](auto wanted) {
        return isa<TorchTensorType>(type) &&
               agree(cast<TorchTensorType>(type), wanted);
      })
      .Default(false);
}

bool ingot::torch::areCompatible(Type a, Type b) {
  return isSubtype(a, b) || isSubtype(b, a);
}
