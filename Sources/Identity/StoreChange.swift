/// Something that every server keeps a copy of, and that one of them changed in a database that they share.
public enum StoreChange: String, Sendable, CaseIterable {
  case signingKeys
  /// Projects and tenants.
  case configuration
}

/// A database that tells the servers that share it what one of them changed. They read their copies anew every few
/// seconds without that, too: what gets lost is late, and no more.
public protocol StoreChanges: Sendable {
  /// Everything that is changed from now on, and everything at once whenever something may have been missed.
  /// Ends with the store.
  func changes() -> AsyncStream<StoreChange>
}

extension StoreWrite {
  /// What servers keep a copy of.
  public var change: StoreChange? {
    switch self {
    case .insertSigningKey, .updateSigningKey, .resealSigningKey: .signingKeys
    case .insertProject, .updateProject, .insertTenant, .updateTenant, .deleteTenant: .configuration
    default: nil
    }
  }
}
