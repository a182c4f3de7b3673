//===- CommandLine.cpp - flags and subcommands of ingot -------------------===//
//
// The table of subcommands, and the options that they share; README.md is the
// manual. Help names the commands that list what a service knows (`targets`,
// `phases`) instead of repeating their answers, which depend on the service.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CommandLine.h"
#include "client/cli/CommandTable.h"

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

} // namespace

const CLI::Validator &seconds() {
  static const CLI::Validator kSeconds(
      [](const std::string &text) {
        double seconds = 0;
        bool isTime = absl::SimpleAtod(text, &seconds) &&
                      std::isfinite(seconds) && seconds > 0;
        return isTime ? ""
                      : absl::StrCat("'", text,
                                     "' is not a number of seconds above 0");
      },
      "SECONDS");
  return kSeconds;
}

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
      ->check(seconds());
  command->add_flag("-q,--quiet", common.quiet, "Say nothing but errors");
  if (json)
    command->add_flag("--json", common.json, "Answer in JSON on stdout");
}

void CommandTable::addTo(CLI::App &app) {
  const struct {
    const char *name, *help;
    void (CommandTable::*define)(CLI::App *command);
  } kCommands[] = {
      {"compile", "Compile a program", &CommandTable::compileOptions},
      {"explain",
       "Say in what two results differ, or one from the nearest that was "
       "compiled earlier",
       &CommandTable::explainOptions},
      {"rebind",
       "Give an executable other weights; compiles nothing and needs no "
       "service",
       &CommandTable::rebindOptions},
      {"run", "Run an executable; needs no service", &CommandTable::runOptions},
      {"inspect",
       "Print inputs, outputs, operators and parameters of a program and what "
       "would not compile",
       &CommandTable::inspectOptions},
      {"import", "Write a program as MLIR that other tools read",
       &CommandTable::importOptions},
      {"check", "Say everything that would not lower; compile nothing",
       &CommandTable::checkOptions},
      {"targets", "List the targets that have a name",
       &CommandTable::targetsOptions},
      {"phases", "List the phases that --emit mlir:PHASE can stop after",
       &CommandTable::phasesOptions},
      {"stats", "Figures of the running service", &CommandTable::statsOptions},
      {"fetch", "Fetch a blob by its digest", &CommandTable::fetchOptions},
      {"jobs", "List the requests that run in the service",
       &CommandTable::jobsOptions},
      {"cancel", "End a request for all who wait for it; for operators",
       &CommandTable::cancelOptions},
      {"top", "Figures and jobs of the service, again and again",
       &CommandTable::topOptions},
      {"server", "The private daemon", &CommandTable::serverOptions},
      {"store", "Care of the service's store while it serves; for operators",
       &CommandTable::storeOptions},
  };
  for (const auto &entry : kCommands) {
    CLI::App *command = app.add_subcommand(entry.name, entry.help);
    command->preparse_callback([this, command, define = entry.define](size_t) {
      (this->*define)(command);
    });
  }
}

int runCommandLine(int argc, const char *const *argv,
                   const Environment &environment) {
  CLI::App app("Compiles machine-learning programs with an Ingot service and "
               "runs them.",
               "ingot");
  app.footer(kFooter);
  app.set_version_flag("--version", "ingot " INGOT_VERSION);
  app.require_subcommand(1);
  CommandTable commands(environment);
  commands.addTo(app);
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
