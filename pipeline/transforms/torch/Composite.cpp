//===- Composite.cpp - what decompositions ask of an operator -------------===//
//
// Rows of all tables ask for arguments through this class, so that what PyTorch
// lets a program leave out (dims for all of them, a dtype) is filled in once.
// An answer of nothing means that the program does not say it while compiling,
// and the operator stays.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/ScalarTypes.h"
#include "pipeline/transforms/torch/Decompositions.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

bool Composite::has(StringRef argument) const {
  Value value = operand(argument);
  return value && !isNone(value);
}

Tensor Composite::tensor(StringRef argument) const {
  Value value = stripDerefine(operand(argument));
  if (!value || !isa<TorchTensorType>(value.getType()))
    return {};
  return {*builder_, value};
}

std::optional<SmallVector<Tensor>>
Composite::tensors(StringRef argument) const {
  std::optional<SmallVector<Value>> elements = matchList(operand(argument));
  if (!elements)
    return std::nullopt;
  SmallVector<Tensor> tensors;
  for (Value element : *elements)
    tensors.push_back({*builder_, stripDerefine(element)});
  return tensors;
}

std::optional<int64_t> Composite::dim(StringRef argument, int64_t rank) const {
  std::optional<int64_t> dim = integer(argument);
  return dim ? normalizeDim(*dim, rank) : std::nullopt;
}

std::optional<SmallVector<int64_t>> Composite::dims(StringRef argument,
                                                    int64_t rank) const {
  SmallVector<int64_t> dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (!has(argument))
    return dims;
  std::optional<SmallVector<int64_t>> asked = matchIntList(operand(argument));
  if (!asked)
    return std::nullopt;
  if (asked->empty())
    return dims;
  for (int64_t &dim : *asked) {
    std::optional<int64_t> normal = normalizeDim(dim, rank);
    if (!normal)
      return std::nullopt;
    dim = *normal;
  }
  // A tensor without dimensions has none to name, though -1 and 0 are allowed.
  if (rank == 0)
    asked->clear();
  return asked;
}

Type Composite::dtypeOr(Type otherwise) const {
  std::optional<int64_t> asked = integer("dtype");
  Type dtype = asked ? dtypeOf(operation()->getContext(), *asked) : Type();
  return dtype ? dtype : otherwise;
}
