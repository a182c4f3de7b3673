//===- Fingerprint.cpp - GMAC and SHA-256 by OpenSSL ----------------------===//
//
// Of OpenSSL only the functions of the algorithms are used, some of which its
// version 3 calls deprecated: the recommended ones start the library first,
// which takes longer than to bind a small model (cache/key/Digest.cpp). That
// file is not used here, for it needs protobuf.
//
// One secret authenticates many slices under one nonce, which is safe only as
// long as nobody is shown a tag: they are hashed, and what is made of them
// stays in a folder of the user's own.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Fingerprint.h"

#include "absl/strings/escaping.h"
#include "absl/strings/str_cat.h"

#include <cstdlib>

#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/aes.h>
#include <openssl/modes.h>
#include <openssl/sha.h>

namespace ingot::runtime {
namespace {

constexpr size_t kSliceBytes = size_t{4} << 20;
constexpr size_t kTagBytes = 16;

void encryptBlock(const unsigned char in[16], unsigned char out[16],
                  const void *key) {
  AES_encrypt(in, out, static_cast<const AES_KEY *>(key));
}

} // namespace

struct Fingerprinter::Key {
  AES_KEY aes;
};

std::string hexOf(const Fingerprint &fingerprint) {
  return absl::BytesToHexString(
      {reinterpret_cast<const char *>(fingerprint.data()), fingerprint.size()});
}

Fingerprint sha256(std::string_view bytes) {
  Fingerprint digest;
  SHA256_CTX context; // SHA256() starts the library.
  SHA256_Init(&context);
  SHA256_Update(&context, bytes.data(), bytes.size());
  SHA256_Final(digest.data(), &context);
  return digest;
}

Fingerprinter::Fingerprinter(const Secret &secret) {
  auto key = std::make_unique<Key>();
  AES_set_encrypt_key(secret.data(), 128, &key->aes);
  key_ = std::move(key);
}

Fingerprinter::~Fingerprinter() = default;

Fingerprint Fingerprinter::of(std::string_view bytes,
                              ThreadPool *threads) const {
  const size_t slices = (bytes.size() + kSliceBytes - 1) / kSliceBytes;
  std::string text = absl::StrCat(bytes.size(), "\n");
  const size_t head = text.size();
  text.resize(head + slices * kTagBytes);
  auto tag = [&](int64_t begin, int64_t end) {
    for (size_t i = static_cast<size_t>(begin); i < static_cast<size_t>(end);
         ++i) {
      const std::string_view slice = bytes.substr(i * kSliceBytes, kSliceBytes);
      constexpr unsigned char kNonce[12] = {};
      // The context keeps the key as it is and does not write to it.
      GCM128_CONTEXT *context =
          CRYPTO_gcm128_new(const_cast<AES_KEY *>(&key_->aes), encryptBlock);
      if (!context) // No memory; there is no name without it.
        std::abort();
      CRYPTO_gcm128_setiv(context, kNonce, sizeof(kNonce));
      CRYPTO_gcm128_aad(context,
                        reinterpret_cast<const unsigned char *>(slice.data()),
                        slice.size());
      CRYPTO_gcm128_tag(
          context,
          reinterpret_cast<unsigned char *>(&text[head + i * kTagBytes]),
          kTagBytes);
      CRYPTO_gcm128_release(context);
    }
  };
  if (threads && slices > 1)
    threads->run(static_cast<int64_t>(slices), tag);
  else
    tag(0, static_cast<int64_t>(slices));
  return sha256(text);
}

} // namespace ingot::runtime
