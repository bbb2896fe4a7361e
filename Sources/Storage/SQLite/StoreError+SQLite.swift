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
      // What the connection says last may be about something else, or that nothing is wrong.
      let code = error.extendedResultCode
      let message = error.message.flatMap { $0 == "not an error" ? nil : $0 }
      self = .unavailable("SQLite \(message.map { "\(code.rawValue): \($0)" } ?? code.description)")
    case is CancellationError: self = .unavailable("the caller was cancelled")
    default: self = .unavailable("\(type(of: error))")
    }
  }
}
