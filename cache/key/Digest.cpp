//===- Digest.cpp - SHA-256 by OpenSSL, and its text forms ----------------===//
//
// A digest comes from anyone, so what is read is checked to the last character.
//
// Of OpenSSL only the functions of SHA-256 themselves are used, which its
// version 3 calls deprecated. The recommended ones (EVP) start the library
// first: providers, names of all ciphers, a configuration file. That takes
// longer than all else that a hit does in the command line's process.
//
//===----------------------------------------------------------------------===//

#include "cache/key/Digest.h"

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/sha.h>

namespace ingot {
namespace {

/// The values of lower-case hexadecimal digits, else -1. Upper case is refused:
/// two spellings of one name would be two keys. A table, because digits are
/// random and so would be the branches of comparisons.
constexpr std::array<int8_t, 256> kHexValues = [] {
  std::array<int8_t, 256> values{};
  for (int8_t &value : values)
    value = -1;
  for (int i = 0; i < 16; ++i)
    values["0123456789abcdef"[i]] = static_cast<int8_t>(i);
  return values;
}();

} // namespace

struct Hasher::State {
  SHA256_CTX context;
};

Hasher::Hasher() : state_(std::make_unique<State>()) {
  SHA256_Init(&state_->context);
}

Hasher::Hasher(const Hasher &other)
    : state_(std::make_unique<State>(*other.state_)), size_(other.size_) {}

Hasher &Hasher::operator=(const Hasher &other) {
  *state_ = *other.state_;
  size_ = other.size_;
  return *this;
}

Hasher::~Hasher() = default;

void Hasher::update(std::string_view bytes) {
  SHA256_Update(&state_->context, bytes.data(), bytes.size());
  size_ += static_cast<int64_t>(bytes.size());
}

Digest Hasher::finish() {
  Digest digest;
  digest.size = size_;
  SHA256_Final(digest.hash.data(), &state_->context);
  return digest;
}

Digest Digest::of(std::string_view bytes) {
  SHA256_CTX context;
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  Digest digest;
  digest.size = static_cast<int64_t>(bytes.size());
  SHA256_Final(digest.hash.data(), &context);
  return digest;
}

const Digest &Digest::empty() {
  static const Digest digest = of("");
  return digest;
}

absl::StatusOr<Digest> Digest::fromHex(std::string_view hex, int64_t size) {
  Digest digest;
  if (hex.size() != 2 * digest.hash.size())
    return absl::InvalidArgumentError(
        absl::StrCat("digest: hash has ", hex.size(), " characters, not 64"));
  int all = 0; // Negative once a digit was.
  for (size_t i = 0; i < digest.hash.size(); ++i) {
    const int high = kHexValues[static_cast<uint8_t>(hex[2 * i])];
    const int low = kHexValues[static_cast<uint8_t>(hex[2 * i + 1])];
    all |= high | low;
    digest.hash[i] = static_cast<uint8_t>(high * 16 + low);
  }
  if (all < 0)
    return absl::InvalidArgumentError(
        "digest: hash holds something else than 0-9 and a-f");
  if (size < 0)
    return absl::InvalidArgumentError("digest: size is negative");
  digest.size = size;
  return digest;
}

absl::StatusOr<Digest> Digest::fromProto(const v1::Digest &proto) {
  return fromHex(proto.hash(), proto.size_bytes());
}

absl::StatusOr<Digest> Digest::parse(std::string_view text) {
  size_t slash = text.find('/');
  int64_t size = 0;
  if (slash == std::string_view::npos ||
      !absl::SimpleAtoi(
          absl::string_view(text.data() + slash + 1, text.size() - slash - 1),
          &size))
    return absl::InvalidArgumentError(
        "digest: expected HASH/SIZE, as Ingot prints it");
  absl::StatusOr<Digest> digest = fromHex(text.substr(0, slash), size);
  if (digest.ok() && digest->toString() != text)
    return absl::InvalidArgumentError(
        "digest: the size is not written as Ingot prints it");
  return digest;
}

v1::Digest Digest::toProto() const {
  v1::Digest proto;
  proto.set_hash(hex());
  proto.set_size_bytes(size);
  return proto;
}

std::string Digest::hex() const {
  return absl::BytesToHexString(absl::string_view(
      reinterpret_cast<const char *>(hash.data()), hash.size()));
}

std::string Digest::toString() const { return absl::StrCat(hex(), "/", size); }

} // namespace ingot
