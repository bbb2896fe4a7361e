import Foundation

/// An app's closure on its way to the main actor.
///
/// Its type is the official SDK's: neither `Sendable` nor of an actor, so that what compiles with that
/// compiles with this. A closure that was written on the main actor belongs to it, and runs there. One that
/// was written elsewhere may hold what is not `Sendable`: nothing but the call on the main actor touches it
/// here.
struct Completion<each Value>: @unchecked Sendable {
  let body: (repeat each Value) -> Void

  init(_ body: @escaping (repeat each Value) -> Void) { self.body = body }

  @MainActor func callAsFunction(_ value: repeat each Value) { body(repeat each value) }
}

/// Runs an operation and tells a completion what came of it: once, on the main actor, the value or the
/// error and never both.
func complete<Value: Sendable>(
  _ completion: ((Value?, (any Error)?) -> Void)?,
  _ operation: @escaping @Sendable () async throws -> Value
) {
  let completion = completion.map { Completion($0) }
  Task {
    do {
      let value = try await operation()
      await completion?(value, nil)
    } catch {
      await completion?(nil, AuthError.of(error))
    }
  }
}

/// As ``complete(_:_:)-(_,_)``, for an operation that gives nothing back.
func complete(
  _ completion: (((any Error)?) -> Void)?, _ operation: @escaping @Sendable () async throws -> Void
) {
  let completion = completion.map { Completion($0) }
  Task {
    do {
      try await operation()
      await completion?(nil)
    } catch {
      await completion?(AuthError.of(error))
    }
  }
}

extension AuthError {
  /// Errors reach apps as `NSError` objects of one domain: `catch let error as NSError` matches nothing
  /// else where there is no Objective-C.
  package static func of(_ error: any Error) -> any Error {
    switch error {
    case is AuthError: error
    case is CancellationError: AuthError(.internalError, "The task was cancelled.", underlying: error)
    default: AuthError(.internalError, underlying: error)
    }
  }
}
