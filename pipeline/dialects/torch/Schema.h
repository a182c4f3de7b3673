//===- Schema.h - schemas of PyTorch's operators ----------------*- C++ -*-===//
//
// What an operator takes and gives, as PyTorch says it:
//
//   aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
//
// is the op `torch.aten.add.Tensor`. The table of all that are known is
// Operators.def; the grammar is that of PyTorch's
// aten/src/ATen/native/README.md ("func").
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_TORCH_SCHEMA_H
#define INGOT_PIPELINE_DIALECTS_TORCH_SCHEMA_H

#include "mlir/IR/Types.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace ingot::torch {

/// The type of an argument or result: a base, and what is around it.
struct SchemaType {
  enum class Base {
    Tensor,
    Int,    // int, SymInt, ScalarType, Layout, MemoryFormat
    Float,  // float, SymFloat
    Bool,   // bool, SymBool
    Scalar, // int, float or bool; "number" in older texts
    Str,
    Device,
    Generator,
    Dict,
    Object, // packed parameters of a quantised layer
    Any     // Any, and the type variables t, t1, ...
  };
  enum class Suffix { List, Optional };

  Base base = Base::Any;
  /// The base as it is written: `ScalarType` says that an int is a dtype.
  llvm::StringRef name;
  /// From the inside out: `Tensor?[]` is a list of optional tensors.
  llvm::SmallVector<Suffix, 2> suffixes;
  /// N of `int[N]`, for which one int may stand; else 0.
  unsigned listSize = 0;

  bool isOptional() const;
  /// A list, or an optional one.
  bool isList() const;
  bool isTensor() const { return base == Base::Tensor && suffixes.empty(); }
  /// REQUIRES: has a suffix. The type without the outermost one.
  SchemaType inner() const;

  /// `Tensor?[]`.
  std::string str() const;
};

/// One argument: `Tensor(a!) self`, `int dim=-1`.
struct SchemaArgument {
  llvm::StringRef name;
  SchemaType type;
  /// As written: `1`, `None`, `True`, `[0, 1]`, `'mean'`.
  std::optional<llvm::StringRef> defaultValue;
  bool keywordOnly = false;
  /// The operator changes what is given: `Tensor(a!) self`.
  bool written = false;
};

/// One result, after `->`.
struct SchemaResult {
  llvm::StringRef name; // often empty
  SchemaType type;
  /// The result may share memory with an argument: `Tensor(a)`.
  bool alias = false;
};

/// Immutable. Texts live as long as the one it was read from.
struct Schema {
  llvm::StringRef text; // the whole of it
  llvm::StringRef name; // aten::add.Tensor
  std::string opName;   // torch.aten.add.Tensor
  llvm::SmallVector<SchemaArgument, 4> arguments;
  llvm::SmallVector<SchemaResult, 1> results;
  /// `...` ends the arguments, or is the result.
  bool anyArguments = false;
  bool anyResults = false;
  /// Draws from the random generator.
  bool random = false;

  /// Reads one schema; nothing, and what is wrong in `error`, if it is none.
  static std::optional<Schema> parse(llvm::StringRef text, std::string &error);

  /// The place of an argument; nothing if there is none of this name.
  std::optional<unsigned> indexOf(llvm::StringRef argument) const;
  const SchemaArgument *find(llvm::StringRef argument) const;

  /// The operator changes an argument, as `add_` and `append.t` do.
  bool writes() const;
  /// Computes its results from its operands and does nothing else, provided
  /// that they have value semantics.
  bool isPure() const { return !writes() && !random && !results.empty(); }
};

/// Every schema of Operators.def, read at the first use. Thread-safe.
llvm::ArrayRef<Schema> allSchemas();

/// By the op's name, `torch.aten.add.Tensor`, with or without `torch.`. Null if
/// there is none.
const Schema *findSchema(llvm::StringRef opName);

/// True if a value of this type may be given for what the schema says.
bool fits(mlir::Type type, const SchemaType &schema);
/// True if it may be the result: one that the program does not want is None.
bool fitsResult(mlir::Type type, const SchemaType &schema);

} // namespace ingot::torch

#endif // INGOT_PIPELINE_DIALECTS_TORCH_SCHEMA_H
