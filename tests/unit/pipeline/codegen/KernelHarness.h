//===- KernelHarness.h - compile a kernel and run it here -------*- C++ -*-===//
//
// Takes the text of a kernel through all of codegen, emit and link for this
// machine, loads the result and calls it with buffers of the test's. The call's
// parallel_for runs slices on two threads, so that tasks really run beside each
// other; allocate counts what was not released.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_TESTS_UNIT_PIPELINE_CODEGEN_KERNELHARNESS_H
#define INGOT_TESTS_UNIT_PIPELINE_CODEGEN_KERNELHARNESS_H

#include "pipeline/codegen/ProductInstructions.h"

#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace ingot::pipeline {

/// A dense row-major tensor that a test owns.
template <typename T> struct Tensor {
  explicit Tensor(std::vector<int64_t> sizes, T value = T())
      : shape(std::move(sizes)) {
    int64_t count = 1;
    for (int64_t size : shape)
      count *= size;
    data.assign(count, value);
  }
  T &operator[](int64_t index) { return data[index]; }
  const T &operator[](int64_t index) const { return data[index]; }
  /// The element at `position`, one index per dimension.
  T &at(std::initializer_list<int64_t> position) {
    return data[offsetOf(position)];
  }
  const T &at(std::initializer_list<int64_t> position) const {
    return data[offsetOf(position)];
  }
  int64_t size() const { return static_cast<int64_t>(data.size()); }

  std::vector<int64_t> shape;
  std::vector<T> data;

private:
  int64_t offsetOf(std::initializer_list<int64_t> position) const {
    int64_t offset = 0;
    const int64_t *size = shape.data();
    for (int64_t index : position)
      offset = offset * *size++ + index;
    return offset;
  }
};

/// The arguments of one call, in order.
class Arguments {
public:
  template <typename T> Arguments &tensor(Tensor<T> &tensor) {
    uint64_t address = reinterpret_cast<uint64_t>(tensor.data.data());
    slots_.insert(slots_.end(), {address, address, 0});
    slots_.insert(slots_.end(), tensor.shape.begin(), tensor.shape.end());
    std::vector<uint64_t> strides(tensor.shape.size(), 1);
    for (size_t i = strides.size(); i-- > 1;)
      strides[i - 1] = strides[i] * tensor.shape[i];
    slots_.insert(slots_.end(), strides.begin(), strides.end());
    return *this;
  }
  template <typename T> Arguments &scalar(T value) {
    uint64_t slot = 0;
    std::memcpy(&slot, &value, sizeof(value));
    slots_.push_back(slot);
    return *this;
  }

private:
  friend class CompiledKernel;
  std::vector<uint64_t> slots_;
};

/// What one call did besides computing.
struct CallReport {
  int64_t liveAllocations = 0; ///< Not released when the call ended.
  int64_t allocations = 0;
  int64_t parallelLoops = 0;
  bool leftByFail = false;
  std::string failure;
};

/// Vector registers to compile for, in bits; 0 for none.
struct Width {
  unsigned bits;
};

/// True if this machine has tiles of bytes and of bf16, and lets us use them.
bool hasTiles();
/// True if this machine has these dot products.
bool hasDots(const DotInstruction &dots);

/// A kernel loaded into this process. Fails the test if it does not compile.
class CompiledKernel {
public:
  /// Without `width`, the host's. `products`: what narrow products use of the
  /// host.
  explicit CompiledKernel(const std::string &text,
                          std::optional<Width> width = std::nullopt,
                          const ProductInstructions &products = {});
  ~CompiledKernel();
  CompiledKernel(const CompiledKernel &) = delete;
  CompiledKernel &operator=(const CompiledKernel &) = delete;

  CallReport run(Arguments arguments) const;

  /// The shared object.
  const std::string &bytes() const { return bytes_; }

private:
  std::string bytes_;
  int file_ = -1;
  void *library_ = nullptr;
  void (*function_)(void **slots) = nullptr;
};

} // namespace ingot::pipeline

#endif // INGOT_TESTS_UNIT_PIPELINE_CODEGEN_KERNELHARNESS_H
