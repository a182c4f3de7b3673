//===- ProductWriter.h - what writers of products share ---------*- C++ -*-===//
//
// Products by instructions of their own (LowerProducts, ProductDots) are loops
// over addresses in bytes. This writes the arithmetic on them.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CODEGEN_PRODUCTWRITER_H
#define INGOT_PIPELINE_CODEGEN_PRODUCTWRITER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace ingot {

/// What the instructions of a block work on.
struct ProductAddresses {
  mlir::Value left, panels, sums; ///< Of index type, in bytes.
};

/// Base of classes that write the instructions of one product.
class ProductWriter {
protected:
  explicit ProductWriter(mlir::Operation *op)
      : builder_(op), loc_(op->getLoc()) {}

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder_, loc_, value);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return builder_.createOrFold<mlir::arith::AddIOp>(loc_, a, b);
  }
  mlir::Value add(mlir::Value a, int64_t b) {
    return b == 0 ? a : add(a, constant(b));
  }
  mlir::Value times(mlir::Value a, mlir::Value b) {
    return builder_.createOrFold<mlir::arith::MulIOp>(loc_, a, b);
  }
  mlir::Value times(mlir::Value a, int64_t factor) {
    return times(a, constant(factor));
  }
  mlir::Value pointer(mlir::Value address) {
    mlir::Value wide = mlir::arith::IndexCastOp::create(
        builder_, loc_, builder_.getI64Type(), address);
    return mlir::LLVM::IntToPtrOp::create(
        builder_, loc_, mlir::LLVM::LLVMPointerType::get(builder_.getContext()),
        wide);
  }
  void loopOver(mlir::Value count, llvm::function_ref<void(mlir::Value)> body) {
    auto loop = mlir::scf::ForOp::create(builder_, loc_, constant(0), count,
                                         constant(1));
    mlir::OpBuilder::InsertionGuard guard(builder_);
    builder_.setInsertionPointToStart(loop.getBody());
    body(loop.getInductionVar());
  }

  mlir::OpBuilder builder_;
  mlir::Location loc_;
};

} // namespace ingot

#endif // INGOT_PIPELINE_CODEGEN_PRODUCTWRITER_H
