//===- PrintableText.cpp - names of models in messages --------------------===//

#include "pipeline/import/PrintableText.h"

#include "llvm/Support/ConvertUTF.h"

/// The length of the legal sequence at the begin of `text`; 0 if it is none.
static size_t sequenceLength(llvm::StringRef text) {
  const auto *bytes = reinterpret_cast<const llvm::UTF8 *>(text.data());
  unsigned length = llvm::getNumBytesForUTF8(*bytes);
  return length <= text.size() &&
                 llvm::isLegalUTF8Sequence(bytes, bytes + length)
             ? length
             : 0;
}

std::string ingot::printableText(llvm::StringRef text, size_t maxBytes) {
  std::string result;
  while (!text.empty()) {
    size_t length = sequenceLength(text);
    bool isHarmless =
        length > 1 || (length == 1 && text[0] >= ' ' && text[0] != 0x7f);
    llvm::StringRef next = isHarmless ? text.take_front(length) : "?";
    if (result.size() + next.size() > maxBytes)
      return result + "...";
    result += next;
    text = text.drop_front(std::max<size_t>(length, 1));
  }
  return result;
}
