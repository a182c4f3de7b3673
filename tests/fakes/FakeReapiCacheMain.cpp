//===- FakeReapiCacheMain.cpp - FakeReapiCache as a program ---------------===//
//
// usage: ingot_fake_reapi_cache FOLDER PORT [INSTANCE]
//
// Prints its port when it serves, and ends with its standard input.
//
//===----------------------------------------------------------------------===//

#include "tests/fakes/FakeReapiCache.h"

#include <iostream>

int main(int argc, char **argv) {
  if (argc < 3 || argc > 4) {
    std::cerr << "usage: ingot_fake_reapi_cache FOLDER PORT [INSTANCE]\n";
    return 2;
  }
  ingot::fakes::FakeReapiCache cache(argv[1], std::stoi(argv[2]));
  if (argc == 4)
    cache.instance = argv[3];
  std::cout << cache.port() << std::endl;
  std::string ignored;
  while (std::getline(std::cin, ignored)) {
  }
  return 0;
}
