//===- JobName.cpp - names of jobs that nobody guesses --------------------===//
//
// A generator such as mt19937 gives away its state by some hundred numbers, and
// every caller is told its own. The kernel's generator does not.
//
//===----------------------------------------------------------------------===//

#include "server/core/JobName.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include <cerrno>
#include <cstdlib>
#include <sys/random.h>

namespace ingot::server {

std::string newJobName() {
  char bytes[16];
  ssize_t got;
  do
    got = getrandom(bytes, sizeof(bytes), 0);
  while (got < 0 && errno == EINTR);
  // So few bytes come whole or, on a kernel without the call, never.
  if (got != sizeof(bytes))
    std::abort();
  return absl::StrCat("j", absl::BytesToHexString({bytes, sizeof(bytes)}));
}

} // namespace ingot::server
