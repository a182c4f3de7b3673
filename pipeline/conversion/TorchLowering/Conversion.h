//===- Conversion.h - one operator of PyTorch under conversion --*- C++ -*-===//
//
// A conversion is a function and a row in the table of its file:
//
//   Converted convertSigmoid(Conversion &c) {
//     Value self = c.operandAs("self", c.resultElement());
//     return c.b.elementwise(ElementOp::Logistic, self);
//   }
//   ... {"torch.aten.sigmoid", convertSigmoid},
//
// It sees its operands by the names of the schema: as tensors, where every
// number of Python is a tensor without dimensions, and as constants where they
// are known. What it gives is cast to the type that the program states.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONVERSION_H
#define INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONVERSION_H

#include "pipeline/conversion/TorchLowering/TensorBuilder.h"
#include "pipeline/dialects/torch/TorchOp.h"

#include "mlir/Transforms/DialectConversion.h"
#include "llvm/ADT/StringMap.h"

namespace ingot::torch {

/// A value for each result, or failure.
class Converted : public mlir::FailureOr<llvm::SmallVector<mlir::Value>> {
public:
  Converted(mlir::LogicalResult failure) : FailureOr(failure) {}
  Converted(mlir::Value value)
      : FailureOr(llvm::SmallVector<mlir::Value>{value}) {}
  Converted(llvm::SmallVector<mlir::Value> values)
      : FailureOr(std::move(values)) {}
};

/// An operator under conversion. Lives as long as the call of its function.
class Conversion {
public:
  Conversion(TorchOp op, TensorBuilder &builder,
             mlir::ConversionPatternRewriter &rewriter,
             const mlir::TypeConverter &types, std::string &why)
      : op(op), b(builder), rewriter_(rewriter), types_(types), why_(why) {}

  const TorchOp op;
  /// Of the dialect that is converted to.
  TensorBuilder &b;

  /// Always failure; keeps the reason for the user.
  mlir::LogicalResult fail(const llvm::Twine &why);

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  /// The operand is there and is not None.
  bool has(llvm::StringRef argument) const;
  /// Its tensor; null if it is absent, None or of no tensor type.
  mlir::Value operand(llvm::StringRef argument);
  /// The same in another element type. REQUIRES: it is there.
  mlir::Value operandAs(llvm::StringRef argument, mlir::Type element);
  /// The elements of a list of tensors or numbers; nothing if it is not known
  /// which they are.
  std::optional<llvm::SmallVector<mlir::Value>>
  operands(llvm::StringRef argument);

  /// Of constants, and of what became one.
  std::optional<int64_t> getInt(llvm::StringRef argument);
  std::optional<double> getNumber(llvm::StringRef argument);
  std::optional<bool> getBool(llvm::StringRef argument);
  /// `otherwise` if the op has no such operand, or None for it.
  int64_t getInt(llvm::StringRef argument, int64_t otherwise);
  bool getBool(llvm::StringRef argument, bool otherwise);
  std::optional<llvm::StringRef> getString(llvm::StringRef argument);
  std::optional<llvm::SmallVector<int64_t>> getInts(llvm::StringRef argument);
  /// An int that may be computed.
  std::optional<Size> getSize(llvm::StringRef argument);
  std::optional<Sizes> getSizes(llvm::StringRef argument);
  /// A constant dimension in range; one from the end becomes one from the
  /// start. Nothing if it is neither.
  std::optional<int64_t> getDim(llvm::StringRef argument, int64_t rank);
  /// All dimensions if the list is None, absent or empty.
  std::optional<llvm::SmallVector<int64_t>> getDims(llvm::StringRef argument,
                                                    int64_t rank);

  //===--------------------------------------------------------------------===//
  // Types
  //===--------------------------------------------------------------------===//

  /// What PyTorch holds in the operand: si64 and so on; null if it is no
  /// tensor.
  mlir::Type dtypeOf(llvm::StringRef argument) const;
  /// Converted; null if the result is no tensor.
  mlir::RankedTensorType resultType(unsigned index = 0) const;
  /// REQUIRES: resultType().
  mlir::Type resultElement(unsigned index = 0) const {
    return resultType(index).getElementType();
  }
  /// A vector of one element, which stands for a tensor without dimensions, as
  /// the result has it.
  mlir::Value toResultRank(mlir::Value value);
  /// The element type that PyTorch computes in for these operands
  /// (torch.result_type): tensors with dimensions count before those without,
  /// these before numbers, unless of a lower category.
  mlir::Type promotedType(llvm::ArrayRef<llvm::StringRef> arguments);
  mlir::Type convertType(mlir::Type type) const {
    return types_.convertType(type);
  }

  /// Another op of the program, as seen from this one.
  Conversion at(mlir::Operation *other) const {
    return Conversion(TorchOp(other), b, rewriter_, types_, why_);
  }
  /// The counterpart of any value of the torch dialect; null if it has none.
  mlir::Value remap(mlir::Value value) const;

private:
  mlir::ConversionPatternRewriter &rewriter_;
  const mlir::TypeConverter &types_;
  std::string &why_;
};

/// The name of most operators' first argument.
inline constexpr char kSelf[] = "self";

using ConversionFunction = Converted (*)(Conversion &);

/// The functions by name of op. What follows in a table wins.
class ConversionTable {
public:
  void add(std::initializer_list<std::pair<llvm::StringRef, ConversionFunction>>
               rows) {
    for (auto [name, function] : rows)
      functions_[name] = function;
  }
  ConversionFunction find(llvm::StringRef name) const {
    return functions_.lookup(name);
  }

private:
  llvm::StringMap<ConversionFunction> functions_;
};

/// One function per file; all of them are in populateTorchLowering.
void populateArithmetic(ConversionTable &table);
void populateComparisons(ConversionTable &table);
void populateConvolutions(ConversionTable &table);
void populateCreation(ConversionTable &table);
void populateDeterminants(ConversionTable &table);
void populateEmbeddingBags(ConversionTable &table);
void populateFunctions(ConversionTable &table);
void populateIndexing(ConversionTable &table);
void populateMasks(ConversionTable &table);
void populateSlicesAndPads(ConversionTable &table);
void populatePooling(ConversionTable &table);
void populateProducts(ConversionTable &table);
void populateReductions(ConversionTable &table);
void populateResampling(ConversionTable &table);
void populateScalars(ConversionTable &table);
void populateScans(ConversionTable &table);
void populateScatters(ConversionTable &table);
void populateSpecialOps(ConversionTable &table);
void populateViews(ConversionTable &table);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_CONVERSION_TORCHLOWERING_CONVERSION_H
