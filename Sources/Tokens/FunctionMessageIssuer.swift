import Identity
import IdentityWire

/// Signs the messages to a project's blocking functions: JWTs (RFC 7519) with the ring's active RS256 key. A
/// function verifies them with the same key set as ID tokens.
///
/// `aud` is the function's address. So a message is neither an ID token nor a message to another function:
/// see ``IssuedTokenVerifier``.
public struct FunctionMessageIssuer: Sendable {
  /// The lifetime of a message in seconds.
  public static let lifetime: Int64 = 600

  private let keys: KeyRing
  private let signer: any TokenSigner

  public init(keys: KeyRing, signer: any TokenSigner) {
    self.keys = keys
    self.signer = signer
  }

  /// - Parameters:
  ///   - claims: the message's claims. The issuer adds `iss`, `aud`, `iat` and `exp`.
  ///   - functionURI: an absolute URL.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` if too many signatures are waiting; `UNAVAILABLE` if
  ///   there is no usable key.
  public func issue(
    _ claims: [String: JSONValue], to functionURI: String, project: Project, now: Instant
  ) async throws(IdentityError) -> String {
    await keys.renewIfOld()
    let key: SigningKey
    do {
      key = try keys.activeKey(now: now)
    } catch {
      throw .unavailable(.unavailable, cause: "signing keys: \(error)")
    }
    var claims = claims
    claims["iss"] = .string(project.issuer)
    claims["aud"] = .string(functionURI)
    claims["iat"] = .integer(now.seconds)
    claims["exp"] = .integer(now.adding(seconds: Self.lifetime).seconds)
    var writer = JSONWriter(reserving: 1_024)
    writer.write(.object(claims))
    var bytes = key.encodedHeader
    Base64URL.append(writer.bytes, to: &bytes)
    let signature = try await signer.sign(bytes, with: key)
    bytes.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
