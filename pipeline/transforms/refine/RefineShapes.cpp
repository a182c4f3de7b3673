//===- RefineShapes.cpp - sizes known before run time, followed -----------===//
//
// Programs for any size compute sizes with ops, and pass them to dynamic ops.
// With the sizes of the arguments known, all of that can be done while
// compiling. Ops are visited in order, so operands are refined before the ops
// that take them:
//
//   an op on constant sizes becomes a constant  (EvaluateSizes.h)
//   a dynamic op becomes its static form        (StaticForms.h)
//   any other gets the types that follow        (InferTypes.h)
//   a call gets a copy of the function for its types and constants
//   a loop is tried with the types of its operands, then with fewer sizes
//
// This is an interpretation from the entry point on and not a set of patterns:
// a greedy driver would visit an op before its operands are done, and a
// function must be copied for each combination of sizes that it is called with.
// Work is bounded: kMaxCopies copies of functions, kMaxTries for a loop, which
// is cloned for each try, because refining changes it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/chlo/ChloOps.h"
#include "pipeline/dialects/stablehlo/InferTypes.h"
#include "pipeline/dialects/stablehlo/Verify.h"
#include "pipeline/transforms/Passes.h"
#include "pipeline/transforms/refine/EvaluateSizes.h"
#include "pipeline/transforms/refine/StaticForms.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace ingot {
#define GEN_PASS_DEF_REFINESHAPES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using namespace ingot::stablehlo;

namespace {

/// Copies of functions that one module may get; calls beyond stay as they are.
constexpr size_t kMaxCopies = 1000;
/// How often a loop is tried before it keeps the types it was written with.
constexpr int kMaxTries = 4;

bool isDynamic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && !tensor.hasStaticShape();
}

/// The sizes that two types share; those in which `other` differs are not
/// known. Anything but tensors is `type`.
Type join(Type type, Type other) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto otherTensor = dyn_cast<RankedTensorType>(other);
  if (!tensor || !otherTensor || type == other ||
      tensor.getRank() != otherTensor.getRank())
    return type;
  Shape shape(tensor.getShape());
  for (auto [size, known] : llvm::zip(shape, otherTensor.getShape()))
    if (size != known)
      size = ShapedType::kDynamic;
  return RankedTensorType::get(shape, tensor.getElementType());
}

/// `written` with what `found` knows more; `written` where they contradict.
Type refineBy(Type written, Type found) {
  auto tensor = dyn_cast<RankedTensorType>(found);
  Type refined = tensor ? refineType(written, tensor.getShape()) : Type();
  return refined ? refined : written;
}

class Refiner {
public:
  explicit Refiner(ModuleOp module) : module_(module), symbols_(module) {}

  LogicalResult run() {
    shieldForeignUses();
    for (auto function : llvm::to_vector(module_.getOps<func::FuncOp>()))
      if (function.isPublic() && !function.isDeclaration() &&
          failed(refineFunction(function)))
        return failure();
    eraseUnused();
    eraseShields();
    return success();
  }

private:
  /// Sizes, and what they were computed from.
  static void eraseUnusedConstants(Operation *root) {
    root->walk([](ConstantOp constant) {
      if (constant->use_empty())
        constant.erase();
    });
  }

  /// What follows its operands' types: StableHLO, and what import leaves of
  /// CHLO.
  static bool hasRules(Operation *op) {
    return isa_and_present<StablehloDialect>(op->getDialect()) ||
           isa<ingot::chlo::ErfOp>(op);
  }

  /// Ops of other dialects keep the types they were verified with.
  /// Refining a value changes its type under all its users, and only some ops
  /// have rules for that.
  void shieldForeignUses() {
    auto shield = [](Value value) {
      if (!isDynamic(value.getType()))
        return;
      for (OpOperand &use : llvm::make_early_inc_range(value.getUses())) {
        Operation *user = use.getOwner();
        bool isReturn =
            isa<func::ReturnOp>(user) && user->getParentRegion()->hasOneBlock();
        if (isReturn || isa<func::CallOp, tensor::CastOp>(user) ||
            hasRules(user))
          continue;
        OpBuilder builder(user);
        use.set(tensor::CastOp::create(builder, user->getLoc(), value.getType(),
                                       value));
      }
    };
    module_.walk([&](Operation *op) {
      for (Value result : op->getResults())
        shield(result);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (BlockArgument argument : block.getArguments())
            shield(argument);
    });
  }

  /// Those behind which nothing became known.
  void eraseShields() {
    module_.walk([](tensor::CastOp cast) {
      if (cast.getSource().getType() == cast.getType()) {
        cast.replaceAllUsesWith(cast.getSource());
        cast.erase();
      }
    });
  }

  LogicalResult refineFunction(func::FuncOp function) {
    active_.push_back(function);
    LogicalResult result = refineRegion(function.getBody());
    active_.pop_back();
    if (failed(result))
      return failure();
    eraseUnusedConstants(function);
    SmallVector<Type> results(function.getResultTypes());
    if (function.getBody().hasOneBlock())
      results.assign(
          function.getBody().front().getTerminator()->operand_type_begin(),
          function.getBody().front().getTerminator()->operand_type_end());
    function.setType(FunctionType::get(
        function.getContext(), function.getBody().getArgumentTypes(), results));
    return success();
  }

  LogicalResult refineRegion(Region &region) {
    for (Block &block : region)
      for (Operation &op : llvm::make_early_inc_range(block))
        if (failed(refineOp(&op)))
          return failure();
    return success();
  }

  LogicalResult refineOp(Operation *op) {
    if (auto call = dyn_cast<func::CallOp>(op))
      return refineCall(call, call.getCalleeAttr(), [&](func::FuncOp copy) {
        call.setCalleeAttr(FlatSymbolRefAttr::get(copy));
      });
    if (auto call = dyn_cast<CompositeOp>(op))
      return refineCall(
          call, call.getDecompositionAttr(), [&](func::FuncOp copy) {
            call.setDecompositionAttr(FlatSymbolRefAttr::get(copy));
          });
    if (auto loop = dyn_cast<WhileOp>(op))
      return refineLoop(loop);
    if (isa<IfOp, CaseOp>(op))
      return refineBranches(op);
    if (!hasRules(op)) {
      for (Region &region : op->getRegions())
        if (failed(refineRegion(region)))
          return failure();
      return success();
    }
    return refineStablehlo(op);
  }

  LogicalResult refineStablehlo(Operation *op) {
    if (isa<CustomCallOp>(op))
      return failure(refineCustomCall(op) == Rewrite::kFailed);
    FailureOr<SmallVector<Type>> types = inferTypes(op);
    if (failed(types))
      return failure();
    for (auto [result, type] : llvm::zip(op->getResults(), *types))
      result.setType(type);
    if (replaceByConstant(op) || op->hasTrait<OpTrait::IsTerminator>())
      return success();
    Operation *next = op->getNextNode();
    Rewrite rewrite = replaceByStaticForm(op);
    // The static form stands in the place of the op and may be a constant.
    if (rewrite == Rewrite::kReplaced)
      if (Operation *created = next->getPrevNode())
        replaceByConstant(created);
    return failure(rewrite == Rewrite::kFailed);
  }

  static bool replaceByConstant(Operation *op) {
    DenseElementsAttr sizes = evaluateSizes(op);
    if (!sizes)
      return false;
    OpBuilder builder(op);
    auto constant = ConstantOp::create(builder, op->getLoc(), sizes);
    op->replaceAllUsesWith(constant->getResults());
    op->erase();
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Calls
  //===--------------------------------------------------------------------===//

  using Key = std::pair<Operation *, SmallVector<Attribute>>;

  /// What makes a copy: the types of the operands, and constant sizes.
  static SmallVector<Attribute> signatureOf(Operation *call) {
    SmallVector<Attribute> signature;
    for (Value operand : call->getOperands()) {
      Attribute sizes = constantOf(operand);
      signature.push_back(sizes ? sizes : TypeAttr::get(operand.getType()));
    }
    return signature;
  }

  /// A constant that may be a size: a few integers.
  static Attribute constantOf(Value value) {
    auto constant = value.getDefiningOp<ConstantOp>();
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return constant && type && isa<IntegerType>(type.getElementType()) &&
                   type.getRank() <= 1 && type.getNumElements() <= 64
               ? Attribute(constant.getValue())
               : Attribute();
  }

  LogicalResult refineCall(Operation *call, FlatSymbolRefAttr callee,
                           llvm::function_ref<void(func::FuncOp)> retarget) {
    auto function = symbols_.lookup<func::FuncOp>(callee.getAttr());
    bool canCopy = function && !function.isDeclaration() &&
                   !llvm::is_contained(active_, function) &&
                   llvm::none_of(active_, [&](func::FuncOp copy) {
                     return origins_.lookup(copy) == function;
                   });
    func::FuncOp copy;
    if (canCopy) {
      auto signature = signatureOf(call);
      func::FuncOp &known =
          copies_[{function, ArrayAttr::get(call->getContext(), signature)}];
      if (!known && numCopies_ < kMaxCopies) {
        // `known` does not stay where it is while the copy is refined.
        copy = copyFor(function, call);
        if (failed(refineFunction(copy)))
          return failure();
        copies_[{function, ArrayAttr::get(call->getContext(), signature)}] =
            copy;
      } else {
        copy = known;
      }
    }
    if (!copy)
      return keepCall(call, function);
    retarget(copy);
    for (auto [result, type] :
         llvm::zip(call->getResults(), copy.getResultTypes()))
      result.setType(type);
    takeConstants(call, copy);
    return success();
  }

  /// Sizes that a function returns are constants where it is called.
  static void takeConstants(Operation *call, func::FuncOp function) {
    if (!function.getBody().hasOneBlock())
      return;
    OpBuilder builder(call);
    Operation *end = function.getBody().front().getTerminator();
    for (auto [result, value] :
         llvm::zip(call->getResults(), end->getOperands()))
      if (Attribute sizes = constantOf(value))
        result.replaceAllUsesWith(ConstantOp::create(
            builder, call->getLoc(), cast<ElementsAttr>(sizes)));
    bool isOnlySizes =
        llvm::all_of(function.getBody().front().without_terminator(),
                     [](Operation &op) { return isa<ConstantOp>(op); });
    if (isOnlySizes && call->use_empty())
      call->erase();
  }

  /// A function like `function` with the operands' types and constants.
  func::FuncOp copyFor(func::FuncOp function, Operation *call) {
    ++numCopies_;
    func::FuncOp copy = function.clone();
    copy.setPrivate();
    symbols_.insert(copy, ++Block::iterator(function));
    origins_[copy] = function;
    Block &body = copy.getBody().front();
    OpBuilder builder = OpBuilder::atBlockBegin(&body);
    for (auto [argument, operand] :
         llvm::zip(body.getArguments(), call->getOperands())) {
      argument.setType(operand.getType());
      if (Attribute sizes = constantOf(operand))
        argument.replaceAllUsesWith(ConstantOp::create(
            builder, call->getLoc(), cast<ElementsAttr>(sizes)));
    }
    copy.setType(FunctionType::get(copy.getContext(), body.getArgumentTypes(),
                                   copy.getResultTypes()));
    return copy;
  }

  /// A call of a function that is not copied has the types it was written with.
  /// The function has, too, unless it is public.
  static LogicalResult keepCall(Operation *call, func::FuncOp function) {
    if (!function)
      return success();
    if (function.isPublic())
      return call->emitOpError() << "calls '" << function.getName()
                                 << "', which is an entry point that is not "
                                    "done yet, or one call too many";
    OpBuilder builder(call);
    for (auto [operand, type] :
         llvm::zip(call->getOpOperands(), function.getArgumentTypes()))
      if (operand.get().getType() != type)
        operand.set(tensor::CastOp::create(builder, call->getLoc(), type,
                                           operand.get()));
    return success();
  }

  /// Functions whose calls now go to copies, and copies of loops that were
  /// given up.
  void eraseUnused() {
    bool erasedAny = true;
    while (erasedAny) {
      erasedAny = false;
      for (auto function : llvm::to_vector(module_.getOps<func::FuncOp>())) {
        bool isOurs = origins_.contains(function) ||
                      llvm::any_of(origins_, [&](auto &entry) {
                        return entry.second == function;
                      });
        if (!isOurs || function.isPublic() ||
            !SymbolTable::symbolKnownUseEmpty(function, module_))
          continue;
        origins_.erase(function);
        symbols_.erase(function);
        erasedAny = true;
      }
    }
  }

  //===--------------------------------------------------------------------===//
  // Control flow
  //===--------------------------------------------------------------------===//

  static OperandRange returnedBy(Region &region) {
    return region.front().getTerminator()->getOperands();
  }

  LogicalResult refineBranches(Operation *op) {
    for (Region &region : op->getRegions())
      if (failed(refineRegion(region)))
        return failure();
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      Type common = returnedBy(op->getRegion(0))[i].getType();
      for (Region &region : op->getRegions().drop_front())
        common = join(common, returnedBy(region)[i].getType());
      result.setType(refineBy(result.getType(), common));
    }
    return success();
  }

  /// What a loop hands on unchanged is what it was given.
  static void bypassInvariants(WhileOp loop) {
    for (auto [i, operand] : llvm::enumerate(loop.getOperands())) {
      BlockArgument argument = loop.getBody().getArgument(i);
      if (returnedBy(loop.getBody())[i] != argument)
        continue;
      argument.replaceAllUsesExcept(operand,
                                    loop.getBody().front().getTerminator());
      loop.getCond().getArgument(i).replaceAllUsesWith(operand);
    }
  }

  LogicalResult refineLoop(WhileOp loop) {
    bypassInvariants(loop);
    SmallVector<Type> written(loop.getBody().getArgumentTypes());
    SmallVector<Type> types;
    for (auto [type, operand] : llvm::zip(written, loop.getOperands()))
      types.push_back(refineBy(type, operand.getType()));
    OpBuilder builder(loop);
    for (int tries = 0;; ++tries) {
      bool isLast = tries == kMaxTries;
      auto attempt = cast<WhileOp>(builder.clone(*loop));
      FailureOr<bool> fits = isLast ? tryLoop(attempt, types = written, written)
                                    : tryQuietly(attempt, types, written);
      if (isLast && failed(fits))
        return failure();
      if (isLast || (succeeded(fits) && *fits)) {
        loop->replaceAllUsesWith(attempt->getResults());
        loop->erase();
        return success();
      }
      attempt->erase();
      if (failed(fits))
        types = written;
    }
  }

  /// A fault may come from types that the loop does not keep.
  FailureOr<bool> tryQuietly(WhileOp loop, SmallVector<Type> &types,
                             ArrayRef<Type> written) {
    ScopedDiagnosticHandler quiet(module_.getContext(),
                                  [](Diagnostic &) { return success(); });
    return tryLoop(loop, types, written);
  }

  /// Refines the regions of `loop` with arguments of `types`. Where the body
  /// returns other sizes, `types` loses them; those `written` stay.
  FailureOr<bool> tryLoop(WhileOp loop, SmallVector<Type> &types,
                          ArrayRef<Type> written) {
    for (Region *region : {&loop.getCond(), &loop.getBody()}) {
      for (auto [argument, type] : llvm::zip(region->getArguments(), types))
        argument.setType(type);
      if (failed(refineRegion(*region)))
        return failure();
    }
    bool fits = true;
    for (auto [i, type] : llvm::enumerate(types)) {
      Type returned = returnedBy(loop.getBody())[i].getType();
      Type common = refineBy(written[i], join(type, returned));
      fits &= common == type;
      type = common;
    }
    if (fits)
      for (auto [result, type] : llvm::zip(loop.getResults(), types))
        result.setType(refineBy(result.getType(), type));
    return fits;
  }

  ModuleOp module_;
  SymbolTable symbols_;
  /// Functions that are being refined: a call of one of them is a recursion.
  SmallVector<func::FuncOp> active_;
  llvm::DenseMap<std::pair<Operation *, Attribute>, func::FuncOp> copies_;
  llvm::MapVector<Operation *, func::FuncOp> origins_;
  size_t numCopies_ = 0;
};

struct RefineShapes final : ingot::impl::RefineShapesBase<RefineShapes> {
  using RefineShapesBase::RefineShapesBase;

  void runOnOperation() override {
    if (failed(setArgumentTypes()))
      return signalPassFailure();
    // Given types may be those of results as well, though no op has sizes left
    // to find.
    bool isRefined = !argumentTypes.empty() ||
                     getOperation()
                         .walk([](Operation *op) {
                           return isDynamicForm(op) ? WalkResult::interrupt()
                                                    : WalkResult::advance();
                         })
                         .wasInterrupted();
    if (isRefined && failed(Refiner(getOperation()).run()))
      signalPassFailure();
  }

private:
  /// The public function `main`, or the only public one.
  FailureOr<func::FuncOp> entryFunction() {
    SmallVector<func::FuncOp> entries;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.isPublic() || function.isDeclaration())
        continue;
      if (function.getName() == "main")
        return function;
      entries.push_back(function);
    }
    if (entries.size() == 1)
      return entries.front();
    return getOperation().emitError()
           << "types of arguments are given, but of " << entries.size()
           << " public functions none is named 'main'";
  }

  LogicalResult setArgumentTypes() {
    if (argumentTypes.empty())
      return success();
    FailureOr<func::FuncOp> entry = entryFunction();
    if (failed(entry))
      return failure();
    func::FuncOp function = *entry;
    FailureOr<SmallVector<Type>> types = readTypes(function);
    if (failed(types))
      return failure();
    if (types->size() != function.getNumArguments())
      return function.emitError()
             << "'" << function.getName() << "' has "
             << function.getNumArguments() << " arguments, but types of "
             << types->size() << " are given";
    for (auto [i, type] : llvm::enumerate(*types))
      if (failed(setArgumentType(function, i, type)))
        return failure();
    function.setType(function.getFunctionType().clone(
        function.getBody().getArgumentTypes(), function.getResultTypes()));
    return success();
  }

  /// Those of the function's arguments: a sequence has one for each type of its
  /// tuple, an optional without a value none.
  FailureOr<SmallVector<Type>> readTypes(func::FuncOp function) {
    SmallVector<Type> types;
    for (auto [i, text] : llvm::enumerate(argumentTypes)) {
      Type type = parseType(text, function.getContext());
      if (!type)
        return function.emitError() << "'" << text << "', given for argument "
                                    << i << ", is no type";
      if (auto tuple = dyn_cast<TupleType>(type))
        tuple.getFlattenedTypes(types);
      else if (!isa<NoneType>(type))
        types.push_back(type);
    }
    return types;
  }

  static LogicalResult setArgumentType(func::FuncOp function, unsigned i,
                                       Type type) {
    BlockArgument argument = function.getArgument(i);
    // Either may know a size that the other leaves open.
    Type refined = refineBy(argument.getType(), type);
    if (refineBy(type, refined) != refined)
      return function.emitError()
             << "argument " << i << " of '" << function.getName()
             << "' has type " << argument.getType() << ", which cannot be "
             << type;
    argument.setType(refined);
    return success();
  }
};

} // namespace
