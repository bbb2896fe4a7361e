import IdentityWire

/// A passkey of an account: a credential record (WebAuthn Level 3 section 4) and the name that the user gave it.
public struct Passkey: Sendable, Equatable {
  /// The maximum number of characters of a name.
  public static let maximumNameLength = 64
  /// The maximum number of stored transport names of one passkey, and the maximum length of a name in bytes.
  public static let maximumTransports = 8
  public static let maximumTransportLength = 32

  /// A credential ID in base64url without padding, as browsers write it.
  public struct ID: Sendable, Hashable, Codable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ credentialID: [UInt8]) { rawValue = Base64URL.encode(credentialID) }
  }

  /// The credential ID: at most 1,023 bytes, unique in a scope.
  public var credentialID: [UInt8]
  /// The public key in the canonical encoding of COSE.
  public var publicKey: [UInt8]
  /// The signature counter. Zero if the authenticator does not count.
  public var signCount: UInt32
  /// True if the passkey can be synced to other devices.
  public var isBackupEligible: Bool
  public var isBackedUp: Bool
  /// The authenticator's transports as the client reported them: `internal`, `hybrid`, `usb`, …
  public var transports: [String]
  /// The model of the authenticator, 16 bytes.
  public var aaguid: [UInt8]
  public var name: String
  /// The domain for which the passkey was made. The passkey works on no other domain.
  public var rpID: String
  /// The id by which authenticators know the account. All passkeys of an account share it.
  public var userHandle: [UInt8]
  public var createdAt: Instant
  public var lastUsedAt: Instant?

  public init(
    credentialID: [UInt8], publicKey: [UInt8], signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool,
    transports: [String] = [], aaguid: [UInt8], name: String, rpID: String, userHandle: [UInt8],
    createdAt: Instant, lastUsedAt: Instant? = nil
  ) {
    self.credentialID = credentialID
    self.publicKey = publicKey
    self.signCount = signCount
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
    self.transports = transports
    self.aaguid = aaguid
    self.name = name
    self.rpID = rpID
    self.userHandle = userHandle
    self.createdAt = createdAt
    self.lastUsedAt = lastUsedAt
  }
}

extension Passkey: Codable {
  private enum CodingKeys: String, CodingKey {
    case credentialID, publicKey, signCount, isBackupEligible, isBackedUp, transports, aaguid, name, rpID
    case userHandle, createdAt, lastUsedAt
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func bytes(_ key: CodingKeys) throws -> [UInt8] {
      guard let bytes = Base64URL.decode(try container.decode(String.self, forKey: key)) else {
        throw DecodingError.dataCorruptedError(forKey: key, in: container, debugDescription: "no base64url")
      }
      return bytes
    }
    self.init(
      credentialID: try bytes(.credentialID), publicKey: try bytes(.publicKey),
      signCount: try container.decode(UInt32.self, forKey: .signCount),
      isBackupEligible: try container.decode(Bool.self, forKey: .isBackupEligible),
      isBackedUp: try container.decode(Bool.self, forKey: .isBackedUp),
      transports: try container.decodeIfPresent([String].self, forKey: .transports) ?? [],
      aaguid: try bytes(.aaguid), name: try container.decode(String.self, forKey: .name),
      rpID: try container.decode(String.self, forKey: .rpID), userHandle: try bytes(.userHandle),
      createdAt: try container.decode(Instant.self, forKey: .createdAt),
      lastUsedAt: try container.decodeIfPresent(Instant.self, forKey: .lastUsedAt))
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(Base64URL.encode(credentialID), forKey: .credentialID)
    try container.encode(Base64URL.encode(publicKey), forKey: .publicKey)
    try container.encode(signCount, forKey: .signCount)
    try container.encode(isBackupEligible, forKey: .isBackupEligible)
    try container.encode(isBackedUp, forKey: .isBackedUp)
    if !transports.isEmpty { try container.encode(transports, forKey: .transports) }
    try container.encode(Base64URL.encode(aaguid), forKey: .aaguid)
    try container.encode(name, forKey: .name)
    try container.encode(rpID, forKey: .rpID)
    try container.encode(Base64URL.encode(userHandle), forKey: .userHandle)
    try container.encode(createdAt, forKey: .createdAt)
    try container.encodeIfPresent(lastUsedAt, forKey: .lastUsedAt)
  }
}

extension Passkey: Identifiable {
  public var id: ID { ID(credentialID) }

  /// True for a passkey that an app's tests invented on a development server and that was never verified. No signature
  /// is valid for it.
  public var isMadeUp: Bool { publicKey.isEmpty }

  /// The credential ID as clients know it. A made-up passkey has the text that the test gave it.
  public var clientID: String { isMadeUp ? String(decoding: credentialID, as: UTF8.self) : id.rawValue }

  /// True if a client's text names this passkey: by its credential ID in any variant of base64, or by its made-up text.
  public func isCalled(_ text: String) -> Bool {
    isMadeUp
      ? text.utf8.elementsEqual(credentialID) : Base64Bytes.decode(text).map { $0 == credentialID } == true
  }
}

extension Account {
  /// The id by which authenticators know the account; nil before its first passkey.
  public var passkeyUserHandle: [UInt8]? { passkeys.first?.userHandle }

  /// The passkeys that were not added recently, in the sense of ``settledWays(at:)``. Passkeys that the account got
  /// when it was created are included.
  func settledPasskeys(at now: Instant) -> [Passkey.ID] {
    passkeys.filter { $0.createdAt <= createdAt || now >= $0.createdAt.adding(seconds: WayAddition.memory) }
      .map(\.id)
  }

  /// The passkeys with which an authenticator may respond for an RP ID. Passkeys of another RP ID are left out: no
  /// browser offers them. Made-up passkeys are left out, too: they have no authenticator.
  public func passkeys(madeFor rpID: String) -> [Passkey] {
    passkeys.filter { !$0.isMadeUp && $0.rpID.hasSameBytes(as: rpID) }
  }

  public func passkey(_ credentialID: [UInt8]) -> Passkey? {
    passkeys.first { $0.credentialID == credentialID }
  }
}
