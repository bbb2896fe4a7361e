import Identity

/// Why a statement failed, in words that do not depend on the driver. The texts hold no stored values.
package enum SQLFailure: Error, Sendable, Equatable {
  case uniqueViolation(UniqueConstraint)
  /// A row was to belong to an account that is not there.
  case foreignKeyViolation
  /// An argument that the database cannot hold.
  case unfitArgument(String)
  /// A stored value that cannot be understood.
  case corrupt(String)
  /// The database ended the transaction for the sake of another one: it may be run again.
  case transactionAborted
  /// A row was waited for that somebody else keeps for longer than is waited.
  case lockTimeout
  /// Nothing of the transaction was kept.
  case connectionLost(String)
  case failed(String)
}

extension SQLFailure {
  var storeError: StoreError {
    switch self {
    case .uniqueViolation(let constraint): .conflict(constraint.conflict)
    // The account was there when the decision was made.
    case .foreignKeyViolation: .conflict(.stale)
    case .unfitArgument(let what): .unavailable("cannot be stored: \(what)")
    case .corrupt(let what): .unavailable("the database holds \(what) that cannot be understood")
    case .transactionAborted, .lockTimeout: .overloaded
    case .connectionLost(let text), .failed(let text): .unavailable(text)
    }
  }
}
