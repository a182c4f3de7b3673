//===- NamedConstants.cpp - what becomes of a program's constants ---------===//
//
// A constant is followed by its value: attributes are unique in a context, and
// passes hand them on. Where one is gone because a pass changed its type (the
// sign of an integer) or its form (a resource that was written out), the same
// bytes are looked for. The phase `constants` decides: what is a global after
// it is not looked into any more, and what is not is code.
//
// Keys of resources are no names: a context makes them unique among all that it
// ever read, so they say what was compiled before.
//
//===----------------------------------------------------------------------===//

#include "pipeline/api/NamedConstants.h"

#include "cache/key/Digest.h"
#include "pipeline/conversion/AbiTypes.h"
#include "pipeline/frontends/WeightNames.h"
#include "pipeline/import/PrintableText.h"
#include "pipeline/transforms/Payloads.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <set>

using namespace mlir;

namespace ingot::pipeline {
namespace {

/// On a global: an array of strings.
constexpr llvm::StringLiteral kSourceNamesAttr = "ingot.source_names";

/// Of a value, and of all that a program's manifest has the digests of: a
/// program can name the same bytes very often.
constexpr int64_t kMaxHashedBytes = 64 << 20;
constexpr int64_t kMaxHashedInAll = 512 << 20;

/// The value of an op that makes a constant, or null.
Attribute constantOf(Operation *op) {
  Attribute value;
  if (matchPattern(op, m_Constant(&value)))
    return value;
  return op->getAttr("torch.onnx.value");
}

DenseSet<StringAttr> loadedGlobals(ModuleOp module) {
  DenseSet<StringAttr> loaded;
  module.walk([&](Operation *op) {
    if (isa<ml_program::GlobalLoadOp, ml_program::GlobalLoadConstOp,
            ml_program::GlobalLoadGraphOp>(op))
      loaded.insert(
          op->getAttrOfType<SymbolRefAttr>("global").getRootReference());
  });
  return loaded;
}

/// The value of an immutable global, or null.
Attribute valueOf(ml_program::GlobalOp global) {
  return global.getIsMutable() || !global.getValue() ? Attribute()
                                                     : *global.getValue();
}

/// Numbers as tensors; null for what is neither.
ElementsAttr elementsOf(Attribute value) {
  if (auto elements = dyn_cast<ElementsAttr>(value))
    return isa<DenseElementsAttr, DenseResourceElementsAttr>(elements) &&
                   payloadFault(elements).empty()
               ? elements
               : ElementsAttr();
  if (!isa<IntegerAttr, FloatAttr>(value))
    return {};
  Type type = cast<TypedAttr>(value).getType();
  return DenseElementsAttr::get(RankedTensorType::get({}, type), value);
}

/// How many bytes payloadBytes() of it has, if it may be asked for them.
std::optional<int64_t> byteSizeOf(Attribute value) {
  ElementsAttr elements = elementsOf(value);
  return elements ? denseByteSize(elements.getShapedType()) : std::nullopt;
}

/// The values that a module has, as code and as globals. In the order of the
/// module: what is found does not depend on addresses.
struct Values {
  llvm::SetVector<Attribute> code;
  llvm::MapVector<Attribute, SmallVector<ml_program::GlobalOp, 1>> globals;

  explicit Values(ModuleOp module) {
    DenseSet<StringAttr> loaded = loadedGlobals(module);
    for (auto global : module.getOps<ml_program::GlobalOp>())
      if (Attribute value = valueOf(global);
          value && loaded.contains(global.getSymNameAttr()))
        globals[value].push_back(global);
    module.walk([&](Operation *op) {
      if (Attribute value = constantOf(op))
        code.insert(value);
    });
  }

  bool has(Attribute value) const {
    return code.contains(value) || globals.contains(value);
  }

  /// One of the same shape and bytes as `value`, or null.
  Attribute findBytes(Attribute value) {
    std::optional<int64_t> size = byteSizeOf(value);
    if (!size || *size > kMaxHashedBytes)
      return {};
    auto [found, isNew] = found_.try_emplace(value);
    const llvm::StringMap<Attribute> &all = ofSize(*size);
    if (isNew && !all.empty())
      found->second = all.lookup(contentOf(value));
    return found->second;
  }

private:
  static std::string contentOf(Attribute value) {
    ElementsAttr elements = elementsOf(value);
    std::string content;
    llvm::raw_string_ostream stream(content);
    llvm::interleave(elements.getShapedType().getShape(), stream, "x");
    // Floats that the ABI has none of leave the code as integers.
    Type element = elements.getElementType();
    stream << (isa<FloatType>(element) && abiElementType(element) ? " f " : " ")
           << Digest::of(payloadBytes(elements)).toString();
    return content;
  }

  /// All of so many bytes, by content.
  const llvm::StringMap<Attribute> &ofSize(int64_t size) {
    auto [known, isNew] = byBytes_.try_emplace(size);
    auto note = [&, &all = known->second](Attribute one) {
      if (byteSizeOf(one) == size)
        all.try_emplace(contentOf(one), one);
    };
    if (isNew) {
      llvm::for_each(code, note);
      for (const auto &entry : globals)
        note(entry.first);
    }
    return known->second;
  }

  /// By the number of bytes; made when a value of so many is missed.
  std::map<int64_t, llvm::StringMap<Attribute>> byBytes_;
  DenseMap<Attribute, Attribute> found_; ///< What was missed, once each.
};

v1::FoldedConstant::Reason reasonOf(Attribute value, uint64_t threshold) {
  auto elements = dyn_cast<ElementsAttr>(value);
  std::optional<int64_t> size = byteSizeOf(value);
  if (!elements || !size || static_cast<uint64_t>(*size) < threshold)
    return v1::FoldedConstant::SMALL;
  return isSplatPayload(elements) ? v1::FoldedConstant::ONE_VALUE
                                  : v1::FoldedConstant::REQUIRED;
}

/// The names that the program has for each global, in its order.
using NamesOfGlobals =
    llvm::MapVector<Operation *, llvm::SmallSetVector<StringRef, 1>>;

void setSourceNames(const NamesOfGlobals &all) {
  for (const auto &[global, names] : all)
    global->setAttr(
        kSourceNamesAttr,
        Builder(global->getContext()).getStrArrayAttr(names.getArrayRef()));
}

/// `left` is how many bytes may be hashed.
void describeValue(Attribute value, int64_t &left, v1::FoldedConstant &to) {
  ElementsAttr elements = elementsOf(value);
  auto type = elements ? dyn_cast<RankedTensorType>(elements.getType())
                       : RankedTensorType();
  if (!type || !abiElementType(type.getElementType()))
    return;
  *to.mutable_type() = abiTensorType(type);
  int64_t size = byteSizeOf(value).value_or(kMaxHashedBytes + 1);
  if (size > kMaxHashedBytes || size > left)
    return;
  left -= size;
  Digest digest = Digest::of(payloadBytes(elements));
  to.set_sha256(digest.hash.data(), digest.hash.size());
}

} // namespace

std::vector<std::string> sourceNames(Operation *global) {
  std::vector<std::string> names;
  if (auto all = global->getAttrOfType<ArrayAttr>(kSourceNamesAttr))
    for (auto name : all.getAsRange<StringAttr>())
      names.push_back(name.str());
  return names;
}

NamedConstants::NamedConstants(ModuleOp module) {
  std::set<std::pair<std::string, const void *>> known;
  auto add = [&](std::string name, Attribute value) {
    if (!name.empty() && all_.size() < kMaxNamedConstants &&
        known.emplace(name, value.getAsOpaquePointer()).second)
      all_.push_back({std::move(name), value, ""});
  };
  DenseSet<StringAttr> loaded = loadedGlobals(module);
  for (auto global : module.getOps<ml_program::GlobalOp>()) {
    global->removeAttr(kSourceNamesAttr); // A program may have said it.
    if (Attribute value = valueOf(global);
        value && loaded.contains(global.getSymNameAttr()) &&
        (isa<ElementsAttr, IntegerAttr, FloatAttr>(value)))
      add(printableText(global.getSymName()), value);
  }
  module.walk([&](Operation *op) {
    if (Attribute value = constantOf(op))
      add(printableText(weightName(op->getLoc())), value);
  });
}

void NamedConstants::observe(std::string_view phase, ModuleOp module,
                             uint64_t constantThreshold) {
  const bool isDecided = phase == "constants";
  if (all_.empty() || (!isDecided && phase != "import"))
    return;
  Values values(module);
  NamesOfGlobals names;
  for (Named &named : all_) {
    if (!named.phase.empty())
      continue;
    if (!values.has(named.value))
      if (Attribute same = values.findBytes(named.value))
        named.value = same;
    if (!values.has(named.value)) {
      // One that is too large to be looked for may be there all the same.
      if (byteSizeOf(named.value).value_or(0) <= kMaxHashedBytes)
        named.phase = phase;
      continue;
    }
    if (!isDecided)
      continue;
    // Both, where one reader needs to know it and another does not.
    if (values.code.contains(named.value)) {
      named.phase = phase;
      named.reason = reasonOf(named.value, constantThreshold);
    }
    for (ml_program::GlobalOp global : values.globals.lookup(named.value))
      if (global.getSymName() != named.name)
        names[global].insert(named.name);
  }
  setSourceNames(names);
}

void NamedConstants::describe(v1::Manifest &manifest) const {
  int64_t left = kMaxHashedInAll;
  for (const Named &named : all_) {
    if (named.phase.empty())
      continue;
    v1::FoldedConstant &folded = *manifest.add_folded_constants();
    folded.set_name(named.name);
    describeValue(named.value, left, folded);
    folded.set_phase(named.phase);
    folded.set_reason(named.reason);
  }
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The elements of a constant of this type, if it has to be told; else empty.
static std::string elementOf(Type type) {
  Type element = getElementTypeOrSelf(type);
  auto integer = dyn_cast<IntegerType>(element);
  const bool isTold =
      integer ? integer.getWidth() > 1 &&
                    (!integer.isSignless() || integer.getWidth() < 8)
              : isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 8;
  return isTold ? llvm::formatv("{0}", element).str() : "";
}

ConstantElements::ConstantElements(ModuleOp module) {
  auto add = [&](std::string name, Type type) {
    if (std::string element = elementOf(type);
        !name.empty() && !element.empty())
      elements_.try_emplace(std::move(name), std::move(element));
  };
  for (auto global : module.getOps<ml_program::GlobalOp>())
    if (!global.getIsMutable())
      add(printableText(global.getSymName()), global.getType());
  module.walk([&](Operation *op) {
    auto value = dyn_cast_if_present<TypedAttr>(constantOf(op));
    if (value)
      add(printableText(weightName(op->getLoc())), value.getType());
  });
}

/// The type of the executable's constant says as much as it can: what has no
/// sign there may have any.
static void setElement(const std::string &element, v1::Constant &constant) {
  constant.set_element(element);
  v1::TensorType &type = *constant.mutable_type();
  static_assert(v1::I64 - v1::I8 == 3 && v1::U64 - v1::U8 == 3);
  const bool isSigned = element.front() == 's' || element.front() == 'i';
  if (!isSigned && type.element() >= v1::I8 && type.element() <= v1::I64)
    type.set_element(
        static_cast<v1::ElementType>(type.element() + (v1::U8 - v1::I8)));
}

void ConstantElements::describe(v1::Manifest &manifest) const {
  auto elementOf = [&](const std::string &name) {
    auto found = elements_.find(name);
    return found == elements_.end() ? std::string() : found->second;
  };
  for (v1::Constant &constant : *manifest.mutable_constants()) {
    // Equal bytes of other elements are one constant, which then is either.
    std::set<std::string> elements;
    for (const std::string &name : constant.source_names())
      elements.insert(elementOf(name));
    if (elements.empty() || elements_.count(constant.name()))
      elements.insert(elementOf(constant.name()));
    if (elements.size() == 1 && !elements.begin()->empty())
      setElement(*elements.begin(), constant);
  }
}

} // namespace ingot::pipeline
