//===- compile_and_run.cpp - the shortest way from a model to numbers -----===//
//
// usage: compile_and_run SERVER MODEL.mlir INPUT.npy...
//
// Compiles a model with a running ingotd, loads what comes back, calls its only
// function and prints the types of the results.
//
//===----------------------------------------------------------------------===//

#include <client/lib/Client.h>
#include <client/runtime/Instance.h>
#include <client/runtime/Npy.h>

#include <cstdio>
#include <fstream>
#include <iostream>
#include <sstream>

namespace {

/// Ends the program with the error, or gives the value.
template <typename T> T valueOrExit(absl::StatusOr<T> result) {
  if (result.ok())
    return *std::move(result);
  std::cerr << "error: " << result.status().message() << "\n";
  std::exit(1);
}

} // namespace

int main(int argc, char **argv) {
  if (argc < 3) {
    std::cerr << "usage: compile_and_run SERVER MODEL.mlir INPUT.npy...\n";
    return 2;
  }
  std::stringstream model;
  model << std::ifstream(argv[2], std::ios::binary).rdbuf();

  auto client = valueOrExit(ingot::client::Client::connect(argv[1]));
  auto compiled = valueOrExit(client->compile(model.str(), {}));
  std::cout << compiled.cache << ": " << compiled.kernelsUnique << " kernels, "
            << compiled.kernelsBuilt << " built\n";

  // An executable is a shared object, and those are loaded from files.
  std::string path = "./compile_and_run.so";
  std::ofstream(path, std::ios::binary) << compiled.artifact;
  auto executable = valueOrExit(ingot::runtime::Executable::load(path));
  std::remove(path.c_str());

  ingot::runtime::InstanceOptions options;
  options.fetch = [&](const std::string &hash, int64_t size) {
    return client->fetch(hash + "/" + std::to_string(size));
  };
  auto instance =
      valueOrExit(ingot::runtime::Instance::create(executable, options));
  std::vector<ingot::runtime::Tensor> arguments;
  for (int i = 3; i < argc; ++i)
    arguments.push_back(valueOrExit(ingot::runtime::readNpy(argv[i])));
  const auto *entry = valueOrExit(executable->entry(""));
  for (const auto &result : valueOrExit(instance->call(*entry, arguments)))
    std::cout << result.typeName() << "\n";
  return 0;
}
