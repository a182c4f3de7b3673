//===- TorchBuilder.h - making PyTorch's operators --------------*- C++ -*-===//
//
// Makes an operator by its schema: operands by name, defaults filled in, Python
// constants made where they are needed, the result types inferred:
//
//   builder.create("aten.softmax.int", {{"self", x}, {"dim", -1}})
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_BUILD_TORCHBUILDER_H
#define INGOT_PIPELINE_DIALECTS_TORCH_BUILD_TORCHBUILDER_H

#include "pipeline/dialects/torch/Schema.h"
#include "pipeline/dialects/torch/TorchDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/PatternMatch.h"

#include <variant>

namespace ingot::torch {

/// What stands for an argument: a value of the program, or a Python constant.
/// Lists of either. Null values are None.
class Argument {
public:
  using Ints = llvm::SmallVector<int64_t>;
  using Values = llvm::SmallVector<mlir::Value>;

  Argument(std::nullopt_t) : content_(mlir::Value()) {}
  Argument(mlir::Value value) : content_(value) {}
  Argument(int value) : content_(static_cast<int64_t>(value)) {}
  Argument(int64_t value) : content_(value) {}
  Argument(double value) : content_(value) {}
  Argument(bool value) : content_(value) {}
  Argument(const char *text) : content_(llvm::StringRef(text)) {}
  Argument(llvm::StringRef text) : content_(text) {}
  Argument(llvm::ArrayRef<int64_t> values) : content_(Ints(values)) {}
  Argument(const Ints &values) : content_(values) {}
  Argument(llvm::ArrayRef<mlir::Value> values) : content_(Values(values)) {}
  Argument(const Values &values) : content_(values) {}

private:
  friend class TorchBuilder;
  std::variant<mlir::Value, int64_t, double, bool, llvm::StringRef, Ints,
               Values>
      content_;
};

/// An argument by the name that its schema gives it.
struct NamedArgument {
  llvm::StringRef name;
  Argument argument;
};

/// One thread at a time. Remembers what it made, so that an attempt that ends
/// in nothing leaves nothing.
class TorchBuilder {
public:
  using Arguments = llvm::ArrayRef<NamedArgument>;

  TorchBuilder(mlir::RewriterBase &rewriter, mlir::Location loc)
      : rewriter_(rewriter), loc_(loc) {}

  mlir::MLIRContext *context() const { return rewriter_.getContext(); }
  /// The signed integer of this width.
  mlir::Type integer(unsigned width) const {
    return mlir::IntegerType::get(context(), width, mlir::IntegerType::Signed);
  }

  /// The only result of the operator. REQUIRES: its arguments without defaults
  /// are given, and its types can be inferred (InferTypes.h).
  mlir::Value create(llvm::StringRef opName, Arguments arguments);
  /// With types that the caller knows.
  mlir::Value create(llvm::StringRef opName, Arguments arguments,
                     mlir::Type type);
  mlir::ResultRange createAll(llvm::StringRef opName, Arguments arguments,
                              mlir::TypeRange types = {});

  mlir::Value none();
  mlir::Value constant(int64_t value);
  mlir::Value constant(double value);
  mlir::Value constant(bool value);
  mlir::Value constant(llvm::StringRef value);
  /// A constant tensor of integers, row by row.
  mlir::Value literal(llvm::ArrayRef<int64_t> elements,
                      llvm::ArrayRef<int64_t> sizes, mlir::Type dtype);
  /// One that is given; its element type is the dtype.
  mlir::Value literal(mlir::ElementsAttr value);
  mlir::Value list(llvm::ArrayRef<mlir::Value> elements, mlir::Type element);
  mlir::Value intList(llvm::ArrayRef<mlir::Value> elements);

  /// The size of a dimension, as an int: a constant if it is known.
  /// REQUIRES: the rank is known, 0 <= dim < rank.
  mlir::Value size(mlir::Value tensor, int64_t dim);
  llvm::SmallVector<mlir::Value> sizes(mlir::Value tensor);
  /// The number of elements.
  mlir::Value count(mlir::Value tensor);

  /// Arithmetic on ints; what is known is computed at once.
  mlir::Value add(mlir::Value a, mlir::Value b);
  mlir::Value sub(mlir::Value a, mlir::Value b);
  mlir::Value mul(mlir::Value a, mlir::Value b);
  mlir::Value floorDivide(mlir::Value a, mlir::Value b);
  /// As Python: of the sign of `b`.
  mlir::Value remainder(mlir::Value a, mlir::Value b);
  /// REQUIRES: an int, a float or a bool.
  mlir::Value toFloat(mlir::Value number);

  /// So many iterations, an int. The body gets the number of one and the
  /// carried values, and gives as many that take their place; they keep the
  /// types of the initial ones.
  using LoopBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::Value iteration, mlir::ValueRange carried)>;
  llvm::SmallVector<mlir::Value> loop(mlir::Value iterations,
                                      llvm::ArrayRef<mlir::Value> initial,
                                      LoopBody body);

  /// The same value with exactly this type: what is known of it is refined, the
  /// dtype is converted.
  mlir::Value conform(mlir::Value value, mlir::Type type);

  /// Erases everything that was made, but constants: those that nobody uses go
  /// by themselves.
  void discard();

private:
  mlir::Value materialize(const Argument &argument,
                          const SchemaArgument &wanted);
  mlir::Operation *createOperator(llvm::StringRef opName, Arguments arguments,
                                  mlir::TypeRange types);
  template <typename Op, typename... Args> mlir::Value make(Args &&...args);
  mlir::Value fold(llvm::StringRef opName, mlir::Value a, mlir::Value b,
                   llvm::function_ref<int64_t(int64_t, int64_t)> compute);

  mlir::RewriterBase &rewriter_;
  mlir::Location loc_;
  llvm::SmallVector<mlir::Operation *> made_;
};

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_BUILD_TORCHBUILDER_H
