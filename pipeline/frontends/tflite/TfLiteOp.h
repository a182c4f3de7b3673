//===- TfLiteOp.h - an operator of TFLite under conversion ------*- C++ -*-===//
//
// A conversion is a function and a row in the table of its file:
//
//   Results convertFloor(TfLiteOp &op) {
//     return op.b.elementwise(ElementOp::Floor, op.input(0));
//   }
//   ... {BuiltinOperator::FLOOR, convertFloor},
//
// Which row an operator gets: one whose first operand or result is quantised
// (`isQuantized()`) goes to the row of quantizedRows(); if that has none, to a
// row of floatRows() that only moves elements (`movesOnly`); all others go to
// floatRows(). Float operators with quantised weights ("hybrid") are no
// quantised ones: `floatInput` dequantises weights.
//
// How tensors are held between operators: in the model's own shape and type.
// Signed integers are signless (i8, i16, i32, i64), unsigned ones are not (ui8
// and so on, as in StableHLO), int4 and int2 are widened to i8, uint4 to ui8,
// booleans are i1. Quantised tensors are their stored integers; scales and zero
// points are asked of the model (`inputQuantization`), never of types. `b`
// makes StableHLO with sizes that are known or not; TOSA's ops are made with
// `SomeOp::create(op.b, ...)`, and need signless integers: convert first.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_TFLITEOP_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_TFLITEOP_H

#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/frontends/tflite/Graph.h"

namespace ingot::tflite {

class Converter;
using mlir::RankedTensorType;
using mlir::Type;
using mlir::Value;
using torch::Comparison;
using torch::ElementOp;
using torch::Reducer;
using torch::Size;
using torch::Sizes;
using torch::StablehloBuilder;
using torch::TensorBuilder;
using Values = llvm::SmallVector<Value>;
using Ints = llvm::SmallVector<int64_t>;

/// A value for each result, or failure. A result without a value (a handle) is
/// null.
class Results : public mlir::FailureOr<Values> {
public:
  Results(mlir::LogicalResult failure) : FailureOr(failure) {}
  Results(Value value) : FailureOr(Values{value}) {}
  Results(Values values) : FailureOr(std::move(values)) {}
};

/// What a tensor of a subgraph is while it is converted: a value, or the name
/// of a resource that a handle stands for.
struct Held {
  Value value;
  std::string resource;

  explicit operator bool() const { return value || !resource.empty(); }
};

struct Frame;

/// Gives tensors of a frame their values.
class ValueSource {
public:
  virtual ~ValueSource() = default;

  /// What computed the tensor, its constant or its state. Null if it has no
  /// value yet.
  virtual Value valueOf(Frame &frame, int32_t tensor, StablehloBuilder &b) = 0;
};

/// A subgraph that is being converted, with what its tensors are so far.
struct Frame {
  const Subgraph &graph;
  unsigned index;
  std::vector<Held> tensors;
  ValueSource &values;
};

/// One operator. Lives as long as the call of its row.
class TfLiteOp {
public:
  TfLiteOp(const Node &node, Frame &frame, Converter &converter,
           StablehloBuilder &builder, std::string &why)
      : node(node), b(builder), frame_(frame), converter_(converter),
        why_(why) {}

  const Node &node;
  StablehloBuilder &b;

  /// Always failure; keeps the reason for the user. `why` says which property
  /// is at fault and, if there is one, the form that would do.
  mlir::LogicalResult fail(const llvm::Twine &why);

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  unsigned inputCount() const { return node.inputs.size(); }
  unsigned outputCount() const { return node.outputs.size(); }
  /// The operand is there and has a value.
  bool has(unsigned index) const;
  /// What the model says of an operand. REQUIRES: it is not left out.
  const Tensor &inputTensor(unsigned index) const;
  const Tensor &outputTensor(unsigned index = 0) const;
  /// The operand as it is held; null if it is left out, or a handle.
  Value input(unsigned index);
  /// The same as f32: quantised integers are dequantised, f16 is widened.
  Value floatInput(unsigned index);
  /// All operands. REQUIRES: has() of each.
  Values inputs();
  /// The resource that a handle stands for; empty if it is none.
  std::string resource(unsigned index) const;

  /// The bytes of a constant, dense; nothing if it is computed.
  std::optional<llvm::ArrayRef<char>> constantBytes(unsigned index) const;
  /// The elements of an integer operand of few elements, row-major: known
  /// numbers and values of the run. Nothing if there are none, if their count
  /// is not known or large.
  std::optional<Sizes> sizes(unsigned index);
  /// The same if all are known.
  std::optional<Ints> ints(unsigned index);
  /// A scalar that is known. Of floats as well.
  std::optional<double> number(unsigned index);
  /// Known dimensions, from the front; nothing if one is out of range.
  std::optional<Ints> dims(unsigned index, int64_t rank);

  //===--------------------------------------------------------------------===//
  // Types and options
  //===--------------------------------------------------------------------===//

  /// The element types that tensors are held in; null for strings and handles.
  Type inputElement(unsigned index) const;
  Type outputElement(unsigned index = 0) const;
  const Quantization &inputQuantization(unsigned index) const {
    return inputTensor(index).quantization;
  }
  const Quantization &outputQuantization(unsigned index = 0) const {
    return outputTensor(index).quantization;
  }
  /// The first operand that is there or the first result is quantised; a
  /// condition or a list of indices in front does not count.
  bool isQuantized() const;

  /// The options, or one that has the default of every field.
  template <typename T> const T &options() const {
    if (const T *found = node.source->template builtin_options_as<T>())
      return *found;
    return *static_cast<const T *>(emptyTable());
  }
  /// The same of the second union.
  template <typename T> const T &options2() const {
    if (const T *found = node.source->template builtin_options_2_as<T>())
      return *found;
    return *static_cast<const T *>(emptyTable());
  }

  //===--------------------------------------------------------------------===//
  // For rows with subgraphs and state
  //===--------------------------------------------------------------------===//

  Converter &converter() { return converter_; }
  Frame &frame() { return frame_; }
  const Held &held(unsigned input) const;

private:
  static const void *emptyTable();
  /// A tensor of the subgraph that an operand names; null if left out.
  const Tensor *tensorOf(unsigned index) const;

  Frame &frame_;
  Converter &converter_;
  std::string &why_;
};

/// A row of a table.
struct Row {
  BuiltinOperator code;
  Results (*convert)(TfLiteOp &op);
  /// So many of the first operands have values whenever `convert` is called.
  unsigned required = 1;
  /// It takes elements of any type as they are, so quantised ones too, or knows
  /// itself what quantised operands mean.
  bool movesOnly = false;
};

/// One function per file; the first group is of floats, plain integers and
/// booleans.
llvm::ArrayRef<Row> binary();
llvm::ArrayRef<Row> blocks();
llvm::ArrayRef<Row> controlFlow();
llvm::ArrayRef<Row> creation();
llvm::ArrayRef<Row> customOps();
llvm::ArrayRef<Row> elementwise();
llvm::ArrayRef<Row> indexing();
llvm::ArrayRef<Row> lstm();
llvm::ArrayRef<Row> products();
llvm::ArrayRef<Row> recurrent();
llvm::ArrayRef<Row> reductions();
llvm::ArrayRef<Row> resize();
llvm::ArrayRef<Row> shapes();
llvm::ArrayRef<Row> signals();
llvm::ArrayRef<Row> slices();
llvm::ArrayRef<Row> stablehloRows();
llvm::ArrayRef<Row> suppression();
llvm::ArrayRef<Row> variables();
llvm::ArrayRef<Row> windows();

/// One function per file: rows of quantised tensors.
llvm::ArrayRef<Row> quantizedActivations();
llvm::ArrayRef<Row> quantizedConversions();
llvm::ArrayRef<Row> quantizedConvolutions();
llvm::ArrayRef<Row> quantizedElementwise();
llvm::ArrayRef<Row> quantizedLstm();
llvm::ArrayRef<Row> quantizedMatrices();
llvm::ArrayRef<Row> quantizedReductions();
llvm::ArrayRef<Row> quantizedResize();
llvm::ArrayRef<Row> quantizedSoftmax();
llvm::ArrayRef<Row> quantizedSvdf();

/// Rows by operator. A converter is given one and knows no rows itself: those
/// of control flow convert subgraphs by it. Immutable; any thread.
class OperatorTable {
public:
  virtual ~OperatorTable() = default;

  /// The row of an operator; null if there is none. `quantized` as explained at
  /// the head of this file.
  virtual const Row *findRow(BuiltinOperator code, bool quantized) const = 0;
  /// Why an operator has no row in either group; empty if it has one.
  virtual llvm::StringRef reasonWithoutRow(BuiltinOperator code) const = 0;
};

/// Every row of the reader.
const OperatorTable &operatorTable();

//===----------------------------------------------------------------------===//
// What several rows need
//===----------------------------------------------------------------------===//

/// A float after the activation that is fused into its operator.
Value activate(TensorBuilder &b, Value value,
               schema::ActivationFunctionType function);

/// What stands in front and behind a dimension of `size` so that windows fit;
/// the odd one behind. With `VALID` nothing.
struct EdgePadding {
  Size low = 0, high = 0;
};
EdgePadding paddingOf(TensorBuilder &b, schema::Padding padding, Size size,
                      int64_t window, int64_t stride, int64_t dilation = 1);

/// real = scale * (stored - zero point) as f32, per axis or not.
Value dequantize(TensorBuilder &b, Value stored,
                 const Quantization &quantization);

/// A dimension, from the front; nothing if there is no such one.
std::optional<int64_t> dimOf(int64_t axis, int64_t rank);

/// The elements of a small integer tensor, row-major, as far as they are
/// known; others are taken out of it by ops. Nothing if there may be many.
std::optional<Sizes> elementsOf(TensorBuilder &b, Value value);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_TFLITEOP_H
