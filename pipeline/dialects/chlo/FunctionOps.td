//===- FunctionOps.td - functions of one or two elements ------------------===//
//
// Operands have the shape of the result: these do not broadcast.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/chlo/ChloBase.td"

class Chlo_ElementwiseOp<string mnemonic, list<Trait> traits = []>
    : Chlo_Op<mnemonic, traits # [Elementwise, SameOperandsAndResultShape,
                                  Stablehlo_PureIfStatic]>;

class Chlo_UnaryOp<string mnemonic, string text, Type tensor>
    : Chlo_ElementwiseOp<mnemonic, [SameOperandsAndResultElementType]> {
  let summary = text;
  let arguments = (ins tensor:$operand);
  let results = (outs tensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

class Chlo_AnalyticOp<string mnemonic, string text>
    : Chlo_UnaryOp<mnemonic, text, Chlo_FloatOrComplexTensor>;
class Chlo_RealFunctionOp<string mnemonic, string text>
    : Chlo_UnaryOp<mnemonic, text, Chlo_FloatTensor>;

def Chlo_AsinAcosKernelOp : Chlo_UnaryOp<"_asin_acos_kernel",
    "What the inverse functions of complex numbers have in common",
    RankedTensorOf<[AnyComplex]>>;
def Chlo_AcosOp : Chlo_AnalyticOp<"acos",
    "Inverse of the cosine">;
def Chlo_AcoshOp : Chlo_AnalyticOp<"acosh",
    "Inverse of the hyperbolic cosine">;
def Chlo_AsinOp : Chlo_AnalyticOp<"asin",
    "Inverse of the sine">;
def Chlo_AsinhOp : Chlo_AnalyticOp<"asinh",
    "Inverse of the hyperbolic sine">;
def Chlo_AtanOp : Chlo_AnalyticOp<"atan",
    "Inverse of the tangent">;
def Chlo_AtanhOp : Chlo_AnalyticOp<"atanh",
    "Inverse of the hyperbolic tangent">;
def Chlo_ConjOp : Chlo_AnalyticOp<"conj",
    "Imaginary part reversed">;
def Chlo_CoshOp : Chlo_AnalyticOp<"cosh",
    "Hyperbolic cosine">;
def Chlo_SinhOp : Chlo_AnalyticOp<"sinh",
    "Hyperbolic sine">;
def Chlo_SquareOp : Chlo_AnalyticOp<"square",
    "Product with itself">;
def Chlo_TanOp : Chlo_AnalyticOp<"tan",
    "Tangent">;

def Chlo_BesselI1eOp : Chlo_RealFunctionOp<"bessel_i1e",
    "Modified Bessel function of order one, times exp(-|x|)">;
def Chlo_DigammaOp : Chlo_RealFunctionOp<"digamma",
    "Derivative of lgamma">;
def Chlo_ErfOp : Chlo_RealFunctionOp<"erf",
    "Error function">;
def Chlo_ErfInvOp : Chlo_RealFunctionOp<"erf_inv",
    "Inverse of the error function">;
def Chlo_ErfcOp : Chlo_RealFunctionOp<"erfc",
    "One less the error function">;
def Chlo_LgammaOp : Chlo_RealFunctionOp<"lgamma",
    "Logarithm of the magnitude of the gamma function">;

class Chlo_PredicateOp<string mnemonic, string text>
    : Chlo_ElementwiseOp<mnemonic> {
  let summary = text;
  let arguments = (ins Chlo_FloatTensor:$operand);
  let results = (outs Chlo_TruthTensor:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand) `->` type($result)";
}

def Chlo_IsInfOp : Chlo_PredicateOp<"is_inf",
    "Whether an element is an infinity">;
def Chlo_IsNegInfOp : Chlo_PredicateOp<"is_neg_inf",
    "Whether an element is minus infinity">;
def Chlo_IsPosInfOp : Chlo_PredicateOp<"is_pos_inf",
    "Whether an element is plus infinity">;

class Chlo_BinaryOp<string mnemonic, string text, list<Trait> traits = []>
    : Chlo_ElementwiseOp<mnemonic,
                         traits # [SameOperandsAndResultElementType]> {
  let summary = text;
}

def Chlo_MulhiOp : Chlo_BinaryOp<"mulhi",
    "Upper half of the bits of a product", [Commutative]> {
  let arguments = (ins Chlo_IntegerTensor:$lhs, Chlo_IntegerTensor:$rhs);
  let results = (outs Chlo_IntegerTensor:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)
  }];
}

def Chlo_NextAfterOp : Chlo_BinaryOp<"next_after",
    "The next number from x in the direction of y"> {
  let arguments = (ins Chlo_FloatTensor:$x, Chlo_FloatTensor:$y);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $y attr-dict `:` type($x) `,` type($y) `->` type($result)
  }];
}

def Chlo_PolygammaOp : Chlo_BinaryOp<"polygamma",
    "n-th derivative of digamma"> {
  let arguments = (ins Chlo_FloatTensor:$n, Chlo_FloatTensor:$x);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $n `,` $x attr-dict `:` type($n) `,` type($x) `->` type($result)
  }];
}

def Chlo_ZetaOp : Chlo_BinaryOp<"zeta",
    "Hurwitz zeta function: the sum of (q + n)^-x over all n from 0"> {
  let arguments = (ins Chlo_FloatTensor:$x, Chlo_FloatTensor:$q);
  let results = (outs Chlo_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $q attr-dict `:` type($x) `,` type($q) `->` type($result)
  }];
}
