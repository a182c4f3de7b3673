//===- Verify.cpp - checks that several verifiers share -------------------===//
//
// A message is always: the constraint's number, what was found, what was
// expected. So a user can look the constraint up, and tests can name it. Each
// check stops at the first fault, because later ones index by what earlier ones
// have checked.
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/stablehlo/Verify.h"
#include "pipeline/dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace ingot::stablehlo {

//===----------------------------------------------------------------------===//
// Attributes, shapes, types
//===----------------------------------------------------------------------===//

std::optional<SmallVector<int64_t>> valuesOf(DenseIntElementsAttr attr) {
  bool isSplat = false;
  if ((attr.getElementType().isInteger() &&
       attr.getElementType().getIntOrFloatBitWidth() > 64) ||
      !DenseElementsAttr::isValidRawBuffer(attr.getType(), attr.getRawData(),
                                           isSplat))
    return std::nullopt;
  bool isUnsigned = attr.getElementType().isUnsignedInteger() ||
                    attr.getElementType().isInteger(1);
  SmallVector<int64_t> values;
  for (const APInt &value : attr.getValues<APInt>())
    values.push_back(isUnsigned ? static_cast<int64_t>(value.getZExtValue())
                                : value.getSExtValue());
  return values;
}

bool areCompatible(int64_t size, int64_t other) {
  return ShapedType::isDynamic(size) || ShapedType::isDynamic(other) ||
         size == other;
}

bool areCompatible(ArrayRef<int64_t> shape, ArrayRef<int64_t> other) {
  return shape.size() == other.size() &&
         llvm::all_of(llvm::zip(shape, other), [](auto sizes) {
           return areCompatible(std::get<0>(sizes), std::get<1>(sizes));
         });
}

/// A known size is within the bound that the other type gives.
static bool isWithinBounds(RankedTensorType type, RankedTensorType other) {
  auto extensions = dyn_cast_or_null<TypeExtensionsAttr>(other.getEncoding());
  if (!extensions || extensions.getBounds().size() != type.getShape().size())
    return true;
  for (auto [size, bound] : llvm::zip(type.getShape(), extensions.getBounds()))
    if (ShapedType::isStatic(size) && ShapedType::isStatic(bound) &&
        size > bound)
      return false;
  return true;
}

bool areCompatible(Type type, Type other) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  auto otherTensor = dyn_cast<RankedTensorType>(other);
  if (tensor && otherTensor)
    return haveSameBaseline(tensor.getElementType(),
                            otherTensor.getElementType()) &&
           areCompatible(tensor.getShape(), otherTensor.getShape()) &&
           isWithinBounds(tensor, otherTensor) &&
           isWithinBounds(otherTensor, tensor);
  auto tuple = dyn_cast<TupleType>(type);
  auto otherTuple = dyn_cast<TupleType>(other);
  if (tuple && otherTuple)
    return tuple.size() == otherTuple.size() &&
           llvm::all_of(llvm::zip(tuple.getTypes(), otherTuple.getTypes()),
                        [](auto parts) {
                          return areCompatible(std::get<0>(parts),
                                               std::get<1>(parts));
                        });
  return type == other;
}

std::string formatShape(ArrayRef<int64_t> shape) {
  auto names = llvm::map_range(shape, [](int64_t size) {
    return ShapedType::isDynamic(size) ? "?" : std::to_string(size);
  });
  return "[" + llvm::join(names, ", ") + "]";
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

InFlightDiagnostic Check::broken(StringRef constraint) {
  InFlightDiagnostic diagnostic = op_->emitOpError();
  diagnostic << "(" << constraint << ") ";
  return diagnostic;
}

bool Check::count(StringRef constraint, StringRef what, int64_t found,
                  int64_t expected) {
  if (found == expected)
    return true;
  broken(constraint) << "has " << found << " " << what << ", expected "
                     << expected;
  return false;
}

bool Check::dimension(StringRef constraint, StringRef name, int64_t dimension,
                      StringRef tensor, int64_t rank) {
  if (0 <= dimension && dimension < rank)
    return true;
  broken(constraint) << name << " " << dimension << " is out of range for "
                     << tensor << " of rank " << rank;
  return false;
}

bool Check::dimensions(StringRef constraint, StringRef name,
                       ArrayRef<int64_t> dimensions, StringRef tensor,
                       int64_t rank) {
  for (int64_t dimension : dimensions)
    if (dimension < 0 || dimension >= rank) {
      broken(constraint) << name << " has dimension " << dimension
                         << ", which is out of range for " << tensor
                         << " of rank " << rank;
      return false;
    }
  return true;
}

bool Check::unique(StringRef constraint, StringRef name,
                   ArrayRef<int64_t> values) {
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t value : values)
    if (!seen.insert(value).second) {
      broken(constraint) << name << " has " << value
                         << " twice, expected each once at most";
      return false;
    }
  return true;
}

bool Check::ascending(StringRef constraint, StringRef name,
                      ArrayRef<int64_t> values) {
  if (llvm::is_sorted(values))
    return true;
  broken(constraint) << name << " is " << formatShape(values)
                     << ", expected ascending order";
  return false;
}

bool Check::positive(StringRef constraint, StringRef name,
                     ArrayRef<int64_t> values) {
  const int64_t *wrong =
      llvm::find_if(values, [](int64_t v) { return v <= 0; });
  if (wrong == values.end())
    return true;
  broken(constraint) << name << " has " << *wrong
                     << ", expected positive numbers";
  return false;
}

bool Check::notNegative(StringRef constraint, StringRef name,
                        ArrayRef<int64_t> values) {
  const int64_t *wrong = llvm::find_if(values, [](int64_t v) { return v < 0; });
  if (wrong == values.end())
    return true;
  broken(constraint) << name << " has " << *wrong
                     << ", expected no negative numbers";
  return false;
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool Check::elements(StringRef constraint, StringRef name, Type found,
                     StringRef other, Type expected) {
  found = getElementTypeOrSelf(found);
  expected = getElementTypeOrSelf(expected);
  if (haveSameBaseline(found, expected))
    return true;
  broken(constraint) << name << " has elements of type " << found << ", "
                     << other << " of " << expected << "; expected the same";
  return false;
}

bool Check::shape(StringRef constraint, StringRef name, ArrayRef<int64_t> found,
                  ArrayRef<int64_t> expected) {
  if (areCompatible(found, expected))
    return true;
  broken(constraint) << name << " has shape " << formatShape(found)
                     << ", expected " << formatShape(expected);
  return false;
}

bool Check::shape(StringRef constraint, StringRef name, ArrayRef<int64_t> found,
                  const std::optional<SmallVector<int64_t>> &expected) {
  if (expected)
    return shape(constraint, name, found, ArrayRef<int64_t>(*expected));
  broken(constraint) << "a size of " << name << " does not fit into 64 bits";
  return false;
}

bool Check::type(StringRef constraint, StringRef name, Type found,
                 Type expected) {
  if (areCompatible(found, expected))
    return true;
  broken(constraint) << name << " has type " << found << ", expected "
                     << expected;
  return false;
}

bool Check::types(StringRef constraint, StringRef what, TypeRange found,
                  TypeRange expected) {
  if (!count(constraint, what, found.size(), expected.size()))
    return false;
  for (auto [i, pair] : llvm::enumerate(llvm::zip(found, expected))) {
    auto [one, other] = pair;
    if (areCompatible(one, other))
      continue;
    broken(constraint) << what.drop_back() << " " << i << " has type " << one
                       << ", expected " << other;
    return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

bool Check::returns(StringRef constraint, StringRef name, Region &region) {
  if (region.hasOneBlock() && !region.front().empty() &&
      isa<ReturnOp>(region.front().back()))
    return true;
  broken(constraint) << name
                     << " does not end in 'stablehlo.return', expected one "
                        "block that does";
  return false;
}

bool Check::signature(StringRef constraint, StringRef name, Region &region,
                      TypeRange arguments, TypeRange returned) {
  if (!returns(constraint, name, region))
    return false;
  std::string taken = name.str() + " arguments";
  std::string given = name.str() + " results";
  return types(constraint, taken, region.getArgumentTypes(), arguments) &&
         types(constraint, given, region.front().back().getOperandTypes(),
               returned);
}

/// The region sees scalars. Their types may be wider than those of the inputs
/// (is_promotable) and are those of the results.
bool Check::reducer(StringRef constraint, StringRef elements, StringRef name,
                    Region &region, TypeRange inputs, TypeRange results,
                    TypeRange inits) {
  if (!returns(constraint, name, region))
    return false;
  TypeRange returned = region.front().back().getOperandTypes();
  SmallVector<Type> folded;
  for (auto [i, type] : llvm::enumerate(returned)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || tensor.getRank() != 0) {
      broken(constraint) << name << " result " << i << " has type " << type
                         << ", expected a tensor of rank 0";
      return false;
    }
    folded.push_back(type);
  }
  if (!count(constraint, (name + " results").str(), folded.size(),
             inputs.size()))
    return false;
  SmallVector<Type> arguments(folded);
  arguments.append(folded);
  if (!types(constraint, (name + " arguments").str(), region.getArgumentTypes(),
             arguments))
    return false;
  for (TypeRange sources : {inputs, inits})
    for (auto [source, target] : llvm::zip(sources, folded)) {
      Type from = getElementTypeOrSelf(source);
      Type to = getElementTypeOrSelf(target);
      if (isPromotable(from, to))
        continue;
      broken(constraint) << name << " folds elements of type " << to
                         << ", expected a type that takes all values of "
                         << from;
      return false;
    }
  for (auto [result, type] : llvm::zip(results, folded))
    if (!this->elements(elements, "the result", result, name, type))
      return false;
  return true;
}

} // namespace ingot::stablehlo
