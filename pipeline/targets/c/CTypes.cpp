//===- CTypes.cpp - types and names of LLVM IR in C -----------------------===//
//
// A structure is named by what it is made of, so that the same one has the same
// name in every kernel and is declared once where they are joined.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/c/CTypes.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MathExtras.h"

namespace ingot::pipeline::c {

std::string stringLiteral(llvm::StringRef text) {
  std::string literal = "\"";
  for (unsigned char c : text) {
    // "??" begins a trigraph.
    if (c == '"' || c == '\\' || c == '?')
      literal += '\\';
    if (c >= 0x20 && c < 0x7f) {
      literal += static_cast<char>(c);
      continue;
    }
    const char digits[] = {'\\', char('0' + (c >> 6)), char('0' + (c >> 3 & 7)),
                           char('0' + (c & 7)), 0};
    literal += digits;
  }
  return literal + "\"";
}

unsigned wordBits(unsigned bits) {
  return std::max<unsigned>(8, static_cast<unsigned>(llvm::PowerOf2Ceil(bits)));
}

/// A type's name as part of another name.
static std::string mangled(llvm::StringRef name) {
  if (name == "void *")
    return "p";
  if (name.consume_front("uint"))
    return "u" + name.drop_back(2).str();
  name.consume_front("ingot_");
  return name.str();
}

/// True for what takes eight bytes from a multiple of eight on, which not every
/// machine of 32 bits would give it.
static bool fillsSlot(llvm::Type *type) {
  return type->isPointerTy() || type->isIntegerTy(64) || type->isDoubleTy();
}

std::string CTypes::declareStruct(llvm::StructType *type) {
  std::string fields, declared = "ingot_s";
  for (auto [i, field] : llvm::enumerate(type->elements())) {
    std::string part = name(field);
    declared += "_" + mangled(part);
    fields += "  " + std::string(fillsSlot(field) ? "_Alignas(8) " : "") +
              part + " f" + std::to_string(i) + ";\n";
  }
  if (fields.empty())
    fields = "  char none;\n";
  declared += "_e";
  fragment_.add("type", declared,
                "typedef struct {\n" + fields + "} INGOT_MAY_ALIAS " +
                    declared + ";\n");
  return declared;
}

std::string CTypes::declareArray(llvm::ArrayType *type) {
  std::string part = name(type->getElementType());
  uint64_t count = std::max<uint64_t>(1, type->getNumElements());
  std::string declared =
      "ingot_a" + std::to_string(count) + "_" + mangled(part);
  fragment_.add("type", declared,
                "typedef struct {\n  " + part + " a[" + std::to_string(count) +
                    "];\n} INGOT_MAY_ALIAS " + declared + ";\n");
  return declared;
}

std::string CTypes::name(llvm::Type *type) {
  std::string &known = names_[type];
  if (!known.empty())
    return known;
  std::string made;
  if (auto *integer = llvm::dyn_cast<llvm::IntegerType>(type);
      integer && integer->getBitWidth() <= 128)
    made = "uint" + std::to_string(wordBits(integer->getBitWidth())) + "_t";
  else if (type->isVoidTy())
    made = "void";
  else if (type->isPointerTy())
    made = "void *";
  else if (type->isHalfTy() || type->isBFloatTy())
    made = "uint16_t";
  else if (type->isFloatTy())
    made = "float";
  else if (type->isDoubleTy())
    made = "double";
  else if (auto *structure = llvm::dyn_cast<llvm::StructType>(type))
    made = declareStruct(structure);
  else if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    made = declareArray(array);
  else {
    llvm::raw_string_ostream(unsupported_) << *type;
    made = "int";
  }
  if (made == "uint128_t")
    fragment_.add("type", made,
                  "__extension__ typedef unsigned __int128 uint128_t;\n"
                  "__extension__ typedef __int128 int128_t;\n");
  // The map may have grown.
  return names_[type] = made;
}

std::string CTypes::inMemory(llvm::Type *type) {
  std::string plain = name(type);
  if (type->isAggregateType()) // Those say so themselves.
    return plain;
  std::string declared = "ingot_any_" + plain;
  if (inMemory_.insert(declared).second)
    fragment_.add("type", declared,
                  "typedef " + plain + " INGOT_MAY_ALIAS " + declared + ";\n");
  return declared;
}

std::string CNames::of(const llvm::GlobalValue &value) {
  std::string &known = names_[&value];
  if (!known.empty())
    return known;
  std::string name = value.getName().str();
  for (char &c : name)
    if (!llvm::isAlnum(c))
      c = '_';
  // Nobody else's names begin like this.
  if (!llvm::StringRef(name).starts_with("ingot_"))
    name = "ingot_" + name;
  while (!taken_.insert(name).second)
    name += "_";
  return known = name;
}

//===----------------------------------------------------------------------===//
// Fragments: KIND NAME SIZE, a line end, and so many bytes of text
//===----------------------------------------------------------------------===//

std::string Fragment::serialize() const {
  std::string bytes;
  for (const Piece &piece : pieces)
    bytes += piece.kind + " " + piece.name + " " +
             std::to_string(piece.text.size()) + "\n" + piece.text;
  return bytes;
}

llvm::Expected<Fragment> Fragment::parse(llvm::StringRef bytes) {
  Fragment fragment;
  while (!bytes.empty()) {
    auto [line, rest] = bytes.split('\n');
    llvm::SmallVector<llvm::StringRef> words;
    line.split(words, ' ');
    size_t size = 0;
    if (words.size() != 3 || words[2].getAsInteger(10, size) ||
        size > rest.size())
      return llvm::createStringError("c: an object is not one of this backend");
    fragment.add(words[0], words[1], rest.take_front(size).str());
    bytes = rest.drop_front(size);
  }
  return fragment;
}

} // namespace ingot::pipeline::c
