import Foundation
import Identity
import IdentityWire
import Secrets

/// Mints, reads and consumes artifacts: opaque tokens whose payload the database keeps sealed.
struct ArtifactVault: Sendable {
  let store: any AccountStore
  let random: any RandomSource

  /// Creates a new token and the write that stores it.
  func mint(
    _ payload: some Encodable, for purpose: ArtifactPurpose, scope: Scope, now: Instant,
    expiresAt: Instant
  )
    throws(IdentityError) -> (token: OpaqueToken, write: StoreWrite)
  {
    let token = token()
    return (
      token, try mint(token, payload, for: purpose, scope: scope, now: now, expiresAt: expiresAt)
    )
  }

  /// Creates a new token that is not stored yet.
  func token() -> OpaqueToken { OpaqueToken(random: random.bytes(32)) }

  /// Returns the write that stores a new token.
  func mint(
    _ token: OpaqueToken, _ payload: some Encodable, for purpose: ArtifactPurpose, scope: Scope, now: Instant,
    expiresAt: Instant
  ) throws(IdentityError) -> StoreWrite {
    do {
      let sealed = try token.seal(JSONEncoder().encode(payload), for: purpose)
      let artifact = Artifact(
        tokenHash: Array(token.hash(for: purpose)), purpose: purpose.rawValue, scope: scope,
        payload: Array(sealed), createdAt: now, expiresAt: expiresAt)
      return .insertArtifact(artifact)
    } catch {
      throw .unavailable(.internalError, cause: "an artifact could not be sealed")
    }
  }

  /// Returns the payload of a presented token with this purpose and scope; nil if there is none. A nil scope accepts
  /// every scope, for callbacks that do not name a scope.
  ///
  /// Does not consume the token: apply `consumption` in the same transaction as the action that the token allows.
  func read<Payload: Decodable>(
    _ type: Payload.Type, _ text: String, for purpose: ArtifactPurpose, scope: Scope?, now: Instant
  ) async throws(IdentityError) -> (payload: Payload, scope: Scope, consumption: StoreWrite)? {
    guard let token = OpaqueToken(presented: text) else { return nil }
    let hash = Array(token.hash(for: purpose))
    let found: Artifact?
    do {
      found = try await store.artifact(tokenHash: hash, purpose: purpose.rawValue, now: now)
    } catch {
      throw IdentityError(error)
    }
    guard let artifact = found, scope == nil || artifact.scope == scope else { return nil }
    do {
      let plaintext = try token.open(Data(artifact.payload), for: purpose)
      let payload = try JSONDecoder().decode(Payload.self, from: plaintext)
      return (
        payload, artifact.scope,
        .consumeArtifact(tokenHash: hash, purpose: purpose.rawValue, scope: artifact.scope, now: now)
      )
    } catch {
      throw .unavailable(.internalError, cause: "an artifact does not open")
    }
  }
}
