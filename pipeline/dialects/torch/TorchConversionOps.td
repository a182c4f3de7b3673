//===- TorchConversionOps.td - between torch and builtin --- -*- tablegen -*-===//
//
// `torch_c`: where a value of a program that is converted in part turns into one
// of a builtin type, and back. Names and forms are those of torch-mlir.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_TORCH_CONVERSION_OPS_TD
#define INGOT_DIALECTS_TORCH_CONVERSION_OPS_TD

include "pipeline/dialects/torch/TorchBase.td"

def TorchConversion_Dialect : Dialect {
  let name = "torch_c";
  let cppNamespace = "::ingot::torch";
  let summary = "Values of the torch dialect as builtin ones and back";
  let dependentDialects = ["::ingot::torch::TorchDialect",
                           "::mlir::arith::ArithDialect"];
  let hasConstantMaterializer = 1;
}

/// One value seen as one of another type. There and back again folds.
class TorchConversion_Op<string mnemonic, string what, Type from, Type to>
    : Op<TorchConversion_Dialect, mnemonic, [Pure]> {
  let summary = what;
  let arguments = (ins from:$operand);
  let results = (outs to:$result);
  let assemblyFormat = "$operand attr-dict";
  let hasFolder = 1;
}

class TorchConversion_TensorOp<string mnemonic, string what, Type from, Type to>
    : TorchConversion_Op<mnemonic, what, from, to> {
  let description = [{
    The shapes are equal; integers keep or lose their sign, quantised elements
    become the integers that store them.
  }];
  let assemblyFormat = [{
    $operand attr-dict `:` qualified(type($operand)) `->`
    qualified(type($result))
  }];
  let hasVerifier = 1;
}

def TorchConversion_ToBuiltinTensorOp : TorchConversion_TensorOp<
    "to_builtin_tensor", "A tensor as a builtin one", Torch_ValueTensorType,
    AnyTensor>;
def TorchConversion_FromBuiltinTensorOp : TorchConversion_TensorOp<
    "from_builtin_tensor", "A builtin tensor as one of torch", AnyTensor,
    Torch_ValueTensorType>;
def TorchConversion_ToI1Op
    : TorchConversion_Op<"to_i1", "A bool as i1", Torch_BoolType, I1>;
def TorchConversion_FromI1Op
    : TorchConversion_Op<"from_i1", "An i1 as bool", I1, Torch_BoolType>;
def TorchConversion_ToI64Op
    : TorchConversion_Op<"to_i64", "An int as i64", Torch_IntType, I64>;
def TorchConversion_FromI64Op
    : TorchConversion_Op<"from_i64", "An i64 as int", I64, Torch_IntType>;
def TorchConversion_ToF64Op
    : TorchConversion_Op<"to_f64", "A float as f64", Torch_FloatType, F64>;
def TorchConversion_FromF64Op
    : TorchConversion_Op<"from_f64", "An f64 as float", F64, Torch_FloatType>;
def TorchConversion_GeneratorToI64Op : TorchConversion_Op<
    "generator_to_i64", "The seed of a generator", Torch_GeneratorType, I64>;
def TorchConversion_I64ToGeneratorOp : TorchConversion_Op<
    "i64_to_generator", "A generator of a seed", I64, Torch_GeneratorType>;

def TorchConversion_GetNextSeedOp
    : Op<TorchConversion_Dialect, "get_next_seed"> {
  let summary = "The next seed of the program's own generator";
  let results = (outs I64:$seed);
  let assemblyFormat = "attr-dict `:` `(` `)` `->` qualified(type($seed))";
}

#endif // INGOT_DIALECTS_TORCH_CONVERSION_OPS_TD
