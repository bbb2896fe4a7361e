import Identity
import IdentityWire

/// Signs the server's JWTs other than ID tokens with the ring's active RS256 key.
public struct JWTSigner: Sendable {
  let keys: KeyRing
  let signer: any TokenSigner

  /// - Throws: ``IdentityError/busy(retryAfter:)`` if too many signatures are waiting; `CLAIMS_TOO_LARGE`
  ///   if the token is larger than the server accepts; `UNAVAILABLE` if there is no usable key.
  func sign(_ claims: JSONWriter, type: JOSEHeader.TokenType, now: Instant) async throws(IdentityError)
    -> String
  {
    let key = try await activeKey(now: now)
    var bytes = JOSEHeader(type: type, algorithm: key.algorithm, keyID: key.keyID).encoded
    Base64URL.append(claims.bytes, to: &bytes)
    let signature = try await signer.sign(bytes, with: key)
    bytes.append(UInt8(ascii: "."))
    Base64URL.append(signature, to: &bytes)
    guard bytes.count <= UnverifiedJWT.maximumLength else { throw .refused(.claimsTooLarge) }
    return String(decoding: bytes, as: UTF8.self)
  }

  func activeKey(
    of algorithm: TokenAlgorithm = .rs256, now: Instant
  ) async throws(IdentityError) -> SigningKey {
    await keys.renewIfOld()
    do {
      return try keys.activeKey(of: algorithm, now: now)
    } catch {
      throw .unavailable(.unavailable, cause: "signing keys: \(error)")
    }
  }
}
