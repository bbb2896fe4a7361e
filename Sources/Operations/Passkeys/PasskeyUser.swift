import Crypto
import Identity

/// The user entity of an account in WebAuthn.
enum PasskeyUser {
  /// Returns the user handle (WebAuthn Level 3 section 4). It is the same for all passkeys of an account. An
  /// authenticator shows the handle to every person who has the device. So the handle must not be a UID, which may
  /// reveal the user.
  ///
  /// The handle of the account's first passkey stays in use, even if the account is imported elsewhere.
  static func handle(of account: Account) -> [UInt8] {
    if let known = account.passkeyUserHandle { return known }
    let scope = account.scope
    let parts = [
      "latchkey passkey user", scope.project.rawValue, scope.tenant?.rawValue ?? "", account.id.rawValue,
    ]
    return Array(SHA256.hash(data: parts.map { "\($0.utf8.count):\($0)" }.joined().utf8.map(\.self)))
  }

  /// The allowed lengths of a user handle in bytes (section 5.4.3).
  static let handleLengths = 1...64
}
