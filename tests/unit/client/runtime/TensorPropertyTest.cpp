//===- TensorPropertyTest.cpp - arrays of any shape, there and back -------===//
//
// Shapes, orders and values are drawn at random and held against a model that
// computes the place of each element by itself.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/FatFile.h"
#include "client/runtime/Files.h"
#include "client/runtime/Npy.h"
#include "client/runtime/Safetensors.h"
#include "client/runtime/TensorFile.h"
#include "tests/unit/SeededRandom.h"
#include "tests/unit/client/runtime/TestFiles.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "gmock/gmock.h"

#include <algorithm>
#include <filesystem>
#include <random>
#include <thread>

namespace ingot::runtime {
namespace {

using testing::HasSubstr;

class TensorPropertyTest : public testing::Test {
protected:
  /// Up to four axes, some of one or none.
  std::vector<int64_t> shape() {
    std::vector<int64_t> sizes(random.below(5));
    for (int64_t &size : sizes)
      size = random.below(8) == 0 ? 0 : 1 + random.below(5);
    return sizes;
  }
  Tensor tensor(ElementType type, const std::vector<int64_t> &sizes) {
    Tensor made = *Tensor::zeros(type, sizes);
    const std::string values =
        random.bytes(static_cast<size_t>(made.byteSize()));
    std::memcpy(made.data(), values.data(), values.size());
    return made;
  }

  SeededRandom random{41};
};

std::string bytesIn(const Tensor &tensor) {
  return {tensor.data(), static_cast<size_t>(tensor.byteSize())};
}

int64_t countOf(const std::vector<int64_t> &shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

/// The index of element number `place` in an order: the last axis runs fastest,
/// or the first.
std::vector<int64_t> indexOf(int64_t place, const std::vector<int64_t> &shape,
                             bool isFortran) {
  std::vector<int64_t> index(shape.size());
  for (size_t i = 0; i < shape.size(); ++i) {
    const size_t axis = isFortran ? i : shape.size() - 1 - i;
    index[axis] = place % shape[axis];
    place /= shape[axis];
  }
  return index;
}

/// An .npy file of these elements of a row-major array.
std::string npyOf(const std::string &code, const std::vector<int64_t> &shape,
                  const std::vector<std::string> &elements, bool isFortran) {
  std::string header = absl::StrCat(
      "{'descr': '", code, "', 'fortran_order': ", isFortran ? "True" : "False",
      ", 'shape': (", absl::StrJoin(shape, ", "), shape.size() == 1 ? "," : "",
      "), }\n");
  std::string file("\x93NUMPY\1\0", 8);
  file += bytesOf<uint16_t>({static_cast<uint16_t>(header.size())}) + header;
  for (int64_t place = 0; place < countOf(shape); ++place) {
    int64_t from = 0;
    const std::vector<int64_t> index = indexOf(place, shape, isFortran);
    for (size_t axis = 0; axis < shape.size(); ++axis)
      from = from * shape[axis] + index[axis];
    file += elements[static_cast<size_t>(from)];
  }
  return file;
}

TEST_F(TensorPropertyTest, ArraysOfAnyOrderAreReadAsRowMajorOnes) {
  const struct {
    const char *name;
    ElementType type;
    size_t size, part; ///< A part is what is swapped.
  } kTypes[] = {{"i1", INGOT_I8, 1, 1},  {"u2", INGOT_U16, 2, 2},
                {"f4", INGOT_F32, 4, 4}, {"i8", INGOT_I64, 8, 8},
                {"c8", INGOT_C64, 8, 4}, {"c16", INGOT_C128, 16, 8}};
  for (int i = 0; i < 400; ++i) {
    const auto &type = kTypes[random.below(std::size(kTypes))];
    const bool isFortran = random.below(2), isBig = random.below(2);
    const std::vector<int64_t> sizes = shape();
    std::string wanted;
    std::vector<std::string> elements;
    for (int64_t left = countOf(sizes); left > 0; --left) {
      std::string element = random.bytes(type.size);
      wanted += element;
      for (size_t at = 0; isBig && at < type.size; at += type.part)
        std::reverse(element.begin() + static_cast<long>(at),
                     element.begin() + static_cast<long>(at + type.part));
      elements.push_back(element);
    }
    const std::string file = npyOf(absl::StrCat(isBig ? ">" : "<", type.name),
                                   sizes, elements, isFortran);
    auto read = readNpy(write("any.npy", file));
    ASSERT_TRUE(read.ok()) << read.status();
    EXPECT_EQ(read->type(), type.type);
    EXPECT_EQ(read->shape(), sizes);
    EXPECT_EQ(bytesIn(*read), wanted) << type.name << isFortran << isBig;
    auto view = viewNpy(file, 1 << 20);
    ASSERT_TRUE(view.ok()) << view.status();
    EXPECT_EQ(view->bytes, wanted);
    EXPECT_EQ(view->copy != nullptr, isFortran || isBig)
        << "in place if it can";
  }
}

TEST_F(TensorPropertyTest, DamagedArraysAreReadOrRefused) {
  const std::string good =
      npyOf(">i2", {2, 3}, std::vector<std::string>(6, "ab"), true);
  int refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::vector<char> damaged(good.begin(), good.end());
    for (uint32_t left = 1 + random.below(3); left > 0; --left)
      damaged[random.below(static_cast<uint32_t>(damaged.size()))] =
          random.below(3) ? static_cast<char>(32 + random.below(95))
                          : static_cast<char>(random());
    if (random.below(4) == 0)
      damaged.resize(random.below(static_cast<uint32_t>(damaged.size())));
    damaged.shrink_to_fit();
    auto view = viewNpy({damaged.data(), damaged.size()}, 1 << 20);
    refused += !view.ok();
    if (!view.ok()) {
      EXPECT_EQ(view.status().code(), absl::StatusCode::kInvalidArgument);
      continue;
    }
    int64_t wanted = elementSize(view->type);
    for (int64_t size : view->shape)
      wanted *= size;
    EXPECT_EQ(static_cast<int64_t>(view->bytes.size()), wanted);
    const std::string copy(view->bytes); // Each byte can be read.
    EXPECT_EQ(copy, view->bytes);
  }
  EXPECT_GT(refused, 500);
}

TEST_F(TensorPropertyTest, FilesOfAnyTensorsComeBackAndDoNotDependOnOrder) {
  for (int i = 0; i < 60; ++i) {
    std::vector<Tensor> all;
    std::vector<NamedBytes> named;
    std::vector<std::string> values;
    for (uint32_t count = random.below(8); count > 0; --count) {
      const auto type = static_cast<ElementType>(1 + random.below(INGOT_C128));
      all.push_back(tensor(type, shape()));
    }
    for (const Tensor &each : all)
      values.push_back(bytesIn(each));
    for (size_t k = 0; k < all.size(); ++k)
      named.push_back({absl::StrCat("t", k), all[k].type(), all[k].shape(),
                       values[k], k % 2 ? std::string(64, 'd') : ""});
    ASSERT_TRUE(writeSafetensors(path("one.safetensors"), named).ok());
    auto file = TensorFile::open(path("one.safetensors"));
    ASSERT_TRUE(file.ok()) << file.status();
    EXPECT_EQ((*file)->tensors().size(), all.size());
    for (const NamedBytes &each : named) {
      const StoredTensor *found = (*file)->find(each.name);
      ASSERT_NE(found, nullptr);
      EXPECT_TRUE(found->holds(each.type, each.shape)) << found->typeName();
      EXPECT_EQ(found->bytesAs(each.type), each.bytes);
      EXPECT_EQ(found->digest, each.digest);
    }
    std::shuffle(named.begin(), named.end(), random);
    ASSERT_TRUE(writeSafetensors(path("two.safetensors"), named).ok());
    EXPECT_EQ(read(path("one.safetensors")), read(path("two.safetensors")));
  }
}

TEST_F(TensorPropertyTest, SlicesOfSlicesAreSlices) {
  for (int i = 0; i < 200; ++i) {
    std::vector<int64_t> sizes = shape();
    sizes.insert(sizes.begin(), 1 + random.below(6));
    const Tensor whole = tensor(INGOT_I16, sizes);
    const int64_t first = random.below(static_cast<uint32_t>(sizes[0])),
                  count = sizes[0] - first;
    const Tensor part = whole.slice(first, count);
    const int64_t row = whole.byteSize() / sizes[0];
    EXPECT_EQ(bytesIn(part),
              bytesIn(whole).substr(static_cast<size_t>(first * row)));
    const Tensor last = part.slice(count - 1, 1);
    EXPECT_EQ(bytesIn(last), bytesIn(whole.slice(sizes[0] - 1, 1)));
    EXPECT_EQ(last.shape()[0], 1);
    const Tensor flat = whole.reshaped({whole.elementCount()});
    EXPECT_EQ(bytesIn(flat), bytesIn(whole));
  }
}

TEST_F(TensorPropertyTest, FatFilesOfAnyMembersComeBack) {
  for (int i = 0; i < 200; ++i) {
    std::vector<std::string> targets = fatTargets();
    std::shuffle(targets.begin(), targets.end(), random);
    targets.resize(1 + random.below(static_cast<uint32_t>(targets.size())));
    std::vector<std::string> contents;
    for (size_t k = 0; k < targets.size(); ++k)
      contents.push_back(random.bytes(random.below(40)));
    std::vector<FatMember> members;
    for (size_t k = 0; k < targets.size(); ++k)
      members.push_back({targets[k], contents[k]});
    const std::string file = *writeFat(members);
    auto back = readFat(file);
    ASSERT_TRUE(back.ok()) << back.status();
    ASSERT_EQ(back->size(), members.size());
    for (size_t k = 0; k < members.size(); ++k) {
      EXPECT_EQ((*back)[k].target, targets[k]);
      EXPECT_EQ((*back)[k].bytes, contents[k]);
    }
    // Whatever it is changed to, members lie within it.
    std::vector<char> changed(file.begin(), file.end());
    changed[random.below(static_cast<uint32_t>(changed.size()))] =
        static_cast<char>(random());
    if (auto read = readFat({changed.data(), changed.size()}); read.ok())
      for (const FatMember &member : *read)
        EXPECT_TRUE(member.bytes.data() >= changed.data() &&
                    member.bytes.data() + member.bytes.size() <=
                        changed.data() + changed.size());
  }
}

TEST_F(TensorPropertyTest, OfAllWritersOneFileIsWhole) {
  // Each writes another byte many times; a reader never sees two of them.
  const std::string target = path("shared");
  std::vector<std::thread> writers;
  for (char letter : {'a', 'b', 'c'})
    writers.emplace_back([&target, letter] {
      const std::string part(3000, letter);
      for (int i = 0; i < 30; ++i)
        EXPECT_TRUE(writeFile(target, {part, "", part}).ok());
    });
  for (int i = 0; i < 100; ++i)
    if (const std::string seen = read(target); !seen.empty()) {
      EXPECT_EQ(seen.size(), 6000u);
      EXPECT_EQ(seen, std::string(seen.size(), seen[0]));
    }
  for (std::thread &writer : writers)
    writer.join();
  int files = 0;
  for (const auto &each : std::filesystem::directory_iterator(
           std::filesystem::path(target).parent_path()))
    files += each.path().filename().string().rfind("shared", 0) == 0;
  EXPECT_EQ(files, 1) << "nothing else is left of them";
}

TEST_F(TensorPropertyTest, NamesOfScopesAreLookedUpAsTheyStandFirst) {
  ASSERT_TRUE(writeSafetensors(path("scoped.safetensors"),
                               {{"w", INGOT_U8, {1}, "1", ""},
                                {"m::w", INGOT_U8, {1}, "2", ""},
                                {"a::b", INGOT_U8, {1}, "3", ""}})
                  .ok());
  auto file = TensorFile::open(path("scoped.safetensors"));
  ASSERT_TRUE(file.ok()) << file.status();
  const struct {
    const char *name, *bytes;
  } kCases[] = {{"w", "1"},       {"m::w", "2"},    {"other::w", "1"},
                {"a::b", "3"},    {"m::a::b", "3"}, {"::w", "1"},
                {"m::", nullptr}, {"b", nullptr},   {"m::x", nullptr},
                {"", nullptr}};
  for (const auto &test : kCases) {
    const StoredTensor *found = (*file)->find(test.name);
    ASSERT_EQ(found != nullptr, test.bytes != nullptr) << test.name;
    if (found) {
      EXPECT_EQ(found->bytes, test.bytes) << test.name;
    }
  }
}

TEST_F(TensorPropertyTest, AFolderIsNoFileOfTensors) {
  for (const char *name : {"", "."}) {
    auto file = TensorFile::open(path(name));
    EXPECT_FALSE(file.ok());
    EXPECT_THAT(std::string(file.status().message()), HasSubstr(path(name)));
  }
}

} // namespace
} // namespace ingot::runtime
