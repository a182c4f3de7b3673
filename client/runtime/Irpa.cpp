//===- Irpa.cpp - IREE's parameter archive --------------------------------===//
//
// proto/files/Irpa.h reads it. There are no types: bytes of the right number
// are the tensor.
//
//===----------------------------------------------------------------------===//

#include "proto/files/Irpa.h"
#include "client/runtime/TensorFormats.h"

#include "absl/strings/str_cat.h"

namespace ingot::runtime {

absl::Status readIrpa(std::string_view file, TensorTable &table) {
  std::vector<IrpaEntry> entries;
  if (const char *fault = ingot::readIrpa(file, entries))
    return absl::InvalidArgumentError(
        absl::StrCat("is not an IREE parameter archive: ", fault));
  for (const IrpaEntry &entry : entries) {
    StoredTensor &tensor = table.tensors[std::string(entry.name)];
    tensor = StoredTensor();
    tensor.dtype = "BYTES";
    tensor.shape = {static_cast<int64_t>(entry.size)};
    tensor.bytes = entry.bytes;
    if (entry.isSplat()) {
      auto values = std::make_shared<std::string>(entry.size, '\0');
      entry.writeTo(values->data());
      tensor.bytes = *values;
      table.owned.push_back(std::move(values));
    }
  }
  return absl::OkStatus();
}

} // namespace ingot::runtime
