//===- Credentials.cpp - callers that a file names ------------------------===//
//
// A caller shows one of three things, and the first counts: a token; its user
// id, by a unix socket; a certificate that TLS has verified. A token that is
// not known is an error and does not make its bearer anonymous: it was meant to
// be somebody. Tokens are looked up by their hash, so how long that takes tells
// nothing of them.
//
// Lines of users are a list of who may call: who is taken off it must not
// become an operator, as users are of files without such lines.
//
//===----------------------------------------------------------------------===//

#include "server/rpc/Credentials.h"

#include "cache/key/Digest.h"
#include "cache/key/Lane.h"
#include "server/core/Size.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "absl/time/time.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sys/stat.h>
#include <vector>

namespace ingot::server {
namespace {

constexpr size_t kMaxFileBytes = 4 << 20;
constexpr size_t kMaxTokenBytes = 4096;
constexpr absl::Duration kLookInterval = absl::Seconds(1);
constexpr absl::string_view kTenantPrefix = "tenant:";
constexpr absl::string_view kAnyUser = "*";
/// Less does not hold the steps of a compile.
constexpr int64_t kMinStoreBytes = 16 << 20;

bool isHash(absl::string_view text) {
  return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
           return absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
                  (c >= 'a' && c <= 'f');
         });
}

/// The id of one user as it is printed, or "*".
bool isUser(absl::string_view text) {
  uid_t user = 0;
  return text == kAnyUser || (absl::SimpleAtoi(text, &user) &&
                              absl::StrCat(user) == text && isOneUser(user));
}

using Tenants = std::map<std::string, Tenant, std::less<>>;

/// What `tenant:NAME KEY=VALUE ...` says.
absl::Status addTenant(const std::vector<std::string> &words,
                       Tenants &tenants) {
  const std::string name = words[0].substr(kTenantPrefix.size());
  auto [entry, isNew] = tenants.try_emplace(name, Tenant{name});
  if (!isName(name) || !isNew)
    return absl::InvalidArgumentError(
        absl::StrCat("'", name,
                     "' is no name of a tenant, or stands there "
                     "twice"));
  for (size_t i = 1; i < words.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> setting =
        absl::StrSplit(words[i], absl::MaxSplits('=', 1));
    if (setting.first == "store-bytes") {
      absl::StatusOr<int64_t> bytes = parseSize(std::string(setting.second));
      if (!bytes.ok() || *bytes < kMinStoreBytes)
        return absl::InvalidArgumentError(
            absl::StrCat("'", words[i],
                         "': a tenant has store-bytes=SIZE of 16MiB or more"));
      entry->second.storeBytes = *bytes;
      continue;
    }
    double number = 0;
    const bool isNumber =
        absl::SimpleAtod(setting.second, &number) && number > 0;
    if (isNumber && setting.first == "weight" && number >= 0.01 &&
        number <= 1000)
      entry->second.weight = number;
    else if (isNumber && setting.first == "worker-seconds-per-hour")
      entry->second.workerSecondsPerHour = number;
    else
      return absl::InvalidArgumentError(
          absl::StrCat("'", words[i],
                       "': a tenant has weight=NUMBER, of 0.01 to 1000, "
                       "worker-seconds-per-hour=NUMBER and store-bytes=SIZE"));
  }
  return absl::OkStatus();
}

/// Adds what the line of a caller says; the error does not name the line.
absl::Status addCaller(const std::vector<std::string> &words,
                       CredentialTable &table) {
  if (words.size() != 3 && words.size() != 4)
    return absl::InvalidArgumentError(
        "is not NAME ROLES SECRET [TENANT[/LANE]]");
  const std::string &name = words[0];
  if (!isName(name))
    return absl::InvalidArgumentError(
        "a name has 1 to 100 letters, digits, '.', '_' and '-'");
  absl::StatusOr<Roles> roles = parseRoles(words[1]);
  if (!roles.ok())
    return roles.status();
  absl::StatusOr<Tenant> tenant =
      parseTenant(words.size() == 4 ? words[3] : name, *roles);
  if (!tenant.ok())
    return tenant.status();
  Identity identity{name, *roles, *std::move(tenant), {}};
  absl::string_view secret = words[2];
  bool isNew;
  if (absl::ConsumePrefix(&secret, "sha256:")) {
    if (!isHash(secret))
      return absl::InvalidArgumentError(
          "sha256: takes 64 lower-case hexadecimal digits, as sha256sum "
          "prints them");
    identity.secret = std::string(secret);
    isNew = table.byTokenHash.emplace(identity.secret, identity).second;
  } else if (absl::ConsumePrefix(&secret, "cert:") && !secret.empty()) {
    identity.secret = std::string(secret);
    isNew = table.byCertificate.emplace(identity.secret, identity).second;
  } else if (absl::ConsumePrefix(&secret, "uid:") && isUser(secret)) {
    isNew = table.byUser.emplace(std::string(secret), identity).second;
  } else {
    return absl::InvalidArgumentError(
        "a secret is sha256:HASH, cert:NAME, uid:NUMBER, of one user, or "
        "uid:*");
  }
  return isNew ? absl::OkStatus()
               : absl::InvalidArgumentError("this secret stands there twice");
}

absl::Status addLine(const std::vector<std::string> &words, Tenants &tenants,
                     CredentialTable &table) {
  if (absl::StartsWith(words[0], kTenantPrefix))
    return addTenant(words, tenants);
  if (OidcIssuers::takes(words[0]))
    return table.issuers->add(words);
  return addCaller(words, table);
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

std::string folderOf(const std::string &path) {
  return std::filesystem::absolute(path).parent_path();
}

} // namespace

bool isName(absl::string_view name) {
  return !name.empty() && name.size() <= 100 &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isalnum(static_cast<unsigned char>(c)) ||
                  c == '.' || c == '_' || c == '-';
         });
}

absl::StatusOr<Tenant> parseTenant(absl::string_view text, Roles roles) {
  const std::vector<std::string> parts =
      absl::StrSplit(text, absl::MaxSplits('/', 1));
  for (const std::string &part : parts)
    if (!isName(part))
      return absl::InvalidArgumentError(
          absl::StrCat("'", text, "' is no name of a tenant, or TENANT/LANE"));
  Tenant tenant{parts[0]};
  if (parts.size() > 1 && parts[1] != kTrustedLane)
    tenant.lane = parts[1];
  if (!tenant.lane.empty() && (roles & kOperator) == kOperator)
    return absl::InvalidArgumentError(absl::StrCat(
        "'", text,
        "': an operator is of the lane `trusted`, for what it does "
        "is for all lanes"));
  return tenant;
}

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
  Tenants tenants;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    line = line.substr(0, line.find('#'));
    const std::vector<std::string> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t\r"), absl::SkipEmpty());
    if (words.empty())
      continue;
    const absl::Status status = addLine(words, tenants, table);
    if (!status.ok())
      return absl::InvalidArgumentError(
          absl::StrCat("line ", number, ": ", status.message()));
  }
  // A tenant may stand below its callers.
  for (auto *callers :
       {&table.byTokenHash, &table.byCertificate, &table.byUser})
    for (auto &[secret, caller] : *callers)
      if (auto known = tenants.find(caller.tenant.name); known != tenants.end())
        caller.tenant = known->second.inLane(caller.tenant.lane);
  for (const auto &[name, tenant] : tenants)
    table.issuers->setTenant(tenant);
  return table;
}

absl::StatusOr<std::string> readProtectedFile(const std::string &path,
                                              size_t maxBytes) {
  struct stat information{};
  // Before it is opened: nobody waits for the other end of a pipe.
  if (stat(path.c_str(), &information) == 0 && !S_ISREG(information.st_mode))
    return absl::InvalidArgumentError(
        absl::StrCat(path, " is no regular file"));
  std::ifstream file(path, std::ios::binary);
  if (!file || stat(path.c_str(), &information) != 0)
    return absl::NotFoundError(absl::StrCat(path, " cannot be read"));
  if (information.st_mode & (S_IWGRP | S_IWOTH))
    return absl::InvalidArgumentError(
        absl::StrCat(path, " can be written by others; chmod go-w it"));
  std::string text(
      std::min(maxBytes + 1, static_cast<size_t>(information.st_size)), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (text.size() > maxBytes)
    return absl::InvalidArgumentError(
        absl::StrCat(path, " has more than ", maxBytes >> 20, " MiB"));
  return text;
}

absl::StatusOr<CredentialTable>
readCredentials(const std::string &path, std::vector<std::string> *keyFiles) {
  if (keyFiles)
    keyFiles->clear();
  auto prefixed = [](const absl::Status &status) {
    return absl::Status(status.code(),
                        absl::StrCat("credentials: ", status.message()));
  };
  absl::StatusOr<std::string> text = readProtectedFile(path, kMaxFileBytes);
  if (!text.ok())
    return prefixed(text.status());
  absl::StatusOr<CredentialTable> table = parseCredentials(*text);
  if (!table.ok())
    return absl::InvalidArgumentError(
        absl::StrCat("credentials: ", path, ": ", table.status().message()));
  // An editor may empty a file before it writes it.
  if (table->isEmpty())
    return absl::InvalidArgumentError(
        absl::StrCat("credentials: ", path, " names nobody"));
  if (keyFiles)
    *keyFiles = table->issuers->keyFiles(folderOf(path));
  if (absl::Status status = table->issuers->loadKeys(folderOf(path));
      !status.ok())
    return prefixed(status);
  return table;
}

absl::StatusOr<std::unique_ptr<CredentialAccess>>
CredentialAccess::open(const std::string &path, Roles anonymous,
                       OnError onError) {
  std::unique_ptr<CredentialAccess> access(
      new CredentialAccess(path, anonymous, std::move(onError)));
  if (absl::Status status = access->load(); !status.ok())
    return status;
  access->looks_ = std::make_unique<RepeatedTask>(
      kLookInterval, [raw = access.get()] { raw->look(); });
  return access;
}

std::string CredentialAccess::stamp() const {
  std::string all = stampOf(path_);
  for (const std::string &file : keyFiles_)
    absl::StrAppend(&all, " ", stampOf(file));
  return all;
}

absl::Status CredentialAccess::load() {
  // Before: a change meanwhile is read again. Files of keys that are new are
  // read twice, for the first stamp is not theirs. One that is not there yet
  // counts too: it may come later than the line that names it.
  absl::StatusOr<CredentialTable> table;
  std::vector<std::string> known;
  do {
    known = keyFiles_;
    stamp_ = stamp();
    table = readCredentials(path_, &keyFiles_);
  } while (keyFiles_ != known);
  if (!table.ok())
    return table.status();
  absl::MutexLock lock(&mutex_);
  table_ = std::make_shared<const CredentialTable>(*std::move(table));
  return absl::OkStatus();
}

void CredentialAccess::look() {
  endExpired(absl::Now());
  if (stamp() == stamp_)
    return;
  const absl::Status status = load();
  if (status.ok())
    endUnknown();
  else if (onError_)
    onError_(status);
}

/// Whether it is the same caller, who may do the same.
static bool isSame(const Identity &a, const Identity &b) {
  return a.name == b.name && a.roles == b.roles &&
         a.tenant.space() == b.tenant.space();
}

bool CredentialAccess::isKnown(const Identity &caller) const {
  if (caller.secret.empty()) {
    if (!caller.user) // Known by its address.
      return true;
    const absl::StatusOr<Identity> user = identifyUser(*caller.user);
    return user.ok() && isSame(caller, *user);
  }
  std::shared_ptr<const CredentialTable> now = table();
  if (now->issuers->isKnown(caller))
    return true;
  for (const auto *callers : {&now->byTokenHash, &now->byCertificate})
    if (auto found = callers->find(caller.secret); found != callers->end())
      return isSame(caller, found->second);
  return false;
}

std::shared_ptr<const CredentialTable> CredentialAccess::table() const {
  absl::MutexLock lock(&mutex_);
  return table_;
}

static absl::Status nobody() {
  return absl::UnauthenticatedError(
      "this daemon wants to know who calls: give a token by --token-file, "
      "INGOT_TOKEN_FILE or INGOT_TOKEN, or a certificate that it knows");
}

/// Who has the token in the table.
static absl::StatusOr<Identity> find(const CredentialTable &table,
                                     absl::string_view token) {
  auto found = token.size() <= kMaxTokenBytes
                   ? table.byTokenHash.find(
                         Digest::of({token.data(), token.size()}).hex())
                   : table.byTokenHash.end();
  if (found == table.byTokenHash.end() && OidcIssuers::isToken(token) &&
      !table.issuers->isEmpty())
    return table.issuers->identify(token, absl::Now());
  if (found == table.byTokenHash.end())
    return absl::UnauthenticatedError("this token is not known here");
  return found->second;
}

absl::StatusOr<Identity>
CredentialAccess::identifyToken(absl::string_view token) const {
  if (!token.empty())
    return find(*table(), token);
  if (anonymous_ == 0)
    return nobody();
  return Access::identifyToken(token);
}

absl::StatusOr<Identity> CredentialAccess::identifyUser(uid_t user) const {
  std::shared_ptr<const CredentialTable> known = table();
  if (known->byUser.empty())
    return Access::identifyUser(user);
  auto found = known->byUser.find(absl::StrCat(user));
  const bool isNamed = found != known->byUser.end();
  if (!isNamed)
    found = known->byUser.find(kAnyUser);
  const bool isAnonymous = found == known->byUser.end();
  if (isAnonymous && anonymous_ == 0)
    return absl::UnauthenticatedError(
        absl::StrCat("this daemon's file of callers has no line for the user ",
                     user, " (uid:", user, "), and no token was given"));
  Identity identity =
      isAnonymous ? Identity{"unix", anonymous_} : found->second;
  identity.user = user;
  if (!isNamed) // Each is a caller of its own.
    absl::StrAppend(&identity.name, "@", user);
  return identity;
}

absl::StatusOr<Identity>
CredentialAccess::identify(const grpc::CallbackServerContext &context) const {
  const std::optional<uid_t> user = userOf(context);
  std::shared_ptr<const CredentialTable> known = table();
  if (const grpc::string_ref *header = authorizationOf(context)) {
    absl::string_view token(header->data(), header->size());
    absl::StatusOr<Identity> caller = find(
        *known,
        absl::ConsumePrefix(&token, "Bearer ") ? token : absl::string_view());
    if (caller.ok())
      caller->user = user;
    return caller;
  }
  if (user)
    return identifyUser(*user);
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
    return nobody();
  return Access::identify(context);
}

} // namespace ingot::server
