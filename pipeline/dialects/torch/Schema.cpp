//===- Schema.cpp - reading schemas of PyTorch's operators ----------------===//
//
// A schema is read by hand, without copies: thousands are read whenever the
// dialect is loaded for the first time (measured below 3 ms for all).
//
//===----------------------------------------------------------------------===//

#include "pipeline/dialects/torch/Schema.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace ingot::torch;

using Base = SchemaType::Base;
using Suffix = SchemaType::Suffix;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

bool SchemaType::isOptional() const {
  return !suffixes.empty() && suffixes.back() == Suffix::Optional;
}

bool SchemaType::isList() const {
  if (isOptional())
    return inner().isList();
  return !suffixes.empty();
}

SchemaType SchemaType::inner() const {
  SchemaType type = *this;
  if (type.suffixes.pop_back_val() == Suffix::List)
    type.listSize = 0;
  return type;
}

std::string SchemaType::str() const {
  std::string text = name.str();
  for (Suffix suffix : suffixes) {
    if (suffix == Suffix::Optional)
      text += '?';
    else
      text += listSize ? "[" + std::to_string(listSize) + "]" : "[]";
  }
  return text;
}

/// Nothing for types that programs here cannot hold: complex scalars, streams,
/// futures, ...
static std::optional<Base> findBase(StringRef name) {
  return llvm::StringSwitch<std::optional<Base>>(name)
      .Case("Tensor", Base::Tensor)
      .Cases({"int", "SymInt", "ScalarType", "Layout", "MemoryFormat"},
             Base::Int)
      .Cases({"float", "SymFloat"}, Base::Float)
      .Cases({"bool", "SymBool"}, Base::Bool)
      .Cases({"Scalar", "number"}, Base::Scalar)
      .Case("str", Base::Str)
      .Case("Device", Base::Device)
      .Case("Generator", Base::Generator)
      .Case("Dict", Base::Dict)
      .Cases({"Any", "t", "t1", "t2", "tVal"}, Base::Any)
      .StartsWith("__torch__.", Base::Object)
      .Default(std::nullopt);
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

namespace {

/// Reads one schema from its begin to its end. Every method returns false after
/// it said in `error` what it wanted.
class SchemaParser {
public:
  SchemaParser(StringRef text, Schema &schema, std::string &error)
      : text_(text), schema_(schema), error_(error) {}

  bool parse() {
    return parseName() && parseArguments() &&
           (consume("->") || fail("expected '->'")) && parseResults() &&
           (text_.trim().empty() || fail("expected the end"));
  }

private:
  bool fail(const Twine &wanted) {
    error_ = (wanted + " at '" + text_.take_front(20) + "'").str();
    return false;
  }
  bool consume(StringRef token) {
    text_ = text_.ltrim();
    return text_.consume_front(token);
  }
  StringRef takeWhile(function_ref<bool(char)> wanted) {
    text_ = text_.ltrim();
    StringRef taken = text_.take_while(wanted);
    text_ = text_.drop_front(taken.size());
    return taken;
  }
  StringRef takeIdentifier() {
    return takeWhile(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
  }

  bool parseName();
  bool parseType(SchemaType &type, bool &alias, bool &written);
  bool parseSuffixes(SchemaType &type);
  bool parseAlias(bool &alias, bool &written);
  bool parseDefault(SchemaArgument &argument);
  bool parseArguments();
  bool parseResults();
  bool parseResult();

  StringRef text_;
  Schema &schema_;
  std::string &error_;
};

} // namespace

bool SchemaParser::parseName() {
  size_t end = text_.find('(');
  schema_.name = text_.take_front(end).trim();
  auto [space, rest] = schema_.name.split("::");
  if (end == StringRef::npos || space.empty() || rest.empty())
    return fail("expected 'namespace::name('");
  text_ = text_.drop_front(end);
  schema_.opName = ("torch." + space + "." + rest).str();
  return true;
}

/// `(a)`, `(a!)`, `(a -> *)`, `(a! -> *)`.
bool SchemaParser::parseAlias(bool &alias, bool &written) {
  if (!text_.consume_front("("))
    return true;
  size_t end = text_.find(')');
  if (end == StringRef::npos)
    return fail("expected ')' after names of memory");
  alias = true;
  written |= text_.take_front(end).contains('!');
  text_ = text_.drop_front(end + 1);
  return true;
}

bool SchemaParser::parseSuffixes(SchemaType &type) {
  for (;;) {
    if (text_.consume_front("?")) {
      type.suffixes.push_back(Suffix::Optional);
      continue;
    }
    if (!text_.consume_front("["))
      return true;
    if (!text_.starts_with("]") && text_.consumeInteger(10, type.listSize))
      return fail("expected the length of a list");
    if (!text_.consume_front("]"))
      return fail("expected ']'");
    type.suffixes.push_back(Suffix::List);
  }
}

bool SchemaParser::parseType(SchemaType &type, bool &alias, bool &written) {
  type.name = takeIdentifier();
  std::optional<Base> base = findBase(type.name);
  if (!base)
    return fail("unknown type '" + type.name + "'");
  type.base = *base;
  if (*base == Base::Dict) {
    if (!consume("("))
      return fail("expected '('");
    text_ = text_.drop_front(std::min(text_.size(), text_.find(')')));
    if (!consume(")"))
      return fail("expected ')'");
  }
  // A name of memory stands behind the base or, of a list, behind all.
  return parseAlias(alias, written) && parseSuffixes(type) &&
         parseAlias(alias, written) && parseSuffixes(type);
}

/// Up to the comma or parenthesis behind it; lists and strings have their own.
bool SchemaParser::parseDefault(SchemaArgument &argument) {
  size_t end = 0;
  if (text_.starts_with("'"))
    end = text_.find('\'', 1) + 1;
  else if (text_.starts_with("["))
    end = text_.find(']') + 1;
  else
    end = std::min(text_.size(), text_.find_first_of(",)"));
  if (end == 0)
    return fail("expected a default value");
  argument.defaultValue = text_.take_front(end);
  text_ = text_.drop_front(end);
  return true;
}

bool SchemaParser::parseArguments() {
  if (!consume("("))
    return fail("expected '('");
  bool keywordOnly = false;
  for (bool first = true; !consume(")"); first = false) {
    if (!first && !consume(","))
      return fail("expected ',' or ')'");
    if (consume("...")) {
      schema_.anyArguments = true;
      continue;
    }
    if (consume("*")) {
      keywordOnly = true;
      continue;
    }
    SchemaArgument argument;
    argument.keywordOnly = keywordOnly;
    bool alias = false;
    if (!parseType(argument.type, alias, argument.written))
      return false;
    argument.name = takeIdentifier();
    if (argument.name.empty())
      return fail("expected the name of an argument");
    if (consume("=") && !parseDefault(argument))
      return false;
    schema_.arguments.push_back(std::move(argument));
  }
  return true;
}

bool SchemaParser::parseResult() {
  SchemaResult result;
  bool written = false;
  if (!parseType(result.type, result.alias, written))
    return false;
  result.name = takeIdentifier();
  schema_.results.push_back(std::move(result));
  return true;
}

bool SchemaParser::parseResults() {
  if (consume("...")) {
    schema_.anyResults = true;
    return true;
  }
  if (!consume("("))
    return parseResult();
  for (bool first = true; !consume(")"); first = false) {
    if (!first && !consume(","))
      return fail("expected ',' or ')'");
    if (!parseResult())
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Schemas
//===----------------------------------------------------------------------===//

std::optional<Schema> Schema::parse(StringRef text, std::string &error) {
  Schema schema;
  schema.text = text;
  if (!SchemaParser(text, schema, error).parse())
    return std::nullopt;
  return schema;
}

std::optional<unsigned> Schema::indexOf(StringRef argument) const {
  for (auto [index, candidate] : enumerate(arguments))
    if (candidate.name == argument)
      return index;
  return std::nullopt;
}

const SchemaArgument *Schema::find(StringRef argument) const {
  std::optional<unsigned> index = indexOf(argument);
  return index ? &arguments[*index] : nullptr;
}

bool Schema::writes() const {
  return any_of(arguments, [](const SchemaArgument &a) { return a.written; });
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

namespace {

struct Row {
  StringLiteral text;
  bool random;
};

constexpr Row kRows[] = {
#define TORCH_OPERATOR(schema) {schema, false},
#define TORCH_RANDOM_OPERATOR(schema) {schema, true},
#include "pipeline/dialects/torch/Operators.def"
};

struct Table {
  SmallVector<Schema, 0> schemas;
  llvm::StringMap<const Schema *> byName;

  Table() {
    schemas.reserve(std::size(kRows));
    for (const Row &row : kRows) {
      std::string error;
      std::optional<Schema> schema = Schema::parse(row.text, error);
      // The table is part of the program, and a test reads every row.
      if (!schema)
        llvm::report_fatal_error("Operators.def: " + Twine(error));
      schema->random = row.random;
      schemas.push_back(std::move(*schema));
    }
    for (const Schema &schema : schemas)
      byName.try_emplace(StringRef(schema.opName), &schema);
  }
};

} // namespace

static const Table &table() {
  static const Table table;
  return table;
}

ArrayRef<Schema> ingot::torch::allSchemas() { return table().schemas; }

const Schema *ingot::torch::findSchema(StringRef opName) {
  if (opName.starts_with("torch."))
    return table().byName.lookup(opName);
  return table().byName.lookup(("torch." + opName).str());
}
