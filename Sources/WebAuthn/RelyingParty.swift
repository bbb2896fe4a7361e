/// The relying party and its requirements.
public struct RelyingParty: Sendable {
  public var id: RelyingPartyID
  /// The accepted origins: sites and apps.
  public var origins: [PasskeyOrigin]
  /// The sites that may show a page of ``origins`` in a frame and let the page request passkeys. If the
  /// list is empty, answers from such frames are refused.
  public var topOrigins: [PasskeyOrigin]
  /// True if the authenticator has to verify the user by a PIN, a finger or a face. A second factor may
  /// work without user verification.
  public var requiresUserVerification: Bool
  public var attestation: AttestationPolicy

  public init(
    id: RelyingPartyID, origins: [PasskeyOrigin], topOrigins: [PasskeyOrigin] = [],
    requiresUserVerification: Bool = true, attestation: AttestationPolicy = .unneeded
  ) {
    self.id = id
    self.origins = origins
    self.topOrigins = topOrigins
    self.requiresUserVerification = requiresUserVerification
    self.attestation = attestation
  }

  /// Performs the common checks of registration and assertion: sections 7.1 and 7.2 from the client data's
  /// type to the backup state.
  func verify(
    _ client: CollectedClientData, _ data: AuthenticatorData, of ceremony: CollectedClientData.Ceremony,
    _ challenge: [UInt8]
  ) throws(WebAuthnRefusal) {
    guard client.type.utf8.elementsEqual(ceremony.rawValue.utf8) else {
      throw WebAuthnRefusal(.type, expected: ceremony.rawValue, seen: client.type)
    }
    guard client.challenge == challenge else { throw WebAuthnRefusal(.challenge) }
    try verifyOrigin(client)
    guard data.relyingPartyIDHash.elementsEqual(id.digest) else {
      throw WebAuthnRefusal(.relyingPartyID, expected: id.rawValue)
    }
    guard data.flags.contains(.userPresent) else {
      throw WebAuthnRefusal(.userPresence, expected: "a user who was there")
    }
    guard data.flags.contains(.userVerified) || !requiresUserVerification else {
      throw WebAuthnRefusal(.userVerification, expected: "a PIN, a finger or a face")
    }
    guard data.flags.contains(.backupEligible) || !data.flags.contains(.backedUp) else {
      throw WebAuthnRefusal(.backupState, expected: "no backup of what may have none")
    }
  }

  private func verifyOrigin(_ client: CollectedClientData) throws(WebAuthnRefusal) {
    guard origins.contains(where: { $0.isEqual(to: client.origin) }) else {
      throw WebAuthnRefusal(.origin, expected: list(origins), seen: client.origin)
    }
    guard client.isCrossOrigin || client.topOrigin != nil else { return }
    guard client.isCrossOrigin, !topOrigins.isEmpty else {
      throw WebAuthnRefusal(
        .crossOrigin, expected: "a page that is in no frame of another site", seen: client.topOrigin)
    }
    guard let topOrigin = client.topOrigin, topOrigins.contains(where: { $0.isEqual(to: topOrigin) }) else {
      throw WebAuthnRefusal(.topOrigin, expected: list(topOrigins), seen: client.topOrigin)
    }
  }

  private func list(_ origins: [PasskeyOrigin]) -> String { origins.map(\.rawValue).joined(separator: ", ") }
}
