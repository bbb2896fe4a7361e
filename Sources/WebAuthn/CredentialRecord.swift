/// A passkey as a relying party keeps it (WebAuthn Level 3 section 4: "credential record").
public struct CredentialRecord: Sendable, Equatable {
  /// At most ``AuthenticatorData/maximumCredentialIDLength`` bytes; compared as such.
  public var id: [UInt8]
  public var publicKey: COSEKey
  /// Zero where the authenticator does not count, as those that sync do not.
  public var signCount: UInt32
  /// Whether other devices may have it; never changes.
  public var isBackupEligible: Bool
  public var isBackedUp: Bool

  public init(id: [UInt8], publicKey: COSEKey, signCount: UInt32, isBackupEligible: Bool, isBackedUp: Bool) {
    self.id = id
    self.publicKey = publicKey
    self.signCount = signCount
    self.isBackupEligible = isBackupEligible
    self.isBackedUp = isBackedUp
  }
}
