//===- ReplicaHistory.cpp - what replicas may answer ----------------------===//

#include "tests/faults/ReplicaHistory.h"

#include "cache/key/Digest.h"
#include "client/lib/RetryPolicy.h"

#include "absl/strings/str_cat.h"

namespace ingot::faults {

std::vector<HistoryProgram> HistoryProgram::ofHistory(int history) {
  constexpr int kGood = 12, kAtFault = 2;
  std::vector<HistoryProgram> programs;
  const std::string shared = absl::StrCat("kernel shared_", history);
  for (int i = 0; i < kGood; ++i) {
    const std::string own = absl::StrCat("kernel own_", history, "_", i);
    const std::string weights = absl::StrCat("weights_", history, "_", i % 3);
    const std::string module =
        absl::StrCat(own, "\n", shared, "\nconstant w ", weights, "\n");
    programs.push_back(
        {Good, module,
         absl::StrCat("host(", module, ")\nobject(", own, ")\nobject(", shared,
                      ")\n", Digest::of(weights).hex(), "\n")});
  }
  for (int i = 0; i < kAtFault; ++i) {
    const std::string message = absl::StrCat("fault_", history, "_", i);
    programs.push_back({AtFault, absl::StrCat("fail 3 ", message), message});
  }
  programs.push_back({Crashes, absl::StrCat("crash\n# ", history), ""});
  return programs;
}

std::string faultOfAnswer(const HistoryProgram &program,
                          const absl::Status &status,
                          const std::string &artifact, const Overlap &overlap) {
  if (overlap.wasDisturbed &&
      client::isWorthResending(status, /*isCancelled=*/false))
    return "";
  if (absl::IsCancelled(status) && overlap.wasCancelled)
    return "";
  if (absl::IsDeadlineExceeded(status) && overlap.hadDeadline)
    return "";
  switch (program.kind) {
  case HistoryProgram::Good:
    if (!status.ok())
      return absl::StrCat("failed: ", status.ToString());
    return artifact == program.expected
               ? ""
               : absl::StrCat("other bytes: ", artifact);
  case HistoryProgram::AtFault:
    return absl::IsInvalidArgument(status) &&
                   status.message().find(program.expected) !=
                       absl::string_view::npos
               ? ""
               : absl::StrCat("not its error: ", status.ToString());
  case HistoryProgram::Crashes:
    return absl::IsInternal(status)
               ? ""
               : absl::StrCat("not a crash: ", status.ToString());
  }
  return "";
}

} // namespace ingot::faults
