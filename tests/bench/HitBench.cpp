//===- HitBench.cpp - what a hit costs without starting a program ---------===//
//
// Asks a running daemon for programs that it has compiled before, over one
// connection and by the client library, so that a hit is what it is for
// `ingot`: the module inline up to 1 MiB and by digest above, the artifact in
// the answer or fetched, digests checked. Reading the module, fetching its
// constants and writing files are not part of it.
//
// usage: hit_bench ADDRESS REPEAT FILE...
//
// Prints one line per file: the microseconds of each hit, separated by spaces.
//
//===----------------------------------------------------------------------===//

#include "client/lib/Client.h"

#include <chrono>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

using ingot::client::Client;

[[noreturn]] void die(const std::string &message) {
  std::cerr << "hit_bench: " << message << "\n";
  std::exit(1);
}

std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  if (!file)
    die(path + ": cannot be read");
  return bytes.str();
}

void measure(Client &client, const std::string &path, int repeat) {
  std::string module = readFile(path);
  for (int i = 0; i <= repeat; ++i) {
    auto start = std::chrono::steady_clock::now();
    auto result = client.compile(module, {});
    std::chrono::duration<double, std::micro> spent =
        std::chrono::steady_clock::now() - start;
    if (!result.ok())
      die(path + ": " + std::string(result.status().message()));
    // The first one warms the connection and may be the compile itself.
    if (i == 0 && repeat > 0)
      continue;
    if (repeat > 0 && result->cache != "hit")
      die(path + ": expected a hit, got a " + result->cache);
    std::cout << spent.count() << (i < repeat ? " " : "\n");
  }
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 4)
    die("usage: hit_bench ADDRESS REPEAT FILE...");
  auto client = Client::connect(argv[1]);
  if (!client.ok())
    die(std::string(client.status().message()));
  for (int i = 3; i < argc; ++i)
    measure(**client, argv[i], std::max(0, std::stoi(argv[2])));
  return 0;
}
