//===- StablehloDialect.h - dialect, types and attributes -------*- C++ -*-===//
//
// StableHLO as its public specification defines it, in our own code: Debian has
// no library of it. The ops are in StablehloOps.h.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_DIALECTS_STABLEHLO_STABLEHLODIALECT_H
#define INGOT_PIPELINE_DIALECTS_STABLEHLO_STABLEHLODIALECT_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "pipeline/dialects/stablehlo/StablehloDialect.h.inc"
#include "pipeline/dialects/stablehlo/StablehloEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "pipeline/dialects/stablehlo/StablehloTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "pipeline/dialects/stablehlo/StablehloAttrs.h.inc"

namespace ingot::stablehlo {

/// Queues and channels to the host and to other programs: what one op sends
/// there stays in order with what another one does.
struct TransportResource
    : public mlir::SideEffects::Resource::Base<TransportResource> {
  llvm::StringRef getName() override { return "stablehlo-transport"; }
};

/// An op may run early only if no size of it is left to run time: sizes that
/// do not fit are a fault of the program, which must not arise on a path that
/// the program does not take.
template <typename ConcreteType>
class SpeculatableIfStatic
    : public mlir::OpTrait::TraitBase<ConcreteType, SpeculatableIfStatic> {
public:
  mlir::Speculation::Speculatability getSpeculatability() {
    auto isStatic = [](mlir::Type type) {
      auto shaped = llvm::dyn_cast<mlir::ShapedType>(type);
      return !shaped || shaped.hasStaticShape();
    };
    mlir::Operation *op = this->getOperation();
    return llvm::all_of(op->getOperandTypes(), isStatic) &&
                   llvm::all_of(op->getResultTypes(), isStatic)
               ? mlir::Speculation::Speculatable
               : mlir::Speculation::NotSpeculatable;
  }
};

/// Checks the element types and ranks of operands and results that the
/// specification lists for the op by its name. An op that is not listed passes.
llvm::LogicalResult verifyListedTypes(mlir::Operation *op);

/// The trait of ops that verifyListedTypes() checks.
template <typename ConcreteType>
class TakesListedTypes
    : public mlir::OpTrait::TraitBase<ConcreteType, TakesListedTypes> {
public:
  static llvm::LogicalResult verifyTrait(mlir::Operation *op) {
    return verifyListedTypes(op);
  }
};

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_DIALECTS_STABLEHLO_STABLEHLODIALECT_H
