//===- GainOps.td - a dialect of one op -----------------------*- tablegen -*-===//

#ifndef GAIN_OPS_TD
#define GAIN_OPS_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Gain_Dialect : Dialect {
  let name = "gain";
  let cppNamespace = "::gain";
  let summary = "What a signal is multiplied by";
}

def Gain_ApplyOp : Op<Gain_Dialect, "apply", [Pure]> {
  let summary = "A signal, louder";
  let arguments = (ins F32Tensor:$signal, F32Attr:$factor);
  let results = (outs F32Tensor:$result);
  let assemblyFormat = "$signal `by` $factor attr-dict `:` type($signal) `to` type($result)";
}

#endif // GAIN_OPS_TD
