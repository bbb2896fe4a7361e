import Identity

/// The reason why a statement failed, independent of the driver. The texts contain no stored values.
package enum SQLFailure: Error, Sendable, Equatable {
  case uniqueViolation(UniqueConstraint)
  /// A row refers to an account that does not exist.
  case foreignKeyViolation
  /// The database cannot store an argument.
  case unfitArgument(String)
  /// A stored value cannot be understood.
  case corrupt(String)
  /// The database aborted the transaction in favour of another. It may be run again.
  case transactionAborted
  /// The wait for a row lock took too long.
  case lockTimeout
  /// The connection was lost. Nothing of the transaction was committed.
  case connectionLost(String)
  case failed(String)
}

extension SQLFailure {
  var storeError: StoreError {
    switch self {
    case .uniqueViolation(let constraint): .conflict(constraint.conflict)
    // The account existed when the decision was made.
    case .foreignKeyViolation: .conflict(.stale)
    case .unfitArgument(let what): .unavailable("cannot be stored: \(what)")
    case .corrupt(let what): .unavailable("the database holds \(what) that cannot be understood")
    case .transactionAborted, .lockTimeout: .overloaded
    case .connectionLost(let text), .failed(let text): .unavailable(text)
    }
  }
}
