//===- PipelineBackend.h - requests as compiler jobs ------------*- C++ -*-===//
//
// The only place where messages of the worker protocol become jobs of the
// pipeline and the other way round.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_PIPELINEBACKEND_H
#define INGOT_SERVER_WORKER_PIPELINEBACKEND_H

#include "pipeline/api/Compiler.h"
#include "server/worker/Template.h"

namespace ingot::server {

/// Runs requests on one compiler, warmed when the backend is made.
class PipelineBackend final : public Backend {
public:
  /// That what is in the folders is wrong is said by hello().
  explicit PipelineBackend(const CompilerSettings &settings);

  v1::WorkerHello hello() override;
  void warmUp() override;
  void run(const v1::WorkRequest &request,
           const std::vector<std::string_view> &payloads,
           const Send &send) override;

private:
  void dispatch(const v1::WorkRequest &request,
                const std::vector<std::string_view> &payloads,
                const Send &send);
  void runImport(const v1::WorkRequest &request,
                 const std::vector<std::string_view> &payloads,
                 const Send &send);
  void runPlan(const v1::WorkRequest &request,
               const std::vector<std::string_view> &payloads, const Send &send);
  void runCheck(const v1::WorkRequest &request,
                const std::vector<std::string_view> &payloads,
                const Send &send);
  void runKernel(const v1::WorkRequest &request,
                 const std::vector<std::string_view> &payloads,
                 const Send &send);
  void runHost(const v1::WorkRequest &request,
               const std::vector<std::string_view> &payloads, const Send &send);
  void runLink(const v1::WorkRequest &request,
               const std::vector<std::string_view> &payloads, const Send &send);

  pipeline::Compiler compiler_;
  absl::Status folders_; ///< Whether they were read.
};

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_PIPELINEBACKEND_H
