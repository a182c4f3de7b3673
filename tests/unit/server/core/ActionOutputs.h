//===- ActionOutputs.h - what actions of tests keep -------------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_SERVER_CORE_ACTIONOUTPUTS_H
#define INGOT_TESTS_UNIT_SERVER_CORE_ACTIONOUTPUTS_H

#include "cache/store/Store.h"
#include "server/core/ActionTable.h"

namespace ingot::server {

/// Keeps the first payload of an answer as an object.
inline absl::StatusOr<v1::ActionRecord> storeObject(cache::Store &store,
                                                    const WorkResult &answer) {
  absl::StatusOr<Digest> digest = store.putBlob(*answer.payloads[0].copy());
  if (!digest.ok())
    return digest.status();
  v1::ActionRecord record;
  record.add_outputs()->set_role("object");
  *record.mutable_outputs(0)->mutable_digest() = digest->toProto();
  return record;
}

} // namespace ingot::server

#endif // INGOT_TESTS_UNIT_SERVER_CORE_ACTIONOUTPUTS_H
