//===- CompileCommand.cpp - ingot compile ---------------------------------===//
//
// Everything that can be refused without the service is refused before a
// connection is made: flags, the input files, the place of the output. What the
// service answers becomes diagnostics on stderr, and files, text or JSON
// (CompileOutput.h), and the exit code.
//
// For several targets the program is sent once and compiled for all of them at
// the same time, each under the key that it has by itself. Nothing is written
// unless all succeed.
//
//===----------------------------------------------------------------------===//

#include "client/cli/CompileOutput.h"
#include "client/cli/Console.h"
#include "client/cli/Depfile.h"
#include "client/cli/ExplanationText.h"
#include "client/cli/Profile.h"
#include "client/cli/ProgramSupport.h"
#include "client/cli/TraceFile.h"
#include "client/runtime/Files.h"

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "absl/synchronization/mutex.h"
#include "absl/time/clock.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <ostream>
#include <thread>

namespace ingot::client {
namespace {

constexpr uint64_t kMinShownUpload = 16 << 20;

/// A compile for one target, and how it ended.
struct TargetCompile {
  std::string target; ///< As --target has it.
  CompileOptions options;
  absl::Status status;
  Failure failure;
  TargetOutput output;
  CompileTrace trace;
};

/// Runs one compile. `progress` has no callback for actions.
void run(Client &client, std::string_view module, Progress progress,
         bool isProfiled, TargetCompile &compile) {
  compile.output.target = compile.target;
  if (isProfiled)
    progress.onAction = [&](const ActionProfile &action) {
      compile.output.profile.push_back(action);
    };
  CompileTrace &trace = compile.trace;
  progress.onQueued = [&](const std::string &) { trace.queued = absl::Now(); };
  progress.onPhase = [&trace, show = progress.onPhase](const std::string &phase,
                                                       uint32_t done,
                                                       uint32_t total) {
    if (done == 0)
      trace.phases.emplace_back(phase, absl::Now());
    if (show)
      show(phase, done, total);
  };
  trace.target = compile.target;
  trace.began = absl::Now();
  absl::StatusOr<CompileResult> result =
      client.compile(module, compile.options, progress, &compile.failure);
  trace.ended = absl::Now();
  compile.status = result.status();
  if (!result.ok())
    return;
  compile.output.result = *std::move(result);
  trace.cache = compile.output.result.cache;
}

/// Writes --trace, whatever became of the compiles.
absl::Status writeTrace(const CompileCommandOptions &options,
                        const std::vector<TargetCompile> &compiles) {
  if (options.trace.empty())
    return absl::OkStatus();
  std::vector<CompileTrace> traces;
  for (const TargetCompile &compile : compiles) {
    traces.push_back(compile.trace);
    traces.back().actions = compile.output.profile;
  }
  const std::string &parent = compiles.front().options.traceParent;
  // Names from the command line or the environment may be no UTF-8.
  const std::string json =
      traceAsJson(traces, traceIdOf(parent))
          .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return runtime::writeFile(options.trace, {json + "\n"});
}

/// Compiles for all targets at the same time. Progress is how many are done:
/// their phases interleave.
void runAll(Client &client, const Program &program, ProgressLine &line,
            bool isProfiled, std::vector<TargetCompile> &compiles) {
  absl::Mutex mutex;
  uint32_t done = 0;
  const auto total = static_cast<uint32_t>(compiles.size());
  line.show("targets", done, total);
  std::vector<std::thread> threads;
  threads.reserve(compiles.size());
  for (TargetCompile &compile : compiles)
    threads.emplace_back([&] {
      run(client, program.module, {}, isProfiled, compile);
      absl::MutexLock lock(&mutex);
      line.show("targets", ++done, total);
    });
  for (std::thread &thread : threads)
    thread.join();
}

/// Diagnostics of each target that failed, or warnings of all; returns the exit
/// code. A service at fault outweighs a program at fault.
int report(const Environment &environment, const CompileCommandOptions &options,
           const Program &program, const std::vector<TargetCompile> &compiles) {
  int code = 0;
  for (const TargetCompile &compile : compiles) {
    if (compile.status.ok())
      continue;
    if (compiles.size() > 1)
      environment.err << "for target " << compile.target << ":\n";
    code = std::max(code,
                    reportFailure(environment, compile.status, compile.failure,
                                  options.file, program.module));
  }
  if (code != 0 || options.common.quiet)
    return code;
  // The front half is the same for all, and so are its warnings.
  DiagnosticPrinter printer(environment.err, options.file, program.module);
  for (const Diagnostic &diagnostic :
       compiles.front().output.result.diagnostics)
    printer.print(diagnostic);
  return 0;
}

/// A compile for each target, or one for the machine of the service.
absl::StatusOr<std::vector<TargetCompile>>
prepare(const CompileCommandOptions &options, const CompileOptions &common) {
  std::vector<TargetCompile> compiles;
  std::vector<std::string> targets = options.targets;
  if (targets.empty())
    targets.emplace_back();
  for (const std::string &target : targets) {
    TargetCompile compile;
    compile.target = target;
    compile.options = common;
    if (absl::Status status = setTarget(options, target, compile.options);
        !status.ok())
      return status;
    compile.options.target.offload = options.offload;
    compile.options.severalTargets = targets.size() > 1;
    compiles.push_back(std::move(compile));
  }
  return compiles;
}

/// Compiles for one target with its phases as progress, or for several.
absl::Status compileAll(const Environment &environment, Client &client,
                        const CompileCommandOptions &options,
                        const Program &program,
                        std::vector<TargetCompile> &compiles) {
  const bool isProfiled = options.profile || !options.trace.empty();
  ProgressLine line(environment.err,
                    !options.common.quiet && !options.common.json,
                    environment.isTerminal);
  CompileOptions &first = compiles.front().options;
  first.onUpload = [&line, began = absl::Now()](uint64_t done, uint64_t total) {
    // What is sent in a moment is not worth a line.
    if (total >= kMinShownUpload)
      line.showUpload(done, total, absl::Now() - began);
  };
  const absl::Cleanup reset = [&first] { first.onUpload = nullptr; };
  if (compiles.size() > 1) {
    // Once: it is there when the first of the compiles asks.
    absl::Status sent =
        client.uploadProgram(program.module, program.namedFiles(), first);
    first.onUpload = nullptr; // They run at once, and share the line.
    if (sent.ok())
      runAll(client, program, line, isProfiled, compiles);
    return sent;
  }
  Progress progress;
  progress.onPhase = [&](const std::string &phase, uint32_t done,
                         uint32_t total) { line.show(phase, done, total); };
  run(client, program.module, progress, isProfiled, compiles.front());
  return absl::OkStatus();
}

/// Asks why those ran that did. That it cannot be said is no failure of the
/// compile.
void explainAll(Client &client, const CallOptions &call,
                std::vector<TargetCompile> &compiles) {
  for (TargetCompile &compile : compiles)
    if (compile.output.result.cache != "hit")
      compile.output.explanation =
          client.explain(compile.output.result.request, "", call);
}

void printExplanations(std::ostream &out,
                       const std::vector<TargetOutput> &outputs) {
  for (const TargetOutput &output : outputs) {
    const CompileResult &result = output.result;
    const std::string title = absl::StrCat(
        output.target.empty() ? "" : output.target + ": ", result.cache);
    if (!output.explanation)
      out << title << ": " << result.request << " was stored\n";
    else if (output.explanation->ok())
      printExplanation(out, title, **output.explanation);
    else
      out << title
          << ": cannot be explained: " << output.explanation->status().message()
          << "\n";
  }
}

/// Profiles, files and summary; returns the exit code.
int writeAll(const Environment &environment, Client &client,
             const CompileCommandOptions &options, const Program &program,
             std::vector<TargetCompile> &compiles,
             std::vector<std::string> &paths, absl::Duration elapsed) {
  std::vector<TargetOutput> outputs;
  for (TargetCompile &compile : compiles) {
    outputs.push_back(std::move(compile.output));
    if (!options.profile || options.common.json)
      continue;
    if (compiles.size() > 1)
      environment.err << "for target " << compile.target << ":\n";
    printProfile(environment.err, outputs.back().profile);
  }
  if (options.explain && !options.common.json)
    printExplanations(environment.err, outputs);
  int code = writeOutputs(environment, client, options,
                          compiles.front().options, outputs, paths, elapsed);
  if (code != 0 || options.depfile.empty())
    return code;
  absl::Status written =
      runtime::writeFile(options.depfile, {depfile(paths, program.paths)});
  return written.ok() ? 0 : failUsage(environment, written);
}

} // namespace

int compileCommand(const CompileCommandOptions &options,
                   const Environment &environment) {
  CompileOptions common;
  absl::StatusOr<Program> program = readProgramFor(options, common);
  if (!program.ok())
    return failUsage(environment, program.status());
  absl::StatusOr<std::vector<std::string>> paths = outputPaths(options);
  if (!paths.ok())
    return failUsage(environment, paths.status());
  common.emit = options.emit;
  common.constantThreshold = options.constantThreshold;
  common.placements = options.placements;
  common.batch = options.batch;
  if (!options.trace.empty())
    if (absl::Status status = checkWritable(options.trace); !status.ok())
      return failUsage(environment, status);
  absl::StatusOr<std::vector<TargetCompile>> compiles =
      prepare(options, common);
  if (!compiles.ok())
    return failUsage(environment, compiles.status());

  absl::StatusOr<std::unique_ptr<Client>> client =
      connectFor(options.common, environment, common);
  if (!client.ok())
    return fail(environment, client.status());
  if (!options.trace.empty() && common.traceParent.empty())
    common.traceParent = newTraceParent();
  for (TargetCompile &compile : *compiles)
    static_cast<CallOptions &>(compile.options) = common;
  absl::Time begin = absl::Now();
  if (absl::Status sent =
          compileAll(environment, **client, options, *program, *compiles);
      !sent.ok())
    return fail(environment, sent);
  if (absl::Status written = writeTrace(options, *compiles); !written.ok())
    return failUsage(environment, written);
  if (int code = report(environment, options, *program, *compiles))
    return code;
  const absl::Duration elapsed = absl::Now() - begin;
  if (options.explain)
    explainAll(**client, common, *compiles);
  return writeAll(environment, **client, options, *program, *compiles, *paths,
                  elapsed);
}

} // namespace ingot::client
