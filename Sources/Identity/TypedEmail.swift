import IdentityWire

/// An address as a user typed it. It may mean an account that was stored before addresses were normalised.
///
/// An account with the typed spelling has precedence over an account with the normal form. No account with any other
/// spelling is used: its address may be another person's mailbox.
public struct TypedEmail: Sendable, Equatable {
  /// The address that a new account gets.
  public let address: EmailAddress
  /// The typed spelling in lower case. Nil if this is the normal form.
  public let spelling: EmailAddress?

  public init?(_ raw: String) {
    guard let address = EmailAddress(raw) else { return nil }
    self.address = address
    let lowered = raw.lowercased()
    spelling = lowered.hasSameBytes(as: address.text) ? nil : EmailAddress.stored(lowered)
  }

  /// The addresses of accounts that the user may mean, in order of precedence.
  public var candidates: [EmailAddress] { [spelling, address].compactMap(\.self) }

  /// The address to use for an account: the account's own address if the typed text may mean it.
  public func address(for account: Account) -> EmailAddress {
    if let email = account.email, names(email) { email } else { address }
  }

  /// True if the typed text may mean a stored address.
  public func names(_ stored: EmailAddress?) -> Bool { stored.map(candidates.contains) == true }
}

extension AccountStore {
  /// The account that a typed address means.
  public func account(named email: TypedEmail, in scope: Scope) async throws(StoreError) -> Account? {
    for candidate in email.candidates {
      if let account = try await account(email: candidate, in: scope) { return account }
    }
    return nil
  }

  /// The account that has an address, possibly in a spelling from before addresses were normalised. No other account
  /// can then get the address.
  public func account(holding email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account? {
    if let account = try await account(email: email, in: scope) { return account }
    guard email.hasOtherSpellings else { return nil }
    return try await accounts(spelling: email, in: scope).first
  }
}
