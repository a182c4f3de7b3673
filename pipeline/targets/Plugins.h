//===- Plugins.h - passes, dialects and backends of others ------*- C++ -*-===//
//
// A plugin is a shared object that the operator of a service lends to targets.
// It exports one or more of these functions:
//
//   mlirGetPassPluginInfo      passes for pipelines of targets (MLIR's own)
//   mlirGetDialectPluginInfo   dialects (MLIR's own)
//   ingotGetBackendPluginInfo  backends, below
//
// A target names the plugins that it takes anything from, and nothing of the
// others is there for it. So that this holds, a process that loaded plugins for
// a target never runs jobs of a target with others: loading cannot be undone.
//
// Files are read when the process starts, and loaded from memory when the first
// job asks: a worker in its sandbox opens no file, and one that a plugin brings
// down had the one job.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_TARGETS_PLUGINS_H
#define INGOT_PIPELINE_TARGETS_PLUGINS_H

#include "pipeline/targets/NamedTarget.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace mlir {
class DialectRegistry;
} // namespace mlir

/// What ingotGetBackendPluginInfo() returns. Field order is part of the
/// interface.
extern "C" struct IngotBackendPluginInfo {
  uint32_t apiVersion; ///< INGOT_BACKEND_PLUGIN_API_VERSION.
  const char *name;
  const char *version;
  /// INGOT_BACKEND_PLUGIN_COMPILER: classes of another release differ.
  const char *compiler;
  /// Calls registerBackend() and what else it has to register.
  void (*registerFolder)();
};

/// Changes with Backend.h and cpu/CpuBackend.h, and with the classes that they
/// name.
#define INGOT_BACKEND_PLUGIN_API_VERSION 2
/// The LLVM whose headers a plugin was built with.
#define INGOT_BACKEND_PLUGIN_COMPILER "llvm " LLVM_VERSION_STRING

namespace ingot::pipeline {

/// Reads all NAME.so of a folder, for the rest of the process. Fails if the
/// folder, or one file of it, cannot be read; what is in the files is looked at
/// when they are loaded. Not thread-safe: call it before the first job.
llvm::Error readPlugins(llvm::StringRef folder);

/// Brings the plugins of a target in order, each once, with what their bytes
/// hash to. Fails, naming the field, on one that is not there or has another
/// hash.
llvm::Error canonicalizePlugins(v1::Target &target);

/// Loads those of a canonical target that are not loaded yet: registers their
/// passes and backends with the process and adds their dialects to `registry`.
/// Returns whether there was one to load. Fails, naming the field, on what is
/// no plugin or one of another version, and when the process has plugins that
/// the target does not name.
llvm::Expected<bool> loadPlugins(const v1::Target &target,
                                 mlir::DialectRegistry &registry);

/// Runs `resolve` in a process of its own, so that what it loads is gone
/// afterwards, and returns what it returns. Fails if that process ends before.
/// The calling process has one thread.
llvm::Expected<v1::Target>
resolveApart(llvm::function_ref<llvm::Expected<v1::Target>()> resolve);

} // namespace ingot::pipeline

#endif // INGOT_PIPELINE_TARGETS_PLUGINS_H
