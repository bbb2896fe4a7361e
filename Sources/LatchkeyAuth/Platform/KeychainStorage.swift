#if canImport(Darwin)
  import Foundation
  import Security

  /// Keeps sessions in the keychain: the storage on Apple's systems.
  ///
  /// They can be read once the device was unlocked after its start, and stay on the device unless they are made
  /// synchronizable. A keychain has no
  /// lock of its own: ``exclusively(_:_:)`` keeps out the threads of this process, and, with a directory for
  /// locks that the processes share (that of their app group), those of others too. It may be entered again
  /// by the thread that is in it. A program without the entitlement for a keychain, as are most command-line
  /// tools, takes ``FileStorage``.
  public final class KeychainStorage: AuthStorage {
    private let service: String
    private let accessGroup: String?
    private let isSynchronizable: Bool
    private let locks = KeyLocks()
    private let shared: FileStorage?

    /// - Parameters:
    ///   - service: what the keychain tells the items of one app from those of others by.
    ///   - accessGroup: the keychain group to share the sessions with; nil for the app's own.
    ///   - isSynchronizable: whether the sessions follow their user to their other devices.
    ///   - lockDirectory: where the processes that share the sessions lock each other out.
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
        // What is bound to this device is not synchronized.
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
