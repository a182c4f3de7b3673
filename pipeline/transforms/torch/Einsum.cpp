//===- Einsum.cpp - sums of products by Einstein's notation ---------------===//
//
// Operands are contracted from left to right, two at a time, each pair as one
// product of batches of matrices. Dimensions are known by labels: letters, and
// for those that `...` stands for their place from the end, below zero.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/torch/Decompositions.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

using Labels = SmallVector<int>;
using Values = SmallVector<Value>;

namespace {

struct Labelled {
  Tensor x;
  Labels labels;

  int64_t dimOf(int label) const {
    return llvm::find(labels, label) - labels.begin();
  }
  bool has(int label) const { return llvm::is_contained(labels, label); }
};

} // namespace

/// The labels of an operand or of the result, of which `ellipsis` dimensions
/// are not named. Nothing if it is no such text.
static std::optional<Labels> readLabels(StringRef text, int ellipsis) {
  Labels labels;
  while (!text.empty()) {
    if (text.consume_front("...")) {
      for (int place = ellipsis; place > 0; --place)
        labels.push_back(-place);
      continue;
    }
    if (text.front() != ' ') {
      if (!llvm::isAlpha(text.front()))
        return std::nullopt;
      labels.push_back(text.front());
    }
    text = text.drop_front();
  }
  return labels;
}

/// How many letters stand in a text.
static int64_t countLetters(StringRef text) {
  return llvm::count_if(text, [](char c) { return llvm::isAlpha(c); });
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static Labelled sumOver(Labelled operand, int label) {
  int64_t dim = operand.dimOf(label);
  operand.x = sum(operand.x, {dim}, /*keepDim=*/false, operand.x.dtype());
  operand.labels.erase(operand.labels.begin() + dim);
  return operand;
}

/// A label that stands twice means the diagonal: all else is masked, and one of
/// both dimensions summed.
static Labelled takeDiagonals(Labelled operand) {
  TorchBuilder &builder = operand.x.builder();
  for (size_t b = 1; b < operand.labels.size();) {
    size_t a = operand.dimOf(operand.labels[b]);
    if (a == b) {
      ++b;
      continue;
    }
    auto along = [&](size_t dim) {
      Tensor place = iota(builder, 0, operand.x.size(dim));
      for (size_t i = dim + 1; i < operand.labels.size(); ++i)
        place = unsqueeze(place, -1);
      return place;
    };
    Tensor masked = where(along(a) == along(b), operand.x, 0);
    operand.x = sum(masked, {static_cast<int64_t>(b)}, /*keepDim=*/false,
                    operand.x.dtype());
    operand.labels.erase(operand.labels.begin() + b);
  }
  return operand;
}

/// A size of 1 is repeated as often as the other operand has it: there is
/// nothing to contract.
static void dropBroadcast(Labelled &a, const Labelled &b) {
  for (int label : Labels(a.labels)) {
    if (!b.has(label) || matchInt(a.x.size(a.dimOf(label))) != 1 ||
        matchInt(b.x.size(b.dimOf(label))) == 1)
      continue;
    int64_t dim = a.dimOf(label);
    a.x = squeeze(a.x, dim);
    a.labels.erase(a.labels.begin() + dim);
  }
}

/// The dimensions of each group as one.
static Tensor group(const Labelled &operand, ArrayRef<Labels> groups) {
  TorchBuilder &builder = operand.x.builder();
  SmallVector<int64_t> order;
  Values sizes;
  for (const Labels &labels : groups) {
    Value size = builder.constant(int64_t(1));
    for (int label : labels) {
      order.push_back(operand.dimOf(label));
      size = builder.mul(size, operand.x.size(order.back()));
    }
    sizes.push_back(size);
  }
  return view(permute(operand.x, order), sizes);
}

/// Sums over what is in both and nobody else wants.
static Labelled contract(Labelled a, Labelled b, const Labels &wanted) {
  TorchBuilder &builder = a.x.builder();
  dropBroadcast(a, b);
  dropBroadcast(b, a);
  auto reduceOwn = [&](Labelled &own, const Labelled &other) {
    for (int label : Labels(own.labels))
      if (!other.has(label) && !llvm::is_contained(wanted, label))
        own = sumOver(own, label);
  };
  reduceOwn(a, b);
  reduceOwn(b, a);
  Labels batch, contracted, left, right;
  for (int label : a.labels)
    (!b.has(label)                       ? left
     : llvm::is_contained(wanted, label) ? batch
                                         : contracted)
        .push_back(label);
  for (int label : b.labels)
    if (!a.has(label))
      right.push_back(label);
  Tensor product(
      builder,
      builder.create("aten.bmm",
                     {{"self", group(a, {batch, left, contracted})},
                      {"mat2", group(b, {batch, contracted, right})}}));
  Labelled result;
  Values sizes;
  for (const auto &[labels, from] :
       {std::pair(batch, &a), std::pair(left, &a), std::pair(right, &b)})
    for (int label : labels) {
      result.labels.push_back(label);
      sizes.push_back(from->x.size(from->dimOf(label)));
    }
  result.x = view(product, sizes);
  return result;
}

//===----------------------------------------------------------------------===//
// The operator
//===----------------------------------------------------------------------===//

/// Without an arrow: what `...` stands for, then every letter that stands once.
static Labels impliedLabels(const Labels &all) {
  Labels result, distinct = all;
  llvm::sort(distinct);
  distinct.erase(llvm::unique(distinct), distinct.end());
  for (int label : distinct)
    if (label < 0 || llvm::count(all, label) == 1)
      result.push_back(label);
  return result;
}

static Results decomposeEinsum(const Composite &op) {
  std::optional<StringRef> equation = matchString(op.operand("equation"));
  std::optional<SmallVector<Tensor>> tensors = op.tensors("tensors");
  if (!equation || !tensors || tensors->empty())
    return {};
  auto [inputs, output] = equation->split("->");
  SmallVector<StringRef> texts;
  inputs.split(texts, ',');
  if (texts.size() != tensors->size())
    return {};
  SmallVector<Labelled> operands;
  Labels all;
  int most = 0;
  for (auto [text, tensor] : llvm::zip_equal(texts, *tensors)) {
    int ellipsis = tensor.rank() - countLetters(text);
    std::optional<Labels> labels = readLabels(text, ellipsis);
    if (!labels || static_cast<int64_t>(labels->size()) != tensor.rank())
      return {};
    most = std::max(most, ellipsis);
    all.append(*labels);
    operands.push_back(takeDiagonals({tensor, *labels}));
  }
  std::optional<Labels> wanted =
      equation->contains("->") ? readLabels(output, most) : impliedLabels(all);
  if (!wanted)
    return {};
  Labelled result = operands.front();
  for (size_t i = 1; i < operands.size(); ++i) {
    Labels later = *wanted;
    for (const Labelled &operand : ArrayRef(operands).drop_front(i + 1))
      later.append(operand.labels);
    result = contract(result, operands[i], later);
  }
  for (int label : Labels(result.labels))
    if (!llvm::is_contained(*wanted, label))
      result = sumOver(result, label);
  SmallVector<int64_t> order;
  for (int label : *wanted) {
    if (!result.has(label))
      return {};
    order.push_back(result.dimOf(label));
  }
  return permute(result.x, order);
}

ArrayRef<Decomposition> ingot::torch::einsum() {
  static constexpr Decomposition kRows[] = {
      {"torch.aten.einsum", decomposeEinsum},
  };
  return kRows;
}
