/// A kind of cached data that a server has changed in the shared database. Every server caches this data.
public enum StoreChange: String, Sendable, CaseIterable {
  case signingKeys
  /// Projects and tenants.
  case configuration
}

/// A database that reports changes to all servers that share the database. Servers also reload their caches every few
/// seconds, so a lost notification only causes a delay.
public protocol StoreChanges: Sendable {
  /// Reports the changes from now on. If the stream may have missed changes, it reports all kinds at once. The stream
  /// ends when the store is closed.
  func changes() -> AsyncStream<StoreChange>
}

extension StoreWrite {
  /// The kind of cached data that the write changes. Nil if the data is not cached.
  public var change: StoreChange? {
    switch self {
    case .insertSigningKey, .updateSigningKey, .resealSigningKey: .signingKeys
    case .insertProject, .updateProject, .insertTenant, .updateTenant, .deleteTenant: .configuration
    default: nil
    }
  }
}
