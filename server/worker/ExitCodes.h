//===- ExitCodes.h - how a worker says why it ended -------------*- C++ -*-===//
//
// A worker that runs out of memory, or whose compiler gives up, cannot be
// trusted to send a message. It leaves with one of these instead.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_EXITCODES_H
#define INGOT_SERVER_WORKER_EXITCODES_H

namespace ingot::server {

/// An allocation failed at the memory limit.
inline constexpr int kExitOutOfMemory = 86;
/// LLVM reported a fatal error.
inline constexpr int kExitFatalError = 87;
/// What came from the daemon was not a frame.
inline constexpr int kExitProtocol = 88;
/// The sandbox could not be put in place.
inline constexpr int kExitSandbox = 89;

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_EXITCODES_H
