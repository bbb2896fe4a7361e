#ifndef FIREBASE_UTIL_H_
#define FIREBASE_UTIL_H_

#include <stddef.h>

#include "firebase/app.h"
#include "firebase/future.h"

namespace firebase {

/// Makes several libraries ready, one after another. Useful where one may be missing; on a desktop
/// none is, and this is here so that programs that use it build.
class ModuleInitializer {
 public:
  /// Makes one library ready, such as by Auth::GetAuth(), and says whether it could.
  typedef InitResult (*InitializerFn)(App* app, void* context);

  ModuleInitializer();
  /// Its futures stay as they are.
  virtual ~ModuleInitializer();

  ModuleInitializer(const ModuleInitializer&) = delete;
  ModuleInitializer& operator=(const ModuleInitializer&) = delete;

  /// Calls functions in order, here and now, until one fails.
  ///
  /// @return A completed future. Its error is 0, or how many of the functions were not gone through
  /// with. NULL functions are passed over.
  Future<void> Initialize(App* app, void* context, const InitializerFn* init_fns,
                          size_t init_fns_count);
  /// Calls one function.
  Future<void> Initialize(App* app, void* context, InitializerFn init_fn);
  /// The future of the last call; an invalid one before the first.
  Future<void> InitializeLastResult();

 private:
  Future<void> last_result_;
};

}  // namespace firebase

#endif  // FIREBASE_UTIL_H_
