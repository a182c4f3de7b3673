//===- LibraryTable.h - what a library computes, as a table -----*- C++ -*-===//
//
// A library backend is one table. A row says which ops a function takes (the
// pattern and the constraint, `match`), from which size on it is faster than
// kernels of our own, and the call that stands for the ops. ChoosePlacement.h
// reads tables and knows no library.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_OFFLOAD_LIBRARYTABLE_H
#define INGOT_PIPELINE_TARGETS_OFFLOAD_LIBRARYTABLE_H

#include "pipeline/dialects/ingot/Causes.h"

#include "llvm/Support/JSON.h"

#include <array>
#include <limits>
#include <optional>
#include <variant>

namespace ingot::offload {

/// The call of a library that can stand for some ops.
struct LibraryCall {
  /// In the order of the block. The last one has the one result that others
  /// read; nobody else reads the others'.
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::SmallVector<mlir::Value> operands;
  /// Operands behind those, known here.
  llvm::SmallVector<mlir::DenseElementsAttr> constants;
  /// What the function needs to know besides operands and their types.
  llvm::json::Object attributes;
  /// What thresholds count: multiplications, or elements where there are none.
  int64_t work = 0;

  mlir::Value result() const { return ops.back()->getResult(0); }
};

/// Why a function does not take an op.
struct Refusal {
  CauseKind
      kind; ///< Operation: it is of another kind than those that it takes.
  llvm::StringLiteral reason; ///< As what follows "it".
  llvm::StringLiteral nearest = "";
};
using LibraryMatch = std::variant<LibraryCall, Refusal>;

/// The least work from which on the library is faster than kernels with vectors
/// of 128, 256 and 512 bits.
using Thresholds = std::array<int64_t, 3>;
inline constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

/// How many times as fast as such kernels the library is with much work.
using Speedups = std::array<double, 3>;

/// One function of a library. Immutable.
struct LibraryRow {
  llvm::StringLiteral function; ///< "dnnl.matmul"
  llvm::StringLiteral pattern;  ///< For people: what it is taken for.
  /// The call for `op`, or why the function cannot compute it.
  LibraryMatch (*match)(mlir::Operation *op);
  Thresholds least;
  Speedups speedup;
  /// Why a call is slower whatever the work is, if it is. May be null.
  std::optional<Refusal> (*slower)(const LibraryCall &call) = nullptr;
};

/// All functions of a library, the first that takes an op counting.
struct LibraryTable {
  llvm::StringLiteral name; ///< "dnnl"
  llvm::ArrayRef<LibraryRow> rows;
  /// A loader looks for it; false if programs are linked with it, or not at
  /// all.
  bool isLoaded = true;
};

/// The tables of the build, by name.
llvm::ArrayRef<LibraryTable> libraryTables();

/// Null if there is none of that name.
const LibraryTable *findLibraryTable(llvm::StringRef name);

/// The rows of oneDNN (Dnnl.cpp), CMSIS-NN (CmsisNn.cpp) and XNNPACK
/// (XnnPack.cpp), for libraryTables().
llvm::ArrayRef<LibraryRow> dnnlRows();
llvm::ArrayRef<LibraryRow> cmsisNnRows();
llvm::ArrayRef<LibraryRow> xnnPackRows();

} // namespace ingot::offload

#endif // INGOT_PIPELINE_TARGETS_OFFLOAD_LIBRARYTABLE_H
