//===- ListingBackend.cpp - a backend that makes something else than code -===//
//
// The other half of what a backend can say: what an executable is. Kernels and
// the host program become lines of text, and functions that do nothing but
// multiply two matrices become calls of a library as a whole. The same folder
// is built into the compiler and as a plugin.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/targets/Backend.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"

using namespace mlir;
using namespace ingot;
using namespace ingot::pipeline;

namespace {

/// A function that returns the one product that it computes calls blas.gemm.
struct ClaimFunctions final
    : PassWrapper<ClaimFunctions, OperationPass<func::FuncOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ClaimFunctions)

  StringRef getArgument() const override { return "listing-claim-functions"; }
  StringRef getDescription() const override {
    return "Hand functions that are products to blas.gemm";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<dialect::IngotDialect>();
  }

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal() || !function.getBody().hasOneBlock())
      return;
    auto end = cast<func::ReturnOp>(function.getBody().front().getTerminator());
    auto product = end.getNumOperands() == 1
                       ? end.getOperand(0).getDefiningOp<linalg::MatmulOp>()
                       : linalg::MatmulOp();
    if (!product || !llvm::all_of(product.getInputs(), [](Value input) {
          return isa<BlockArgument>(input);
        }))
      return;
    OpBuilder builder(product);
    auto call = dialect::CustomOp::create(
        builder, product.getLoc(), product->getResultTypes(), "blas.gemm",
        /*implementation_attrs=*/"{}",
        builder.getTypeArrayAttr(
            llvm::to_vector(product.getInputs().getTypes())),
        builder.getTypeArrayAttr(llvm::to_vector(product->getResultTypes())),
        /*side_effects=*/false, /*index=*/IntegerAttr(), product.getInputs());
    product->replaceAllUsesWith(call->getResults());
    product.erase();
  }
};

/// One line for each op that does something.
std::string list(ModuleOp module) {
  std::string lines;
  llvm::raw_string_ostream stream(lines);
  module.walk([&](Operation *op) {
    if (auto call = dyn_cast<LLVM::CallOp>(op); call && call.getCallee())
      stream << "call " << *call.getCallee() << "\n";
    else if (isa<linalg::LinalgOp>(op))
      stream << op->getName().getStringRef().drop_front(strlen("linalg."))
             << " " << op->getResultTypes() << "\n";
  });
  return lines;
}

class ListingBackend final : public Backend {
public:
  StringRef name() const override { return "listing"; }
  StringRef triples() const override { return ""; }
  bool takes(const llvm::Triple &) const override { return false; }

  llvm::Expected<v1::Target> resolve(const v1::Target &target) const override {
    if (target.features().empty())
      return target;
    return targetError("features", "a listing has none");
  }

  void lowerFunctions(OpPassManager &pm, const v1::Target &) const override {
    pm.addNestedPass<func::FuncOp>(std::make_unique<ClaimFunctions>());
  }

  /// Kernels are listed as the plan made them, on tensors.
  void addKernelPasses(OpPassManager &, const v1::Target &) const override {}

  llvm::Expected<std::string> emit(ModuleOp module, CodeKind code,
                                   const v1::Target &,
                                   EmitKind) const override {
    std::string head = code == CodeKind::Host
                           ? "host\n"
                           : "kernel " + module.getName()->str() + "\n";
    return head + list(module);
  }

  llvm::Expected<std::string> link(llvm::ArrayRef<StringRef> objects,
                                   const v1::Target &,
                                   EmitKind) const override {
    return "listing\n" + llvm::join(objects, "");
  }
};

} // namespace

namespace ingot::pipeline::listing {
void registerFolder() {
  PassRegistration<ClaimFunctions>();
  registerBackend(std::make_unique<ListingBackend>());
}
} // namespace ingot::pipeline::listing
