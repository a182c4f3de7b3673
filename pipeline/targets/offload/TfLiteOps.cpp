//===- TfLiteOps.cpp - operators that TFLite's reader keeps ---------------===//

#include "pipeline/targets/offload/TfLiteOps.h"

#include "pipeline/dialects/ingot/TfLiteComposites.h"
#include "pipeline/targets/offload/QuantizedCalls.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::offload;

stablehlo::CompositeOp offload::compositeOf(Operation *op, StringRef name) {
  auto composite = dyn_cast<stablehlo::CompositeOp>(op);
  return composite && composite.getName() == name &&
                 composite.getVersion() == 0 && op->getNumResults() == 1
             ? composite
             : stablehlo::CompositeOp();
}

static ShapedType typeOf(Value value) {
  return cast<ShapedType>(value.getType());
}

bool offload::isOf(Value value, unsigned width, int64_t rank) {
  return typeOf(value).getElementType().isSignlessInteger(width) &&
         typeOf(value).getRank() == rank;
}

//===----------------------------------------------------------------------===//
// CompositeAttributes
//===----------------------------------------------------------------------===//

std::optional<int32_t>
CompositeAttributes::number(StringRef name, int64_t least, int64_t most) const {
  auto number = attributes_.getAs<IntegerAttr>(name);
  if (!number || !number.getType().isSignlessInteger(64) ||
      number.getInt() < least || number.getInt() > most)
    return std::nullopt;
  return static_cast<int32_t>(number.getInt());
}

std::optional<SmallVector<int64_t>>
CompositeAttributes::list(StringRef name, size_t count) const {
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

DenseElementsAttr CompositeAttributes::numbers(StringRef name) const {
  auto numbers = attributes_.getAs<DenseElementsAttr>(name);
  return numbers && numbers.getElementType().isF64() ? numbers
                                                     : DenseElementsAttr();
}

//===----------------------------------------------------------------------===//
// FullyConnected
//===----------------------------------------------------------------------===//

static bool hasTypesOfProduct(stablehlo::CompositeOp op) {
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

std::variant<FullyConnected, Refusal> FullyConnected::of(Operation *op) {
  stablehlo::CompositeOp product = compositeOf(op, tflite::kFullyConnected);
  if (!product)
    return kOtherOperation;
  if (!hasElements(op))
    return kUnknownSizes;
  if (!hasTypesOfProduct(product))
    return Refusal{CauseKind::Type, "computes with other types than bytes",
                   "i8 with a bias of i32"};
  CompositeAttributes attributes(product);
  auto inputZero = attributes.byte(tflite::kInputZeroPoint),
       weightZero = attributes.byte(tflite::kWeightZeroPoint),
       outputZero = attributes.byte(tflite::kOutputZeroPoint),
       least = attributes.byte(tflite::kLeast),
       most = attributes.byte(tflite::kMost);
  DenseElementsAttr factors = attributes.numbers(tflite::kFactors);
  const int64_t rows = typeOf(op->getResult(0)).getDimSize(1);
  if (!inputZero || !weightZero || !outputZero || !least || !most ||
      *least > *most || !factors ||
      (factors.getNumElements() != 1 && factors.getNumElements() != rows))
    return kOtherAttributes;
  auto inputs = product.getInputs();
  return FullyConnected{inputs[0],
                        inputs[1],
                        inputs.size() > 2 ? inputs[2] : Value(),
                        *inputZero,
                        *weightZero,
                        *outputZero,
                        *least,
                        *most,
                        llvm::to_vector(factors.getValues<double>()),
                        rows,
                        typeOf(op->getResult(0)).getNumElements() *
                            typeOf(inputs[1]).getDimSize(1)};
}
