import Foundation
import Synchronization

extension AuthCore {
  /// A running sign-in in a browser.
  struct Presentation: Sendable {
    var cancel: @Sendable () -> Void
  }

  /// Runs the body as the only sign-in in a browser. The sign-in can be cancelled.
  func presenting<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) async throws
    -> Result
  {
    let task: Task<Result, any Error>? = presentation.withLock { presentation in
      guard presentation == nil else { return nil }
      let task = Task { try await body() }
      presentation = Presentation { task.cancel() }
      return task
    }
    guard let task else { throw AuthError(.webContextAlreadyPresented) }
    defer { presentation.withLock { $0 = nil } }
    return try await withTaskCancellationHandler {
      do {
        return try await task.value
      } catch {
        // `webContextCancelled` means that the user cancelled. A cancelled task is a different case.
        if Task.isCancelled { throw CancellationError() }
        throw error
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends the running sign-in in a browser, if any, as if the user had cancelled it.
  func cancelPresentation() { presentation.withLock { $0 }?.cancel() }
}

extension Auth {
  /// Ends the sign-in as if the user had cancelled in the browser: the waiting caller gets
  /// `webContextCancelled`.
  package func cancelPresentation() { core.cancelPresentation() }
}
