//===- MachineState.cpp - registers that one has to ask for ---------------===//
//
// Linux saves the 8 KiB of AMX's tiles only for processes that asked; in others
// their first use is SIGILL. Threads that start later have what their process
// was given.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/MachineState.h"

#include "absl/strings/str_cat.h"
#include "proto/abi/executable.h"

#include <cerrno>
#include <cstring>

#if defined(__x86_64__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace ingot::runtime {

/// Asks Linux for the tile registers; 0 or an error number.
static int allowTiles() {
#if defined(__x86_64__)
  // From asm/prctl.h and the kernel's list of features, neither of which older
  // systems have.
  constexpr long kRequestPermission = 0x1023;
  constexpr long kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0 ? 0
                                                                     : errno;
#else
  return ENOSYS;
#endif
}

absl::Status allowMachineState(uint32_t state) {
  if (state & ~uint32_t(INGOT_STATE_TILES))
    return absl::UnimplementedError(
        absl::StrCat("needs state ", state,
                     " of the machine, which this runtime does not know; use a "
                     "newer one"));
  if (!(state & INGOT_STATE_TILES))
    return absl::OkStatus();
  // The permission is the process's, so that asking again is harmless.
  if (int error = allowTiles())
    return absl::FailedPreconditionError(absl::StrCat(
        "multiplies by the tile registers of AMX, which this "
        "machine lacks or its kernel does not allow (",
        std::strerror(error), "); compile it for a target without amx-tile"));
  return absl::OkStatus();
}

} // namespace ingot::runtime
