//===- VerifyScatter.cpp - constraints of scatter -------------------------===//
//
// Constraints are checked in an order in which each may rely on those before
// it: ranks, then lists of dimensions, then sizes that are read through the
// lists. That is not the order of their numbers. Updates may be smaller than
// the window that they replace; the specification says so in (C4).
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Shapes.h"
#include "pipeline/dialects/stablehlo/Verify.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

RankedTensorType tensorType(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// One scatter, its constraints in the order in which they rely on each other.
class ScatterCheck {
public:
  explicit ScatterCheck(ScatterOp op)
      : op_(op), check_(op), numbers_(op.getScatterDimensionNumbers()) {}

  bool run() {
    return checkOperands() && checkRanks() && checkLists() && checkBatching() &&
           checkUpdates();
  }

private:
  bool checkOperands() {
    if (op_.getInputs().empty()) {
      check_.broken("C5") << "has no inputs, expected one at least";
      return false;
    }
    input_ = tensorType(op_.getInputs().front());
    update_ = tensorType(op_.getUpdates().front());
    indices_ = op_.getScatterIndices().getType();
    if (!(groupOf(indices_.getElementType()) & (kSigned | kUnsigned))) {
      op_.emitOpError() << "has indices of type " << indices_
                        << ", expected a tensor of integers";
      return false;
    }
    for (auto [i, input, update] :
         llvm::enumerate(op_.getInputs(), op_.getUpdates())) {
      std::string inputName = "input " + std::to_string(i);
      std::string updateName = "update " + std::to_string(i);
      if (!check_.shape("C1", inputName, tensorType(input).getShape(),
                        input_.getShape()) ||
          !check_.shape("C3", updateName, tensorType(update).getShape(),
                        update_.getShape()) ||
          !check_.elements("C6", updateName, update.getType(), inputName,
                           input.getType()))
        return false;
    }
    return true;
  }

  bool checkRanks() {
    int64_t sum = numbers_.getUpdateWindowDims().size() +
                  numbers_.getInsertedWindowDims().size() +
                  numbers_.getInputBatchingDims().size();
    if (sum != input_.getRank()) {
      check_.broken("C2") << "names " << sum
                          << " dimensions of the inputs as window, inserted or "
                             "batching, expected "
                          << input_.getRank();
      return false;
    }
    int64_t vector = numbers_.getIndexVectorDim();
    if (vector < 0 || vector > indices_.getRank()) {
      check_.broken("C22") << "index_vector_dim " << vector
                           << " is out of range, expected 0 to "
                           << indices_.getRank();
      return false;
    }
    int64_t length =
        vector < indices_.getRank() ? indices_.getDimSize(vector) : 1;
    return ShapedType::isDynamic(length) ||
           check_.count("C19", "dimensions in scatter_dims_to_operand_dims",
                        numbers_.getScatterDimsToOperandDims().size(), length);
  }

  bool checkLists() {
    Sizes window = numbers_.getUpdateWindowDims();
    Sizes inserted = numbers_.getInsertedWindowDims();
    Sizes batching = numbers_.getInputBatchingDims();
    Sizes map = numbers_.getScatterDimsToOperandDims();
    Shape gone(inserted), mapped(map);
    llvm::append_range(gone, batching);
    llvm::append_range(mapped, batching);
    int64_t rank = input_.getRank();
    return check_.unique("C7", "update_window_dims", window) &&
           check_.ascending("C7", "update_window_dims", window) &&
           check_.dimensions("C8", "update_window_dims", window, "updates",
                             update_.getRank()) &&
           check_.unique("C9",
                         batching.empty()
                             ? "inserted_window_dims"
                             : "inserted_window_dims with input_batching_dims",
                         gone) &&
           check_.ascending("C10", "inserted_window_dims", inserted) &&
           check_.dimensions("C11", "inserted_window_dims", inserted, "inputs",
                             rank) &&
           check_.ascending("C12", "input_batching_dims", batching) &&
           check_.dimensions("C13", "input_batching_dims", batching, "inputs",
                             rank) &&
           check_.unique(
               "C20",
               batching.empty()
                   ? "scatter_dims_to_operand_dims"
                   : "scatter_dims_to_operand_dims with input_batching_dims",
               mapped) &&
           check_.dimensions("C21", "scatter_dims_to_operand_dims", map,
                             "inputs", rank);
  }

  bool checkBatching() {
    Sizes batching = numbers_.getInputBatchingDims();
    Sizes indices = numbers_.getScatterIndicesBatchingDims();
    if (!check_.unique("C14", "scatter_indices_batching_dims", indices) ||
        !check_.dimensions("C15", "scatter_indices_batching_dims", indices,
                           "scatter indices", indices_.getRank()))
      return false;
    if (llvm::is_contained(indices, numbers_.getIndexVectorDim())) {
      check_.broken("C16") << "scatter_indices_batching_dims has dimension "
                           << numbers_.getIndexVectorDim()
                           << ", which is index_vector_dim";
      return false;
    }
    if (!check_.count("C17", "input_batching_dims", batching.size(),
                      indices.size()))
      return false;
    for (auto [dim, indexDim] : llvm::zip(batching, indices)) {
      int64_t size = input_.getDimSize(dim);
      int64_t indexSize = indices_.getDimSize(indexDim);
      if (areCompatible(size, indexSize))
        continue;
      check_.broken("C18") << "batching dimension " << dim
                           << " of the inputs has size " << size
                           << ", that of the scatter indices " << indexSize
                           << "; expected the same";
      return false;
    }
    return true;
  }

  /// (C4): windows of updates fit into the inputs, the rest is that of the
  /// indices.
  bool checkUpdates() {
    Shape windows, scatters;
    for (auto [i, size] : llvm::enumerate(input_.getShape())) {
      int64_t dimension = i;
      if (!llvm::is_contained(numbers_.getInsertedWindowDims(), dimension) &&
          !llvm::is_contained(numbers_.getInputBatchingDims(), dimension))
        windows.push_back(size);
    }
    for (auto [i, size] : llvm::enumerate(indices_.getShape()))
      if (static_cast<int64_t>(i) != numbers_.getIndexVectorDim())
        scatters.push_back(size);
    if (!check_.count("C4", "dimensions in its updates", update_.getRank(),
                      windows.size() + scatters.size()))
      return false;
    const int64_t *nextWindow = windows.begin(),
                  *nextScatter = scatters.begin();
    for (auto [i, size] : llvm::enumerate(update_.getShape())) {
      bool isWindow = llvm::is_contained(numbers_.getUpdateWindowDims(),
                                         static_cast<int64_t>(i));
      int64_t limit = isWindow ? *nextWindow++ : *nextScatter++;
      if (areCompatible(size, limit) || (isWindow && size <= limit))
        continue;
      check_.broken("C4") << "the updates have size " << size
                          << " in dimension " << i << ", expected " << limit
                          << (isWindow ? " at most, the size of the inputs"
                                       : ", the size of the scatter indices");
      return false;
    }
    return true;
  }

  ScatterOp op_;
  Check check_;
  ScatterDimensionNumbersAttr numbers_;
  RankedTensorType input_, update_, indices_;
};

} // namespace

LogicalResult ScatterOp::verify() { return success(ScatterCheck(*this).run()); }

LogicalResult ScatterOp::verifyRegions() {
  Check check(*this);
  if (!check.count("C24", "results", getNumResults(), getInputs().size()))
    return failure();
  for (auto [i, result, input] : llvm::enumerate(getResults(), getInputs()))
    if (!check.shape("C24", "result " + std::to_string(i),
                     tensorType(result).getShape(),
                     tensorType(input).getShape()))
      return failure();
  return success(check.reducer("C23", "C25", "update_computation",
                               getUpdateComputation(), getInputs().getTypes(),
                               getResultTypes()));
}
