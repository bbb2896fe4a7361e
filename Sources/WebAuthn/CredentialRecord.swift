/// A passkey as a relying party stores it (WebAuthn Level 3 section 4: "credential record").
public struct CredentialRecord: Sendable, Equatable {
  /// The ID, at most ``AuthenticatorData/maximumCredentialIDLength`` bytes, compared bytewise.
  public var id: [UInt8]
  public var publicKey: COSEKey
  /// The signature counter. Zero if the authenticator does not count, as for synced passkeys.
  public var signCount: UInt32
  /// True if the passkey may be synced to other devices. The value never changes.
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
