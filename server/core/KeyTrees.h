//===- KeyTrees.h - what a request's key means ------------------*- C++ -*-===//
//
// The key of a request has the program as a digest of its bytes, which says
// nothing about what in it is another. The plan does: which functions it has,
// which constants are code, which kernels are called where. Here they become
// parts of the tree that is kept beside the result, and the families in which
// later requests look for the nearest one.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_SERVER_CORE_KEYTREES_H
#define INGOT_SERVER_CORE_KEYTREES_H

#include "cache/store/KeyHistory.h"
#include "ingot/v1/worker.pb.h"
#include "server/core/Keys.h"
#include "server/core/Principal.h"

#include <vector>

namespace ingot::server {

/// What is to be remembered of a result. The plan is a worker's: it may say
/// anything. `built` says of each of its kernels whether it was compiled now,
/// and `actions` are what was made after them. The result is found by the keys
/// of its actions, too, except kernels that were found.
cache::KeyEntry describeKey(const Keys &keys, const ProgramName &program,
                            const ActionKey &key,
                            const v1::WorkResponse::Plan &plan,
                            const std::vector<bool> &built,
                            const std::vector<Digest> &actions,
                            const Digest &artifact, const std::string &tenant);

/// The answer to Compiler.Explain. What another tenant compiled is unknown to
/// who is no operator. Blocks on the disk.
absl::StatusOr<v1::ExplainResponse> explain(cache::KeyHistory &history,
                                            const v1::ExplainRequest &request,
                                            const Principal &asker);

} // namespace ingot::server

#endif // INGOT_SERVER_CORE_KEYTREES_H
