//===- StablehloAttrs.cpp - text of the attributes ------------------------===//
//
// Attributes made of named fields are read in any order and written in one,
// without fields that are empty or zero.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/AssemblyFormat.h"
#include "pipeline/dialects/stablehlo/SizeList.h"
#include "pipeline/dialects/stablehlo/StablehloDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include "pipeline/dialects/stablehlo/StablehloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/stablehlo/StablehloAttrs.cpp.inc"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// Lists and fields
//===----------------------------------------------------------------------===//

ParseResult parseSizes(AsmParser &parser, AsmParser::Delimiter delimiter,
                       SmallVectorImpl<int64_t> &sizes) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion())) {
      sizes.push_back(ShapedType::kDynamic);
      return success();
    }
    return parser.parseInteger(sizes.emplace_back());
  });
}

void printSizes(AsmPrinter &printer, ArrayRef<int64_t> sizes) {
  llvm::interleaveComma(sizes, printer, [&](int64_t size) {
    if (ShapedType::isDynamic(size))
      printer << '?';
    else
      printer << size;
  });
}

FailureOr<SmallVector<int64_t>> parseSizeList(AsmParser &parser) {
  SmallVector<int64_t> sizes;
  if (parseSizes(parser, AsmParser::Delimiter::Square, sizes))
    return failure();
  return sizes;
}

void printSizeList(AsmPrinter &printer, ArrayRef<int64_t> sizes) {
  printer << '[';
  printSizes(printer, sizes);
  printer << ']';
}

namespace {

/// A field of an attribute: a list of dimensions or one number.
struct Field {
  StringRef name;
  SmallVector<int64_t> dims = {};
  int64_t number = 0;
  bool isList = true;
  bool seen = false;
};

Field number(StringRef name) { return {name, {}, 0, /*isList=*/false}; }

ParseResult parseField(AsmParser &parser, MutableArrayRef<Field> fields) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name) || parser.parseEqual())
    return failure();
  auto *field = llvm::find_if(fields, [&](Field &f) { return f.name == name; });
  if (field == fields.end())
    return parser.emitError(loc) << "no field is named '" << name << "'";
  if (field->seen)
    return parser.emitError(loc) << "field '" << name << "' stands twice";
  field->seen = true;
  if (!field->isList)
    return parser.parseInteger(field->number);
  return parseSizes(parser, AsmParser::Delimiter::Square, field->dims);
}

/// Fields up to the `>`. Upstream takes a comma behind the last one, and
/// programs that were written by hand have it.
ParseResult parseFieldsUntilGreater(AsmParser &parser,
                                    function_ref<ParseResult()> parseOne) {
  while (failed(parser.parseOptionalGreater())) {
    if (parseOne())
      return failure();
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

ParseResult parseFields(AsmParser &parser, MutableArrayRef<Field> fields) {
  return failure(parser.parseLess() || parseFieldsUntilGreater(parser, [&] {
                   return parseField(parser, fields);
                 }));
}

/// Writes `<a = [0], n = 1>`, only fields that say something.
class FieldPrinter {
public:
  explicit FieldPrinter(AsmPrinter &printer) : printer_(printer) {
    printer_ << '<';
  }
  ~FieldPrinter() { printer_ << '>'; }
  void list(StringRef name, ArrayRef<int64_t> dims) {
    if (dims.empty())
      return;
    start(name);
    printSizeList(printer_, dims);
  }
  void number(StringRef name, int64_t value) {
    if (value == 0)
      return;
    start(name);
    printer_ << value;
  }

private:
  void start(StringRef name) {
    printer_ << (first_ ? "" : ", ") << name << " = ";
    first_ = false;
  }
  AsmPrinter &printer_;
  bool first_ = true;
};

} // namespace

//===----------------------------------------------------------------------===//
// Dimension numbers
//===----------------------------------------------------------------------===//

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Field fields[] = {{"update_window_dims"},
                    {"inserted_window_dims"},
                    {"input_batching_dims"},
                    {"scatter_indices_batching_dims"},
                    {"scatter_dims_to_operand_dims"},
                    ::ingot::stablehlo::number("index_vector_dim")};
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), fields[0].dims, fields[1].dims,
             fields[2].dims, fields[3].dims, fields[4].dims, fields[5].number);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("update_window_dims", getUpdateWindowDims());
  fields.list("inserted_window_dims", getInsertedWindowDims());
  fields.list("input_batching_dims", getInputBatchingDims());
  fields.list("scatter_indices_batching_dims", getScatterIndicesBatchingDims());
  fields.list("scatter_dims_to_operand_dims", getScatterDimsToOperandDims());
  fields.number("index_vector_dim", getIndexVectorDim());
}

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Field fields[] = {{"offset_dims"},
                    {"collapsed_slice_dims"},
                    {"operand_batching_dims"},
                    {"start_indices_batching_dims"},
                    {"start_index_map"},
                    ::ingot::stablehlo::number("index_vector_dim")};
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), fields[0].dims, fields[1].dims,
             fields[2].dims, fields[3].dims, fields[4].dims, fields[5].number);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("offset_dims", getOffsetDims());
  fields.list("collapsed_slice_dims", getCollapsedSliceDims());
  fields.list("operand_batching_dims", getOperandBatchingDims());
  fields.list("start_indices_batching_dims", getStartIndicesBatchingDims());
  fields.list("start_index_map", getStartIndexMap());
  fields.number("index_vector_dim", getIndexVectorDim());
}

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Field fields[] = {{"lhs_batching_dimensions"},
                    {"rhs_batching_dimensions"},
                    {"lhs_contracting_dimensions"},
                    {"rhs_contracting_dimensions"}};
  if (parseFields(parser, fields))
    return {};
  return get(parser.getContext(), fields[0].dims, fields[1].dims,
             fields[2].dims, fields[3].dims);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  fields.list("lhs_batching_dimensions", getLhsBatchingDimensions());
  fields.list("rhs_batching_dimensions", getRhsBatchingDimensions());
  fields.list("lhs_contracting_dimensions", getLhsContractingDimensions());
  fields.list("rhs_contracting_dimensions", getRhsContractingDimensions());
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {

/// The dimensions of one tensor: two with a letter, the others numbered.
struct ConvTensor {
  char firstLetter;
  char secondLetter;
  int64_t first = -1;
  int64_t second = -1;
  SmallVector<int64_t> spatial = {};

  int64_t rank() const { return spatial.size() + 2; }
};

/// Dimensions in order, as `b`, `f` or the number of a spatial dimension; empty
/// if some position is not named or named twice.
SmallVector<std::string> convNames(const ConvTensor &tensor) {
  SmallVector<std::string> names(tensor.rank());
  auto name = [&](int64_t dim, std::string text) {
    if (dim < 0 || dim >= tensor.rank() || !names[dim].empty())
      return false;
    names[dim] = std::move(text);
    return true;
  };
  bool ok = name(tensor.first, std::string(1, tensor.firstLetter)) &&
            name(tensor.second, std::string(1, tensor.secondLetter));
  for (auto [index, dim] : llvm::enumerate(tensor.spatial))
    ok = ok && name(dim, std::to_string(index));
  return ok ? names : SmallVector<std::string>();
}

ParseResult parseConvTensor(AsmParser &parser, ConvTensor &tensor) {
  SMLoc start = parser.getCurrentLocation();
  SmallVector<std::pair<int64_t, int64_t>> spatial; // its number, its position
  int64_t position = 0;
  auto parseName = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    int64_t index = 0;
    OptionalParseResult integer = parser.parseOptionalInteger(index);
    if (integer.has_value()) {
      if (failed(*integer))
        return failure();
      spatial.push_back({index, position++});
      return success();
    }
    StringRef letter;
    if (parser.parseKeyword(&letter))
      return failure();
    bool isFirst = letter == StringRef(&tensor.firstLetter, 1);
    if (!isFirst && letter != StringRef(&tensor.secondLetter, 1))
      return parser.emitError(loc)
             << "no dimension is named '" << letter << "' here";
    int64_t &dim = isFirst ? tensor.first : tensor.second;
    if (dim >= 0)
      return parser.emitError(loc)
             << "dimension '" << letter << "' stands twice";
    dim = position++;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseName))
    return failure();
  llvm::sort(spatial);
  for (auto [index, entry] : llvm::enumerate(spatial)) {
    if (entry.first != static_cast<int64_t>(index))
      return parser.emitError(start)
             << "spatial dimensions are not numbered from 0 in steps of 1";
    tensor.spatial.push_back(entry.second);
  }
  if (tensor.first < 0 || tensor.second < 0)
    return parser.emitError(start)
           << "dimensions '" << tensor.firstLetter << "' and '"
           << tensor.secondLetter << "' are both needed";
  return success();
}

/// The form for numbers that do not describe a permutation.
ParseResult parseRawConv(AsmParser &parser, bool untilGreater,
                         ConvDimensionNumbersAttr &dimensions) {
  Field fields[] = {number("input_batch_dimension"),
                    number("input_feature_dimension"),
                    {"input_spatial_dimensions"},
                    number("kernel_input_feature_dimension"),
                    number("kernel_output_feature_dimension"),
                    {"kernel_spatial_dimensions"},
                    number("output_batch_dimension"),
                    number("output_feature_dimension"),
                    {"output_spatial_dimensions"}};
  auto parseOne = [&] { return parseField(parser, fields); };
  if (untilGreater ? parseFieldsUntilGreater(parser, parseOne)
                   : parser.parseCommaSeparatedList(parseOne))
    return failure();
  dimensions = ConvDimensionNumbersAttr::get(
      parser.getContext(), fields[0].number, fields[1].number, fields[2].dims,
      fields[3].number, fields[4].number, fields[5].dims, fields[6].number,
      fields[7].number, fields[8].dims);
  return success();
}

void printRawConv(AsmPrinter &printer, ConvDimensionNumbersAttr dims) {
  auto list = [&](StringRef name, ArrayRef<int64_t> sizes) {
    printer << ", " << name << " = ";
    printSizeList(printer, sizes);
  };
  auto value = [&](StringRef name, int64_t number) {
    printer << ", " << name << " = " << number;
  };
  printer << "raw input_batch_dimension = " << dims.getInputBatchDimension();
  value("input_feature_dimension", dims.getInputFeatureDimension());
  list("input_spatial_dimensions", dims.getInputSpatialDimensions());
  value("kernel_input_feature_dimension",
        dims.getKernelInputFeatureDimension());
  value("kernel_output_feature_dimension",
        dims.getKernelOutputFeatureDimension());
  list("kernel_spatial_dimensions", dims.getKernelSpatialDimensions());
  value("output_batch_dimension", dims.getOutputBatchDimension());
  value("output_feature_dimension", dims.getOutputFeatureDimension());
  list("output_spatial_dimensions", dims.getOutputSpatialDimensions());
}

} // namespace

ParseResult parseConvDimensions(AsmParser &parser,
                                ConvDimensionNumbersAttr &dimensions) {
  if (succeeded(parser.parseOptionalKeyword("raw")))
    return parseRawConv(parser, /*untilGreater=*/false, dimensions);
  ConvTensor input{'b', 'f'};
  ConvTensor kernel{'i', 'o'};
  ConvTensor output{'b', 'f'};
  if (parseConvTensor(parser, input) || parser.parseKeyword("x") ||
      parseConvTensor(parser, kernel) || parser.parseArrow() ||
      parseConvTensor(parser, output))
    return failure();
  dimensions = ConvDimensionNumbersAttr::get(
      parser.getContext(), input.first, input.second, input.spatial,
      kernel.first, kernel.second, kernel.spatial, output.first, output.second,
      output.spatial);
  return success();
}

void printConvDimensions(AsmPrinter &printer, Operation *,
                         ConvDimensionNumbersAttr dims) {
  auto tensor = [](char a, char b, int64_t first, int64_t second,
                   ArrayRef<int64_t> spatial) {
    return convNames({a, b, first, second, llvm::to_vector(spatial)});
  };
  auto input =
      tensor('b', 'f', dims.getInputBatchDimension(),
             dims.getInputFeatureDimension(), dims.getInputSpatialDimensions());
  auto kernel = tensor('i', 'o', dims.getKernelInputFeatureDimension(),
                       dims.getKernelOutputFeatureDimension(),
                       dims.getKernelSpatialDimensions());
  auto output = tensor('b', 'f', dims.getOutputBatchDimension(),
                       dims.getOutputFeatureDimension(),
                       dims.getOutputSpatialDimensions());
  if (input.empty() || kernel.empty() || output.empty())
    return printRawConv(printer, dims);
  printer << '[' << llvm::join(input, ", ") << "]x[" << llvm::join(kernel, ", ")
          << "]->[" << llvm::join(output, ", ") << ']';
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  ConvDimensionNumbersAttr dimensions;
  if (parser.parseLess())
    return {};
  if (succeeded(parser.parseOptionalKeyword("raw")))
    return succeeded(parseRawConv(parser, /*untilGreater=*/true, dimensions))
               ? dimensions
               : Attribute();
  if (parseConvDimensions(parser, dimensions) || parser.parseGreater())
    return {};
  return dimensions;
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printConvDimensions(printer, nullptr, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Accuracy and bounds
//===----------------------------------------------------------------------===//

ResultAccuracyAttr ResultAccuracyAttr::get(MLIRContext *context,
                                           ResultAccuracyMode mode) {
  return get(context, APFloat(0.0), APFloat(0.0), 0,
             ResultAccuracyModeAttr::get(context, mode));
}

LogicalResult
ResultAccuracyAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                           APFloat atol, APFloat rtol, int64_t ulps,
                           ResultAccuracyModeAttr mode) {
  if (atol.isNegative() || rtol.isNegative() || ulps < 0)
    return emitError() << "an accuracy has no negative tolerance";
  bool hasTolerance = !atol.isZero() || !rtol.isZero() || ulps != 0;
  if (hasTolerance && mode.getValue() != ResultAccuracyMode::TOLERANCE)
    return emitError() << "an accuracy has tolerances only in mode TOLERANCE";
  return success();
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0.0;
  double rtol = 0.0;
  int64_t ulps = 0;
  ResultAccuracyModeAttr mode;
  auto parseOne = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name == "atol")
      return parser.parseFloat(atol);
    if (name == "rtol")
      return parser.parseFloat(rtol);
    if (name == "ulps")
      return parser.parseInteger(ulps);
    if (name == "mode")
      return parser.parseAttribute(mode);
    return parser.emitError(loc) << "no field is named '" << name << "'";
  };
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     parseOne))
    return {};
  if (!mode) {
    parser.emitError(start) << "an accuracy needs a mode";
    return {};
  }
  return getChecked([&] { return parser.emitError(start); },
                    parser.getContext(), APFloat(atol), APFloat(rtol), ulps,
                    mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (!getAtol().isZero()) {
    printer << "atol = ";
    printer.printFloat(getAtol());
    printer << ", ";
  }
  if (!getRtol().isZero()) {
    printer << "rtol = ";
    printer.printFloat(getRtol());
    printer << ", ";
  }
  if (getUlps() != 0)
    printer << "ulps = " << getUlps() << ", ";
  printer << "mode = " << getMode() << '>';
}

LogicalResult TypeExtensionsAttr::verifyEncoding(
    ArrayRef<int64_t> shape, Type,
    function_ref<InFlightDiagnostic()> emitError) const {
  ArrayRef<int64_t> bounds = getBounds();
  if (bounds.size() != shape.size())
    return emitError() << "has " << bounds.size() << " bounds for "
                       << shape.size() << " dimensions";
  for (auto [dim, size, bound] :
       llvm::zip_equal(llvm::seq(shape.size()), shape, bounds))
    if (ShapedType::isStatic(bound) && ShapedType::isStatic(size))
      return emitError() << "has a bound for dimension " << dim
                         << ", whose size is known";
  return success();
}

//===----------------------------------------------------------------------===//
// The dialect's part
//===----------------------------------------------------------------------===//

void StablehloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "pipeline/dialects/stablehlo/StablehloAttrs.cpp.inc"
      >();
}

Attribute StablehloDialect::parseAttribute(DialectAsmParser &parser,
                                           Type type) const {
  SMLoc loc = parser.getCurrentLocation();
  StringRef mnemonic;
  Attribute attr;
  OptionalParseResult result =
      generatedAttributeParser(parser, &mnemonic, type, attr);
  if (result.has_value())
    return attr;
  if (mnemonic == "bounds") {
    SmallVector<int64_t> bounds;
    if (parseSizes(parser, AsmParser::Delimiter::LessGreater, bounds))
      return {};
    return TypeExtensionsAttr::get(getContext(), bounds);
  }
  parser.emitError(loc) << "StableHLO has no attribute '" << mnemonic << "'";
  return {};
}

void StablehloDialect::printAttribute(Attribute attr,
                                      DialectAsmPrinter &printer) const {
  if (auto extensions = dyn_cast<TypeExtensionsAttr>(attr)) {
    printer << "bounds<";
    printSizes(printer, extensions.getBounds());
    printer << '>';
    return;
  }
  LogicalResult result = generatedAttributePrinter(attr, printer);
  (void)result;
  assert(succeeded(result) && "an attribute of another dialect");
}

} // namespace ingot::stablehlo
