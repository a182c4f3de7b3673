//===- TlsFiles.cpp - a certificate that changes while it is used ---------===//
//
// gRPC reads key and certificate one after the other, and takes both if neither
// changed meanwhile, by times in seconds. They are one file here, of memory,
// which is replaced by another one under its number; two of those are at least
// a second apart.
//
//===----------------------------------------------------------------------===//

#include "server/daemon/TlsFiles.h"
#include "server/worker/SealedFile.h"

#include "absl/strings/str_cat.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>

namespace ingot::server {
namespace {

/// Hundreds of authorities.
constexpr size_t kMaxFileBytes = 4 << 20;

constexpr char kCertificate[] = "tls-cert", kKey[] = "tls-key",
               kClientCa[] = "tls-client-ca";

absl::Status invalid(const char *setting, const std::string &file,
                     absl::string_view why) {
  return absl::InvalidArgumentError(
      absl::StrCat(setting, ": ", file, " ", why));
}

absl::StatusOr<std::string> readFile(const char *setting,
                                     const std::string &path) {
  // Nobody waits for the other end of a pipe.
  FileDescriptor fd(open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  struct stat file{};
  if (!fd || fstat(fd.get(), &file) != 0)
    return invalid(setting, path,
                   absl::StrCat("cannot be read: ", std::strerror(errno)));
  if (!S_ISREG(file.st_mode))
    return invalid(setting, path, "is no regular file");
  std::string bytes(kMaxFileBytes + 1, '\0');
  size_t size = 0;
  while (size < bytes.size()) {
    const ssize_t got =
        read(fd.get(), bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got < 0)
      return invalid(setting, path,
                     absl::StrCat("cannot be read: ", std::strerror(errno)));
    if (got == 0)
      break;
    size += static_cast<size_t>(got);
  }
  if (size > kMaxFileBytes)
    return invalid(setting, path, "has more than 4 MiB");
  bytes.resize(size);
  return bytes;
}

/// What the files say.
struct Pem {
  std::string certificate, key, clientCa;
};

absl::StatusOr<Pem> readFiles(const TlsFiles &files) {
  Pem pem;
  const std::pair<const char *, std::pair<const std::string *, std::string *>>
      parts[] = {{kCertificate, {&files.certificate, &pem.certificate}},
                 {kKey, {&files.key, &pem.key}},
                 {kClientCa, {&files.clientCa, &pem.clientCa}}};
  for (const auto &[setting, part] : parts) {
    if (part.first->empty())
      continue;
    absl::StatusOr<std::string> bytes = readFile(setting, *part.first);
    if (!bytes.ok())
      return bytes.status();
    *part.second = *std::move(bytes);
  }
  return pem;
}

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Certificate = std::unique_ptr<X509, decltype(&X509_free)>;

Bio reader(const std::string &bytes) {
  return {BIO_new_mem_buf(bytes.data(), static_cast<int>(bytes.size())),
          BIO_free};
}

/// All certificates; none if one of them is broken, or cut off.
std::vector<Certificate> certificatesOf(const std::string &bytes) {
  std::vector<Certificate> all;
  Bio bio = reader(bytes);
  while (X509 *each = PEM_read_bio_X509(bio.get(), nullptr, nullptr, nullptr))
    all.emplace_back(each, X509_free);
  if (ERR_GET_REASON(ERR_peek_last_error()) != PEM_R_NO_START_LINE)
    all.clear();
  ERR_clear_error();
  return all;
}

/// A key with a password is refused; without this OpenSSL asks the terminal.
int noPassword(char *, int, int, void *) { return -1; }

absl::Status check(const TlsFiles &files, const Pem &pem) {
  const std::vector<Certificate> chain = certificatesOf(pem.certificate);
  if (chain.empty())
    return invalid(kCertificate, files.certificate,
                   "has no certificate, or a broken one");
  Bio bio = reader(pem.key);
  std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)> key(
      PEM_read_bio_PrivateKey(bio.get(), nullptr, noPassword, nullptr),
      EVP_PKEY_free);
  const bool isPair =
      key && X509_check_private_key(chain.front().get(), key.get()) == 1;
  ERR_clear_error();
  if (!isPair)
    return invalid(kKey, files.key,
                   "has no key without a password, or not that of the "
                   "certificate");
  if (!files.clientCa.empty() && certificatesOf(pem.clientCa).empty())
    return invalid(kClientCa, files.clientCa,
                   "has no certificate, or a broken one");
  return absl::OkStatus();
}

/// Makes `fd` mean a file of memory with these bytes.
absl::Status replace(FileDescriptor &fd, const std::string &bytes) {
  absl::StatusOr<SealedFileWriter> writer =
      SealedFileWriter::create(static_cast<int64_t>(bytes.size()));
  if (!writer.ok())
    return writer.status();
  if (absl::Status status = writer->write(0, bytes); !status.ok())
    return status;
  auto file = writer->seal();
  if (!file.ok())
    return file.status();
  if (!fd)
    fd.reset(fcntl((*file)->fd(), F_DUPFD_CLOEXEC, 0));
  else if (dup3((*file)->fd(), fd.get(), O_CLOEXEC) < 0)
    return absl::UnavailableError(std::strerror(errno));
  return fd ? absl::OkStatus() : absl::UnavailableError(std::strerror(errno));
}

std::string pathOf(const FileDescriptor &fd) {
  return fd ? absl::StrCat("/proc/self/fd/", fd.get()) : "";
}

} // namespace

absl::Status checkTlsFiles(const TlsFiles &files) {
  absl::StatusOr<Pem> pem = readFiles(files);
  return pem.ok() ? check(files, *pem) : pem.status();
}

absl::StatusOr<std::unique_ptr<TlsReload>>
TlsReload::open(const TlsFiles &files) {
  std::unique_ptr<TlsReload> reload(new TlsReload(files));
  if (absl::Status status = reload->look(); !status.ok())
    return status;
  reload->looks_ = std::make_unique<RepeatedTask>(
      absl::Seconds(std::max(files.reloadSeconds, 1u)),
      [raw = reload.get()] { raw->lookAgain(); });
  return reload;
}

std::string TlsReload::identityPath() const { return pathOf(identity_); }

std::string TlsReload::clientCaPath() const { return pathOf(clientCa_); }

absl::Status TlsReload::look() {
  absl::MutexLock lock(&mutex_);
  absl::StatusOr<Pem> pem = readFiles(files_);
  if (!pem.ok())
    return pem.status();
  std::string identity = absl::StrCat(pem->key, "\n", pem->certificate);
  if (identity == identityBytes_ && pem->clientCa == clientCaBytes_)
    return absl::OkStatus();
  if (absl::Status status = check(files_, *pem); !status.ok())
    return status;
  if (absl::Status status = replace(identity_, identity); !status.ok())
    return status;
  identityBytes_ = std::move(identity);
  if (files_.clientCa.empty())
    return absl::OkStatus();
  absl::Status status = replace(clientCa_, pem->clientCa);
  if (status.ok())
    clientCaBytes_ = std::move(pem->clientCa);
  return status;
}

void TlsReload::lookAgain() {
  const absl::Status status = look();
  if (!status.ok() && status.message() != said_)
    spdlog::error("event=tls-kept error=\"{}\"", std::string(status.message()));
  said_ = std::string(status.message());
}

} // namespace ingot::server
