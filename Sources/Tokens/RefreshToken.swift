import Foundation
import Identity
import Secrets

/// Refresh tokens: opaque and random. The database stores only their hash.
public struct RefreshToken: Sendable {
  /// The token for the client. It is not stored.
  public let token: OpaqueToken
  /// The session to store.
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

  /// The next token of a session, and its sealed copy for the predecessor's row.
  public struct Successor: Sendable {
    public let text: String
    public let session: RefreshSession
    /// The successor, sealed under the predecessor's text. The predecessor's text is not stored.
    public let sealed: [UInt8]
  }

  /// Makes the successor of a presented token. The successor is random, so it cannot be computed from a
  /// used token.
  ///
  /// - Returns: nil if the text is not one of our tokens.
  /// - Throws: an error if sealing fails.
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

  /// Opens the successor in a used token's row with the used token's text. Nil if the successor cannot be
  /// opened.
  public static func openSuccessor(_ sealed: [UInt8], ofPresented text: String) -> String? {
    guard let presented = OpaqueToken(presented: text),
      let opened = try? presented.open(Data(sealed), for: .refreshToken)
    else { return nil }
    return OpaqueToken(presented: String(decoding: opened, as: UTF8.self))?.text
  }

  /// Returns the hash that identifies a presented token in the database. Nil if the text is not one of our
  /// tokens.
  public static func hash(ofPresented text: String) -> [UInt8]? {
    OpaqueToken(presented: text).map { hash(of: $0) }
  }

  private static func hash(of token: OpaqueToken) -> [UInt8] { Array(token.hash(for: .refreshToken)) }
}
