import Foundation

// Closures of apps run on the main actor, and their types say so: in Swift 6 nothing can be captured that another
// actor or thread uses, too. `@preconcurrency` would turn these errors into warnings in Swift 6. Swift 5 has
// overloads of FirebaseAuth's own types instead (`Facade/Swift5`), so that its code compiles as it is.

/// Runs an operation and tells a completion what came of it: once, on the main actor, the value or the
/// error and never both.
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

/// As ``complete(_:_:)-(_,_)``, for an operation that gives nothing back.
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

/// A closure of Swift 5, which nothing but the main actor calls.
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
