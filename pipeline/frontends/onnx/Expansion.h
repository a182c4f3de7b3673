//===- Expansion.h - operators as graphs of others --------------*- C++ -*-===//
//
// Some operators need more than a type: control flow imports graphs, sequences
// are lists that only the reader knows, and those of ai.onnx.ml and
// com.microsoft are formulas of ai.onnx. Each is a function that builds values
// and a row of the table at the end of its file.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_ONNX_EXPANSION_H
#define INGOT_PIPELINE_FRONTENDS_ONNX_EXPANSION_H

#include "pipeline/frontends/onnx/Importer.h"
#include "pipeline/frontends/onnx/Inference.h"

#include <variant>

namespace ingot::onnx::reader {

/// An attribute of an operator that an expansion makes.
struct NamedValue {
  NamedValue(llvm::StringRef name, int64_t value);
  NamedValue(llvm::StringRef name, int value)
      : NamedValue(name, static_cast<int64_t>(value)) {}
  NamedValue(llvm::StringRef name, double value);
  NamedValue(llvm::StringRef name, const char *value);
  NamedValue(llvm::StringRef name, llvm::ArrayRef<int64_t> value);
  NamedValue(llvm::StringRef name, mlir::Attribute value);

  llvm::StringRef name;
  std::variant<int64_t, double, std::string, Ints, mlir::Attribute> value;
};

/// One node, and the builder that makes what takes its place. Operators that it
/// makes are of operator set 21 of ai.onnx.
class Expansion {
public:
  using Attributes = llvm::ArrayRef<NamedValue>;

  Expansion(Importer &importer, Node &node, std::vector<Val> &results)
      : importer_(importer), node_(node), attributes_(node, importer.symbols()),
        results_(results) {}

  Importer &importer() { return importer_; }
  Node &node() { return node_; }
  /// Attributes, and what is known of operands.
  Inference &at() { return attributes_; }
  Val input(size_t index) const {
    return index < node_.inputs.size() ? node_.inputs[index] : nullptr;
  }
  size_t resultCount() const { return node_.outputs.size(); }
  bool wants(size_t index) const {
    return index < node_.outputs.size() && !node_.outputs[index].empty();
  }

  void set(size_t index, Val value);
  /// The node cannot be compiled, with what it is reported.
  mlir::LogicalResult unsupported(const llvm::Twine &reason);
  /// The end of every expansion: reports what failed while it was built.
  mlir::LogicalResult done();

  /// The first result of an operator of ai.onnx.
  Val op(llvm::StringRef name, std::vector<Val> operands,
         Attributes attributes = {});
  std::vector<Val> ops(llvm::StringRef name, std::vector<Val> operands,
                       Attributes attributes, size_t results);

  Val integers(llvm::ArrayRef<int64_t> values); ///< A vector.
  Val integer(int64_t value);                   ///< A number.
  /// A number or, with sizes, a tensor of `dtype`.
  Val real(double value, Dtype dtype = proto::TensorProto::FLOAT);
  Val reals(llvm::ArrayRef<double> values, llvm::ArrayRef<int64_t> sizes,
            Dtype dtype = proto::TensorProto::FLOAT);
  Val integers(llvm::ArrayRef<int64_t> values, llvm::ArrayRef<int64_t> sizes,
               Dtype dtype);

  Val add(Val a, Val b) { return op("Add", {a, b}); }
  Val subtract(Val a, Val b) { return op("Sub", {a, b}); }
  Val multiply(Val a, Val b) { return op("Mul", {a, b}); }
  Val divide(Val a, Val b) { return op("Div", {a, b}); }
  Val cast(Val x, Dtype dtype);
  Val reshape(Val x, llvm::ArrayRef<int64_t> sizes);
  Val reshapeTo(Val x, Val sizes) { return op("Reshape", {x, sizes}); }
  Val transpose(Val x, llvm::ArrayRef<int64_t> order);
  Val unsqueeze(Val x, llvm::ArrayRef<int64_t> axes);
  Val squeeze(Val x, llvm::ArrayRef<int64_t> axes);
  /// Elements [start, end) along a dimension.
  Val slice(Val x, int64_t axis, int64_t start, int64_t end);
  /// Parts of given sizes along a dimension.
  std::vector<Val> split(Val x, int64_t axis, llvm::ArrayRef<int64_t> sizes);
  Val concat(std::vector<Val> parts, int64_t axis);
  /// The size of a dimension, as a vector of one.
  Val sizeOf(Val x, int64_t axis);

  /// A value of which nothing is known, after a failure.
  static Val unknown() { return std::make_shared<Value>(); }

private:
  Importer &importer_;
  Node &node_;
  Inference attributes_;
  std::vector<Val> &results_;
  bool failed_ = false;
};

/// A row.
struct ExpansionRow {
  llvm::StringLiteral domain;
  llvm::StringLiteral name;
  /// Of a domain other than ai.onnx: is called only with a first operand.
  mlir::LogicalResult (*expand)(Expansion &e);
};

/// One function per file.
llvm::ArrayRef<ExpansionRow> controlFlowExpansions();
llvm::ArrayRef<ExpansionRow> otherExpansions();
llvm::ArrayRef<ExpansionRow> sequenceExpansions();

/// The shape in which both of two may stand: sizes that differ are unknown.
/// Nothing if ranks differ.
std::optional<Shape> commonShape(const OptionalShape &a, const OptionalShape &b,
                                 Symbols &symbols);

} // namespace ingot::onnx::reader

#endif // INGOT_PIPELINE_FRONTENDS_ONNX_EXPANSION_H
