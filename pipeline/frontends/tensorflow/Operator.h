//===- Operator.h - a node as its row sees it -------------------*- C++ -*-===//
//
//   Results convertSquare(Operator &c) {
//     return c.b.multiply(c.operand(0), c.operand(0));
//   }
//   ... {"Square", convertSquare},
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TENSORFLOW_OPERATOR_H
#define INGOT_PIPELINE_FRONTENDS_TENSORFLOW_OPERATOR_H

#include "pipeline/conversion/TorchToStablehlo/StablehloBuilder.h"
#include "pipeline/frontends/tensorflow/Graph.pb.h"
#include "pipeline/frontends/tensorflow/Item.h"
#include "pipeline/frontends/tensorflow/KnownElements.h"
#include "pipeline/frontends/tensorflow/Tables.h"
#include "pipeline/frontends/tensorflow/Types.h"

namespace ingot::tensorflow {

class Importer;

using llvm::ArrayRef;
using llvm::SmallVector;
using llvm::StringRef;
using mlir::failure;
using mlir::RankedTensorType;
using mlir::Type;
using mlir::Value;
using torch::Comparison;
using torch::ElementOp;
using torch::Reducer;
using torch::StablehloBuilder;
using torch::TensorBuilder;

/// What a row gives: an item for each output, or failure.
class Results {
public:
  Results(llvm::LogicalResult) : failed_(true) {}
  Results(Value value) : items_{Item(value)} {}
  Results(Item item) : items_{std::move(item)} {}
  Results(Items items) : items_(std::move(items)) {}
  Results(const SmallVector<Value> &values) {
    for (Value value : values)
      items_.push_back(Item(value));
  }
  /// Of an operator without outputs.
  static Results none() { return Results(Items()); }

  bool failed() const { return failed_; }
  Items &items() { return items_; }

private:
  bool failed_ = false;
  Items items_;
};

/// Attributes of nodes by name; those of a call stand for placeholders in the
/// function.
using Attributes = google::protobuf::RepeatedPtrField<format::Attr>;

/// A node under conversion. Lives as long as the call of its row.
class Operator {
public:
  Operator(Importer &importer, StablehloBuilder &b, const format::Node &node,
           ArrayRef<Item> items, const Attributes *ofCall)
      : importer(importer), b(b), node_(node), items_(items), ofCall_(ofCall) {}

  Importer &importer;
  StablehloBuilder &b;

  StringRef name() const { return node_.name(); }
  StringRef op() const { return node_.op(); }
  bool is(StringRef op) const { return node_.op() == op; }

  //===--------------------------------------------------------------------===//
  // Operands
  //===--------------------------------------------------------------------===//

  size_t count() const { return items_.size(); }
  const Item &item(size_t i) const { return items_[i]; }
  ArrayRef<Item> items() const { return items_; }
  /// REQUIRES: operand i is a tensor, as the row's number of tensors says.
  Value operand(size_t i) const { return items_[i].value; }
  /// `count` operands from `first` on; the row fails if they are no tensors.
  std::optional<SmallVector<Value>> operands(size_t first, size_t count);
  bool isTensor(size_t i) const { return i < count() && item(i).isTensor(); }
  int64_t rank(size_t i) const { return b.rankOf(operand(i)); }
  Type elementOf(size_t i) const { return b.elementOf(operand(i)); }

  /// The elements of a tensor of integers, if all are known.
  std::optional<SmallVector<int64_t>> ints(size_t i);
  std::optional<int64_t> integer(size_t i);
  /// The elements of a constant of real numbers.
  std::optional<SmallVector<double>> numbers(size_t i);
  /// The elements of a vector as sizes; nothing if their number is unknown.
  std::optional<Sizes> sizes(size_t i);
  Size size(size_t i);
  /// An axis that is known; negative ones count from the end.
  std::optional<int64_t> axis(size_t i, int64_t rank);
  /// Several, in rising order, without repetitions.
  std::optional<SmallVector<int64_t>> axes(size_t i, int64_t rank);

  //===--------------------------------------------------------------------===//
  // Attributes
  //===--------------------------------------------------------------------===//

  /// Null if the node does not have it.
  const format::AttrValue *attribute(StringRef name) const;
  bool has(StringRef name) const { return attribute(name) != nullptr; }
  int64_t getInt(StringRef name, int64_t otherwise) const;
  double getFloat(StringRef name, double otherwise) const;
  bool getBool(StringRef name, bool otherwise) const;
  StringRef getString(StringRef name, StringRef otherwise = "") const;
  SmallVector<int64_t> getInts(StringRef name) const;
  /// The type that an attribute names; `otherwise` if there is none. The node
  /// is refused if the type is of another kind than `otherwise`, and if there
  /// is no such, it is null where tensors cannot hold it.
  Type namedType(StringRef name, Type otherwise = {}) const;
  const Attributes &attributes() const { return node_.attr(); }
  const Attributes *attributesOfCall() const { return ofCall_; }

  //===--------------------------------------------------------------------===//
  // Outcome
  //===--------------------------------------------------------------------===//

  /// The node goes to the report with this reason.
  llvm::LogicalResult fail(const llvm::Twine &why) {
    reason_ = why.str();
    return failure();
  }
  StringRef reason() const { return reason_; }

private:
  const format::Node &node_;
  ArrayRef<Item> items_;
  const Attributes *ofCall_;
  std::string reason_;
};

/// Reasons that many rows have.
inline constexpr char kAxisUnknown[] =
    "the axis is not known while the model is read, or out of range";
inline constexpr char kSizesUnknown[] =
    "the number of sizes is not known while the model is read";

} // namespace ingot::tensorflow

#endif // INGOT_PIPELINE_FRONTENDS_TENSORFLOW_OPERATOR_H
