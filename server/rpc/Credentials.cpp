//===- Credentials.cpp - callers that a file names ------------------------===//
//
// A caller shows one of three things, and the first counts: the unix socket, a
// token, a certificate that TLS has verified. A token that is not known is an
// error and does not make its bearer anonymous: it was meant to be somebody.
// Tokens are looked up by their hash, so how long that takes tells nothing of
// them.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/Credentials.h"

#include "cache/key/Digest.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <vector>

namespace ingot::server {
namespace {

constexpr size_t kMaxFileBytes = 4 << 20;
constexpr size_t kMaxTokenBytes = 4096;

bool isName(absl::string_view name) {
  return !name.empty() && name.size() <= 100 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '.' || c == '_' || c == '-';
         });
}

bool isHash(absl::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
                  (c >= 'a' && c <= 'f');
         });
}

/// Adds what one line says; the error does not name the line.
absl::Status addLine(const std::vector<std::string> &words,
                     CredentialTable &table) {
  if (words.size() != 3)
    return absl::InvalidArgumentError("is not NAME ROLES SECRET");
  const std::string &name = words[0];
  // What a caller on the socket is called is no name for another.
  if (!isName(name) || name == "unix")
    return absl::InvalidArgumentError(
        "a name has 1 to 100 letters, digits, '.', '_' and '-', and is not "
        "'unix'");
  absl::StatusOr<Roles> roles = parseRoles(words[1]);
  if (!roles.ok())
    return roles.status();
  const Identity identity{name, *roles};
  absl::string_view secret = words[2];
  bool isNew;
  if (absl::ConsumePrefix(&secret, "sha256:")) {
    if (!isHash(secret))
      return absl::InvalidArgumentError(
          "sha256: takes 64 lower-case hexadecimal digits, as sha256sum "
          "prints them");
    isNew = table.byTokenHash.emplace(std::string(secret), identity).second;
  } else if (absl::ConsumePrefix(&secret, "cert:") && !secret.empty()) {
    isNew = table.byCertificate.emplace(std::string(secret), identity).second;
  } else {
    return absl::InvalidArgumentError("a secret is sha256:HASH or cert:NAME");
  }
  return isNew ? absl::OkStatus()
               : absl::InvalidArgumentError("this secret stands there twice");
}

/// The token of `authorization: Bearer TOKEN`; null without one.
const grpc::string_ref *
authorizationOf(const grpc::CallbackServerContext &context) {
  auto found = context.client_metadata().find("authorization");
  return found == context.client_metadata().end() ? nullptr : &found->second;
}

std::string stampOf(const std::string &path) {
  struct stat file{};
  if (stat(path.c_str(), &file) != 0)
    return "";
  return absl::StrCat(file.st_dev, ":", file.st_ino, ":", file.st_size, ":",
                      file.st_mtim.tv_sec, ".", file.st_mtim.tv_nsec);
}

} // namespace

absl::StatusOr<Roles> parseRoles(absl::string_view text) {
  if (text == "none")
    return Roles{0};
  Roles roles = 0;
  for (absl::string_view word : absl::StrSplit(text, ',')) {
    const Role kAll[] = {kReader, kCompiler, kUploader, kOperator};
    auto role = std::find_if(std::begin(kAll), std::end(kAll),
                             [&](Role each) { return word == nameOf(each); });
    if (role == std::end(kAll))
      return absl::InvalidArgumentError(absl::StrCat(
          "'", word, "' is no role: reader, compiler, uploader, operator"));
    roles |= *role;
  }
  return roles;
}

absl::StatusOr<CredentialTable> parseCredentials(absl::string_view text) {
  CredentialTable table;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = line.substr(0, line.find('#'));
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty())
      continue;
    if (absl::Status status = addLine(words, table); !status.ok())
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": ", status.message()));
  }
  return table;
}

absl::StatusOr<std::unique_ptr<CredentialAccess>>
CredentialAccess::open(const std::string &path, Roles anonymous,
                       OnError onError) {
  std::unique_ptr<CredentialAccess> access(
      new CredentialAccess(path, anonymous, std::move(onError)));
  absl::MutexLock lock(&access->mutex_);
  if (absl::Status status = access->load(); !status.ok())
    return status;
  return access;
}

absl::Status CredentialAccess::load() const {
  checked_ = absl::Now();
  stamp_ = stampOf(path_); // Before: a change meanwhile is read again.
  struct stat information{};
  std::ifstream file(path_, std::ios::binary);
  if (!file || stat(path_.c_str(), &information) != 0)
    return absl::NotFoundError(
        absl::StrCat("credentials: ", path_, " cannot be read"));
  if (information.st_mode & (S_IWGRP | S_IWOTH))
    return absl::InvalidArgumentError(absl::StrCat(
        "credentials: ", path_, " can be written by others; chmod go-w it"));
  std::string text(std::min<size_t>(kMaxFileBytes + 1,
                                    static_cast<size_t>(information.st_size)),
                   '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (text.size() > kMaxFileBytes)
    return absl::InvalidArgumentError(
        absl::StrCat("credentials: ", path_, " has more than 4 MiB"));
  absl::StatusOr<CredentialTable> table = parseCredentials(text);
  if (!table.ok())
    return absl::InvalidArgumentError(
        absl::StrCat("credentials: ", path_, ": ", table.status().message()));
  // An editor may empty a file before it writes it.
  if (table->byTokenHash.empty() && table->byCertificate.empty())
    return absl::InvalidArgumentError(
        absl::StrCat("credentials: ", path_, " names nobody"));
  table_ = std::make_shared<const CredentialTable>(*std::move(table));
  return absl::OkStatus();
}

std::shared_ptr<const CredentialTable> CredentialAccess::table() const {
  absl::Status failure;
  std::shared_ptr<const CredentialTable> table;
  {
    absl::MutexLock lock(&mutex_);
    if (absl::Now() - checked_ >= absl::Seconds(1)) {
      checked_ = absl::Now();
      if (stampOf(path_) != stamp_)
        failure = load();
    }
    table = table_;
  }
  if (!failure.ok() && onError_)
    onError_(failure);
  return table;
}

absl::StatusOr<Identity>
CredentialAccess::identify(const grpc::CallbackServerContext &context) const {
  absl::StatusOr<Identity> byAddress = Access::identify(context);
  if (!byAddress.ok() || byAddress->name == "unix")
    return byAddress; // The daemon's own user.
  std::shared_ptr<const CredentialTable> known = table();
  if (const grpc::string_ref *header = authorizationOf(context)) {
    absl::string_view token(header->data(), header->size());
    auto found = known->byTokenHash.end();
    if (token.size() <= kMaxTokenBytes &&
        absl::ConsumePrefix(&token, "Bearer "))
      found = known->byTokenHash.find(
          Digest::of({token.data(), token.size()}).hex());
    if (found == known->byTokenHash.end())
      return absl::UnauthenticatedError("this token is not known here");
    return found->second;
  }
  std::shared_ptr<const grpc::AuthContext> peer = context.auth_context();
  if (peer && peer->IsPeerAuthenticated())
    for (const char *property :
         {"x509_common_name", "x509_subject_alternative_name"})
      for (const grpc::string_ref &name : peer->FindPropertyValues(property))
        if (auto found = known->byCertificate.find(
                std::string(name.data(), name.size()));
            found != known->byCertificate.end())
          return found->second;
  if (anonymous_ == 0)
    return absl::UnauthenticatedError(
        "this daemon wants to know who calls: give a token by --token-file, "
        "INGOT_TOKEN_FILE or INGOT_TOKEN, or a certificate that it knows");
  return byAddress;
}

} // namespace ingot::server
