//===- RemoteAction.cpp - work as an action of REAPI ----------------------===//
//
//   ingot-worker          the worker program
//   action/request        the serialized WorkRequest, without what differs from
//                         one asking to the next: number and trace
//   action/payload-N
//
// Digests are of serialized messages without maps and with sorted lists, which
// protobuf writes the same way each time.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/RemoteAction.h"
#include "server/worker/ActionFiles.h"

#include "build/bazel/remote/execution/v2/execution.pb.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>

namespace reapi = build::bazel::remote::execution::v2;

namespace ingot::server {
namespace {

constexpr char kWorkerFile[] = "ingot-worker";
constexpr char kActionFolder[] = "action";

void setDigest(const Digest &digest, reapi::Digest &to) {
  to.set_hash(digest.hex());
  to.set_size_bytes(digest.size);
}

Digest add(std::string bytes, RemoteAction &action) {
  const Digest digest = Digest::of(bytes);
  action.blobs.push_back(
      {digest, std::make_shared<const std::string>(std::move(bytes))});
  return digest;
}

void addFile(const std::string &name, const Digest &digest,
             reapi::Directory &folder) {
  reapi::FileNode &file = *folder.add_files();
  file.set_name(name);
  setDigest(digest, *file.mutable_digest());
}

Digest addInputs(const Work &work, const WorkerBinary &worker,
                 RemoteAction &action) {
  v1::WorkRequest request = work.request;
  request.clear_id();
  request.clear_traceparent();
  reapi::Directory folder;
  addFile(kActionRequestFile, add(request.SerializeAsString(), action), folder);
  for (size_t i = 0; i < work.payloads.size(); ++i) {
    const Digest digest = Digest::of(*work.payloads[i]);
    action.blobs.push_back({digest, work.payloads[i]});
    addFile(actionPayloadFile(i), digest, folder);
  }
  std::sort(folder.mutable_files()->begin(), folder.mutable_files()->end(),
            [](const reapi::FileNode &a, const reapi::FileNode &b) {
              return a.name() < b.name();
            });
  reapi::Directory root;
  addFile(kWorkerFile, worker.digest, root);
  root.mutable_files(0)->set_is_executable(true);
  reapi::DirectoryNode &node = *root.add_directories();
  node.set_name(kActionFolder);
  setDigest(add(folder.SerializeAsString(), action), *node.mutable_digest());
  return add(root.SerializeAsString(), action);
}

reapi::Platform platformOf(const RemoteActionOptions &options) {
  auto properties = options.properties;
  std::sort(properties.begin(), properties.end());
  reapi::Platform platform;
  for (const auto &[name, value] : properties) {
    auto &property = *platform.add_properties();
    property.set_name(name);
    property.set_value(value);
  }
  return platform;
}

} // namespace

absl::StatusOr<WorkerBinary> readWorkerBinary(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(file)),
                    std::istreambuf_iterator<char>());
  if (!file || bytes.empty())
    return absl::UnavailableError(
        absl::StrCat(path, ": ", std::strerror(errno)));
  return WorkerBinary{Digest::of(bytes), path};
}

RemoteAction remoteActionOf(const Work &work, const WorkerBinary &worker,
                            const RemoteActionOptions &options) {
  RemoteAction remote;
  const reapi::Platform platform = platformOf(options);
  reapi::Command command;
  for (const std::string &argument :
       {absl::StrCat("./", kWorkerFile),
        absl::StrCat("--action=", kActionFolder),
        absl::StrCat("--result=", kRemoteResult),
        absl::StrCat("--memory-limit=", options.memoryLimitBytes)})
    command.add_arguments(argument);
  command.add_output_files(kRemoteResult);
  command.add_output_paths(kRemoteResult);
  *command.mutable_platform() = platform;

  reapi::Action action;
  setDigest(add(command.SerializeAsString(), remote),
            *action.mutable_command_digest());
  setDigest(addInputs(work, worker, remote),
            *action.mutable_input_root_digest());
  action.mutable_timeout()->set_seconds(absl::ToInt64Seconds(options.runLimit));
  *action.mutable_platform() = platform;
  remote.digest = add(action.SerializeAsString(), remote);
  return remote;
}

absl::StatusOr<RemoteOutput> parseRemoteResult(const std::string &bytes) {
  v1::ActionOutput parsed;
  if (!parsed.ParseFromString(bytes))
    return absl::InvalidArgumentError("the result is no ingot.v1.ActionOutput");
  RemoteOutput output;
  output.compilerIdentity = parsed.compiler_identity();
  output.responses.assign(parsed.responses().begin(), parsed.responses().end());
  output.payloads.assign(
      std::make_move_iterator(parsed.mutable_payloads()->begin()),
      std::make_move_iterator(parsed.mutable_payloads()->end()));
  return output;
}

} // namespace ingot::server
