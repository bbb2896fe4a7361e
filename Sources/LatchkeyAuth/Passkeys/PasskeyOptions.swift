import Foundation
import IdentityWire

/// The request to an authenticator to create a passkey (WebAuthn Level 3 section 5.4).
public struct PasskeyCreationOptions: Sendable {
  /// The domain of the passkey.
  public let relyingPartyID: String
  /// The app's display name.
  public let relyingPartyName: String?
  /// The account's id for the authenticator. It is not the user's uid.
  public let userID: Data
  /// The name under which the authenticator lists the account, such as its e-mail address.
  public let userName: String?
  /// The bytes to sign, or to pass to the program that makes the client data. They are valid once, for some
  /// minutes.
  public let challenge: Data
  /// COSE algorithm numbers, in order of preference.
  public let algorithms: [Int]
  /// The account's passkeys. An authenticator that has one of these passkeys creates no further passkey.
  public let excludedCredentialIDs: [Data]
  /// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3 section 5.1.9), the format for web views and
  /// Android.
  public let json: String

  /// Nil if the answer is incomplete.
  init?(_ answer: JSONValue) {
    guard let options = answer["credentialCreationOptions"], let id = options["rp"]?["id"]?.nonEmpty,
      let userID = options["user"]?["id"]?.bytes, let challenge = options["challenge"]?.bytes
    else { return nil }
    relyingPartyID = id
    relyingPartyName = options["rp"]?["name"]?.nonEmpty
    userName = options["user"]?["name"]?.nonEmpty
    self.userID = userID
    self.challenge = challenge
    algorithms = (options["pubKeyCredParams"]?.arrayValue ?? []).compactMap {
      $0["alg"]?.integerValue.flatMap(Int.init(exactly:))
    }
    let excluded = options["excludeCredentials"]?.arrayValue ?? []
    excludedCredentialIDs = excluded.compactMap { $0["id"]?.bytes }
    json = options.rewritingBytes(at: ["challenge"], ["user", "id"], list: "excludeCredentials").text
  }
}

/// The request to an authenticator for a passkey (WebAuthn Level 3 section 5.5).
public struct PasskeyRequestOptions: Sendable {
  /// The domain of the passkey.
  public let relyingPartyID: String
  /// The bytes to sign. They are valid once, for some minutes.
  public let challenge: Data
  /// Empty: the authenticator offers all its passkeys of the domain.
  public let allowedCredentialIDs: [Data]
  /// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 section 5.1.10).
  public let json: String

  /// Nil if the answer is incomplete.
  init?(_ answer: JSONValue) {
    guard let options = answer["credentialRequestOptions"], let id = options["rpId"]?.nonEmpty,
      let challenge = options["challenge"]?.bytes
    else { return nil }
    relyingPartyID = id
    self.challenge = challenge
    allowedCredentialIDs = (options["allowCredentials"]?.arrayValue ?? []).compactMap { $0["id"]?.bytes }
    json = options.rewritingBytes(at: ["challenge"], list: "allowCredentials").text
  }
}

extension JSONValue {
  /// Decodes Base64 of either alphabet, with or without padding.
  var bytes: Data? { nonEmpty.flatMap { Base64Bytes.decode($0) }.map { Data($0) } }

  fileprivate var text: String { JSONWriter.text(self) }

  /// Rewrites Base64 as base64url, at some paths and in the ids of a list.
  fileprivate func rewritingBytes(at paths: [String]..., list: String) -> JSONValue {
    var value = self
    for path in paths { value = value.rewritingBytes(at: path[...]) }
    guard case .object(var members) = value, let entries = members[list]?.arrayValue else { return value }
    members[list] = .array(entries.map { $0.rewritingBytes(at: ["id"]) })
    return .object(members)
  }

  private func rewritingBytes(at path: ArraySlice<String>) -> JSONValue {
    guard let name = path.first else { return bytes.map { .string(Base64URL.encode($0)) } ?? self }
    guard case .object(var members) = self, let member = members[name] else { return self }
    members[name] = member.rewritingBytes(at: path.dropFirst())
    return .object(members)
  }
}
