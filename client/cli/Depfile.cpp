//===- Depfile.cpp - what an output was made from, for make ---------------===//

#include "client/cli/Depfile.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"

namespace ingot::client {

static std::string escape(const std::string &path) {
  return absl::StrReplaceAll(path, {{" ", "\\ "}, {"#", "\\#"}, {"$", "$$"}});
}

std::string depfile(const std::vector<std::string> &outputs,
                    const std::vector<std::string> &inputs) {
  std::string rule =
      absl::StrJoin(outputs, " ", [](std::string *text, const auto &output) {
        absl::StrAppend(text, escape(output));
      });
  rule += ":";
  for (const std::string &input : inputs)
    absl::StrAppend(&rule, " \\\n  ", escape(input));
  return rule + "\n";
}

} // namespace ingot::client
