import Crypto

/// A client's answer to a sign-in request with a passkey (WebAuthn Level 3 section 7.2).
public struct Assertion: Sendable {
  /// The values to update in the credential's record.
  public struct Outcome: Sendable, Equatable {
    public var signCount: UInt32
    public var isBackedUp: Bool
    public var userIsVerified: Bool
    /// True if the signature counter increased, or if both counters are zero. Otherwise, two authenticators
    /// may have the same key.
    public var hasCounted: Bool
  }

  public let client: CollectedClientData
  public let authenticatorData: [UInt8]
  public let signature: [UInt8]
  /// The user handle that the authenticator stored with the passkey. It identifies the passkey's owner.
  public let userHandle: [UInt8]?

  public init(
    client: CollectedClientData, authenticatorData: [UInt8], signature: [UInt8], userHandle: [UInt8]?
  ) {
    self.client = client
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }

  /// Performs all checks of section 7.2, after the caller found the credential by its ID.
  ///
  /// - Parameters:
  ///   - userHandle: the user handle of the account's passkeys.
  ///   - handleIsNeeded: true if the request named no user, so that only the passkey identifies the account.
  public func verify(
    _ credential: CredentialRecord, of userHandle: [UInt8], handleIsNeeded: Bool = true, challenge: [UInt8],
    by relyingParty: RelyingParty
  ) throws(WebAuthnRefusal) -> Outcome {
    guard self.userHandle.map({ $0 == userHandle }) ?? !handleIsNeeded else {
      throw WebAuthnRefusal(
        .userHandle, expected: "that of the passkey's account",
        seen: self.userHandle == nil ? "none" : "another")
    }
    let data = try AuthenticatorData(refusing: authenticatorData)
    try relyingParty.verify(client, data, of: .assertion, challenge)
    guard data.credential == nil else {
      throw WebAuthnRefusal(.authenticatorData, expected: "no new credential")
    }
    guard data.flags.contains(.backupEligible) == credential.isBackupEligible else {
      throw WebAuthnRefusal(.backupEligibility, expected: "that of the registration")
    }
    let message = authenticatorData + Array(SHA256.hash(data: client.bytes))
    guard credential.publicKey.isValid(signature: signature, over: message) else {
      throw WebAuthnRefusal(.signature, expected: "one by the passkey's key")
    }
    let counts = data.signCount != 0 || credential.signCount != 0
    return Outcome(
      signCount: data.signCount, isBackedUp: data.flags.contains(.backedUp),
      userIsVerified: data.flags.contains(.userVerified),
      hasCounted: !counts || data.signCount > credential.signCount)
  }
}
