//===- ElfBytes.h - executables of a manifest and nothing else --*- C++ -*-===//

#ifndef INGOT_TESTS_UNIT_CLIENT_CLI_ELFBYTES_H
#define INGOT_TESTS_UNIT_CLIENT_CLI_ELFBYTES_H

#include <cstdint>
#include <string>
#include <tuple>

namespace ingot::client {

/// An ELF file with the section `name` of these contents, and that of names.
inline std::string elfWith(const std::string &name, const std::string &contents,
                           bool isSmall = false) {
  std::string names = std::string(1, '\0') + name + '\0';
  std::string file(64, '\0');
  file.replace(0, 4, "\177ELF");
  file[4] = isSmall ? 1 : 2;
  const size_t word = isSmall ? 4 : 8;
  auto put = [](std::string &into, size_t at, uint64_t value, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i)
      into[at + i] = static_cast<char>(value >> (8 * i));
  };
  size_t namesAt = file.size(), contentsAt = namesAt + names.size();
  file += names + contents;
  put(file, isSmall ? 0x20 : 0x28, file.size(), word);
  put(file, isSmall ? 0x2e : 0x3a, 64, 2);
  put(file, isSmall ? 0x30 : 0x3c, 2, 2);
  for (auto [nameAt, at, size] :
       {std::tuple(size_t{0}, namesAt, names.size()),
        std::tuple(size_t{1}, contentsAt, contents.size())}) {
    std::string header(64, '\0');
    put(header, 0, nameAt, 4);
    put(header, 8, nameAt == 0 ? 0 : 2, word); // Names are not loaded.
    put(header, isSmall ? 0x10 : 0x18, at, word);
    put(header, isSmall ? 0x14 : 0x20, size, word);
    file += header;
  }
  return file;
}

} // namespace ingot::client

#endif // INGOT_TESTS_UNIT_CLIENT_CLI_ELFBYTES_H
