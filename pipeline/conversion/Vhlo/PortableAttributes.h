//===- PortableAttributes.h - attributes of StableHLO and VHLO --*- C++ -*-===//
//
// VHLO knows fewer kinds of attributes than StableHLO and says more with them:
// dimension numbers are spread over several attributes, lists are tensors,
// symbols are strings, and nothing has a default. Both directions are here,
// side by side, as functions of an op's list of attributes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_VHLO_PORTABLEATTRIBUTES_H
#define INGOT_PIPELINE_CONVERSION_VHLO_PORTABLEATTRIBUTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OperationSupport.h"

namespace ingot::vhlo {

/// Attributes of a StableHLO op in the way VHLO has them, without wrappers.
/// `base` is the op's name without dialect. Defaults are not filled in.
mlir::NamedAttrList spread(llvm::StringRef base,
                           llvm::ArrayRef<mlir::NamedAttribute> attributes);

/// The way back. Defaults are left out. Fails after a diagnostic if the
/// attributes do not make sense together.
mlir::FailureOr<mlir::NamedAttrList>
join(llvm::StringRef base, mlir::NamedAttrList attributes,
     mlir::MLIRContext *context,
     llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// What VHLO writes where StableHLO has nothing, by name. `attributes` are
/// those of the op, for defaults that depend on its rank.
mlir::NamedAttrList defaultsOf(llvm::StringRef base,
                               const mlir::NamedAttrList &attributes,
                               mlir::MLIRContext *context);

/// A value that no op defines, as VHLO has it: lists become tensors, symbols
/// strings, also within arrays and dictionaries.
mlir::Attribute toPortable(mlir::Attribute value);

/// A tensor of numbers as the list that StableHLO has for attributes of this
/// name; other values as they are.
mlir::Attribute asList(llvm::StringRef name, mlir::Attribute value);

} // namespace ingot::vhlo

#endif // INGOT_PIPELINE_CONVERSION_VHLO_PORTABLEATTRIBUTES_H
