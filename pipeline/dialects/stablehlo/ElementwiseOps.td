//===- ElementwiseOps.td - one result element per operand element ---------===//
//
// An op is printed with one type when all its types are equal, with a function
// type otherwise (sparse encodings, quantised types, dynamic sizes).
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/stablehlo/StablehloAttrs.td"

class Stablehlo_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Stablehlo_Op<mnemonic, traits # [Elementwise, SameOperandsAndResultShape,
                                       Stablehlo_PureIfStatic]>;

class Stablehlo_UnaryOp<string mnemonic, string text>
    : Stablehlo_ElementwiseOp<mnemonic> {
  let summary = text;
  let arguments = (ins Stablehlo_Tensor:$operand);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $operand attr-dict `:` custom<MatchingTypes>(type($operand), type($result))
  }];
}

/// A function that a program may ask a certain accuracy of.
class Stablehlo_TranscendentalOp<string mnemonic, string text>
    : Stablehlo_UnaryOp<mnemonic, text> {
  let arguments = (ins Stablehlo_Tensor:$operand,
      DefaultValuedOptionalAttr<Stablehlo_ResultAccuracyAttr,
          "::ingot::stablehlo::ResultAccuracyMode::DEFAULT">:$result_accuracy);
}

class Stablehlo_BinaryOp<string mnemonic, string text, list<Trait> traits = []>
    : Stablehlo_ElementwiseOp<mnemonic, traits> {
  let summary = text;
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<MatchingTypes>(type($lhs), type($rhs), type($result))
  }];
}

def Stablehlo_AbsOp : Stablehlo_UnaryOp<"abs",
    "Magnitude"> {
  let hasVerifier = 1;
}
def Stablehlo_CeilOp : Stablehlo_UnaryOp<"ceil",
    "Round towards plus infinity">;
def Stablehlo_CountLeadingZerosOp : Stablehlo_UnaryOp<"count_leading_zeros",
    "Zero bits above the highest set one">;
def Stablehlo_ConvertOp : Stablehlo_UnaryOp<"convert",
    "The same values in another element type">;
def Stablehlo_FloorOp : Stablehlo_UnaryOp<"floor",
    "Round towards minus infinity">;
def Stablehlo_ImagOp : Stablehlo_UnaryOp<"imag",
    "Imaginary part"> {
  let hasVerifier = 1;
}
def Stablehlo_NotOp : Stablehlo_UnaryOp<"not",
    "Complement, of bits or of booleans">;
def Stablehlo_NegateOp : Stablehlo_UnaryOp<"negate",
    "Sign reversed">;
def Stablehlo_PopcntOp : Stablehlo_UnaryOp<"popcnt",
    "Number of set bits">;
def Stablehlo_RealOp : Stablehlo_UnaryOp<"real",
    "Real part"> {
  let hasVerifier = 1;
}
def Stablehlo_RoundNearestAfzOp : Stablehlo_UnaryOp<"round_nearest_afz",
    "Round to nearest, halves away from zero">;
def Stablehlo_RoundNearestEvenOp : Stablehlo_UnaryOp<"round_nearest_even",
    "Round to nearest, halves to even">;
def Stablehlo_SignOp : Stablehlo_UnaryOp<"sign",
    "-1, 0 or 1, or the unit vector of a complex number">;
def Stablehlo_UniformQuantizeOp : Stablehlo_UnaryOp<"uniform_quantize",
    "To a quantised type, or from one to another"> {
  let hasVerifier = 1;
}
def Stablehlo_UniformDequantizeOp : Stablehlo_UnaryOp<"uniform_dequantize",
    "The numbers that quantised values stand for"> {
  let hasVerifier = 1;
}

def Stablehlo_CbrtOp : Stablehlo_TranscendentalOp<"cbrt",
    "Cube root">;
def Stablehlo_CosineOp : Stablehlo_TranscendentalOp<"cosine",
    "Cosine">;
def Stablehlo_ExponentialOp : Stablehlo_TranscendentalOp<"exponential",
    "e to the power of the operand">;
def Stablehlo_ExponentialMinusOneOp : Stablehlo_TranscendentalOp<
    "exponential_minus_one",
    "e to the power of the operand, less one">;
def Stablehlo_LogOp : Stablehlo_TranscendentalOp<"log",
    "Natural logarithm">;
def Stablehlo_LogPlusOneOp : Stablehlo_TranscendentalOp<"log_plus_one",
    "Natural logarithm of one more">;
def Stablehlo_LogisticOp : Stablehlo_TranscendentalOp<"logistic",
    "1 / (1 + exp(-x))">;
def Stablehlo_RsqrtOp : Stablehlo_TranscendentalOp<"rsqrt",
    "Reciprocal of the square root">;
def Stablehlo_SineOp : Stablehlo_TranscendentalOp<"sine",
    "Sine">;
def Stablehlo_SqrtOp : Stablehlo_TranscendentalOp<"sqrt",
    "Square root">;
def Stablehlo_TanOp : Stablehlo_TranscendentalOp<"tan",
    "Tangent">;
def Stablehlo_TanhOp : Stablehlo_TranscendentalOp<"tanh",
    "Hyperbolic tangent">;

def Stablehlo_AddOp : Stablehlo_BinaryOp<"add",
    "Sum, or disjunction of booleans", [Commutative]> {
  let hasVerifier = 1;
}
def Stablehlo_AndOp : Stablehlo_BinaryOp<"and",
    "Conjunction, of bits or of booleans", [Commutative]>;
def Stablehlo_Atan2Op : Stablehlo_BinaryOp<"atan2",
    "Angle of the point (rhs, lhs)">;
def Stablehlo_DivideOp : Stablehlo_BinaryOp<"divide",
    "Quotient; of integers rounded towards zero">;
def Stablehlo_MaximumOp : Stablehlo_BinaryOp<"maximum",
    "The larger one, NaN if one is", [Commutative]>;
def Stablehlo_MinimumOp : Stablehlo_BinaryOp<"minimum",
    "The smaller one, NaN if one is", [Commutative]>;
def Stablehlo_MultiplyOp : Stablehlo_BinaryOp<"multiply",
    "Product, or conjunction of booleans", [Commutative]>;
def Stablehlo_OrOp : Stablehlo_BinaryOp<"or",
    "Disjunction, of bits or of booleans", [Commutative]>;
def Stablehlo_PowerOp : Stablehlo_BinaryOp<"power",
    "lhs to the power of rhs">;
def Stablehlo_RemainderOp : Stablehlo_BinaryOp<"remainder",
    "Remainder with the sign of lhs">;
def Stablehlo_ShiftLeftOp : Stablehlo_BinaryOp<"shift_left",
    "Bits moved up">;
def Stablehlo_ShiftRightArithmeticOp : Stablehlo_BinaryOp<
    "shift_right_arithmetic",
    "Bits moved down, the sign kept">;
def Stablehlo_ShiftRightLogicalOp : Stablehlo_BinaryOp<"shift_right_logical",
    "Bits moved down, zeros above">;
def Stablehlo_SubtractOp : Stablehlo_BinaryOp<"subtract",
    "Difference">;
def Stablehlo_XorOp : Stablehlo_BinaryOp<"xor",
    "Exclusive or, of bits or of booleans", [Commutative]>;

def Stablehlo_IsFiniteOp : Stablehlo_ElementwiseOp<"is_finite"> {
  let summary = "Neither infinite nor NaN";
  let arguments = (ins Stablehlo_Tensor:$x);
  let results = (outs Stablehlo_Tensor:$y);
  let assemblyFormat = "$x attr-dict `:` functional-type(operands, results)";
}

def Stablehlo_ComplexOp : Stablehlo_ElementwiseOp<"complex"> {
  let summary = "Complex numbers of real and imaginary parts";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:`
    custom<ComplexTypes>(type($lhs), type($rhs), type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_CompareOp : Stablehlo_ElementwiseOp<"compare"> {
  let summary = "Whether a relation holds, element by element";
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
      Stablehlo_ComparisonDirectionAttr:$comparison_direction,
      OptionalAttr<Stablehlo_ComparisonTypeAttr>:$compare_type);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $comparison_direction `,` $lhs `,` $rhs (`,` $compare_type^)? attr-dict `:`
    functional-type(operands, results)
  }];
  let hasVerifier = 1;
}

def Stablehlo_SelectOp : Stablehlo_Op<"select", [Stablehlo_PureIfStatic]> {
  let summary = "Elements of one tensor or the other; one condition or many";
  let arguments = (ins Stablehlo_Tensor:$pred, Stablehlo_Tensor:$on_true,
                       Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:`
    custom<SelectTypes>(type($pred), type($on_true), type($on_false),
                        type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_ClampOp : Stablehlo_Op<"clamp", [Stablehlo_PureIfStatic]> {
  let summary = "Elements forced between bounds, which may be scalars";
  let arguments = (ins Stablehlo_Tensor:$min, Stablehlo_Tensor:$operand,
                       Stablehlo_Tensor:$max);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $min `,` $operand `,` $max attr-dict `:`
    custom<MatchingTypes>(type($min), type($operand), type($max),
                          type($result))
  }];
  let hasVerifier = 1;
}

def Stablehlo_ReducePrecisionOp
    : Stablehlo_ElementwiseOp<"reduce_precision"> {
  let summary = "Values rounded to fewer bits, in the same element type";
  let arguments = (ins Stablehlo_Tensor:$operand,
                       ConfinedAttr<I32Attr, [IntPositive]>:$exponent_bits,
                       ConfinedAttr<I32Attr, [IntNonNegative]>:$mantissa_bits);
  let results = (outs Stablehlo_Tensor:$output);
  let assemblyFormat = [{
    $operand `,` `format` `=`
    custom<FloatFormat>($exponent_bits, $mantissa_bits) attr-dict `:`
    custom<MatchingTypes>(type($operand), type($output))
  }];
  let hasVerifier = 1;
}
