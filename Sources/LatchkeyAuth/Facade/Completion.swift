import Foundation

// An app's closures run on the main actor, and their types declare this. Swift 6 then rejects captures that
// another actor or thread also uses. `@preconcurrency` would turn these errors into warnings in Swift 6. For
// Swift 5 there are overloads with FirebaseAuth's own types (`Facade/Swift5`), so that code for FirebaseAuth
// compiles unchanged.

/// Runs an operation and calls a completion with its result: once, on the main actor, with either a value or
/// an error.
func complete<Value: Sendable>(
  _ completion: (@MainActor (Value?, (any Error)?) -> Void)?,
  _ operation: @escaping @Sendable () async throws -> Value
) {
  Task {
    do {
      let value = try await operation()
      await completion?(value, nil)
    } catch {
      await completion?(nil, AuthError.of(error))
    }
  }
}

/// Does the same as ``complete(_:_:)-(_,_)``, for an operation without a value.
func complete(
  _ completion: (@MainActor ((any Error)?) -> Void)?, _ operation: @escaping @Sendable () async throws -> Void
) {
  Task {
    do {
      try await operation()
      await completion?(nil)
    } catch {
      await completion?(AuthError.of(error))
    }
  }
}

/// A closure from Swift 5. Only the main actor calls it.
private struct UncheckedClosure<Body>: @unchecked Sendable {
  let body: Body
}

func onMainActor<Value>(_ body: @escaping (Value) -> Void) -> @MainActor (Value) -> Void {
  let closure = UncheckedClosure(body: body)
  return { closure.body($0) }
}

func onMainActor<First, Second>(_ body: @escaping (First, Second) -> Void)
  -> @MainActor (First, Second) -> Void
{
  let closure = UncheckedClosure(body: body)
  return { closure.body($0, $1) }
}

extension AuthError {
  /// Converts an error to an `NSError` of the SDK's domain. On systems without Objective-C, `catch let error as
  /// NSError` matches only errors of this type.
  package static func of(_ error: any Error) -> any Error {
    switch error {
    case is AuthError: error
    case is CancellationError: AuthError(.internalError, "The task was cancelled.", underlying: error)
    default: AuthError(.internalError, underlying: error)
    }
  }
}
