import IdentityWire

/// The client's description of a ceremony. The authenticator signs the digest of these exact bytes (WebAuthn
/// Level 3 section 5.8.1).
///
/// The client data is read before any verification, because its challenge identifies the ceremony. So its
/// values are unverified.
public struct CollectedClientData: Sendable {
  /// The kind of request that the client received.
  public enum Ceremony: String, Sendable {
    case registration = "webauthn.create"
    case assertion = "webauthn.get"
  }

  /// The maximum size in bytes.
  public static let maximumSize = 8192

  public let bytes: [UInt8]
  public let type: String
  public let challenge: [UInt8]
  public let origin: String
  public let isCrossOrigin: Bool
  public let topOrigin: String?

  /// - Throws: ``WebAuthnRefusal`` of ``WebAuthnRefusal/Check/clientData``.
  public init(_ bytes: [UInt8]) throws(WebAuthnRefusal) {
    func refusal(_ seen: String) -> WebAuthnRefusal { .init(.clientData, seen: seen) }
    // "UTF-8 decode" removes a byte order mark, but the hash includes it.
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    let members: JSONMembers?
    do {
      members = try JSONParser(maximumBytes: Self.maximumSize, maximumDepth: 8).members(text)
    } catch {
      throw refusal(error.description)
    }
    guard let members else { throw refusal("no JSON object") }
    for name in ["type", "challenge", "origin", "crossOrigin", "topOrigin"]
    where members.count(of: name) > 1 { throw refusal("\(name) more than once") }
    guard let type = members["type"]?.stringValue else { throw refusal("no type") }
    guard let challenge = members["challenge"]?.stringValue.flatMap({ Base64URL.decode($0) }) else {
      throw refusal("no challenge in base64url")
    }
    guard let origin = members["origin"]?.stringValue else { throw refusal("no origin") }
    switch members["crossOrigin"] {
    case nil: isCrossOrigin = false
    case .bool(let value)?: isCrossOrigin = value
    default: throw refusal("a crossOrigin that is no boolean")
    }
    switch members["topOrigin"] {
    case nil: topOrigin = nil
    case .string(let value)?: topOrigin = value
    default: throw refusal("a topOrigin that is no text")
    }
    (self.bytes, self.type, self.challenge, self.origin) = (bytes, type, challenge, origin)
  }
}
