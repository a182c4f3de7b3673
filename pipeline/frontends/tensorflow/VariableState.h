//===- VariableState.h - variables while a function is built ----*- C++ -*-===//
//
// Variables are values while a function is built: an assignment replaces the
// value, branches give it back and loops carry it. Only a function's beginning
// and end load and store the program's state.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_VARIABLESTATE_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_VARIABLESTATE_H

#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/frontends/UnsupportedOperators.h"

#include <map>
#include <set>

namespace ingot::tensorflow {

/// What a program keeps between calls, or never changes.
struct Variable {
  std::string name;
  mlir::ElementsAttr initial; ///< Null if the files do not say.
  bool isMutable = false;     ///< A call changes it.
  std::string symbol;         ///< Of its global; no function has it.
};

/// All variables of a model, by the name that handles share.
struct Variables {
  std::vector<Variable> all;
  std::map<std::string, unsigned, std::less<>> byName;

  /// The number of a variable, new or not.
  unsigned numberOf(llvm::StringRef name);
};

/// What variables are at the place where `b` stands. One thread at a time;
/// `variables` and `b` outlive it.
class VariableState {
public:
  /// Null where a variable is what was loaded.
  using Values = std::vector<mlir::Value>;

  VariableState(Variables &variables, torch::StablehloBuilder &b)
      : variables_(variables), b_(b) {}

  Variables &variables() { return variables_; }

  /// Loads go to the begin of `block`.
  void beginFunction(mlir::Block *block);
  /// Stores what the function changed; what does not fit is reported.
  void endFunction(UnsupportedOperators &unsupported);

  /// Null if the variable has no value.
  mlir::Value valueOf(unsigned number);
  /// What was set last, null if nothing was.
  mlir::Value assignedValue(unsigned number) const;
  /// By an operator of the program.
  void assign(unsigned number, mlir::Value value);
  /// Variables that operators assigned to since this was made.
  const std::set<unsigned> &assigned() const { return assigned_; }

  /// For branches and loops, which begin and end with other values.
  const Values &values() const { return values_; }
  void setValues(Values values) { values_ = std::move(values); }
  void setValue(unsigned number, mlir::Value value);

private:
  Variables &variables_;
  torch::StablehloBuilder &b_;
  mlir::Block *entry_ = nullptr;
  Values loads_, values_;
  std::set<unsigned> assigned_;
};

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_VARIABLESTATE_H
