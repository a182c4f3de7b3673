//===- SequencePositions.cpp - positions that only the run knows ----------===//
//
// The length of a sequence is known here, so it stays a list; which of its
// items stands where is looked up by the run, in tables of all answers. The
// items are joined along a dimension, and an answer is a slice of that. Its
// size along the dimension is then the run's, too.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/SequencePositions.h"

using namespace mlir;
using namespace ingot::onnx;
using namespace ingot::onnx::reader;

/// The only dimension in which shapes differ: -1 if none does. Nothing if there
/// are several, or if a size there is no number.
static std::optional<int64_t> differingAxis(ArrayRef<Val> items) {
  const Shape &first = *items.front()->info.shape;
  std::optional<int64_t> axis;
  for (int64_t dim = 0; dim < static_cast<int64_t>(first.size()); ++dim) {
    auto sizeOf = [&](const Val &item) { return (*item->info.shape)[dim]; };
    if (llvm::all_of(items, [&](const Val &item) {
          return sizeOf(item).equals(first[dim]);
        }))
      continue;
    if (axis || !llvm::all_of(items, [&](const Val &item) {
          return sizeOf(item).isInteger();
        }))
      return std::nullopt;
    axis = dim;
  }
  return axis.value_or(-1);
}

std::optional<JoinedItems> JoinedItems::join(Expansion &e,
                                             std::vector<Val> items) {
  if (items.empty())
    return std::nullopt;
  const TensorInfo &first = items.front()->info;
  if (!llvm::all_of(items, [&](const Val &item) {
        return item->info.dtype == first.dtype && item->info.shape &&
               item->info.shape->size() == first.shape->size();
      }))
    return std::nullopt;
  std::optional<int64_t> axis = differingAxis(items);
  if (!axis)
    return std::nullopt;
  JoinedItems joined(e);
  if (*axis < 0) {
    for (Val &item : items)
      item = e.unsqueeze(item, {0});
  } else {
    joined.axis_ = *axis;
    Ints starts{0};
    for (const Val &item : items)
      starts.push_back(starts.back() + (*item->info.shape)[*axis].asInteger());
    joined.starts_ = e.integers(ArrayRef(starts).drop_back());
    joined.ends_ = e.integers(ArrayRef(starts).drop_front());
  }
  joined.all_ = e.concat(std::move(items), joined.axis_);
  return joined;
}

Val JoinedItems::at(Val place) const {
  if (!ends_)
    return e_.squeeze(e_.op("Gather", {all_, place}, {{"axis", 0}}), {0});
  return e_.op("Slice",
               {all_, e_.op("Gather", {starts_, place}),
                e_.op("Gather", {ends_, place}), e_.integers({axis_})});
}

std::optional<std::vector<Val>>
ingot::onnx::reader::takeAtRun(Expansion &e, std::vector<Val> items,
                               Val position, int64_t length,
                               ArrayRef<Ints> table) {
  std::optional<JoinedItems> joined = JoinedItems::join(e, std::move(items));
  if (!joined)
    return std::nullopt;
  Val entry = e.add(e.cast(e.reshape(position, {1}), proto::TensorProto::INT64),
                    e.integers({length}));
  std::vector<Val> taken;
  for (const Ints &row : table)
    taken.push_back(joined->at(e.op("Gather", {e.integers(row), entry})));
  return taken;
}
