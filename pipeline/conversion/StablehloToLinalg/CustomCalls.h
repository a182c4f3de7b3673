//===- CustomCalls.h - calls of code outside of the program -----*- C++ -*-===//
//
// A custom call names its code; one table (CustomCalls.cpp) says what each name
// that is known here becomes. What frontends export by these names is stated
// nowhere but in their sources, so each conversion says what it takes.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_CUSTOMCALLS_H
#define INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_CUSTOMCALLS_H

#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Transforms/DialectConversion.h"

#include <string>

namespace ingot::stablehlo {

/// One call, as it is converted.
struct CustomCall {
  /// With operands and types as the program has them.
  CustomCallOp op;
  /// The converted operands.
  mlir::ValueRange inputs;
  const mlir::TypeConverter &types;
  mlir::ConversionPatternRewriter &rewriter;

  /// The converted type of a result; null if it is not a ranked tensor.
  mlir::RankedTensorType resultType(unsigned i);
  /// What the target was configured with: `backend_config`, or the attribute
  /// that stands for it in older exports. Null if there is none.
  mlir::DictionaryAttr config();
  /// The one function that the call names; null if there is none with a body.
  mlir::func::FuncOp function();
};

/// Replaces the call, or fails if it has other operands, results or attributes
/// than the ones that are known for its name. Then it stays and is reported.
using ConvertCall = mlir::LogicalResult(CustomCall &call);

ConvertCall convertDynamicReduceWindow;    // Windows.cpp
ConvertCall convertDynamicRngBitGenerator; // Random.cpp
ConvertCall convertTopK;                   // TopKCalls.cpp
ConvertCall convertDynamicTopK;
ConvertCall convertApproxTopK;
ConvertCall convertCholeskyCall; // LapackCalls.cpp
ConvertCall convertTriangularSolveCall;
ConvertCall convertLuFactorCall; // LuFactor.cpp
ConvertCall convertFactorCall;   // FactorCalls.cpp

/// The call is of an operator that whoever loads the executable supplies: its
/// `backend_config` is as convert-torch-to-stablehlo-custom writes it.
bool callsOperator(CustomCallOp op);
ConvertCall convertOperatorCall; // OperatorCalls.cpp

/// Why a call that stayed is not lowered, and what can be done about it.
std::string reasonNotLowered(CustomCallOp op);

/// The known call whose name is most like that of a call that stayed; empty if
/// none is like it.
std::string nearestCall(CustomCallOp op);

/// The names of all known calls by what becomes of them; empty for a call that
/// is one of them.
std::string knownCallsBeside(CustomCallOp op);

} // namespace ingot::stablehlo

#endif // INGOT_PIPELINE_CONVERSION_STABLEHLOTOLINALG_CUSTOMCALLS_H
