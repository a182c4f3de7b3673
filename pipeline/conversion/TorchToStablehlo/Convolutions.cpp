//===- Convolutions.cpp - convolutions of any number of dimensions --------===//
//
// All overloads are one: `transposed` spreads the input by the stride and turns
// the kernel round, as the gradient of a convolution does.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchToStablehlo/Convolve.h"
#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

namespace {

using Parameters = ConvolutionParameters;

/// One int for each spatial dimension; a list of one stands for all.
std::optional<SmallVector<int64_t>> intsOf(Conversion &c, StringRef argument,
                                           int64_t count, int64_t otherwise) {
  if (!c.has(argument))
    return SmallVector<int64_t>(count, otherwise);
  std::optional<SmallVector<int64_t>> ints = c.getInts(argument);
  if (ints && ints->size() == 1)
    ints->resize(count, ints->front());
  if (!ints || static_cast<int64_t>(ints->size()) != count)
    return std::nullopt;
  return ints;
}

/// A list of numbers, or the words that PyTorch has for some.
LogicalResult addPadding(Conversion &c, Value weight, Parameters &p) {
  int64_t count = c.b.rankOf(weight) - 2;
  std::optional<StringRef> word = c.getString("padding");
  std::optional<Sizes> given;
  if (!word && c.has("padding"))
    given = c.getSizes("padding");
  else if (!word || *word == "same" || *word == "valid")
    given = Sizes(count, Size(0));
  if (given && given->size() == 1)
    given->resize(count, given->front());
  if (!given || static_cast<int64_t>(given->size()) != count)
    return c.fail("the padding is not known");
  for (auto [i, padding] : llvm::enumerate(*given)) {
    Size reach = reachOf(c.b, weight, i, p.dilation[i]);
    if (word == "same") {
      p.low.push_back(c.b.floorDivide(reach, 2));
      p.high.push_back(c.b.subtract(reach, p.low.back()));
    } else if (p.transposed) {
      p.low.push_back(c.b.subtract(reach, padding));
      p.high.push_back(c.b.add(p.low.back(), p.outputPadding[i]));
    } else {
      p.low.push_back(padding);
      p.high.push_back(padding);
    }
  }
  return success();
}

RankedTensorType typeOfResult(TensorBuilder &b, Value input, Value weight,
                              const Parameters &p, int64_t features) {
  SmallVector<int64_t> shape{b.typeOf(input).getDimSize(0),
                             b.typeOf(weight).getDimSize(features)};
  for (auto [i, low] : llvm::enumerate(p.low)) {
    int64_t size = b.typeOf(input).getDimSize(i + 2);
    int64_t kernel = b.typeOf(weight).getDimSize(i + 2);
    stablehlo::Window window;
    window.size = kernel;
    window.windowDilation = p.dilation[i];
    if (p.transposed)
      window.baseDilation = p.stride[i];
    else
      window.stride = p.stride[i];
    std::optional<int64_t> count;
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(kernel) &&
        low.isKnown() && p.high[i].isKnown()) {
      window.low = low.known();
      window.high = p.high[i].known();
      count = stablehlo::countWindows(size, window);
    }
    shape.push_back(count.value_or(ShapedType::kDynamic));
  }
  return b.typeOf(input).clone(shape);
}

} // namespace

//===----------------------------------------------------------------------===//
// Convolve.h
//===----------------------------------------------------------------------===//

Size ingot::torch::reachOf(TensorBuilder &b, Value weight, int64_t spatial,
                           int64_t dilation) {
  return b.multiply(b.subtract(b.sizeOf(weight, spatial + 2), 1), dilation);
}

FailureOr<Parameters> ingot::torch::convolutionParametersOf(Conversion &c,
                                                            Value weight,
                                                            bool transposed) {
  int64_t count = c.b.rankOf(weight) - 2;
  Parameters p;
  std::optional<int64_t> groups = c.getInt("groups");
  auto stride = intsOf(c, "stride", count, 1);
  auto dilation = intsOf(c, "dilation", count, 1);
  // It says nothing of a convolution that is not transposed.
  std::optional<SmallVector<int64_t>> outputPadding =
      SmallVector<int64_t>(count, 0);
  if (transposed)
    outputPadding = intsOf(c, "output_padding", count, 0);
  if (!groups || !stride || !dilation || !outputPadding)
    return c.fail("a stride, dilation or output padding is not known");
  auto isPositive = [](int64_t number) { return number > 0; };
  if (*groups < 1 || !llvm::all_of(*stride, isPositive) ||
      !llvm::all_of(*dilation, isPositive))
    return c.fail("a stride, dilation or number of groups is not positive");
  p.stride = *stride;
  p.dilation = *dilation;
  p.outputPadding = Sizes(outputPadding->begin(), outputPadding->end());
  p.groups = *groups;
  p.transposed = transposed;
  if (failed(addPadding(c, weight, p)))
    return failure();
  return p;
}

Value ingot::torch::turnKernel(TensorBuilder &b, Value weight, int64_t groups) {
  int64_t rank = b.rankOf(weight);
  weight = b.reverse(weight, llvm::to_vector(llvm::seq<int64_t>(2, rank)));
  if (groups == 1)
    return weight;
  Sizes given = b.sizesOf(weight);
  Size perGroup = b.floorDivide(given[0], groups);
  Sizes split{Size(groups), perGroup};
  split.append(given.begin() + 1, given.end());
  SmallVector<int64_t> order{1, 0};
  llvm::append_range(order, llvm::seq<int64_t>(2, rank + 1));
  Sizes merged{perGroup, b.multiply(given[1], groups)};
  merged.append(given.begin() + 2, given.end());
  return b.reshape(b.transpose(b.reshape(weight, split), order), merged);
}

static Value makeConvolution(TensorBuilder &b, Value input, Value weight,
                             const Parameters &p) {
  // The kernel's dimensions are [out, in, ...], of a turned one [in, out, ...].
  int64_t out = p.transposed ? 1 : 0;
  if (p.transposed)
    weight = turnKernel(b, weight, p.groups);
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(2, b.rankOf(input)));
  auto numbers = stablehlo::ConvDimensionNumbersAttr::get(
      b.getContext(), 0, 1, spatial, 1 - out, out, spatial, 0, 1, spatial);
  SmallVector<int64_t> ones(spatial.size(), 1);
  auto strides = b.getDenseI64ArrayAttr(p.transposed ? ones : p.stride);
  auto spread = b.getDenseI64ArrayAttr(p.transposed ? p.stride : ones);
  auto dilation = b.getDenseI64ArrayAttr(p.dilation);
  RankedTensorType type = typeOfResult(b, input, weight, p, out);
  Sizes padding;
  for (auto [low, high] : llvm::zip_equal(p.low, p.high))
    padding.append({low, high});
  auto paddingType = RankedTensorType::get(
      {static_cast<int64_t>(spatial.size()), 2}, b.getI64Type());
  if (llvm::all_of(padding, [](Size size) { return size.isKnown(); })) {
    SmallVector<int64_t> known;
    for (Size size : padding)
      known.push_back(size.known());
    return stablehlo::ConvolutionOp::create(
        b, type, input, weight, strides,
        DenseIntElementsAttr::get(paddingType, known), spread, dilation,
        DenseBoolArrayAttr(), numbers, p.groups, 1, ArrayAttr());
  }
  Value paddings =
      stablehlo::ReshapeOp::create(b, paddingType, b.shapeOf(padding));
  return stablehlo::DynamicConvOp::create(
      b, type, input, weight, paddings, strides, spread, dilation,
      DenseBoolArrayAttr(), numbers, p.groups, 1, ArrayAttr());
}

Value TensorBuilder::convolve(Value input, Value weight, Value bias,
                              const Parameters &parameters) {
  Value output = makeConvolution(*this, input, weight, parameters);
  if (!bias)
    return output;
  for (int64_t i : llvm::seq<int64_t>(1, rankOf(weight) - 1))
    bias = unsqueeze(bias, i);
  return add(output, bias);
}

Value ingot::torch::convolve(TensorBuilder &b, Value input, Value weight,
                             const Parameters &parameters) {
  return b.convolve(input, weight, /*bias=*/Value(), parameters);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

namespace {

Converted convertConvolution(Conversion &c, bool transposed) {
  Type result = c.resultElement();
  bool isSmall =
      isa<mlir::FloatType>(result) && result.getIntOrFloatBitWidth() < 32;
  Type element = isSmall ? Type(c.b.getF32Type()) : result;
  Value input = c.operandAs("input", element);
  Value weight = c.operandAs("weight", element);
  int64_t rank = c.b.rankOf(weight);
  bool isBatch = c.b.rankOf(input) == rank;
  if (rank < 3 || (!isBatch && c.b.rankOf(input) != rank - 1))
    return c.fail("the ranks of input and weight do not fit");
  FailureOr<Parameters> parameters =
      convolutionParametersOf(c, weight, transposed);
  if (failed(parameters))
    return failure();
  if (!isBatch)
    input = c.b.unsqueeze(input, 0);
  Value bias = c.has("bias") ? c.operandAs("bias", element) : Value();
  Value output = c.b.convolve(input, weight, bias, *parameters);
  return isBatch ? output : c.b.squeeze(output, 0);
}

template <bool transposed> Converted convertNamed(Conversion &c) {
  return convertConvolution(c, transposed);
}

/// Whether it is transposed is an operand.
Converted convertGeneral(Conversion &c) {
  std::optional<bool> transposed = c.getBool("transposed");
  if (!transposed)
    return c.fail("whether the convolution is transposed is not known");
  return convertConvolution(c, *transposed);
}

} // namespace

void ingot::torch::populateConvolutions(ConversionTable &table) {
  table.add({
      {"torch.aten.convolution", convertGeneral},
      {"torch.aten.convolution_overrideable", convertGeneral},
      {"torch.aten._convolution", convertGeneral},
      {"torch.aten._convolution.deprecated", convertGeneral},
      {"torch.aten.conv1d", convertNamed<false>},
      {"torch.aten.conv2d", convertNamed<false>},
      {"torch.aten.conv3d", convertNamed<false>},
      {"torch.aten.conv1d.padding", convertNamed<false>},
      {"torch.aten.conv2d.padding", convertNamed<false>},
      {"torch.aten.conv3d.padding", convertNamed<false>},
      {"torch.aten.conv_transpose1d", convertNamed<true>},
      {"torch.aten.conv_transpose2d.input", convertNamed<true>},
      {"torch.aten.conv_transpose3d.input", convertNamed<true>},
  });
}
