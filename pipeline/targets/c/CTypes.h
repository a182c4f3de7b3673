//===- CTypes.h - types and names of LLVM IR in C ---------------*- C++ -*-===//
//
// Integers are unsigned words of C, so that nothing overflows; halves are their
// bits; structures and arrays are structures, so that they can be assigned.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_C_CTYPES_H
#define INGOT_PIPELINE_TARGETS_C_CTYPES_H

#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/IR/Module.h"

#include <map>
#include <string>

namespace ingot::pipeline::c {

/// What one module becomes: pieces of C by name. The same name in two modules
/// stands for the same piece. One thread at a time.
struct Fragment {
  /// One definition or declaration.
  struct Piece {
    std::string kind; ///< "type", "prototype", "data" or "function".
    std::string name;
    std::string text;
  };
  std::vector<Piece> pieces;

  void add(llvm::StringRef kind, llvm::StringRef name, std::string text) {
    pieces.push_back({kind.str(), name.str(), std::move(text)});
  }
  /// As bytes that stand for an object, and back.
  std::string serialize() const;
  static llvm::Expected<Fragment> parse(llvm::StringRef bytes);
};

/// Types of one module. Declares structures in `fragment` when they are first
/// asked for.
class CTypes {
public:
  explicit CTypes(Fragment &fragment) : fragment_(fragment) {}

  /// The type as C writes it. Notes types that C has not; see unsupported().
  std::string name(llvm::Type *type);

  /// The type of what stands in memory. Memory of LLVM IR has no types, while C
  /// lets a compiler assume that what was written as one is not read as another.
  std::string inMemory(llvm::Type *type);

  /// A type that was asked for and that C has not, or "".
  const std::string &unsupported() const { return unsupported_; }

private:
  std::string declareStruct(llvm::StructType *type);
  std::string declareArray(llvm::ArrayType *type);

  Fragment &fragment_;
  std::map<llvm::Type *, std::string> names_;
  llvm::StringSet<> inMemory_; ///< The names that inMemory() declared.
  std::string unsupported_;
};

/// Text between quotes, as C11 writes it.
std::string stringLiteral(llvm::StringRef text);

/// Bits of the word of C that an integer is in.
unsigned wordBits(unsigned bits);

/// The name of a function or a table as C has it: what is no letter or digit
/// becomes '_'. Two names of a module never become one.
class CNames {
public:
  std::string of(const llvm::GlobalValue &value);

private:
  std::map<const llvm::GlobalValue *, std::string> names_;
  llvm::StringSet<> taken_;
};

} // namespace ingot::pipeline::c

#endif // INGOT_PIPELINE_TARGETS_C_CTYPES_H
