import Foundation
import Synchronization

extension AuthCore {
  /// A sign-in in a browser that is under way.
  struct Presentation: Sendable {
    var cancel: @Sendable () -> Void
  }

  /// Runs the body as the only sign-in in a browser, until it is cancelled.
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
        // `webContextCancelled` means that the user gave up. A cancelled task is different.
        if Task.isCancelled { throw CancellationError() }
        throw error
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends the sign-in in a browser that is under way, if any, as if its user had given up.
  func cancelPresentation() { presentation.withLock { $0 }?.cancel() }
}

extension Auth {
  /// Cancels as if the user had given up in the browser: the waiting caller gets `webContextCancelled`.
  package func cancelPresentation() { core.cancelPresentation() }
}
