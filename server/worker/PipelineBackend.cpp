//===- PipelineBackend.cpp - requests as compiler jobs --------------------===//
//
// One function per kind of work: fields and payloads become a job, the job's
// result becomes fields and payloads, in the order that worker.proto states. A
// plan request is two jobs of the pipeline: what it asks to emit decides.
//
//===----------------------------------------------------------------------===//

#include "server/worker/PipelineBackend.h"
#include "cache/key/Digest.h"

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <functional>
#include <sstream>

namespace ingot::server {
namespace {

void sendFailure(const absl::Status &status, const Backend::Send &send) {
  v1::WorkResponse response;
  response.mutable_failure()->set_code(static_cast<int>(status.code()));
  response.mutable_failure()->set_message(std::string(status.message()));
  send(response, {});
}

/// A few parts take nearly all of the time; the message stays small.
constexpr size_t kMaxParts = 64;

void sendParts(const std::vector<pipeline::TracedPart> &parts,
               const Backend::Send &send) {
  v1::WorkResponse response;
  for (size_t i = 0; i < std::min(parts.size(), kMaxParts); ++i) {
    v1::ActionProfile::Part *part = response.mutable_profile()->add_parts();
    part->set_group(parts[i].group);
    part->set_name(parts[i].name);
    part->set_count(parts[i].count);
    part->set_milliseconds(parts[i].milliseconds);
  }
  send(response, {});
}

pipeline::Observer observe(const v1::WorkRequest &request,
                           const Backend::Send &send) {
  pipeline::Observer observer;
  if (request.profile())
    observer.onParts = [&send](const std::vector<pipeline::TracedPart> &parts) {
      sendParts(parts, send);
    };
  observer.onPhase = [&send](std::string_view name) {
    v1::WorkResponse response;
    response.set_phase(std::string(name));
    send(response, {});
  };
  observer.onDiagnostic = [&send](const v1::Diagnostic &diagnostic) {
    v1::WorkResponse response;
    *response.mutable_diagnostic() = diagnostic;
    send(response, {});
  };
  observer.onDescription = [&send](const v1::ProgramDescription &description) {
    v1::WorkResponse response;
    *response.mutable_description() = description;
    send(response, {});
  };
  return observer;
}

/// Names this build of the compiler by its bytes: a version alone would let
/// what an older build made pass for this one's.
std::string buildName() {
  std::stringstream program;
  program << std::ifstream("/proc/self/exe", std::ios::binary).rdbuf();
  return Digest::of(program.str()).hex().substr(0, 16);
}

/// On the wire, a program for other tools is a plan that is text.
absl::StatusOr<pipeline::Plan>
exported(absl::StatusOr<pipeline::ExportedProgram> program) {
  if (!program.ok())
    return program.status();
  pipeline::Plan plan;
  plan.text = std::move(program->text);
  plan.constants = std::move(program->constants);
  plan.manifest = std::move(program->manifest);
  return plan;
}

/// The payloads behind the module's, by the names that the request gives them.
pipeline::NamedFiles filesOf(const v1::WorkRequest &request,
                             const std::vector<std::string_view> &payloads) {
  pipeline::NamedFiles files;
  for (int i = 0; i < request.files_size(); ++i)
    files.emplace(request.files(i), payloads[1 + static_cast<size_t>(i)]);
  return files;
}

std::vector<pipeline::NamedTarget> partsOf(const v1::WorkRequest &request) {
  std::vector<pipeline::NamedTarget> parts;
  for (const auto &part : request.parts())
    parts.push_back({part.name(), part.target(), part.summary()});
  return parts;
}

/// Which part of which payload `bytes` is. REQUIRES: it is one.
v1::WorkResponse::PlannedConstant::Place
placeOf(std::string_view bytes, const std::vector<std::string_view> &payloads) {
  v1::WorkResponse::PlannedConstant::Place place;
  std::less_equal<const char *> isBefore;
  for (size_t i = 0; i < payloads.size(); ++i) {
    const char *begin = payloads[i].data();
    if (!isBefore(begin, bytes.data()) ||
        !isBefore(bytes.data() + bytes.size(), begin + payloads[i].size()))
      continue;
    place.set_payload(static_cast<uint32_t>(i));
    place.set_offset(static_cast<uint64_t>(bytes.data() - begin));
    place.set_size(bytes.size());
    break;
  }
  return place;
}

/// What a key is explained by.
void addFunctions(
    const std::vector<pipeline::PlannedFunction> &functions,
    google::protobuf::RepeatedPtrField<v1::WorkResponse::ProgramFunction>
        &sent) {
  for (const pipeline::PlannedFunction &function : functions) {
    auto *added = sent.Add();
    added->set_name(function.name);
    *added->mutable_digest() = function.digest.toProto();
    for (const auto &constant : function.constants) {
      auto *one = added->add_constants();
      one->set_name(constant.name);
      one->set_value(constant.value);
      one->set_is_code(constant.isCode);
    }
  }
}

void addLaunches(const pipeline::Plan &plan, v1::WorkResponse::Plan &sent) {
  for (const pipeline::PlannedLaunch &launch : plan.launches) {
    auto *added = sent.add_launches();
    added->set_kernel(launch.kernel);
    added->set_function(launch.function);
    added->set_node(launch.node);
  }
}

/// What the import found out whose module a plan is given, if it is given one.
std::optional<v1::Manifest> importedBy(const v1::WorkRequest &request) {
  if (!request.plan().has_imported())
    return std::nullopt;
  return request.plan().imported();
}

bool takesFiles(const v1::WorkRequest &request) {
  return request.has_plan() || request.has_check() || request.has_import();
}

/// Says what the constants are, and moves those that are sent behind `bytes`.
void addConstants(
    std::vector<pipeline::PlannedConstant> constants,
    const std::vector<std::string_view> &payloads,
    google::protobuf::RepeatedPtrField<v1::WorkResponse::PlannedConstant> &sent,
    std::vector<std::string> &bytes) {
  for (pipeline::PlannedConstant &constant : constants) {
    auto *added = sent.Add();
    added->set_name(constant.name);
    if (constant.imported)
      added->set_imported(true);
    else if (constant.borrowed.data())
      *added->mutable_place() = placeOf(constant.borrowed, payloads);
    else
      bytes.push_back(std::move(constant.bytes));
  }
}

} // namespace

PipelineBackend::PipelineBackend(const CompilerSettings &settings) {
  if (settings.verifyPasses)
    compiler_.verifyPasses();
  // Now, for a worker in its sandbox reads no file.
  if (!settings.plugins.empty())
    folders_ = compiler_.registerPluginFolder(settings.plugins);
  if (folders_.ok() && !settings.targets.empty())
    folders_ = compiler_.registerTargetFolder(settings.targets);
  warmUp();
}

void PipelineBackend::warmUp() {
  // A compiler that cannot compile its own program still answers requests, each
  // with an error that says more than a missing template would.
  if (absl::Status status = compiler_.warmUp(); !status.ok())
    std::fprintf(stderr, "ingot-worker: warm-up: %s\n",
                 status.ToString().c_str());
}

v1::WorkerHello PipelineBackend::hello() {
  v1::WorkerHello hello;
  hello.set_compiler_identity(pipeline::compilerIdentity() + " build " +
                              buildName());
  if (!folders_.ok())
    hello.set_error(std::string(folders_.message()));
  for (const pipeline::NamedTarget &named : pipeline::namedTargets()) {
    auto *target = hello.add_targets();
    target->set_name(named.name);
    *target->mutable_target() = named.target;
    target->set_summary(named.summary);
  }
  for (const std::string &phase : pipeline::phaseNames())
    hello.add_phases(phase);
  for (const v1::TargetPlugin &plugin : pipeline::namedPlugins())
    *hello.add_plugins() = plugin;
  hello.set_shares_imports(pipeline::backendsShareImports());
  return hello;
}

void PipelineBackend::run(const v1::WorkRequest &request,
                          const std::vector<std::string_view> &payloads,
                          const Send &send) {
  dispatch(request, payloads,
           [&](const v1::WorkResponse &response,
               const std::vector<std::string> &results) {
             if (!response.has_failure() || !compiler_.isDamaged())
               return send(response, results);
             v1::WorkResponse last = response;
             last.mutable_failure()->set_ends_worker(true);
             send(last, results);
           });
}

void PipelineBackend::dispatch(const v1::WorkRequest &request,
                               const std::vector<std::string_view> &payloads,
                               const Send &send) {
  if (payloads.empty())
    return sendFailure(absl::InternalError("work without a payload"), send);
  if (takesFiles(request) &&
      payloads.size() != 1 + static_cast<size_t>(request.files_size()))
    return sendFailure(absl::InternalError("another number of files"), send);
  switch (request.action_case()) {
  case v1::WorkRequest::kImport:
    return runImport(request, payloads, send);
  case v1::WorkRequest::kPlan:
    return runPlan(request, payloads, send);
  case v1::WorkRequest::kCheck:
    return runCheck(request, payloads, send);
  case v1::WorkRequest::kKernel:
    return runKernel(request, payloads, send);
  case v1::WorkRequest::kHost:
    return runHost(request, payloads, send);
  case v1::WorkRequest::kLink:
    return runLink(request, payloads, send);
  case v1::WorkRequest::ACTION_NOT_SET:
    return sendFailure(absl::InternalError("work of an unknown kind"), send);
  }
}

void PipelineBackend::runImport(const v1::WorkRequest &request,
                                const std::vector<std::string_view> &payloads,
                                const Send &send) {
  absl::StatusOr<pipeline::ImportedProgram> imported = compiler_.importProgram(
      {payloads[0], request.target(), request.options(),
       filesOf(request, payloads), /*borrowsConstants=*/true},
      observe(request, send));
  if (!imported.ok())
    return sendFailure(imported.status(), send);
  v1::WorkResponse response;
  v1::WorkResponse::Import &sent = *response.mutable_import();
  std::vector<std::string> bytes{std::move(imported->module)};
  addConstants(std::move(imported->constants), payloads,
               *sent.mutable_constants(), bytes);
  *sent.mutable_manifest() = std::move(imported->manifest);
  addFunctions(imported->functions, *sent.mutable_functions());
  send(response, bytes);
}

void PipelineBackend::runPlan(const v1::WorkRequest &request,
                              const std::vector<std::string_view> &payloads,
                              const Send &send) {
  pipeline::NamedFiles files = filesOf(request, payloads);
  const bool isImported = request.plan().has_imported();
  absl::StatusOr<pipeline::Plan> plan =
      pipeline::isExport(request.options().emit())
          ? exported(compiler_.exportProgram(
                {payloads[0], request.target(), request.options(), files},
                observe(request, send)))
          : compiler_.plan({payloads[0], request.target(), request.options(),
                            files, partsOf(request),
                            /*borrowsConstants=*/!isImported,
                            importedBy(request)},
                           observe(request, send));
  if (!plan.ok())
    return sendFailure(plan.status(), send);
  v1::WorkResponse response;
  v1::WorkResponse::Plan &sent = *response.mutable_plan();
  std::vector<std::string> bytes;
  sent.set_is_text(!plan->text.empty());
  bytes.push_back(std::move(sent.is_text() ? plan->text : plan->host));
  for (pipeline::PlannedKernel &kernel : plan->kernels) {
    auto *added = sent.add_kernels();
    added->set_symbol(kernel.symbol);
    added->set_root(kernel.root);
    added->set_uses(kernel.uses);
    added->set_target(kernel.target);
    bytes.push_back(std::move(kernel.module));
  }
  addConstants(std::move(plan->constants), payloads, *sent.mutable_constants(),
               bytes);
  *sent.mutable_manifest() = std::move(plan->manifest);
  addFunctions(plan->functions, *sent.mutable_functions());
  addLaunches(*plan, sent);
  send(response, bytes);
}

void PipelineBackend::runCheck(const v1::WorkRequest &request,
                               const std::vector<std::string_view> &payloads,
                               const Send &send) {
  absl::Status status = compiler_.check(
      {payloads[0],
       request.target(),
       {request.options().input_types().begin(),
        request.options().input_types().end()},
       request.check().all_custom() ? pipeline::CheckSubject::CustomOps
                                    : pipeline::CheckSubject::Lowering,
       filesOf(request, payloads),
       request.check().describe(),
       request.check().explain_placement(),
       {request.options().placements().begin(),
        request.options().placements().end()},
       partsOf(request)},
      observe(request, send));
  if (!status.ok())
    return sendFailure(status, send);
  v1::WorkResponse response;
  response.mutable_check();
  send(response, {});
}

void PipelineBackend::runKernel(const v1::WorkRequest &request,
                                const std::vector<std::string_view> &payloads,
                                const Send &send) {
  absl::StatusOr<std::string> object =
      compiler_.kernel({payloads[0], request.target(), request.options()},
                       observe(request, send));
  if (!object.ok())
    return sendFailure(object.status(), send);
  v1::WorkResponse response;
  response.mutable_kernel();
  send(response, {std::move(*object)});
}

void PipelineBackend::runHost(const v1::WorkRequest &request,
                              const std::vector<std::string_view> &payloads,
                              const Send &send) {
  absl::StatusOr<std::string> object =
      compiler_.host({payloads[0], request.host().manifest(), request.target(),
                      request.options()},
                     observe(request, send));
  if (!object.ok())
    return sendFailure(object.status(), send);
  v1::WorkResponse response;
  response.mutable_host();
  send(response, {std::move(*object)});
}

void PipelineBackend::runLink(const v1::WorkRequest &request,
                              const std::vector<std::string_view> &payloads,
                              const Send &send) {
  pipeline::LinkJob job{payloads[0],
                        {payloads.begin() + 1, payloads.end()},
                        request.link().manifest(),
                        request.target(),
                        request.options()};
  absl::StatusOr<std::string> linked =
      compiler_.link(job, observe(request, send));
  if (!linked.ok())
    return sendFailure(linked.status(), send);
  v1::WorkResponse response;
  response.mutable_link();
  send(response, {std::move(*linked)});
}

} // namespace ingot::server
