//===- NamedConstants.h - what becomes of a program's constants -*- C++ -*-===//
//
// A program has names for constants: globals, weights of a model.
// Most end up as constants of the executable, which are bound when it is
// loaded; of the others the compiler reads the values, and other ones need
// other code. Which is which the manifest says, for who wants to bind others,
// and what values such others may have.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_API_NAMEDCONSTANTS_H
#define INGOT_PIPELINE_API_NAMEDCONSTANTS_H

#include "ingot/v1/artifact.pb.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::pipeline {

/// What is told of at most; a name beyond it is not known to the manifest.
inline constexpr size_t kMaxNamedConstants = 4096;

/// The constants of one program, followed through its phases. One thread at a
/// time.
class NamedConstants {
public:
  /// `module` was read, and no phase has run.
  explicit NamedConstants(mlir::ModuleOp module);

  /// To be told after each phase. Where a constant of the program became a
  /// global of another name, that global gets its name as an attribute for
  /// sourceNames().
  void observe(std::string_view phase, mlir::ModuleOp module,
               uint64_t constantThreshold);

  /// Those whose values were read, in the order of the program. After the phase
  /// `constants`.
  void describe(v1::Manifest &manifest) const;

private:
  /// A constant and, once it is decided, what became of it.
  struct Named {
    std::string name;
    mlir::Attribute value;
    std::string phase; ///< In which it was read; empty: it was not.
    v1::FoldedConstant::Reason reason = v1::FoldedConstant::COMPUTED;
  };

  std::vector<Named> all_;
};

/// What elements the constants of a program have, where the executable's types
/// do not say it: of less than a byte, or of a sign. Immutable.
class ConstantElements {
public:
  /// `module` was read, and no phase has run but those of an import.
  explicit ConstantElements(mlir::ModuleOp module);

  /// Tells the constants of a manifest, by the program's names for them.
  void describe(v1::Manifest &manifest) const;

private:
  std::map<std::string, std::string, std::less<>> elements_; ///< By name.
};

/// The names that a global of a planned module has in the program, if those are
/// others.
std::vector<std::string> sourceNames(mlir::Operation *global);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_API_NAMEDCONSTANTS_H
