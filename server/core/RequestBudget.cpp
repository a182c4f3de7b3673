//===- RequestBudget.cpp - what requests hold in the front ----------------===//

#include "server/core/RequestBudget.h"

#include "server/scheduler/WorkerPool.h"

#include "absl/strings/str_cat.h"

namespace ingot::server {

/// Shared with what was given out.
struct RequestBudget::Books {
  explicit Books(const Limits &most) : limits(most) {}

  const Limits limits;
  absl::Mutex mutex;
  Limits all ABSL_GUARDED_BY(mutex) = {0, 0};
  std::map<std::string, Limits> tenants ABSL_GUARDED_BY(mutex);

  void add(const std::string &tenant, int64_t bytes, int64_t requests)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex) {
    auto own = tenants.try_emplace(tenant, Limits{0, 0}).first;
    for (Limits *held : {&all, &own->second}) {
      held->bytes += bytes;
      held->requests += requests;
    }
    if (own->second.requests == 0 && own->second.bytes == 0)
      tenants.erase(own);
  }
};

namespace {

constexpr char kForBytesName[] = "ingot/for-bytes";

absl::Status refused(absl::string_view who, const RequestBudget::Limits &held,
                     bool isForBytes) {
  absl::Status status = withFault(
      absl::ResourceExhaustedError(absl::StrCat(
          held.requests, " requests of ", who, " with ", held.bytes >> 20,
          " MiB of programs wait already; try again later")),
      WorkFault::FullQueue);
  if (isForBytes)
    status.SetPayload(kForBytesName, absl::Cord());
  return status;
}

} // namespace

bool isForBytes(const absl::Status &status) {
  return status.GetPayload(kForBytesName).has_value();
}

RequestBudget::RequestBudget(const Limits &limits)
    : books_(std::make_shared<Books>(limits)) {}

absl::StatusOr<RequestBudget::Share>
RequestBudget::take(const std::string &tenant, int64_t bytes,
                    int64_t requests) {
  const Limits &limits = books_->limits;
  absl::MutexLock lock(&books_->mutex);
  const Limits &all = books_->all;
  if (all.requests + requests > limits.requests)
    return refused("all tenants", all, /*isForBytes=*/false);
  if (all.bytes + bytes > limits.bytes)
    return refused("all tenants", all, /*isForBytes=*/true);
  auto found = books_->tenants.find(tenant);
  const Limits own =
      found == books_->tenants.end() ? Limits{0, 0} : found->second;
  if (own.requests + requests > limits.requests / 2)
    return refused("this tenant", own, /*isForBytes=*/false);
  if (own.bytes + bytes > limits.bytes / 2)
    return refused("this tenant", own, /*isForBytes=*/true);
  books_->add(tenant, bytes, requests);
  return Share(nullptr,
               [books = books_, tenant, bytes, requests](const void *) {
                 absl::MutexLock ended(&books->mutex);
                 books->add(tenant, -bytes, -requests);
               });
}

RequestBudget::Limits RequestBudget::held() const {
  absl::MutexLock lock(&books_->mutex);
  return books_->all;
}

} // namespace ingot::server
