//===- Answers.h - what a service answers -----------------------*- C++ -*-===//
//
// Diagnostics, results, descriptions and figures, as Client.h returns them.
// Plain values that own all they have.
//
// Installed; includes no generated header.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_ANSWERS_H
#define INGOT_CLIENT_LIB_ANSWERS_H

#include "client/lib/Requests.h"

#include "absl/status/status.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
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
  /// Who could compute the op, or why it could not.
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

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_ANSWERS_H
