//===- Requests.h - what is asked of a service ------------------*- C++ -*-===//
//
// Programs, targets and options, as Client.h takes them. Plain values: copy
// them as you like; what a view refers to outlives the call.
//
// Installed; includes no generated header.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_REQUESTS_H
#define INGOT_CLIENT_LIB_REQUESTS_H

#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::client {

/// A file that a program refers to, by the relative path with which it does so:
/// external data of ONNX, `variables/variables.index` of a SavedModel. The
/// bytes outlive the call.
struct NamedFile {
  std::string name;
  std::string_view bytes;
};

/// What to compile for: a registered name, or triple, CPU and features, or a
/// description.
struct Target {
  std::string name; ///< "host" when everything is empty.
  std::string triple, cpu;
  std::vector<std::string> features;
  /// Operators of PyTorch that stay whole, torch.aten.layer_norm; besides those
  /// that a registered target has.
  std::vector<std::string> legalOps;
  /// How constants reach those that become custom ops: "all-operands" or
  /// "attributes"; empty: as the registered target says.
  std::string customOpForm;
  /// Where libraries that the target hands ops to are not there when the
  /// executable is loaded: "require", an error, or "prefer", kernels compute
  /// the same.
  std::string offload = "require";
  std::string summary; ///< Of a listed target.
  /// All that is known of a listed target, or what is asked for in place of a
  /// name: an ingot.v1.TargetDescription in protobuf's text format. Triple, CPU
  /// and features, if there is a triple, count for more.
  std::string description;

  /// Reads NAME or TRIPLE[:cpu=CPU][:features=+a,-b]. A word without '-' before
  /// the first ':' is a name, and so is one of the registered x86-64 names.
  static absl::StatusOr<Target> parse(const std::string &text);

  /// The target that a description describes; INVALID_ARGUMENT says in which
  /// line and column it does not parse.
  static absl::StatusOr<Target> fromDescription(const std::string &text);
};

/// For any call.
struct CallOptions {
  absl::Time deadline = absl::InfiniteFuture();
  /// Set to true from any thread to give up; the call then ends with CANCELLED.
  const std::atomic<bool> *cancelled = nullptr;
  /// The same for whoever makes the call on the caller's behalf.
  const std::atomic<bool> *abandoned = nullptr;
  /// A W3C traceparent, which ties the call to a trace of its caller's; others
  /// are not sent.
  std::string traceParent;
  /// Told how far an upload is: bytes that need not be sent any more, of all
  /// that the daemon lacked. On several threads, one at a time. May be null.
  std::function<void(uint64_t done, uint64_t total)> onUpload = nullptr;
  /// Told of bytes of the program that are not needed for now, for who can give
  /// the memory back. On any thread. May be null.
  void (*release)(std::string_view bytes) = nullptr;
};

/// What to make. Deadline and cancel hold for all that a compile does: upload,
/// work and download.
struct CompileOptions : CallOptions {
  Target target;
  std::string emit = "executable"; ///< executable, object, asm, llvm-ir,
                                   ///< mlir:stablehlo, mlir:tosa,
                                   ///< mlir:PHASE (see Client::phases),
                                   ///< stablehlo-portable:RELEASE,
                                   ///< program, program-and-weights
  uint64_t constantThreshold = 0;  ///< Bytes; 0 is the service's default.
  /// Types of the arguments, as MLIR writes them; none: as the program has
  /// them.
  std::vector<std::string> inputTypes;
  /// Parts for other registered targets: @FUNCTION=TARGET, OP=TARGET,
  /// COMPOSITE=TARGET, or *=TARGET for what is cheaper there.
  std::vector<std::string> placements;
  std::vector<NamedFile> files; ///< Beside the module.
  bool batch = false;           ///< Interactive compiles go first.
  /// The program is compiled for other targets at the same time, which share
  /// what does not depend on the target.
  bool severalTargets = false;
  /// NOT_FOUND instead of work where no result is stored.
  bool onlyIfStored = false;
};

/// What to check. As for a compile.
struct CheckOptions : CallOptions {
  Target target;
  std::vector<std::string> inputTypes;
  /// Not what would not lower, but what could not be a custom op.
  bool allCustom = false;
  /// Whether each op of a program that lowers has a remark with its placement;
  /// otherwise those that a library computes.
  bool explainPlacement = false;
  std::vector<std::string> placements; ///< As of a compile.
  std::vector<NamedFile> files;        ///< Beside the module.
};

/// How to show a daemon who calls, and to know the daemon. Not used for unix
/// sockets: those are the user's own.
struct ConnectOptions {
  std::string token;  ///< By TLS, or to this machine.
  std::string caFile; ///< PEM; the system's authorities if empty. Means TLS.
  std::string certificateFile, keyFile; ///< PEM; the caller's own.
  /// Set to true from any thread to give up: CANCELLED.
  const std::atomic<bool> *abandoned = nullptr;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_REQUESTS_H
