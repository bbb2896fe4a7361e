import CLatchkeyAuth
import Foundation
import LatchkeyAuth

/// The queue of all callbacks. It runs one callback at a time, in the order of the events. Unlike the main
/// queue, it needs no run loop.
enum Callbacks {
  static let queue = DispatchQueue(label: "latchkey.callbacks")
}

/// Runs an operation and calls the completion once with its result.
///
/// - Parameter prepare: reads the arguments while they are valid, and makes the operation. The completion also
///   receives the errors of this closure.
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

/// Does the same as ``perform(_:_:_:)``, for an operation without a value.
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

/// The C code that waits for an operation. Its context must be usable on any thread.
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
