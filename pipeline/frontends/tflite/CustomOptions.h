//===- CustomOptions.h - options of custom operators ------------*- C++ -*-===//
//
// Custom operators write their options as a FlexBuffer by agreement: a map of
// names to numbers, texts and lists. Any bytes may stand there.
//
//===----------------------------------------------------------------------===//

#ifndef INGOT_PIPELINE_FRONTENDS_TFLITE_CUSTOMOPTIONS_H
#define INGOT_PIPELINE_FRONTENDS_TFLITE_CUSTOMOPTIONS_H

#include "pipeline/frontends/tflite/TfLiteOp.h"

#include <string>

namespace ingot::tflite {

/// A map whose bytes were checked. Points into a copy of its own.
class CustomOptions {
public:
  /// Nothing if the operator has no options, or none that are a map.
  static std::optional<CustomOptions> read(const TfLiteOp &op);

  int64_t integer(const char *name, int64_t otherwise) const;
  double number(const char *name, double otherwise) const;
  /// One object of JSON.
  std::string json() const;

private:
  explicit CustomOptions(std::vector<uint64_t> bytes, size_t size)
      : bytes_(std::move(bytes)), size_(size) {}
  const uint8_t *data() const {
    return reinterpret_cast<const uint8_t *>(bytes_.data());
  }

  std::vector<uint64_t> bytes_; ///< Aligned.
  size_t size_;
};

/// The bytes of an operator's options; empty if it has none.
llvm::ArrayRef<uint8_t> customBytes(const TfLiteOp &op);

} // namespace ingot::tflite

#endif // INGOT_PIPELINE_FRONTENDS_TFLITE_CUSTOMOPTIONS_H
