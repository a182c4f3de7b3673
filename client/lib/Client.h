//===- Client.h - a compile service, from a program's side ------*- C++ -*-===//
//
// Talks to one ingotd. Uploads what the daemon lacks, fetches what is too large
// for an answer, verifies every blob against its digest, and turns errors into
// statuses with the diagnostics that came with them.
//
// Installed; includes no generated header.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CLIENT_H
#define INGOT_CLIENT_LIB_CLIENT_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/time/time.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::client {

/// Why a target does not take an op, for programs; `kind` is empty where only
/// the message says it.
struct Cause {
  /// "operation", "type", "shape", "attribute", "layout", "body", "work" or
  /// "request", as ingot.v1.Cause says what each means.
  std::string kind;
  std::string nearest; ///< What would be taken instead; may be empty.
};

/// Who computes an op or what was fused into it, and who could.
struct Placement {
  struct Candidate {
    std::string by; ///< "kernel", or a function of a library: "dnnl.matmul".
    bool able = true;
    double microseconds = 0; ///< Estimated; 0 if it is not known.
    Cause cause;             ///< Why it does not compute the op.
    std::string reason;      ///< For people.
  };
  std::string by;
  std::string target; ///< Of its part; empty: that of the request.
  uint64_t multiplications = 0, bytes = 0;
  std::vector<Candidate> candidates; ///< Who computes it among them.
};

/// One message about the user's program. Lines and columns count from 1; 0 is
/// unknown. An empty file is the module of the request.
struct Diagnostic {
  std::string severity; ///< "error", "warning", "remark" or "note".
  std::string message;
  std::string file;
  uint32_t line = 0, column = 0;
  std::vector<Diagnostic> notes;
  std::string node{};      ///< The model's name of the place; may be empty.
  std::string operation{}; ///< What it is about, stablehlo.sort; may be empty.
  Cause cause{};
  std::optional<Placement> placement{}; ///< Of remarks of a check.
};

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
  /// COMPOSITE=TARGET.
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

/// An action of a compile and where its time went, in milliseconds.
struct ActionProfile {
  /// What took time by itself, without the parts within it.
  struct Part {
    std::string group; ///< step, MLIR pass, LLVM pass, code generation.
    std::string name;
    uint32_t count = 0;
    double milliseconds = 0;
  };

  std::string kind;            ///< import, plan, kernel, host or link.
  std::string symbol;          ///< Of a kernel.
  std::string root;            ///< The op at a kernel's heart.
  bool built = false;          ///< It ran for this compile.
  double began = 0, ended = 0; ///< Since the compile began.
  double queued = 0, ran = 0;  ///< If it was built.
  uint64_t worker = 0;     ///< Likewise: the number of the process that ran it.
  std::vector<Part> parts; ///< Longest first.
};

/// Callbacks during a compile, on the thread of the call.
struct Progress {
  std::function<void(const std::string &phase, uint32_t done, uint32_t total)>
      onPhase;
  std::function<void(const Diagnostic &)> onDiagnostic;
  std::function<void(const std::string &job)> onQueued;
  /// An action ended. Measured only if this is set; a hit has none.
  std::function<void(const ActionProfile &)> onAction;
};

/// A read-only tensor that the executable needs at run time.
struct Constant {
  std::string name;
  int elementType = 0; ///< As in proto/abi/executable.h.
  std::vector<int64_t> shape;
  std::string digest; ///< HASH/SIZE; empty for one that is bound by name.
};

/// An operator that the executable needs a function for at run time.
struct CustomOp {
  std::string name;       ///< torch.aten.layer_norm
  std::string attributes; ///< JSON.
  /// As in `4x?xf32`.
  std::vector<std::string> operands, results;
};

/// What was made, and how.
struct CompileResult {
  std::string cache;                          ///< "hit", "miss" or "joined".
  std::string request;                        ///< Its key, HASH/SIZE.
  std::string artifactDigest, manifestDigest; ///< HASH/SIZE.
  std::string artifact;                       ///< The bytes.
  std::vector<Constant> constants;
  std::vector<CustomOp> customOps;
  std::vector<std::string> entryPoints;
  uint32_t kernelsTotal = 0, kernelsUnique = 0, kernelsBuilt = 0,
           kernelsReused = 0;
  double totalMilliseconds = 0, queuedMilliseconds = 0;
  std::map<std::string, double> phaseMilliseconds;
  Target target; ///< As resolved.
  std::vector<Diagnostic> diagnostics;
};

/// What a program is before it is compiled, in the words of its format.
struct ProgramDescription {
  /// An input or output: `1x3x?xf32`, or a type as MLIR writes it.
  struct Value {
    std::string name; ///< Empty if the format has none.
    std::string type;
  };
  /// A public function that can be called by its name.
  struct Function {
    std::string name;
    std::vector<Value> inputs, outputs;
  };

  std::string format;   ///< "ONNX model".
  std::string producer; ///< Versions and who wrote it; may be empty.
  std::vector<Function> entryPoints;
  std::vector<std::pair<std::string, uint64_t>> operators; ///< With counts.
  uint64_t parameters = 0, parameterBytes = 0;
};

/// What was found out about a program.
struct Inspection {
  bool isReadable = false; ///< Whether there is a description.
  ProgramDescription description;
  std::vector<Diagnostic> diagnostics; ///< What would not compile.
};

/// An error with everything that was said about the program.
struct Failure {
  absl::Status status;
  std::vector<Diagnostic> diagnostics;
  bool truncated = false; ///< More was found than is listed.
};

/// A request that runs in a daemon.
struct RunningJob {
  std::string request, program; ///< HASH/SIZE.
  std::string target, emit;
  std::string phase; ///< Empty until the first one began.
  uint32_t done = 0, total = 0;
  double seconds = 0;
  uint32_t waiting = 0;
  std::vector<std::string> callers; ///< Named to operators.
  std::string lane = {};            ///< Empty for `trusted`.
};

/// A part that two results have not in common, by the names from the top of the
/// tree down (explain.proto says which there are).
struct KeyDifference {
  std::vector<std::string> path;
  std::optional<std::string> before; ///< Nothing: the part is new.
  std::optional<std::string> after;  ///< Nothing: the part is gone.
  std::string note;                  ///< Of a kernel: built or found.
};

/// In what a result differs from another one.
struct Explanation {
  std::string entry, base; ///< Requests, HASH/SIZE; no base: none is like it.
  std::vector<KeyDifference> differences;
  uint32_t leftOut = 0; ///< Differences that are not listed.
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

class StoreAdmin; // StoreAdmin.h

/// A connection. Thread-safe. The calls are virtual so that tests of programs
/// that use one can replace it.
///
/// Statuses: those of ingot.v1.Compiler; UNAVAILABLE when no daemon answers,
/// DATA_LOSS when what came is not what its digest says, INTERNAL when the
/// service broke its own protocol.
class Client {
public:
  /// `address` is unix:PATH, HOST:PORT or grpcs://HOST:PORT, which is by TLS.
  /// Waits up to `timeout` for the daemon, but not when the address refuses;
  /// UNAVAILABLE names it. INVALID_ARGUMENT for a file that cannot be read, and
  /// for a token that would travel in the clear.
  static absl::StatusOr<std::unique_ptr<Client>>
  connect(const std::string &address, absl::Duration timeout = absl::Seconds(3),
          const ConnectOptions &options = {});

  /// The connection stays open until the process ends, also when this object is
  /// gone: closing the last one of a process waits for gRPC's threads to end.
  void keepConnected();

  virtual ~Client();

  /// Compiles a program in any form that the service reads. On an error
  /// `failure`, if given, has the diagnostics too.
  virtual absl::StatusOr<CompileResult> compile(std::string_view module,
                                                const CompileOptions &options,
                                                const Progress &progress = {},
                                                Failure *failure = nullptr);

  /// Everything that would not lower; empty when it would compile. On an error
  /// `failure`, if given, has what was found before it.
  virtual absl::StatusOr<std::vector<Diagnostic>>
  check(std::string_view module, const CheckOptions &options = {},
        Failure *failure = nullptr);

  /// What the program is, and all that check() finds.
  virtual absl::StatusOr<Inspection> inspect(std::string_view module,
                                             const CheckOptions &options = {},
                                             Failure *failure = nullptr);

  /// The targets that have a name.
  virtual absl::StatusOr<std::vector<Target>>
  targets(const CallOptions &options = {});

  /// What PHASE of `mlir:PHASE` may be, in the order in which phases run.
  virtual absl::StatusOr<std::vector<std::string>>
  phases(const CallOptions &options = {});

  /// In what a result differs from `base`, or from the nearest earlier one
  /// where that is empty. Both are HASH/SIZE of a CompileResult: its request or
  /// its artifact. NOT_FOUND for one that the daemon does not know.
  virtual absl::StatusOr<Explanation> explain(const std::string &entry,
                                              const std::string &base,
                                              const CallOptions &options = {});

  /// Name and value of every statistic, in the order of admin.proto.
  virtual absl::StatusOr<std::vector<std::pair<std::string, std::string>>>
  statistics(const CallOptions &options = {});

  /// The requests that run, oldest first.
  virtual absl::StatusOr<std::vector<RunningJob>>
  jobs(const CallOptions &options = {});

  /// Ends a request, HASH/SIZE, for all who wait for it. For operators.
  virtual absl::Status cancelRequest(const std::string &request,
                                     const CallOptions &options = {});

  /// A blob by HASH/SIZE; NOT_FOUND when the daemon lacks it.
  virtual absl::StatusOr<std::string> fetch(const std::string &digest,
                                            const CallOptions &options = {});

  /// Several blobs, small ones in batches.
  virtual absl::StatusOr<std::vector<std::string>>
  fetchAll(const std::vector<std::string> &digests,
           const CallOptions &options = {});

  /// Stores bytes unless the daemon has them; returns HASH/SIZE.
  virtual absl::StatusOr<std::string> upload(std::string_view bytes,
                                             const CallOptions &options = {});

  /// The same for all of a program, to where it will be compiled.
  virtual absl::Status uploadProgram(std::string_view module,
                                     const std::vector<NamedFile> &files,
                                     const CallOptions &options = {});

  /// Care of the daemon's store; lives no longer than this. For operators.
  virtual std::unique_ptr<StoreAdmin> storeAdmin();

  /// Tells the daemon to finish what runs and exit.
  virtual absl::Status drain(const CallOptions &options = {});

protected:
  /// For replacements, which implement every call.
  Client();

private:
  struct State;
  explicit Client(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CLIENT_H
