//===- PoolTemplate.cpp - the template of a pool's workers ----------------===//
//
// The part of ProcessWorkerPool that starts the template, reads what it says
// and what its workers write to stderr, and ends it. WorkerSupply decides when.
//
//===----------------------------------------------------------------------===//

#include "cache/key/SteadyTime.h"
#include "server/scheduler/ProcessWorkerPool.h"

#include <spdlog/spdlog.h>

#include <unistd.h>

namespace ingot::server {

void ProcessWorkerPool::startTemplate() {
  auto process = TemplateProcess::start(options_);
  if (!process.ok())
    return onTemplateGone(std::string(process.status().message()));
  supply_.onTemplateStarted(steadyNow());
  adoptTemplate(*std::move(process));
}

void ProcessWorkerPool::adoptTemplate(
    std::unique_ptr<TemplateProcess> process) {
  template_ = std::move(process);
  absl::StatusOr<EventLoop::Watch> watch =
      loop_->watch(template_->control(), [this](uint32_t) { readTemplate(); });
  if (!watch.ok())
    return onTemplateGone(std::string(watch.status().message()));
  templateWatch_ = *watch;
  watch = loop_->watch(template_->errors(), [this](uint32_t) { readErrors(); });
  if (!watch.ok())
    return onTemplateGone(std::string(watch.status().message()));
  errorsWatch_ = *watch;
}

void ProcessWorkerPool::readErrors() {
  char bytes[64 << 10];
  ssize_t got = read(template_->errors(), bytes, sizeof(bytes));
  if (got > 0)
    return output_.feed({bytes, static_cast<size_t>(got)}, steadyNow());
  // Its end is that of the template and all workers.
  if (got == 0)
    loop_->unwatch(std::exchange(errorsWatch_, 0));
}

void ProcessWorkerPool::readTemplate() {
  while (template_) {
    absl::StatusOr<std::optional<TemplateEvent>> event = template_->next();
    if (!event.ok())
      return onTemplateGone(std::string(event.status().message()));
    if (!event->has_value())
      return;
    switch ((*event)->kind) {
    case TemplateEvent::Hello:
      onTemplateHello((*event)->hello);
      break;
    case TemplateEvent::Spawned:
      onWorkerProcess((*event)->spawn, std::move((*event)->pidfd));
      break;
    case TemplateEvent::Exited:
      onWorkerExit((*event)->spawn, (*event)->waitStatus);
      break;
    }
  }
}

void ProcessWorkerPool::onTemplateHello(const v1::WorkerHello &hello) {
  // What another build makes must not be kept under this one's name.
  if (hello.compiler_identity() != hello_.compiler_identity())
    return onTemplateUseless(
        "ingot-worker is another build than it was; restart ingotd");
  supply_.onHello();
}

void ProcessWorkerPool::onTemplateGone(const std::string &why) {
  endTemplate(why);
  supply_.onTemplateGone(why, steadyNow());
}

void ProcessWorkerPool::onTemplateUseless(const std::string &why) {
  endTemplate(why);
  supply_.onTemplateUseless(why, steadyNow());
}

void ProcessWorkerPool::endTemplate(const std::string &why) {
  spdlog::error("event=template-exit workers={} error=\"{}\"", workers_.size(),
                why);
  loop_->unwatch(templateWatch_);
  if (errorsWatch_) {
    readErrors(); // It may say why.
    loop_->unwatch(std::exchange(errorsWatch_, 0));
  }
  output_.end(steadyNow());
  template_.reset();
  // Its workers die with it, and nobody is left to say how.
  while (!workers_.empty())
    onWorkerExit(workers_.begin()->first, std::nullopt);
}

void ProcessWorkerPool::superviseTemplate() {
  if (supply_.onTimer(steadyNow()))
    onTemplateUseless(kTemplateSilent);
  // First, so that work that is refused does not ask for another template.
  applyRefusal();
  if (template_ || !supply_.needsTemplate(hasWork()))
    return;
  startTemplate();
  applyRefusal();
}

void ProcessWorkerPool::applyRefusal() {
  if (std::optional<absl::Status> refusal = supply_.takeRefusal())
    refuseWaiting(*refusal);
}

} // namespace ingot::server
