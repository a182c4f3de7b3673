//===- TestFiles.h - files of one test program ------------------*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_CLIENT_RUNTIME_TESTFILES_H
#define INGOT_TESTS_UNIT_CLIENT_RUNTIME_TESTFILES_H

#include "tests/unit/TemporaryFolder.h"

#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ingot::runtime {

inline std::string path(const std::string &name) { return testFile(name); }

inline std::string write(const std::string &name, const std::string &bytes) {
  std::ofstream(path(name), std::ios::binary) << bytes;
  return path(name);
}

inline std::string read(const std::string &file) {
  std::stringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

/// The bytes of little-endian values.
template <typename T> std::string bytesOf(const std::vector<T> &values) {
  return {reinterpret_cast<const char *>(values.data()),
          values.size() * sizeof(T)};
}

} // namespace ingot::runtime

#endif // INGOT_TESTS_UNIT_CLIENT_RUNTIME_TESTFILES_H
