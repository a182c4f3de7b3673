//===- Expressions.h - values of LLVM IR as expressions of C ----*- C++ -*-===//
//
// Values are variables, but those that are read once, by the next thing that
// is done, are written where they are read. What may not move or may not be
// contracted (reads of memory, arithmetic on floats, calls) always is a
// variable.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_C_EXPRESSIONS_H
#define INGOT_PIPELINE_TARGETS_C_EXPRESSIONS_H

#include "pipeline/targets/c/CTypes.h"

#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace ingot::pipeline::c {

/// Writes the values of one function. One thread at a time.
class Expressions {
public:
  Expressions(const llvm::Function &function, CTypes &types, CNames &names);

  /// A value as an operand: a name, a literal, or something in parentheses.
  std::string of(const llvm::Value *value);
  /// The same without parentheses around it.
  std::string bare(const llvm::Value *value);
  /// As a signed integer.
  std::string ofSigned(const llvm::Value *value);
  /// A condition, 0 or another number.
  std::string condition(const llvm::Value *value) { return bare(value); }

  /// What an instruction computes. Not for calls, stores, phis and terminators.
  std::string compute(const llvm::Instruction &instruction);

  /// Of a variable; of a phi, an argument or an instruction.
  std::string nameOf(const llvm::Value *value) const;

  /// True if it is written where it is read and needs no variable.
  bool isFolded(const llvm::Instruction &instruction) const {
    return folded_.contains(&instruction);
  }

  /// `*(T *)pointer`, to read or to write.
  std::string memoryAt(const llvm::Value *pointer, llvm::Type *type,
                       bool isRead);

  /// An initialiser of a constant of static storage.
  std::string initializer(const llvm::Constant *value);

  /// What C has no words for, or "".
  const std::string &unsupported() const { return unsupported_; }
  void unsupported(const llvm::Instruction &instruction);

  /// A call of an intrinsic as an expression or a statement; "" for one that
  /// means nothing in C.
  std::string intrinsic(const llvm::IntrinsicInst &call);

private:
  void number(const llvm::Function &function);
  void chooseFolded(const llvm::Function &function);

  std::string constant(const llvm::Constant *value);
  std::string constantExpression(const llvm::ConstantExpr *value);
  std::string global(const llvm::GlobalValue *value);
  std::string binary(const llvm::BinaryOperator &op);
  std::string integer(const llvm::BinaryOperator &op);
  std::string floating(const llvm::BinaryOperator &op);
  std::string cast(unsigned opcode, const llvm::Value *from, llvm::Type *to);
  std::string compare(const llvm::CmpInst &op);
  std::string compareFloats(const llvm::FCmpInst &op);
  std::string offsetOf(const llvm::GEPOperator &op);
  std::string address(const llvm::GEPOperator &op);
  std::string member(llvm::Type *type, llvm::ArrayRef<unsigned> indices) const;
  /// A float as C computes with it; halves become floats.
  std::string real(const llvm::Value *value);
  /// The result of computing with real(), as the type is kept.
  std::string fromReal(std::string text, llvm::Type *type);
  /// Cuts a word to the bits of an integer.
  std::string masked(std::string text, llvm::Type *type);

  CTypes &types_;
  CNames &names_;
  const llvm::DataLayout &layout_;
  std::map<const llvm::Value *, std::string> variables_;
  llvm::DenseSet<const llvm::Instruction *> folded_; ///< Looked up only.
  std::string unsupported_;
};

/// A literal of a float: exact, and a constant expression.
std::string floatLiteral(const llvm::APFloat &value, llvm::Type *type);

} // namespace ingot::pipeline::c

#endif // INGOT_PIPELINE_TARGETS_C_EXPRESSIONS_H
