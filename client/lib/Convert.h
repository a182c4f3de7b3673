//===- Convert.h - messages of the wire as the client's structs -*- C++ -*-===//
//
// Not installed: the only place of the library that knows both.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_CLIENT_LIB_CONVERT_H
#define INGOT_CLIENT_LIB_CONVERT_H

#include "client/lib/Client.h"
#include "ingot/v1/admin.pb.h"
#include "ingot/v1/compiler.pb.h"

#include <grpcpp/support/status.h>

#include <optional>

namespace ingot::client {

Diagnostic fromProto(const v1::Diagnostic &diagnostic);
Target fromProto(const v1::Target &target);
CompileResult fromProto(const v1::Result &result);
v1::Target toProto(const Target &target);

/// Nothing for an empty text, which leaves it to the target.
absl::StatusOr<std::optional<v1::CustomOpForm>>
parseCustomOpForm(const std::string &text);

/// Target, emit and options. INVALID_ARGUMENT for an emit kind or a phase that
/// there is not.
absl::Status fillRequest(const CompileOptions &options,
                         v1::CompileRequest &request);

/// The status with the details that it carries; OK for OK.
Failure failureOf(const grpc::Status &status);

/// Every field that is a number or a text, as text.
std::vector<std::pair<std::string, std::string>>
namedValues(const v1::GetStatisticsResponse &statistics);

} // namespace ingot::client

#endif // INGOT_CLIENT_LIB_CONVERT_H
