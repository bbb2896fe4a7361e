import Foundation
import IdentityWire

/// An authenticator's answer after it has created a passkey.
public struct PasskeyRegistration: Sendable, Equatable {
  public var credentialID: Data
  /// The exact bytes that the authenticator's client hashed.
  public var clientDataJSON: Data
  public var attestationObject: Data

  public init(credentialID: Data, clientDataJSON: Data, attestationObject: Data) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.attestationObject = attestationObject
  }

  /// Reads `RegistrationResponseJSON` (WebAuthn Level 3 section 5.1.8).
  ///
  /// - Throws: ``AuthError`` with `invalidAuthenticatorResponse`.
  public init(json: String) throws {
    let answer = try JSONValue(answer: json)
    self.init(
      credentialID: try answer.requiredBytes("id"),
      clientDataJSON: try answer.requiredBytes("response", "clientDataJSON"),
      attestationObject: try answer.requiredBytes("response", "attestationObject"))
  }

  var message: JSONValue {
    [
      "id": .string(Base64URL.encode(credentialID)), "type": "public-key",
      "response": [
        "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
        "attestationObject": .string(Base64URL.encode(attestationObject)),
      ],
    ]
  }
}

/// An authenticator's answer to a request for a passkey.
public struct PasskeyAssertion: Sendable, Equatable {
  public var credentialID: Data
  /// The exact bytes that the authenticator's client hashed.
  public var clientDataJSON: Data
  public var authenticatorData: Data
  public var signature: Data
  /// The ``PasskeyCreationOptions/userID`` of the passkey.
  public var userHandle: Data?

  public init(
    credentialID: Data, clientDataJSON: Data, authenticatorData: Data, signature: Data, userHandle: Data?
  ) {
    self.credentialID = credentialID
    self.clientDataJSON = clientDataJSON
    self.authenticatorData = authenticatorData
    self.signature = signature
    self.userHandle = userHandle
  }

  /// Reads `AuthenticationResponseJSON` (WebAuthn Level 3 section 5.1.8).
  ///
  /// - Throws: ``AuthError`` with `invalidAuthenticatorResponse`.
  public init(json: String) throws {
    let answer = try JSONValue(answer: json)
    self.init(
      credentialID: try answer.requiredBytes("id"),
      clientDataJSON: try answer.requiredBytes("response", "clientDataJSON"),
      authenticatorData: try answer.requiredBytes("response", "authenticatorData"),
      signature: try answer.requiredBytes("response", "signature"),
      userHandle: answer["response"]?["userHandle"]?.bytes)
  }

  var message: JSONValue {
    var response: [String: JSONValue] = [
      "clientDataJSON": .string(Base64URL.encode(clientDataJSON)),
      "authenticatorData": .string(Base64URL.encode(authenticatorData)),
      "signature": .string(Base64URL.encode(signature)),
    ]
    response["userHandle"] = userHandle.map { .string(Base64URL.encode($0)) }
    return [
      "id": .string(Base64URL.encode(credentialID)), "type": "public-key", "response": .object(response),
    ]
  }
}

extension JSONValue {
  fileprivate init(answer text: String) throws {
    guard let value = try? JSONParser(costlyText: .dropped).parse(text), value.objectValue != nil else {
      throw AuthError(.invalidAuthenticatorResponse, "The authenticator's answer is not a JSON object.")
    }
    self = value
  }

  fileprivate func requiredBytes(_ path: String...) throws -> Data {
    var value: JSONValue? = self
    for name in path { value = value?[name] }
    guard let bytes = value?.bytes else {
      throw AuthError(
        .invalidAuthenticatorResponse,
        "The authenticator's answer has no \(path.joined(separator: ".")) in base64.")
    }
    return bytes
  }
}
