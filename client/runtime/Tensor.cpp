//===- Tensor.cpp - a dense tensor in memory ------------------------------===//
//
// The table of element types stands in the order of their numbers in
// proto/abi/executable.h. Sizes come from files and from programs, so zeros()
// checks each product before it can overflow.
//
//===----------------------------------------------------------------------===//

#include "client/runtime/Tensor.h"
#include "client/runtime/HugePages.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace ingot::runtime {
namespace {

struct ElementInfo {
  const char *name;
  int64_t size;
};
constexpr ElementInfo kElements[] = {
    {"?", 0},          {"bool", 1},          {"i8", 1},       {"i16", 2},
    {"i32", 4},        {"i64", 8},           {"u8", 1},       {"u16", 2},
    {"u32", 4},        {"u64", 8},           {"f16", 2},      {"bf16", 2},
    {"f32", 4},        {"f64", 8},           {"c64", 8},      {"c128", 16},
    {"f8E5M2", 1},     {"f8E4M3", 1},        {"f8E4M3FN", 1}, {"f8E5M2FNUZ", 1},
    {"f8E4M3FNUZ", 1}, {"f8E4M3B11FNUZ", 1}, {"f8E3M4", 1},   {"f8E8M0FNU", 1}};

const ElementInfo &info(ElementType type) {
  bool known = type > 0 && type < static_cast<int>(std::size(kElements));
  return kElements[known ? type : 0];
}

} // namespace

int64_t elementSize(ElementType type) { return info(type).size; }
bool isFloat8(ElementType type) {
  return type >= INGOT_F8E5M2 && type <= INGOT_F8E8M0FNU;
}
std::string elementName(ElementType type) { return info(type).name; }

std::string typeName(ElementType type, const std::vector<int64_t> &shape) {
  std::string text;
  for (int64_t size : shape)
    absl::StrAppend(&text, size < 0 ? "?" : absl::StrCat(size), "x");
  return text + elementName(type);
}

absl::StatusOr<Tensor> Tensor::zeros(ElementType type,
                                     std::vector<int64_t> shape) {
  constexpr int64_t kMaxBytes = int64_t{1} << 46;
  int64_t size = elementSize(type);
  if (size == 0)
    return absl::InvalidArgumentError("there is no such element type");
  for (int64_t dimension : shape) {
    if (dimension < 0 || (dimension > 0 && size > kMaxBytes / dimension))
      return absl::InvalidArgumentError(
          absl::StrCat("a tensor of type ", runtime::typeName(type, shape),
                       " cannot be made"));
    size *= dimension;
  }
  size_t rounded =
      static_cast<size_t>((std::max<int64_t>(size, 1) + INGOT_ALIGNMENT - 1) /
                          INGOT_ALIGNMENT * INGOT_ALIGNMENT);
  void *data = allocateAligned(rounded, INGOT_ALIGNMENT);
  if (!data)
    return absl::ResourceExhaustedError(
        absl::StrCat("no memory for ", runtime::typeName(type, shape)));
  std::memset(data, 0, rounded);
  return adopt(type, std::move(shape), data,
               std::shared_ptr<void>(data, [](void *memory) { free(memory); }));
}

Tensor Tensor::adopt(ElementType type, std::vector<int64_t> shape, void *data,
                     std::shared_ptr<void> owner) {
  Tensor tensor;
  tensor.type_ = type;
  tensor.shape_ = std::move(shape);
  tensor.data_ = static_cast<char *>(data);
  tensor.owner_ = std::move(owner);
  return tensor;
}

int64_t Tensor::elementCount() const {
  int64_t count = 1;
  for (int64_t size : shape_)
    count *= size;
  return count;
}

Tensor Tensor::reshaped(std::vector<int64_t> shape) const {
  Tensor result = *this;
  result.shape_ = std::move(shape);
  return result;
}

Tensor Tensor::asFloat8(ElementType type) const {
  Tensor result = *this;
  if (isFloat8(type_) && isFloat8(type))
    result.type_ = type;
  return result;
}

Tensor Tensor::slice(int64_t index, int64_t count) const {
  Tensor result = *this;
  int64_t step = shape_[0] ? byteSize() / shape_[0] : 0;
  result.shape_[0] = count;
  result.data_ = data_ + index * step;
  return result;
}

} // namespace ingot::runtime
