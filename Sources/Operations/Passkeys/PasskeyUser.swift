import Crypto
import Identity

/// The account as an authenticator knows it.
enum PasskeyUser {
  /// The user handle (WebAuthn Level 3 section 4): the same for all passkeys of an account, and no name of it. Authenticators
  /// show it to whoever has them, so that it must not be a uid that says something.
  ///
  /// It stays what it was when the account's first passkey was made, wherever the account is imported.
  static func handle(of account: Account) -> [UInt8] {
    if let known = account.passkeyUserHandle { return known }
    let scope = account.scope
    let parts = [
      "latchkey passkey user", scope.project.rawValue, scope.tenant?.rawValue ?? "", account.id.rawValue,
    ]
    return Array(SHA256.hash(data: parts.map { "\($0.utf8.count):\($0)" }.joined().utf8.map(\.self)))
  }

  /// Bytes of a user handle (section 5.4.3).
  static let handleLengths = 1...64
}
