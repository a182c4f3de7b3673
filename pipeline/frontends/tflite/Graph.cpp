//===- Graph.cpp - reads and checks a TFLite flatbuffer -------------------===//
//
// The verifier of FlatBuffers knows that offsets stay within the bytes; all
// that it does not know is checked here: indices, counts, sizes of constants
// against shapes. A wrong number is an error that names its place, whatever
// operator would have used it.
//
//===----------------------------------------------------------------------===//

#include "pipeline/frontends/tflite/Graph.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace ingot::tflite;

/// Of the verifier. Real files are flat: a dozen levels.
static constexpr unsigned kMaxDepth = 64;
static constexpr size_t kMaxTables = 10'000'000;
/// A table takes four bytes, and what names it four more. Tables, strings and
/// lists that many share would make much of a small file; converters share
/// next to none.
static constexpr size_t kTableBytes = 4;
static constexpr uint64_t kMaxShares = 4;
/// Of a variable. Each call that is given its handle copies it.
static constexpr size_t kMaxVariableName = 1024;
/// TFLite's kernels take up to eight dimensions.
static constexpr size_t kMaxRank = 16;
/// A sparse or packed constant may say that it is large in few bytes.
static constexpr uint64_t kMaxUnpackedBytes = uint64_t(1) << 31;
static constexpr uint32_t kNewestVersion = 3;

using llvm::createStringError;
using llvm::Error;
using llvm::Expected;

static Error fault(const llvm::Twine &text) {
  return createStringError(llvm::inconvertibleErrorCode(),
                           "the TFLite model is damaged: " + text);
}

bool Tensor::isQuantized() const {
  switch (type) {
  case ElementType::INT8:
  case ElementType::UINT8:
  case ElementType::INT16:
  case ElementType::UINT16:
  case ElementType::INT32:
  case ElementType::INT4:
  case ElementType::UINT4:
  case ElementType::INT2:
    return static_cast<bool>(quantization);
  default:
    return false;
  }
}

bool Model::isOwned(ArrayRef<char> bytes) const {
  return llvm::any_of(owned, [&](const std::vector<char> &part) {
    return !part.empty() && bytes.data() >= part.data() &&
           bytes.data() < part.data() + part.size();
  });
}

std::string ingot::tflite::nameOf(const Node &node) {
  std::string name = schema::EnumNameBuiltinOperator(node.code);
  if (node.code == BuiltinOperator::CUSTOM)
    name += ":" + node.customCode;
  return name;
}

Type ingot::tflite::elementTypeOf(ElementType type, MLIRContext *context) {
  Builder b(context);
  auto unsignedType = [&](unsigned width) {
    return IntegerType::get(context, width, IntegerType::Unsigned);
  };
  switch (type) {
  case ElementType::FLOAT32:
    return b.getF32Type();
  case ElementType::FLOAT16:
    return b.getF16Type();
  case ElementType::BFLOAT16:
    return b.getBF16Type();
  case ElementType::FLOAT64:
    return b.getF64Type();
  case ElementType::FLOAT8_E4M3FN:
    return Float8E4M3FNType::get(context);
  case ElementType::FLOAT8_E5M2:
    return Float8E5M2Type::get(context);
  case ElementType::COMPLEX64:
    return ComplexType::get(b.getF32Type());
  case ElementType::COMPLEX128:
    return ComplexType::get(b.getF64Type());
  case ElementType::BOOL:
    return b.getI1Type();
  case ElementType::INT2:
  case ElementType::INT4:
  case ElementType::INT8:
    return b.getI8Type();
  case ElementType::INT16:
    return b.getI16Type();
  case ElementType::INT32:
    return b.getI32Type();
  case ElementType::INT64:
    return b.getI64Type();
  case ElementType::UINT4:
  case ElementType::UINT8:
    return unsignedType(8);
  case ElementType::UINT16:
    return unsignedType(16);
  case ElementType::UINT32:
    return unsignedType(32);
  case ElementType::UINT64:
    return unsignedType(64);
  case ElementType::STRING:
  case ElementType::RESOURCE:
  case ElementType::VARIANT:
    return {};
  }
  return {};
}

namespace {

/// Printable, for locations and attributes, whatever the file holds.
std::string stringOf(const flatbuffers::String *text) {
  if (!text)
    return "";
  std::string result = text->str();
  const auto *begin = reinterpret_cast<const llvm::UTF8 *>(result.data());
  if (!llvm::isLegalUTF8String(&begin, begin + result.size()))
    for (char &c : result)
      if (!llvm::isPrint(c))
        c = '?';
  return result;
}

/// Bits of an element of a packed form; 0 if a whole number of bytes holds one.
unsigned packedBits(ElementType type) {
  switch (type) {
  case ElementType::INT4:
  case ElementType::UINT4:
    return 4;
  case ElementType::INT2:
    return 2;
  default:
    return 0;
  }
}

size_t bytesOf(ElementType type) {
  switch (type) {
  case ElementType::FLOAT64:
  case ElementType::COMPLEX64:
  case ElementType::INT64:
  case ElementType::UINT64:
    return 8;
  case ElementType::COMPLEX128:
    return 16;
  case ElementType::FLOAT32:
  case ElementType::INT32:
  case ElementType::UINT32:
    return 4;
  case ElementType::FLOAT16:
  case ElementType::BFLOAT16:
  case ElementType::INT16:
  case ElementType::UINT16:
    return 2;
  default:
    return 1;
  }
}

/// Elements of several bits become bytes, the low bits first.
std::vector<char> unpack(llvm::ArrayRef<char> bytes, uint64_t count,
                         ElementType type) {
  unsigned bits = packedBits(type);
  bool isSigned = type != ElementType::UINT4;
  std::vector<char> result(count);
  for (uint64_t i = 0; i < count; ++i) {
    unsigned shift = (i * bits) % 8;
    uint8_t value = static_cast<uint8_t>(bytes[i * bits / 8]) >> shift;
    value &= (1u << bits) - 1;
    result[i] = isSigned ? static_cast<char>(llvm::SignExtend32(value, bits))
                         : static_cast<char>(value);
  }
  return result;
}

/// Reads one model. Functions stop at the first fault.
class GraphReader {
public:
  GraphReader(std::string_view bytes, const schema::Model &source)
      : bytes_(bytes), source_(source) {}

  Expected<Model> read();

private:
  /// Counts what is copied out of the file. An error if that is more than a
  /// file of its size has.
  template <typename... Lists> Error take(const Lists *...lists) {
    taken_ += (uint64_t(lists ? lists->size() : 0) + ...);
    if (taken_ > kMaxShares * bytes_.size())
      return fault("too many of its tables share strings or lists");
    return Error::success();
  }
  Error readSubgraph(const schema::SubGraph &source, Subgraph &graph);
  Error readTensor(const schema::Tensor &source, Tensor &tensor);
  Error readShape(const schema::Tensor &source, Tensor &tensor);
  Error readQuantization(const schema::QuantizationParameters &source,
                         Tensor &tensor);
  Error readConstant(const schema::Tensor &source, Tensor &tensor);
  Error takeSparsity(const schema::SparsityParameters &sparsity);
  Error readNode(const schema::Operator &source, size_t tensors, Node &node);
  Error readSignature(const schema::SignatureDef &source, Signature &signature);
  Expected<llvm::ArrayRef<char>> bufferOf(uint32_t index);

  std::string_view bytes_;
  const schema::Model &source_;
  Model model_;
  uint64_t unpackedBytes_ = 0, taken_ = 0;
};

template <typename List> std::vector<int32_t> tensorsIn(const List *list) {
  if (!list)
    return {};
  return std::vector<int32_t>(list->begin(), list->end());
}

/// Indices of `count` tensors; -1 only where operands may be left out.
Error checkIndices(llvm::ArrayRef<int32_t> indices, size_t count,
                   bool mayBeLeftOut, const char *what) {
  for (int32_t index : indices)
    if (index < (mayBeLeftOut ? -1 : 0) ||
        (index >= 0 && static_cast<size_t>(index) >= count))
      return fault(llvm::Twine(what) + " names tensor " + llvm::Twine(index) +
                   " of " + llvm::Twine(count));
  return Error::success();
}

Expected<Model> GraphReader::read() {
  if (source_.version() > kNewestVersion)
    return createStringError(llvm::inconvertibleErrorCode(),
                             "the TFLite model is of schema version " +
                                 llvm::Twine(source_.version()) +
                                 "; version 3 is read");
  if (!source_.subgraphs() || source_.subgraphs()->size() == 0)
    return fault("it has no subgraph");
  if (source_.description())
    model_.description = stringOf(source_.description());
  model_.subgraphs.resize(source_.subgraphs()->size());
  for (uint32_t i = 0; i < source_.subgraphs()->size(); ++i)
    if (Error error =
            readSubgraph(*source_.subgraphs()->Get(i), model_.subgraphs[i]))
      return std::move(error);
  if (source_.signature_defs())
    for (const schema::SignatureDef *signature : *source_.signature_defs()) {
      model_.signatures.emplace_back();
      if (Error error = readSignature(*signature, model_.signatures.back()))
        return std::move(error);
    }
  return std::move(model_);
}

Error GraphReader::readSubgraph(const schema::SubGraph &source,
                                Subgraph &graph) {
  if (Error error = take(source.name(), source.inputs(), source.outputs()))
    return error;
  graph.name = stringOf(source.name());
  size_t tensors = source.tensors() ? source.tensors()->size() : 0;
  graph.tensors.resize(tensors);
  for (size_t i = 0; i < tensors; ++i)
    if (Error error = readTensor(*source.tensors()->Get(i), graph.tensors[i]))
      return error;
  graph.inputs = tensorsIn(source.inputs());
  graph.outputs = tensorsIn(source.outputs());
  if (Error error = checkIndices(graph.inputs, tensors, false, "an input"))
    return error;
  if (Error error = checkIndices(graph.outputs, tensors, false, "an output"))
    return error;
  size_t nodes = source.operators() ? source.operators()->size() : 0;
  graph.nodes.resize(nodes);
  for (size_t i = 0; i < nodes; ++i)
    if (Error error =
            readNode(*source.operators()->Get(i), tensors, graph.nodes[i]))
      return error;
  return Error::success();
}

Error GraphReader::readNode(const schema::Operator &source, size_t tensors,
                            Node &node) {
  const auto *codes = source_.operator_codes();
  if (!codes || source.opcode_index() >= codes->size())
    return fault("an operator has code " + llvm::Twine(source.opcode_index()) +
                 " of " + llvm::Twine(codes ? codes->size() : 0));
  const schema::OperatorCode *code = codes->Get(source.opcode_index());
  // Codes above 127 do not fit the old field, which older files alone have.
  node.code =
      std::max(code->builtin_code(),
               static_cast<BuiltinOperator>(code->deprecated_builtin_code()));
  if (node.code < BuiltinOperator::MIN || node.code > BuiltinOperator::MAX)
    return fault("builtin operator " +
                 llvm::Twine(static_cast<int>(node.code)) + " is not known");
  if (Error error = take(code->custom_code(), source.inputs(), source.outputs(),
                         source.intermediates()))
    return error;
  if (const auto *variable = source.builtin_options_as_VarHandleOptions())
    for (const flatbuffers::String *name :
         {variable->container(), variable->shared_name()})
      if (name && name->size() > kMaxVariableName)
        return fault("the name of a variable has " + llvm::Twine(name->size()) +
                     " bytes");
  node.customCode = stringOf(code->custom_code());
  node.version = code->version();
  node.inputs = tensorsIn(source.inputs());
  node.outputs = tensorsIn(source.outputs());
  node.intermediates = tensorsIn(source.intermediates());
  node.source = &source;
  std::string name = nameOf(node);
  if (Error error = checkIndices(node.inputs, tensors, true, name.c_str()))
    return error;
  if (Error error =
          checkIndices(node.intermediates, tensors, true, name.c_str()))
    return error;
  return checkIndices(node.outputs, tensors, false, name.c_str());
}

Error GraphReader::readTensor(const schema::Tensor &source, Tensor &tensor) {
  tensor.type = source.type();
  if (tensor.type < ElementType::MIN || tensor.type > ElementType::MAX)
    return fault("a tensor has type " +
                 llvm::Twine(static_cast<int>(tensor.type)));
  if (Error error = take(source.name()))
    return error;
  tensor.name = stringOf(source.name());
  tensor.isVariable = source.is_variable();
  if (Error error = readShape(source, tensor))
    return error;
  if (source.quantization())
    if (Error error = readQuantization(*source.quantization(), tensor))
      return error;
  return readConstant(source, tensor);
}

Error GraphReader::readShape(const schema::Tensor &source, Tensor &tensor) {
  size_t rank = source.shape() ? source.shape()->size() : 0;
  if (rank > kMaxRank)
    return fault("tensor '" + tensor.name + "' has " + llvm::Twine(rank) +
                 " dimensions");
  const auto *signature = source.shape_signature();
  bool hasSignature = signature && signature->size() == rank;
  for (size_t i = 0; i < rank; ++i) {
    int64_t size = source.shape()->Get(i);
    if (hasSignature && signature->Get(i) < 0)
      size = ShapedType::kDynamic;
    else if (size < 0)
      size = size == -1 ? ShapedType::kDynamic : size;
    if (size < 0 && size != ShapedType::kDynamic)
      return fault("tensor '" + tensor.name + "' has size " +
                   llvm::Twine(size));
    tensor.shape.push_back(size);
  }
  return Error::success();
}

Error GraphReader::readQuantization(
    const schema::QuantizationParameters &source, Tensor &tensor) {
  if (source.details_type() != schema::QuantizationDetails::NONE)
    return createStringError(llvm::inconvertibleErrorCode(),
                             "tensor '" + tensor.name +
                                 "' is quantised in a form of its own; only "
                                 "scales and zero points are read");
  const auto *scales = source.scale();
  if (!scales || scales->size() == 0)
    return Error::success();
  if (Error error = take(scales, source.zero_point()))
    return error;
  Quantization &result = tensor.quantization;
  result.scales.assign(scales->begin(), scales->end());
  if (source.zero_point())
    result.zeroPoints.assign(source.zero_point()->begin(),
                             source.zero_point()->end());
  // One zero point may stand for all channels, or none for 0.
  int64_t common = result.zeroPoints.size() == 1 ? result.zeroPoints[0] : 0;
  result.zeroPoints.resize(result.scales.size(), common);
  result.axis = source.quantized_dimension();
  if (!result.isPerAxis())
    return Error::success();
  size_t rank = tensor.shape.size();
  if (result.axis < 0 || static_cast<size_t>(result.axis) >= rank ||
      tensor.shape[result.axis] != static_cast<int64_t>(result.scales.size()))
    return fault("tensor '" + tensor.name + "' has " +
                 llvm::Twine(result.scales.size()) +
                 " scales along dimension " + llvm::Twine(result.axis));
  return Error::success();
}

/// Buffer 0 is empty by agreement. Models above 2 GiB keep theirs behind the
/// flatbuffer.
Expected<llvm::ArrayRef<char>> GraphReader::bufferOf(uint32_t index) {
  const auto *buffers = source_.buffers();
  if (index == 0 || !buffers)
    return llvm::ArrayRef<char>();
  if (index >= buffers->size())
    return fault("buffer " + llvm::Twine(index) + " of " +
                 llvm::Twine(buffers->size()));
  const schema::Buffer *buffer = buffers->Get(index);
  if (buffer->data())
    return llvm::ArrayRef<char>(
        reinterpret_cast<const char *>(buffer->data()->data()),
        buffer->data()->size());
  // 0 and 1 say that there is nothing.
  if (buffer->offset() <= 1)
    return llvm::ArrayRef<char>();
  if (buffer->offset() > bytes_.size() ||
      buffer->size() > bytes_.size() - buffer->offset())
    return fault("buffer " + llvm::Twine(index) + " lies outside of the file");
  return llvm::ArrayRef<char>(bytes_.data() + buffer->offset(), buffer->size());
}

Error GraphReader::takeSparsity(const schema::SparsityParameters &sparsity) {
  if (!sparsity.dim_metadata())
    return Error::success();
  auto valuesOf = [](const auto *list) {
    return list ? list->values() : nullptr;
  };
  for (const schema::DimensionMetadata *dim : *sparsity.dim_metadata())
    if (Error error = take(valuesOf(dim->array_segments_as_Int32Vector()),
                           valuesOf(dim->array_segments_as_Uint16Vector()),
                           valuesOf(dim->array_segments_as_Uint8Vector()),
                           valuesOf(dim->array_indices_as_Int32Vector()),
                           valuesOf(dim->array_indices_as_Uint16Vector()),
                           valuesOf(dim->array_indices_as_Uint8Vector())))
      return error;
  return Error::success();
}

Error GraphReader::readConstant(const schema::Tensor &source, Tensor &tensor) {
  if (source.external_buffer() != 0)
    return createStringError(llvm::inconvertibleErrorCode(),
                             "tensor '" + tensor.name +
                                 "' is kept in another file");
  Expected<llvm::ArrayRef<char>> found = bufferOf(source.buffer());
  if (!found)
    return found.takeError();
  llvm::ArrayRef<char> bytes = *found;
  uint64_t count = 1;
  bool isStatic = true;
  for (int64_t size : tensor.shape) {
    isStatic &= size != ShapedType::kDynamic;
    if (isStatic && size > 0 && count > (uint64_t(1) << 40) / size)
      return fault("tensor '" + tensor.name + "' is too large");
    count = isStatic ? count * size : count;
  }
  // A constant without elements has a buffer without bytes.
  bool isEmpty = isStatic && count == 0 && source.buffer() != 0;
  tensor.isConstant = !bytes.empty() || isEmpty;
  tensor.bytes = bytes;
  if (!tensor.isConstant || tensor.type == ElementType::STRING)
    return Error::success();
  if (!isStatic)
    return fault("constant '" + tensor.name + "' has a size of -1");
  size_t elementBytes = bytesOf(tensor.type);
  unsigned bits = packedBits(tensor.type);
  if (source.sparsity() || bits != 0) {
    if (count * elementBytes > kMaxUnpackedBytes - unpackedBytes_)
      return fault("its packed constants are too large");
    if (Error error = take(&bytes))
      return error;
    unpackedBytes_ += count * elementBytes;
  }
  if (source.sparsity()) {
    if (Error error = takeSparsity(*source.sparsity()))
      return error;
    uint64_t stored = bits ? bytes.size() * 8 / bits : 0;
    std::vector<char> elements;
    if (bits)
      elements = unpack(bytes, stored, tensor.type);
    Expected<std::vector<char>> dense =
        densify(*source.sparsity(), tensor.shape,
                bits ? llvm::ArrayRef<char>(elements) : bytes, elementBytes);
    if (!dense)
      return dense.takeError();
    model_.owned.push_back(std::move(*dense));
    tensor.bytes = model_.owned.back();
    return Error::success();
  }
  uint64_t wanted =
      bits ? llvm::divideCeil(count * bits, 8) : count * elementBytes;
  if (bytes.size() != wanted)
    return fault("constant '" + tensor.name + "' has " +
                 llvm::Twine(bytes.size()) + " bytes instead of " +
                 llvm::Twine(wanted));
  if (bits) {
    model_.owned.push_back(unpack(bytes, count, tensor.type));
    tensor.bytes = model_.owned.back();
  }
  return Error::success();
}

Error GraphReader::readSignature(const schema::SignatureDef &source,
                                 Signature &signature) {
  if (Error error = take(source.signature_key()))
    return error;
  signature.key = stringOf(source.signature_key());
  signature.subgraph = source.subgraph_index();
  if (signature.subgraph >= model_.subgraphs.size())
    return fault("signature '" + signature.key + "' is of subgraph " +
                 llvm::Twine(signature.subgraph));
  auto readNames = [&](const auto *list, auto &names) -> Error {
    if (list)
      for (const schema::TensorMap *entry : *list) {
        if (Error error = take(entry->name()))
          return error;
        names.emplace_back(entry->tensor_index(), stringOf(entry->name()));
      }
    return Error::success();
  };
  if (Error error = readNames(source.inputs(), signature.inputs))
    return error;
  return readNames(source.outputs(), signature.outputs);
}

} // namespace

/// What files want for their constants; the verifier checks it.
static constexpr size_t kAlignment = 16;

Expected<Model> ingot::tflite::readGraph(std::string_view bytes) {
  // Models above 2 GiB keep constants behind a flatbuffer that is smaller.
  size_t size = std::min<size_t>(bytes.size(), FLATBUFFERS_MAX_BUFFER_SIZE - 1);
  const auto *data = reinterpret_cast<const uint8_t *>(bytes.data());
  if (size < 8)
    return fault("it has " + llvm::Twine(size) + " bytes");
  // Whoever holds the bytes aligns them; a copy would leave constants behind.
  if (reinterpret_cast<uintptr_t>(data) % kAlignment != 0)
    return createStringError(llvm::inconvertibleErrorCode(),
                             "the bytes of the TFLite model are not aligned");
  flatbuffers::Verifier verifier(data, size, kMaxDepth,
                                 std::min(kMaxTables, size / kTableBytes));
  if (!schema::VerifyModelBuffer(verifier))
    return fault("offsets in it lead nowhere, or many to one place");
  return GraphReader(bytes, *schema::GetModel(data)).read();
}
