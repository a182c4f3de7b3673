//===- RestoreAdaptivePools.cpp - pools that follow the size --------------===//
//
// What the pass needs and leaves is stated in Passes.td of the folder above.
//
// torch-mlir writes adaptive pooling as pooling with a window of ceil(in / out)
// and a step of floor(in / out), which is right only where out divides in.
// Where it does not, a false assertion "unimplemented: only support cases with
// fixed
// ..." stands before it, or the sizes of the result contradict the windows.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/dialects/torch/build/TorchBuilder.h"
#include "pipeline/transforms/Passes.h"

#include "llvm/ADT/StringSwitch.h"

namespace ingot {
#define GEN_PASS_DEF_RESTOREADAPTIVEPOOLS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// The adaptive operator; empty if the op is no pool.
static StringRef adaptiveOf(StringRef name) {
  return llvm::StringSwitch<StringRef>(name)
      .Case("torch.aten.avg_pool1d", "aten.adaptive_avg_pool1d")
      .Case("torch.aten.avg_pool2d", "aten.adaptive_avg_pool2d")
      .Case("torch.aten.avg_pool3d", "aten.adaptive_avg_pool3d")
      .Cases({"torch.aten.max_pool1d", "torch.aten.max_pool1d_with_indices"},
             "aten.adaptive_max_pool1d")
      .Cases({"torch.aten.max_pool2d", "torch.aten.max_pool2d_with_indices"},
             "aten.adaptive_max_pool2d")
      .Cases({"torch.aten.max_pool3d", "torch.aten.max_pool3d_with_indices"},
             "aten.adaptive_max_pool3d")
      .Default("");
}

/// torch-mlir's false assertions right before the op, with nothing between but
/// constants and lists.
static SmallVector<Operation *> assertionsBefore(Operation *op) {
  SmallVector<Operation *> found;
  for (Operation *at = op->getPrevNode(); at; at = at->getPrevNode()) {
    StringRef name = at->getName().getStringRef();
    auto assertion = dyn_cast<RuntimeAssertOp>(at);
    if (assertion && matchBool(assertion.getCondition()) == false &&
        assertion.getMessage().starts_with(
            "unimplemented: only support cases with fixed"))
      found.push_back(at);
    else if (!name.starts_with("torch.constant.") &&
             name != "torch.prim.ListConstruct")
      break;
  }
  return found;
}

namespace {

/// The pooled dimensions; those of the result are known.
struct Pool {
  ArrayRef<int64_t> in, out;
  SmallVector<int64_t> kernel, stride;

  bool isKnown() const { return !llvm::is_contained(in, ShapedType::kDynamic); }

  /// Windows of this size and step do not give so many elements. Windows of one
  /// element give as many as there are: where that number is not known, they
  /// are the adaptive ones if it is right, and torch-mlir's if it is not.
  bool contradictsType() const {
    for (size_t i = 0; i < in.size(); ++i) {
      bool isUnknown = ShapedType::isDynamic(in[i]);
      if (isUnknown
              ? kernel[i] == 1 && stride[i] == 1
              : stride[i] < 1 || (in[i] - kernel[i]) / stride[i] + 1 != out[i])
        return true;
    }
    return false;
  }
};

} // namespace

static std::optional<Pool> poolOf(TorchOp op) {
  TorchTensorType from =
                      dyn_cast<TorchTensorType>(op.operand("self").getType()),
                  to = op.resultType();
  std::optional<SmallVector<int64_t>> kernel =
      matchIntList(op.operand("kernel_size"));
  std::optional<SmallVector<int64_t>> stride =
      matchIntList(op.operand("stride"));
  auto isAll = [&](StringRef argument, int64_t number) {
    std::optional<SmallVector<int64_t>> ints =
        matchIntList(op.operand(argument));
    return !op.operand(argument) ||
           (ints &&
            llvm::all_of(*ints, [&](int64_t i) { return i == number; }));
  };
  if (!from || !to || !from.hasRank() || !to.hasRank() || !kernel || !stride ||
      kernel->size() != stride->size() || !isAll("padding", 0) ||
      !isAll("dilation", 1) || matchBool(op.operand("ceil_mode")) != false)
    return std::nullopt;
  size_t count = kernel->size();
  if (from.getSizes()->size() < count || to.getRank() != from.getRank())
    return std::nullopt;
  Pool pool{from.getSizes()->take_back(count), to.getSizes()->take_back(count),
            *kernel, *stride};
  if (llvm::is_contained(pool.out, ShapedType::kDynamic) ||
      llvm::is_contained(pool.out, 0))
    return std::nullopt;
  return pool;
}

/// The same result by the adaptive operator.
static void restore(Operation *op, StringRef name, const Pool &pool) {
  IRRewriter rewriter(op);
  TorchBuilder builder(rewriter, op->getLoc());
  TorchOp given(op);
  SmallVector<Type> types{op->getResult(0).getType()};
  // The greatest come with their places, whether somebody asks or not.
  bool hasPlaces = name.contains("max");
  if (hasPlaces)
    types.push_back(op->getNumResults() > 1
                        ? op->getResult(1).getType()
                        : given.resultType().withDtype(IntegerType::get(
                              op->getContext(), 64, IntegerType::Signed)));
  ResultRange results = builder.createAll(
      name, {{"self", given.operand("self")}, {"output_size", pool.out}},
      types);
  rewriter.replaceOp(op, results.take_front(op->getNumResults()));
}

namespace {
struct RestoreAdaptivePools final
    : ingot::impl::RestoreAdaptivePoolsBase<RestoreAdaptivePools> {
  using RestoreAdaptivePoolsBase::RestoreAdaptivePoolsBase;

  void runOnOperation() override {
    SmallVector<Operation *> pools;
    getOperation()->walk([&](Operation *op) {
      if (!adaptiveOf(TorchOp(op).name()).empty())
        pools.push_back(op);
    });
    for (Operation *op : pools) {
      std::optional<Pool> pool = poolOf(TorchOp(op));
      if (!pool)
        continue;
      SmallVector<Operation *> assertions = assertionsBefore(op);
      bool isAsserted = !assertions.empty() && pool->isKnown();
      if (!isAsserted && !pool->contradictsType())
        continue;
      restore(op, adaptiveOf(TorchOp(op).name()), *pool);
      for (Operation *assertion : assertions)
        assertion->erase();
    }
  }
};
} // namespace
