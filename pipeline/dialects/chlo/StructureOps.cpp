//===- StructureOps.cpp - constants, ordering, ragged products, scans -----===//
//
// Verifiers check all that ChloToStablehlo relies on, since programs come from
// anyone: indices of dimensions before they index, sizes before they are
// compared. A scan has a text form written by hand: the types of its operands
// and results are one function type behind the region, which the declarative
// format cannot split.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/LateAttributes.h"
#include "pipeline/dialects/chlo/ChloOps.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"

#define GET_OP_CLASSES
#include "pipeline/dialects/chlo/StructureOps.cpp.inc"

using namespace mlir;

namespace ingot::chlo {

void ChloDialect::addStructureOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/chlo/StructureOps.cpp.inc"
      >();
}

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// constant, constant_like
//===----------------------------------------------------------------------===//

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(state.attributes) ||
      parser.parseAttribute(value))
    return failure();
  state.getOrAddProperties<Properties>().value = value;
  state.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getValueAttrName().getValue()});
  printer << ' ';
  printer.printAttribute(getValue());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult ConstantOp::verify() {
  if (getValue().getType() != getType())
    return emitOpError() << "has a value of type " << getValue().getType();
  return success();
}

LogicalResult ConstantLikeOp::verify() {
  if (getValue().getType() != getType().getElementType())
    return emitOpError() << "has a value of type " << getValue().getType()
                         << " for elements of " << getType().getElementType();
  return success();
}

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::readProperties(DialectBytecodeReader &reader,
                                     OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  return failure(failed(reader.readAttribute(properties.k)) ||
                 failed(readLateAttribute(reader, properties.is_stable)));
}

void TopKOp::writeProperties(DialectBytecodeWriter &writer) {
  writer.writeAttribute(getKAttr());
  writeLateAttribute(writer, getIsStableAttr());
}

LogicalResult TopKOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  if (rank == 0)
    return emitOpError() << "needs an operand with a dimension";
  int64_t k = getK();
  if (k < 0 ||
      (!operand.isDynamicDim(rank - 1) && k > operand.getDimSize(rank - 1)))
    return emitOpError() << "cannot take " << k
                         << " elements of a dimension of "
                         << operand.getDimSize(rank - 1);
  if (!isa<IntegerType>(getIndices().getType().getElementType()) ||
      getValues().getType().getElementType() != operand.getElementType())
    return emitOpError()
           << "needs values of the operand's type and integers for indices";
  SmallVector<int64_t> shape(operand.getShape());
  shape.back() = k;
  for (Value result : getResults())
    if (failed(verifyCompatibleShape(shape, typeOf(result).getShape())))
      return emitOpError() << "has a result of type " << result.getType()
                           << ", not of the operand's sizes and k";
  return success();
}

//===----------------------------------------------------------------------===//
// ragged_dot
//===----------------------------------------------------------------------===//

/// Each dimension once, and none that the operand does not have.
static LogicalResult verifyDistinct(RaggedDotOp op, StringRef name,
                                    ArrayRef<ArrayRef<int64_t>> lists,
                                    int64_t rank) {
  llvm::SmallDenseSet<int64_t> seen;
  for (ArrayRef<int64_t> list : lists)
    for (int64_t dimension : list)
      if (dimension < 0 || dimension >= rank || !seen.insert(dimension).second)
        return op.emitOpError()
               << "names dimension " << dimension << " of " << name
               << ", which it has not or which has another meaning already";
  return success();
}

static LogicalResult verifyEqualSizes(RaggedDotOp op, StringRef kind,
                                      ArrayRef<int64_t> lhs,
                                      ArrayRef<int64_t> rhs) {
  if (lhs.size() != rhs.size())
    return op.emitOpError()
           << "has " << lhs.size() << ' ' << kind << " dimensions of lhs and "
           << rhs.size() << " of rhs";
  for (auto [left, right] : llvm::zip_equal(lhs, rhs))
    if (failed(verifyCompatibleDims({op.getLhs().getType().getDimSize(left),
                                     op.getRhs().getType().getDimSize(right)})))
      return op.emitOpError() << kind << " dimensions " << left << " and "
                              << right << " have different sizes";
  return success();
}

LogicalResult RaggedDotOp::verify() {
  RaggedDotDimensionNumbersAttr dims = getRaggedDotDimensionNumbers();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  if (failed(verifyDistinct(
          *this, "lhs",
          {dims.getLhsBatchingDimensions(), dims.getLhsContractingDimensions()},
          lhs.getRank())) ||
      failed(verifyDistinct(*this, "rhs",
                            {dims.getRhsBatchingDimensions(),
                             dims.getRhsContractingDimensions(),
                             dims.getRhsGroupDimensions()},
                            rhs.getRank())) ||
      failed(verifyEqualSizes(*this, "batching",
                              dims.getLhsBatchingDimensions(),
                              dims.getRhsBatchingDimensions())) ||
      failed(verifyEqualSizes(*this, "contracting",
                              dims.getLhsContractingDimensions(),
                              dims.getRhsContractingDimensions())))
    return failure();
  ArrayRef<int64_t> ragged = dims.getLhsRaggedDimensions();
  if (ragged.size() != 1 || ragged[0] < 0 || ragged[0] >= lhs.getRank())
    return emitOpError() << "needs one ragged dimension of lhs";
  bool isFree =
      !llvm::is_contained(dims.getLhsBatchingDimensions(), ragged[0]) &&
      !llvm::is_contained(dims.getLhsContractingDimensions(), ragged[0]);
  if (dims.getRhsGroupDimensions().size() != (isFree ? 1 : 0))
    return emitOpError() << "needs "
                         << (isFree ? "one group dimension"
                                    : "no group dimension")
                         << " of rhs for this ragged dimension";
  RankedTensorType sizes = getGroupSizes().getType();
  if (sizes.getRank() == 0)
    return emitOpError() << "needs a dimension of groups in group_sizes";
  int64_t groups = sizes.getDimSize(sizes.getRank() - 1);
  if (isFree && failed(verifyCompatibleDims(
                    {groups, rhs.getDimSize(dims.getRhsGroupDimensions()[0])})))
    return emitOpError() << "has " << groups << " group sizes for "
                         << rhs.getDimSize(dims.getRhsGroupDimensions()[0])
                         << " groups of rhs";
  return success();
}

//===----------------------------------------------------------------------===//
// scan
//===----------------------------------------------------------------------===//

/// `(%inputs) inits(%inits) dimension=0 attributes {...} { region } : type`.
ParseResult ScanOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::UnresolvedOperand> inputs, inits;
  int64_t dimension = 0;
  FunctionType type;
  SMLoc start = parser.getCurrentLocation();
  if (parser.parseOperandList(inputs, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("inits") ||
      parser.parseOperandList(inits, AsmParser::Delimiter::Paren) ||
      parser.parseKeyword("dimension") || parser.parseEqual() ||
      parser.parseInteger(dimension) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parser.parseRegion(*state.addRegion()) || parser.parseColonType(type))
    return failure();
  if (type.getNumInputs() != inputs.size() + inits.size() ||
      type.getNumResults() < inits.size())
    return parser.emitError(start) << "a type for each operand and at least "
                                   << inits.size() << " results are needed";
  ArrayRef<Type> types = type.getInputs();
  if (parser.resolveOperands(inputs, types.take_front(inputs.size()), start,
                             state.operands) ||
      parser.resolveOperands(inits, types.drop_front(inputs.size()), start,
                             state.operands))
    return failure();
  state.addTypes(type.getResults());
  auto &properties = state.getOrAddProperties<Properties>();
  properties.dimension = parser.getBuilder().getI64IntegerAttr(dimension);
  int32_t numInits = inits.size();
  llvm::copy(ArrayRef<int32_t>{static_cast<int32_t>(inputs.size()), numInits},
             properties.operandSegmentSizes.begin());
  llvm::copy(
      ArrayRef<int32_t>{static_cast<int32_t>(type.getNumResults()) - numInits,
                        numInits},
      properties.resultSegmentSizes.begin());
  return success();
}

void ScanOp::print(OpAsmPrinter &printer) {
  printer << '(' << getInputs() << ") inits(" << getInits()
          << ") dimension=" << getDimension();
  SmallVector<StringRef> hidden = {getDimensionAttrName(),
                                   getOperandSegmentSizeAttr(),
                                   getResultSegmentSizeAttr()};
  if (!getIsReverse())
    hidden.push_back(getIsReverseAttrName());
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(), hidden);
  printer << ' ';
  printer.printRegion(getBody());
  printer << " : ";
  printer.printFunctionalType(*this);
}

/// `type` without the scanned dimension.
static SmallVector<int64_t> sliceShape(RankedTensorType type,
                                       int64_t dimension) {
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dimension);
  return shape;
}

/// The types of one slice of each of `whole`, then `carried`, fit `given`.
static LogicalResult verifySlices(ScanOp op, StringRef what, ValueRange whole,
                                  ValueRange carried, TypeRange given) {
  if (given.size() != whole.size() + carried.size())
    return op.emitOpError() << "needs a body with " << whole.size() << " and "
                            << carried.size() << ' ' << what;
  auto fits = [](Type given, ArrayRef<int64_t> shape, Type element) {
    auto type = dyn_cast<RankedTensorType>(given);
    return type && type.getElementType() == element &&
           succeeded(verifyCompatibleShape(type.getShape(), shape));
  };
  for (auto [value, type] : llvm::zip(whole, given))
    if (!fits(type, sliceShape(typeOf(value), op.getDimension()),
              typeOf(value).getElementType()))
      return op.emitOpError() << "has a body with " << type << " among its "
                              << what << " for slices of " << value.getType();
  for (auto [value, type] : llvm::zip(carried, given.drop_front(whole.size())))
    if (!fits(type, typeOf(value).getShape(), typeOf(value).getElementType()))
      return op.emitOpError() << "has a body with " << type << " among its "
                              << what << " for " << value.getType();
  return success();
}

LogicalResult ScanOp::verify() {
  if (getInits().size() != getCarries().size() ||
      getInits().getTypes() != getCarries().getTypes())
    return emitOpError() << "needs carries of the types of inits";
  int64_t size = getScanDimSize().value_or(ShapedType::kDynamic);
  SmallVector<Value> whole(getInputs());
  llvm::append_range(whole, getOutputs());
  if (whole.empty() && ShapedType::isDynamic(size))
    return emitOpError() << "needs an input, an output or scan_dim_size";
  for (Value value : whole) {
    RankedTensorType type = typeOf(value);
    if (getDimension() >= static_cast<uint64_t>(type.getRank()))
      return emitOpError() << "scans dimension " << getDimension() << " of "
                           << type;
    int64_t given = type.getDimSize(getDimension());
    if (failed(verifyCompatibleDims({size, given})))
      return emitOpError() << "scans " << type
                           << " where others have a size of " << size;
    if (!ShapedType::isDynamic(given))
      size = given;
  }
  Block &body = getBody().front();
  return failure(failed(verifySlices(*this, "arguments", getInputs(),
                                     getInits(), body.getArgumentTypes())) ||
                 failed(verifySlices(*this, "results", getOutputs(), getInits(),
                                     body.getTerminator()->getOperandTypes())));
}

} // namespace ingot::chlo
