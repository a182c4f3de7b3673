//===- RunCorpus.cpp - a fuzz target over its corpus ----------------------===//
//
// Stands in for libFuzzer's main: each file of the folder is given to the
// target once, so that what fuzzing found stays found in builds without it.
//
// usage: fuzz_NAME FOLDER
//
//===----------------------------------------------------------------------===//

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// libFuzzer's, of which targets that change messages by themselves make use.
/// Nothing is changed here.
extern "C" size_t LLVMFuzzerMutate(uint8_t *, size_t size, size_t) {
  return size;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " FOLDER\n";
    return 2;
  }
  int count = 0;
  for (const auto &file : std::filesystem::directory_iterator(argv[1])) {
    std::cout << file.path().filename().string() << std::endl;
    std::stringstream text;
    text << std::ifstream(file.path(), std::ios::binary).rdbuf();
    std::string bytes = text.str();
    LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t *>(bytes.data()),
                           bytes.size());
    ++count;
  }
  // An empty corpus would pass and test nothing.
  return count > 0 ? 0 : 1;
}
