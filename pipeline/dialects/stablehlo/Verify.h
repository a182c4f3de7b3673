//===- Verify.h - checks that several verifiers share -----------*- C++ -*-===//
//
// Each check stands for one numbered constraint of the specification: it holds
// and says nothing, or it does not, which is reported under its number.
//
//   return success(check.dimensions("C3", "dims", dims, "operand", rank) &&
//                  check.unique("C4", "dims", dims));
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFY_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFY_H

#include "pipeline/dialects/stablehlo/ElementTypes.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/TypeUtilities.h"

#include <optional>

namespace ingot::stablehlo {

/// The numbers in a dense attribute; none if it has fewer bytes than its type
/// says, which bytecode can bring about, or elements of more than 64 bits.
std::optional<llvm::SmallVector<int64_t>>
valuesOf(mlir::DenseIntElementsAttr attr);

/// Equal where both are known.
bool areCompatible(int64_t size, int64_t other);
bool areCompatible(llvm::ArrayRef<int64_t> shape,
                   llvm::ArrayRef<int64_t> other);
/// The same for types: element types up to their scales. Values that are no
/// tensors must be of equal types; tuples are compared by their parts.
bool areCompatible(mlir::Type type, mlir::Type other);

/// `[2, ?, 3]`.
std::string formatShape(llvm::ArrayRef<int64_t> shape);

/// One thread at a time. Keeps the op it checks, not more.
class Check {
public:
  explicit Check(mlir::Operation *op) : op_(op) {}

  /// Starts a report: "'stablehlo.slice' op (C3) ".
  mlir::InFlightDiagnostic broken(llvm::StringRef constraint);

  /// `what` is the plural of what is counted.
  bool count(llvm::StringRef constraint, llvm::StringRef what, int64_t found,
             int64_t expected);

  /// 0 <= dimension < rank of `tensor`.
  bool dimension(llvm::StringRef constraint, llvm::StringRef name,
                 int64_t dimension, llvm::StringRef tensor, int64_t rank);
  bool dimensions(llvm::StringRef constraint, llvm::StringRef name,
                  llvm::ArrayRef<int64_t> dimensions, llvm::StringRef tensor,
                  int64_t rank);
  bool unique(llvm::StringRef constraint, llvm::StringRef name,
              llvm::ArrayRef<int64_t> values);
  bool ascending(llvm::StringRef constraint, llvm::StringRef name,
                 llvm::ArrayRef<int64_t> values);
  bool positive(llvm::StringRef constraint, llvm::StringRef name,
                llvm::ArrayRef<int64_t> values);
  bool notNegative(llvm::StringRef constraint, llvm::StringRef name,
                   llvm::ArrayRef<int64_t> values);

  /// Element types that differ in their scales at most. The types may be those
  /// of tensors.
  bool elements(llvm::StringRef constraint, llvm::StringRef name,
                mlir::Type found, llvm::StringRef other, mlir::Type expected);
  bool shape(llvm::StringRef constraint, llvm::StringRef name,
             llvm::ArrayRef<int64_t> found, llvm::ArrayRef<int64_t> expected);
  /// No expected shape means that it does not fit into 64 bits.
  bool shape(llvm::StringRef constraint, llvm::StringRef name,
             llvm::ArrayRef<int64_t> found,
             const std::optional<llvm::SmallVector<int64_t>> &expected);
  bool type(llvm::StringRef constraint, llvm::StringRef name, mlir::Type found,
            mlir::Type expected);
  /// `what` is a plural that ends in "s".
  bool types(llvm::StringRef constraint, llvm::StringRef what,
             mlir::TypeRange found, mlir::TypeRange expected);

  /// A region of one block that ends in `stablehlo.return`.
  bool returns(llvm::StringRef constraint, llvm::StringRef name,
               mlir::Region &region);
  /// A region with these types of arguments and returned values.
  bool signature(llvm::StringRef constraint, llvm::StringRef name,
                 mlir::Region &region, mlir::TypeRange arguments,
                 mlir::TypeRange returned);
  /// A region that folds pairs of scalars, element types being promotable from
  /// those of `inputs` and `inits` and equal to those of `results`; `elements`
  /// is the constraint that says the last.
  bool reducer(llvm::StringRef constraint, llvm::StringRef elements,
               llvm::StringRef name, mlir::Region &region,
               mlir::TypeRange inputs, mlir::TypeRange results,
               mlir::TypeRange inits = {});

private:
  mlir::Operation *op_;
};

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_VERIFY_H
