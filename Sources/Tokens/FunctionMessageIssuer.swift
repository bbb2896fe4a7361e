import Identity
import IdentityWire

/// Signs what a project's blocking functions are told: JWTs (RFC 7519) under the ring's active RS256 key, which a
/// function checks by the same key set as ID tokens.
///
/// `aud` is the function's address, so that no such message is an ID token anywhere, nor one function's
/// message another's: see ``IssuedTokenVerifier``.
public struct FunctionMessageIssuer: Sendable {
  /// Seconds for which a message is valid.
  public static let lifetime: Int64 = 600

  private let keys: KeyRing
  private let signer: any TokenSigner

  public init(keys: KeyRing, signer: any TokenSigner) {
    self.keys = keys
    self.signer = signer
  }

  /// - Parameters:
  ///   - claims: what to tell; `iss`, `aud`, `iat` and `exp` are the issuer's.
  ///   - functionURI: an absolute URL.
  /// - Throws: ``IdentityError/busy(retryAfter:)`` when too many signatures wait; `UNAVAILABLE` without a
  ///   usable key.
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
