//===- ActionFiles.h - one action from files to a file ----------*- C++ -*-===//
//
// How an action runs where no daemon is: on a machine of a cluster that knows
// commands with input files and output files. PROTOCOL.md has the files.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_WORKER_ACTIONFILES_H
#define INGOT_SERVER_WORKER_ACTIONFILES_H

#include "server/worker/Template.h"

#include <cstddef>
#include <string>

namespace ingot::server {

inline constexpr char kActionRequestFile[] = "request";
/// The file of a payload within the folder.
std::string actionPayloadFile(size_t index);

/// Runs the action in `folder` and writes what came of it to the new file
/// `result`; returns the exit status of the process. What is wrong with the
/// files is said on stderr. Confines the process for good, so it is called
/// once, by a single-threaded process.
int runActionFiles(const std::string &folder, const std::string &result,
                   Backend &backend, const WorkerLimits &limits);

} // namespace ingot::server

#endif // INGOT_SERVER_WORKER_ACTIONFILES_H
