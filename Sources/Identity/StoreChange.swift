/// A kind of data that every server caches, and that a server changed in the shared database.
public enum StoreChange: String, Sendable, CaseIterable {
  case signingKeys
  /// Projects and tenants.
  case configuration
}

/// A database that notifies the servers that share it of changes. Servers also reload their caches every few seconds,
/// so a lost notification only causes a delay.
public protocol StoreChanges: Sendable {
  /// The changes from now on. If some may have been missed, it reports all kinds of changes at once. Ends when the
  /// store is closed.
  func changes() -> AsyncStream<StoreChange>
}

extension StoreWrite {
  /// The cached data that the write changes; nil if it changes none.
  public var change: StoreChange? {
    switch self {
    case .insertSigningKey, .updateSigningKey, .resealSigningKey: .signingKeys
    case .insertProject, .updateProject, .insertTenant, .updateTenant, .deleteTenant: .configuration
    default: nil
    }
  }
}
