//===- ProgramOptions.cpp - flags of commands on programs -----------------===//
//
// One function for each command that reads a program or an executable.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandTable.h"

#include <CLI/CLI.hpp>

namespace ingot::client {
namespace {

/// A list by commas, or the flag repeated. A list by spaces would take the
/// FILE behind it for a value.
void addLegalOps(CLI::App *command, ProgramOptions &options) {
  command
      ->add_option("--legal-ops", options.legalOps,
                   "Operators of PyTorch that stay whole, besides those of the "
                   "target: torch.aten.layer_norm,torch.aten.gelu")
      ->delimiter(',')
      ->allow_extra_args(false);
  command
      ->add_option("--custom-op-form", options.customOpForm,
                   "How constants reach those of them that become custom ops: "
                   "all-operands or attributes; default: what the target says")
      ->check(CLI::IsMember({"all-operands", "attributes"}));
}

/// What every command on a program takes.
void addProgram(CLI::App *command, ProgramOptions &options, const char *file) {
  command->add_option("FILE", options.file, file)->required();
  command
      ->add_option(
          "--file", options.files,
          "NAME=PATH, a file that the program refers to as NAME, or "
          "weights of it (.safetensors, .npz, .npy, .irpa); once for each. "
          "External data of ONNX and the folder of a SavedModel are found")
      ->allow_extra_args(false);
  addLegalOps(command, options);
}

void addTarget(CLI::App *command, ProgramOptions &options) {
  command->add_option("--target", options.target, "As for compile; one");
}

} // namespace

void CommandTable::compileOptions(CLI::App *command) {
  addProgram(command, compile,
             "MLIR, StableHLO in any form, ONNX, TFLite, or TensorFlow: a "
             "SavedModel's folder or a graph; found out by content");
  command
      ->add_option("--target", compile.targets,
                   "Registered name (see `ingot targets`) or "
                   "TRIPLE[:cpu=CPU][:features=+a,-b] or FILE.textproto, a "
                   "description; default host: the machine of the service. "
                   "Once for each target: several are compiled at the same "
                   "time, into OUT's stem.TARGET.so each")
      ->allow_extra_args(false);
  command
      ->add_option("--offload", compile.offload,
                   "If the library that a target hands ops to is not there "
                   "when the executable is loaded: require, an error; prefer, "
                   "compiled code for the same is in it, too")
      ->check(CLI::IsMember({"require", "prefer"}))
      ->capture_default_str();
  command->add_flag("--fat", compile.fat,
                    "One file for all targets, from which the runtime takes "
                    "what the machine can run best");
  command->add_option("-o,--output", compile.output,
                      "File to write; default FILE's stem with .so, here; text "
                      "goes to stdout. Constants go beside it, .safetensors");
  command
      ->add_option("--emit", compile.emit,
                   "executable, object, asm, llvm-ir, mlir:stablehlo, "
                   "mlir:tosa, mlir:PHASE (see `ingot phases`), "
                   "stablehlo-portable:RELEASE, such as 1.15.0, or program "
                   "(see `ingot import`)")
      ->capture_default_str();
  command->add_option("--constant-threshold", compile.constantThreshold,
                      "Constants of so many bytes leave the code; 0 is the "
                      "service's default");
  command
      ->add_option("--constants-as", compile.constantsAs,
                   "safetensors; npz or irpa, for other programs; or c: a "
                   "source OUT's stem.constants.c, for firmware")
      ->check(CLI::IsMember({"safetensors", "npz", "irpa", "c"}))
      ->capture_default_str();
  command
      ->add_option("--input-type", compile.inputTypes,
                   "Type of an argument, such as 4x8xf32; once for each, in "
                   "order. A program for any size becomes one for these. A "
                   "sequence of ONNX is a tuple<tensor<4xf32>, ...>")
      ->allow_extra_args(false);
  command->add_flag("--batch", compile.batch,
                    "Nobody waits for it: let interactive compiles go first");
  command
      ->add_option("--place", compile.placements,
                   "NAME=TARGET: a part of the program for another registered "
                   "target; @FUNCTION, all ops of a name "
                   "(stablehlo.dot_general), all composites of a name, or * "
                   "for ops that are estimated to be cheaper there; "
                   "repeatable")
      ->allow_extra_args(false);
  command->add_option("--depfile", compile.depfile,
                      "Write here, as make and Ninja read it, which files the "
                      "program was read from");
  command->add_flag("--profile", compile.profile,
                    "Say where the time went: actions, found or built, and "
                    "the parts of the compiler");
  command->add_flag("--explain", compile.explain,
                    "Say what in it the nearest earlier compile did not have, "
                    "if the result was not stored");
  command->add_option("--trace", compile.trace,
                      "Write here what ran when on which worker, as Perfetto "
                      "and chrome://tracing read it");
  addCommon(command, compile.common, true);
  command->callback([this] { code = compileCommand(compile, environment); });
}

void CommandTable::explainOptions(CLI::App *command) {
  command
      ->add_option("RESULT", explain.results,
                   "The earlier one, if there are two, and the later one: "
                   "HASH/SIZE of a request or an executable as `ingot compile "
                   "--json` prints it or of an action, a file of that output, "
                   "or an executable")
      ->required()
      ->expected(1, 2);
  addCommon(command, explain.common, true);
  command->callback([this] { code = explainCommand(explain, environment); });
}

void CommandTable::rebindOptions(CLI::App *command) {
  command->add_option("EXECUTABLE", rebind.executable, "What compile wrote")
      ->required();
  command
      ->add_option("--constants", rebind.constants,
                   "File of the new weights (README), under the names that "
                   "the executable's own file has; all of them, with the same "
                   "types and shapes")
      ->required();
  command->add_option("-o,--output", rebind.output,
                      "File to write; default: EXECUTABLE itself. Constants go "
                      "beside it, .safetensors");
  command->add_flag("-q,--quiet", rebind.common.quiet,
                    "Say nothing but errors");
  command->add_flag("--json", rebind.common.json, "Answer in JSON on stdout");
  command->callback([this] { code = rebindCommand(rebind, environment); });
}

void CommandTable::runOptions(CLI::App *command) {
  command->add_option("EXECUTABLE", run.executable, "What compile wrote")
      ->required();
  command->add_option("--entry", run.entry,
                      "Function to call; may be left out if there is one");
  command->add_option("--input", run.inputs,
                      ".npy file of an argument, in order, or NAME=FILE by the "
                      "model's names");
  command->add_option("--output-dir", run.outputDir,
                      "Write output_0.npy, output_1.npy, ... here");
  command->add_option("--expect", run.expects,
                      ".npy file to compare a result with, in order, or "
                      "NAME=FILE");
  command->add_option("--atol", run.atol, "Absolute tolerance of --expect");
  command->add_option("--rtol", run.rtol, "Relative tolerance of --expect");
  command
      ->add_option("--threads", run.threads,
                   "Threads of parallel loops; 0 is one per processor")
      ->capture_default_str();
  command->add_option("--repeat", run.repeat,
                      "Run so often and tell the times");
  command->add_flag("--frames", run.frames,
                    "Call once per step of the arguments' first axis on one "
                    "instance, and stack the results");
  command->add_option(
      "--constants", run.constants,
      "File of constants; default: the safetensors file beside the "
      "executable");
  command->add_option(
      "--initialiser-cache", run.initialiserCache,
      "Folder where what is made of constants when they bind is kept for other "
      "runs; default INGOT_INITIALISER_CACHE, without it nothing is kept");
  command
      ->add_option("--initialiser-cache-bytes", run.initialiserCacheBytes,
                   "The least recently used go when there are more; default "
                   "8 GiB")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::NonNegativeNumber);
  command
      ->add_option("--custom-op", run.customOps,
                   "NAME=LIBRARY:SYMBOL, the function that computes a custom "
                   "op; once for each")
      ->allow_extra_args(false);
  command->add_option("--server", unusedServer, "Accepted and not needed");
  command->add_flag("-q,--quiet", run.quiet, "Say nothing but errors");
  command->add_flag("--json", run.json, "Answer in JSON on stdout");
  command->callback(
      [this] { code = runCommand(run, environment.out, environment.err); });
}

void CommandTable::inspectOptions(CLI::App *command) {
  addProgram(command, inspect, "As for compile");
  addTarget(command, inspect);
  command->add_option("--input-type", inspect.inputTypes, "As for compile")
      ->allow_extra_args(false);
  addCommon(command, inspect.common, true);
  command->callback([this] { code = inspectCommand(inspect, environment); });
}

void CommandTable::importOptions(CLI::App *command) {
  addProgram(command, import, "As for compile");
  addTarget(command, import);
  command->add_option("-o,--output", import.output,
                      "File to write; default: standard output");
  command
      ->add_option(
          "--form", import.form,
          "func or self-contained: functions with the weights inside; "
          "ml_program: weights are globals, and their values go beside "
          "it, .weights.safetensors, where compile finds them")
      ->check(CLI::IsMember({"func", "self-contained", "ml_program"}))
      ->capture_default_str();
  command->add_option(
      "--constant-threshold", import.constantThreshold,
      "With ml_program: constants of so many bytes are weights");
  command->add_option("--input-type", import.inputTypes, "As for compile")
      ->allow_extra_args(false);
  addCommon(command, import.common, true);
  command->callback([this] { code = importCommand(import, environment); });
}

void CommandTable::checkOptions(CLI::App *command) {
  addProgram(command, check, "As for compile");
  addTarget(command, check);
  command->add_option("--input-type", check.inputTypes, "As for compile")
      ->allow_extra_args(false);
  command->add_flag("--all-custom", check.allCustom,
                    "Say instead which operators of PyTorch could not be "
                    "custom ops if all of them stayed whole");
  command->add_flag("--explain-placement", check.explainPlacement,
                    "Say of each op who computes it, who could, what it would "
                    "cost and why");
  command->add_option("--place", check.placements, "As for compile")
      ->allow_extra_args(false);
  command
      ->add_option("--format", check.format,
                   "text, or a report on standard output: json or sarif "
                   "(SARIF 2.1.0)")
      ->check(CLI::IsMember({"text", "json", "sarif"}));
  addCommon(command, check.common, true);
  command->callback([this] { code = checkCommand(check, environment); });
}

} // namespace ingot::client
