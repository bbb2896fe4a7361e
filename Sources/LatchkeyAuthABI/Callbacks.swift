import CLatchkeyAuth
import Foundation
import LatchkeyAuth

/// Where every callback is called: one at a time, in the order of what they tell. Nobody needs to look after it, unlike
/// the main queue.
enum Callbacks {
  static let queue = DispatchQueue(label: "latchkey.callbacks")
}

/// Runs an operation and tells the completion what came of it, once.
///
/// - Parameter prepare: looks at the arguments while they are there, and makes the operation. What it throws is told
///   to the completion, too.
func perform(
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?,
  _ prepare: () throws -> @Sendable () async throws -> OperationResult
) {
  let caller = WaitingCaller(completion: completion, context: context)
  do {
    let operation = try prepare()
    Task {
      do { caller.tell(.success(try await operation())) } catch { caller.tell(.failure(error)) }
    }
  } catch {
    caller.tell(.failure(error))
  }
}

/// As ``perform(_:_:_:)``, for an operation that gives nothing.
func performNothing(
  _ completion: latchkey_completion?, _ context: UnsafeMutableRawPointer?,
  _ prepare: () throws -> @Sendable () async throws -> Void
) {
  perform(completion, context) {
    let operation = try prepare()
    return {
      try await operation()
      return OperationResult()
    }
  }
}

/// The C code that waits for an operation. The context is its own business, on whatever thread.
private struct WaitingCaller: @unchecked Sendable {
  let completion: latchkey_completion?
  let context: UnsafeMutableRawPointer?

  func tell(_ outcome: Result<OperationResult, any Error>) {
    Callbacks.queue.async {
      switch outcome {
      case .success(let result):
        let handle = Handle(result)
        withExtendedLifetime(handle) { completion?(context, handle.borrowed, nil) }
      case .failure(let error):
        let handle = Handle(AuthError.reported(error))
        withExtendedLifetime(handle) { completion?(context, nil, handle.borrowed) }
      }
    }
  }
}
