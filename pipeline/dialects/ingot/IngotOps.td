//===- IngotOps.td - what a host program says to its runtime -*- tablegen -*-===//
//
// A planned program is a host function that computes shapes, moves views about
// and launches kernels. This dialect holds the few things it needs that no
// upstream dialect has: a kernel launch, the constants bound at load time, and
// the state of an instance. It has no control flow and no arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_DIALECTS_INGOT_TD
#define INGOT_DIALECTS_INGOT_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Ingot_Dialect : Dialect {
  let name = "ingot";
  let cppNamespace = "::ingot::dialect";
  let summary = "Kernel launches, bound constants and instance state";
  let dependentDialects = ["mlir::memref::MemRefDialect"];
  let extraClassDeclaration = [{
    /// What the kernels of the program that was planned last are, by the names
    /// that are made of it: to write them again takes as long as to name them.
    llvm::StringMap<std::string> namedKernels;
  }];
}

class Ingot_Op<string mnemonic, list<Trait> traits = []>
    : Op<Ingot_Dialect, mnemonic, traits>;

def Ingot_Buffer : AnyTypeOf<[AnyRankedTensor, AnyStridedMemRef]>;

def Ingot_DispatchOp : Ingot_Op<"dispatch", [
    AttrSizedOperandSegments, DestinationStyleOpInterface,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Run a kernel";
  let description = [{
    Runs the kernel named by symbol. `inputs` are tensors and scalars that it
    reads; it writes every element of each of `outputs` and reads none of them.
    On tensors the results are the new contents of the outputs, in order; on
    memrefs there are no results. With `bare_pointers` a buffer is given by the
    pointer to its elements alone, without its sizes: the kernel's function
    carries `llvm.bareptr` then.

    ```mlir
    %1 = ingot.dispatch @kernel_0a ins(%a, %n : tensor<?x4xf32>, index)
                                   outs(%empty : tensor<?x4xf32>)
                                   -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins FlatSymbolRefAttr:$kernel,
                       Variadic<AnyType>:$inputs,
                       Variadic<Ingot_Buffer>:$outputs,
                       UnitAttr:$bare_pointers);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $kernel (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` attr-dict
    (`->` type($results)^)?
  }];
  let extraClassDeclaration = [{
    mlir::MutableOperandRange getDpsInitsMutable() {
      return getOutputsMutable();
    }
  }];
}

def Ingot_ConstantOp : Ingot_Op<"constant", [Pure]> {
  let summary = "A constant bound when the executable was loaded";
  let description = [{
    The `index`-th entry of the manifest's constants, or, behind those, one that
    `ingot.derive` made. Read-only.

    ```mlir
    %w = ingot.constant 3 : tensor<64x64xf32>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs Ingot_Buffer:$result);
  let assemblyFormat = "$index attr-dict `:` type($result)";
  let hasVerifier = 1;
}

def Ingot_DeriveOp : Ingot_Op<"derive"> {
  let summary = "Constants that are computed when others are bound";
  let description = [{
    Stands in the module. When constants bind, `initialiser` runs on those with
    the numbers `inputs`; its results become the constants `first`, `first` + 1
    and so on.

    ```mlir
    ingot.derive 4 = @initialiser_0 [1, 2]
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$first,
                       FlatSymbolRefAttr:$initialiser,
                       DenseI64ArrayAttr:$inputs);
  let assemblyFormat = "$first `=` $initialiser $inputs attr-dict";
}

def Ingot_StateLoadOp : Ingot_Op<"state_load", [MemoryEffects<[MemRead]>]> {
  let summary = "The value of a state now";
  let description = [{
    A copy of the `index`-th state of the instance: later stores do not change
    the loaded value.
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs AnyStaticShapeTensor:$result);
  let assemblyFormat = "$index attr-dict `:` type($result)";
}

def Ingot_StateStoreOp : Ingot_Op<"state_store", [MemoryEffects<[MemWrite]>]> {
  let summary = "Overwrite a state";
  let description = [{
    Copies `value` into the `index`-th state. The value may have other uses:
    nothing is moved, so none of them sees a later store.
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$index,
                       AnyStaticShapeTensor:$value);
  let assemblyFormat = "$index `,` $value attr-dict `:` type($value)";
}

def Ingot_StateOp : Ingot_Op<"state", [Pure]> {
  let summary = "The storage of a state, after bufferization";
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$index);
  let results = (outs AnyStaticShapeMemRef:$result);
  let assemblyFormat = "$index attr-dict `:` type($result)";
}

def Ingot_CustomOp : Ingot_Op<"custom", [
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>]> {
  let summary = "Call an operator that whoever loads the executable supplies";
  let description = [{
    `operator_name` and `implementation_attrs` are for that function to know
    what to do, see pipeline/conversion/TorchCustomOps/README.md, "Custom ops". It
    reads the operands, and makes the results in memory of its own: sizes that
    their types do not say are its to say. `described_operands` and
    `described_results` are the types of the manifest, which still know what was
    unsigned. `side_effects` says that it does something besides. `index` is the place in the manifest's
    custom ops, once that has one.

    ```mlir
    %1 = ingot.custom "torch.aten.relu"(%0) {...}
        : (tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
  }];
  let arguments = (ins StrAttr:$operator_name, StrAttr:$implementation_attrs,
                       TypeArrayAttr:$described_operands,
                       TypeArrayAttr:$described_results,
                       UnitAttr:$side_effects,
                       OptionalAttr<I64Attr>:$index,
                       Variadic<Ingot_Buffer>:$inputs);
  let results = (outs Variadic<Ingot_Buffer>:$results);
  let assemblyFormat = [{
    $operator_name `(` $inputs `)` attr-dict `:`
    functional-type($inputs, $results)
  }];
  let hasVerifier = 1;
}

#endif // INGOT_DIALECTS_INGOT_TD
