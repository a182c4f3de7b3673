//===- CmsisNnComposites.cpp - CMSIS-NN's rows of named operators ---------===//
//
// Products with weights, pools and softmax. TFLite's reader keeps them as
// composites (pipeline/dialects/ingot/TfLiteComposites.h), because their
// definitions are twenty to eighty ops of arithmetic, and a pattern over those
// would miss whatever differs by one. What is left here is whether the library
// computes the very same bytes:
//
//   products   TFLite rounds once. SingleRounding.h has a multiplier with which
//              CMSIS-NN does too, for most factors of 2^-9 and more.
//   pools      the same: a mean of what is stored inside of the image, halves
//              away from zero.
//   softmax    the same fixed-point steps.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/TfLiteComposites.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/targets/offload/CmsisNn.h"
#include "pipeline/targets/offload/SingleRounding.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;
using namespace ingot::offload::cmsisnn;

namespace {

constexpr Refusal kOtherOperation{CauseKind::Operation,
                                  "is no such operator of TFLite"};
constexpr Refusal kUnknownSizes{CauseKind::Shape,
                                "has a size that only the run knows, or none"};
constexpr Refusal kOtherAttributes{
    CauseKind::Attribute, "has attributes that its function does not take"};

stablehlo::CompositeOp compositeOf(Operation *op, StringRef name) {
  auto composite = dyn_cast<stablehlo::CompositeOp>(op);
  return composite && composite.getName() == name &&
                 composite.getVersion() == 0 && op->getNumResults() == 1
             ? composite
             : stablehlo::CompositeOp();
}

ShapedType typeOf(Value value) { return cast<ShapedType>(value.getType()); }

bool isOf(Value value, unsigned width, int64_t rank) {
  return typeOf(value).getElementType().isSignlessInteger(width) &&
         typeOf(value).getRank() == rank;
}

bool hasElements(Operation *op) {
  auto isFilled = [](Type type) {
    return cast<ShapedType>(type).getNumElements() > 0;
  };
  return hasKnownSizes(op) && llvm::all_of(op->getOperandTypes(), isFilled);
}

/// Attributes of a composite, which may be any: programs can have them too.
class Attributes {
public:
  explicit Attributes(stablehlo::CompositeOp op)
      : attributes_(op.getCompositeAttributes()) {}

  /// A number in [least, most]; nothing if it is another one.
  std::optional<int32_t> number(StringRef name, int64_t least,
                                int64_t most) const {
    auto number = attributes_.getAs<IntegerAttr>(name);
    if (!number || !number.getType().isSignlessInteger(64) ||
        number.getInt() < least || number.getInt() > most)
      return std::nullopt;
    return static_cast<int32_t>(number.getInt());
  }
  std::optional<int32_t> byte(StringRef name) const {
    return number(name, -128, 127);
  }
  /// So many numbers in [0, 2^15); nothing if there are others.
  std::optional<SmallVector<int64_t>> list(StringRef name, size_t count) const {
    auto list = attributes_.getAs<DenseIntElementsAttr>(name);
    if (!list || !list.getElementType().isSignlessInteger(64) ||
        static_cast<size_t>(list.getNumElements()) != count)
      return std::nullopt;
    auto numbers = llvm::to_vector(list.getValues<int64_t>());
    if (llvm::any_of(numbers,
                     [](int64_t size) { return size < 0 || size >> 15 != 0; }))
      return std::nullopt;
    return numbers;
  }
  DenseElementsAttr numbers(StringRef name) const {
    auto numbers = attributes_.getAs<DenseElementsAttr>(name);
    return numbers && numbers.getElementType().isF64() ? numbers
                                                       : DenseElementsAttr();
  }

private:
  DictionaryAttr attributes_;
};

//===----------------------------------------------------------------------===//
// Products with weights
//===----------------------------------------------------------------------===//

bool hasTypesOfProduct(stablehlo::CompositeOp op) {
  const size_t count = op.getInputs().size();
  if ((count != 2 && count != 3) || !isOf(op.getInputs()[0], 8, 2) ||
      !isOf(op.getInputs()[1], 8, 2) || !isOf(op->getResult(0), 8, 2) ||
      (count == 3 && !isOf(op.getInputs()[2], 32, 1)))
    return false;
  const int64_t rows = typeOf(op.getInputs()[1]).getDimSize(0),
                depth = typeOf(op.getInputs()[1]).getDimSize(1);
  return typeOf(op.getInputs()[0]).getDimSize(1) == depth &&
         typeOf(op->getResult(0)).getDimSize(0) ==
             typeOf(op.getInputs()[0]).getDimSize(0) &&
         typeOf(op->getResult(0)).getDimSize(1) == rows &&
         (count == 2 || typeOf(op.getInputs()[2]).getDimSize(0) == rows);
}

} // namespace

/// Parameters: {input offset, filter offset, output offset, least, most}.
LibraryMatch cmsisnn::matchFullyConnected(Operation *op) {
  auto product = compositeOf(op, tflite::kFullyConnected);
  if (!product)
    return kOtherOperation;
  if (!hasElements(op))
    return kUnknownSizes;
  if (!hasTypesOfProduct(product))
    return Refusal{CauseKind::Type, "computes with other types than bytes",
                   "i8 with a bias of i32"};
  const int64_t rows = typeOf(op->getResult(0)).getDimSize(1);
  Attributes attributes(product);
  auto inputZero = attributes.byte(tflite::kInputZeroPoint),
       weightZero = attributes.byte(tflite::kWeightZeroPoint),
       outputZero = attributes.byte(tflite::kOutputZeroPoint),
       least = attributes.byte(tflite::kLeast),
       most = attributes.byte(tflite::kMost);
  DenseElementsAttr factors = attributes.numbers(tflite::kFactors);
  if (!inputZero || !weightZero || !outputZero || !least || !most ||
      *least > *most || !factors ||
      (factors.getNumElements() != 1 && factors.getNumElements() != rows))
    return kOtherAttributes;
  // With Helium, arm_nn_vec_mat_mult_t_per_ch_s8 of July 2026 gives four rows
  // the factor of one then.
  if (factors.getNumElements() != 1 && *weightZero != 0)
    return Refusal{CauseKind::Attribute,
                   "has weights with a zero point, and a factor for each row",
                   "0"};
  SmallVector<int32_t> multipliers;
  for (double factor : factors.getValues<double>()) {
    std::optional<int32_t> multiplier = multiplierOfOneRounding(
        factor, *least - *outputZero, *most - *outputZero);
    if (!multiplier)
      return Refusal{CauseKind::Attribute,
                     "rounds once, and with its factor the function, which "
                     "rounds twice, gives other bytes for some sums"};
    multipliers.push_back(*multiplier);
  }
  Builder b(op->getContext());
  LibraryCall call;
  call.ops = {op};
  llvm::append_range(call.operands, product.getInputs());
  if (call.operands.size() == 2)
    call.constants.push_back(words(b, SmallVector<int32_t>(rows, 0)));
  call.constants.push_back(words(b, multipliers));
  call.constants.push_back(
      words(b, SmallVector<int32_t>(multipliers.size(), 0)));
  call.constants.push_back(
      words(b, {-*inputZero, -*weightZero, *outputZero, *least, *most}));
  call.work = typeOf(op->getResult(0)).getNumElements() *
              typeOf(product.getInputs()[1]).getDimSize(1);
  return call;
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

namespace {

/// Windows over images, each list with the height first.
struct Pool {
  SmallVector<int64_t> window, stride, padding;
  int32_t least = -128, most = 127;
};

/// Windows lie as the sizes say, and none outside of the image.
bool fits(const Pool &pool, ShapedType image, ShapedType result) {
  for (unsigned dim : {0, 1}) {
    const int64_t near = pool.padding[2 * dim], far = pool.padding[2 * dim + 1],
                  window = pool.window[dim], stride = pool.stride[dim],
                  room = image.getDimSize(1 + dim) + near + far - window;
    if (stride < 1 || near >= window || far >= window || room < 0 ||
        result.getDimSize(1 + dim) != room / stride + 1)
      return false;
  }
  return result.getDimSize(0) == image.getDimSize(0) &&
         result.getDimSize(3) == image.getDimSize(3);
}

std::optional<Pool> poolOf(stablehlo::CompositeOp op) {
  Attributes attributes(op);
  auto window = attributes.list(tflite::kWindow, 2),
       stride = attributes.list(tflite::kStride, 2),
       padding = attributes.list(tflite::kPadding, 4);
  auto least = attributes.byte(tflite::kLeast),
       most = attributes.byte(tflite::kMost);
  if (!window || !stride || !padding || !least || !most || *least > *most)
    return std::nullopt;
  return Pool{*window, *stride, *padding, *least, *most};
}

/// Parameters: {stride h, w, padding h, w, window h, w, least, most}.
LibraryMatch callOfPool(Operation *op, Value image,
                        const std::optional<Pool> &pool) {
  if (!hasElements(op))
    return kUnknownSizes;
  Value result = op->getResult(0);
  if (!isOf(image, 8, 4) || !isOf(result, 8, 4))
    return Refusal{CauseKind::Type, "has elements of another type", "i8"};
  if (!pool || !fits(*pool, typeOf(image), typeOf(result)))
    return kOtherAttributes;
  Builder b(op->getContext());
  SmallVector<int32_t> numbers;
  for (int64_t number : {pool->stride[0], pool->stride[1], pool->padding[0],
                         pool->padding[2], pool->window[0], pool->window[1]})
    numbers.push_back(static_cast<int32_t>(number));
  numbers.append({pool->least, pool->most});
  LibraryCall call;
  call.ops = {op};
  call.operands = {image};
  call.constants = {words(b, numbers)};
  call.work =
      typeOf(result).getNumElements() * pool->window[0] * pool->window[1];
  return call;
}

} // namespace

LibraryMatch cmsisnn::matchAveragePool(Operation *op) {
  auto composite = compositeOf(op, tflite::kAveragePool);
  if (!composite || composite.getInputs().size() != 1)
    return kOtherOperation;
  return callOfPool(op, composite.getInputs()[0], poolOf(composite));
}

LibraryMatch cmsisnn::matchMaxPool(Operation *op) {
  if (auto pool = dyn_cast<tosa::MaxPool2dOp>(op))
    return callOfPool(op, pool.getInput(),
                      Pool{SmallVector<int64_t>(pool.getKernel()),
                           SmallVector<int64_t>(pool.getStride()),
                           SmallVector<int64_t>(pool.getPad())});
  auto composite = compositeOf(op, tflite::kMaxPool);
  if (!composite || composite.getInputs().size() != 1)
    return kOtherOperation;
  return callOfPool(op, composite.getInputs()[0], poolOf(composite));
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Parameters: {multiplier, shift, smallest}.
static LibraryMatch matchSoftmaxTo(Operation *op, unsigned width) {
  // Sums have 12 integer bits, and each exponential is 1 at most.
  constexpr int64_t kMostColumns = (1 << 12) - 1;
  constexpr int64_t kMostWord = std::numeric_limits<int32_t>::max();
  auto softmax = compositeOf(op, tflite::kSoftmax);
  if (!softmax || softmax.getInputs().size() != 1 ||
      !getElementTypeOrSelf(op->getResult(0)).isInteger(width))
    return kOtherOperation;
  if (!hasElements(op))
    return kUnknownSizes;
  Value x = softmax.getInputs()[0];
  const int64_t rank = typeOf(x).getRank();
  if (rank == 0 || !isOf(x, 8, rank) || !isOf(op->getResult(0), width, rank) ||
      typeOf(x).getShape() != typeOf(op->getResult(0)).getShape())
    return Refusal{CauseKind::Type, "has elements of another type", "i8"};
  if (typeOf(x).getShape().back() > kMostColumns)
    return Refusal{CauseKind::Shape, "has rows of more than 4095 elements"};
  Attributes attributes(softmax);
  auto multiplier = attributes.number(tflite::kMultiplier, 1, kMostWord),
       shift = attributes.number(tflite::kShift, 0, 30),
       smallest = attributes.number(tflite::kSmallest, -kMostWord, 0);
  // Differences are shifted in 32 bits; there is none below -255.
  if (!multiplier || !shift || !smallest ||
      std::max(*smallest, -255) < -(kMostWord >> *shift))
    return kOtherAttributes;
  Builder b(op->getContext());
  LibraryCall call;
  call.ops = {op};
  call.operands = {x};
  call.constants = {words(b, {*multiplier, *shift, *smallest})};
  call.work = typeOf(x).getNumElements();
  return call;
}

LibraryMatch cmsisnn::matchSoftmax(Operation *op) {
  return matchSoftmaxTo(op, 8);
}

LibraryMatch cmsisnn::matchSoftmaxOf16Bits(Operation *op) {
  return matchSoftmaxTo(op, 16);
}
