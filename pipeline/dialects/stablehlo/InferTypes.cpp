//===- InferTypes.cpp - result types from operands ------------------------===//
//
// One function per op whose result has other sizes than its operands; the
// arithmetic is in Shapes.cpp.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/InferTypes.h"
#include "pipeline/dialects/stablehlo/Verify.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace ingot::stablehlo;

static Sizes shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

Type ingot::stablehlo::refineType(Type type, Sizes shape) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !areCompatible(tensor.getShape(), shape))
    return {};
  Shape sizes(tensor.getShape());
  for (auto [size, known] : llvm::zip(sizes, shape))
    if (ShapedType::isDynamic(size))
      size = known;
  Attribute encoding = tensor.getEncoding();
  if (auto extensions = dyn_cast_or_null<TypeExtensionsAttr>(encoding)) {
    Shape bounds(extensions.getBounds());
    for (auto [bound, size] : llvm::zip(bounds, sizes))
      if (ShapedType::isStatic(size))
        bound = ShapedType::kDynamic;
    bool isBounded = llvm::any_of(bounds, ShapedType::isStatic);
    encoding = isBounded ? TypeExtensionsAttr::get(type.getContext(), bounds)
                         : Attribute();
  }
  return RankedTensorType::get(sizes, tensor.getElementType(), encoding);
}

//===----------------------------------------------------------------------===//
// Lists of sizes
//===----------------------------------------------------------------------===//

/// How many ops a size is followed through: programs compute one in a few.
static constexpr int kMaxSteps = 16;

static std::optional<Shape> partialSizes(Value list, int steps) {
  auto type = dyn_cast<RankedTensorType>(list.getType());
  if (!type || !type.hasStaticShape() || type.getRank() > 1 ||
      !(groupOf(type.getElementType()) & (kSigned | kUnsigned | kIndex)))
    return std::nullopt;
  if (std::optional<Shape> constant = constantSizes(list))
    return constant;
  // More than any tensor has dimensions.
  if (type.getNumElements() > 64)
    return std::nullopt;
  Shape unknown(type.getNumElements(), ShapedType::kDynamic);
  if (steps == 0)
    return unknown;
  if (auto join = list.getDefiningOp<ConcatenateOp>()) {
    Shape all;
    for (Value input : join.getInputs()) {
      std::optional<Shape> part = partialSizes(input, steps - 1);
      if (!part)
        return unknown;
      llvm::append_range(all, *part);
    }
    return all;
  }
  if (auto reshape = list.getDefiningOp<ReshapeOp>())
    return partialSizes(reshape.getOperand(), steps - 1).value_or(unknown);
  if (auto size = list.getDefiningOp<GetDimensionSizeOp>())
    return Shape{size.getOperand().getType().getDimSize(size.getDimension())};
  return unknown;
}

std::optional<Shape> ingot::stablehlo::partialSizes(Value list) {
  return ::partialSizes(list, kMaxSteps);
}

std::optional<Shape> ingot::stablehlo::sizesOfBlock(RealDynamicSliceOp op) {
  auto limit = op.getLimitIndices().getDefiningOp<AddOp>();
  std::optional<Shape> strides = constantSizes(op.getStrides());
  if (!limit || !strides ||
      !llvm::all_of(*strides, [](int64_t stride) { return stride == 1; }))
    return std::nullopt;
  Value start = op.getStartIndices();
  Value added = limit.getLhs() == start   ? limit.getRhs()
                : limit.getRhs() == start ? limit.getLhs()
                                          : Value();
  std::optional<Shape> sizes = added ? constantSizes(added) : std::nullopt;
  if (!sizes || llvm::any_of(*sizes, [](int64_t size) { return size < 0; }))
    return std::nullopt;
  return sizes;
}

//===----------------------------------------------------------------------===//
// One op
//===----------------------------------------------------------------------===//

namespace {

/// The shapes of an op's results; none for a result that is left as it is.
using Inferred = SmallVector<std::optional<Shape>, 1>;

/// What any of the tensors of rank `rank` knows about each size.
Shape meet(ValueRange values, int64_t rank) {
  Shape shape(rank, ShapedType::kDynamic);
  for (Value value : values)
    for (auto [known, size] : llvm::zip(shape, shapeOf(value)))
      if (ShapedType::isDynamic(known))
        known = size;
  return shape;
}

/// The shape of all operands that are not scalars in place of tensors.
Inferred inferElementwise(Operation *op) {
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<Value> whole;
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (type && type.getRank() == result.getRank())
      whole.push_back(operand);
  }
  return {meet(whole, result.getRank())};
}

/// Each result has the shape of the operand at its position.
Inferred inferSame(ValueRange operands) {
  Inferred shapes;
  for (Value operand : operands)
    shapes.push_back(Shape(shapeOf(operand)));
  return shapes;
}

/// One size that is not known follows from the number of elements.
Shape completeShape(Sizes operand, Sizes result) {
  Shape shape(result);
  if (llvm::any_of(operand, ShapedType::isDynamic) ||
      llvm::count_if(result, ShapedType::isDynamic) != 1)
    return shape;
  int64_t count = 1, known = 1;
  for (int64_t size : operand)
    count = multiplySizes(count, size).value_or(ShapedType::kDynamic);
  for (int64_t size : result)
    if (ShapedType::isStatic(size))
      known = multiplySizes(known, size).value_or(ShapedType::kDynamic);
  if (ShapedType::isDynamic(count) || known <= 0 || count % known != 0)
    return shape;
  *llvm::find_if(shape, ShapedType::isDynamic) = count / known;
  return shape;
}

Inferred infer(ReshapeOp op) {
  return {completeShape(shapeOf(op.getOperand()), op.getType().getShape())};
}

Inferred infer(DynamicReshapeOp op) {
  Shape sizes = partialSizes(op.getOutputShape())
                    .value_or(Shape(op.getType().getShape()));
  Type refined = refineType(op.getType(), sizes);
  return {refined ? completeShape(shapeOf(op.getOperand()),
                                  cast<RankedTensorType>(refined).getShape())
                  : sizes};
}

Inferred infer(DynamicBroadcastInDimOp op) {
  Shape sizes = partialSizes(op.getOutputDimensions())
                    .value_or(Shape(op.getType().getShape()));
  Sizes operand = shapeOf(op.getOperand());
  // A size of 1 may be repeated, another one is the result's.
  for (auto [i, dimension] : llvm::enumerate(op.getBroadcastDimensions()))
    if (ShapedType::isStatic(operand[i]) && operand[i] != 1 &&
        ShapedType::isDynamic(sizes[dimension]))
      sizes[dimension] = operand[i];
  return {sizes};
}

Inferred infer(DynamicIotaOp op) { return {partialSizes(op.getOutputShape())}; }

Inferred infer(RngOp op) { return {partialSizes(op.getShape())}; }

Inferred infer(DynamicPadOp op) {
  Shape unknown(op.getType().getRank(), ShapedType::kDynamic);
  return {shapeOfPad(shapeOf(op.getOperand()),
                     partialSizes(op.getEdgePaddingLow()).value_or(unknown),
                     partialSizes(op.getEdgePaddingHigh()).value_or(unknown),
                     partialSizes(op.getInteriorPadding()).value_or(unknown))};
}

Inferred infer(RealDynamicSliceOp op) {
  if (std::optional<Shape> sizes = sizesOfBlock(op))
    return {sizes};
  std::optional<Shape> start = partialSizes(op.getStartIndices()),
                       limit = partialSizes(op.getLimitIndices()),
                       strides = partialSizes(op.getStrides());
  if (!start || !limit || !strides)
    return {std::nullopt};
  for (int64_t &stride : *strides)
    if (stride <= 0)
      stride = ShapedType::kDynamic;
  for (auto [from, to] : llvm::zip(*start, *limit))
    if (from < 0 || to < from)
      from = ShapedType::kDynamic;
  return {shapeOfSlice(*start, *limit, *strides)};
}

Inferred infer(SliceOp op) {
  return {shapeOfSlice(op.getStartIndices(), op.getLimitIndices(),
                       op.getStrides())};
}

Inferred infer(TransposeOp op) {
  return {shapeOfTranspose(shapeOf(op.getOperand()), op.getPermutation())};
}

Inferred infer(ConcatenateOp op) {
  return {shapeOfConcatenate(op.getInputs().getTypes(), op.getDimension())};
}

Inferred infer(PadOp op) {
  return {shapeOfPad(shapeOf(op.getOperand()), op.getEdgePaddingLow(),
                     op.getEdgePaddingHigh(), op.getInteriorPadding())};
}

Inferred infer(BroadcastOp op) {
  Shape shape(op.getBroadcastSizes());
  llvm::append_range(shape, shapeOf(op.getOperand()));
  return {shape};
}

Inferred infer(BitcastConvertOp op) {
  Sizes from = shapeOf(op.getOperand());
  Shape shape(op.getType().getShape());
  for (auto [size, known] : llvm::zip(shape, from))
    if (ShapedType::isDynamic(size))
      size = known;
  return {shape};
}

Inferred infer(GatherOp op) {
  return {shapeOfGather(shapeOf(op.getStartIndices()), op.getSliceSizes(),
                        op.getDimensionNumbers())};
}

Inferred infer(DynamicGatherOp op) {
  std::optional<Shape> sizes = partialSizes(op.getSliceSizes());
  if (!sizes)
    return {std::nullopt};
  return {shapeOfGather(shapeOf(op.getStartIndices()), *sizes,
                        op.getDimensionNumbers())};
}

Inferred infer(TorchIndexSelectOp op) {
  return {shapeOfTorchIndexSelect(shapeOf(op.getOperand()),
                                  shapeOf(op.getIndex()), op.getDim(),
                                  op.getBatchDims())};
}

Inferred infer(ReduceOp op) {
  Shape input = meet(op.getInputs(), shapeOf(op.getInputs().front()).size());
  return Inferred(op.getNumResults(), shapeOfReduce(input, op.getDimensions()));
}

std::optional<Shape> paddingOf(std::optional<DenseIntElementsAttr> padding) {
  return padding ? valuesOf(*padding) : std::nullopt;
}

Inferred infer(ReduceWindowOp op) {
  Shape input = meet(op.getInputs(), shapeOf(op.getInputs().front()).size());
  return Inferred(
      op.getNumResults(),
      shapeOfWindows(input,
                     windowsOf(op.getWindowDimensions(), op.getWindowStrides(),
                               op.getBaseDilations(), op.getWindowDilations(),
                               paddingOf(op.getPadding()))));
}

Inferred infer(DotGeneralOp op) {
  return {shapeOfDotGeneral(shapeOf(op.getLhs()), shapeOf(op.getRhs()),
                            op.getDotDimensionNumbers())};
}

Inferred infer(DotOp op) {
  return {shapeOfDot(shapeOf(op.getLhs()), shapeOf(op.getRhs()))};
}

template <typename ConvolutionLike>
Inferred inferConvolution(ConvolutionLike op, std::optional<Shape> padding) {
  Shape kernel;
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  for (int64_t dimension : numbers.getKernelSpatialDimensions())
    kernel.push_back(shapeOf(op.getRhs())[dimension]);
  return {shapeOfConvolution(
      shapeOf(op.getLhs()), shapeOf(op.getRhs()), numbers,
      windowsOf(kernel, op.getWindowStrides(), op.getLhsDilation(),
                op.getRhsDilation(), padding),
      op.getBatchGroupCount())};
}

Inferred infer(ConvolutionOp op) {
  return inferConvolution(op, paddingOf(op.getPadding()));
}

Inferred infer(DynamicConvOp op) {
  std::optional<Shape> padding = constantSizes(op.getPadding());
  Shape unknown(op.getPadding().getType().getNumElements(),
                ShapedType::kDynamic);
  return inferConvolution(op, padding ? padding : unknown);
}

Inferred infer(FftOp op) {
  return {
      shapeOfFft(shapeOf(op.getOperand()), op.getFftType(), op.getFftLength())};
}

Inferred infer(CholeskyOp op) {
  return {shapeOfTriangularFactor(shapeOf(op.getA()))};
}

Inferred infer(BatchNormTrainingOp op) {
  Shape feature = {shapeOf(op.getOperand())[op.getFeatureIndex()]};
  return {Shape(shapeOf(op.getOperand())), feature, feature};
}

Inferred infer(BatchNormGradOp op) {
  Shape feature = {shapeOf(op.getOperand())[op.getFeatureIndex()]};
  return {Shape(shapeOf(op.getOperand())), feature, feature};
}

Inferred inferOp(Operation *op) {
  if (op->getNumResults() == 1 && !op->getOperands().empty() &&
      (op->hasTrait<OpTrait::SameOperandsAndResultShape>() ||
       isa<SelectOp, ClampOp, ReverseOp>(op)))
    return inferElementwise(op);
  return llvm::TypeSwitch<Operation *, Inferred>(op)
      .Case<ReshapeOp, DynamicReshapeOp, DynamicBroadcastInDimOp, DynamicIotaOp,
            RngOp, DynamicPadOp, RealDynamicSliceOp, SliceOp, TransposeOp,
            ConcatenateOp, PadOp, BroadcastOp, BitcastConvertOp, GatherOp,
            DynamicGatherOp, TorchIndexSelectOp, ReduceOp, ReduceWindowOp,
            DotGeneralOp, DotOp, ConvolutionOp, DynamicConvOp, FftOp,
            CholeskyOp, BatchNormTrainingOp, BatchNormGradOp>(
          [](auto op) { return infer(op); })
      .Case([](SortOp op) { return inferSame(op.getInputs()); })
      .Case([](ScatterOp op) { return inferSame(op.getInputs()); })
      .Case([](AllReduceOp op) { return inferSame(op.getOperands()); })
      .Case([](TriangularSolveOp op) { return inferSame(op.getB()); })
      .Case([](SelectAndScatterOp op) { return inferSame(op.getOperand()); })
      .Case([](DynamicUpdateSliceOp op) { return inferSame(op.getOperand()); })
      .Case([](BatchNormInferenceOp op) { return inferSame(op.getOperand()); })
      .Case([](CollectivePermuteOp op) { return inferSame(op.getOperand()); })
      .Case([](RngBitGeneratorOp op) -> Inferred {
        return {Shape(shapeOf(op.getInitialState())), std::nullopt};
      })
      .Case([](DynamicSliceOp op) -> Inferred {
        return {Shape(op.getSliceSizes())};
      })
      .Default([](Operation *op) { return Inferred(op->getNumResults()); });
}

} // namespace

FailureOr<SmallVector<Type>> ingot::stablehlo::inferTypes(Operation *op) {
  SmallVector<Type> types(op->getResultTypes());
  if (auto barrier = dyn_cast<OptimizationBarrierOp>(op))
    return SmallVector<Type>(barrier.getOperandTypes());
  if (isa<TupleOp>(op))
    return SmallVector<Type>{
        TupleType::get(op->getContext(), op->getOperandTypes())};
  if (auto element = dyn_cast<GetTupleElementOp>(op))
    return SmallVector<Type>{cast<TupleType>(element.getOperand().getType())
                                 .getType(element.getIndex())};
  for (auto [i, shape] : llvm::enumerate(inferOp(op))) {
    if (!shape || i >= types.size())
      continue;
    Type refined = refineType(types[i], *shape);
    if (!refined)
      return op->emitOpError()
             << "has a result of type " << types[i]
             << ", but its operands make one of shape " << formatShape(*shape);
    types[i] = refined;
  }
  return types;
}
