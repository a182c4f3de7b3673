//===- Convert.h - messages of the wire as the client's structs -*- C++ -*-===//
//
// Not installed. No other file of the library knows both.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CONVERT_H
#define INGOT_CLIENT_LIB_CONVERT_H

#include "client/lib/Client.h"
#include "ingot/v1/admin.pb.h"
#include "ingot/v1/compiler.pb.h"

#include <grpcpp/support/status.h>

namespace ingot::client {

Diagnostic fromProto(const v1::Diagnostic &diagnostic);
/// Without a description, which takes reflection to print: results have none.
Target fromProto(const v1::Target &target);
Target fromProto(const v1::ListTargetsResponse::Named &named);
CompileResult fromProto(const v1::Result &result);
ActionProfile fromProto(const v1::ActionProfile &action);
ProgramDescription fromProto(const v1::ProgramDescription &description);
RunningJob fromProto(const v1::Job &job);
Explanation fromProto(const v1::ExplainResponse &response);
v1::Target toProto(const Target &target);

/// Everything but the module. INVALID_ARGUMENT for an output kind or a form of
/// custom ops that does not exist; phases and releases are the service's to
/// check, which knows them.
absl::Status fillRequest(const CompileOptions &options,
                         v1::CompileRequest &request);
absl::Status fillRequest(const CheckOptions &options,
                         v1::CheckRequest &request);

/// The status with the diagnostics that it carries; OK for OK.
Failure toFailure(const grpc::Status &status);

/// Whether a daemon has no room for programs in messages, or an older one takes
/// only smaller ones. Either takes them as blobs.
bool wantsUpload(const absl::Status &status);

/// Name and value of every number and string, in the order of the fields.
std::vector<std::pair<std::string, std::string>>
fieldsAsText(const v1::GetStatisticsResponse &statistics);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CONVERT_H
