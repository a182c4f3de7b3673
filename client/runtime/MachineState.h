//===- MachineState.h - registers that one has to ask for -------*- C++ -*-===//
//
// Linux gives a process the tile registers of AMX only when it asks: they make
// the frames of its signals larger.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_RUNTIME_MACHINESTATE_H
#define INGOT_CLIENT_RUNTIME_MACHINESTATE_H

#include "absl/status/status.h"

#include <cstdint>

namespace ingot::runtime {

/// Asks for `state`, INGOT_STATE_... of an executable, for all threads of the
/// process, those that run already and those to come. FAILED_PRECONDITION if
/// the machine has no such registers or the kernel refuses them; UNIMPLEMENTED
/// if `state` is of a later version. Thread-safe.
absl::Status allowMachineState(uint32_t state);

} // namespace ingot::runtime

#endif // INGOT_CLIENT_RUNTIME_MACHINESTATE_H
