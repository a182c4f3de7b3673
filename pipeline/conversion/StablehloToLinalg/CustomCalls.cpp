//===- CustomCalls.cpp - what each call that is known becomes -------------===//
//
// To add a call: an entry in kCalls with its function, which is declared in
// CustomCalls.h if it stands in another file.
//
//===----------------------------------------------------------------------===//

#include "pipeline/conversion/StablehloToLinalg/CustomCalls.h"
#include "pipeline/conversion/StablehloToLinalg/Patterns.h"
#include "pipeline/conversion/StablehloToLinalg/Tensors.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace ingot::stablehlo;

namespace {

/// Says where values live, which is one place here.
LogicalResult dropAnnotation(CustomCall &call) {
  SmallVector<Type> types;
  if (failed(call.types.convertTypes(call.op.getResultTypes(), types)) ||
      TypeRange(types) != call.inputs.getTypes())
    return failure();
  call.rewriter.replaceOp(call.op, call.inputs);
  return success();
}

/// All elements of the first operand must be true; "{0}", "{1}", ... in the
/// message stand for the others, whose values only the run knows.
LogicalResult convertAssertion(CustomCall &call) {
  auto message = call.op->getAttrOfType<StringAttr>("error_message");
  if (call.inputs.empty() || call.op->getNumResults() != 0)
    return failure();
  auto type = dyn_cast<RankedTensorType>(call.inputs.front().getType());
  if (!type || !type.getElementType().isInteger(1))
    return failure();
  Location loc = call.op.getLoc();
  Value given = call.inputs.front();
  auto holdsAt = [&](OpBuilder &b, ValueRange place) -> Value {
    return tensor::ExtractOp::create(b, loc, given, place);
  };
  auto holdsSoFar = [&](OpBuilder &b, ValueRange place, ValueRange soFar) {
    return SmallVector<Value>{
        arith::AndIOp::create(b, loc, soFar.front(), holdsAt(b, place))};
  };
  Value holds;
  if (type.getRank() == 0)
    holds = holdsAt(call.rewriter, {});
  else
    holds =
        buildLoops(
            call.rewriter, loc, sizesOf(call.rewriter, loc, given),
            arith::ConstantIntOp::create(call.rewriter, loc, 1, 1).getResult(),
            holdsSoFar)
            .front();
  call.rewriter.replaceOpWithNewOp<cf::AssertOp>(
      call.op, holds,
      message ? message.getValue() : "an assertion on shapes failed");
  return success();
}

/// What becomes of a call.
enum class Kind { kAnnotation, kAssertion, kComputation, kReported };

StringRef describe(Kind kind) {
  switch (kind) {
  case Kind::kAnnotation:
    return "dropped";
  case Kind::kAssertion:
    return "checked by the run";
  case Kind::kComputation:
    return "computed";
  case Kind::kReported:
    return "not lowered";
  }
  llvm_unreachable("all kinds are above");
}

struct Entry {
  /// A '?' stands for the letter of LAPACK's scalar types: s, d, c or z.
  llvm::StringLiteral name;
  Kind kind;
  /// Null for a call that is only reported.
  ConvertCall *convert;
  /// Why a call is only reported.
  llvm::StringLiteral reason = "";
};

constexpr llvm::StringLiteral
    kPython = "it calls back into a Python process, which an executable does "
              "not have",
    kTensorFlow = "it calls a function of a TensorFlow runtime, which an "
                  "executable does not have";

// By kind; within one by who writes the call, then by name.
constexpr Entry kCalls[] = {
    // JAX and TensorFlow: where shards and buffers are to stand.
    {"LayoutConstraint", Kind::kAnnotation, dropAnnotation},
    {"MoveToDevice", Kind::kAnnotation, dropAnnotation},
    {"MoveToHost", Kind::kAnnotation, dropAnnotation},
    {"SPMDFullToShardShape", Kind::kAnnotation, dropAnnotation},
    {"SPMDShardToFullShape", Kind::kAnnotation, dropAnnotation},
    {"Sharding", Kind::kAnnotation, dropAnnotation},
    {"annotate_device_placement", Kind::kAnnotation, dropAnnotation},
    // Shardy, when it was exported to run after StableHLO's partitioner.
    {"xla.sdy.FuncResultSharding", Kind::kAnnotation, dropAnnotation},
    {"xla.sdy.GlobalToLocalShape", Kind::kAnnotation, dropAnnotation},
    {"xla.sdy.LocalToGlobalShape", Kind::kAnnotation, dropAnnotation},
    {"xla.sdy.PropagationBarrier", Kind::kAnnotation, dropAnnotation},

    // jax.export, for symbolic sizes.
    {"shape_assertion", Kind::kAssertion, convertAssertion},

    // Ops that StableHLO has for known sizes only.
    {"stablehlo.dynamic_approx_top_k", Kind::kComputation, convertApproxTopK},
    {"stablehlo.dynamic_reduce_window", Kind::kComputation,
     convertDynamicReduceWindow},
    {"stablehlo.dynamic_rng_bit_generator", Kind::kComputation,
     convertDynamicRngBitGenerator},
    {"stablehlo.dynamic_top_k", Kind::kComputation, convertDynamicTopK},
    // Ops that StableHLO has not.
    {"ApproxTopK", Kind::kComputation, convertApproxTopK},
    {"ProductOfElementaryHouseholderReflectors", Kind::kComputation,
     convertFactorCall},
    {"Qr", Kind::kComputation, convertFactorCall},
    {"lapack_?gees_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?geev_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?gehrd_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?geqp3_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?geqrf_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?gesdd_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?gesvd_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?getrf_ffi", Kind::kComputation, convertLuFactorCall},
    {"lapack_?gtsv_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?heevd_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?hetrd_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?orgqr_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?ormqr_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?potrf_ffi", Kind::kComputation, convertCholeskyCall},
    {"lapack_?syevd_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?sytrd_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?trsm_ffi", Kind::kComputation, convertTriangularSolveCall},
    {"lapack_?ungqr_ffi", Kind::kComputation, convertFactorCall},
    {"lapack_?unmqr_ffi", Kind::kComputation, convertFactorCall},
    {"mhlo.topk", Kind::kComputation, convertTopK},

    {"tf.call_tf_function", Kind::kReported, nullptr, kTensorFlow},
    {"xla_ffi_python_cpu_callback", Kind::kReported, nullptr, kPython},
    {"xla_python_cpu_callback", Kind::kReported, nullptr, kPython},
};

bool matches(StringRef pattern, StringRef name) {
  auto [before, after] = pattern.split('?');
  if (before.size() == pattern.size())
    return pattern == name;
  return name.size() == pattern.size() && name.starts_with(before) &&
         name.ends_with(after) &&
         StringRef("sdcz").contains(name[before.size()]);
}

const Entry *find(StringRef name) {
  for (const Entry &entry : kCalls)
    if (matches(entry.name, name))
      return &entry;
  return nullptr;
}

struct ConvertCustomCall final : OpPattern<CustomCallOp> {
  using OpPattern::OpPattern;

  LogicalResult
  matchAndRewrite(CustomCallOp op, Adaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    CustomCall call{op, adaptor.getInputs(), *getTypeConverter(), rewriter};
    if (callsOperator(op))
      return convertOperatorCall(call);
    const Entry *entry = find(op.getCallTargetName());
    return entry && entry->convert ? entry->convert(call) : failure();
  }
};

} // namespace

RankedTensorType CustomCall::resultType(unsigned i) {
  return dyn_cast_or_null<RankedTensorType>(
      types.convertType(op->getResult(i).getType()));
}

DictionaryAttr CustomCall::config() {
  if (auto given = dyn_cast_or_null<DictionaryAttr>(op.getBackendConfigAttr()))
    return given;
  return op->getAttrOfType<DictionaryAttr>("mhlo.backend_config");
}

func::FuncOp CustomCall::function() {
  if (op.getCalledComputations().size() != 1)
    return {};
  auto function = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, cast<FlatSymbolRefAttr>(op.getCalledComputations()[0]));
  return function && !function.isDeclaration() ? function : func::FuncOp();
}

std::string ingot::stablehlo::reasonNotLowered(CustomCallOp op) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "it calls '" << op.getCallTargetName() << "', ";
  if (callsOperator(op)) {
    stream << "a function that whoever loads the executable supplies, which "
              "cannot be given, or give, tensors of these types";
    return text;
  }
  if (const Entry *entry = find(op.getCallTargetName())) {
    if (entry->convert) {
      stream << "but with other operands, results or attributes than are known "
                "for it: it takes ";
      llvm::interleaveComma(op.getOperandTypes(), stream);
      stream << " and gives ";
      llvm::interleaveComma(op.getResultTypes(), stream);
    } else
      stream << "which is not lowered: " << entry->reason;
    return text;
  }
  stream << "code of another runtime that is not known here; export what it "
            "computes as ops of StableHLO, or as a stablehlo.composite with a "
            "decomposition";
  return text;
}

std::string ingot::stablehlo::nearestCall(CustomCallOp op) {
  StringRef name = op.getCallTargetName(), nearest;
  // Half of the letters may differ.
  unsigned least = name.size() / 2 + 1;
  for (const Entry &entry : kCalls) {
    if (!entry.convert || name == entry.name)
      continue;
    unsigned distance =
        name.edit_distance(entry.name, /*AllowReplacements=*/true, least);
    if (distance >= least)
      continue;
    least = distance;
    nearest = entry.name;
  }
  return nearest.str();
}

std::string ingot::stablehlo::knownCallsBeside(CustomCallOp op) {
  if (callsOperator(op) || find(op.getCallTargetName()))
    return "";
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << "known calls are";
  // kCalls has the kinds one after another.
  std::optional<Kind> kind;
  for (const Entry &entry : kCalls) {
    if (entry.kind != kind)
      stream << (kind ? "; " : " ") << describe(entry.kind) << ":";
    kind = entry.kind;
    stream << " " << entry.name;
  }
  return text;
}

void ingot::stablehlo::populateCustomCallPatterns(
    const TypeConverter &converter, RewritePatternSet &patterns) {
  patterns.add<ConvertCustomCall>(converter, patterns.getContext());
}
