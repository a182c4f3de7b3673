//===- FormKernels.cpp - outline groups into modules of their own ---------===//
//
// KernelGroups.cpp decides which ops belong together; here each group becomes a
// module. Destinations are made in the host program, which owns memory, and
// handed in: a kernel allocates no result, and its caller can place results
// where they are wanted.
//
// Two things keep equal groups equal. Inputs are numbered by the order in which
// the group reads them, not by their place in the program. Inputs that only
// served to compute the size of a result are dropped again. Cheap producers
// (fills, small constants, slices) are copied into the kernel: that costs less
// than memory between two kernels. Small weights are inputs, whose values the
// host program holds: layers that differ by their biases alone share a kernel.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/PaddedRows.h"
#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/KernelGroups.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"

namespace ingot {
#define GEN_PASS_DEF_FORMKERNELS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

/// The values that an op reads, its nested regions included.
static SetVector<Value> operandsOf(Operation *op) {
  SetVector<Value> values(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), values);
  return values;
}

/// Where the chain of destinations of `value` begins: the first value that is
/// not the result of an op of the group or of a fill.
static Value destinationBase(Value value, const KernelGroup &group) {
  while (Operation *op = value.getDefiningOp()) {
    auto structured = dyn_cast<linalg::LinalgOp>(op);
    if (!structured ||
        !(llvm::is_contained(group.ops, op) || isCheapProducer(op)))
      break;
    value =
        structured.getDpsInitOperand(cast<OpResult>(value).getResultNumber())
            ->get();
  }
  return value;
}

/// What arguments of kernels are told of the padding around them, by the
/// operands that will read it.
using PaddingOfOperands = llvm::DenseMap<OpOperand *, Attribute>;

/// Finds the operands of `group` that are padded by other kernels, while the
/// ops that pad them are there.
static void collectPadding(const KernelGroup &group, Builder &builder,
                           PaddingOfOperands &padding) {
  for (Operation *op : group.ops) {
    auto reader = dyn_cast<linalg::LinalgOp>(op);
    if (!reader)
      continue;
    for (OpOperand *input : reader.getDpsInputOperands())
      if (auto pad = input->get().getDefiningOp<tensor::PadOp>())
        if (auto zeros = zerosWorthSkipping(reader, *input, pad))
          padding[input] = builder.getDenseI64ArrayAttr(*zeros);
  }
}

namespace {

/// Outlines one group.
class Outliner {
public:
  Outliner(const KernelGroup &group, const PaddingOfOperands &padding,
           OpBuilder &host)
      : group_(group), padding_(padding), host_(host) {}

  /// Makes the kernel's module (detached, named `name`) and launches it in
  /// front of the sink. Fails when the sizes of a result cannot be computed.
  FailureOr<dialect::DispatchOp> run(StringRef name) {
    Operation *sink = group_.sink();
    host_.setInsertionPoint(sink);
    if (failed(makeDestinations()))
      return failure();
    collectInputs();
    module_ = ModuleOp::create(host_.getUnknownLoc(), name);
    module_->setAttr(kRootAttr, host_.getStringAttr(group_.root()));
    buildFunction();

    auto dispatch = dialect::DispatchOp::create(
        host_, sink->getLoc(), sink->getResultTypes(), name,
        inputs_.getArrayRef(), destinations_, hasBarePointers_);
    sink->replaceAllUsesWith(dispatch.getResults());
    for (Operation *op : llvm::reverse(group_.ops))
      op->erase();
    return dispatch;
  }

  /// What run() made.
  ModuleOp kernel() { return module_; }

private:
  /// One empty tensor per result, of the size that the result will have.
  LogicalResult makeDestinations() {
    Operation *sink = group_.sink();
    if (auto pad = dyn_cast<tensor::PadOp>(sink))
      return addDestinationOf(pad);
    auto structured = cast<linalg::LinalgOp>(sink);
    for (OpOperand &init : structured.getDpsInitsMutable()) {
      Value base = destinationBase(init.get(), group_);
      auto type = cast<RankedTensorType>(base.getType());
      SmallVector<OpFoldResult> sizes;
      if (auto pad = base.getDefiningOp<tensor::PadOp>();
          pad && llvm::is_contained(group_.ops, pad)) {
        if (failed(addDestinationOf(pad)))
          return failure();
        continue;
      }
      if (auto empty = base.getDefiningOp<tensor::EmptyOp>())
        sizes = empty.getMixedSizes();
      else
        sizes = tensor::getMixedSizes(host_, sink->getLoc(), base);
      addDestination(type, sizes);
    }
    return success();
  }

  /// A pad of the group is gone when its size would be asked for, and so may be
  /// its source.
  LogicalResult addDestinationOf(tensor::PadOp pad) {
    Operation *source = pad.getSource().getDefiningOp();
    if (source && llvm::is_contained(group_.ops, source)) {
      SmallVector<OpFoldResult> own;
      if (tensor::EmptyOp memory = memoryOf(pad.getSource()))
        own = memory.getMixedSizes();
      else
        own = tensor::getMixedSizes(host_, pad.getLoc(), baseOf(pad));
      AffineExpr low, size, high;
      bindSymbols(host_.getContext(), low, size, high);
      SmallVector<OpFoldResult> sizes;
      for (auto [before, inside, after] :
           llvm::zip_equal(pad.getMixedLowPad(), own, pad.getMixedHighPad()))
        sizes.push_back(affine::makeComposedFoldedAffineApply(
            host_, pad.getLoc(), low + size + high, {before, inside, after}));
      addDestination(pad.getResultType(), sizes);
      return success();
    }
    ReifiedRankedShapedTypeDims sizes;
    if (failed(reifyResultShapes(host_, pad, sizes)))
      return failure();
    addDestination(pad.getResultType(), sizes.front());
    return success();
  }

  /// Where the source of a pad, which the group computes, begins: what it adds
  /// to if that is no new memory.
  Value baseOf(tensor::PadOp pad) {
    auto source = cast<OpResult>(pad.getSource());
    auto op = cast<linalg::LinalgOp>(source.getOwner());
    return destinationBase(
        op.getDpsInitOperand(source.getResultNumber())->get(), group_);
  }

  void addDestination(RankedTensorType type, ArrayRef<OpFoldResult> sizes) {
    SmallVector<Value> dynamic;
    for (auto [i, size] : llvm::enumerate(sizes))
      if (type.isDynamicDim(i))
        dynamic.push_back(getValueOrCreateConstantIndexOp(
            host_, group_.sink()->getLoc(), size));
    destinations_.push_back(
        tensor::EmptyOp::create(host_, group_.sink()->getLoc(), type, dynamic));
  }

  /// Inputs are numbered in the order in which the group reads them.
  void collectInputs() {
    for (Operation *op : group_.ops)
      for (Value value : operandsOf(op))
        collectInput(value);
  }

  void collectInput(Value value) {
    Operation *op = value.getDefiningOp();
    if (op && llvm::is_contained(group_.ops, op))
      return;
    if (op && isCheapProducer(op)) {
      if (!inner_.insert(op))
        return;
      for (Value operand : operandsOf(op))
        collectInput(operand);
      return;
    }
    inputs_.insert(value);
  }

  void buildFunction() {
    OpBuilder builder = OpBuilder::atBlockEnd(module_.getBody());
    Location loc = builder.getUnknownLoc();
    SmallVector<Type> types(ValueRange(inputs_.getArrayRef()).getTypes());
    llvm::append_range(types, ValueRange(destinations_).getTypes());
    auto function = func::FuncOp::create(
        builder, loc, kKernelFunction,
        builder.getFunctionType(types, ValueRange(destinations_).getTypes()));
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    for (auto [input, argument] : llvm::zip(inputs_, body->getArguments()))
      mapping_.map(input, argument);
    SmallVector<Value> targets(
        body->getArguments().take_back(destinations_.size()));

    SmallVector<Value> results;
    if (auto pad = dyn_cast<tensor::PadOp>(group_.sink())) {
      results.push_back(buildPad(builder, pad, targets.front()));
    } else {
      Operation *sink = cloneOps(builder, group_.ops);
      for (auto [init, target] : llvm::zip(
               cast<linalg::LinalgOp>(sink).getDpsInitsMutable(), targets))
        writeInto(builder, init, target);
      builder.setInsertionPointToEnd(body);
      llvm::append_range(results, sink->getResults());
    }
    func::ReturnOp::create(builder, loc, results);
    dropUnusedInputs(function);
    tellPadding(function);
    // Sizes that the kernel knows are not told: a call with a dozen values for
    // each tensor made the host program dearer to compile than its kernels.
    hasBarePointers_ = haveKnownSizes(function.getArgumentTypes());
    if (hasBarePointers_)
      function->setAttr("llvm.bareptr", builder.getUnitAttr());
  }

  static bool haveKnownSizes(TypeRange types) {
    return llvm::all_of(types, [](Type type) {
      auto shaped = dyn_cast<ShapedType>(type);
      // Upstream has no bare pointer to nothing.
      return !shaped || (shaped.hasStaticShape() &&
                         !llvm::is_contained(shaped.getShape(), 0));
    });
  }

  /// Copies ops of the group with their cheap producers; returns the last.
  Operation *cloneOps(OpBuilder &builder, ArrayRef<Operation *> ops) {
    Operation *last = nullptr;
    for (Operation *op : ops) {
      for (Value operand : operandsOf(op))
        cloneProducers(builder, operand);
      last = builder.clone(*op, mapping_);
    }
    return last;
  }

  /// Sizes that only the replaced empty tensors needed are inputs no more: a
  /// kernel must not differ from its equal by what it ignores.
  void dropUnusedInputs(func::FuncOp function) {
    Block &body = function.getBody().front();
    for (Operation &op : llvm::make_early_inc_range(llvm::reverse(body)))
      if (isOpTriviallyDead(&op))
        op.erase();
    SmallVector<Value> kept;
    llvm::BitVector unused(body.getNumArguments());
    for (auto [i, input] : llvm::enumerate(inputs_)) {
      if (body.getArgument(i).use_empty())
        unused.set(i);
      else
        kept.push_back(input);
    }
    (void)function.eraseArguments(unused);
    inputs_ = SetVector<Value>(kept.begin(), kept.end());
  }

  /// Arguments that others wrote between zeros say so (SkipPadding.cpp).
  void tellPadding(func::FuncOp function) {
    for (Operation *op : group_.ops)
      for (OpOperand &operand : op->getOpOperands())
        if (Attribute zeros = padding_.lookup(&operand))
          for (auto [number, input] : llvm::enumerate(inputs_))
            if (input == operand.get())
              function.setArgAttr(number, kZerosAttribute, zeros);
  }

  /// Lets the chain of destinations that ends in `init` begin in `target`.
  static void writeInto(OpBuilder &builder, OpOperand &init, Value target) {
    OpOperand *first = &init;
    while (auto producer = first->get().getDefiningOp<linalg::LinalgOp>()) {
      auto result = cast<OpResult>(first->get());
      if (!result.hasOneUse()) { // A fill that several results start from.
        builder.setInsertionPoint(producer);
        producer = cast<linalg::LinalgOp>(builder.clone(*producer));
        first->set(producer->getResult(result.getResultNumber()));
      }
      first = producer.getDpsInitOperand(result.getResultNumber());
    }
    auto owner = cast<linalg::LinalgOp>(first->getOwner());
    if (!first->get().getDefiningOp<tensor::EmptyOp>() &&
        owner.payloadUsesValueFromOperand(first)) {
      // The group adds to something: the destination starts as a copy of it.
      builder.setInsertionPoint(owner);
      target =
          linalg::CopyOp::create(builder, owner.getLoc(), first->get(), target)
              .getResult(0);
    }
    first->set(target);
  }

  /// Copies the cheap producers of `value` in front.
  void cloneProducers(OpBuilder &builder, Value value) {
    Operation *op = value.getDefiningOp();
    if (mapping_.contains(value) || !op || !inner_.contains(op))
      return;
    for (Value operand : operandsOf(op))
      cloneProducers(builder, operand);
    builder.clone(*op, mapping_);
  }

  /// Fills what lies around the source in `target`, and puts the source inside:
  /// a copy of it, or the ops that compute it.
  Value buildPad(OpBuilder &builder, tensor::PadOp pad, Value target) {
    Value padding = pad.getConstantPaddingValue();
    Location loc = builder.getUnknownLoc();
    if (padding.getParentRegion() == &pad.getRegion())
      padding = builder.clone(*padding.getDefiningOp(), mapping_)->getResult(0);
    else
      cloneProducers(builder, padding);
    for (Value operand : operandsOf(pad))
      if (operand != pad.getSource() || group_.ops.size() == 1)
        cloneProducers(builder, operand);
    padding = mapping_.lookupOrDefault(padding);
    SmallVector<OpFoldResult> offsets, sizes;
    for (OpFoldResult low : pad.getMixedLowPad())
      offsets.push_back(mapped(low));
    bool isComputed = group_.ops.size() > 1;
    if (isComputed) {
      if (tensor::EmptyOp memory = memoryOf(pad.getSource())) {
        cloneProducers(builder, memory);
        for (OpFoldResult size : memory.getMixedSizes())
          sizes.push_back(mapped(size));
      } else {
        Value base = baseOf(pad);
        cloneProducers(builder, base);
        sizes = tensor::getMixedSizes(builder, loc, mapping_.lookup(base));
      }
    } else {
      sizes =
          tensor::getMixedSizes(builder, loc, mapping_.lookup(pad.getSource()));
    }
    SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
    Value bordered = fillBorder(builder, pad, padding, target, offsets, sizes);
    Value source;
    if (isComputed) {
      Value inside = tensor::ExtractSliceOp::create(
          builder, loc, cast<RankedTensorType>(pad.getSource().getType()),
          bordered, offsets, sizes, strides);
      auto last = cast<linalg::LinalgOp>(
          cloneOps(builder, ArrayRef(group_.ops).drop_back()));
      Block *body = last->getBlock();
      writeInto(builder, *last.getDpsInitOperand(0), inside);
      builder.setInsertionPointToEnd(body);
      source = last->getResult(0);
    } else {
      source = mapping_.lookup(pad.getSource());
    }
    return tensor::InsertSliceOp::create(builder, loc, source, bordered,
                                         offsets, sizes, strides);
  }

  /// Slabs below and above `offsets` and `sizes`, one dimension after the
  /// other: those before are inside already, those behind whole.
  Value fillBorder(OpBuilder &builder, tensor::PadOp pad, Value padding,
                   Value target, ArrayRef<OpFoldResult> offsets,
                   ArrayRef<OpFoldResult> sizes) {
    Location loc = builder.getUnknownLoc();
    SmallVector<OpFoldResult> starts(offsets.size(), builder.getIndexAttr(0));
    SmallVector<OpFoldResult> counts =
        tensor::getMixedSizes(builder, loc, target);
    SmallVector<OpFoldResult> strides(offsets.size(), builder.getIndexAttr(1));
    AffineExpr a, b;
    bindSymbols(builder.getContext(), a, b);
    SmallVector<OpFoldResult> high = pad.getMixedHighPad();
    for (unsigned dim = 0; dim < offsets.size(); ++dim) {
      auto fill = [&](OpFoldResult start, OpFoldResult count) {
        if (isConstantIntValue(count, 0))
          return;
        starts[dim] = start;
        counts[dim] = count;
        Value slab = tensor::ExtractSliceOp::create(builder, loc, target,
                                                    starts, counts, strides);
        slab = linalg::FillOp::create(builder, loc, padding, slab).getResult(0);
        target = tensor::InsertSliceOp::create(builder, loc, slab, target,
                                               starts, counts, strides);
      };
      fill(builder.getIndexAttr(0), offsets[dim]);
      fill(affine::makeComposedFoldedAffineApply(builder, loc, a + b,
                                                 {offsets[dim], sizes[dim]}),
           mapped(high[dim]));
      starts[dim] = offsets[dim];
      counts[dim] = sizes[dim];
    }
    return target;
  }

  OpFoldResult mapped(OpFoldResult size) {
    auto value = dyn_cast<Value>(size);
    return value ? OpFoldResult(mapping_.lookup(value)) : size;
  }

  const KernelGroup &group_;
  const PaddingOfOperands &padding_;
  OpBuilder &host_;
  ModuleOp module_;
  SetVector<Value> inputs_;
  SetVector<Operation *> inner_; ///< Cheap producers that are copied.
  SmallVector<Value> destinations_;
  bool hasBarePointers_ = false;
  IRMapping mapping_;
};

struct FormKernels final : ingot::impl::FormKernelsBase<FormKernels> {
  using FormKernelsBase::FormKernelsBase;

  void runOnOperation() override {
    SmallVector<Block *> blocks;
    for (auto function : getOperation().getOps<func::FuncOp>())
      collectBlocks(function.getBody(), blocks);
    OpBuilder builder(&getContext());
    SymbolTable symbols(getOperation());
    auto isTaken = [&](StringRef name) { return symbols.lookup(name); };
    unsigned made = 0;
    llvm::MapVector<Attribute, DistinctKernels> distinct; // By target.
    for (Block *block : blocks) {
      SmallVector<KernelGroup> groups = groupKernels(*block);
      PaddingOfOperands padding;
      for (const KernelGroup &group : groups)
        collectPadding(group, builder, padding);
      for (const KernelGroup &group : groups) {
        Location loc = group.sink()->getLoc();
        // What is outlined here is not in `symbols`, but `made` only grows.
        auto name =
            SymbolTable::generateSymbolName<32>("ingot_group", isTaken, made);
        Outliner outliner(group, padding, builder);
        FailureOr<dialect::DispatchOp> launch = outliner.run(name);
        if (failed(launch)) {
          emitError(loc, "cannot tell the sizes of this op's results");
          return signalPassFailure();
        }
        auto function = block->getParent()->getParentOfType<func::FuncOp>();
        if (!function)
          function = cast<func::FuncOp>(block->getParentOp());
        addKernel(outliner.kernel(), *launch, function, distinct);
        ++numKernels;
      }
    }
  }

private:
  /// Adds the kernel that `launch` in `function` runs to the program, or lets
  /// it run an equal one for the same target. Equal layers have equal kernels,
  /// and every pass from here on would look at each of them.
  void addKernel(ModuleOp kernel, dialect::DispatchOp launch,
                 func::FuncOp function,
                 llvm::MapVector<Attribute, DistinctKernels> &distinct) {
    Attribute target = function->getAttr(kTargetAttr);
    ModuleOp first = distinct[target].firstOf(kernel);
    if (first != kernel) {
      launch.setKernelAttr(FlatSymbolRefAttr::get(first.getSymNameAttr()));
      kernel.erase();
      return;
    }
    if (target)
      kernel->setAttr(kTargetAttr, target);
    getOperation().push_back(kernel);
  }

  /// Blocks of the host program; the bodies of structured ops are not.
  static void collectBlocks(Region &region, SmallVectorImpl<Block *> &blocks) {
    for (Block &block : region) {
      blocks.push_back(&block);
      for (Operation &op : block)
        if (!isKernelOp(&op))
          for (Region &nested : op.getRegions())
            collectBlocks(nested, blocks);
    }
  }
};

} // namespace
