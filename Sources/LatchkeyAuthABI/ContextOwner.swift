import CLatchkeyAuth
import Foundation

/// A context of C code, with the function that releases it.
struct ContextOwner: @unchecked Sendable {
  let context: UnsafeMutableRawPointer?
  let releaseContext: latchkey_release_context?

  /// Releases the context after the callbacks that were requested before.
  func release() {
    guard let releaseContext else { return }
    Callbacks.queue.async { releaseContext(context) }
  }
}
