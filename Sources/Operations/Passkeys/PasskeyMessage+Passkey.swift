import Identity
import IdentityWire
import WebAuthn

extension PasskeyMessage {
  /// Describes a passkey to its user.
  init(naming passkey: Passkey) {
    self.init()
    credentialId = passkey.clientID
    name = passkey.name
    rpId = passkey.rpID
    createdAt = Int64Text(passkey.createdAt.milliseconds)
    lastUsedAt = passkey.lastUsedAt.map { Int64Text($0.milliseconds) }
  }

  /// Describes a passkey with everything that another server needs to import it. Nothing in it is secret.
  init(exporting passkey: Passkey) {
    self.init(naming: passkey)
    guard !passkey.isMadeUp else { return }
    publicKey = Base64URL.encode(passkey.publicKey)
    signCount = Int64(passkey.signCount)
    backupEligible = passkey.isBackupEligible
    backedUp = passkey.isBackedUp
    transports = passkey.transports.isEmpty ? nil : passkey.transports
    aaguid = Base64URL.encode(passkey.aaguid)
    userHandle = Base64URL.encode(passkey.userHandle)
  }
}

extension Passkey {
  /// Creates a passkey from an upload. Nil if its ID, key, RP ID or user handle is missing or invalid.
  ///
  /// - Parameters:
  ///   - account: the passkey's future account.
  ///   - takesMadeUp: true to accept passkeys without a key, as on development servers and the emulator.
  init?(_ info: PasskeyMessage, of account: Account, takesMadeUp: Bool, now: Instant) {
    if takesMadeUp, info.publicKey?.isEmpty != false {
      self.init(madeUp: Array((info.credentialId ?? "").utf8), info.name, of: account, now: now)
      return
    }
    guard let id = info.credentialId.flatMap({ Base64Bytes.decode($0) }),
      (1...AuthenticatorData.maximumCredentialIDLength).contains(id.count),
      let key = info.publicKey.flatMap({ Base64Bytes.decode($0) }), COSEKey(encoded: key) != nil,
      let signCount = UInt32(exactly: info.signCount ?? 0),
      let aaguid = info.aaguid.map({ Base64Bytes.decode($0) }) ?? [UInt8](repeating: 0, count: 16),
      aaguid.count == 16, let rpID = info.rpId.flatMap({ RelyingPartyID($0) }),
      let handle = info.userHandle.flatMap({ Base64Bytes.decode($0) }),
      PasskeyUser.handleLengths.contains(handle.count)
    else { return nil }
    let moments = [info.createdAt, info.lastUsedAt].compactMap { $0.map { Instant(milliseconds: $0.value) } }
    guard moments.allSatisfy(Instant.ofAccounts.contains) else { return nil }
    self.init(
      credentialID: id, publicKey: key, signCount: signCount, isBackupEligible: info.backupEligible ?? false,
      isBackedUp: info.backedUp ?? false, transports: Passkey.knownTransports(info.transports),
      aaguid: aaguid,
      name: Passkey.displayableName(info.name), rpID: rpID.rawValue, userHandle: handle,
      createdAt: info.createdAt.map { Instant(milliseconds: $0.value) } ?? now,
      lastUsedAt: info.lastUsedAt.map { Instant(milliseconds: $0.value) })
  }

  /// Creates a passkey without a key. Nil if the ID is empty or too long.
  init?(madeUp credentialID: [UInt8], _ name: String?, of account: Account, now: Instant) {
    guard (1...AuthenticatorData.maximumCredentialIDLength).contains(credentialID.count) else { return nil }
    self.init(
      credentialID: credentialID, publicKey: [], signCount: 0, isBackupEligible: false, isBackedUp: false,
      aaguid: [UInt8](repeating: 0, count: 16), name: Passkey.displayableName(name), rpID: "localhost",
      userHandle: PasskeyUser.handle(of: account), createdAt: now)
  }

  /// Returns the authenticator's transports that can be stored.
  static func knownTransports(_ given: [String]?) -> [String] {
    (given ?? []).filter { text in
      (1...maximumTransportLength).contains(text.utf8.count)
        && text.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D }
    }.prefix(maximumTransports).map(\.self)
  }

  /// Returns a user's name for a passkey, shortened to one line.
  static func displayableName(_ given: String?...) -> String {
    given.compactMap { $0.map(oneLine) }.first { !$0.isEmpty } ?? "Unnamed Passkey"
  }

  private static func oneLine(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumNameLength) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line.append(" ")
      default: line.append(scalar)
      }
    }
    return String(line).split(separator: " ").joined(separator: " ")
  }
}
