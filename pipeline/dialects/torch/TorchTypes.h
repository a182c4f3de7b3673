//===- TorchTypes.h - types of PyTorch programs -----------------*- C++ -*-===//
//
// Tensors whose rank, sizes and dtype may each be unknown, Python's numbers,
// containers, optionals and unions, as torch-mlir's importers write them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_TORCHTYPES_H
#define INGOT_PIPELINE_DIALECTS_TORCH_TORCHTYPES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"

#include <optional>

#define GET_TYPEDEF_CLASSES
#include "pipeline/dialects/torch/TorchTypes.h.inc"

namespace ingot::torch {

/// What `!torch.vtensor` and `!torch.tensor` have in common.
class TorchTensorType : public mlir::Type {
public:
  using Type::Type;
  TorchTensorType(ValueTensorType type) : Type(type) {}
  TorchTensorType(NonValueTensorType type) : Type(type) {}
  static bool classof(mlir::Type type) {
    return mlir::isa<ValueTensorType, NonValueTensorType>(type);
  }

  /// True of `!torch.vtensor`.
  bool hasValueSemantics() const { return mlir::isa<ValueTensorType>(*this); }

  /// Nothing if the rank is not known. A size not known is
  /// `ShapedType::kDynamic`.
  std::optional<llvm::ArrayRef<int64_t>> getSizes() const;
  bool hasRank() const { return getSizes().has_value(); }
  /// REQUIRES: the rank is known.
  int64_t getRank() const { return getSizes()->size(); }
  /// Rank and every size are known.
  bool hasStaticShape() const;

  /// Null if it is not known. Integers have a sign (`si64`, `ui8`),
  /// booleans are `i1`, quantised ones `!torch.qint8` and its like.
  mlir::Type getDtype() const;
  /// Of a sparse tensor, else null.
  mlir::Attribute getEncoding() const;

  /// The same but for what is given.
  TorchTensorType withSizes(std::optional<llvm::ArrayRef<int64_t>> sizes) const;
  TorchTensorType withDtype(mlir::Type dtype) const;
  ValueTensorType withValueSemantics() const;
  NonValueTensorType withoutValueSemantics() const;

  /// The builtin tensor of the same shape; null while rank or element type are
  /// not known. Its elements are `storageType` of the dtype (ScalarTypes.h).
  mlir::RankedTensorType toBuiltin(bool keepUnsigned = false) const;
};

/// `!torch.list<T>` with this T.
template <typename T> bool isListOf(mlir::Type type) {
  auto list = mlir::dyn_cast<ListType>(type);
  return list && mlir::isa<T>(list.getContainedType());
}

/// `!torch.list<optional<T>>`.
template <typename T> bool isListOfOptional(mlir::Type type) {
  auto list = mlir::dyn_cast<ListType>(type);
  auto optional = list ? mlir::dyn_cast<OptionalType>(list.getContainedType())
                       : OptionalType();
  return optional && mlir::isa<T>(optional.getContainedType());
}

/// True if a value of the first type may stand where the second is wanted:
/// equal types, tensors that agree in what both know, a value or None for an
/// optional, a member for a union, anything for `!torch.any`; containers by
/// their elements.
bool isSubtype(mlir::Type type, mlir::Type wanted);

/// True if one of them may be a refinement of the other, as when tensors differ
/// only in sizes that one of them does not know.
bool areCompatible(mlir::Type a, mlir::Type b);

/// Types within a type are written without `!torch.`; both forms are read.
mlir::FailureOr<mlir::Type> parseNestedType(mlir::AsmParser &parser);
void printNestedType(mlir::AsmPrinter &printer, mlir::Type type);
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
parseNestedTypes(mlir::AsmParser &parser);
void printNestedTypes(mlir::AsmPrinter &printer,
                      llvm::ArrayRef<mlir::Type> types);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_TORCHTYPES_H
