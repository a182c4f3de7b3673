//===- RunOnRepeats.cpp - passes once for equal layers --------------------===//
//
// Most of a plan's time goes to ops one by one, and a network of twelve equal
// layers has them twelve times. So a layer that is repeated (FindRepeats.h) is
// a function while passes run that need not see what stands around it, and is
// inlined behind them. Each copy then gets the places in the source that its
// own ops had, by which people are told of them.
//
//===----------------------------------------------------------------------===//

#include "pipeline/transforms/RunOnRepeats.h"
#include "pipeline/transforms/FindRepeats.h"
#include "pipeline/transforms/NestedPasses.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/SymbolTable.h"

namespace ingot {
#define GEN_PASS_DEF_RUNONREPEATS
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

namespace {

/// Where an op of the first copy stands in the source, and where that of
/// another one does.
using Places = llvm::DenseMap<Attribute, Attribute>;

/// On a call of such a function: the number of the copy that it stands for.
constexpr char kCopyAttr[] = "ingot.copy";

/// A function that stands for a repeat.
struct Outlined {
  std::string name;
  std::vector<Places> places; ///< Of each copy.
};

/// Copies what computes `value`, which is of constants, in front.
Value cloneConstant(Value value, OpBuilder &builder, IRMapping &mapping) {
  if (Value known = mapping.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  for (Value operand : op->getOperands())
    cloneConstant(operand, builder, mapping);
  builder.clone(*op, mapping);
  return mapping.lookup(value);
}

Places placesOf(const std::vector<Operation *> &first,
                const std::vector<Operation *> &other) {
  std::vector<LocationAttr> from, to;
  auto collect = [](Operation *op, std::vector<LocationAttr> &places) {
    op->walk<WalkOrder::PreOrder>(
        [&](Operation *inner) { places.push_back(inner->getLoc()); });
  };
  for (auto [one, two] : llvm::zip_equal(first, other)) {
    collect(one, from);
    collect(two, to);
  }
  Places places;
  for (auto [one, two] : llvm::zip_equal(from, to))
    if (!isa<UnknownLoc>(one))
      places.try_emplace(one, two);
  return places;
}

func::FuncOp makeFunction(const Repeat &repeat, SymbolTable &symbols) {
  auto around = repeat.copies.front().front()->getParentOfType<func::FuncOp>();
  OpBuilder builder(around->getContext());
  Location loc = around.getLoc();
  SmallVector<Type> inputs(ValueRange(repeat.inputs.front()).getTypes()),
      outputs;
  for (OpResult output : repeat.outputs)
    outputs.push_back(output.getType());
  auto function = func::FuncOp::create(
      loc, "ingot_repeat", builder.getFunctionType(inputs, outputs));
  function.setPrivate();
  function.setNoInline(true);
  Block *body = function.addEntryBlock();
  IRMapping mapping;
  mapping.map(repeat.inputs.front(), body->getArguments());
  builder.setInsertionPointToStart(body);
  for (Operation *op : repeat.copies.front()) {
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!mapping.contains(operand) && isOfConstants(operand) &&
            !op->isAncestor(operand.getDefiningOp()))
          cloneConstant(operand, builder, mapping);
    });
    builder.clone(*op, mapping);
  }
  SmallVector<Value> results;
  for (OpResult output : repeat.outputs)
    results.push_back(mapping.lookup(output));
  func::ReturnOp::create(builder, loc, results);
  symbols.insert(function); // Renames it if the name is taken.
  return function;
}

/// Puts a call of `function` in the place of each copy. `replaced` maps results
/// of copies that are gone.
void outline(const Repeat &repeat, func::FuncOp function, IRMapping &replaced) {
  for (size_t number = 0; number < repeat.copies.size(); ++number) {
    const std::vector<Operation *> &copy = repeat.copies[number];
    OpBuilder builder(copy.back()->getContext());
    builder.setInsertionPointAfter(copy.back());
    SmallVector<Value> operands;
    for (Value input : repeat.inputs[number])
      operands.push_back(replaced.lookupOrDefault(input));
    auto call = func::CallOp::create(builder, copy.back()->getLoc(), function,
                                     operands);
    call.setNoInline(true);
    call->setAttr(kCopyAttr, builder.getI64IntegerAttr(number));
    llvm::DenseMap<Operation *, Operation *> own;
    for (auto [one, two] : llvm::zip_equal(repeat.copies.front(), copy))
      own[one] = two;
    for (auto [output, result] :
         llvm::zip_equal(repeat.outputs, call.getResults())) {
      Value value = own[output.getOwner()]->getResult(output.getResultNumber());
      replaced.map(value, result);
      value.replaceUsesWithIf(result, [&](OpOperand &use) {
        return call->isBeforeInBlock(
            call->getBlock()->findAncestorOpInBlock(*use.getOwner()));
      });
    }
  }
  for (const std::vector<Operation *> &copy : repeat.copies)
    for (Operation *op : llvm::reverse(copy))
      op->erase();
}

/// Puts the body of its function in the place of a call.
void inlineCall(func::CallOp call, func::FuncOp function,
                const Places &places) {
  AttrTypeReplacer replacer;
  replacer.addReplacement([&](LocationAttr place) -> std::optional<Attribute> {
    auto own = places.find(place);
    return own == places.end() ? std::nullopt : std::optional(own->second);
  });
  OpBuilder builder(call);
  IRMapping mapping;
  Block &body = function.getBody().front();
  mapping.map(body.getArguments(), call.getOperands());
  for (Operation &op : body.without_terminator()) {
    Operation *clone = builder.clone(op, mapping);
    clone->walk([&](Operation *inner) {
      inner->setLoc(cast<LocationAttr>(replacer.replace(inner->getLoc())));
    });
  }
  for (auto [result, value] :
       llvm::zip_equal(call.getResults(), body.getTerminator()->getOperands()))
    result.replaceAllUsesWith(mapping.lookupOrDefault(value));
  call.erase();
}

struct RunOnRepeats final : ingot::impl::RunOnRepeatsBase<RunOnRepeats> {
  using RunOnRepeatsBase::RunOnRepeatsBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    getDialectsOfPasses(pipeline, passes, registry);
    registry.insert<func::FuncDialect>();
  }

  LogicalResult initialize(MLIRContext *) override {
    return parsePasses(pipeline, passes);
  }

  void runOnOperation() override {
    ModuleOp module = getOperation();
    std::vector<Outlined> all;
    for (auto function : llvm::to_vector(module.getOps<func::FuncOp>()))
      if (function.getBody().hasOneBlock())
        outlineAll(function, all);
    if (failed(runPipeline(passes, module)))
      return signalPassFailure();
    inlineAll(module, all);
  }

private:
  static void outlineAll(func::FuncOp around, std::vector<Outlined> &all) {
    std::vector<Repeat> repeats = findRepeats(around.getBody().front());
    if (repeats.empty())
      return;
    SymbolTable symbols(around->getParentOfType<ModuleOp>());
    std::vector<func::FuncOp> functions;
    // All of them first: they copy constants out of each other's ops.
    for (const Repeat &repeat : repeats) {
      functions.push_back(makeFunction(repeat, symbols));
      Outlined &outlined =
          all.emplace_back(Outlined{functions.back().getSymName().str(), {}});
      for (const std::vector<Operation *> &copy : repeat.copies)
        outlined.places.push_back(placesOf(repeat.copies.front(), copy));
    }
    IRMapping replaced;
    for (auto [repeat, function] : llvm::zip_equal(repeats, functions))
      outline(repeat, function, replaced);
  }

  /// The passes may have copied callers, or dropped them.
  static void inlineAll(ModuleOp module, ArrayRef<Outlined> all) {
    if (all.empty())
      return;
    llvm::StringMap<SmallVector<func::CallOp>> calls;
    module.walk(
        [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
    SymbolTable symbols(module);
    const Places none;
    for (const Outlined &outlined : all) {
      auto function = symbols.lookup<func::FuncOp>(outlined.name);
      if (!function)
        continue;
      for (func::CallOp call : calls[outlined.name]) {
        auto number = call->getAttrOfType<IntegerAttr>(kCopyAttr);
        inlineCall(call, function,
                   number ? outlined.places[number.getInt()] : none);
      }
      symbols.erase(function);
    }
  }

public:
  OpPassManager passes{ModuleOp::getOperationName()};
};

} // namespace

void ingot::addOnRepeats(OpPassManager &pm, const OpPassManager &passes) {
  auto pass =
      std::make_unique<RunOnRepeats>(RunOnRepeatsOptions{textOfPasses(passes)});
  pass->passes = passes;
  pm.addPass(std::move(pass));
}
