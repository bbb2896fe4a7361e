import Foundation

/// Runs an operation and tells a completion what came of it: once, on the main actor, the value or the error and
/// never both.
func complete<Value: Sendable>(
  _ completion: (@MainActor @Sendable (Value?, (any Error)?) -> Void)?,
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
  _ completion: (@MainActor @Sendable ((any Error)?) -> Void)?,
  _ operation: @escaping @Sendable () async throws -> Void
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

extension AuthError {
  /// Errors reach apps as `NSError` objects of one domain: `catch let error as NSError` matches nothing else where
  /// there is no Objective-C.
  static func of(_ error: any Error) -> any Error {
    error is AuthError ? error : AuthError(.internalError, underlying: error)
  }
}
