//===- SupportedOps.cpp - what code generation takes ----------------------===//

#include "pipeline/transforms/SupportedOps.h"
#include "pipeline/dialects/ingot/IngotDialect.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

bool ingot::isSupportedOp(Operation *op) {
  // In a linalg body or an index computation; loops of affine are not ours.
  if (isa<affine::AffineDialect>(op->getDialect()))
    return isa<affine::AffineApplyOp, affine::AffineMinOp, affine::AffineMaxOp>(
        op);
  if (isa<ml_program::MLProgramDialect>(op->getDialect()))
    return isa<ml_program::GlobalOp, ml_program::GlobalLoadOp,
               ml_program::GlobalLoadConstOp, ml_program::GlobalStoreOp>(op);
  if (isa<scf::SCFDialect>(op->getDialect()))
    return isa<scf::ForOp, scf::IfOp, scf::WhileOp, scf::ConditionOp,
               scf::IndexSwitchOp, scf::ExecuteRegionOp, scf::YieldOp>(op);
  if (isa<tensor::TensorDialect>(op->getDialect()))
    return !isa<tensor::GatherOp, tensor::ScatterOp,
                tensor::ParallelInsertSliceOp, tensor::BitcastOp>(op);
  return isa<arith::ArithDialect, math::MathDialect, complex::ComplexDialect,
             cf::ControlFlowDialect, func::FuncDialect, index::IndexDialect,
             linalg::LinalgDialect, ub::UBDialect>(op->getDialect()) ||
         isa<ModuleOp, ingot::dialect::CustomOp>(op);
}
