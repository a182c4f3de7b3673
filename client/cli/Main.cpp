//===- Main.cpp - ingot ---------------------------------------------------===//

#include "client/cli/CommandLine.h"

#include <iostream>
#include <unistd.h>

int main(int argc, char **argv) {
  ingot::client::Environment environment{std::cout, std::cerr,
                                         isatty(STDERR_FILENO) == 1};
  return ingot::client::runCommandLine(argc, argv, environment);
}
