import Identity
import IdentityProviders
import IdentityWire
import WebAuthn

/// Reads an authenticator's response from a message.
enum PasskeyAnswer {
  /// - Throws: `MISSING_AUTHENTICATOR_RESPONSE`, `INVALID_AUTHENTICATOR_RESPONSE`.
  static func registration(_ answer: AuthenticatorResponse) throws(IdentityError) -> (
    credentialID: [UInt8], registration: Registration
  ) {
    guard let parts = answer.response else { throw .refused(.missingAuthenticatorResponse) }
    let id = try credentialID(of: answer)
    let client = try client(parts)
    return (
      id,
      Registration(client: client, attestationObject: try bytes(parts.attestationObject, "attestationObject"))
    )
  }

  /// - Throws: the errors of ``registration(_:)``.
  static func assertion(_ answer: AuthenticatorResponse) throws(IdentityError) -> (
    credentialID: [UInt8], assertion: Assertion
  ) {
    guard let parts = answer.response else { throw .refused(.missingAuthenticatorResponse) }
    let id = try credentialID(of: answer)
    let client = try client(parts)
    let handle = try parts.userHandle.map { text throws(IdentityError) in try bytes(text, "userHandle") }
    return (
      id,
      Assertion(
        client: client, authenticatorData: try bytes(parts.authenticatorData, "authenticatorData"),
        signature: try bytes(parts.signature, "signature"), userHandle: handle)
    )
  }

  private static func client(_ parts: AuthenticatorResponse.Parts) throws(IdentityError)
    -> CollectedClientData
  {
    let bytes = try bytes(parts.clientDataJSON, "clientDataJSON")
    do throws(WebAuthnRefusal) {
      return try CollectedClientData(bytes)
    } catch {
      throw error.identityError
    }
  }

  private static func credentialID(of answer: AuthenticatorResponse) throws(IdentityError) -> [UInt8] {
    let id = try bytes(answer.id, "id")
    guard (1...AuthenticatorData.maximumCredentialIDLength).contains(id.count) else {
      throw WebAuthnRefusal(.credentialID, expected: "1 to 1,023 bytes", seen: "\(id.count)").identityError
    }
    if let rawID = answer.rawId, try bytes(rawID, "rawId") != id {
      throw WebAuthnRefusal(.credentialID, expected: "the same as id and as rawId", seen: "two").identityError
    }
    return id
  }

  private static func bytes(_ text: String?, _ name: String) throws(IdentityError) -> [UInt8] {
    guard let text, let bytes = Base64Bytes.decode(text) else {
      throw IdentityError.refused(.invalidAuthenticatorResponse).because("\(name) is missing or is no base64")
    }
    return bytes
  }
}

extension WebAuthnRefusal {
  var identityError: IdentityError {
    IdentityError.refused(.invalidAuthenticatorResponse).because(description)
      .diagnosed(
        Diagnosis.passkey(check: check.rawValue, sentence: description, expected: expected, seen: seen))
  }
}
