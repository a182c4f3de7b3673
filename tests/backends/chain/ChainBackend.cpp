//===- ChainBackend.cpp - a CPU of ours with something beside it ----------===//
//
// All code is the CPU's. Before anything is fused, a product of a product
// becomes one call; and kernels get a section of their own, which is no
// pipeline's to say.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/targets/cpu/CpuBackend.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::pipeline;

namespace {

/// (a * b) * c, of which nobody else reads a * b, is chain.product of three.
struct ClaimChains final
    : PassWrapper<ClaimChains, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ClaimChains)

  StringRef getArgument() const override { return "chain-claim"; }
  StringRef getDescription() const override {
    return "Hand products of products to chain.product";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<dialect::IngotDialect>();
  }

  void runOnOperation() override {
    SmallVector<linalg::MatmulOp> products;
    getOperation().walk([&](linalg::MatmulOp op) { products.push_back(op); });
    // The last one first: what it claims is gone then.
    llvm::DenseSet<Operation *> claimed;
    for (linalg::MatmulOp second : llvm::reverse(products)) {
      if (claimed.contains(second))
        continue;
      auto first = second.getInputs()[0].getDefiningOp<linalg::MatmulOp>();
      if (!first || !first->hasOneUse())
        continue;
      claimed.insert(first);
      claim(first, second);
    }
  }

  static void claim(linalg::MatmulOp first, linalg::MatmulOp second) {
    OpBuilder builder(second);
    Value operands[] = {first.getInputs()[0], first.getInputs()[1],
                        second.getInputs()[1]};
    auto call = dialect::CustomOp::create(
        builder, second.getLoc(), second->getResultTypes(), "chain.product",
        /*implementation_attrs=*/"{}",
        builder.getTypeArrayAttr(
            llvm::to_vector(ValueRange(operands).getTypes())),
        builder.getTypeArrayAttr(llvm::to_vector(second->getResultTypes())),
        /*side_effects=*/false, /*index=*/IntegerAttr(), ValueRange(operands));
    second->replaceAllUsesWith(call->getResults());
    second.erase();
    first.erase();
  }
};

struct PlaceKernels final : PassWrapper<PlaceKernels, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PlaceKernels)

  StringRef getArgument() const override { return "chain-place-kernels"; }
  StringRef getDescription() const override {
    return "Put kernels into the section .text.chain";
  }

  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (!function.isExternal())
        function.setSection(".text.chain");
  }
};

class ChainBackend final : public CpuBackend {
public:
  StringRef name() const override { return "chain"; }

  // The unit has registers that it lends.
  bool needsMachineState(ModuleOp, const v1::Target &) const override {
    return true;
  }

  void lowerFunctions(OpPassManager &pm, const v1::Target &) const override {
    pm.addNestedPass<func::FuncOp>(std::make_unique<ClaimChains>());
  }

  void emitModule(OpPassManager &pm, CodeKind code,
                  const v1::Target &) const override {
    if (code == CodeKind::Kernel)
      pm.addPass(std::make_unique<PlaceKernels>());
  }
};

} // namespace

namespace ingot::pipeline::chain {
void registerFolder() {
  PassRegistration<ClaimChains>();
  PassRegistration<PlaceKernels>();
  registerBackend(std::make_unique<ChainBackend>());
}
} // namespace ingot::pipeline::chain
