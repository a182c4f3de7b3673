//===- CommandLine.cpp - flags and subcommands of ingot -------------------===//
//
// Flags into options, one function per subcommand. README.md is the manual.
// Help names the commands that list what a service knows (`targets`, `phases`)
// instead of repeating their answers, which depend on the service.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandLine.h"
#include "client/cli/Commands.h"
#include "client/cli/RunCommand.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <CLI/CLI.hpp>

#include <cmath>

namespace ingot::client {
namespace {

constexpr char kFooter[] =
    "Exit codes: 0 done; 1 your program is at fault; 2 usage, a file that "
    "cannot be read\nor written included; 3 the service is at fault.\n\n"
    "Without --server and INGOT_SERVER a private daemon is started, with its "
    "store in your\ncache folder; it stops when idle.\n\n"
    "Examples:\n"
    "  ingot compile model.mlir -o model.so\n"
    "  ingot compile model.onnx --file weights.bin=/data/weights.bin\n"
    "  ingot inspect model.tflite\n"
    "  ingot import saved_model/ -o model.mlir\n"
    "  ingot run model.so --input x.npy --output-dir out\n"
    "  ingot rebind model.so --constants new.safetensors -o new.so\n"
    "  ingot compile model.mlir --target aarch64 -o model-arm.so\n"
    "  ingot compile model.mlir --fat --target x86-64-v2 --target x86-64-v4\n"
    "  ingot compile model.mlir --explain\n"
    "  ingot compile model.mlir --emit mlir:plan\n"
    "  ingot check model.mlir";

/// CLI11's own check of numbers lets "nan" and "inf" through.
const CLI::Validator kSeconds(
    [](const std::string &text) {
      double seconds = 0;
      bool isTime = absl::SimpleAtod(text, &seconds) &&
                    std::isfinite(seconds) && seconds > 0;
      return isTime ? ""
                    : absl::StrCat("'", text,
                                   "' is not a number of seconds above 0");
    },
    "SECONDS");

/// Options of every command that talks to a daemon.
void addCommon(CLI::App *command, CommonOptions &common, bool json) {
  command->add_option("--server", common.server,
                      "Address of ingotd: unix:PATH, HOST:PORT, or "
                      "grpcs://HOST:PORT by TLS; several by commas: each "
                      "program has its own, the next one if that fails");
  command
      ->add_option("--fallback", common.fallback,
                   "none, or local: a private daemon where no address "
                   "answers; default INGOT_FALLBACK")
      ->check(CLI::IsMember({"none", "local"}));
  command->add_option("--token-file", common.tokenFile,
                      "File with the token to show; default INGOT_TOKEN_FILE, "
                      "or INGOT_TOKEN itself");
  command->add_option("--credential-helper", common.credentialHelper,
                      "Program that is asked for the token if there is none, "
                      "as Bazel's are; default INGOT_CREDENTIAL_HELPER");
  command->add_option("--tls-ca", common.tlsCa,
                      "The daemon's authority, a PEM file; means TLS; default "
                      "INGOT_TLS_CA, or the system's");
  command->add_option("--tls-cert", common.tlsCert,
                      "Certificate to show, a PEM file; default "
                      "INGOT_TLS_CERT");
  command->add_option("--tls-key", common.tlsKey,
                      "Its key, a PEM file; default INGOT_TLS_KEY");
  command
      ->add_option("--timeout", common.timeout, "Give up after so many seconds")
      ->check(kSeconds);
  command->add_flag("-q,--quiet", common.quiet, "Say nothing but errors");
  if (json)
    command->add_flag("--json", common.json, "Answer in JSON on stdout");
}

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
          "weights of it (.safetensors, .npz); once for each. External "
          "data of ONNX and the folder of a SavedModel are found")
      ->allow_extra_args(false);
  addLegalOps(command, options);
}

void addTarget(CLI::App *command, ProgramOptions &options) {
  command->add_option("--target", options.target, "As for compile; one");
}

/// Where CLI11 puts the options. The command that was typed runs while they are
/// parsed and leaves its exit code.
struct Commands {
  explicit Commands(const Environment &used) : environment(used) {}

  const Environment &environment;
  int code = 0;
  CommonOptions common;
  CompileCommandOptions compile;
  CheckCommandOptions check;
  InspectCommandOptions inspect;
  ImportCommandOptions import;
  TargetsCommandOptions targets;
  ExplainCommandOptions explain;
  RebindCommandOptions rebind;
  RunOptions run;
  TopCommandOptions top;
  WatchOptions watch;
  bool isWatched = false;
  StoreCommandOptions store;
  std::string digest, output, action, request, unusedServer;

  void addCompile(CLI::App &app);
  void addExplain(CLI::App &app);
  void addRebind(CLI::App &app);
  void addRun(CLI::App &app);
  void addInspect(CLI::App &app);
  void addImport(CLI::App &app);
  void addQueries(CLI::App &app);
  void addJobs(CLI::App &app);
  void addServer(CLI::App &app);
  void addPins(CLI::App &group);
  void addStore(CLI::App &app);
  CLI::App *addStoreAction(CLI::App &store, const char *name, StoreAction what,
                           const char *help);
};

void Commands::addCompile(CLI::App &app) {
  CLI::App *command = app.add_subcommand("compile", "Compile a program");
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
                   "safetensors, or c: a source OUT's stem.constants.c, for "
                   "firmware")
      ->check(CLI::IsMember({"safetensors", "c"}))
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

void Commands::addExplain(CLI::App &app) {
  CLI::App *command = app.add_subcommand(
      "explain", "Say in what two results differ, or one from the nearest "
                 "that was compiled earlier");
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

void Commands::addRebind(CLI::App &app) {
  CLI::App *command = app.add_subcommand(
      "rebind", "Give an executable other weights; compiles nothing and needs "
                "no service");
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

void Commands::addRun(CLI::App &app) {
  CLI::App *command =
      app.add_subcommand("run", "Run an executable; needs no service");
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

void Commands::addInspect(CLI::App &app) {
  CLI::App *command = app.add_subcommand(
      "inspect", "Print inputs, outputs, operators and parameters of a program "
                 "and what would not compile");
  addProgram(command, inspect, "As for compile");
  addTarget(command, inspect);
  command->add_option("--input-type", inspect.inputTypes, "As for compile")
      ->allow_extra_args(false);
  addCommon(command, inspect.common, true);
  command->callback([this] { code = inspectCommand(inspect, environment); });
}

void Commands::addImport(CLI::App &app) {
  CLI::App *command = app.add_subcommand(
      "import", "Write a program as MLIR that other tools read");
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

void Commands::addQueries(CLI::App &app) {
  CLI::App *command = app.add_subcommand(
      "check", "Say everything that would not lower; compile nothing");
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

  command = app.add_subcommand("targets", "List the targets that have a name");
  CLI::Option *describe = command->add_option(
      "--describe", targets.describe,
      "Print all of one target, as a description that compiles to the same");
  command
      ->add_option("--diff", targets.diff,
                   "Print what the second of two targets has other than the "
                   "first")
      ->expected(2)
      ->excludes(describe);
  addCommon(command, targets.common, true);
  command->callback([this] { code = targetsCommand(targets, environment); });

  command = app.add_subcommand(
      "phases", "List the phases that --emit mlir:PHASE can stop after");
  addCommon(command, common, true);
  command->callback([this] { code = phasesCommand(common, environment); });

  command = app.add_subcommand("stats", "Figures of the running service");
  command->add_flag("--watch", isWatched,
                    "Again and again: what grew since the last look");
  command->add_option("--interval", watch.interval, "Seconds between two looks")
      ->check(kSeconds)
      ->capture_default_str();
  command->add_option("--count", watch.count, "End after so many; 0 is never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  addCommon(command, watch.common, true);
  command->callback([this] {
    code = isWatched ? watchStatsCommand(watch, environment)
                     : statsCommand(watch.common, environment);
  });

  command = app.add_subcommand("fetch", "Fetch a blob by its digest");
  command->add_option("DIGEST", digest, "HASH/SIZE")->required();
  command->add_option("-o,--output", output, "File to write")->required();
  addCommon(command, common, false);
  command->callback(
      [this] { code = fetchCommand(common, digest, output, environment); });
}

void Commands::addJobs(CLI::App &app) {
  CLI::App *command =
      app.add_subcommand("jobs", "List the requests that run in the service");
  addCommon(command, common, true);
  command->callback([this] { code = jobsCommand(common, environment); });

  command = app.add_subcommand(
      "cancel", "End a request for all who wait for it; for operators");
  command
      ->add_option("REQUEST", request,
                   "Its digest as `ingot jobs` has it, or the first digits")
      ->required();
  addCommon(command, common, false);
  command->callback(
      [this] { code = cancelCommand(common, request, environment); });

  command = app.add_subcommand(
      "top", "Figures and jobs of the service, again and again");
  command->add_option("--interval", top.interval, "Seconds between two looks")
      ->check(kSeconds)
      ->capture_default_str();
  command->add_option("--count", top.count, "End after so many; 0 is never")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  addCommon(command, top.common, false);
  command->callback([this] { code = topCommand(top, environment); });
}

CLI::App *Commands::addStoreAction(CLI::App &group, const char *name,
                                   StoreAction what, const char *help) {
  CLI::App *command = group.add_subcommand(name, help);
  addCommon(command, store.common, true);
  command->callback([this, what] {
    store.action = what;
    code = storeCommand(store, environment);
  });
  return command;
}

void Commands::addPins(CLI::App &group) {
  for (const auto &[name, action, text] :
       {std::tuple("pin", StoreAction::Pin,
                   "Keep a result and what it names from being evicted"),
        std::tuple("unpin", StoreAction::Unpin, "Let it be evicted again")}) {
    CLI::App *pin = addStoreAction(group, name, action, text);
    pin->add_option("KEY", store.name,
                    "Of the request or action, HASH/SIZE, as `ingot jobs`, the "
                    "audit log and the page show it")
        ->required();
    pin->add_option("--lane", store.lane,
                    "That has the result; default `trusted`");
  }
  addStoreAction(group, "pins", StoreAction::Pins,
                 "List the results that are kept");
}

void Commands::addStore(CLI::App &app) {
  CLI::App *group = app.add_subcommand(
      "store", "Care of the service's store while it serves; for operators");
  group->require_subcommand(1);
  addStoreAction(*group, "stats", StoreAction::Stats,
                 "What is kept, by kind and by last use");
  addStoreAction(*group, "verify", StoreAction::Verify,
                 "Read everything and take out what is damaged; exit code 3 "
                 "when something was");
  CLI::App *gc = addStoreAction(*group, "gc", StoreAction::Gc,
                                "Evict what the options say");
  gc->add_option("--max-bytes", store.garbage.maxBytes,
                 "The least recently used, until so many bytes are left")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::NonNegativeNumber);
  gc->add_option("--max-age", store.garbage.maxAgeSeconds,
                 "What was not used for so many seconds, or 36h, 30d")
      ->transform(CLI::AsNumberWithUnit(
          std::map<std::string, int64_t>{
              {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}},
          CLI::AsNumberWithUnit::CASE_INSENSITIVE))
      ->check(CLI::NonNegativeNumber);
  gc->add_flag("--unnamed", store.garbage.unnamed,
               "Programs and weights that were uploaded more than an hour ago "
               "and that no result names");
  addStoreAction(*group, "checkpoint", StoreAction::Checkpoint,
                 "Copy the store into the service's --checkpoints")
      ->add_option("NAME", store.name, "Of the folder that is made")
      ->required();
  CLI::App *promote =
      addStoreAction(*group, "promote", StoreAction::Promote,
                     "Make a result of a lane, such as a pull request's, one "
                     "that all callers use");
  promote
      ->add_option("KEY", store.name,
                   "Of the request or action, HASH/SIZE, as `ingot jobs`, the "
                   "audit log and the page show it")
      ->required();
  promote->add_option("--lane", store.lane, "That has the result")->required();
  addPins(*group);
  addStoreAction(*group, "export", StoreAction::Export,
                 "Write the store into a tar archive")
      ->add_option("FILE", store.name, "File to write")
      ->required();
  addStoreAction(*group, "import", StoreAction::Import,
                 "Put such an archive into the store; every digest is verified")
      ->add_option("FILE", store.name, "File to read")
      ->required();
}

void Commands::addServer(CLI::App &app) {
  CLI::App *command = app.add_subcommand("server", "The private daemon");
  command->add_option("ACTION", action, "start, stop or status")
      ->required()
      ->check(CLI::IsMember({"start", "stop", "status"}));
  addCommon(command, common, true);
  command->callback(
      [this] { code = serverCommand(common, action, environment); });
}

} // namespace

int runCommandLine(int argc, const char *const *argv,
                   const Environment &environment) {
  CLI::App app("Compiles machine-learning programs with an Ingot service and "
               "runs them.",
               "ingot");
  app.footer(kFooter);
  app.set_version_flag("--version", "ingot " INGOT_VERSION);
  app.require_subcommand(1);
  Commands commands(environment);
  commands.addCompile(app);
  commands.addExplain(app);
  commands.addRebind(app);
  commands.addRun(app);
  commands.addInspect(app);
  commands.addImport(app);
  commands.addQueries(app);
  commands.addJobs(app);
  commands.addServer(app);
  commands.addStore(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    // --help and --version come here too, with code 0. CLI11's other codes are
    // 100 and above; those of ingot say who is at fault.
    return app.exit(error, environment.out, environment.err) == 0 ? 0 : 2;
  }
  return commands.code;
}

} // namespace ingot::client
