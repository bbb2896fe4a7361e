/// Decides which former addresses of an account can recover it.
public enum RecoveryPolicy: Sendable {
  /// Only verified addresses. A mistyped address may belong to a stranger, who must not get the account.
  case verifiedAddresses
  /// Every address, as in the emulator: client tests change unverified addresses and expect the mail.
  case everyAddress

  /// - Parameter wasVerified: true if the former address was verified.
  public func allowsRecovery(ofVerifiedAddress wasVerified: Bool) -> Bool {
    switch self {
    case .verifiedAddresses: wasVerified
    case .everyAddress: true
    }
  }
}
