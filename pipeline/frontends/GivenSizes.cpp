//===- GivenSizes.cpp - sizes that a request gives to arguments -----------===//

#include "pipeline/frontends/GivenSizes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

std::optional<SmallVector<int64_t>> ingot::givenSizes(const ModelSource &source,
                                                      size_t index, size_t rank,
                                                      MLIRContext *context) {
  if (index >= source.inputTypes.size())
    return std::nullopt;
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  auto type = dyn_cast_if_present<RankedTensorType>(
      parseType(source.inputTypes[index], context));
  if (!type || static_cast<size_t>(type.getRank()) != rank)
    return std::nullopt;
  return llvm::to_vector(type.getShape());
}

RankedTensorType ingot::withGivenSizes(const ModelSource &source, size_t index,
                                       RankedTensorType type) {
  std::optional<SmallVector<int64_t>> sizes =
      givenSizes(source, index, type.getRank(), type.getContext());
  if (!sizes)
    return type;
  SmallVector<int64_t> shape(type.getShape());
  for (auto [own, given] : llvm::zip(shape, *sizes))
    if (ShapedType::isDynamic(own))
      own = given;
  return type.clone(shape);
}
