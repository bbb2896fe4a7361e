import Foundation
import Identity
import IdentityWire
import Secrets

/// Mints, reads and consumes artifacts: opaque tokens whose payload the database keeps sealed.
struct ArtifactVault: Sendable {
  let store: any AccountStore
  let random: any RandomSource

  /// A fresh token and the write that makes it known.
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

  /// A fresh token that stands for nothing yet.
  func token() -> OpaqueToken { OpaqueToken(random: random.bytes(32)) }

  /// The write that makes a fresh token known.
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

  /// What a presented token stands for, of this purpose and scope alone (nil: of any scope, for a callback
  /// that does not say). Nil for anything else. Consumes nothing: apply the write for that, in the transaction
  /// of what the token allows.
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
