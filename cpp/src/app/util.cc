#include "firebase/util.h"

#include "app/future_state.h"

namespace firebase {

ModuleInitializer::ModuleInitializer() = default;
ModuleInitializer::~ModuleInitializer() = default;

Future<void> ModuleInitializer::Initialize(App* app, void* context, const InitializerFn* init_fns,
                                           size_t init_fns_count) {
  if (init_fns == nullptr) init_fns_count = 0;
  size_t done = 0;
  while (done < init_fns_count) {
    if (init_fns[done] != nullptr && init_fns[done](app, context) != kInitResultSuccess) break;
    done++;
  }
  int left = static_cast<int>(init_fns_count - done);
  last_result_ =
      internal::CompletedFuture(left, left == 0 ? "" : "A library could not be made ready.");
  return last_result_;
}

Future<void> ModuleInitializer::Initialize(App* app, void* context, InitializerFn init_fn) {
  return Initialize(app, context, &init_fn, 1);
}

Future<void> ModuleInitializer::InitializeLastResult() { return last_result_; }

}  // namespace firebase
