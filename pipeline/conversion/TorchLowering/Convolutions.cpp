//===- Convolutions.cpp - convolutions of any number of dimensions --------===//
//
// All overloads are one: `transposed` spreads the input by the stride and turns
// the kernel round, as the gradient of a convolution does.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchLowering/Convolutions.h"

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

} // namespace

//===----------------------------------------------------------------------===//
// Convolutions.h
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

Value ingot::torch::flipKernel(TensorBuilder &b, Value weight, int64_t groups) {
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
