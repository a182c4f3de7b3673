//===- Sizes.cpp - sizes that were computed, asked of where they come from ===//
//
// Exporters take a shape apart and put it together again: Shape, Gather, Mul,
// Where, Concat. If the elements of such a vector are numbers and sizes of
// tensors, an operator that reads it is given just these, and what computed
// them goes unused. Later stages see which sizes are the same one.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchDialect.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/frontends/onnx/Importer.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;

/// Longer vectors are no shapes.
static constexpr size_t kMaxSizes = 16;

/// The operand that holds sizes; -1 if the operator has none.
int64_t ingot::onnx::reader::shapeOperandOf(const Node &node) {
  if (!node.domain.empty())
    return -1;
  if (node.op == "Reshape" || node.op == "Expand")
    return 1;
  return node.op == "ConstantOfShape" ? 0 : -1;
}

/// Values of other blocks may not stand in front of their readers.
void Importer::noteOrigins(const Val &value) {
  if (tentative_ || !value || !value->ir || !value->info.shape ||
      value->ir.getParentBlock() != entry_)
    return;
  for (auto [dim, size] : llvm::enumerate(*value->info.shape))
    if (size.isSymbol())
      origins_.try_emplace(size.asInteger(), value, dim);
}

Val Importer::composeSizes(const Val &value) {
  if (!value || !value->isTensor() || value->hasKnownElements() ||
      !value->info.elements || value->info.dtype != proto::TensorProto::INT64 ||
      !value->info.shape || value->info.shape->size() != 1 ||
      value->info.elements->size() > kMaxSizes)
    return value;
  for (Scalar element : *value->info.elements)
    if (!element.isInteger() &&
        !(element.isSymbol() && origins_.count(element.asInteger())))
      return value;
  auto vector = [&](Elements elements) {
    TensorInfo info{
        proto::TensorProto::INT64, Shape{Scalar::integer(elements.size())}, {}};
    info.elements = std::move(elements);
    return wrap({}, std::move(info));
  };
  Type si64 = builder_.getIntegerType(64, true);
  auto create = [&](StringRef op, const Val &result, ValueRange operands,
                    ArrayRef<std::pair<StringRef, int64_t>> attributes) {
    auto created = torch::OperatorOp::create(
        builder_, locationOf(value->name), TypeRange(typeOf(result->info)),
        builder_.getStringAttr("onnx." + op), operands, 0);
    for (auto [name, number] : attributes)
      created->setAttr(("torch.onnx." + name).str(),
                       IntegerAttr::get(si64, number));
    result->ir = created->getResult(0);
  };
  SmallVector<mlir::Value> parts;
  for (Scalar element : *value->info.elements) {
    Val part = vector({element});
    if (element.isSymbol()) {
      auto &[tensor, dim] = origins_[element.asInteger()];
      create("Shape", part, tensor->ir, {{"start", dim}, {"end", dim + 1}});
    }
    parts.push_back(materialize(part));
  }
  Val sizes = vector(*value->info.elements);
  create("Concat", sizes, parts, {{"axis", 0}});
  return sizes;
}

/// The value in sizes that are its own in every run that is valid; another
/// number of elements ends a run. Null unless each size is a number or a known
/// dimension's.
mlir::Value Importer::reshapeToSizes(const Val &value, Shape shape) {
  TensorInfo info{
      proto::TensorProto::INT64, Shape{Scalar::integer(shape.size())}, {}};
  info.elements.emplace(shape.begin(), shape.end());
  Val sizes = wrap({}, std::move(info));
  Val composed = composeSizes(sizes);
  if (composed == sizes)
    return {};
  TensorInfo result{value->info.dtype, std::move(shape), {}};
  auto reshape = torch::OperatorOp::create(
      builder_, locationOf(value->name), TypeRange(typeOf(result)),
      builder_.getStringAttr("onnx.Reshape"),
      ValueRange{materialize(value), composed->ir}, 0);
  reshape->setAttr("torch.onnx.allowzero",
                   IntegerAttr::get(builder_.getIntegerType(64, true), 1));
  return reshape->getResult(0);
}

/// The run ends unless the dimension has the size of the earlier one of its
/// name.
void Importer::assertEarlierSize(const Val &argument, int64_t dim) {
  Scalar size = (*argument->info.shape)[dim];
  auto &[earlier, earlierDim] = origins_[size.asInteger()];
  Location loc = locationOf(argument->name);
  auto create = [&](StringRef op, ValueRange operands, TypeRange types,
                    ArrayRef<NamedAttribute> attributes = {}) {
    return builder_.create(
        OperationState(loc, op, operands, types, attributes));
  };
  Type integer = torch::IntType::get(context());
  auto sizeOf = [&](mlir::Value tensor, int64_t dim) {
    mlir::Value index =
        create("torch.constant.int", {}, integer,
               builder_.getNamedAttr("value", builder_.getI64IntegerAttr(dim)))
            ->getResult(0);
    return create("torch.aten.size.int", {tensor, index}, integer)
        ->getResult(0);
  };
  mlir::Value isEqual =
      create("torch.aten.eq.int",
             {sizeOf(earlier->ir, earlierDim), sizeOf(argument->ir, dim)},
             torch::BoolType::get(context()))
          ->getResult(0);
  std::string message =
      ("dimension " + Twine(dim) + " of '" + printable(argument->name) +
       "' differs from dimension " + Twine(earlierDim) + " of '" +
       printable(earlier->name) + "': both are '" +
       printable(symbols_.nameOf(size)) + "'")
          .str();
  torch::RuntimeAssertOp::create(builder_, loc, isEqual,
                                 builder_.getStringAttr(message));
}

/// A dimension of an argument that has the name of an earlier one has its size,
/// too; the run checks it. What reads both then sees one size, and nothing is
/// broadcast from one to the other.
void Importer::takeEarlierSizes(const Val &argument) {
  noteOrigins(argument); // Of those that are its own.
  if (!argument->info.shape)
    return;
  bool isShared = false;
  for (auto [dim, size] : llvm::enumerate(*argument->info.shape)) {
    auto origin =
        size.isSymbol() ? origins_.find(size.asInteger()) : origins_.end();
    if (origin == origins_.end() ||
        origin->second == std::pair(argument, static_cast<int64_t>(dim)))
      continue;
    assertEarlierSize(argument, dim);
    isShared = true;
  }
  if (!isShared)
    return;
  if (mlir::Value same = reshapeToSizes(argument, *argument->info.shape))
    argument->ir = same;
}

/// The first so many rows of a table, added to as many: where the table is long
/// enough, and elsewhere the run ends, the part has the size of what it is
/// added to.
mlir::Value Importer::spreadOperand(const Node &node, const Val &operand,
                                    const TensorInfo &result) {
  static constexpr StringRef kBroadcasting[] = {"Add", "Sub", "Mul", "Div",
                                                "Where"};
  if (!node.domain.empty() || !llvm::is_contained(kBroadcasting, node.op) ||
      !operand || !operand->isTensor() || !operand->info.shape ||
      !result.shape || result.shape->size() < operand->info.shape->size())
    return {};
  Shape shape = *operand->info.shape;
  size_t offset = result.shape->size() - shape.size();
  bool isSpread = false;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    Scalar wanted = (*result.shape)[offset + dim];
    if (!symbols_.isCapped(size, wanted))
      continue;
    size = wanted;
    isSpread = true;
  }
  return isSpread ? reshapeToSizes(operand, std::move(shape)) : mlir::Value();
}
