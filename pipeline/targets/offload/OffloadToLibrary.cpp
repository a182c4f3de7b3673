//===- OffloadToLibrary.cpp - ops that a library computes faster ----------===//
//
// What ChoosePlacement decides is done here, op by op, in the order of the
// program. An op that is taken as a part of a call, as the bias behind a
// product, is no longer there when its turn comes. The definition of a
// composite goes with the last composite that has it: its constants would still
// be moved out, as weights that nothing reads.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"
#include "pipeline/targets/offload/ChoosePlacement.h"
#include "pipeline/targets/offload/PreferOffload.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Pass/Pass.h"

#include "llvm/Support/FormatVariadic.h"

namespace ingot {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#define GEN_PASS_DEF_OFFLOADTOLIBRARY
#include "pipeline/targets/offload/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot::offload;

namespace {

struct OffloadToLibrary final
    : ingot::impl::OffloadToLibraryBase<OffloadToLibrary> {
  using OffloadToLibraryBase::OffloadToLibraryBase;

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, ingot::dialect::IngotDialect,
                    scf::SCFDialect, tensor::TensorDialect>();
  }

  void runOnOperation() override {
    for (StringRef name : llvm::split(library, '+'))
      if (!findLibraryTable(name)) {
        emitError(getOperation().getLoc())
            << "ingot-offload: there is no table of a library '" << name
            << "'; there are "
            << llvm::join(llvm::map_range(libraryTables(), nameOf), ", ");
        return signalPassFailure();
      }
    SmallVector<const LibraryTable *> tables = findTables();
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      // Kernels that are formed are done with.
      if ((isa<linalg::LinalgOp, ingot::stablehlo::CompositeOp>(op) ||
           isa_and_nonnull<tosa::TosaDialect>(op->getDialect())) &&
          op->getParentOfType<func::FuncOp>())
        ops.push_back(op);
    });
    // What calls took along, which is there no more.
    llvm::DenseSet<Operation *> taken;
    SmallVector<func::FuncOp> definitions;
    for (Operation *op : ops)
      if (!taken.contains(op)) {
        func::FuncOp definition = definitionOf(op);
        if (place(op, {tables, vectorBits, all}, taken) && definition)
          definitions.push_back(definition);
      }
    eraseDefinitions(definitions);
    for (auto function : getOperation().getOps<func::FuncOp>())
      function->removeAttr(kPreferOffloadAttr);
  }

  /// What an op that it would hand over takes. Each op of a group is asked for
  /// by itself, so there is no estimate of one that is the lesser part of it.
  static std::optional<double> estimate(const Pass &pass, Operation *op) {
    auto &offload = static_cast<const OffloadToLibrary &>(pass);
    SmallVector<const LibraryTable *> tables = offload.findTables();
    if (isa<linalg::FillOp>(op))
      return std::nullopt;
    PlacementChoice choice =
        choosePlacement(op, {tables, offload.vectorBits, offload.all});
    if (!choice.row)
      return std::nullopt;
    auto kernel = [&](Operation *part) {
      return ingot::kernelMicroseconds(ingot::workOf(part), offload.vectorBits);
    };
    double others = 0;
    for (Operation *part : choice.call.ops)
      others += part == op ? 0 : kernel(part);
    if (others > kernel(op))
      return std::nullopt;
    return libraryMicroseconds(*choice.row, ingot::workOf(op),
                               offload.vectorBits);
  }

private:
  static StringRef nameOf(const LibraryTable &table) { return table.name; }

  /// Those that there are.
  SmallVector<const LibraryTable *> findTables() const {
    SmallVector<const LibraryTable *> tables;
    for (StringRef name : llvm::split(library, '+'))
      if (const LibraryTable *table = findLibraryTable(name))
        tables.push_back(table);
    return tables;
  }

  /// Null of all but a composite.
  static func::FuncOp definitionOf(Operation *op) {
    auto composite = dyn_cast<ingot::stablehlo::CompositeOp>(op);
    return composite ? SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
                           op, composite.getDecompositionAttr())
                     : func::FuncOp();
  }

  /// Those that nobody calls any more, in one pass over the module.
  void eraseDefinitions(ArrayRef<func::FuncOp> definitions) {
    if (definitions.empty())
      return;
    SymbolTableCollection symbols;
    SymbolUserMap users(symbols, getOperation());
    llvm::SmallSetVector<func::FuncOp, 8> unused;
    for (func::FuncOp function : definitions)
      if (function.isPrivate() && users.useEmpty(function))
        unused.insert(function);
    for (func::FuncOp function : unused)
      function.erase();
  }

  /// True if it is a library that computes `op` now.
  bool place(Operation *op, const PlacementOptions &options,
             llvm::DenseSet<Operation *> &taken) {
    // It is made again beside its readers.
    if (isa<linalg::FillOp>(op))
      return false;
    PlacementChoice choice = choosePlacement(op, options);
    // Another op than a kernel's will be one, and is explained then, unless
    // somebody has a reason here.
    if (isa<linalg::LinalgOp>(op) || choice.report.candidates.size() > 1)
      ingot::explainPlacement(op, choice.report, choice.call.ops);
    if (!choice.row)
      return false;
    replace(*choice.row, choice.call);
    ++numCalls;
    taken.insert(choice.call.ops.begin(), choice.call.ops.end());
    // At once: what they read may have one reader now.
    for (Operation *part : llvm::reverse(choice.call.ops))
      part->erase();
    return true;
  }

  /// `library` is asked for at run time if the function may do without.
  static void replace(const LibraryRow &row, LibraryCall &call) {
    Operation *last = call.ops.back();
    StringRef library = row.function.split('.').first;
    bool isOptional =
        findLibraryTable(library)->isLoaded &&
        last->getParentOfType<func::FuncOp>()->hasAttr(kPreferOffloadAttr);
    if (isOptional)
      call.attributes["optional"] = true;
    OpBuilder builder(last->getContext());
    builder.setInsertionPointAfter(last);
    std::string attributes =
        llvm::formatv("{0}", llvm::json::Value(std::move(call.attributes)));
    for (DenseElementsAttr constant : call.constants)
      call.operands.push_back(
          arith::ConstantOp::create(builder, last->getLoc(), constant));
    SmallVector<Type> types(ValueRange(call.operands).getTypes());
    auto custom = ingot::dialect::CustomOp::create(
        builder, last->getLoc(), last->getResultTypes(), row.function,
        attributes, builder.getTypeArrayAttr(types),
        builder.getTypeArrayAttr(llvm::to_vector(last->getResultTypes())),
        /*side_effects=*/false, /*index=*/IntegerAttr(), call.operands);
    // Else it would be explained again, as the program's own.
    if (last->hasAttr(ingot::kExplainedAttr))
      custom->setAttr(ingot::kExplainedAttr, builder.getUnitAttr());
    Value result = custom->getResult(0);
    if (isOptional)
      result = branchOnPresence(custom, call.ops, library);
    last->getResult(0).replaceAllUsesWith(result);
  }
};

} // namespace

namespace ingot::pipeline::offload {
void registerFolder() {
  registerIngotOffloadPasses();
  ingot::registerPassEstimate("ingot-offload", OffloadToLibrary::estimate);
}
} // namespace ingot::pipeline::offload
