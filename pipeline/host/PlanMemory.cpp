//===- PlanMemory.cpp - one arena for the buffers of a call ---------------===//
//
// Deallocation puts every release at the end of its block: right, and as if
// nothing ever ended. Here it is asked where a buffer is last used. Those whose
// size is known get a place in one arena, which the function allocates when it
// is entered and releases when it returns, and the place is that of other
// buffers at other times; the rest are released after their last use.
//
// Lifetimes are ranges of positions in the text of the function. A use inside a
// loop counts as a use by the loop if the buffer was made outside of it, since
// the loop may come back to it. A buffer that is carried by a loop, returned by
// a branch or given to a function has aliases that are not followed: it lives
// as long as deallocation says, and has no place in the arena if that is not
// the end of its own block.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/ingot/IngotDialect.h"
#include "pipeline/host/ArenaLayout.h"
#include "pipeline/host/Passes.h"
#include "proto/abi/executable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

#include <optional>

namespace ingot {
#define GEN_PASS_DEF_PLANMEMORY
#include "pipeline/host/Passes.h.inc"
} // namespace ingot

using namespace mlir;
using namespace ingot;

namespace {

/// Where the ops of a function stand in its text.
class Positions {
public:
  explicit Positions(func::FuncOp function) {
    function->walk<WalkOrder::PreOrder>(
        [&](Operation *op) { first_[op] = count_++; });
    function->walk<WalkOrder::PostOrder>([&](Operation *op) {
      int64_t last = first_[op];
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (!block.empty())
            last = std::max(last, last_[&block.back()]);
      last_[op] = last;
    });
  }

  int64_t first(Operation *op) const { return first_.lookup(op); }
  /// That of the last op inside.
  int64_t last(Operation *op) const { return last_.lookup(op); }

private:
  llvm::DenseMap<Operation *, int64_t> first_, last_;
  int64_t count_ = 0;
};

/// A buffer that its own block allocates and releases.
struct Buffer {
  memref::AllocOp alloc;
  memref::DeallocOp dealloc;
  /// The first and last ops of the block that use it; null for none.
  Operation *first = nullptr;
  Operation *last = nullptr;
};

} // namespace

/// Bytes of an element as LLVM lays out arrays of it; nothing for types that
/// are not numbers.
static std::optional<int64_t> elementBytes(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = elementBytes(complex.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (type.isIndex())
    return 8;
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 64)
    return std::nullopt;
  return static_cast<int64_t>(
      llvm::PowerOf2Ceil(llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)));
}

/// The size of a dense buffer, if it is known and can be counted.
static std::optional<int64_t> byteSize(MemRefType type) {
  if (!type.hasStaticShape() || !type.getLayout().isIdentity() ||
      type.getMemorySpace())
    return std::nullopt;
  std::optional<int64_t> bytes = elementBytes(type.getElementType());
  if (!bytes)
    return std::nullopt;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(*bytes, size, *bytes))
      return std::nullopt;
  return bytes;
}

/// The op that releases `alloc`, if it is the only one and stands in its block.
static memref::DeallocOp deallocOf(memref::AllocOp alloc) {
  memref::DeallocOp found;
  for (Operation *user : alloc->getUsers())
    if (auto dealloc = dyn_cast<memref::DeallocOp>(user)) {
      if (found || dealloc->getBlock() != alloc->getBlock())
        return {};
      found = dealloc;
    }
  return found;
}

/// True if `user` may make an alias of a buffer that is not followed, or tell
/// its address. Views are followed; custom ops make memory of their own.
static bool hidesAlias(Operation *user) {
  if (isa<memref::LoadOp, memref::DimOp, dialect::CustomOp>(user))
    return false;
  return isa<RegionBranchOpInterface, CallOpInterface, memref::DeallocOp>(
             user) ||
         user->hasTrait<OpTrait::IsTerminator>() ||
         llvm::any_of(user->getResultTypes(), [](Type type) {
           return isa<BaseMemRefType, IndexType>(type);
         });
}

/// Sets `first` and `last` of `buffer`. If an alias gets out of sight, that is
/// from the allocation to the release.
static void findUses(Buffer &buffer, const Positions &positions) {
  Block *block = buffer.alloc->getBlock();
  SmallVector<Value> aliases{buffer.alloc};
  while (!aliases.empty()) {
    Value alias = aliases.pop_back_val();
    for (Operation *user : alias.getUsers()) {
      if (user == buffer.dealloc)
        continue;
      if (isa<ViewLikeOpInterface>(user) && user->getNumResults() == 1) {
        aliases.push_back(user->getResult(0));
        continue;
      }
      Operation *use = block->findAncestorOpInBlock(*user);
      if (!use || hidesAlias(user)) {
        buffer.first = buffer.alloc;
        buffer.last = buffer.dealloc;
        return;
      }
      if (!buffer.first || positions.first(use) < positions.first(buffer.first))
        buffer.first = use;
      if (!buffer.last || positions.first(use) > positions.first(buffer.last))
        buffer.last = use;
    }
  }
}

namespace {
struct PlanMemory final : ingot::impl::PlanMemoryBase<PlanMemory> {
  using PlanMemoryBase::PlanMemoryBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isDeclaration())
      return;
    SmallVector<Buffer> buffers = findBuffers();
    SmallVector<Buffer> sized;
    SmallVector<BufferLifetime> lifetimes;
    Positions positions(function);
    int64_t alignment = INGOT_ALIGNMENT;
    for (Buffer &buffer : buffers) {
      findUses(buffer, positions);
      std::optional<int64_t> bytes = byteSize(buffer.alloc.getType());
      if (!buffer.first || !bytes || *bytes == 0) {
        releaseEarly(buffer);
        continue;
      }
      alignment = std::max(
          alignment,
          static_cast<int64_t>(buffer.alloc.getAlignment().value_or(1)));
      sized.push_back(buffer);
      lifetimes.push_back(
          {*bytes, positions.first(buffer.first), positions.last(buffer.last)});
    }
    // Memory that has a limit is short.
    ArenaLayout layout = layOutArena(lifetimes, alignment,
                                     /*takesPages=*/maxBytes == 0);
    if (layout.bytes == 0)
      return;
    if (maxBytes != 0 && static_cast<uint64_t>(layout.bytes) > maxBytes) {
      function.emitError("target.memory_spaces: 'arena' has ")
          << maxBytes.getValue() << " bytes, and a call of this function takes "
          << layout.bytes;
      return signalPassFailure();
    }
    Value arena = allocateArena(layout.bytes, alignment);
    for (auto [buffer, offset] : llvm::zip(sized, layout.offsets)) {
      if (offset < 0) {
        releaseEarly(buffer);
        continue;
      }
      place(buffer, arena, offset);
      ++numPlanned;
    }
    function->setAttr(kArenaBytesAttr,
                      Builder(&getContext()).getI64IntegerAttr(layout.bytes));
  }

private:
  SmallVector<Buffer> findBuffers() {
    SmallVector<Buffer> buffers;
    getOperation().walk([&](memref::AllocOp alloc) {
      if (memref::DeallocOp dealloc = deallocOf(alloc))
        buffers.push_back({alloc, dealloc});
    });
    return buffers;
  }

  /// Memory that nobody needs is somebody else's.
  static void releaseEarly(Buffer &buffer) {
    if (buffer.last && buffer.last != buffer.dealloc)
      buffer.dealloc->moveAfter(buffer.last);
  }

  Value allocateArena(int64_t bytes, int64_t alignment) {
    func::FuncOp function = getOperation();
    OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
    Location loc = function.getLoc();
    auto arena = memref::AllocOp::create(
        builder, loc, MemRefType::get({bytes}, builder.getI8Type()),
        ValueRange(), builder.getI64IntegerAttr(alignment));
    function.walk([&](func::ReturnOp done) {
      builder.setInsertionPoint(done);
      memref::DeallocOp::create(builder, loc, arena);
    });
    return arena;
  }

  static void place(Buffer &buffer, Value arena, int64_t offset) {
    OpBuilder builder(buffer.alloc);
    Location loc = buffer.alloc.getLoc();
    Value begin = arith::ConstantIndexOp::create(builder, loc, offset);
    Value view = memref::ViewOp::create(builder, loc, buffer.alloc.getType(),
                                        arena, begin, ValueRange());
    buffer.dealloc.erase();
    buffer.alloc.replaceAllUsesWith(view);
    buffer.alloc.erase();
  }
};
} // namespace
