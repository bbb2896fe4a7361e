import Identity

/// Why a statement failed, in words that do not depend on the driver. The texts hold no stored values.
enum SQLFailure: Error, Sendable, Equatable {
  case uniqueViolation(UniqueConstraint)
  /// A row was to belong to an account that is not there.
  case foreignKeyViolation
  /// An argument that the database cannot hold.
  case unfitArgument(String)
  /// A stored value that cannot be understood.
  case corrupt(String)
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
    case .failed(let text): .unavailable(text)
    }
  }
}
