//===- Passes.td - conversions between dialects ------------*- tablegen -*-===//

#ifndef INGOT_PIPELINE_CONVERSION_PASSES_TD
#define INGOT_PIPELINE_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertMLProgramToFunc
    : Pass<"ingot-convert-ml-program-to-func", "mlir::ModuleOp"> {
  let summary = "Turn ml_program functions and subgraphs into func.func";
  let description = [{
    `ml_program.func` and `ml_program.subgraph` become `func.func`. A subgraph's
    body has no order of its own: it is sorted by data and token dependences,
    keeping the order of the text where nothing else decides. Then
    `global_load_graph` and `global_store_graph` become plain loads and stores
    in that order and tokens disappear.

    Needs: nothing. A subgraph whose ops depend on each other in a circle is an
    error.
    Leaves: no `ml_program` op but `global`, `global_load`, `global_load_const`
    and `global_store`.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::func::FuncDialect"];
}

def ConvertOnnxToTorch : Pass<"convert-onnx-to-torch", "mlir::ModuleOp"> {
  let summary = "Turn operators of ONNX into those of PyTorch";
  let description = [{
    Importers write `torch.operator "onnx.Conv"` with ONNX's attributes. Each
    becomes what computes the same in the torch dialect; constants become
    literals. One that has no conversion stays, with the reason in
    `ingot.unconverted`.

    Needs: types of known rank and dtype.
    Leaves: no operator of ONNX but those with a reason.
    Cache key: no options.
  }];
}

def ConvertTorchToStablehlo
    : Pass<"convert-torch-to-stablehlo", "mlir::ModuleOp"> {
  let summary = "Turn PyTorch programs into StableHLO";
  let description = [{
    Tensors become builtin ones, whose integers have no sign unless they are
    unsigned; Python's numbers become tensors without dimensions. Operators
    become StableHLO and CHLO with PyTorch's rules for dtypes, rounding and NaN,
    whatever sizes are known. Functions, calls, branches and loops follow.

    An operator that has no conversion, or none for what it is given, stays for
    `ingot-check-supported` to report with all others; `ingot.unconverted` on it
    says why.

    Needs: nothing; a program without torch is not touched.
    Leaves: no op of torch but those that no conversion takes.
    Cache key: no options.
  }];
  let dependentDialects = ["::ingot::chlo::ChloDialect",
                           "::ingot::stablehlo::StablehloDialect"];
}

def ConvertTorchToTosa : Pass<"convert-torch-to-tosa", "mlir::ModuleOp"> {
  let summary = "Turn PyTorch programs into TOSA";
  let description = [{
    Types, functions and calls as in `convert-torch-to-stablehlo`; operators
    become TOSA. Where TOSA wants a size while compiling that only the run
    knows, ops of `tensor` take its place; what the run is to check is a
    `cf.assert`.

    An operator that TOSA cannot say stays, with a warning; `ingot.unconverted`
    on it says why.

    Needs: nothing; a program without torch is not touched.
    Leaves: no op of torch but those that no conversion takes.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::cf::ControlFlowDialect",
                           "mlir::tensor::TensorDialect",
                           "mlir::tosa::TosaDialect"];
}

def TorchCustomFormOption
    : Option<"form", "form", "::ingot::torch::CustomForm",
             "::ingot::torch::CustomForm::AllOperands",
             "How constant numbers reach the custom op", [{::llvm::cl::values(
               clEnumValN(::ingot::torch::CustomForm::AllOperands,
                          "all-operands", "as constant operands"),
               clEnumValN(::ingot::torch::CustomForm::Attributes, "attributes",
                          "as JSON"))}]>;

class TorchCustomOpsPass<string argument>
    : Pass<argument, "mlir::ModuleOp"> {
  let options = [
    ListOption<"opsToConvert", "ops-to-convert", "std::string",
               "Operators to carry down: torch.aten.layer_norm; * for all">,
    TorchCustomFormOption];
}

def ConvertTorchToTosaCustom
    : TorchCustomOpsPass<"convert-torch-to-tosa-custom"> {
  let summary = "Carry operators of PyTorch down as tosa.custom";
  let description = [{
    Each operator in `ops-to-convert` becomes a `tosa.custom` of the same name
    by the contract in TorchCustomOps/README.md, "Custom ops": tensors and numbers
    that the run computes are operands; constant numbers are operands or JSON,
    as `form` says; everything else is JSON. Values cross to builtin types by
    ops of torch_c, but where they have crossed already.

    An operator for which the contract has no form stays, with the reason in
    `ingot.unconverted`. So an operator that a conversion takes is converted if
    that conversion runs before this pass.

    Needs: nothing.
    Leaves: no operator of the list but those with a reason.
    Cache key: `ops-to-convert` and `form` change the output.
  }];
  let dependentDialects = ["mlir::tensor::TensorDialect",
                           "mlir::tosa::TosaDialect",
                           "::ingot::torch::TorchConversionDialect"];
}

def ConvertTorchToStablehloCustom
    : TorchCustomOpsPass<"convert-torch-to-stablehlo-custom"> {
  let summary = "Carry operators of PyTorch down as stablehlo.custom_call";
  let description = [{
    The twin of `convert-torch-to-tosa-custom`: the same contract, with the
    names and the JSON in `backend_config`, and values crossing as
    `convert-torch-to-stablehlo` lets them.

    Needs: nothing.
    Leaves: no operator of the list but those with a reason.
    Cache key: `ops-to-convert` and `form` change the output.
  }];
  let dependentDialects = ["mlir::tensor::TensorDialect",
                           "::ingot::stablehlo::StablehloDialect"];
}

def SurveyCustomOps : Pass<"ingot-survey-custom-ops", "mlir::ModuleOp"> {
  let summary = "Report which operators of PyTorch cannot be custom ops";
  let description = [{
    Makes a `stablehlo.custom_call` of every operator, as if the target held all
    of them legal, and reports each that has no form, with the reason; then how
    many there are.

    Needs: nothing.
    Leaves: a module that is of no other use; fails if there was an operator to
    report.
    Cache key: not part of any result.
  }];
  let options = [TorchCustomFormOption];
  let dependentDialects = ["mlir::tensor::TensorDialect",
                           "::ingot::stablehlo::StablehloDialect"];
}

def KeepComposites : Pass<"ingot-keep-composites", "mlir::ModuleOp"> {
  let summary = "Carry composites that the target holds legal down whole";
  let description = [{
    A `stablehlo.composite` whose name is in `legal-ops` becomes a custom op by
    the contract in TorchCustomOps/README.md: operands are members `0`, `1` and so
    on, then come the composite's attributes and its version. One with an
    attribute that has no form in JSON is left, with a warning, to be inlined
    as all others are.

    Needs: nothing.
    Leaves: no composite of the list but those with a warning.
    Cache key: `legal-ops` changes the output.
  }];
  let options = [ListOption<"legalOps", "legal-ops", "std::string",
                            "Names of composites">];
  let dependentDialects = ["::ingot::stablehlo::StablehloDialect"];
}

def ConvertChloToStablehlo
    : Pass<"convert-chlo-to-stablehlo", "mlir::ModuleOp"> {
  let summary = "Decompose CHLO into StableHLO";
  let description = [{
    Functions become a `stablehlo.map` of a formula for one element, so sizes
    need not be known; numbers of 16 bits and less are computed in f32 and
    rounded once. Broadcasting becomes ops of its own, `top_k` a stable sort, a
    scan a loop. Custom calls that stand for an op of CHLO are that op. An op
    that cannot be decomposed (ragged products and scans of sizes that are not
    known) stays for `ingot-check-supported` to report with all others.

    Needs: nothing.
    Leaves: no CHLO op but those that no pattern takes.
    Cache key: no options.
  }];
  let dependentDialects = ["::ingot::chlo::ChloDialect",
                           "::ingot::stablehlo::StablehloDialect"];
}

def ConvertStablehloToLinalg
    : Pass<"convert-stablehlo-to-linalg", "mlir::ModuleOp"> {
  let summary = "Lower StableHLO to linalg, tensor, arith, math and scf";
  let description = [{
    Each op as its section of the specification says. Unsigned integers become
    signless ones, in functions too; the ops know what was unsigned. Products of
    matrices keep a name of linalg. Calls of operators that the caller supplies
    become `ingot.custom`. An op that is not known, or not for these types,
    stays for `ingot-check-supported` to report with all others.

    Needs: nothing.
    Leaves: no StableHLO op but those that no pattern takes.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::cf::ControlFlowDialect",
                           "mlir::complex::ComplexDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::math::MathDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::tensor::TensorDialect",
                           "::ingot::dialect::IngotDialect",
                           "::ingot::stablehlo::StablehloDialect"];
}

def ConvertTosa : Pass<"ingot-convert-tosa", "mlir::func::FuncOp"> {
  let summary = "Lower TOSA as far as it goes and leave the rest";
  let description = [{
    Upstream's patterns to linalg, tensor and arith in one conversion; custom ops
    of PyTorch become `ingot.custom`. Upstream's own passes fail at the first op
    that they have no pattern for, so a user would hear of one at a time; here
    such an op stays as it is for `ingot-check-supported` to report with all
    others.

    Needs: signless integers; equal ranks where TOSA broadcasts; no TOSA control
    flow.
    Leaves: no TOSA op but those that no pattern takes.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::arith::ArithDialect",
                           "mlir::index::IndexDialect",
                           "mlir::linalg::LinalgDialect",
                           "mlir::math::MathDialect",
                           "mlir::scf::SCFDialect",
                           "mlir::tensor::TensorDialect",
                           "::ingot::dialect::IngotDialect"];
}

def NormalizeEntryPoints
    : Pass<"ingot-normalize-entry-points", "mlir::ModuleOp"> {
  let summary = "Give public functions tensors for scalars, and no callers";
  let description = [{
    A caller hands over tensors only, so scalar arguments and results of public
    functions become tensors without dimensions. Tensors of quantised numbers
    become those of the integers that store them, integers of 2 and 4 bits those
    of 8, and the attribute `ingot.stands_for` says what they were. Tuples
    become their parts and tokens nothing. A public function that the program
    calls itself gets a private twin for those calls. Functions that a custom
    call computes with become private. Attributes of arguments and results,
    which frameworks leave behind, are dropped.

    Needs: `ingot-convert-ml-program-to-func`.
    Leaves: public functions with ranked tensor arguments and results only, or
    an error for each argument and result that has no such form.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::tensor::TensorDialect",
                           "ingot::stablehlo::StablehloDialect"];
}

def AssertBounds : Pass<"ingot-assert-bounds", "mlir::ModuleOp"> {
  let summary = "Check that arguments keep the bounds that their types state";
  let description = [{
    An unknown size may have a bound, `tensor<?x3xf32, #stablehlo.bounds<2, ?>>`.
    At the start of each public function a `shape_assertion` compares the two.

    Needs: `ingot-normalize-entry-points`.
    Leaves: the same program with assertions.
    Cache key: no options.
  }];
  let dependentDialects = ["::ingot::stablehlo::StablehloDialect"];
}

def ConvertMLProgramToIngot
    : Pass<"ingot-convert-ml-program-to-ingot", "mlir::ModuleOp"> {
  let summary = "Number constants and states; turn loads and stores into ops";
  let description = [{
    Each immutable global that is loaded becomes a constant and each mutable one
    that is stored a state, numbered in the order of the module. Loads and
    stores become `ingot.constant`, `ingot.state_load` and `ingot.state_store`.
    Mutable globals that nothing stores are constants. Scalar globals become
    tensors without dimensions.

    The globals stay, marked with `ingot.constant` or `ingot.state` (their
    number) for whoever makes the manifest; a state's start value becomes an
    immutable global of its own, named by the attribute `ingot.initial`. Globals
    that nothing uses are erased.

    Needs: `ingot-convert-ml-program-to-func`.
    Leaves: no `ml_program` op but marked globals.
    Cache key: no options.
  }];
  let dependentDialects = ["::ingot::dialect::IngotDialect",
                           "mlir::ml_program::MLProgramDialect",
                           "mlir::tensor::TensorDialect"];
}

def UpgradeVhlo : Pass<"ingot-upgrade-vhlo", "mlir::ModuleOp"> {
  let summary = "Turn a portable artifact of any release into StableHLO";
  let description = [{
    Every op of VHLO becomes the op of StableHLO or func that it stands for.
    What later versions of an op brought is left at its default, and defaults are
    left out. Ops of other dialects in between stay as they are.

    Needs: nothing; a program without VHLO is not touched.
    Leaves: no op, type or attribute of VHLO.
    Cache key: no options.
  }];
  let dependentDialects = ["mlir::func::FuncDialect",
                           "::ingot::stablehlo::StablehloDialect"];
}

def LegalizeToVhlo : Pass<"ingot-legalize-to-vhlo", "mlir::ModuleOp"> {
  let summary = "Turn StableHLO into the portable form of one release";
  let description = [{
    Each op becomes the version of it that the release has. Ops, types and
    attributes that it does not know are errors, all reported at once; so are
    dialects other than StableHLO and func. To be a portable artifact the module
    must then be written in the bytecode version of that release, with
    `StableHLO_v` and its number as producer.

    Needs: StableHLO and func.
    Leaves: VHLO only.
    Cache key: the option `target`.
  }];
  let options = [
    Option<"target", "target", "std::string", /*default=*/"\"1.20.0\"",
           "The release of StableHLO that is to read the program">,
  ];
  let dependentDialects = ["::ingot::vhlo::VhloDialect"];
}

def UpgradeMhlo : Pass<"ingot-upgrade-mhlo", "mlir::ModuleOp"> {
  let summary = "Turn ops of MHLO in generic form into StableHLO";
  let description = [{
    Ops that StableHLO or CHLO has under the same name; of their attributes,
    tensors of numbers become lists where StableHLO has lists. Others are
    errors, all of them reported.

    Needs: nothing; a program without MHLO is not touched.
    Leaves: no op of MHLO.
    Cache key: no options.
  }];
  let dependentDialects = ["::ingot::chlo::ChloDialect",
                           "::ingot::stablehlo::StablehloDialect"];
}

def DropSharding : Pass<"ingot-drop-sharding", "mlir::ModuleOp"> {
  let summary = "Remove what says how tensors are spread over devices";
  let description = [{
    Meshes, constraints and attributes of Shardy. They say where values are, not
    what they are, and a program runs on one device here.

    Needs: nothing.
    Leaves: no op of Shardy but those that compute, such as manual computations.
    Cache key: no options.
  }];
}

#endif // INGOT_PIPELINE_CONVERSION_PASSES_TD
