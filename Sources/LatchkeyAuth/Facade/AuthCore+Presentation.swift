import Foundation
import Synchronization

extension AuthCore {
  /// A sign-in in a browser that goes on.
  struct Presentation: Sendable {
    var cancel: @Sendable () -> Void
  }

  /// Runs while no other sign-in in a browser does, and until it is cancelled.
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
        // Only a user who gives up is one of the reasons of `webContextCancelled`.
        if Task.isCancelled { throw CancellationError() }
        throw error
      }
    } onCancel: {
      task.cancel()
    }
  }

  /// Ends the sign-in in a browser that goes on, if there is one, as if its user had given up.
  func cancelPresentation() { presentation.withLock { $0 }?.cancel() }
}

extension Auth {
  /// As when the user of the browser had given up: whoever waits for them gets `webContextCancelled`.
  package func cancelPresentation() { core.cancelPresentation() }
}
