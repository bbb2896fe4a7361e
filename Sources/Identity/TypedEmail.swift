import IdentityWire

/// An address as a user typed it. It may name an account that was stored before addresses were normalised.
///
/// An account with the typed spelling has precedence over one with the normal form. No other spelling opens an
/// account: it may be somebody else's mailbox.
public struct TypedEmail: Sendable, Equatable {
  /// The address that a new account gets.
  public let address: EmailAddress
  /// The typed spelling in lower case; nil if that is the normal form.
  public let spelling: EmailAddress?

  public init?(_ raw: String) {
    guard let address = EmailAddress(raw) else { return nil }
    self.address = address
    let lowered = raw.lowercased()
    spelling = lowered.hasSameBytes(as: address.text) ? nil : EmailAddress.stored(lowered)
  }

  /// The addresses of accounts that may be meant, in order of precedence.
  public var candidates: [EmailAddress] { [spelling, address].compactMap(\.self) }

  /// The address to use for an account: the account's own if the typed text names it.
  public func address(for account: Account) -> EmailAddress {
    if let email = account.email, names(email) { email } else { address }
  }

  /// True if the typed text may stand for a stored address.
  public func names(_ stored: EmailAddress?) -> Bool { stored.map(candidates.contains) == true }
}

extension AccountStore {
  /// The account that a typed address names.
  public func account(named email: TypedEmail, in scope: Scope) async throws(StoreError) -> Account? {
    for candidate in email.candidates {
      if let account = try await account(email: candidate, in: scope) { return account }
    }
    return nil
  }

  /// The account that prevents another from getting an address: it has the address, possibly in a spelling from
  /// before addresses were normalised.
  public func account(holding email: EmailAddress, in scope: Scope) async throws(StoreError) -> Account? {
    if let account = try await account(email: email, in: scope) { return account }
    guard email.hasOtherSpellings else { return nil }
    return try await accounts(spelling: email, in: scope).first
  }
}
