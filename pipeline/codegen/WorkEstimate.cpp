//===- WorkEstimate.cpp - how long a loop will run, roughly ---------------===//
//
// Scalar arithmetic in loops is what LLVM will vectorise, so one operation is
// an eighth of one on a vector; so is one load, which stands for the cache's
// bandwidth. Arithmetic on indices is free: most of it leaves the loop. A
// function of our library is some twenty operations. An access that jumps from
// row to row costs what it takes to fetch another cache line.
//
//===----------------------------------------------------------------------===//

#include "pipeline/codegen/WorkEstimate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

#include <algorithm>

using namespace mlir;

/// Nanoseconds of an operation on one vector of 64 bytes: two in a cycle.
static constexpr double kVectorOp = 0.15;
static constexpr double kVectorBytes = 64;
/// Those of one element in a loop that becomes vectors.
static constexpr double kScalarOp = kVectorOp / 8;
static constexpr double kFunctionOps = 20;
/// Those of a scalar that lies far from the one of the last iteration.
static constexpr double kStridedAccess = 0.5;
/// Those of an instruction on tiles: 16 cycles of a product, less of others.
static constexpr double kTileOp = 4;
/// What an unknown number of iterations is taken for.
static constexpr double kUnknownTrips = 16;

static double bytesOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  Type element = shaped ? shaped.getElementType() : type;
  double bytes = element.isIntOrFloat()
                     ? std::max(1u, element.getIntOrFloatBitWidth() / 8)
                     : 8;
  if (shaped)
    for (int64_t size : shaped.getShape())
      bytes *= ShapedType::isDynamic(size) ? kUnknownTrips
                                           : static_cast<double>(size);
  return bytes;
}

/// The most that `upper` - `lower` can be; nothing if nobody knows. The last
/// tile of a loop that its size does not divide has such bounds.
static std::optional<int64_t> maxDistance(OpFoldResult lower,
                                          OpFoldResult upper) {
  std::optional<int64_t> first = getConstantIntValue(lower);
  std::optional<int64_t> end = getConstantIntValue(upper);
  if (first && end)
    return *end <= *first ? 0 : *end - *first;
  MLIRContext *context =
      first ? cast<Value>(upper).getContext() : cast<Value>(lower).getContext();
  SmallVector<Value> operands;
  auto expression = [&](OpFoldResult bound, std::optional<int64_t> constant) {
    if (constant)
      return getAffineConstantExpr(*constant, context);
    operands.push_back(cast<Value>(bound));
    return getAffineDimExpr(operands.size() - 1, context);
  };
  AffineExpr distance = expression(upper, end) - expression(lower, first);
  AffineMap map = AffineMap::get(operands.size(), 0, distance);
  FailureOr<int64_t> most = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, {map, operands}, /*stopCondition=*/nullptr,
      /*closedUB=*/true);
  if (failed(most))
    return std::nullopt;
  return std::max<int64_t>(0, *most);
}

static double tripsOf(OpFoldResult lower, OpFoldResult upper,
                      OpFoldResult step) {
  std::optional<int64_t> by = getConstantIntValue(step);
  std::optional<int64_t> distance = maxDistance(lower, upper);
  if (!distance || !by || *by <= 0)
    return kUnknownTrips;
  return static_cast<double>(llvm::divideCeil(*distance, *by));
}

/// True if `value` changes with the iterations of `loop`.
static bool dependsOn(Value value, scf::ForOp loop) {
  SmallVector<Value> worklist = {value};
  llvm::SmallPtrSet<Operation *, 8> seen;
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (next == loop.getInductionVar())
      return true;
    Operation *definition = next.getDefiningOp();
    if (definition && loop->isProperAncestor(definition) &&
        seen.insert(definition).second)
      llvm::append_range(worklist, definition->getOperands());
  }
  return false;
}

/// True for an access that jumps from row to row in its innermost loop, which
/// LLVM then does not turn into vectors.
static bool isStrided(Operation &op) {
  auto loop = dyn_cast<scf::ForOp>(op.getParentOp());
  OperandRange indices(nullptr, 0);
  if (auto load = dyn_cast<memref::LoadOp>(op))
    indices = load.getIndices();
  else if (auto store = dyn_cast<memref::StoreOp>(op))
    indices = store.getIndices();
  if (!loop || indices.empty() || dependsOn(indices.back(), loop))
    return false;
  return llvm::any_of(indices.drop_back(),
                      [&](Value index) { return dependsOn(index, loop); });
}

/// An op without regions.
static double costOf(Operation &op) {
  if (isStrided(op))
    return kStridedAccess;
  if (auto call = dyn_cast<LLVM::CallIntrinsicOp>(op);
      call && call.getIntrin().starts_with("llvm.x86.t"))
    return kTileOp;
  // Products of vectors, by the products that they are made of.
  if (auto contraction = dyn_cast<vector::ContractionOp>(op)) {
    double bytes = bytesOf(getElementTypeOrSelf(contraction.getLhsType()));
    SmallVector<int64_t> bounds;
    contraction.getIterationBounds(bounds);
    for (int64_t size : bounds)
      bytes *= static_cast<double>(size);
    return bytes / kVectorBytes * kVectorOp;
  }
  if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    // What was computed in place.
    if (copy.getSource() == copy.getTarget())
      return 0;
    return 2 * bytesOf(copy.getSource().getType()) / kVectorBytes * kVectorOp;
  }
  double vectorBytes = 0;
  bool isNumber = false;
  auto look = [&](Type type) {
    if (isa<VectorType>(type))
      vectorBytes = std::max(vectorBytes, bytesOf(type));
    else if (type.isIntOrFloat() || isa<ComplexType>(type))
      isNumber = true;
  };
  llvm::for_each(op.getOperandTypes(), look);
  llvm::for_each(op.getResultTypes(), look);
  double each = isa_and_nonnull<math::MathDialect>(op.getDialect()) &&
                        !isa<math::FmaOp, math::AbsFOp, math::SqrtOp>(op)
                    ? kFunctionOps
                    : 1;
  if (vectorBytes > 0)
    return each * std::max(1.0, vectorBytes / kVectorBytes) * kVectorOp;
  return isNumber ? each * kScalarOp : 0;
}

double ingot::estimateNanoseconds(Region &region) {
  double sum = 0;
  for (Block &block : region)
    for (Operation &op : block) {
      double regions = 0;
      for (Region &inner : op.getRegions())
        regions += estimateNanoseconds(inner);
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        regions *=
            tripsOf(loop.getLowerBound(), loop.getUpperBound(), loop.getStep());
      } else if (auto forall = dyn_cast<scf::ForallOp>(op)) {
        for (auto [lower, upper, step] :
             llvm::zip(forall.getMixedLowerBound(), forall.getMixedUpperBound(),
                       forall.getMixedStep()))
          regions *= tripsOf(lower, upper, step);
      } else if (isa<scf::WhileOp>(op)) {
        regions *= kUnknownTrips;
      } else if (op.getNumRegions() == 0) {
        regions = costOf(op);
      }
      sum += regions;
    }
  return sum;
}
