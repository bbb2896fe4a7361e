import GRDB
import Identity

extension StoreError {
  /// What the store throws for what came up from below it. Statements may stand in the text, their arguments
  /// do not.
  init(_ error: any Error) {
    switch error {
    case let error as StoreError: self = error
    case let failure as SQLFailure: self = failure.storeError
    case let error as DatabaseError:
      self = .unavailable("SQLite \(error.extendedResultCode.rawValue): \(error.message ?? "no message")")
    case is CancellationError: self = .unavailable("the caller was cancelled")
    default: self = .unavailable("\(type(of: error))")
    }
  }
}
