#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "pipeline/codegen/Passes.h"
using namespace mlir;
namespace ingot::pipeline {
#define GEN_PASS_DEF_TILEKERNEL
#include "pipeline/codegen/Passes.h.inc"
} // namespace ingot::pipeline
namespace {
struct TileKernel final : ingot::pipeline::impl::TileKernelBase<TileKernel> {
  using TileKernelBase::TileKernelBase;
  void runOnOperation() override {}
};
} // namespace
