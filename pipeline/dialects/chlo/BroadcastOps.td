//===- BroadcastOps.td - elementwise ops that broadcast by themselves -----===//
//
// Sizes of 1 are repeated. `broadcast_dimensions` says to which dimensions of
// the operand of higher rank those of the other one belong; without it they are
// the last ones, as in numpy.
//
//===----------------------------------------------------------------------===//

include "pipeline/dialects/chlo/ChloBase.td"

class Chlo_BroadcastOp<string mnemonic, string text, Type operand = Stablehlo_Tensor,
                       Type outcome = operand, list<Trait> traits = []>
    : Chlo_Op<"broadcast_" # mnemonic, traits # [Stablehlo_PureIfStatic]> {
  let summary = text;
  let arguments = (ins operand:$lhs, operand:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions);
  let results = (outs outcome:$result);
  let assemblyFormat = [{
    $lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->`
    type($result)
  }];
  let hasVerifier = 1;
}

class Chlo_BroadcastFloatOp<string mnemonic, string text>
    : Chlo_BroadcastOp<mnemonic, text, Chlo_FloatTensor>;
class Chlo_BroadcastIntegerOp<string mnemonic, string text,
                              list<Trait> traits = []>
    : Chlo_BroadcastOp<mnemonic, text, Chlo_IntegerTensor, Chlo_IntegerTensor,
                       traits>;

def Chlo_BroadcastAddOp : Chlo_BroadcastOp<"add",
    "Sum, or disjunction of booleans">;
def Chlo_BroadcastAndOp : Chlo_BroadcastIntegerOp<"and",
    "Conjunction, of bits or of booleans">;
def Chlo_BroadcastAtan2Op : Chlo_BroadcastOp<"atan2",
    "Angle of the point (rhs, lhs)">;
def Chlo_BroadcastDivOp : Chlo_BroadcastOp<"divide",
    "Quotient; of integers rounded towards zero">;
def Chlo_BroadcastMaxOp : Chlo_BroadcastOp<"maximum",
    "The larger one, NaN if one is">;
def Chlo_BroadcastMinOp : Chlo_BroadcastOp<"minimum",
    "The smaller one, NaN if one is">;
def Chlo_BroadcastMulOp : Chlo_BroadcastOp<"multiply",
    "Product, or conjunction of booleans">;
def Chlo_BroadcastNextAfterOp : Chlo_BroadcastFloatOp<"next_after",
    "The next number from lhs in the direction of rhs">;
def Chlo_BroadcastOrOp : Chlo_BroadcastIntegerOp<"or",
    "Disjunction, of bits or of booleans">;
def Chlo_BroadcastPolygammaOp : Chlo_BroadcastFloatOp<"polygamma",
    "Derivative of digamma, lhs times, at rhs">;
def Chlo_BroadcastPowOp : Chlo_BroadcastOp<"power",
    "lhs to the power of rhs">;
def Chlo_BroadcastRemOp : Chlo_BroadcastOp<"remainder",
    "Remainder with the sign of lhs">;
def Chlo_BroadcastShiftLeftOp : Chlo_BroadcastOp<"shift_left",
    "Bits moved up">;
def Chlo_BroadcastShiftRightArithmeticOp : Chlo_BroadcastOp<
    "shift_right_arithmetic",
    "Bits moved down, the sign kept">;
def Chlo_BroadcastShiftRightLogicalOp : Chlo_BroadcastOp<
    "shift_right_logical",
    "Bits moved down, zeros above">;
def Chlo_BroadcastSubOp : Chlo_BroadcastOp<"subtract",
    "Difference">;
def Chlo_BroadcastXorOp : Chlo_BroadcastIntegerOp<"xor",
    "Exclusive or, of bits or of booleans">;
def Chlo_BroadcastZetaOp : Chlo_BroadcastFloatOp<"zeta",
    "Hurwitz zeta function of exponents and starts">;
def Chlo_BroadcastComplexOp : Chlo_BroadcastOp<"complex",
    "Complex numbers of real and imaginary parts", Chlo_FloatTensor,
    RankedTensorOf<[AnyComplex]>>;

def Chlo_BroadcastCompareOp : Chlo_BroadcastOp<"compare",
    "Whether a relation holds, element by element", Stablehlo_Tensor,
    Chlo_TruthTensor> {
  let arguments = (ins Stablehlo_Tensor:$lhs, Stablehlo_Tensor:$rhs,
                       OptionalAttr<DenseI64ArrayAttr>:$broadcast_dimensions,
                       Chlo_ComparisonDirectionAttr:$comparison_direction,
                       OptionalAttr<Chlo_ComparisonTypeAttr>:$compare_type);
}

def Chlo_BroadcastSelectOp
    : Chlo_Op<"broadcast_select", [Stablehlo_PureIfStatic]> {
  let summary = "Elements of one tensor or the other, broadcast as in numpy";
  let arguments = (ins Chlo_TruthTensor:$pred, Stablehlo_Tensor:$on_true,
                       Stablehlo_Tensor:$on_false);
  let results = (outs Stablehlo_Tensor:$result);
  let assemblyFormat = [{
    $pred `,` $on_true `,` $on_false attr-dict `:` `(` type($pred) `,`
    type($on_true) `,` type($on_false) `)` `->` type($result)
  }];
  let hasVerifier = 1;
}
