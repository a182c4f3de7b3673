//===- MathCalls.cpp - declarations on first use --------------------------===//

#include "pipeline/codegen/MathCalls.h"
#include "pipeline/mathlib/MathLibrary.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;

ValueRange ingot::MathCalls::call(OpBuilder &builder, Location loc,
                                  StringRef name, TypeRange results,
                                  ValueRange arguments) {
  std::string symbol = (pipeline::kMathPrefix + name).str();
  auto function = symbols_.lookup<func::FuncOp>(symbol);
  if (!function) {
    OpBuilder::InsertionGuard guard(builder);
    function = func::FuncOp::create(
        loc, symbol, builder.getFunctionType(arguments.getTypes(), results));
    function.setPrivate();
    auto module = cast<ModuleOp>(symbols_.getOp());
    symbols_.insert(function, module.getBody()->begin());
  }
  return func::CallOp::create(builder, loc, function, arguments).getResults();
}
