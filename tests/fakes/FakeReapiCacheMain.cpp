//===- FakeReapiCacheMain.cpp - FakeReapiCache as a program ---------------===//
//
// usage: ingot_fake_reapi_cache FOLDER PORT [INSTANCE [BOTS]]
//
// Prints its port when it serves, and ends with its standard input. Bots run
// actions; a line "lie" there makes them change what comes of each.
//
//===----------------------------------------------------------------------===//

#include "ingot/v1/worker.pb.h"
#include "tests/fakes/FakeReapiCache.h"
#include "tests/fakes/FakeReapiExecution.h"

#include <atomic>
#include <iostream>

/// Other bytes where the first payload of the result was.
static void lie(ingot::fakes::FakeReapiExecution &bots,
                ingot::fakes::reapi::ActionResult &result) {
  if (result.output_files().empty())
    return;
  auto &digest = *result.mutable_output_files(0)->mutable_digest();
  ingot::v1::ActionOutput output;
  if (!output.ParseFromString(bots.get(digest)) || output.payloads().empty())
    return;
  output.mutable_payloads(0)->append("lie");
  digest = bots.put(output.SerializeAsString());
}

int main(int argc, char **argv) {
  if (argc < 3 || argc > 5) {
    std::cerr
        << "usage: ingot_fake_reapi_cache FOLDER PORT [INSTANCE [BOTS]]\n";
    return 2;
  }
  std::atomic<bool> lies{false};
  const int count = argc > 4 ? std::stoi(argv[4]) : 0;
  ingot::fakes::FakeReapiExecution bots(argv[1], count);
  bots.after = [&](ingot::fakes::reapi::ActionResult &result) {
    if (lies)
      lie(bots, result);
  };
  ingot::fakes::FakeReapiCache cache(argv[1], std::stoi(argv[2]),
                                     grpc::InsecureServerCredentials(),
                                     count > 0 ? &bots : nullptr);
  if (argc > 3)
    cache.instance = argv[3];
  std::cout << cache.port() << std::endl;
  for (std::string line; std::getline(std::cin, line);)
    lies = lies || line == "lie";
  return 0;
}
