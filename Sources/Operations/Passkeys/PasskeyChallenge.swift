import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets

/// A WebAuthn challenge that contains its purpose, sealed under the master key. The server stores nothing for
/// visitors who request a challenge and leave. It stores only the redemption of a challenge.
struct PasskeyChallenge: Sendable, Equatable {
  enum Ceremony: Sendable, Equatable {
    case enrolment(of: AccountID)
    case signIn
    /// The second factor of an account whose first factor was proved.
    case secondFactor(of: AccountID)

    var kind: Kind {
      switch self {
      case .enrolment: .enrolment
      case .signIn: .signIn
      case .secondFactor: .secondFactor
      }
    }

    /// The account that the challenge was issued for; nil if none was named.
    var account: AccountID? {
      switch self {
      case .enrolment(let id), .secondFactor(let id): id
      case .signIn: nil
      }
    }
  }

  enum Kind: String, Sendable {
    case enrolment
    case signIn = "sign-in"
    case secondFactor = "second-factor"
  }

  /// Seconds for which a challenge is valid. A page that offers passkeys in a form's autofill may be open for
  /// minutes.
  static let lifetime: Int64 = 600
  /// The maximum size of a sealed challenge in bytes, far above the size of any real challenge.
  private static let maximumSize = 512

  var ceremony: Ceremony
  var expiresAt: Instant

  /// The time of its issue.
  var begunAt: Instant { expiresAt.adding(seconds: -Self.lifetime) }

  /// - Returns: bytes that look random without the master key.
  func sealed(in scope: Scope, by box: SecretBox) throws -> [UInt8] {
    var content = withUnsafeBytes(of: expiresAt.milliseconds.bigEndian) { Array($0) }
    if let id = ceremony.account { content += Array(id.rawValue.utf8) }
    return Array(try box.seal(content, context: Self.context(ceremony.kind, scope)))
  }

  /// Nil if the challenge has expired, or belongs to another scope, ceremony or server.
  init?(_ bytes: [UInt8], of kind: Kind, in scope: Scope, by box: SecretBox, now: Instant) {
    guard bytes.count <= Self.maximumSize,
      let content = try? box.open(Data(bytes), context: Self.context(kind, scope)),
      content.count >= 8
    else { return nil }
    expiresAt = Instant(milliseconds: content.prefix(8).reduce(0) { $0 << 8 | Int64($1) })
    guard now < expiresAt else { return nil }
    let account = AccountID(rawValue: String(decoding: content.dropFirst(8), as: UTF8.self))
    switch (kind, account) {
    case (.enrolment, let id?): ceremony = .enrolment(of: id)
    case (.secondFactor, let id?): ceremony = .secondFactor(of: id)
    case (.signIn, nil): ceremony = .signIn
    default: return nil
    }
  }

  init(_ ceremony: Ceremony, expiresAt: Instant) {
    self.ceremony = ceremony
    self.expiresAt = expiresAt
  }

  /// Redeems the challenge, in the transaction of the ceremony's result.
  static func redemption(of bytes: [UInt8], until expiresAt: Instant, in scope: Scope, now: Instant)
    -> StoreWrite
  {
    .redeem(
      key: "passkey/" + Base64URL.encode(SHA256.hash(data: bytes)), scope: scope, expiresAt: expiresAt,
      now: now)
  }

  private static func context(_ kind: Kind, _ scope: Scope) -> String {
    "passkey-challenge/\(kind.rawValue)/\(scope.project)/\(scope.tenant?.rawValue ?? "")"
  }
}
