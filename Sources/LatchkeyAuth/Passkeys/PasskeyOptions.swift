import Foundation
import IdentityWire

/// The request to an authenticator to make a passkey (WebAuthn Level 3 section 5.4).
public struct PasskeyCreationOptions: Sendable {
  /// The domain that the passkey is for.
  public let relyingPartyID: String
  /// The app's name for people.
  public let relyingPartyName: String?
  /// The account's name inside the authenticator. It is not the user's uid.
  public let userID: Data
  /// The name under which the authenticator lists the account, such as its e-mail address.
  public let userName: String?
  /// Signed with, or handed to, whatever makes the client data. It holds for minutes and once.
  public let challenge: Data
  /// Numbers of COSE, the best first.
  public let algorithms: [Int]
  /// Passkeys of the account: an authenticator that has one of them makes no other.
  public let excludedCredentialIDs: [Data]
  /// `PublicKeyCredentialCreationOptionsJSON` (WebAuthn Level 3 section 5.1.9), as web views and Android take it.
  public let json: String

  /// Nil for an answer that lacks something.
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
  /// The domain that the passkey is for.
  public let relyingPartyID: String
  /// It holds for minutes and once.
  public let challenge: Data
  /// Empty: the authenticator shows whose passkeys it has.
  public let allowedCredentialIDs: [Data]
  /// `PublicKeyCredentialRequestOptionsJSON` (WebAuthn Level 3 section 5.1.10).
  public let json: String

  /// Nil for an answer that lacks something.
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
  /// Base64 of either alphabet, padded or not.
  var bytes: Data? { nonEmpty.flatMap { Base64Bytes.decode($0) }.map { Data($0) } }

  fileprivate var text: String { JSONWriter.text(self) }

  /// With base64url in place of other base64 at some paths and in the ids of a list.
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
