//===- AssertBounds.cpp - callers keep the bounds of StableHLO's types ----===//
//
// A bound in a type, tensor<?xf32, #stablehlo.bounds<8>>, is a promise of the
// caller. The check is written in StableHLO and in front of everything else:
// where sizes become known later, ingot-refine-shapes settles it, and what is
// left becomes an assertion like every shape_assertion of JAX.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/Passes.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace ingot {
#define GEN_PASS_DEF_ASSERTBOUNDS
#include "pipeline/conversion/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot::stablehlo;

/// As StableHLO, so that sizes which are known before the run settle it.
static void assertBound(OpBuilder &builder, BlockArgument argument,
                        int64_t dimension, int64_t bound) {
  Location loc = argument.getLoc();
  auto number = RankedTensorType::get({}, builder.getI32Type());
  Value size = GetDimensionSizeOp::create(builder, loc, number, argument,
                                          static_cast<uint64_t>(dimension));
  Value most = ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(
          number, builder.getI32IntegerAttr(static_cast<int32_t>(bound))));
  Value holds =
      CompareOp::create(builder, loc, number.clone(builder.getI1Type()), size,
                        most, ComparisonDirection::LE, ComparisonTypeAttr());
  CustomCallOp::Properties properties;
  properties.call_target_name = builder.getStringAttr("shape_assertion");
  properties.has_side_effect = builder.getBoolAttr(true);
  auto call =
      CustomCallOp::create(builder, loc, TypeRange(), holds, properties);
  std::string message;
  llvm::raw_string_ostream(message)
      << "argument " << argument.getArgNumber() << " has more than " << bound
      << " elements along dimension " << dimension
      << ", which is the bound of its type";
  call->setAttr("error_message", builder.getStringAttr(message));
}

namespace {
struct AssertBounds final : ingot::impl::AssertBoundsBase<AssertBounds> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isPrivate() || function.isDeclaration())
        continue;
      OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
      for (BlockArgument argument : function.getArguments())
        assertBounds(builder, argument);
    }
  }

private:
  static void assertBounds(OpBuilder &builder, BlockArgument argument) {
    auto type = dyn_cast<RankedTensorType>(argument.getType());
    if (!type)
      return;
    auto extensions = dyn_cast_or_null<TypeExtensionsAttr>(type.getEncoding());
    if (!extensions)
      return;
    for (auto [i, bound] : llvm::enumerate(extensions.getBounds()))
      // A size has 32 bits where StableHLO asks for it: none is larger.
      if (ShapedType::isStatic(bound) &&
          bound < std::numeric_limits<int32_t>::max())
        assertBound(builder, argument, static_cast<int64_t>(i), bound);
  }
};
} // namespace
