//===- Depfile.cpp - what an output was made from, for make ---------------===//

#include "client/cli/Depfile.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"

namespace ingot::client {

static std::string escape(const std::string &path) {
  return absl::StrReplaceAll(
      path, {{" ", "\\ "}, {"#", "\\#"}, {"$", "$$"}});
}

std::string depfile(const std::string &output,
                    const std::vector<std::string> &inputs) {
  std::string rule = absl::StrCat(escape(output), ":");
  for (const std::string &input : inputs)
    absl::StrAppend(&rule, " \\\n  ", escape(input));
  return rule + "\n";
}

} // namespace ingot::client
