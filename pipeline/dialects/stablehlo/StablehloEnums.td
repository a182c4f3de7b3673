//===- StablehloEnums.td - enumerations of StableHLO ----- -*- tablegen -*-===//
//
// The numbers are part of the bytecode encoding and never change.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_STABLEHLO_ENUMS_TD
#define INGOT_DIALECTS_STABLEHLO_ENUMS_TD

include "pipeline/dialects/stablehlo/StablehloBase.td"

class Stablehlo_Enum<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let genSpecializedAttr = 0;
  let cppNamespace = "::ingot::stablehlo";
}

def Stablehlo_Precision : Stablehlo_Enum<"Precision",
    "accuracy asked of a product, one per operand",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGH", 1>,
     I32EnumAttrCase<"HIGHEST", 2>]>;
def Stablehlo_PrecisionAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_Precision, "precision">;
def Stablehlo_PrecisionConfigAttr
    : TypedArrayAttrBase<Stablehlo_PrecisionAttr, "array of precisions">;

def Stablehlo_ResultAccuracyMode : Stablehlo_Enum<"ResultAccuracyMode",
    "how the accuracy of a result is asked for",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"HIGHEST", 1>,
     I32EnumAttrCase<"TOLERANCE", 2>]>;
def Stablehlo_ResultAccuracyModeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_ResultAccuracyMode,
               "result_accuracy_mode"> {
  let assemblyFormat = "`<` $value `>`";
}

def Stablehlo_FftType : Stablehlo_Enum<"FftType", "kind of Fourier transform",
    [I32EnumAttrCase<"FFT", 0>, I32EnumAttrCase<"IFFT", 1>,
     I32EnumAttrCase<"RFFT", 2>, I32EnumAttrCase<"IRFFT", 3>]>;
def Stablehlo_FftTypeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_FftType, "fft_type">;

/// Stands in programs as a plain i32, not as an attribute of the dialect.
def Stablehlo_CustomCallApiVersionAttr : I32EnumAttr<"CustomCallApiVersion",
    "calling convention of a custom call",
    [I32EnumAttrCase<"API_VERSION_UNSPECIFIED", 0>,
     I32EnumAttrCase<"API_VERSION_ORIGINAL", 1>,
     I32EnumAttrCase<"API_VERSION_STATUS_RETURNING", 2>,
     I32EnumAttrCase<"API_VERSION_STATUS_RETURNING_UNIFIED", 3>,
     I32EnumAttrCase<"API_VERSION_TYPED_FFI", 4>]> {
  let cppNamespace = "::ingot::stablehlo";
}

def Stablehlo_ComparisonDirection : Stablehlo_Enum<"ComparisonDirection",
    "which relation is tested",
    [I32EnumAttrCase<"EQ", 0>, I32EnumAttrCase<"NE", 1>,
     I32EnumAttrCase<"GE", 2>, I32EnumAttrCase<"GT", 3>,
     I32EnumAttrCase<"LE", 4>, I32EnumAttrCase<"LT", 5>]>;
def Stablehlo_ComparisonDirectionAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_ComparisonDirection,
               "comparison_direction">;

def Stablehlo_ComparisonType : Stablehlo_Enum<"ComparisonType",
    "how bits are compared",
    [I32EnumAttrCase<"NOTYPE", 0>, I32EnumAttrCase<"FLOAT", 1>,
     I32EnumAttrCase<"TOTALORDER", 2>, I32EnumAttrCase<"SIGNED", 3>,
     I32EnumAttrCase<"UNSIGNED", 4>]>;
def Stablehlo_ComparisonTypeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_ComparisonType, "comparison_type">;

def Stablehlo_Transpose : Stablehlo_Enum<"Transpose",
    "form in which a matrix enters a solver",
    [I32EnumAttrCase<"TRANSPOSE_INVALID", 0>,
     I32EnumAttrCase<"NO_TRANSPOSE", 1>, I32EnumAttrCase<"TRANSPOSE", 2>,
     I32EnumAttrCase<"ADJOINT", 3>]>;
def Stablehlo_TransposeAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_Transpose, "transpose">;

def Stablehlo_RngDistribution : Stablehlo_Enum<"RngDistribution",
    "distribution of random numbers",
    [I32EnumAttrCase<"UNIFORM", 1>, I32EnumAttrCase<"NORMAL", 2>]>;
def Stablehlo_RngDistributionAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_RngDistribution,
               "rng_distribution">;

def Stablehlo_RngAlgorithm : Stablehlo_Enum<"RngAlgorithm",
    "generator of random bits",
    [I32EnumAttrCase<"DEFAULT", 0>, I32EnumAttrCase<"THREE_FRY", 1>,
     I32EnumAttrCase<"PHILOX", 2>]>;
def Stablehlo_RngAlgorithmAttr
    : EnumAttr<Stablehlo_Dialect, Stablehlo_RngAlgorithm, "rng_algorithm">;

#endif // INGOT_DIALECTS_STABLEHLO_ENUMS_TD
