//===- CompilationImport.cpp - a program made a module once ---------------===//
//
// Of a program that is compiled for several targets, plans that are not stored
// begin with an import, which all of them join. One target alone has none: it
// would write a module down only to read it again.
//
//===----------------------------------------------------------------------===//

#include "server/core/Compilation.h"

#include "server/core/CompilationStages.h"
#include "server/core/CompileRequests.h"

namespace ingot::server {

void Compilation::runImport() {
  auto self = shared_from_this();
  ProgramBytes program;
  {
    absl::MutexLock lock(&mutex_);
    program = std::move(program_);
    if (finished_)
      return;
  }
  // Of those who wait for it one runs it.
  auto isOurs = std::make_shared<bool>(false);
  ActionSpec spec;
  spec.key = request_.keys.import(request_.program);
  spec.priority = kPlanPriority;
  spec.makeWork = [self, &program, isOurs]() -> absl::StatusOr<Work> {
    *isOurs = true;
    Work work = self->makeWork(self->request_.keys);
    work.request.mutable_import();
    addProgram(self->request_.program, program, work);
    return work;
  };
  spec.storeOutputs = [self, program](WorkResult answer) {
    return self->storeImport(program, std::move(answer));
  };
  spec.onEvent = [self](const v1::WorkResponse &event) {
    self->onWorkerEvent(event);
  };
  spec.onDone = [self, program, isOurs, began = clock_()](ActionResult result) {
    result.built = *isOurs;
    self->emitAction("import", began, result);
    // It failed for another request: by its target, its quota, its deadline.
    if (!result.status.ok() && !*isOurs)
      return self->runPlanAlone(program);
    self->onImportDone(result);
  };
  runAction(std::move(spec));
}

absl::StatusOr<v1::ActionRecord>
Compilation::storeImport(const ProgramBytes &program, WorkResult answer) {
  if (!answer.response.has_import() || answer.payloads.empty())
    return malformedAnswer("no import");
  v1::WorkResponse::Import &imported = *answer.response.mutable_import();
  absl::StatusOr<Digest> module =
      server::storePayload(store_, answer.payloads[0]);
  if (!module.ok())
    return module.status();
  absl::StatusOr<std::vector<Digest>> constants = storeConstants(
      store_, request_.program, program,
      absl::MakeConstSpan(answer.payloads).subspan(1), imported.constants(),
      /*imported=*/{});
  if (!constants.ok())
    return constants.status();
  v1::ActionRecord record;
  addOutput(record, "module", *module);
  for (const Digest &digest : *constants)
    addOutput(record, "constant", digest);
  for (auto &constant : *imported.mutable_constants())
    constant.clear_place(); // Of this request's bytes.
  record.set_payload(imported.SerializeAsString());
  return record;
}

void Compilation::runPlanAlone(ProgramBytes program) {
  {
    absl::MutexLock lock(&mutex_);
    program_ = std::move(program);
  }
  runPlan();
}

void Compilation::onImportDone(const ActionResult &result) {
  if (!result.status.ok())
    return fail(result);
  ++(result.built ? statistics_.importsBuilt : statistics_.importsShared);
  v1::WorkResponse::Import parsed;
  if (!parsed.ParseFromString(result.record->payload()) ||
      result.record->outputs_size() != 1 + parsed.constants_size())
    return fail(absl::InternalError("a stored import does not parse"), {});
  Imported imported;
  imported.module = result.output("module");
  imported.manifest = parsed.manifest();
  imported.functions = parsed.functions();
  imported.diagnostics = result.diagnostics;
  for (int i = 0; i < parsed.constants_size(); ++i) {
    absl::StatusOr<Digest> digest =
        Digest::fromProto(result.record->outputs(1 + i).digest());
    if (!digest.ok())
      return fail(digest.status(), {});
    imported.constants.emplace(parsed.constants(i).name(), *digest);
  }
  imported_ = std::move(imported);
  runPlan();
}

} // namespace ingot::server
