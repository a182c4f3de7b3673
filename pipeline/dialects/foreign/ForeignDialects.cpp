//===- ForeignDialects.cpp - names that programs bring along --------------===//
//
// Programs hold these dialects, and import drops or renames them, so neither is
// defined in full. MHLO takes any op and leaves attributes and types to
// StableHLO, which writes them alike. An annotation of Shardy is kept as its
// text. In bytecode it has to be read past, field by field: encodings have no
// length, so one table says which fields each code has. The position in the
// table is the code.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/foreign/ForeignDialects.h"
#include "pipeline/dialects/BytecodeLists.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

#include "pipeline/dialects/foreign/MhloDialect.cpp.inc"
#include "pipeline/dialects/foreign/SdyDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/foreign/SdyAttrs.cpp.inc"

using namespace mlir;
using ingot::sdy::TextAttr;

//===----------------------------------------------------------------------===//
// MHLO
//===----------------------------------------------------------------------===//

void ingot::mhlo::MhloDialect::initialize() { allowUnknownOperations(); }

Attribute ingot::mhlo::MhloDialect::parseAttribute(DialectAsmParser &parser,
                                                   Type type) const {
  return getContext()
      ->getLoadedDialect<stablehlo::StablehloDialect>()
      ->parseAttribute(parser, type);
}

Type ingot::mhlo::MhloDialect::parseType(DialectAsmParser &parser) const {
  return getContext()
      ->getLoadedDialect<stablehlo::StablehloDialect>()
      ->parseType(parser);
}

//===----------------------------------------------------------------------===//
// Shardy
//===----------------------------------------------------------------------===//

namespace {

/// Shardy's encoding: the fields of each attribute by its code.
///   L list of attributes   A attribute   O attribute, if there is one
///   V list of numbers      I number      P number, if there is one
///   S string               B bool
struct Encoding {
  StringLiteral name;
  StringLiteral fields;
};
constexpr Encoding kEncodings[] = {
    {"manual_axes", "L"},
    {"mesh_axis", "SI"},
    {"mesh", "LV"},
    {"sub_axis_info", "II"},
    {"axis_ref", "SO"},
    {"dimension_sharding", "LBP"},
    {"sharding", "ALL"},
    {"sharding_per_value", "L"},
    {"dim_mapping", "V"},
    {"tensor_mapping", "L"},
    {"op_sharding_rule", "VLLVVVVB"},
    {"axis_ref_list", "L"},
    {"list_of_axis_ref_lists", "L"},
    {"all_to_all_param", "LII"},
    {"all_to_all_param_list", "L"},
    {"sharding", "ALLL"},
    {"sharding_per_value", "L"},
    {"sharding", "ALLLI"},
};

LogicalResult skipField(DialectBytecodeReader &reader, char kind) {
  SmallVector<Attribute> attributes;
  SmallVector<int64_t> numbers;
  Attribute attribute;
  StringRef string;
  uint64_t natural = 0;
  int64_t number = 0;
  bool flag = false;
  switch (kind) {
  case 'L':
    return ingot::readBoundedAttributes(reader, attributes);
  case 'A':
    return reader.readAttribute(attribute);
  case 'O':
    return reader.readOptionalAttribute(attribute);
  case 'V':
    return ingot::readBoundedSizes(reader, numbers);
  case 'I':
    return reader.readSignedVarInt(number);
  case 'P':
    return reader.readVarIntWithFlag(natural, flag);
  case 'S':
    return reader.readString(string);
  default:
    return reader.readBool(flag);
  }
}

/// Reads past attributes. Nobody looks at their content, so what is kept of it
/// is the name.
struct SdyBytecode : BytecodeDialectInterface {
  explicit SdyBytecode(Dialect *dialect) : BytecodeDialectInterface(dialect) {}

  Attribute readAttribute(DialectBytecodeReader &reader) const override {
    uint64_t code = 0;
    if (failed(reader.readVarInt(code)))
      return {};
    if (code >= std::size(kEncodings)) {
      reader.emitError() << "no attribute of Shardy has the code " << code;
      return {};
    }
    for (char kind : kEncodings[code].fields)
      if (failed(skipField(reader, kind)))
        return {};
    return TextAttr::get(getContext(),
                         (kEncodings[code].name + "<encoded>").str());
  }

  /// A dialect version; it changes nothing that is read here.
  std::unique_ptr<DialectVersion>
  readVersion(DialectBytecodeReader &reader) const override {
    uint64_t part = 0;
    for (int i = 0; i < 3; ++i)
      if (failed(reader.readVarInt(part)))
        return nullptr;
    return std::make_unique<DialectVersion>();
  }
};

} // namespace

void ingot::sdy::SdyDialect::initialize() {
  addInterfaces<SdyBytecode>();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pipeline/dialects/foreign/SdyAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/foreign/SdyOps.cpp.inc"
      >();
}

Attribute ingot::sdy::SdyDialect::parseAttribute(DialectAsmParser &parser,
                                                 Type) const {
  return TextAttr::get(getContext(), parser.getFullSymbolSpec());
}

void ingot::sdy::SdyDialect::printAttribute(Attribute attr,
                                            DialectAsmPrinter &printer) const {
  printer << cast<TextAttr>(attr).getValue();
}

/// One token of what stands between angle brackets; `depth` counts those that
/// are open. Fails without a diagnostic if there is none.
static ParseResult skipToken(OpAsmParser &parser, int &depth) {
  std::string string;
  StringAttr symbol;
  StringRef keyword;
  int64_t number = 0;
  if (succeeded(parser.parseOptionalLess()))
    return ++depth, success();
  if (succeeded(parser.parseOptionalGreater()))
    return --depth, success();
  OptionalParseResult integer = parser.parseOptionalInteger(number);
  if (integer.has_value())
    return *integer;
  return success(succeeded(parser.parseOptionalString(&string)) ||
                 succeeded(parser.parseOptionalSymbolName(symbol)) ||
                 succeeded(parser.parseOptionalKeyword(&keyword)) ||
                 succeeded(parser.parseOptionalLSquare()) ||
                 succeeded(parser.parseOptionalRSquare()) ||
                 succeeded(parser.parseOptionalLBrace()) ||
                 succeeded(parser.parseOptionalRBrace()) ||
                 succeeded(parser.parseOptionalLParen()) ||
                 succeeded(parser.parseOptionalRParen()) ||
                 succeeded(parser.parseOptionalComma()) ||
                 succeeded(parser.parseOptionalEqual()) ||
                 succeeded(parser.parseOptionalColon()) ||
                 succeeded(parser.parseOptionalQuestion()));
}

/// `<...>`, which is how ops write an attribute whose name is clear.
static ParseResult parseText(OpAsmParser &parser, TextAttr &attr,
                             StringRef name) {
  SMLoc start = parser.getCurrentLocation();
  int depth = 0;
  do {
    if (failed(skipToken(parser, depth)))
      return parser.emitError(parser.getCurrentLocation())
             << "expected an annotation between '<' and '>'";
  } while (depth > 0);
  const char *end = parser.getCurrentLocation().getPointer();
  StringRef text(start.getPointer(), end - start.getPointer());
  attr = TextAttr::get(parser.getContext(), (name + text.rtrim()).str());
  return success();
}

static void printText(OpAsmPrinter &printer, Operation *, TextAttr attr,
                      StringRef name) {
  StringRef text = attr.getValue();
  text.consume_front(name);
  printer << text;
}

static ParseResult parseName(OpAsmParser &parser, StringAttr &name) {
  return parser.parseSymbolName(name);
}

static void printName(OpAsmPrinter &printer, Operation *, StringAttr name) {
  printer.printSymbolName(name);
}

#define GET_OP_CLASSES
#include "pipeline/dialects/foreign/SdyOps.cpp.inc"
