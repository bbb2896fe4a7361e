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
    for account: Account, signIn: SignInFacts, authenticatedAt: Instant, now: Instant,
    policy: SessionPolicy = SessionPolicy(), origin: SessionOrigin = SessionOrigin(),
    random: any RandomSource
  ) {
    token = OpaqueToken(random: random.bytes(32))
    var session = RefreshSession(
      tokenHash: Self.hash(of: token), scope: account.scope, accountID: account.id,
      authenticatedAt: authenticatedAt, createdAt: now,
      tokenEpoch: account.tokenEpoch, signIn: signIn)
    session.forgetAt = policy.forgetting(session, usedAt: now)
    session.origin = origin
    self.session = session
  }

  /// The token by which a session goes on, and what its predecessor keeps of it.
  public struct Successor: Sendable {
    public let text: String
    public let session: RefreshSession
    /// Opens under the predecessor's own text, and nothing else.
    public let sealed: [UInt8]
  }

  /// Makes the token that follows a presented one. It is random: whoever has a used token can compute none of
  /// those that came after it.
  ///
  /// - Returns: nil for text that is no token of ours.
  /// - Throws: when sealing fails.
  public static func successor(
    ofPresented text: String, _ session: RefreshSession, policy: SessionPolicy, now: Instant,
    random: any RandomSource
  ) throws -> Successor? {
    guard let presented = OpaqueToken(presented: text) else { return nil }
    let token = OpaqueToken(random: random.bytes(32))
    return Successor(
      text: token.text,
      session: session.successor(
        tokenHash: hash(of: token), usedAt: now, forgetAt: policy.forgetting(session, usedAt: now)),
      sealed: Array(try presented.seal(Data(token.text.utf8), for: .refreshToken)))
  }

  /// The successor that a used token keeps, for whoever presents it. Nil when it does not open.
  public static func openSuccessor(_ sealed: [UInt8], ofPresented text: String) -> String? {
    guard let presented = OpaqueToken(presented: text),
      let opened = try? presented.open(Data(sealed), for: .refreshToken)
    else { return nil }
    return OpaqueToken(presented: String(decoding: opened, as: UTF8.self))?.text
  }

  /// The hash to look a presented token up by. Nil for text that is no token of ours.
  public static func hash(ofPresented text: String) -> [UInt8]? {
    OpaqueToken(presented: text).map { hash(of: $0) }
  }

  private static func hash(of token: OpaqueToken) -> [UInt8] { Array(token.hash(for: .refreshToken)) }
}
