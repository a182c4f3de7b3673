//===- ConstantsAsCTest.cpp - constants as a source of C ------------------===//

#include "client/cli/ConstantsAsC.h"

#include "tests/unit/client/cli/CommandTest.h"

#include <cstdlib>

namespace ingot::client {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

TEST(ConstantsAsCTest, EqualBytesAreThereOnce) {
  std::string text = constantsAsC({{"a", INGOT_I8, {2}, "\x01\xff", ""},
                                   {"b", INGOT_I8, {1}, "\x02", ""},
                                   {"c", INGOT_I8, {2}, "\x01\xff", ""}});
  EXPECT_THAT(text, AllOf(HasSubstr("constant_0[] = {\n  1, 255,};"),
                          HasSubstr("constant_1[] = {\n  2,};"),
                          Not(HasSubstr("constant_2"))));
  EXPECT_THAT(text, HasSubstr("  constant_0, /* a */\n  constant_1, /* b */\n"
                              "  constant_0, /* c */\n"));
}

TEST(ConstantsAsCTest, NamesOfAModelAreNoCode) {
  std::string text = constantsAsC({{"*/ evil(); /*", INGOT_I8, {1}, "a", ""},
                                   {"two\nlines\\", INGOT_I8, {1}, "b", ""}});
  EXPECT_THAT(text, HasSubstr("/* ___evil______ */\n"));
  EXPECT_THAT(text, HasSubstr("/* two_lines_ */\n"));
}

class ConstantsAsCCommandTest : public CommandTest {};

TEST_F(ConstantsAsCCommandTest, TheSourceCompilesAndHoldsTheBytes) {
  std::string bytes;
  for (int i = 0; i < 1000; ++i)
    bytes += static_cast<char>(i * 7);
  write("m.c", constantsAsC({{"w", INGOT_I8, {1000}, bytes, ""},
                             {"empty", INGOT_I8, {0}, "", ""}}));
  write("main.c",
        "#include <stdio.h>\nextern const void *const ingot_constants[];\n"
        "int main(void) { return fwrite(ingot_constants[0], 1, 1000, stdout) "
        "!= 1000; }\n");
  ASSERT_EQ(std::system("cc -std=c11 -Wall -Wextra -Werror -pedantic m.c "
                        "main.c -o m && ./m > out"),
            0);
  EXPECT_EQ(read("out"), bytes);
}

TEST_F(ConstantsAsCCommandTest, ItStandsBesideTheObject) {
  daemon.result.artifact = "\177ELF............\x01";
  daemon.result.constants = {{"w", INGOT_I8, {4}, "cc/4"}};
  daemon.blobs["cc/4"] = "abcd";
  Outcome outcome = run({"compile", "m.mlir", "--constants-as", "c"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(read("m.o"), daemon.result.artifact);
  EXPECT_THAT(read("m.constants.c"), HasSubstr("97, 98, 99, 100,"));
  EXPECT_FALSE(std::filesystem::exists("m.safetensors"));
  std::filesystem::remove("m.constants.c");
  EXPECT_EQ(run({"compile", "m.mlir", "--emit", "object"}).code, 0);
  EXPECT_FALSE(std::filesystem::exists("m.constants.c"));
  for (const char *output : {"net", "net.v2"}) {
    EXPECT_EQ(run({"compile", "m.mlir", "--emit", "object", "--constants-as",
                   "c", "-o", output})
                  .code,
              0);
    EXPECT_TRUE(std::filesystem::exists(std::string(output) + ".constants.c"));
  }
  // A value that only the run knows cannot be written.
  daemon.result.constants.push_back({"later", INGOT_I8, {4}, ""});
  outcome = run({"compile", "m.mlir", "--constants-as", "c"});
  EXPECT_NE(outcome.code, 0);
  EXPECT_THAT(outcome.err, HasSubstr("bound by name"));
}

} // namespace
} // namespace ingot::client
