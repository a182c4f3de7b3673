//===- XnnPack.cpp - what XNNPACK computes --------------------------------===//
//
// The table of Google's XNNPACK: convolutions of signed bytes, as quantised
// networks have them. It is asked while they are TOSA's ops (the point
// `decompose`), whose zero points, multipliers and shifts are numbers of their
// own; further down they are arithmetic.
//
// XNNPACK multiplies sums with a float and rounds to the nearest, halves to
// even, where the program rounds twice in fixed point. A result may differ by
// one step, as those of TFLite's own XNNPACK delegate do.
//
// Functions and operands: client/libraries/xnnpack/README.md. Thresholds are
// those of tests/bench/offload.py; README.md has its table.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/targets/offload/LibraryTable.h"
#include "pipeline/targets/offload/QuantizedStores.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <cmath>

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

using llvm::json::Array;

namespace {

/// True for what is made of constants alone, by a few ops.
bool isConstant(Value value, int depth = 8) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (op->hasTrait<OpTrait::ConstantLike>())
    return true;
  return op->getNumOperands() != 0 && op->getNumRegions() == 0 &&
         isMemoryEffectFree(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isConstant(operand, depth - 1);
         });
}

bool hasKnownSizes(Operation *op) {
  auto isStatic = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasStaticShape() && shaped.getNumElements() != 0;
  };
  return llvm::all_of(op->getOperandTypes(), isStatic) &&
         llvm::all_of(op->getResultTypes(), isStatic);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// What sums are multiplied with before they are stored.
SmallVector<double> factorsOf(const Storing &storing) {
  SmallVector<double> factors;
  for (auto [multiplier, shift] :
       llvm::zip_equal(storing.multipliers, storing.shifts))
    factors.push_back(std::ldexp(multiplier, shift - 31));
  return factors;
}

/// The same, one for each channel; fails if XNNPACK does not take one of them.
FailureOr<SmallVector<float>> scalesOf(ArrayRef<double> factors,
                                       int64_t channels) {
  constexpr float kEnd = 256;
  SmallVector<float> scales;
  for (double factor : factors) {
    const auto scale = static_cast<float>(factor);
    if (!std::isnormal(scale) || scale < 0 || scale >= kEnd)
      return failure();
    scales.push_back(scale);
  }
  if (scales.size() == 1)
    scales.resize(channels, scales.front());
  return scales;
}

constexpr Refusal kUnknownWeights{
    CauseKind::Body, "has weights that only the run knows, and they are put in "
                     "another order"};
constexpr Refusal kOtherStore{
    CauseKind::Attribute,
    "is stored with a scale, a zero point or a range that the function does "
    "not take"};

/// Adds the scales to `call`, and attributes; fails if XNNPACK does not take
/// them.
LogicalResult addStore(LibraryCall &call, ArrayRef<double> factors,
                       int64_t channels, int64_t inputZero, int64_t zero,
                       int64_t low, int64_t high) {
  FailureOr<SmallVector<float>> scales = scalesOf(factors, channels);
  if (failed(scales) || low >= high || zero != static_cast<int8_t>(zero))
    return failure();
  Builder b(call.ops.front()->getContext());
  call.constants.push_back(
      DenseElementsAttr::get(RankedTensorType::get({channels}, b.getF32Type()),
                             ArrayRef<float>(*scales)));
  call.attributes["zero"] = Array{inputZero, zero};
  call.attributes["range"] = Array{low, high};
  return success();
}

Array list(ArrayRef<int64_t> numbers) {
  Array all;
  for (int64_t number : numbers)
    all.push_back(number);
  return all;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Null if the function takes the convolution, but for what follows it.
template <typename Conv> std::optional<Refusal> refusalOf(Conv conv) {
  auto isOf = [](Value value, unsigned width) {
    return getElementTypeOrSelf(value).isSignlessInteger(width);
  };
  if (!isOf(conv.getInput(), 8) || !isOf(conv.getWeight(), 8) ||
      !isOf(conv.getBias(), 32) || !isOf(conv, 32))
    return Refusal{CauseKind::Type, "computes with other types than bytes",
                   "i8 with sums in i32"};
  if (!hasKnownSizes(conv))
    return Refusal{CauseKind::Shape, "has a size that only the run knows"};
  if (splatOf(conv.getWeightZp()) != 0)
    return Refusal{CauseKind::Attribute, "has weights with a zero point", "0"};
  if (!splatOf(conv.getInputZp()))
    return Refusal{CauseKind::Attribute,
                   "has a zero point that only the run knows"};
  if (!isConstant(conv.getWeight()) || !isConstant(conv.getBias()))
    return kUnknownWeights;
  return std::nullopt;
}

/// {"zero":[input, result],"range":[least, greatest],"bias":[1],
///  "stride":[h, w],"dilation":[h, w],"pad":[top, bottom, left, right]}
template <typename Conv> LibraryMatch matchConvolution(Operation *op) {
  auto conv = dyn_cast<Conv>(op);
  if (!conv)
    return Refusal{CauseKind::Operation, "is no such convolution of TOSA"};
  if (std::optional<Refusal> refusal = refusalOf(conv))
    return *refusal;
  auto type = cast<ShapedType>(conv.getType());
  const int64_t channels = type.getDimSize(3);
  auto bias = cast<ShapedType>(conv.getBias().getType());
  if (bias.getNumElements() != channels && splatOf(conv.getBias()) != 0)
    return Refusal{CauseKind::Shape, "has one bias for all channels",
                   "one for each"};
  FailureOr<Storing> storing = Storing::of(conv);
  if (failed(storing))
    return Refusal{CauseKind::Body,
                   "is not followed by what stores its sums as bytes, rounded "
                   "twice"};
  LibraryCall call;
  call.ops = {op};
  llvm::append_range(call.ops, storing->ops);
  call.operands = {conv.getInput(), conv.getWeight()};
  if (bias.getNumElements() == channels)
    call.operands.push_back(conv.getBias());
  else
    call.constants.push_back(DenseElementsAttr::get(
        RankedTensorType::get({channels},
                              IntegerType::get(op->getContext(), 32)),
        int32_t{0}));
  if (failed(addStore(call, factorsOf(*storing), channels,
                      *splatOf(conv.getInputZp()), storing->zeroPoint,
                      storing->low, storing->high)))
    return kOtherStore;
  call.attributes["bias"] = Array{1};
  call.attributes["stride"] = list(conv.getStride());
  call.attributes["dilation"] = list(conv.getDilation());
  call.attributes["pad"] = list(conv.getPad());
  // A filter for each channel of the result.
  auto weights = cast<ShapedType>(conv.getWeight().getType());
  call.work = type.getNumElements() * (weights.getNumElements() / channels);
  return call;
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// What happens to the sums of a product until they are stored as bytes:
/// numbers for each column are added, then it is multiplied with a double and
/// rounded once, halves away from zero (TFLite's FULLY_CONNECTED).
class StoredOnce {
public:
  /// Follows the only readers of `sums`, [rows, columns].
  static FailureOr<StoredOnce> of(Value sums);

  SmallVector<Operation *> ops; ///< In their order.
  SmallVector<Value> terms;     ///< i32 for each column.
  Array signs;                  ///< Of the terms.
  SmallVector<double> factors;
  int64_t zeroPoint = 0, low = std::numeric_limits<int32_t>::min(),
          high = std::numeric_limits<int32_t>::max();

private:
  explicit StoredOnce(Value sums) : value_(sums) {}

  /// The only reader, if it is of that kind, and the operand beside ours.
  template <typename Op> std::pair<Op, Value> reader();
  /// Goes on to the reader of that kind if `accept` takes its other operand.
  template <typename Op> bool take(function_ref<bool(Value)> accept);
  bool takeTerms();
  bool takeFactors();
  bool takeStore();

  Value value_;
};

/// [columns] of i32 that are spread over rows; null for anything else.
Value columnsOf(Value value) {
  auto spread = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
  if (!spread || spread.getBroadcastDimensions() != ArrayRef<int64_t>{1})
    return {};
  auto from = cast<ShapedType>(spread.getOperand().getType());
  auto to = cast<ShapedType>(spread.getType());
  return from.getDimSize(0) == to.getDimSize(1) &&
                 from.getElementType().isSignlessInteger(32)
             ? spread.getOperand()
             : Value();
}

/// The doubles that a constant is, one or one for each column.
std::optional<SmallVector<double>> doublesOf(Value value) {
  if (auto spread = value.getDefiningOp<stablehlo::BroadcastInDimOp>();
      spread && (spread.getBroadcastDimensions().empty() ||
                 spread.getBroadcastDimensions() == ArrayRef<int64_t>{1}))
    value = spread.getOperand();
  DenseFPElementsAttr numbers;
  if (!matchPattern(value, m_Constant(&numbers)) ||
      !numbers.getElementType().isF64() || numbers.getType().getRank() > 1)
    return std::nullopt;
  if (numbers.isSplat())
    return SmallVector<double>{numbers.getSplatValue<double>()};
  return llvm::to_vector(numbers.getValues<double>());
}

template <typename Op> std::pair<Op, Value> StoredOnce::reader() {
  if (!value_.hasOneUse())
    return {};
  auto op = dyn_cast<Op>(*value_.user_begin());
  if (!op || op->getBlock() != value_.getParentBlock())
    return {};
  if (op->getNumOperands() == 1)
    return {op, Value()};
  return {op, op->getOperand(op->getOperand(0) == value_ ? 1 : 0)};
}

template <typename Op> bool StoredOnce::take(function_ref<bool(Value)> accept) {
  auto [op, other] = reader<Op>();
  if (!op || !accept(other))
    return false;
  ops.push_back(op);
  value_ = op->getResult(0);
  return true;
}

bool StoredOnce::takeTerms() {
  int64_t sign = 1;
  auto isTerm = [&](Value other) {
    Value term = columnsOf(other);
    if (!term || !isConstant(term))
      return false;
    terms.push_back(term);
    signs.push_back(sign);
    return true;
  };
  while (true) {
    sign = 1;
    if (take<stablehlo::AddOp>(isTerm))
      continue;
    sign = -1;
    auto [op, other] = reader<stablehlo::SubtractOp>();
    if (!op || op.getLhs() != value_ || !take<stablehlo::SubtractOp>(isTerm))
      return true;
  }
}

bool StoredOnce::takeFactors() {
  auto any = [](Value) { return true; };
  auto isWordLimit = [](double limit) {
    return [=](Value other) {
      auto numbers = doublesOf(other);
      return numbers && *numbers == SmallVector<double>{limit};
    };
  };
  return take<stablehlo::ConvertOp>(any) &&
         getElementTypeOrSelf(value_).isF64() &&
         take<stablehlo::MultiplyOp>([&](Value other) {
           auto numbers = doublesOf(other);
           factors = numbers.value_or(SmallVector<double>());
           return numbers.has_value();
         }) &&
         take<stablehlo::RoundNearestAfzOp>(any) &&
         take<stablehlo::MaximumOp>(isWordLimit(-2147483648.0)) &&
         take<stablehlo::MinimumOp>(isWordLimit(2147483647.0)) &&
         take<stablehlo::ConvertOp>(any) &&
         getElementTypeOrSelf(value_).isSignlessInteger(32);
}

bool StoredOnce::takeStore() {
  auto number = [](int64_t &to) {
    return [&](Value other) {
      std::optional<int64_t> found = splatOf(other);
      to = found.value_or(to);
      return found.has_value();
    };
  };
  (void)take<stablehlo::AddOp>(number(zeroPoint));
  return take<stablehlo::MaximumOp>(number(low)) &&
         take<stablehlo::MinimumOp>(number(high)) && low >= -128 && high <= 127 &&
         take<stablehlo::ConvertOp>([](Value) { return true; }) &&
         getElementTypeOrSelf(value_).isSignlessInteger(8);
}

FailureOr<StoredOnce> StoredOnce::of(Value sums) {
  StoredOnce store(sums);
  if (!store.takeTerms() || !store.takeFactors() || !store.takeStore())
    return failure();
  return store;
}

/// {"zero":[0, result],"range":[least, greatest],"bias":[1 or -1, ...]}
LibraryMatch matchFullyConnected(Operation *op) {
  auto product = dyn_cast<stablehlo::DotGeneralOp>(op);
  if (!product)
    return Refusal{CauseKind::Operation, "is no product of StableHLO"};
  auto type = cast<ShapedType>(product.getType());
  auto weights = cast<ShapedType>(product.getRhs().getType());
  auto input = cast<ShapedType>(product.getLhs().getType());
  if (!input.getElementType().isSignlessInteger(8) ||
      !weights.getElementType().isSignlessInteger(8) ||
      !type.getElementType().isSignlessInteger(32))
    return Refusal{CauseKind::Type, "computes with other types than bytes",
                   "i8 with sums in i32"};
  if (!hasKnownSizes(op))
    return Refusal{CauseKind::Shape, "has a size that only the run knows"};
  auto dims = product.getDotDimensionNumbers();
  if (type.getRank() != 2 || input.getRank() != 2 || weights.getRank() != 2 ||
      dims.getLhsContractingDimensions() != ArrayRef<int64_t>{1} ||
      dims.getRhsContractingDimensions() != ArrayRef<int64_t>{1})
    return Refusal{CauseKind::Layout, "does not multiply rows with rows"};
  if (!isConstant(product.getRhs()))
    return kUnknownWeights;
  FailureOr<StoredOnce> store = StoredOnce::of(product);
  if (failed(store))
    return Refusal{CauseKind::Body,
                   "is not followed by what stores its sums as bytes, rounded "
                   "once"};
  LibraryCall call;
  call.ops = {op};
  llvm::append_range(call.ops, store->ops);
  call.operands = {product.getLhs(), product.getRhs()};
  llvm::append_range(call.operands, store->terms);
  // What the input's zero point adds is among the terms.
  if (failed(addStore(call, store->factors, type.getDimSize(1),
                      /*inputZero=*/0, store->zeroPoint, store->low,
                      store->high)))
    return kOtherStore;
  call.attributes["bias"] = std::move(store->signs);
  call.work = type.getNumElements() * weights.getDimSize(1);
  return call;
}

} // namespace

llvm::ArrayRef<LibraryRow> ingot::offload::xnnPackRows() {
  static const LibraryRow kRows[] = {
      {"xnnpack.convolution",
       "convolutions of signed bytes in two dimensions",
       matchConvolution<tosa::Conv2DOp>,
       {0, 0, 0},
       {1, 1, 1}},
      {"xnnpack.depthwise",
       "the same of each channel by itself",
       matchConvolution<tosa::DepthwiseConv2DOp>,
       {0, 0, 0},
       {1, 1, 1}},
      {"xnnpack.fully_connected",
       "products of rows of signed bytes",
       matchFullyConnected,
       {0, 0, 0},
       {1, 1, 1}},
  };
  return kRows;
}
