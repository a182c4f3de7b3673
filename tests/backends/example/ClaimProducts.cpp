//===- ClaimProducts.cpp - products of matrices for a unit beside the CPU -===//
//
// The whole of a small backend: a pass that hands large products to a function
// of a library, which whoever loads the executable supplies by the name
// `example.matmul`. Everything else is the CPU's. example.textproto says where
// the pass runs.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/targets/Backend.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace {

/// Products of f32 matrices of known sizes, none below `least`, become custom
/// ops that add the product to their third operand.
struct ClaimProducts final
    : PassWrapper<ClaimProducts, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ClaimProducts)
  ClaimProducts() = default;
  ClaimProducts(const ClaimProducts &other) : PassWrapper(other) {
    least = other.least.getValue();
  }

  StringRef getArgument() const override { return "example-claim-products"; }
  StringRef getDescription() const override {
    return "Hand products of matrices to the function example.matmul";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<ingot::dialect::IngotDialect>();
  }

  void runOnOperation() override {
    SmallVector<linalg::MatmulOp> products;
    getOperation().walk([&](linalg::MatmulOp op) {
      if (isTaken(op))
        products.push_back(op);
    });
    for (linalg::MatmulOp op : products)
      claim(op);
  }

  Option<int64_t> least{*this, "least", llvm::cl::init(64),
                        llvm::cl::desc("The smallest size that is worth it")};

private:
  bool isTaken(linalg::MatmulOp op) const {
    return !op.hasUserDefinedMaps() &&
           llvm::all_of(op->getOperandTypes(), [&](Type type) {
             auto tensor = dyn_cast<RankedTensorType>(type);
             return tensor && tensor.hasStaticShape() &&
                    tensor.getElementType().isF32() &&
                    llvm::all_of(tensor.getShape(),
                                 [&](int64_t size) { return size >= least; });
           });
  }

  static void claim(linalg::MatmulOp op) {
    OpBuilder builder(op);
    auto custom = ingot::dialect::CustomOp::create(
        builder, op.getLoc(), op->getResultTypes(), "example.matmul",
        /*implementation_attrs=*/"{}",
        builder.getTypeArrayAttr(llvm::to_vector(op->getOperandTypes())),
        builder.getTypeArrayAttr(llvm::to_vector(op->getResultTypes())),
        /*side_effects=*/false, /*index=*/IntegerAttr(), op->getOperands());
    op->replaceAllUsesWith(custom->getResults());
    op.erase();
  }
};

} // namespace

namespace ingot::pipeline::example {
void registerFolder() { PassRegistration<ClaimProducts>(); }
} // namespace ingot::pipeline::example
