//===- ControlFlowOps.cpp - branches, loops, calculations -----------------===//
//
// prim.Loop serves `for` and `while`: its body yields whether to go on.
// isForLike() tells the first kind, which conversions can make a loop with a
// known end.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/TorchOp.h"
#include "pipeline/dialects/torch/TorchOps.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::torch;

/// `()`, `T` or `(T, U)`.
static ParseResult parseListedTypes(OpAsmParser &parser,
                                    SmallVectorImpl<Type> &types) {
  if (succeeded(parser.parseOptionalLParen())) {
    if (succeeded(parser.parseOptionalRParen()))
      return success();
    return failure(parser.parseTypeList(types) || parser.parseRParen());
  }
  return parser.parseType(types.emplace_back());
}

static void printListedTypes(OpAsmPrinter &printer, Operation *,
                             TypeRange types) {
  printer << '(' << types << ')';
}

#define GET_OP_CLASSES
#include "pipeline/dialects/torch/ControlFlowOps.cpp.inc"

void TorchDialect::addControlFlowOps() {
  addOperations<
#define GET_OP_LIST
#include "pipeline/dialects/torch/ControlFlowOps.cpp.inc"
      >();
}

static LogicalResult verifyTypes(Operation *op, TypeRange given,
                                 TypeRange wanted, StringRef what) {
  if (given.size() != wanted.size() ||
      !llvm::all_of_zip(given, wanted, areCompatible))
    return op->emitOpError()
           << what << " (" << given << "), expected (" << wanted << ")";
  return success();
}

LogicalResult PrimIfOp::verifyRegions() {
  for (Region *region : getRegions()) {
    auto yield = dyn_cast<PrimIfYieldOp>(region->front().getTerminator());
    if (!yield)
      return emitOpError() << "has regions that end with torch.prim.If.yield";
    if (failed(verifyTypes(yield, yield.getResults().getTypes(),
                           getResultTypes(), "yields")))
      return failure();
    if (region->getNumArguments() != 0)
      return emitOpError() << "has regions without arguments";
  }
  return success();
}

LogicalResult PrimLoopOp::verifyRegions() {
  Block &body = getRegion().front();
  auto condition = dyn_cast<PrimLoopConditionOp>(body.getTerminator());
  if (!condition)
    return emitOpError() << "has a region that ends with "
                            "torch.prim.Loop.condition";
  if (body.getNumArguments() == 0 ||
      !isa<IntType>(body.getArgument(0).getType()))
    return emitOpError() << "has a region whose first argument is the number "
                            "of the iteration, an int";
  TypeRange carried = getIterArgsInit().getTypes();
  TypeRange arguments = body.getArgumentTypes();
  return failure(
      failed(verifyTypes(*this, arguments.drop_front(), carried,
                         "has a region that carries")) ||
      failed(verifyTypes(*this, getResultTypes(), carried, "results in")) ||
      failed(verifyTypes(condition, condition.getIterArgs().getTypes(), carried,
                         "carries")));
}

bool PrimLoopOp::isForLike() {
  auto condition =
      cast<PrimLoopConditionOp>(getRegion().front().getTerminator());
  return matchBool(getInitialCondition()) == true &&
         matchBool(condition.getShouldContinue()) == true;
}
