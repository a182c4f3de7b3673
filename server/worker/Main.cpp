//===- Main.cpp - ingot-worker --------------------------------------------===//
//
// The one program of the service that links MLIR and LLVM. Started by ingotd;
// PROTOCOL.md says how they talk.
//
//===----------------------------------------------------------------------===//

#include "server/worker/ExitCodes.h"
#include "server/worker/PipelineBackend.h"

#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstdio>
#include <memory>
#include <unistd.h>

int main(int argc, char **argv) {
  // LLVM ends the process on what it cannot handle; how it does is the message.
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) {
    _exit(ingot::server::kExitOutOfMemory);
  });
  llvm::install_fatal_error_handler([](void *, const char *reason, bool) {
    std::fprintf(stderr, "ingot-worker: fatal error: %s\n", reason);
    // Of passes of a target's own (pipeline/api/OwnPasses.h).
    if (auto *guard = llvm::CrashRecoveryContext::GetCurrent())
      guard->HandleExit(ingot::server::kExitFatalError);
    _exit(ingot::server::kExitFatalError);
  });
  std::unique_ptr<ingot::server::PipelineBackend> backend;
  return ingot::server::templateMain(
      argc, argv,
      [&](const ingot::server::CompilerSettings &settings)
          -> ingot::server::Backend & {
        backend = std::make_unique<ingot::server::PipelineBackend>(settings);
        return *backend;
      });
}
