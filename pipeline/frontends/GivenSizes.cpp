//===- GivenSizes.cpp - sizes that a request gives to arguments -----------===//

#include "pipeline/frontends/GivenSizes.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;

/// Null if none is given, or it is no type.
static Type givenType(const ingot::ModelSource &source, size_t index,
                      MLIRContext *context) {
  if (index >= source.inputTypes.size())
    return {};
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  return parseType(source.inputTypes[index], context);
}

std::optional<SmallVector<int64_t>> ingot::givenSizes(const ModelSource &source,
                                                      size_t index, size_t rank,
                                                      MLIRContext *context) {
  auto type =
      dyn_cast_if_present<RankedTensorType>(givenType(source, index, context));
  if (!type || static_cast<size_t>(type.getRank()) != rank)
    return std::nullopt;
  return llvm::to_vector(type.getShape());
}

std::optional<SmallVector<RankedTensorType>>
ingot::givenElements(const ModelSource &source, size_t index,
                     MLIRContext *context) {
  auto tuple =
      dyn_cast_if_present<TupleType>(givenType(source, index, context));
  if (!tuple ||
      !llvm::all_of(tuple.getTypes(), llvm::IsaPred<RankedTensorType>))
    return std::nullopt;
  return llvm::map_to_vector(tuple.getTypes(), llvm::CastTo<RankedTensorType>);
}

bool ingot::isGivenNone(const ModelSource &source, size_t index,
                        MLIRContext *context) {
  return isa_and_present<NoneType>(givenType(source, index, context));
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
