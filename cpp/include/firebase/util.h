#ifndef FIREBASE_UTIL_H_
#define FIREBASE_UTIL_H_

#include <stddef.h>

#include "firebase/app.h"
#include "firebase/future.h"

namespace firebase {

/// Initializes several libraries in order. This is useful on systems where a library may be
/// missing. On a desktop no library is missing; the class exists so that programs that use it
/// compile.
class ModuleInitializer {
 public:
  /// Initializes one library, for example with Auth::GetAuth(), and returns the result.
  typedef InitResult (*InitializerFn)(App* app, void* context);

  ModuleInitializer();
  /// Destroys the object. Its futures do not change.
  virtual ~ModuleInitializer();

  ModuleInitializer(const ModuleInitializer&) = delete;
  ModuleInitializer& operator=(const ModuleInitializer&) = delete;

  /// Calls functions in order, during this call, until one fails.
  ///
  /// @return A completed future. Its error is 0, or the number of functions that did not succeed or
  /// were not called. NULL functions are skipped.
  Future<void> Initialize(App* app, void* context, const InitializerFn* init_fns,
                          size_t init_fns_count);
  /// Calls one function.
  Future<void> Initialize(App* app, void* context, InitializerFn init_fn);
  /// The future of the last Initialize(); invalid before the first call.
  Future<void> InitializeLastResult();

 private:
  Future<void> last_result_;
};

}  // namespace firebase

#endif  // FIREBASE_UTIL_H_
