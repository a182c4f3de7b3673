//===- ActionResult.cpp - records as results of REAPI ---------------------===//
//
// A blob proves itself by its name, a result does not: whoever may write to the
// cache could put another one under the key. So the seal covers the key, and a
// secret where replicas share one.
//
//===----------------------------------------------------------------------===//

#include "cache/remote/ActionResult.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <openssl/crypto.h>
#include <openssl/hmac.h>

namespace ingot::cache {
namespace {

constexpr size_t kSealBytes = 32;

/// HMAC-SHA256 of the key and the payload.
std::string sealOf(const Digest &key, std::string_view payload,
                   std::string_view secret) {
  const std::string sealed = absl::StrCat(
      key.toString(), "\n", absl::string_view(payload.data(), payload.size()));
  std::string seal(kSealBytes, '\0');
  unsigned size = 0;
  HMAC(EVP_sha256(), secret.data(), static_cast<int>(secret.size()),
       reinterpret_cast<const unsigned char *>(sealed.data()), sealed.size(),
       reinterpret_cast<unsigned char *>(seal.data()), &size);
  return seal;
}

} // namespace

reapi::Digest toReapi(const Digest &digest) {
  reapi::Digest named;
  named.set_hash(digest.hex());
  named.set_size_bytes(digest.size);
  return named;
}

absl::StatusOr<Digest> fromReapi(const reapi::Digest &digest) {
  return Digest::fromHex(digest.hash(), digest.size_bytes());
}

reapi::ActionResult toActionResult(const Digest &key,
                                   const v1::ActionRecord &record,
                                   std::string_view secret) {
  reapi::ActionResult result;
  for (int i = 0; i < record.outputs_size(); ++i) {
    const v1::ActionRecord::Output &output = record.outputs(i);
    reapi::OutputFile *file = result.add_output_files();
    file->set_path(absl::StrFormat(
        "%06d/%s", i, output.role().empty() ? "blob" : output.role()));
    file->mutable_digest()->set_hash(output.digest().hash());
    file->mutable_digest()->set_size_bytes(output.digest().size_bytes());
  }
  const std::string payload = record.SerializeAsString();
  result.set_stdout_raw(sealOf(key, payload, secret) + payload);
  return result;
}

absl::StatusOr<v1::ActionRecord>
fromActionResult(const Digest &key, const reapi::ActionResult &result,
                 std::string_view secret) {
  const std::string_view sealed = result.stdout_raw();
  v1::ActionRecord record;
  if (sealed.size() < kSealBytes)
    return absl::DataLossError("remote: a result has no record");
  const std::string_view payload = sealed.substr(kSealBytes);
  const std::string seal = sealOf(key, payload, secret);
  if (CRYPTO_memcmp(seal.data(), sealed.data(), kSealBytes) != 0 ||
      !record.ParseFromArray(payload.data(), static_cast<int>(payload.size())))
    return absl::DataLossError(
        absl::StrCat("remote: the result of ", key.toString(),
                     " is another's, damaged, or sealed with another secret"));
  return record;
}

} // namespace ingot::cache
