#if canImport(Darwin)
  import Foundation
  import Security

  /// Stores sessions in the keychain: the default storage on Apple's systems.
  ///
  /// The sessions are readable after the first unlock of the device. They stay on the device unless they are
  /// synchronizable.
  ///
  /// A keychain has no lock. ``exclusively(_:_:)`` excludes the other threads of this process. With a lock
  /// directory that several processes share (in their app group), it also excludes those processes. A thread
  /// inside ``exclusively(_:_:)`` may call it again.
  ///
  /// A program without a keychain entitlement, such as most command-line tools, uses ``FileStorage``.
  public final class KeychainStorage: AuthStorage {
    private let service: String
    private let accessGroup: String?
    private let isSynchronizable: Bool
    private let locks = KeyLocks()
    private let shared: FileStorage?

    /// - Parameters:
    ///   - service: the name that distinguishes the app's items from those of other apps.
    ///   - accessGroup: the keychain group that shares the sessions; nil for the app's own group.
    ///   - isSynchronizable: true to synchronize the sessions to the user's other devices.
    ///   - lockDirectory: the directory for locks of the processes that share the sessions.
    public init(
      service: String, accessGroup: String? = nil, isSynchronizable: Bool = false, lockDirectory: URL? = nil
    ) {
      self.service = service
      self.accessGroup = accessGroup
      self.isSynchronizable = isSynchronizable
      shared = lockDirectory.map { FileStorage(directory: $0) }
    }

    public func load(_ key: String) throws -> Data? {
      var query = query(key)
      query[kSecReturnData as String] = true
      query[kSecMatchLimit as String] = kSecMatchLimitOne
      var found: CFTypeRef?
      let status = SecItemCopyMatching(query as CFDictionary, &found)
      if status == errSecItemNotFound { return nil }
      try check(status, "SecItemCopyMatching")
      return found as? Data
    }

    public func save(_ data: Data, for key: String) throws {
      let query = query(key)
      let change: [String: Any] = [
        kSecValueData as String: data,
        // Items bound to this device are not synchronized.
        kSecAttrAccessible as String: isSynchronizable
          ? kSecAttrAccessibleAfterFirstUnlock : kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly,
      ]
      let status = SecItemUpdate(query as CFDictionary, change as CFDictionary)
      guard status == errSecItemNotFound else { return try check(status, "SecItemUpdate") }
      let item = query.merging(change) { $1 }
      try check(SecItemAdd(item as CFDictionary, nil), "SecItemAdd")
    }

    public func remove(_ key: String) throws {
      let status = SecItemDelete(query(key) as CFDictionary)
      if status != errSecItemNotFound { try check(status, "SecItemDelete") }
    }

    public func exclusively<Result>(_ key: String, _ body: () throws -> Result) throws -> Result {
      if let shared { return try shared.exclusively(key, body) }
      return try locks.withLock(key, body)
    }

    private func query(_ key: String) -> [String: Any] {
      var query: [String: Any] = [
        kSecClass as String: kSecClassGenericPassword,
        kSecAttrService as String: service,
        kSecAttrAccount as String: key,
        kSecUseDataProtectionKeychain as String: true,
        kSecAttrSynchronizable as String: isSynchronizable,
      ]
      if let accessGroup { query[kSecAttrAccessGroup as String] = accessGroup }
      return query
    }

    private func check(_ status: OSStatus, _ function: String) throws {
      guard status != errSecSuccess else { return }
      let reason = "\(function) (\(status))"
      throw AuthError(
        .keychainError, failureReason: reason,
        underlying: NSError(domain: NSOSStatusErrorDomain, code: Int(status)))
    }
  }
#endif
