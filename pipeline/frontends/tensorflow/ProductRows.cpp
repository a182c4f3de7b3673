//===- ProductRows.cpp - products of matrices -----------------------------===//
//
// Everything is one dot_general: a transposed operand is contracted along its
// other dimension instead of being moved. Equations of einsum are resolved when
// the model is read; what an ellipsis stands for gets letters of its own.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tensorflow/Operator.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::tensorflow;

namespace {

Value conjugate(TensorBuilder &b, Value value) {
  RankedTensorType type = b.typeOf(value);
  auto complex = dyn_cast<ComplexType>(type.getElementType());
  if (!complex)
    return value;
  RankedTensorType part = type.clone(complex.getElementType());
  return b.makeElementwise(
      ElementOp::Complex, type,
      {b.makeElementwise(ElementOp::Real, part, value),
       b.negate(b.makeElementwise(ElementOp::Imag, part, value))});
}

Results convertMatMul(Operator &c) {
  if (c.rank(0) != 2 || c.rank(1) != 2)
    return c.fail("its operands are no matrices");
  bool isTransposedA = c.getBool("transpose_a", false);
  bool isTransposedB = c.getBool("transpose_b", false);
  return c.b.dotGeneral(c.operand(0), c.operand(1), {}, {},
                        isTransposedA ? 0 : 1, isTransposedB ? 1 : 0);
}

/// Integers of 8 bits into 32, or another type that the operator names.
Results convertBatchMatMul(Operator &c) {
  Value lhs = c.operand(0), rhs = c.operand(1);
  if (c.rank(0) < 2 || c.rank(1) < 2)
    return c.fail("its operands are no matrices");
  if (Type wide = c.namedType("Tout")) {
    lhs = c.b.convert(lhs, wide);
    rhs = c.b.convert(rhs, wide);
  }
  bool isAdjointA = c.getBool("adj_x", false);
  bool isAdjointB = c.getBool("adj_y", false);
  lhs = isAdjointA ? conjugate(c.b, lhs) : lhs;
  rhs = isAdjointB ? conjugate(c.b, rhs) : rhs;
  // Batches broadcast.
  int64_t batch = std::max(c.rank(0), c.rank(1)) - 2;
  Sizes sizesA = c.b.sizesOf(lhs), sizesB = c.b.sizesOf(rhs);
  bool isSame = sizesA.size() == sizesB.size();
  for (int64_t i = 0; isSame && i < batch; ++i)
    isSame = c.b.typeOf(lhs).getDimSize(i) == c.b.typeOf(rhs).getDimSize(i);
  if (!isSame) {
    auto widen = [&](Value value, Value other) {
      Sizes sizes;
      for (int64_t i : llvm::seq(batch)) {
        // A dimension of each, counted from the matrices.
        SmallVector<Size> both;
        for (Value one : {value, other})
          if (int64_t dim = c.b.rankOf(one) - 2 - batch + i; dim >= 0)
            both.push_back(c.b.sizeOf(one, dim));
        // What the run knows only may be a 1, which repeats.
        bool isSecond =
            both.size() == 2 &&
            (both[0].is(1) ||
             (!both[0].isKnown() && both[1].isKnown() && !both[1].is(1)));
        sizes.push_back(both[isSecond]);
      }
      sizes.push_back(c.b.sizeOf(value, c.b.rankOf(value) - 2));
      sizes.push_back(c.b.sizeOf(value, c.b.rankOf(value) - 1));
      return c.b.broadcast(value, sizes);
    };
    Value wideA = widen(lhs, rhs), wideB = widen(rhs, lhs);
    lhs = wideA;
    rhs = wideB;
  }
  auto batches = llvm::to_vector(llvm::seq(batch));
  return c.b.dotGeneral(lhs, rhs, batches, batches,
                        isAdjointA ? batch : batch + 1,
                        isAdjointB ? batch + 1 : batch);
}

//===----------------------------------------------------------------------===//
// Einsum
//===----------------------------------------------------------------------===//

/// A tensor whose dimensions have letters; those of an ellipsis are capital
/// letters from a range that equations do not use.
struct Lettered {
  Value value;
  std::string letters;
};

/// Letters of one operand, the ellipsis written out.
std::string expandEllipsis(StringRef text, int64_t rank) {
  auto [front, back] = text.split("...");
  if (front.size() == text.size())
    return text.str();
  std::string letters = front.str();
  int64_t hidden = rank - static_cast<int64_t>(text.size()) + 3;
  for (int64_t i = hidden; i > 0; --i)
    letters += static_cast<char>(-i);
  return letters + back.str();
}

/// A letter that occurs twice stands for the diagonal.
void takeDiagonals(TensorBuilder &b, Lettered &x) {
  for (size_t i = 0; i < x.letters.size(); ++i) {
    size_t j = x.letters.find(x.letters[i], i + 1);
    if (j == std::string::npos)
      continue;
    Sizes sizes = b.sizesOf(x.value);
    Value isDiagonal =
        b.compare(Comparison::EQ, b.iota(sizes, i, b.getI64Type()),
                  b.iota(sizes, j, b.getI64Type()));
    Value zeros = b.scalar(b.elementOf(x.value), 0);
    x.value = b.reduce(Reducer::Add, b.select(isDiagonal, x.value, zeros),
                       static_cast<int64_t>(j));
    x.letters.erase(j, 1);
    --i;
  }
}

/// Sums what neither the other operand nor the result has.
void sumAlone(TensorBuilder &b, Lettered &x, StringRef kept) {
  SmallVector<int64_t> dims;
  std::string left;
  for (auto [i, letter] : llvm::enumerate(x.letters)) {
    if (kept.contains(letter))
      left += letter;
    else
      dims.push_back(i);
  }
  if (!dims.empty())
    x.value = b.reduce(Reducer::Add, x.value, dims);
  x.letters = left;
}

Lettered multiply(TensorBuilder &b, Lettered x, Lettered y, StringRef result) {
  SmallVector<int64_t> batchX, batchY, sumX, sumY;
  std::string batch, freeX, freeY;
  for (auto [i, letter] : llvm::enumerate(x.letters)) {
    size_t j = y.letters.find(letter);
    if (j == std::string::npos) {
      freeX += letter;
    } else if (result.contains(letter)) {
      batch += letter;
      batchX.push_back(i);
      batchY.push_back(j);
    } else {
      sumX.push_back(i);
      sumY.push_back(j);
    }
  }
  for (char letter : y.letters)
    if (x.letters.find(letter) == std::string::npos)
      freeY += letter;
  return {b.dotGeneral(x.value, y.value, batchX, batchY, sumX, sumY),
          batch + freeX + freeY};
}

/// Dimensions of an ellipsis of size 1 broadcast.
void dropOnes(TensorBuilder &b, Lettered &x, const Lettered &other) {
  SmallVector<int64_t> dims;
  for (auto [i, letter] : llvm::enumerate(x.letters)) {
    size_t j = other.letters.find(letter);
    if (letter < 0 && j != std::string::npos &&
        b.typeOf(x.value).getDimSize(i) == 1 &&
        b.typeOf(other.value).getDimSize(j) != 1)
      dims.push_back(i);
  }
  if (dims.empty())
    return;
  x.value = b.squeeze(x.value, dims);
  for (int64_t dim : llvm::reverse(dims))
    x.letters.erase(dim, 1);
}

Results convertEinsum(Operator &c) {
  auto [inputs, output] = c.getString("equation").split("->");
  SmallVector<StringRef> terms;
  inputs.split(terms, ',');
  std::optional<SmallVector<Value>> values = c.operands(0, c.count());
  if (!values || values->size() != terms.size() || terms.size() > 2)
    return c.fail("its equation does not fit its operands");
  SmallVector<Lettered> operands;
  int64_t hidden = 0;
  for (auto [value, term] : llvm::zip_equal(*values, terms)) {
    int64_t rank = c.b.rankOf(value);
    operands.push_back({value, expandEllipsis(term, rank)});
    if (static_cast<int64_t>(operands.back().letters.size()) != rank)
      return c.fail("its equation does not fit its operands");
    if (term.contains("..."))
      hidden = std::max<int64_t>(hidden, rank - term.size() + 3);
  }
  std::string result =
      expandEllipsis(output, static_cast<int64_t>(output.size()) - 3 + hidden);
  for (Lettered &operand : operands)
    takeDiagonals(c.b, operand);
  if (operands.size() == 2) {
    sumAlone(c.b, operands[0], result + operands[1].letters);
    sumAlone(c.b, operands[1], result + operands[0].letters);
    Lettered before = operands[0];
    dropOnes(c.b, operands[0], operands[1]);
    dropOnes(c.b, operands[1], before);
    operands[0] = multiply(c.b, operands[0], operands[1], result);
  }
  sumAlone(c.b, operands[0], result);
  SmallVector<int64_t> order;
  for (char letter : result) {
    size_t place = operands[0].letters.find(letter);
    if (place == std::string::npos ||
        llvm::is_contained(order, static_cast<int64_t>(place)))
      return c.fail("its result has a letter that no operand has");
    order.push_back(place);
  }
  return c.b.transpose(operands[0].value, order);
}

/// [..., 3] with [..., 3].
Results convertCross(Operator &c) {
  int64_t last = c.rank(0) - 1;
  if (last < 0 || c.rank(1) != c.rank(0))
    return c.fail("its operands are no vectors");
  auto part = [&](size_t operand, int64_t i) {
    return c.b.slice(c.operand(operand), last, i, i + 1);
  };
  SmallVector<Value> parts;
  for (int64_t i : llvm::seq<int64_t>(3)) {
    int64_t j = (i + 1) % 3, k = (i + 2) % 3;
    parts.push_back(c.b.subtract(c.b.multiply(part(0, j), part(1, k)),
                                 c.b.multiply(part(0, k), part(1, j))));
  }
  return c.b.concatenate(parts, last);
}

} // namespace

Rows ingot::tensorflow::productRows() {
  static constexpr Row kRows[] = {
      {"BatchMatMul", convertBatchMatMul, 2},
      {"BatchMatMulV2", convertBatchMatMul, 2},
      {"BatchMatMulV3", convertBatchMatMul, 2},
      {"Cross", convertCross, 2},
      {"Einsum", convertEinsum},
      {"MatMul", convertMatMul, 2},
  };
  return kRows;
}
