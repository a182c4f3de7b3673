//===- Conversion.cpp - operators by custom ops, in the whole module ------===//
//
// An operator is described completely (describeOperator) before the program is
// changed. If the contract in README.md has no form for it, what was made so
// far is erased, and the op keeps the reason in `ingot.unconverted`, which
// ingot-check-supported reports. Operators are visited in the order of the
// program: one that a custom op feeds takes the tensor that this gives.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/TorchCustomOps/Constants.h"
#include "pipeline/conversion/TorchCustomOps/CustomOp.h"
#include "pipeline/conversion/TorchCustomOps/OperatorNames.h"
#include "pipeline/dialects/torch/TorchConversionOps.h"
#include "pipeline/dialects/torch/TorchOps.h"
#include "pipeline/dialects/torch/UnknownOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

CustomOpDialect::~CustomOpDialect() = default;

namespace {

/// What was made for an op that then turned out to have no form.
struct InsertedOps final : OpBuilder::Listener {
  SmallVector<Operation *> ops;
  void notifyOperationInserted(Operation *op, OpBuilder::InsertPoint) override {
    ops.push_back(op);
  }
  void discard() {
    for (Operation *op : llvm::reverse(ops))
      op->erase();
    ops.clear();
  }
};

} // namespace

/// Users of a value of torch that are converted already take the tensor itself;
/// the others see the value.
static void replaceValue(Value value, Value tensor, OpBuilder &builder,
                         const CustomOpDialect &dialect) {
  for (Operation *user : llvm::make_early_inc_range(value.getUsers()))
    if (isa<ToBuiltinTensorOp, UnrealizedConversionCastOp>(user) &&
        user->getNumOperands() == 1 &&
        user->getResultTypes() == TypeRange(tensor.getType())) {
      user->getResult(0).replaceAllUsesWith(tensor);
      user->erase();
    }
  if (!value.use_empty())
    value.replaceAllUsesWith(
        dialect.fromTensor(builder, value.getLoc(), tensor, value.getType()));
}

/// The values that an op gives, without those that nobody wants, lists element
/// by element: the results of the custom op.
static SmallVector<Value> wantedResults(Operation *op) {
  SmallVector<Value> values;
  for (OpResult result : op->getResults()) {
    if (isa<torch::NoneType>(result.getType()))
      continue;
    if (isa<ListType>(result.getType()))
      llvm::append_range(values, (*result.user_begin())->getResults());
    else
      values.push_back(result);
  }
  return values;
}

static void eraseWithUnpacks(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (isa<ListType>(result.getType()))
      (*result.user_begin())->erase();
    if (result.use_empty())
      continue;
    // A result that nobody wants may still be returned, as None.
    OpBuilder builder(op);
    result.replaceAllUsesWith(ConstantNoneOp::create(builder, op->getLoc()));
  }
  op->erase();
}

static void convert(Operation *op, CustomForm form,
                    const CustomOpDialect &dialect) {
  InsertedOps inserted;
  OpBuilder builder(op);
  builder.setListener(&inserted);
  std::string why;
  std::optional<CustomOp> custom =
      describeOperator(TorchOp(op), form, dialect, builder, why);
  if (!custom) {
    inserted.discard();
    // What a conversion said before is of use as well.
    auto before = op->getAttrOfType<StringAttr>("ingot.unconverted");
    std::string text = "it cannot be a custom op: " + why;
    if (before)
      text = before.str() + "; " + text;
    op->setAttr("ingot.unconverted", builder.getStringAttr(text));
    return;
  }
  Operation *made = dialect.create(builder, op->getLoc(), *custom);
  for (auto [value, tensor] :
       llvm::zip_equal(wantedResults(op), made->getResults()))
    replaceValue(value, tensor, builder, dialect);
  eraseWithUnpacks(op);
}

/// Lists of legal ops say `torch.onnx.Gemm`, programs `onnx.Gemm`.
static StringRef withoutTorch(StringRef name) {
  name.consume_front("torch.");
  return name;
}

/// Names of the table, and of libraries that the table knows nothing of.
static LogicalResult collectNames(MLIRContext *context,
                                  ArrayRef<std::string> names,
                                  llvm::StringSet<> &wanted) {
  for (StringRef name : names) {
    if (const Schema *schema = findSchema(name)) {
      wanted.insert(withoutTorch(schema->opName));
      continue;
    }
    if (name == "*" || isForeignName(name)) {
      wanted.insert(withoutTorch(name));
      continue;
    }
    context->getOrLoadDialect<TorchDialect>();
    return reportUnknownOp(
        [&] {
          return mlir::emitError(UnknownLoc::get(context))
                 << "ops-to-convert: '" << name << "' ";
        },
        context, name);
  }
  return success();
}

LogicalResult ingot::torch::convertToCustomOps(ModuleOp module,
                                               ArrayRef<std::string> names,
                                               CustomForm form,
                                               const CustomOpDialect &dialect) {
  MLIRContext *context = module.getContext();
  llvm::StringSet<> wanted;
  if (failed(collectNames(context, names, wanted)))
    return failure();
  if (wanted.empty() || !context->getLoadedDialect<TorchDialect>())
    return success();
  // In the order of the program: what an operator gives may be what the next
  // one is asked about.
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa_and_nonnull<TorchDialect>(op->getDialect()) && isOperator(op) &&
        (wanted.contains("*") ||
         wanted.contains(withoutTorch(operatorName(op)))))
      ops.push_back(op);
  });
  for (Operation *op : ops)
    convert(op, form, dialect);
  // Lists and constants that only these ops used.
  IRRewriter rewriter(context);
  for (auto function : module.getOps<func::FuncOp>())
    (void)runRegionDCE(rewriter, function->getRegions());
  return success();
}
