/// Which former addresses of an account are a way back into it.
public enum RecoveryPolicy: Sendable {
  /// Those that were verified. Who mistyped an address gave a stranger's, and must not have given them the account.
  case verifiedAddresses
  /// Every one, as in the emulator: clients' tests change addresses that nobody verified, and look for the mail.
  case everyAddress

  /// - Parameter wasVerified: whether the former address had been proved to be the account's.
  public func allowsRecovery(ofVerifiedAddress wasVerified: Bool) -> Bool {
    switch self {
    case .verifiedAddresses: wasVerified
    case .everyAddress: true
    }
  }
}
