import Crypto
import Foundation
import Identity
import Secrets

/// Remembers that an account's owner got their address back, so that whoever took it cannot do the same with
/// the recovery code of an address that they had put in between.
///
/// Codes of later changes than the one that was undone die; those of earlier changes, which outrank it, live.
/// Changes are told apart by the account's token epoch, which each of them raises.
struct EmailRecovery: Sendable, Codable {
  /// Of the earliest change that was undone.
  var firstEpoch: Int64
  /// Of the account right after it was recovered last.
  var lastEpoch: Int64

  func covers(_ code: OOBCode) -> Bool { (firstEpoch...lastEpoch).contains(code.tokenEpoch) }
}

extension ArtifactVault {
  private static let recoveryPurpose = "email-recovery"

  /// The name holds the moment of the account's making: another account may be given the same id.
  private func recoveryHash(_ account: Account) -> [UInt8] {
    let name = [
      account.scope.project.rawValue, account.scope.tenant?.rawValue ?? "", account.id.rawValue,
      String(account.createdAt.milliseconds),
    ].joined(separator: "\u{0}")
    return Array(SHA256.hash(data: Data("latchkey/\(Self.recoveryPurpose)/\(name)".utf8)))
  }

  func recovery(of account: Account, now: Timestamp) async throws(StoreError) -> EmailRecovery? {
    let found = try await store.artifact(
      tokenHash: recoveryHash(account), purpose: Self.recoveryPurpose, now: now)
    return found.flatMap { try? JSONDecoder().decode(EmailRecovery.self, from: Data($0.payload)) }
  }

  /// The writes that remember one more recovery. They belong into the transaction that updates the account:
  /// its version keeps two recoveries apart.
  func remember(_ code: OOBCode, of account: Account, after known: EmailRecovery?, now: Timestamp) throws
    -> [StoreWrite]
  {
    let hash = recoveryHash(account)
    let recovery = EmailRecovery(
      firstEpoch: min(code.tokenEpoch, known?.firstEpoch ?? .max), lastEpoch: account.tokenEpoch)
    let artifact = Artifact(
      tokenHash: hash, purpose: Self.recoveryPurpose, scope: account.scope,
      payload: Array(try JSONEncoder().encode(recovery)), createdAt: now,
      expiresAt: now.adding(seconds: OOBCode.Kind.recoverEmail.lifetime + OOBCode.retention))
    let forget = StoreWrite.consumeArtifact(
      tokenHash: hash, purpose: Self.recoveryPurpose, scope: account.scope, now: now)
    return (known == nil ? [] : [forget]) + [.insertArtifact(artifact)]
  }
}
