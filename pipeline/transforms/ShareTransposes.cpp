//===- ShareTransposes.cpp - one kernel transposes all weights ------------===//
//
// A convolutional network reads dozens of weights transposed, each of another
// shape: once per load, by a kernel of its own that was a third of what the
// network took to compile. Without units, and with neighbours that stay
// neighbours as one dimension, nearly all are one matrix and its transpose. A
// kernel that is told the two sizes serves them all, in this program and in
// others.
//
// It takes up to twice the time of one that knows its sizes (768x3072 floats:
// 1.19 and 0.85 ms), which matters once per load only, and as long to compile
// as two large or four small ones of those: where a program has few, they stay.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/MapVector.h"

#include <algorithm>
#include <optional>

namespace ingot {
#define GEN_PASS_DEF_SHARETRANSPOSES
#include "pipeline/transforms/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;
using dialect::DispatchOp;

namespace {
/// A tensor as a matrix: its dimensions from `split` on are the columns.
struct MatrixView {
  RankedTensorType type;
  int64_t split;

  SmallVector<ReassociationIndices> reassociation() const {
    SmallVector<ReassociationIndices> groups(2);
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      groups[dim >= split].push_back(dim);
    return groups;
  }

  RankedTensorType matrix() const {
    auto size = [](ArrayRef<int64_t> sizes) {
      return ShapedType::getNumElements(sizes);
    };
    return RankedTensorType::get({size(type.getShape().take_front(split)),
                                  size(type.getShape().drop_front(split))},
                                 type.getElementType());
  }
};

/// A kernel that writes the transpose of the matrix `input` to `output`.
struct Transpose {
  MatrixView input, output;
};
} // namespace

/// A matrix of unknown sizes.
static RankedTensorType anyMatrix(Type element) {
  return RankedTensorType::get({ShapedType::kDynamic, ShapedType::kDynamic},
                               element);
}

/// For each dimension of the result of `op` the dimension of its input that it
/// is, if `op` is a transpose.
static std::optional<SmallVector<int64_t>> permutationOf(Operation &op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return linalg::isaTransposeOpInterface(generic);
  if (auto transpose = dyn_cast<linalg::TransposeOp>(op))
    return llvm::to_vector(transpose.getPermutation());
  return std::nullopt;
}

/// The matrices that `kernel` reads and writes, if it is a transpose.
static std::optional<Transpose> transposeOf(ModuleOp kernel) {
  auto function = kernel.lookupSymbol<func::FuncOp>(kKernelFunction);
  if (!function || !llvm::hasNItems(function.front(), 2))
    return std::nullopt;
  Operation &op = function.front().front();
  std::optional<SmallVector<int64_t>> dimensions = permutationOf(op);
  if (!dimensions || !llvm::equal(op.getOperands(), function.getArguments()))
    return std::nullopt;
  auto input = dyn_cast<RankedTensorType>(op.getOperand(0).getType());
  auto output = dyn_cast<RankedTensorType>(op.getOperand(1).getType());
  if (!input || !output || !input.hasStaticShape() ||
      input.getNumElements() < 2)
    return std::nullopt;
  SmallVector<int64_t> permutation, outputs; // But for dimensions of one.
  for (int64_t dim = 0; dim < output.getRank(); ++dim)
    if (output.getDimSize(dim) != 1) {
      permutation.push_back((*dimensions)[dim]);
      outputs.push_back(dim);
    }
  // Rising, but for one fall from the columns of the input to its rows.
  auto *fall = std::is_sorted_until(permutation.begin(), permutation.end());
  if (fall == permutation.end() || !std::is_sorted(fall, permutation.end()) ||
      permutation.back() > permutation.front())
    return std::nullopt;
  return Transpose{{input, permutation.front()},
                   {output, outputs[fall - permutation.begin()]}};
}

namespace {
struct ShareTransposes final
    : ingot::impl::ShareTransposesBase<ShareTransposes> {
  using ShareTransposesBase::ShareTransposesBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    SymbolTable symbols(module);
    llvm::MapVector<StringAttr, SmallVector<DispatchOp>> launches;
    module.walk([&](DispatchOp launch) {
      launches[launch.getKernelAttr().getAttr()].push_back(launch);
    });
    // By the type of elements and the target, as one kernel can serve them.
    llvm::MapVector<std::pair<Type, Attribute>, SmallVector<ModuleOp>> groups;
    llvm::DenseMap<Operation *, Transpose> transposes;
    for (auto &[name, users] : launches) {
      auto kernel = symbols.lookup<ModuleOp>(name);
      if (!kernel || !llvm::all_of(users, isOfInitialiser))
        continue;
      std::optional<Transpose> transpose = transposeOf(kernel);
      if (!transpose)
        continue;
      transposes[kernel] = *transpose;
      groups[{transpose->input.type.getElementType(),
              kernel->getAttr(kTargetAttr)}]
          .push_back(kernel);
    }
    for (auto &[key, kernels] : groups) {
      if (kernels.size() < least)
        continue;
      ModuleOp shared = makeKernel(key.first, key.second);
      symbols.insert(shared);
      for (ModuleOp kernel : kernels) {
        for (DispatchOp launch : launches[kernel.getSymNameAttr()])
          relaunch(launch, shared.getSymNameAttr(), transposes[kernel]);
        symbols.erase(kernel);
        ++numShared;
      }
    }
  }

private:
  static bool isOfInitialiser(DispatchOp launch) {
    auto function = launch->getParentOfType<func::FuncOp>();
    return function && function->hasAttr(kInitialiserAttr);
  }

  ModuleOp makeKernel(Type element, Attribute target) {
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    Location loc = builder.getUnknownLoc();
    auto kernel = ModuleOp::create(builder, loc, "ingot_transpose");
    kernel->setAttr(kRootAttr, builder.getStringAttr("linalg.transpose"));
    if (target)
      kernel->setAttr(kTargetAttr, target);
    RankedTensorType type = anyMatrix(element);
    builder.setInsertionPointToEnd(kernel.getBody());
    auto function =
        func::FuncOp::create(builder, loc, kKernelFunction,
                             builder.getFunctionType({type, type}, type));
    Block *body = function.addEntryBlock();
    builder.setInsertionPointToStart(body);
    auto transpose = linalg::TransposeOp::create(
        builder, loc, body->getArgument(0), body->getArgument(1),
        ArrayRef<int64_t>{1, 0});
    func::ReturnOp::create(builder, loc, transpose->getResults());
    return kernel;
  }

  /// Lets `launch` run `kernel` on its operands as matrices.
  static void relaunch(DispatchOp launch, StringAttr kernel,
                       const Transpose &transpose) {
    OpBuilder builder(launch);
    Location loc = launch.getLoc();
    auto matrixOf = [&](Value value, const MatrixView &view) -> Value {
      if (view.type.getRank() > 2)
        value = tensor::CollapseShapeOp::create(builder, loc, value,
                                                view.reassociation());
      return tensor::CastOp::create(
          builder, loc, anyMatrix(view.type.getElementType()), value);
    };
    Value input = matrixOf(launch.getInputs().front(), transpose.input);
    Value output = matrixOf(launch.getOutputs().front(), transpose.output);
    auto shared = DispatchOp::create(builder, loc, output.getType(), kernel,
                                     input, output, /*bare_pointers=*/false);
    const MatrixView &view = transpose.output;
    Value result = tensor::CastOp::create(builder, loc, view.matrix(),
                                          shared.getResult(0));
    if (view.type.getRank() > 2)
      result = tensor::ExpandShapeOp::create(builder, loc, view.type, result,
                                             view.reassociation());
    launch->getResult(0).replaceAllUsesWith(result);
    launch.erase();
  }
};
} // namespace
