//===- RunCommand.cpp - ingot run -----------------------------------------===//
//
// Needs no service. Load, call, write, compare, report: each step runs only if
// those before it succeeded, except that results beyond the tolerance are still
// reported. Time is measured around the call alone; with --repeat each call
// starts from the same state.
//
//===----------------------------------------------------------------------===//

#include "client/cli/RunCommand.h"
#include "client/cli/CommandSupport.h"
#include "client/cli/Compare.h"
#include "client/cli/Console.h"
#include "client/cli/NamedTensors.h"
#include "client/runtime/Instance.h"
#include "client/runtime/Npy.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <map>
#include <ostream>
#include <thread>

namespace ingot::client {
namespace {

using runtime::Tensor;

double millisecondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now() - begin)
      .count();
}

/// Runs the steps and owns what they share.
class Runner {
public:
  Runner(const RunOptions &options, std::ostream &out, std::ostream &err)
      : options_(options), out_(out), err_(err) {}

  int run() {
    int code = load();
    if (code == 0)
      code = call();
    if (code == 0)
      code = writeOutputs();
    if (code == 0)
      code = compareAll();
    if (code == 0 || code == 1)
      report(code);
    return code;
  }

private:
  /// 2 for a file that cannot be read or written, 1 for its contents.
  int fail(const absl::Status &status) {
    bool isFile = status.code() == absl::StatusCode::kNotFound ||
                  status.code() == absl::StatusCode::kPermissionDenied;
    printError(err_, std::string(status.message()));
    return isFile ? 2 : 1;
  }

  int load() {
    auto executable = runtime::Executable::load(options_.executable);
    if (!executable.ok())
      return fail(executable.status());
    auto entry = (*executable)->entry(options_.entry);
    if (!entry.ok())
      return fail(entry.status());
    entry_ = *entry;
    names_ = namesOf((*executable)->table(), *entry_);
    if (absl::Status status = loadInputs(); !status.ok())
      return fail(status);
    if (absl::Status status = loadExpects(); !status.ok())
      return fail(status);

    runtime::InstanceOptions instance;
    std::string constants = constantsPath();
    if (!constants.empty()) {
      auto file = runtime::TensorFile::open(constants);
      if (!file.ok())
        return fail(file.status());
      instance.constants.push_back(*file);
    }
    for (const std::string &given : options_.customOps)
      if (absl::Status status = addCustomOp(given, instance.customOps);
          !status.ok())
        return fail(status);
    int threads = options_.threads;
    if (threads <= 0)
      threads = static_cast<int>(std::thread::hardware_concurrency());
    constexpr int kMaxThreads = 256;
    if (threads > kMaxThreads) {
      printError(err_, absl::StrCat("--threads: at most ", kMaxThreads));
      return 2;
    }
    if (threads > 1)
      instance.threads = std::make_shared<runtime::ThreadPool>(threads);
    if (runtime::hasDerivations((*executable)->table()))
      instance.results = openInitialiserCache(options_.initialiserCache,
                                              options_.initialiserCacheBytes,
                                              options_.quiet ? nullptr : &err_);
    auto begin = std::chrono::steady_clock::now();
    auto made = runtime::Instance::create(*executable, std::move(instance));
    if (!made.ok())
      return fail(made.status());
    bindMilliseconds_ = millisecondsSince(begin);
    instance_ = *std::move(made);
    return 0;
  }

  /// .npy files do not tell floats of eight bits apart; the entry does.
  static absl::StatusOr<Tensor> readTensor(const std::string &path,
                                           size_t place,
                                           const ingot_type *types,
                                           int64_t count) {
    absl::StatusOr<Tensor> tensor = runtime::readNpy(path);
    if (tensor.ok() && static_cast<int64_t>(place) < count)
      return tensor->asFloat8(types[place].element);
    return tensor;
  }

  /// Wrong numbers of arguments are the call's to refuse.
  absl::Status loadInputs() {
    auto files = placeFiles("--input", options_.inputs, names_.arguments);
    if (!files.ok())
      return files.status();
    for (size_t i = 0; i < files->paths.size(); ++i) {
      if (files->paths[i].empty())
        return absl::InvalidArgumentError(
            absl::StrCat("--input: there is none for argument ", i, " '",
                         names_.arguments[i], "'"));
      absl::StatusOr<Tensor> tensor = readTensor(
          files->paths[i], i, entry_->arguments, entry_->argument_count);
      if (!tensor.ok())
        return tensor.status();
      inputs_.push_back(*std::move(tensor));
    }
    return absl::OkStatus();
  }

  /// In order, all of them; by name, as many as are of interest.
  absl::Status loadExpects() {
    auto files = placeFiles("--expect", options_.expects, names_.results);
    if (!files.ok())
      return files.status();
    for (size_t i = 0; i < files->paths.size(); ++i) {
      if (files->paths[i].empty())
        continue;
      absl::StatusOr<Tensor> tensor =
          readTensor(files->paths[i], i, entry_->results, entry_->result_count);
      if (!tensor.ok())
        return tensor.status();
      expects_[i] = *std::move(tensor);
    }
    if (!files->byName && !expects_.empty() &&
        static_cast<int64_t>(expects_.size()) != entry_->result_count)
      return absl::InvalidArgumentError(
          absl::StrCat("'", entry_->name, "' has ", entry_->result_count,
                       " results and ", expects_.size(), " were expected"));
    return absl::OkStatus();
  }

  static absl::Status addCustomOp(const std::string &given,
                                  runtime::CustomFunctions &functions) {
    // The last colon separates: a path may have others.
    size_t equals = given.find('='), colon = given.rfind(':');
    if (equals == std::string::npos || colon == std::string::npos ||
        colon < equals)
      return absl::NotFoundError(absl::StrCat("--custom-op: '", given,
                                              "' is not NAME=LIBRARY:SYMBOL"));
    auto function = runtime::loadCustomFunction(
        given.substr(equals + 1, colon - equals - 1), given.substr(colon + 1));
    if (function.ok())
      functions[given.substr(0, equals)] = *std::move(function);
    return function.status();
  }

  std::string constantsPath() const {
    if (!options_.constants.empty())
      return options_.constants;
    std::string path = client::constantsPath(options_.executable);
    std::error_code error;
    return std::filesystem::exists(path, error) ? path : "";
  }

  int call() {
    for (int i = 0; i < std::max(1, options_.repeat); ++i) {
      instance_->reset();
      auto begin = std::chrono::steady_clock::now();
      absl::StatusOr<std::vector<Tensor>> results =
          options_.frames ? callFrames() : instance_->call(*entry_, inputs_);
      if (!results.ok())
        return fail(results.status());
      milliseconds_.push_back(millisecondsSince(begin));
      results_ = *std::move(results);
    }
    return 0;
  }

  /// One call per step of the first axis, on one instance.
  absl::StatusOr<std::vector<Tensor>> callFrames() {
    int64_t frames = -1;
    for (const Tensor &input : inputs_) {
      if (input.shape().empty() || (frames >= 0 && input.shape()[0] != frames))
        return absl::InvalidArgumentError(
            "--frames: the first axis of every argument counts the frames, so "
            "all must have one and agree on its size");
      frames = input.shape()[0];
    }
    if (frames < 1)
      return absl::InvalidArgumentError(
          "--frames: there is no frame; give arguments by --input");
    std::vector<Tensor> stacked(static_cast<size_t>(entry_->result_count));
    for (int64_t frame = 0; frame < frames; ++frame) {
      std::vector<Tensor> step;
      for (size_t i = 0; i < inputs_.size(); ++i)
        step.push_back(frameOf(inputs_[i], frame, i));
      absl::StatusOr<std::vector<Tensor>> results =
          instance_->call(*entry_, step);
      if (!results.ok())
        return results;
      for (size_t i = 0; i < results->size(); ++i) {
        const Tensor &result = (*results)[i];
        if (frame == 0) {
          std::vector<int64_t> shape = result.shape();
          shape.insert(shape.begin(), frames);
          absl::StatusOr<Tensor> all = Tensor::zeros(result.type(), shape);
          if (!all.ok())
            return all.status();
          stacked[i] = *std::move(all);
        }
        if (result.byteSize() * frames != stacked[i].byteSize())
          return absl::InvalidArgumentError(
              "--frames: a result changes its size from frame to frame");
        std::memcpy(stacked[i].data() + frame * result.byteSize(),
                    result.data(), static_cast<size_t>(result.byteSize()));
      }
    }
    return stacked;
  }

  /// One step of an argument, in the shape that the entry takes.
  Tensor frameOf(const Tensor &input, int64_t frame, size_t index) const {
    Tensor step = input.slice(frame, 1); // A leading 1.
    std::vector<int64_t> inner(input.shape().begin() + 1, input.shape().end());
    bool wantsLeading = static_cast<int64_t>(index) < entry_->argument_count &&
                        entry_->arguments[index].rank ==
                            static_cast<int32_t>(input.shape().size());
    return wantsLeading ? step : step.reshaped(inner);
  }

  /// Before the comparison: results that differ are worth a look.
  int writeOutputs() {
    if (options_.outputDir.empty())
      return 0;
    std::error_code error;
    // An error shows when the first file is written.
    std::filesystem::create_directories(options_.outputDir, error);
    for (size_t i = 0; i < results_.size(); ++i)
      if (absl::Status status = runtime::writeNpy(
              absl::StrCat(options_.outputDir, "/output_", i, ".npy"),
              results_[i]);
          !status.ok())
        return fail(status);
    return 0;
  }

  /// All results, not only those up to the first that differs.
  int compareAll() {
    int code = 0;
    for (const auto &[i, expected] : expects_) {
      absl::StatusOr<Difference> difference =
          compare(results_[i], expected, options_.atol, options_.rtol);
      if (!difference.ok()) {
        code = fail(absl::InvalidArgumentError(
            absl::StrCat("result ", i, " ", difference.status().message())));
        differences_[i] = {};
        continue;
      }
      differences_[i] = *difference;
      if (difference->outside == 0)
        continue;
      code = 1;
      printError(
          err_,
          absl::StrFormat(
              "result %d is beyond the tolerance in %d of %d elements; largest "
              "error %.3g absolute, %.3g relative",
              static_cast<int>(i), difference->outside,
              results_[i].elementCount(), difference->absolute,
              difference->relative));
    }
    return code;
  }

  double median() const {
    std::vector<double> sorted = milliseconds_;
    std::sort(sorted.begin(), sorted.end());
    return sorted.empty() ? 0 : sorted[sorted.size() / 2];
  }

  /// Nothing if the program did not run.
  void report(int code) {
    if (milliseconds_.empty())
      return;
    double minimum =
        *std::min_element(milliseconds_.begin(), milliseconds_.end());
    if (options_.json) {
      const auto &initialisers = instance_->initialisers();
      nlohmann::ordered_json results = nlohmann::ordered_json::array();
      for (size_t i = 0; i < results_.size(); ++i) {
        nlohmann::ordered_json result = {
            {"type", runtime::elementName(results_[i].type())},
            {"shape", results_[i].shape()}};
        if (!names_.results[i].empty())
          result["name"] = names_.results[i];
        if (auto found = differences_.find(i); found != differences_.end()) {
          result["max_absolute_error"] = found->second.absolute;
          result["max_relative_error"] = found->second.relative;
          result["beyond_tolerance"] = found->second.outside;
        }
        results.push_back(std::move(result));
      }
      out_ << nlohmann::ordered_json({{"entry", entry_->name},
                                      {"ok", code == 0},
                                      {"milliseconds",
                                       {{"bind", bindMilliseconds_},
                                        {"first", milliseconds_.front()},
                                        {"minimum", minimum},
                                        {"median", median()}}},
                                      {"initialisers",
                                       {{"ran", initialisers.ran},
                                        {"found", initialisers.found},
                                        {"not_kept", initialisers.notKept}}},
                                      {"results", results}})
                  .dump(2)
           << "\n";
      return;
    }
    if (options_.quiet)
      return;
    for (size_t i = 0; i < results_.size(); ++i) {
      out_ << "result " << i << ": " << results_[i].typeName();
      if (!names_.results[i].empty())
        out_ << " '" << names_.results[i] << "'";
      if (auto found = differences_.find(i); found != differences_.end())
        out_ << absl::StrFormat(
            ", largest error %.3g absolute, %.3g relative: %s",
            found->second.absolute, found->second.relative,
            found->second.outside ? "beyond the tolerance" : "as expected");
      out_ << "\n";
    }
    out_ << absl::StrFormat(
        "ran '%s' %d time%s: minimum %.3f ms, median "
        "%.3f ms\n",
        entry_->name, static_cast<int>(milliseconds_.size()),
        milliseconds_.size() == 1 ? "" : "s", minimum, median());
  }

  const RunOptions &options_;
  std::ostream &out_, &err_;
  std::vector<Tensor> inputs_, results_;
  std::map<size_t, Tensor> expects_; ///< By the place of the result.
  EntryNames names_;
  const ingot_entry *entry_ = nullptr;
  std::unique_ptr<runtime::Instance> instance_;
  double bindMilliseconds_ = 0; ///< Binding constants, initialisers included.
  std::vector<double> milliseconds_;
  std::map<size_t, Difference> differences_;
};

} // namespace

std::string outputStem(const std::string &output) {
  std::filesystem::path path(output);
  for (const char *ending : {".so", ".c", ".o", ".wasm"})
    if (path.extension() == ending)
      return path.replace_extension().string();
  return output;
}

std::string constantsPath(const std::string &executable) {
  return outputStem(executable) + ".safetensors";
}

int runCommand(const RunOptions &options, std::ostream &out,
               std::ostream &err) {
  return Runner(options, out, err).run();
}

} // namespace ingot::client
