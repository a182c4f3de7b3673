//===- Assemble.cpp - fragments as one file of C --------------------------===//
//
// The tables that a loader of executables reads are written from the manifest,
// with the types that the C header gives them: in LLVM IR they are words, and C
// would have to read structures of one type as another.
//
//===----------------------------------------------------------------------===//

#include "pipeline/targets/c/Assemble.h"
#include "proto/abi/executable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/io/zero_copy_stream_impl_lite.h>

namespace ingot::pipeline::c {

namespace {

constexpr llvm::StringLiteral kHeader =
#include "pipeline/targets/c/Executable.inc"
    ;
constexpr llvm::StringLiteral kHelpers =
#include "pipeline/targets/c/Helpers.inc"
    ;
constexpr llvm::StringLiteral kRuntime =
#include "pipeline/targets/c/Runtime.inc"
    ;
constexpr llvm::StringLiteral kRuntimeArrays =
#include "pipeline/targets/c/RuntimeArrays.inc"
    ;

constexpr llvm::StringLiteral kInterface = R"(
/* Names of what this file defines begin with this word; another one may be
 * given to have several programs in one. */
#ifndef INGOT_PREFIX
#define INGOT_PREFIX model_
#endif
#define INGOT_JOIN_WORDS(a, b) a##b
#define INGOT_JOIN(a, b) INGOT_JOIN_WORDS(a, b)
#define INGOT_API(name) INGOT_JOIN(INGOT_PREFIX, name)

/* A program with its weights and its state. One thread at a time. */
typedef struct ingot_model ingot_model;

/* Reads the weights from a safetensors file; NULL for a program without. Returns
 * NULL, and why, if that fails. */
ingot_model *INGOT_API(load)(const char *weights, const char **error);
void INGOT_API(free)(ingot_model *model);

/* Says what computes a custom op; returns how many entries of the table it is
 * for. */
int INGOT_API(bind)(ingot_model *model, const char *name, ingot_custom_function function,
                    void *user);

/* Runs an entry point. Returns NULL, or why it could not. The data of results
 * are freed by release(). */
const char *INGOT_API(run)(ingot_model *model, const char *name, const ingot_tensor *arguments,
                           ingot_tensor *results);
void INGOT_API(release)(void *memory);
)";

std::string number(int64_t value) { return std::to_string(value); }

/// The word of proto/abi/executable.h.
std::string elementName(v1::ElementType type) {
  return "INGOT_" + v1::ElementType_Name(type);
}

/// What C has an element in, and how many of them one takes.
std::pair<std::string, int> elementWord(v1::ElementType type) {
  switch (type) {
  case v1::I8:
    return {"int8_t", 1};
  case v1::I16:
    return {"int16_t", 1};
  case v1::I32:
    return {"int32_t", 1};
  case v1::I64:
    return {"int64_t", 1};
  case v1::U16:
  case v1::F16:
  case v1::BF16:
    return {"uint16_t", 1};
  case v1::U32:
    return {"uint32_t", 1};
  case v1::U64:
    return {"uint64_t", 1};
  case v1::F32:
    return {"float", 1};
  case v1::F64:
    return {"double", 1};
  case v1::C64:
    return {"float", 2};
  case v1::C128:
    return {"double", 2};
  default:
    return {"uint8_t", 1};
  }
}

/// Elements of words, or -1 if the run decides.
int64_t wordCount(const v1::TensorType &type) {
  int64_t count = elementWord(type.element()).second;
  for (int64_t size : type.shape()) {
    if (size < 0)
      return -1;
    count *= size;
  }
  return count;
}

std::string typeText(const v1::TensorType &type) {
  std::string text = elementName(type.element()).substr(6);
  for (char &c : text)
    c = llvm::toLower(c);
  for (int64_t size : type.shape())
    text += "[" + (size < 0 ? "?" : number(size)) + "]";
  return text;
}

/// True if arrays of C say all of it.
bool isStatic(const v1::EntryPoint &entry) {
  auto known = [](const v1::TensorType &type) { return wordCount(type) >= 0; };
  return llvm::all_of(entry.arguments(), known) &&
         llvm::all_of(entry.results(), known);
}

/// A name of C made of any name.
std::string identifier(llvm::StringRef name) {
  std::string word;
  for (char c : name)
    word += llvm::isAlnum(c) ? c : '_';
  return word;
}

/// Writes the tables, and the functions of entry points.
class TableWriter {
public:
  TableWriter(const v1::Manifest &manifest,
              llvm::ArrayRef<std::string> wrappers)
      : manifest_(manifest), wrappers_(wrappers) {}

  /// Functions of entry points whose sizes are known, as `declare` or with
  /// their bodies.
  std::string functions(bool areDefined) const {
    std::string text;
    for (int i = 0; i < manifest_.entry_points_size(); ++i)
      if (isStatic(manifest_.entry_points(i)) &&
          isFirst(manifest_.entry_points(i), i))
        text += function(manifest_.entry_points(i), i, areDefined);
    return text;
  }

  std::string tables() {
    typedWrappers();
    entries("ingot_table_entries", manifest_.entry_points(), 0);
    constants();
    states();
    customs();
    derivations();
    program();
    return text_;
  }

private:
  /// The name of a function is that of the first entry point that has it.
  bool isFirst(const v1::EntryPoint &entry, int index) const {
    static constexpr llvm::StringLiteral kTaken[] = {"bind", "free", "load",
                                                     "release", "run"};
    std::string name = identifier(entry.name());
    if (llvm::is_contained(kTaken, name))
      return false;
    for (int i = 0; i < index; ++i)
      if (identifier(manifest_.entry_points(i).name()) == name)
        return false;
    return true;
  }

  std::string function(const v1::EntryPoint &entry, int index,
                       bool isDefined) const {
    std::string text = "const char *INGOT_API(" + identifier(entry.name()) +
                       ")(ingot_model *model";
    std::string comment = "/* " + identifier(entry.name()) + ":";
    auto parameters = [&](auto &types, llvm::StringRef stem, bool isConst) {
      for (int i = 0; i < types.size(); ++i) {
        text += std::string(", ") + (isConst ? "const " : "") +
                elementWord(types[i].element()).first + " *" + stem.str() +
                number(i);
        comment += " " + typeText(types[i]);
      }
    };
    parameters(entry.arguments(), "argument", true);
    comment += " ->";
    parameters(entry.results(), "result", false);
    comment +=
        "; " + std::to_string(entry.arena_bytes()) + " bytes in one arena";
    text += ")";
    if (!isDefined)
      return "\n" + comment + " */\n" + text + ";\n";
    std::string inputs, outputs, bytes;
    for (int i = 0; i < entry.arguments_size(); ++i)
      inputs += "argument" + number(i) + ", ";
    for (int i = 0; i < entry.results_size(); ++i) {
      outputs += "result" + number(i) + ", ";
      bytes += number(wordCount(entry.results(i))) + " * (int64_t)sizeof(" +
               elementWord(entry.results(i).element()).first + "), ";
    }
    return "\n" + text + "\n{\n  const void *inputs[] = {" + inputs +
           "NULL};\n  void *outputs[] = {" + outputs +
           "NULL};\n  const int64_t bytes[] = {" + bytes +
           "0};\n  return ingot_run_arrays(model, " + number(index) +
           ", inputs, outputs, bytes);\n}\n";
  }

  /// An array that is never empty; returns its name.
  std::string array(const std::string &type, const std::string &elements) {
    std::string name = "ingot_table_" + number(count_++);
    text_ += "static const " + type + " " + name + "[] = {" +
             (elements.empty() ? "0" : elements) + "};\n";
    return name;
  }

  /// `{element, rank, sizes}`.
  std::string type(const v1::TensorType &type) {
    std::string sizes;
    for (int64_t size : type.shape())
      sizes += number(size) + ", ";
    return "{" + elementName(type.element()) + ", " +
           number(type.shape_size()) + ", " + array("int64_t", sizes) + "}";
  }

  template <typename Types> std::string types(const Types &all) {
    std::string elements;
    for (const v1::TensorType &one : all)
      elements += type(one) + ", ";
    return array("ingot_type", elements.empty() ? "{0, 0, NULL}" : elements);
  }

  void typedWrappers() {
    for (const std::string &wrapper : wrappers_)
      text_ += "static void " + wrapper +
               "_typed(const ingot_call *call, const ingot_tensor *arguments, "
               "ingot_tensor *results)\n{\n  " +
               wrapper +
               "((void *)(uintptr_t)call, (void *)(uintptr_t)arguments, "
               "results);\n}\n\n";
  }

  template <typename Entries>
  void entries(const std::string &name, const Entries &all, size_t first) {
    std::string rows;
    for (const v1::EntryPoint &entry : all) {
      rows += "    {" + stringLiteral(entry.name()) + ", " +
              (first < wrappers_.size() ? wrappers_[first] : "missing") +
              "_typed, " + number(entry.arguments_size()) + ", " +
              types(entry.arguments()) + ", " + number(entry.results_size()) +
              ", " + types(entry.results()) + "},\n";
      ++first;
    }
    text_ += "static const ingot_entry " + name + "[] = {\n" +
             (rows.empty() ? "    {NULL, NULL, 0, NULL, 0, NULL},\n" : rows) +
             "};\n";
  }

  void constants() {
    std::string rows;
    for (const v1::Constant &constant : manifest_.constants()) {
      auto [word, words] = elementWord(constant.type().element());
      rows += "    {" + stringLiteral(constant.name()) + ", " +
              type(constant.type()) + ", " +
              number(wordCount(constant.type())) + " * (int64_t)sizeof(" +
              word + "), " + stringLiteral(constant.digest().hash()) + "},\n";
    }
    text_ += "static const ingot_constant ingot_table_constants[] = {\n" +
             (rows.empty() ? "    {NULL, {0, 0, NULL}, 0, NULL},\n" : rows) +
             "};\n";
  }

  void states() {
    std::string rows;
    for (const v1::State &state : manifest_.states())
      rows += "    {" + stringLiteral(state.name()) + ", " +
              type(state.type()) + ", " + number(wordCount(state.type())) +
              " * (int64_t)sizeof(" +
              elementWord(state.type().element()).first + "), " +
              number(state.initial_constant()) + "},\n";
    text_ += "static const ingot_state ingot_table_states[] = {\n" +
             (rows.empty() ? "    {NULL, {0, 0, NULL}, 0, 0},\n" : rows) +
             "};\n";
  }

  void customs() {
    std::string rows;
    for (const v1::CustomOp &op : manifest_.custom_ops())
      rows += "    {" + stringLiteral(op.name()) + ", " +
              stringLiteral(op.attributes()) + ", " +
              number(op.operands_size()) + ", " + types(op.operands()) + ", " +
              number(op.results_size()) + ", " + types(op.results()) + "},\n";
    text_ += "static const ingot_custom_op ingot_table_customs[] = {\n" +
             (rows.empty() ? "    {NULL, NULL, 0, NULL, 0, NULL},\n" : rows) +
             "};\n";
  }

  void derivations() {
    entries("ingot_table_initialisers", manifest_.initialisers(),
            static_cast<size_t>(manifest_.entry_points_size()));
    std::string rows;
    for (const v1::Derivation &derivation : manifest_.derivations()) {
      std::string inputs;
      for (uint32_t input : derivation.inputs())
        inputs += number(input) + ", ";
      rows += "    {&ingot_table_initialisers[" +
              number(derivation.initialiser()) + "], " +
              array("int64_t", inputs) + "},\n";
    }
    text_ += "static const ingot_derivation ingot_table_derivations[] = {\n" +
             (rows.empty() ? "    {ingot_table_initialisers, NULL},\n" : rows) +
             "};\n";
  }

  /// The manifest's bytes, the same on every run.
  std::string manifest() {
    std::string bytes, elements;
    {
      google::protobuf::io::StringOutputStream stream(&bytes);
      google::protobuf::io::CodedOutputStream coded(&stream);
      coded.SetSerializationDeterministic(true);
      manifest_.SerializeToCodedStream(&coded);
    }
    for (size_t i = 0; i < bytes.size(); ++i)
      elements += (i % 20 == 0 ? "\n  " : " ") +
                  std::to_string(static_cast<unsigned char>(bytes[i])) + ",";
    size_ = bytes.size();
    return array("unsigned char", elements);
  }

  void program() {
    std::string bytes = manifest();
    text_ +=
        "static const ingot_executable ingot_table = {\n    " +
        number(manifest_.abi_version()) + ", 0,\n    " +
        number(manifest_.entry_points_size()) + ", ingot_table_entries,\n    " +
        number(manifest_.constants_size()) + ", ingot_table_constants,\n    " +
        number(manifest_.states_size()) + ", ingot_table_states,\n    " +
        bytes + ", " + std::to_string(size_) + ",\n    " +
        number(manifest_.custom_ops_size()) + ", ingot_table_customs,\n    " +
        number(manifest_.derivations_size()) +
        ", ingot_table_derivations,\n};\n\n"
        "const ingot_executable *ingot_executable_v1(void)\n{\n"
        "  return &ingot_table;\n}\n";
  }

  const v1::Manifest &manifest_;
  llvm::ArrayRef<std::string> wrappers_;
  std::string text_;
  unsigned count_ = 0;
  size_t size_ = 0;
};

/// The functions of Helpers.c, by name, in its order: a later one may call an
/// earlier one.
std::vector<std::pair<std::string, std::string>> helpers() {
  std::vector<std::pair<std::string, std::string>> all;
  llvm::StringRef rest = kHelpers;
  while (!rest.empty()) {
    size_t end = rest.find("\n}\n");
    llvm::StringRef text = rest.take_front(end + 3).ltrim('\n');
    rest = rest.drop_front(std::min(rest.size(), end + 3)).ltrim('\n');
    llvm::StringRef head =
        text.starts_with("/*") ? text.split("*/\n").second : text;
    llvm::StringRef name = head.take_until([](char c) { return c == '('; });
    name = name.substr(name.find("ingot_"));
    all.emplace_back(name.str(), text.drop_back(head.size()).str() + "static " +
                                     head.str());
  }
  return all;
}

/// Those that `text` calls, and that they call.
std::string helpersFor(llvm::StringRef text) {
  std::string used;
  const std::vector<std::pair<std::string, std::string>> all = helpers();
  for (const auto &[name, body] : llvm::reverse(all))
    if (text.contains(name + "(") || llvm::StringRef(used).contains(name + "("))
      used = body + "\n" + used;
  return used;
}

} // namespace

std::string joinFragments(llvm::ArrayRef<Fragment> fragments) {
  std::string text;
  llvm::StringSet<> seen;
  for (llvm::StringRef kind : {"type", "prototype", "data", "function"}) {
    for (const Fragment &fragment : fragments)
      for (const Fragment::Piece &piece : fragment.pieces)
        if (piece.kind == kind &&
            seen.insert(piece.name + "/" + piece.kind + "/" + piece.text)
                .second)
          text += piece.text + (kind == "function" ? "\n" : "");
    text += "\n";
  }
  return text;
}

std::string assembleFile(const v1::Manifest &manifest,
                         llvm::ArrayRef<std::string> wrappers,
                         llvm::ArrayRef<Fragment> fragments) {
  TableWriter writer(manifest, wrappers);
  std::string program = joinFragments(fragments), tables = writer.tables();
  std::string runtime = kRuntime.str();
  std::string functions = writer.functions(/*areDefined=*/true);
  if (!functions.empty())
    runtime += "\n" + kRuntimeArrays.str() + functions;
  std::string text = "/* Made by " + manifest.producer() +
                     ". C11; link with -lm.\n"
                     " * With INGOT_INTERFACE_ONLY defined, a header. With "
                     "INGOT_TABLE_ONLY, no more than\n"
                     " * ingot_executable_v1(): for firmware, which has memory "
                     "and weights of its own. */\n";
  text +=
      kHeader.str() + kInterface.str() +
      writer.functions(/*areDefined=*/false) +
      "\nconst ingot_executable *ingot_executable_v1(void);\n"
      "\n#ifndef INGOT_INTERFACE_ONLY\n"
      "#include <float.h>\n#include <math.h>\n#include <stddef.h>\n"
      "#include <stdlib.h>\n#include <string.h>\n\n"
      "#if FLT_EVAL_METHOD != 0\n#error \"floats are rounded twice: "
      "for x86 say -mfpmath=sse -msse2\"\n#endif\n"
      "#ifdef __clang__\n#pragma STDC FP_CONTRACT OFF\n#endif\n"
      "#ifdef __GNUC__\n#define INGOT_MAY_ALIAS __attribute__((may_alias))\n"
      "#else\n#define INGOT_MAY_ALIAS\n#endif\n\n";
  text += helpersFor(program) + program + tables +
          "\n#ifndef INGOT_TABLE_ONLY\n" + runtime +
          "\n#endif /* INGOT_TABLE_ONLY */\n";
  return text + "\n#endif /* INGOT_INTERFACE_ONLY */\n";
}

} // namespace ingot::pipeline::c
