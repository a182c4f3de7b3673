//===- KeysTest.cpp - nothing that matters is missing from a key ----------===//
//
// Every field of a target and of the options is changed in every way that its
// type allows, and the keys that change must be those that the table names.
// Known answers pin the encoding; traces show what it is.
//
//===----------------------------------------------------------------------===//

#include "server/core/Keys.h"
#include "cache/key/Lane.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <google/protobuf/descriptor.h>

#include <memory>

namespace ingot::server {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;
using google::protobuf::Reflection;
using testing::HasSubstr;

const Digest kModule = Digest::of("module"), kHost = Digest::of("host"),
             kManifest = Digest::of("manifest"), kA = Digest::of("a"),
             kB = Digest::of("b");

constexpr const char *kKindNames[kKeyKinds] = {"request", "plan", "kernel",
                                               "host",    "link", "import"};

v1::Target target() {
  v1::Target target;
  target.set_triple("x86_64-unknown-linux-gnu");
  target.set_cpu("znver4");
  return target;
}

/// A target with something in every field.
v1::Target fullTarget() {
  v1::Target full = target();
  full.add_features("+avx2");
  full.add_features("-sse4a");
  full.add_legal_ops("torch.aten.silu");
  full.set_custom_op_form(v1::ATTRIBUTES);
  full.set_base("x86-64");
  full.set_vector_bits(256);
  full.add_phases()->set_name("plan");
  full.mutable_phases(0)->set_pipeline("cse");
  full.add_phases()->set_name("emit");
  return full;
}

/// The same with something in the fields that add nothing when they are unset.
v1::Target fullerTarget() {
  v1::Target full = fullTarget();
  full.set_backend("npu");
  full.set_emit(v1::Target::ASSEMBLY);
  full.set_l1_cache_bytes(1 << 16);
  full.set_l2_cache_bytes(1 << 20);
  full.add_memory_spaces()->set_name("arena");
  full.add_memory_spaces()->set_name("constants");
  full.set_alignment(128);
  full.add_element_types("f32");
  full.add_element_types("i8");
  full.set_layout(v1::Target::AS_GIVEN);
  full.add_plugins()->set_name("claims");
  full.add_plugins()->set_name("dialect");
  full.add_libraries()->set_name("dnnl");
  full.add_libraries()->set_name("mine");
  full.add_speeds()->set_op("linalg.matmul");
  full.add_speeds()->set_op("linalg.pooling_nhwc_max");
  full.mutable_memory()->set_name("sram");
  return full;
}

v1::CompileOptions fullOptions(v1::Emit emit) {
  v1::CompileOptions full;
  full.set_emit(emit);
  full.set_phase("plan");
  full.set_release("1.15.0");
  full.set_constant_threshold(64);
  full.add_input_types("tensor<2xf32>");
  full.add_input_types("tensor<i32>");
  return full;
}

/// All six keys, by KeyKind.
std::vector<ActionKey> allKeys(const v1::Target &target,
                               const v1::CompileOptions &options,
                               const std::string &identity = "id") {
  Keys keys(target, options, identity);
  return {keys.request(kModule),
          keys.plan(kModule),
          keys.kernel(kModule),
          keys.host(kModule, kManifest),
          keys.link(kHost, {kA, kB}, kManifest),
          keys.import(kModule)};
}

/// Sets a field, or the first element of a list, to another value.
void change(Message &message, const FieldDescriptor &field) {
  const Reflection &set = *message.GetReflection();
  const bool isList = field.is_repeated();
  switch (field.cpp_type()) {
  case FieldDescriptor::CPPTYPE_STRING:
    return isList ? set.SetRepeatedString(&message, &field, 0, "other")
                  : set.SetString(&message, &field, "other");
  case FieldDescriptor::CPPTYPE_UINT64:
    return isList ? set.SetRepeatedUInt64(&message, &field, 0, 77)
                  : set.SetUInt64(&message, &field, 77);
  case FieldDescriptor::CPPTYPE_ENUM: {
    int now = isList ? set.GetRepeatedEnumValue(message, &field, 0)
                     : set.GetEnumValue(message, &field);
    int next = (now + 1) % field.enum_type()->value_count();
    return isList ? set.SetRepeatedEnumValue(&message, &field, 0, next)
                  : set.SetEnumValue(&message, &field, next);
  }
  case FieldDescriptor::CPPTYPE_MESSAGE: {
    Message &part = isList ? *set.MutableRepeatedMessage(&message, &field, 0)
                           : *set.MutableMessage(&message, &field);
    return change(part, *part.GetDescriptor()->field(0));
  }
  default:
    FAIL() << field.full_name() << ": teach this test to change its type";
  }
}

/// `base` with one field changed: none and another value; of a list also one
/// element less and another order.
std::vector<std::unique_ptr<Message>> variantsOf(const Message &base,
                                                 const FieldDescriptor &field) {
  std::vector<std::unique_ptr<Message>> variants;
  auto next = [&] {
    variants.emplace_back(base.New());
    variants.back()->CopyFrom(base);
    return variants.back().get();
  };
  const Reflection &edit = *base.GetReflection();
  edit.ClearField(next(), &field);
  change(*next(), field);
  if (!field.is_repeated())
    return variants;
  edit.RemoveLast(next(), &field);
  if (edit.FieldSize(base, &field) > 1)
    edit.SwapElements(next(), &field, 0, 1);
  return variants;
}

/// For each variant of a field, and each kind, whether it changes the key in
/// one of the forms of output.
std::vector<std::array<bool, kKeyKinds>> changedKeys(const KeyField &row) {
  const std::string name = row.name;
  const bool isOfTarget = name.rfind("target.", 0) == 0;
  std::vector<std::array<bool, kKeyKinds>> changed;
  for (int emit = 0; emit < v1::Emit_ARRAYSIZE; ++emit) {
    v1::Target target = fullerTarget();
    v1::CompileOptions options = fullOptions(static_cast<v1::Emit>(emit));
    options.add_placements("@f=znver4");
    options.add_placements("@g=host");
    auto before = allKeys(target, options);
    Message &changing = isOfTarget ? static_cast<Message &>(target) : options;
    auto variants =
        variantsOf(changing, *changing.GetDescriptor()->FindFieldByName(
                                 name.substr(name.find('.') + 1)));
    changed.resize(variants.size());
    for (size_t variant = 0; variant < variants.size(); ++variant) {
      changing.CopyFrom(*variants[variant]);
      auto after = allKeys(target, options);
      for (size_t kind = 0; kind < kKeyKinds; ++kind)
        changed[variant][kind] |= before[kind].digest != after[kind].digest;
    }
  }
  return changed;
}

TEST(KeysTest, EveryFieldOfTargetAndOptionsHasARow) {
  absl::Status status = checkKeyFields();
  EXPECT_TRUE(status.ok()) << status;
}

TEST(KeysTest, AFieldWithoutARowFailsByItsName) {
  // Other messages stand for a target and options that got or lost a field.
  struct {
    const google::protobuf::Descriptor *target, *options;
    const char *error;
  } cases[] = {
      {v1::Location::descriptor(), v1::CompileOptions::descriptor(),
       "keys: target.file is in no row of the table"},
      {v1::Target::descriptor(), v1::Location::descriptor(),
       "keys: options.file is in no row of the table"},
      {v1::Target::descriptor(), v1::CompileEvent::descriptor(),
       "keys: options.queued has a type that keys cannot hold"},
      {v1::CancelResponse::descriptor(), v1::CompileOptions::descriptor(),
       "keys: the table has a row for target.triple, which is no field"},
  };
  for (const auto &[target, options, error] : cases)
    EXPECT_THAT(std::string(checkKeyFields(*target, *options).message()),
                HasSubstr(error));
}

TEST(KeysTest, EachFieldChangesTheKeysOfItsRowAndNoOther) {
  for (const KeyField &row : keyFields()) {
    auto changed = changedKeys(row);
    for (size_t variant = 0; variant < changed.size(); ++variant)
      for (size_t kind = 0; kind < kKeyKinds; ++kind)
        EXPECT_EQ(changed[variant][kind], row.uses[kind])
            << row.name << ", change " << variant << ", key of a "
            << kKindNames[kind];
  }
}

/// What the tree of a request has not in common with that of another one.
std::vector<v1::KeyDifference> treeDifferences(const Keys &before,
                                               const Keys &after) {
  return differencesOf(before.requestTree(kModule), after.requestTree(kModule));
}

TEST(KeysTest, TheTreeOfARequestDiffersWhereItsKeyDoes) {
  for (const KeyField &row : keyFields()) {
    const std::string name = row.name;
    const bool isOfTarget = name.rfind("target.", 0) == 0;
    for (v1::Emit emit :
         {v1::EXECUTABLE, v1::OBJECT, v1::MLIR, v1::STABLEHLO_PORTABLE}) {
      v1::Target target = fullerTarget();
      v1::CompileOptions options = fullOptions(emit);
      options.add_placements("@f=znver4");
      options.add_placements("@g=host");
      const Keys before(target, options, "id");
      Message &changing = isOfTarget ? static_cast<Message &>(target) : options;
      auto variants =
          variantsOf(changing, *changing.GetDescriptor()->FindFieldByName(
                                   name.substr(name.find('.') + 1)));
      constexpr size_t kSwapped = 3;
      for (size_t i = 0; i < variants.size(); ++i) {
        if (i == kSwapped && isOfTarget && name != "target.phases")
          continue; // A canonical target has these sorted.
        changing.CopyFrom(*variants[i]);
        const Keys after(target, options, "id");
        EXPECT_EQ(treeDifferences(before, after).empty(),
                  before.request(kModule).digest ==
                      after.request(kModule).digest)
            << name << ", change " << i << ", emit " << emit;
      }
    }
  }
}

TEST(KeysTest, TheTreeOfARequestIsReadable) {
  Keys keys(fullerTarget(), fullOptions(v1::OBJECT), "ingot 1",
            {{"znver4", target()}});
  ProgramName program(kModule);
  program.files = {{"weights.bin", kA}};
  EXPECT_EQ(textOf(keys.requestTree(program)),
            "compiler = ingot 1\n"
            "program.module = " +
                kModule.toString() +
                "\nprogram.files.weights.bin = " + kA.toString() +
                "\n"
                "target.triple = x86_64-unknown-linux-gnu\n"
                "target.cpu = znver4\n"
                "target.features.avx2 = +\n"
                "target.features.sse4a = -\n"
                "target.legal_ops.torch.aten.silu = \n"
                "target.custom_op_form = ATTRIBUTES\n"
                "target.vector_bits = 256\n"
                "target.phases.0 = plan\n"
                "target.phases.0.pipeline = cse\n"
                "target.phases.1 = emit\n"
                "target.phases.1.pipeline = \n"
                "target.backend = npu\n"
                "target.emit = ASSEMBLY\n"
                "target.l1_cache_bytes = 65536\n"
                "target.l2_cache_bytes = 1048576\n"
                "target.memory_spaces.arena.bytes = 0\n"
                "target.memory_spaces.constants.bytes = 0\n"
                "target.alignment = 128\n"
                "target.element_types.f32 = \n"
                "target.element_types.i8 = \n"
                "target.layout = AS_GIVEN\n"
                "target.plugins.claims.sha256 = \n"
                "target.plugins.dialect.sha256 = \n"
                "target.libraries.dnnl.file = \n"
                "target.libraries.dnnl.version = \n"
                "target.libraries.mine.file = \n"
                "target.libraries.mine.version = \n"
                "target.speeds.linalg.matmul.multiplications_per_us = 0\n"
                "target.speeds.linalg.matmul.bytes_per_us = 0\n"
                "target.speeds.linalg.pooling_nhwc_max.multiplications_per_us = "
                "0\n"
                "target.speeds.linalg.pooling_nhwc_max.bytes_per_us = 0\n"
                "target.memory.name = sram\n"
                "target.memory.bytes_per_us = 0\n"
                "target.memory.nanoseconds = 0\n"
                "options.emit = OBJECT\n"
                "options.phase = \n"
                "options.release = \n"
                "options.constant_threshold = 64\n"
                "options.input_types.0 = tensor<2xf32>\n"
                "options.input_types.1 = tensor<i32>\n"
                "parts.znver4.triple = x86_64-unknown-linux-gnu\n"
                "parts.znver4.cpu = znver4\n"
                "parts.znver4.features = \n"
                "parts.znver4.legal_ops = \n"
                "parts.znver4.custom_op_form = ALL_OPERANDS\n"
                "parts.znver4.vector_bits = 0\n"
                "parts.znver4.phases = \n");
}

TEST(KeysTest, FilesChangeTheKeysOfWhatReadsThem) {
  Keys keys(target(), {}, "id");
  ProgramName plain(kModule), files(kModule), other(kModule), renamed(kModule);
  files.files = {{"a", kA}, {"b", kB}};
  other.files = {{"a", kB}, {"b", kB}};
  renamed.files = {{"a", kA}, {"c", kB}};
  std::set<std::string> requests, plans;
  for (const ProgramName &name : {plain, files, other, renamed}) {
    requests.insert(keys.request(name).digest.toString());
    plans.insert(keys.plan(name).digest.toString());
  }
  EXPECT_EQ(requests.size(), 4u);
  EXPECT_EQ(plans.size(), 4u);
  EXPECT_THAT(keys.request(files).trace(),
              testing::AllOf(testing::HasSubstr("file.name"),
                             testing::HasSubstr(kA.toString())));
  EXPECT_THAT(keys.request(plain).trace(),
              testing::Not(testing::HasSubstr("file")));
}

TEST(KeysTest, CompilerAndInputsChangeTheKey) {
  auto base = allKeys(target(), {}), other = allKeys(target(), {}, "id 2");
  for (size_t kind = 0; kind < kKeyKinds; ++kind)
    EXPECT_NE(base[kind].digest, other[kind].digest) << kKindNames[kind];
  Keys keys(target(), {}, "id");
  EXPECT_NE(keys.request(kA).digest, keys.request(kB).digest);
  EXPECT_NE(keys.plan(kA).digest, keys.plan(kB).digest);
  EXPECT_NE(keys.kernel(kA).digest, keys.kernel(kB).digest);
  Digest host = keys.host(kA, kB).digest, link = keys.link(kA, {kB}, kB).digest;
  EXPECT_NE(keys.host(kB, kB).digest, host);
  EXPECT_NE(keys.host(kA, kA).digest, host);
  EXPECT_NE(keys.link(kB, {kB}, kB).digest, link);
  EXPECT_NE(keys.link(kA, {kA}, kB).digest, link);
  EXPECT_NE(keys.link(kA, {kB, kB}, kB).digest, link);
  EXPECT_NE(keys.link(kA, {kB}, kA).digest, link);
}

TEST(KeysTest, TargetsShareAnImportUnlessSomethingOfTheirsHappensInIt) {
  v1::Target other = target();
  other.set_triple("aarch64-unknown-linux-gnu");
  other.set_cpu("a64fx");
  other.add_features("+sve");
  other.add_libraries()->set_name("dnnl");
  other.add_phases()->set_name("plan");
  v1::CompileOptions object;
  object.set_emit(v1::OBJECT);
  EXPECT_EQ(Keys(target(), {}, "id").import(kModule).digest,
            Keys(other, object, "id").import(kModule).digest);

  EXPECT_TRUE(Keys(other, object, "id").sharesImport());
  v1::Target decomposes = target(), plugged = target();
  decomposes.add_phases()->set_name("decompose");
  plugged.add_plugins()->set_name("claims");
  EXPECT_FALSE(Keys(decomposes, {}, "id").sharesImport());
  EXPECT_FALSE(Keys(plugged, {}, "id").sharesImport());
  EXPECT_FALSE(Keys(target(), {}, "id", {{"b", other}}).sharesImport());
  for (v1::Emit emit : {v1::MLIR, v1::STABLEHLO, v1::PROGRAM})
    EXPECT_FALSE(Keys(target(), fullOptions(emit), "id").sharesImport());
}

TEST(KeysTest, KindsDoNotRunTogether) {
  auto keys = allKeys(target(), {});
  for (size_t a = 0; a < kKeyKinds; ++a)
    for (size_t b = 0; b < a; ++b)
      EXPECT_NE(keys[a].digest, keys[b].digest)
          << kKindNames[a] << " and " << kKindNames[b];
}

TEST(KeysTest, ObjectsOfExecutablesAndOfObjectsAreTheSame) {
  v1::CompileOptions executable, object, text;
  object.set_emit(v1::OBJECT);
  text.set_emit(v1::ASSEMBLY);
  auto built = allKeys(target(), executable);
  auto relocatable = allKeys(target(), object);
  auto printed = allKeys(target(), text);
  for (size_t kind = 0; kind < kKeyKinds; ++kind) {
    const std::string name = kKindNames[kind];
    EXPECT_EQ(built[kind].digest == relocatable[kind].digest,
              name == "kernel" || name == "host" || name == "import")
        << name;
    EXPECT_EQ(built[kind].digest == printed[kind].digest, name == "import")
        << name;
  }
}

TEST(KeysTest, OptionsThatTheOutputDoesNotReadAreNoPartOfKeys) {
  for (v1::Emit emit : {v1::EXECUTABLE, v1::MLIR, v1::STABLEHLO_PORTABLE}) {
    std::string trace =
        Keys(target(), fullOptions(emit), "id").request(kModule).trace();
    EXPECT_EQ(trace.find("options.phase=plan") != std::string::npos,
              emit == v1::MLIR);
    EXPECT_EQ(trace.find("options.release=1.15.0") != std::string::npos,
              emit == v1::STABLEHLO_PORTABLE);
  }
}

// A changed answer means that every store loses what it holds: never by
// accident.
TEST(KeysTest, ALaneChangesWhereAResultIsKeptAndNotItsName) {
  const v1::Target host =
      *resolveTarget({}, true,
                     [] {
                       v1::Target target;
                       target.set_triple("x86_64-unknown-linux-gnu");
                       return target;
                     }(),
                     "", {});
  const Digest module = Digest::of("kernel");
  const ActionKey trusted = Keys(host, {}, "c").kernel(module);
  const ActionKey pulls = Keys(host, {}, "c", {}, "pr").kernel(module);
  EXPECT_EQ(trusted.name(), trusted.digest);
  EXPECT_EQ(pulls.name(), trusted.digest);
  EXPECT_EQ(pulls.digest, keyInLane("pr", trusted.digest));
  EXPECT_EQ(pulls.trace(), trusted.trace());
  const Keys parts(host, {}, "c", {{"p", host}}, "pr");
  EXPECT_EQ(parts.part("p").kernel(module).digest, pulls.digest);
}

TEST(KeysTest, KnownAnswers) {
  v1::CompileOptions object = fullOptions(v1::OBJECT);
  object.clear_phase();
  object.clear_release();
  struct {
    v1::CompileOptions options;
    std::array<const char *, kKeyKinds> keys;
  } cases[] = {
      {object,
       {"8a3ba2b34ad29eaf5bad2f341139d75fcbe331041aa373b24496d1a4aab4548f/829",
        "99db76cc1195c4f7e7c41952af7db079ccd1e68985f5d2013b463f5b0e3d82ed/826",
        "478bf9fadfef24a14455fce6caa53ceada02abec8e0e65bd8d5d7aaad5fbf75b/567",
        "59d18c985cb1fba507cafe10accc9c8bbc89040d777410a62f7c85bcf2ac2890/756",
        "0d6e54b8f958b48d977c3e7ec6fbf65a79c357dec76f603e48751bc806acad01/"
        "942",
        "7f95990b3235313d00f35da2fd37b44d1a780ce0c24868c224e6cf42b6f25ad3/"
        "389"}},
      {{},
       {"8d71d0fd6556c575f10f741bb8b60a851d18b639dd2e44a0d47a7b5220a28973/744",
        "e11e85c419e15583a00b2c3aea388bb86f923d675cba3006f0de53b549c75305/741",
        "478bf9fadfef24a14455fce6caa53ceada02abec8e0e65bd8d5d7aaad5fbf75b/567",
        "59d18c985cb1fba507cafe10accc9c8bbc89040d777410a62f7c85bcf2ac2890/756",
        "a66270d7c003fdd5a9dfd85648f1390d79d93b3de2fcc22ab006ecc206581342/"
        "942",
        "3bd1a6afe5218b9be2a6d58bea8315ea3d17a861083a704f3c692cb5148625f6/"
        "304"}},
  };
  for (const auto &[options, expected] : cases) {
    auto keys = allKeys(fullTarget(), options);
    for (size_t kind = 0; kind < kKeyKinds; ++kind)
      EXPECT_EQ(keys[kind].digest.toString(), expected[kind])
          << kKindNames[kind] << "\n"
          << keys[kind].trace();
  }
}

TEST(KeysTest, FieldsThatSayNothingAddNothing) {
  auto before = allKeys(fullTarget(), {});
  for (const ActionKey &key : before)
    for (const char *field :
         {"target.backend", "target.memory", "target.layout"})
      EXPECT_THAT(key.trace(), testing::Not(HasSubstr(field)));
  EXPECT_THAT(allKeys(fullerTarget(), {})[0].trace(),
              HasSubstr("target.backend=npu\n"
                        "target.emit=2\n"
                        "target.l1_cache_bytes=65536\n"
                        "target.l2_cache_bytes=1048576\n"
                        "target.memory_spaces=2\n"
                        "target.memory_space.name=arena\n"
                        "target.memory_space.bytes=0\n"));
}

TEST(KeysTest, TracesSayWhatIsInside) {
  auto keys = allKeys(fullTarget(), fullOptions(v1::MLIR), "ingot 1");
  EXPECT_EQ(keys[0].trace(), "kind=request\n"
                             "compiler=ingot 1\n"
                             "module=" +
                                 kModule.toString() +
                                 "\n"
                                 "target.triple=x86_64-unknown-linux-gnu\n"
                                 "target.cpu=znver4\n"
                                 "target.features=2\n"
                                 "target.feature=+avx2\n"
                                 "target.feature=-sse4a\n"
                                 "target.legal_ops=1\n"
                                 "target.legal_op=torch.aten.silu\n"
                                 "target.custom_op_form=1\n"
                                 "target.vector_bits=256\n"
                                 "target.phases=2\n"
                                 "target.phase.name=plan\n"
                                 "target.phase.pipeline=cse\n"
                                 "target.phase.name=emit\n"
                                 "target.phase.pipeline=\n"
                                 "options.emit=4\n"
                                 "options.phase=plan\n"
                                 "options.release=\n"
                                 "options.constant_threshold=64\n"
                                 "options.input_types=2\n"
                                 "options.input_type=tensor<2xf32>\n"
                                 "options.input_type=tensor<i32>\n");
  EXPECT_THAT(keys[2].trace(),
              testing::AllOf(HasSubstr("kind=kernel\n"),
                             testing::Not(HasSubstr("target.legal_ops"))));
  EXPECT_THAT(keys[4].trace(),
              HasSubstr("host=" + kHost.toString() +
                        "\nmanifest=" + kManifest.toString() +
                        "\nobjects=2\nobject=" + kA.toString() +
                        "\nobject=" + kB.toString() + "\n"));
}

TEST(KeysTest, RequestsReplaceTheFormOfATarget) {
  v1::WorkerHello hello;
  auto *named = hello.add_targets();
  named->set_name("npu");
  *named->mutable_target() = target();
  named->mutable_target()->set_custom_op_form(v1::ATTRIBUTES);
  auto kept = resolveTarget(hello, false, {}, "npu", {});
  ASSERT_TRUE(kept.ok());
  EXPECT_EQ(kept->custom_op_form(), v1::ATTRIBUTES);
  auto replaced = resolveTarget(hello, false, {}, "npu", {}, v1::ALL_OPERANDS);
  ASSERT_TRUE(replaced.ok());
  EXPECT_EQ(replaced->custom_op_form(), v1::ALL_OPERANDS);
}

TEST(KeysTest, LegalOpsHaveOneForm) {
  v1::Target loose = target();
  for (const char *op : {"torch.aten.silu", "aten.gelu", "torch.aten.gelu"})
    loose.add_legal_ops(op);
  auto canonical = canonicalTarget(loose);
  ASSERT_TRUE(canonical.ok());
  EXPECT_THAT(canonical->legal_ops(),
              testing::ElementsAre("torch.aten.gelu", "torch.aten.silu"));
}

TEST(KeysTest, RequestsAddToTheOpsOfATarget) {
  v1::WorkerHello hello;
  auto *named = hello.add_targets();
  named->set_name("npu");
  *named->mutable_target() = target();
  named->mutable_target()->add_legal_ops("torch.aten.silu");
  v1::CompileRequest request;
  request.add_legal_ops("aten.gelu");
  auto resolved = resolveTarget(hello, false, {}, "npu", request.legal_ops());
  ASSERT_TRUE(resolved.ok());
  EXPECT_THAT(resolved->legal_ops(),
              testing::ElementsAre("torch.aten.gelu", "torch.aten.silu"));
}

TEST(KeysTest, TargetsHaveOneForm) {
  v1::Target loose = target();
  for (const char *feature : {"+b", "-a", "-b"})
    loose.add_features(feature);
  auto canonical = canonicalTarget(loose);
  ASSERT_TRUE(canonical.ok());
  EXPECT_THAT(canonical->features(), testing::ElementsAre("-a", "-b"));
}

TEST(KeysTest, ListsOfDescriptionsHaveOneForm) {
  v1::Target loose = target();
  for (const char *type : {"i8", "f32", "i8"})
    loose.add_element_types(type);
  for (uint64_t bytes : {1, 2}) {
    loose.add_memory_spaces()->set_name("constants");
    loose.mutable_memory_spaces()->rbegin()->set_bytes(bytes);
  }
  loose.add_memory_spaces()->set_name("arena");
  for (uint64_t speed : {1, 2}) {
    loose.add_speeds()->set_op("linalg.matmul");
    loose.mutable_speeds()->rbegin()->set_multiplications_per_us(speed);
  }
  loose.set_layout(v1::Target::AS_GIVEN);
  auto canonical = canonicalTarget(loose);
  ASSERT_TRUE(canonical.ok());
  EXPECT_THAT(canonical->element_types(), testing::ElementsAre("f32", "i8"));
  ASSERT_EQ(canonical->memory_spaces_size(), 2);
  EXPECT_EQ(canonical->memory_spaces(0).name(), "arena");
  EXPECT_EQ(canonical->memory_spaces(1).bytes(), 2u)
      << "the last of a name counts";
  ASSERT_EQ(canonical->speeds_size(), 1);
  EXPECT_EQ(canonical->speeds(0).multiplications_per_us(), 2u);
  EXPECT_EQ(canonical->layout(), v1::Target::AS_GIVEN);
}

/// Workers that know one target and one plugin.
v1::WorkerHello helloWithPlugin() {
  v1::WorkerHello hello;
  hello.add_targets()->set_name("npu");
  *hello.mutable_targets(0)->mutable_target() = target();
  hello.add_plugins()->set_name("gain");
  hello.mutable_plugins(0)->set_sha256("aa");
  return hello;
}

TEST(KeysTest, PluginsAreNamedWithTheirBytes) {
  v1::Target described = target();
  described.add_plugins()->set_name("gain");
  described.add_plugins()->set_name("gain");
  auto resolved = resolveTarget(helloWithPlugin(), true, described, "", {});
  ASSERT_TRUE(resolved.ok()) << resolved.status();
  ASSERT_EQ(resolved->plugins_size(), 1);
  EXPECT_EQ(resolved->plugins(0).sha256(), "aa");
  described.mutable_plugins(1)->set_sha256("bb");
  EXPECT_THAT(
      std::string(resolveTarget(helloWithPlugin(), true, described, "", {})
                      .status()
                      .message()),
      HasSubstr("target.plugins[1].sha256: is bb, and the file has aa"));
  described.mutable_plugins(1)->set_name("gian");
  EXPECT_THAT(
      std::string(resolveTarget(helloWithPlugin(), true, described, "", {})
                      .status()
                      .message()),
      HasSubstr("target.plugins[1].name: there is no plugin 'gian'; there are "
                "gain"));
}

TEST(KeysTest, WhatSaysTheDefaultIsWhatSaysNothing) {
  v1::Target loud = target();
  loud.set_emit(v1::Target::EXECUTABLE);
  loud.set_layout(v1::Target::BY_VECTORS);
  EXPECT_EQ(canonicalTarget(loud)->SerializeAsString(),
            canonicalTarget(target())->SerializeAsString());
  v1::WorkerHello hello = helloWithPlugin();
  hello.mutable_targets(0)->mutable_target()->set_emit(v1::Target::ASSEMBLY);
  v1::Target derived;
  derived.set_base("npu");
  EXPECT_EQ(resolveTarget(hello, true, derived, "", {})->emit(),
            v1::Target::ASSEMBLY);
  derived.set_emit(v1::Target::EXECUTABLE);
  EXPECT_EQ(resolveTarget(hello, true, derived, "", {})->emit(),
            v1::Target::EXECUTABLE);
}

TEST(KeysTest, PartsAreInKeysOfThePlanAndHaveThoseOfTheirOwnTarget) {
  v1::CompileOptions options;
  options.add_placements("@f=npu");
  auto parts = resolveParts(helloWithPlugin(), target(), options.placements());
  ASSERT_TRUE(parts.ok()) << parts.status();
  v1::Target main = target();
  main.set_cpu("znver3");
  const Keys mixed(main, options, "id", *parts);
  EXPECT_EQ(mixed.part("npu").kernel(kModule).digest,
            Keys(target(), {}, "id").kernel(kModule).digest);
  EXPECT_EQ(mixed.kernel(kModule).digest,
            Keys(main, {}, "id").kernel(kModule).digest);
  PartTargets others = *parts;
  others["npu"].set_cpu("znver2");
  const Keys changed(main, options, "id", others);
  EXPECT_NE(mixed.plan(kModule).digest, changed.plan(kModule).digest);
  EXPECT_NE(mixed.request(kModule).digest, changed.request(kModule).digest);
  EXPECT_EQ(mixed.link(kHost, {kA}, kManifest).digest,
            changed.link(kHost, {kA}, kManifest).digest)
      << "the manifest says it";
  options.add_placements("npu");
  EXPECT_EQ(resolveParts(helloWithPlugin(), target(), options.placements())
                .status()
                .message(),
            "options.placements: 'npu' is not NAME=TARGET");
}

TEST(KeysTest, TriplesWithoutAVendorAreCompleted) {
  v1::Target debian = target(), full = target(), other = target();
  debian.set_triple("aarch64-linux-gnu");
  full.set_triple("aarch64-unknown-linux-gnu");
  other.set_triple("riscv64-unknown-elf");
  EXPECT_EQ(canonicalTarget(debian)->triple(), full.triple());
  EXPECT_EQ(canonicalTarget(full)->triple(), full.triple());
  v1::Target firmware = target();
  firmware.set_triple("thumbv7em-none-eabihf");
  EXPECT_EQ(canonicalTarget(firmware)->triple(),
            "thumbv7em-unknown-none-eabihf");
  EXPECT_EQ(canonicalTarget(other)->triple(), other.triple());
}

TEST(KeysTest, TargetsAreNamedOrDescribed) {
  v1::WorkerHello hello;
  for (const char *name : {"host", "npu"}) {
    auto *named = hello.add_targets();
    named->set_name(name);
    *named->mutable_target() = target();
    named->mutable_target()->set_cpu(name);
  }
  EXPECT_EQ(resolveTarget(hello, false, {}, "", {})->cpu(), "host");
  EXPECT_EQ(resolveTarget(hello, false, {}, "npu", {})->cpu(), "npu");
  v1::Target described = target();
  described.clear_cpu();
  EXPECT_EQ(resolveTarget(hello, true, described, "", {})->cpu(), "generic");
  absl::Status unknown = resolveTarget(hello, false, {}, "tpu", {}).status();
  EXPECT_EQ(unknown.code(), absl::StatusCode::kInvalidArgument);
  EXPECT_EQ(unknown.message(),
            "target: there is no target named 'tpu'; did you mean 'npu'? "
            "There are host, npu");
}

TEST(KeysTest, DescriptionsInheritFromRegisteredTargets) {
  v1::WorkerHello hello;
  auto *named = hello.add_targets();
  named->set_name("npu");
  *named->mutable_target() = fullTarget();
  named->mutable_target()->clear_base();
  v1::Target described;
  described.set_base("npu");
  described.set_cpu("npu2");
  described.add_features("-avx2");
  described.add_phases()->set_name("codegen");
  auto target = resolveTarget(hello, true, described, "", {});
  ASSERT_TRUE(target.ok()) << target.status();
  EXPECT_EQ(target->base(), "");
  EXPECT_EQ(target->triple(), fullTarget().triple());
  EXPECT_EQ(target->cpu(), "npu2");
  EXPECT_EQ(target->vector_bits(), 256u);
  EXPECT_THAT(target->features(), testing::ElementsAre("-avx2", "-sse4a"));
  ASSERT_EQ(target->phases_size(), 3);
  EXPECT_EQ(target->phases(2).name(), "codegen");
  described.set_base("tpu");
  EXPECT_EQ(resolveTarget(hello, true, described, "", {}).status().message(),
            "target.base: there is no target named 'tpu'; did you mean 'npu'? "
            "There are npu");
}

TEST(KeysTest, ANameThatLooksLikeATripleIsAName) {
  v1::WorkerHello hello;
  auto *named = hello.add_targets();
  named->set_name("my-own-npu");
  *named->mutable_target() = target();
  v1::Target given;
  given.set_triple("my-own-npu");
  EXPECT_EQ(resolveTarget(hello, true, given, "", {})->cpu(), "znver4");
  given.set_cpu("other");
  EXPECT_EQ(resolveTarget(hello, true, given, "", {})->triple(), "my-own-npu");
}

TEST(KeysTest, WrongTargetsNameTheField) {
  struct {
    const char *triple, *cpu, *feature, *legalOp, *error;
  } cases[] = {
      {"", "", nullptr, nullptr, "target.triple: is empty"},
      {"t", "native", nullptr, nullptr, "target.cpu: 'native' does not say"},
      {"t", "host", nullptr, nullptr, "target.cpu: 'host' does not say"},
      {"t", "", "avx", nullptr, "target.features: 'avx' is not '+' or '-'"},
      {"t", "", "+", nullptr, "target.features: '+' is not '+' or '-'"},
      {"t", "", nullptr, "", "target.legal_ops: has an empty name"},
  };
  for (const auto &[triple, cpu, feature, legalOp, error] : cases) {
    v1::Target wrong;
    wrong.set_triple(triple);
    wrong.set_cpu(cpu);
    if (feature)
      wrong.add_features(feature);
    if (legalOp)
      wrong.add_legal_ops(legalOp);
    absl::Status status = canonicalTarget(wrong).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << error;
    EXPECT_THAT(std::string(status.message()), HasSubstr(error));
  }
}

} // namespace
} // namespace ingot::server
