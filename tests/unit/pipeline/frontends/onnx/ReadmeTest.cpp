//===- ReadmeTest.cpp - the page of operators is that of the tables -------===//
//
// On a difference the message holds the text that the page should have.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/onnx/Expansion.h"
#include "pipeline/frontends/onnx/Inference.h"
#include "pipeline/frontends/onnx/Tables.h"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <set>
#include <sstream>

using namespace ingot::onnx::reader;

namespace {

/// A paragraph of names for each domain.
std::string listOperators() {
  std::map<std::string, std::set<std::string>> domains;
  for (llvm::StringRef name : inferredOperators())
    domains["ai.onnx"].insert(name.str());
  for (const ExpansionRow *row : allExpansions())
    domains[row->domain.empty() ? "ai.onnx" : row->domain.str()].insert(
        row->name.str());
  std::string text;
  for (const auto &[domain, names] : domains) {
    text += "\n`" + domain + "` (" + std::to_string(names.size()) + "):\n";
    std::string line;
    for (const std::string &name : names) {
      std::string next = name + (name == *names.rbegin() ? "." : ",");
      if (line.size() + next.size() + 1 > 79) {
        text += line + "\n";
        line.clear();
      }
      line += (line.empty() ? "" : " ") + next;
    }
    text += line + "\n";
  }
  return text;
}

TEST(OnnxReadmeTest, ListsEveryOperator) {
  std::ifstream file(INGOT_ONNX_README);
  std::stringstream content;
  content << file.rdbuf();
  EXPECT_THAT(content.str(), testing::HasSubstr(listOperators()));
}

} // namespace
