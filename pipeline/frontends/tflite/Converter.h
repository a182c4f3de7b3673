//===- Converter.h - subgraphs of a TFLite model to functions ---*- C++ -*-===//
//
// Every signature becomes a public function. Subgraphs that operators call are
// converted again at each place, inline: their types follow from the operands.
//
// State (variables behind handles, and tensors that are variables) is one
// `ml_program.global` each. Within a function it is a value: loaded at the
// start, stored at the end, carried through branches and loops as a further
// result by the rows of control flow.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_CONVERTER_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_CONVERTER_H

#include "pipeline/frontends/ModelSource.h"
#include "pipeline/frontends/UnsupportedOperators.h"
#include "pipeline/frontends/tflite/Assignments.h"
#include "pipeline/frontends/tflite/TfLiteOp.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <set>

namespace ingot::tflite {

/// Converts one model. One thread at a time.
class Converter : public ValueSource {
public:
  /// `copiesConstants`: the bytes of the model do not outlive the module.
  /// `source` says which sizes the request gives.
  Converter(const Model &model, const OperatorTable &table,
            const ModelSource &source, mlir::ModuleOp module,
            bool copiesConstants);

  /// All entry points; diagnostics name all operators that cannot be taken.
  mlir::LogicalResult convert();

  //===--------------------------------------------------------------------===//
  // For rows
  //===--------------------------------------------------------------------===//

  const Model &model() const { return model_; }
  const OperatorTable &table() const { return table_; }

  Value valueOf(Frame &frame, int32_t tensor, StablehloBuilder &b) override;

  /// A subgraph's nodes where `b` stands; what its outputs are. Fails if the
  /// number of inputs is wrong, or calls are too deep.
  mlir::FailureOr<std::vector<Held>>
  convertSubgraph(unsigned index, llvm::ArrayRef<Held> inputs,
                  StablehloBuilder &b);

  /// The names of state that a subgraph, or one that it calls, may write.
  std::set<std::string> stateWrittenBy(unsigned index,
                                       llvm::ArrayRef<Held> inputs) const;
  /// Null if nothing ever says of which type it is.
  Value readState(const std::string &name, StablehloBuilder &b);
  /// REQUIRES: the type of `value` is that of the state.
  void writeState(const std::string &name, Value value);
  /// The type that state has; null if nothing says it.
  RankedTensorType stateType(const std::string &name) const;
  /// State that no variable of the model names, such as a flag.
  void declareState(const std::string &name, mlir::ElementsAttr initial);
  const Assignments &assignments() const { return assignments_; }
  /// A private function with a block and no result yet, of that name or one
  /// like it.
  mlir::func::FuncOp addDefinition(llvm::StringRef name, mlir::TypeRange inputs,
                                   mlir::Location loc);

  /// Values of state while a branch or a loop is converted.
  using State = std::map<std::string, Value>;
  State &state() { return state_; }

private:
  /// What is behind a handle, or a tensor that is a variable.
  struct Variable {
    RankedTensorType type;
    mlir::ElementsAttr initial; ///< Null: zeros.
    bool isDeclared = false;
  };

  mlir::LogicalResult convertEntry(const Signature *signature, unsigned index);
  void convertNode(const Node &node, Frame &frame, StablehloBuilder &b);
  mlir::LogicalResult convertKnownNode(TfLiteOp &op, std::string &why);
  mlir::LogicalResult keepResults(TfLiteOp &op, const Values &values);
  void fillPlaceholders(const Node &node, Frame &frame, StablehloBuilder &b);
  mlir::LogicalResult checkInputs(TfLiteOp &op, const Row &row);
  void storeState(StablehloBuilder &b);
  void nameArguments(mlir::func::FuncOp function, const Signature *signature,
                     const Subgraph &graph);

  void findVariables();

  mlir::ElementsAttr constantOf(const Tensor &tensor);
  mlir::Location locationOf(const Frame &frame, const Node &node);

  const Model &model_;
  const OperatorTable &table_;
  const ModelSource &source_;
  mlir::ModuleOp module_;
  mlir::SymbolTable functions_; ///< Does not know globals.
  bool copiesConstants_;
  Assignments assignments_;
  const uint64_t maxNodes_;
  UnsupportedOperators unsupported_;
  std::set<const Node *> reported_;
  std::map<const Tensor *, mlir::ElementsAttr> constants_;
  std::map<std::string, Variable> variables_;

  // Of the function that is being converted.
  mlir::func::FuncOp function_;
  State state_;
  std::set<std::string> written_;
  unsigned depth_ = 0;
  uint64_t nodes_ = 0;
};

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_CONVERTER_H
