//===- InferProducts.cpp - products of matrices, convolutions -------------===//
//
// Sizes that disagree are an error here, at the node's name; behind the reader
// nobody knows the node any more. Unknown sizes agree with everything.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Inference.h"
#include "pipeline/frontends/onnx/Windows.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;
using Data = proto::TensorProto;

/// Rows and columns broadcast as numpy's matmul does.
static OptionalShape matrixProduct(Inference &node, OptionalShape a,
                                   OptionalShape b) {
  if (!a || !b)
    return std::nullopt;
  if (a->empty() || b->empty()) {
    node.fail("a product of numbers");
    return std::nullopt;
  }
  bool isRow = a->size() == 1, isColumn = b->size() == 1;
  if (isRow)
    a->insert(a->begin(), Scalar::integer(1));
  if (isColumn)
    b->push_back(Scalar::integer(1));
  Scalar inner = a->back(), other = (*b)[b->size() - 2];
  if (inner.isInteger() && other.isInteger() && !inner.equals(other))
    node.fail("matrices of " + Twine(inner.asInteger()) + " columns and " +
              Twine(other.asInteger()) + " rows");
  Shape result = node.broadcast(ArrayRef<Scalar>(*a).drop_back(2),
                                ArrayRef<Scalar>(*b).drop_back(2));
  if (!isRow)
    result.push_back((*a)[a->size() - 2]);
  if (!isColumn)
    result.push_back(b->back());
  return result;
}

static void inferMatMul(Inference &node) {
  node.set(0, node.dtype(0), matrixProduct(node, node.shape(0), node.shape(1)));
}

static void inferMatMulInteger(Inference &node) {
  node.set(0, Data::INT32, matrixProduct(node, node.shape(0), node.shape(1)));
}

/// Operands: a, its scale and zero point, b and its, those of the result.
static void inferQLinearMatMul(Inference &node) {
  node.set(0, node.dtype(7), matrixProduct(node, node.shape(0), node.shape(3)));
}

static void inferGemm(Inference &node) {
  const OptionalShape &a = node.shape(0), &b = node.shape(1);
  Shape result = node.unknownShape(2);
  if ((a && a->size() != 2) || (b && b->size() != 2))
    return node.fail("operands that are no matrices");
  if (a)
    result[0] = (*a)[node.integer("transA", 0) ? 1 : 0];
  if (b)
    result[1] = (*b)[node.integer("transB", 0) ? 0 : 1];
  node.set(0, node.dtype(0), result);
}

/// `weight` is the operand that holds the kernel.
static OptionalShape convolution(Inference &node, size_t weight) {
  const OptionalShape &x = node.shape(0), &w = node.shape(weight);
  if (!x || x->size() < 3)
    return std::nullopt;
  if (!w || w->size() != x->size())
    return node.unknownShape(x->size());
  Shape result = {(*x)[0], (*w)[0]};
  Window window = windowOf(node, ArrayRef<Scalar>(*w).drop_front(2));
  result.append(slidingSizes(node, ArrayRef<Scalar>(*x).drop_front(2), window));
  return result;
}

static void inferConv(Inference &node) {
  node.set(0, node.dtype(0), convolution(node, 1));
}
static void inferConvInteger(Inference &node) {
  node.set(0, Data::INT32, convolution(node, 1));
}
static void inferQLinearConv(Inference &node) {
  node.set(0, node.dtype(7), convolution(node, 3));
}

static void inferConvTranspose(Inference &node) {
  const OptionalShape &x = node.shape(0), &w = node.shape(1);
  if (!x || x->size() < 3)
    return node.set(0, node.dtype(0), std::nullopt);
  if (!w || w->size() != x->size())
    return node.set(0, node.dtype(0), node.unknownShape(x->size()));
  Symbols &s = node.symbols();
  Shape result = {
      (*x)[0], s.multiply((*w)[1], Scalar::integer(node.integer("group", 1)))};
  Window window = windowOf(node, ArrayRef<Scalar>(*w).drop_front(2));
  std::optional<Ints> sizes = node.integerList("output_shape");
  std::optional<Ints> extra = node.integerList("output_padding");
  size_t spatial = x->size() - 2;
  for (size_t i = 0; i < spatial; ++i) {
    if (sizes && sizes->size() >= spatial) {
      result.push_back(Scalar::integer((*sizes)[sizes->size() - spatial + i]));
      continue;
    }
    Scalar stride = Scalar::integer(window.strides[i]), size = (*x)[i + 2];
    if (window.isSame) {
      result.push_back(s.multiply(size, stride));
      continue;
    }
    // (n - 1) * stride + extent + output_padding - pads
    Scalar grown = s.multiply(s.subtract(size, Scalar::integer(1)), stride);
    grown = s.add(grown, window.extents[i]);
    int64_t added = (extra && i < extra->size() ? (*extra)[i] : 0) -
                    window.pads[i] - window.pads[i + spatial];
    grown = s.add(grown, Scalar::integer(added));
    result.push_back(grown.isInteger() || grown.isSymbol() ? grown : s.fresh());
  }
  node.set(0, node.dtype(0), result);
}

static void inferDeformConv(Inference &node) { inferConv(node); }

/// One part of an equation: letters, and where an ellipsis stands.
static void inferEinsum(Inference &node) {
  std::string equation;
  for (char letter : node.text("equation", ""))
    if (letter != ' ')
      equation.push_back(letter);
  auto [left, right] = StringRef(equation).split("->");
  bool isExplicit = StringRef(equation).contains("->");
  SmallVector<StringRef> terms;
  left.split(terms, ',');
  std::map<char, Scalar> sizes;
  std::map<char, int> uses;
  Shape ellipsis;
  if (terms.size() != node.inputCount())
    return node.fail("an equation of another number of operands");
  for (auto [i, term] : llvm::enumerate(terms)) {
    const OptionalShape &shape = node.shape(i);
    auto [front, back] = term.split("...");
    size_t letters = front.size() + back.size();
    bool hasEllipsis = term.contains("...");
    if (!shape)
      return node.set(0, node.dtype(0), std::nullopt);
    if (hasEllipsis ? letters > shape->size() : letters != shape->size())
      return node.fail("an equation of other ranks");
    ArrayRef<Scalar> dims(*shape);
    auto note = [&](char letter, Scalar size) {
      ++uses[letter];
      auto [entry, isNew] = sizes.try_emplace(letter, size);
      if (!isNew && !(entry->second.isInteger() && !entry->second.is(1)))
        entry->second = size;
    };
    for (auto [letter, size] : llvm::zip(front, dims))
      note(letter, size);
    for (auto [letter, size] : llvm::zip(back, dims.take_back(back.size())))
      note(letter, size);
    if (hasEllipsis)
      ellipsis = node.broadcast(
          ellipsis, dims.drop_front(front.size()).drop_back(back.size()));
  }
  Shape result;
  if (!isExplicit) {
    result = ellipsis;
    for (auto [letter, count] : uses)
      if (count == 1)
        result.push_back(sizes[letter]);
    return node.set(0, node.dtype(0), result);
  }
  auto [front, back] = right.split("...");
  auto add = [&](StringRef letters) {
    for (char letter : letters)
      result.push_back(sizes.count(letter) ? sizes[letter] : Scalar());
  };
  add(front);
  if (right.contains("..."))
    result.append(ellipsis);
  add(back);
  node.set(0, node.dtype(0), result);
}

static void inferDet(Inference &node) {
  OptionalShape shape = node.shape(0);
  if (shape && shape->size() >= 2)
    shape->resize(shape->size() - 2);
  node.set(0, node.dtype(0), shape);
}

ArrayRef<InferenceRow> ingot::onnx::reader::productInference() {
  static constexpr InferenceRow kTable[] = {
      {"Conv", inferConv},
      {"ConvInteger", inferConvInteger},
      {"ConvTranspose", inferConvTranspose},
      {"DeformConv", inferDeformConv},
      {"Det", inferDet},
      {"Einsum", inferEinsum},
      {"Gemm", inferGemm},
      {"MatMul", inferMatMul},
      {"MatMulInteger", inferMatMulInteger},
      {"QLinearConv", inferQLinearConv},
      {"QLinearMatMul", inferQLinearMatMul},
  };
  return kTable;
}
