//===- TestCertificates.h - certificates of tests ---------------*- C++ -*-===//
//
// Made here, by OpenSSL: an authority that is its own server, which is enough
// to tell one from another.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_TESTCERTIFICATES_H
#define INGOT_TESTS_UNIT_TESTCERTIFICATES_H

#include <cstdio>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <string>
#include <utility>

namespace ingot {

/// Writes a certificate for localhost that signs itself and ends in so many
/// seconds, and its key.
inline void makeCertificate(const std::string &certificate,
                            const std::string &key, long seconds = 3600) {
  EVP_PKEY *pair = EVP_RSA_gen(2048);
  X509 *made = X509_new();
  X509_set_version(made, 2);
  ASN1_INTEGER_set(X509_get_serialNumber(made), 1);
  X509_gmtime_adj(X509_getm_notBefore(made), -3600);
  X509_gmtime_adj(X509_getm_notAfter(made), seconds);
  X509_set_pubkey(made, pair);
  X509_NAME *name = X509_get_subject_name(made);
  X509_NAME_add_entry_by_txt(
      name, "CN", MBSTRING_ASC,
      reinterpret_cast<const unsigned char *>("localhost"), -1, -1, 0);
  X509_set_issuer_name(made, name);
  for (auto [id, value] : {std::pair(NID_subject_alt_name, "DNS:localhost"),
                           std::pair(NID_basic_constraints, "CA:TRUE")}) {
    X509_EXTENSION *extension =
        X509V3_EXT_conf_nid(nullptr, nullptr, id, value);
    X509_add_ext(made, extension, -1);
    X509_EXTENSION_free(extension);
  }
  X509_sign(made, pair, EVP_sha256());
  FILE *file = std::fopen(certificate.c_str(), "w");
  PEM_write_X509(file, made);
  std::fclose(file);
  file = std::fopen(key.c_str(), "w");
  PEM_write_PrivateKey(file, pair, nullptr, nullptr, 0, nullptr, nullptr);
  std::fclose(file);
  X509_free(made);
  EVP_PKEY_free(pair);
}

} // namespace ingot

#endif // INGOT_TESTS_UNIT_TESTCERTIFICATES_H
