import Foundation
import Identity
import Secrets

/// Refresh tokens: opaque, random, known to the database by their hash.
public struct RefreshToken: Sendable {
  /// What the client is given. It is nowhere else.
  public let token: OpaqueToken
  /// What the store keeps.
  public let session: RefreshSession

  /// Begins a session of an account.
  public init(
    for account: Account, signIn: SignInFacts, authenticatedAt: Timestamp, now: Timestamp,
    random: any RandomSource
  ) {
    token = OpaqueToken(random: random.bytes(32))
    session = RefreshSession(
      tokenHash: Self.hash(of: token), scope: account.scope, accountID: account.id,
      authenticatedAt: authenticatedAt, createdAt: now,
      tokenEpoch: account.tokenEpoch, signIn: signIn)
  }

  /// The hash to look a presented token up by. Nil for text that is no token of ours.
  public static func hash(ofPresented text: String) -> [UInt8]? {
    OpaqueToken(presented: text).map { hash(of: $0) }
  }

  private static func hash(of token: OpaqueToken) -> [UInt8] { Array(token.hash(for: .refreshToken)) }
}
