import Identity
import IdentityProviders
import IdentityWire

/// A summary of a one-time code's account for the page that the mailed link opens. The reader of the page decides
/// whether they own the account.
public struct ActionCodeAccount: Sendable, Equatable {
  /// A way to sign in. Its names and numbers are safe to show to people other than the account's user.
  public enum WayIn: Sendable, Equatable {
    case password
    case provider(name: String)
    case phone(obfuscatedNumber: String)
    case mailedLink
    /// Without the name that its user gave it.
    case passkey
    /// A custom token of the app's own back end.
    case app
  }

  /// The account's own address, to which its password belongs.
  public var email: String?
  public var createdAt: Instant
  /// Each once. Empty if ``Account/hasNoWayIn`` is true.
  public var waysIn: [WayIn]
  /// The effect of the code without further proof.
  public var verification: EmailVerification
  /// True if the reader can prove with the password that they own the account.
  public var takesPassword: Bool
  /// True if the reader can say that they do not own the account.
  public var canBeDisowned: Bool
}

extension IdentityService {
  /// Returns the account whose address a code verifies or changes. Does not consume the code.
  ///
  /// - Throws: the errors of ``presented(_:allowing:_:)``.
  public func account(ofActionCode text: String?, _ caller: Caller) async throws(IdentityError)
    -> ActionCodeAccount
  {
    let (code, found) = try await presented(text, allowing: [.verifyEmail, .verifyAndChangeEmail], caller)
    guard let account = found else { throw .refused(.invalidOOBCode) }
    let isStrict = caller.signIn.strictEmailVerification
    let isOwn = code.payload.kind == .verifyEmail
    let verification =
      isOwn
      ? EmailVerification.ofOwnAddress(account, isStrict: isStrict, isProved: false)
      : .ofNewAddress(isStrict: isStrict, isProved: false)
    return ActionCodeAccount(
      email: account.email?.text, createdAt: account.createdAt, waysIn: Self.waysIn(account, caller),
      verification: verification,
      takesPassword: verification != .verifies && account.password != nil && account.email != nil
        && caller.signIn.passwordEnabled,
      canBeDisowned: !isOwn || account.canBeDisowned)
  }

  private static func waysIn(_ account: Account, _ caller: Caller) -> [ActionCodeAccount.WayIn] {
    var ways: [ActionCodeAccount.WayIn] = []
    for method in account.signInMethods {
      let way: ActionCodeAccount.WayIn =
        switch method {
        case .password: .password
        case .emailLink: .mailedLink
        case .phone(let number): .phone(obfuscatedNumber: MfaEnrollment.obfuscated(number))
        case .provider(let id, _): .provider(name: caller.nameOfProvider(id))
        case .passkey: .passkey
        case .customToken: .app
        }
      if !ways.contains(way) { ways.append(way) }
    }
    return ways
  }

  /// Rejects the action of a code. If the address was never verified, ends every way to sign in to the account with
  /// this address. If the code gives an existing account a new address, only declines the change: the reader does not
  /// own that account.
  ///
  /// - Throws: `INVALID_OOB_CODE` also if the account's address is verified; the errors of
  ///   ``presented(_:allowing:_:)``.
  public func disown(_ text: String?, _ caller: Caller) async throws(IdentityError) {
    try await retryingConflicts {
      let (code, found) = try await presented(text, allowing: [.verifyEmail, .verifyAndChangeEmail], caller)
      guard let before = found else { throw IdentityError.refused(.invalidOOBCode) }
      AuditContext.current.trail?.noteSubject(before.id)
      AuditContext.current.trail?.note("code", code.payload.kind.rawValue)
      var writes = [code.consumption]
      if code.payload.kind == .verifyEmail {
        guard before.canBeDisowned else { throw IdentityError.refused(.invalidOOBCode) }
        let now = clock.now()
        var account = before
        account.disown(now: now)
        writes += [.updateAccount(account), .endSessions(of: account, now: now)]
      }
      let all = writes
      try await redeeming(code, caller) { try await store.apply(all) }
    }
  }
}

extension Caller {
  /// Returns the provider's display name.
  fileprivate func nameOfProvider(_ providerID: String) -> String {
    let name = provider(providerID)?.displayName ?? samlProvider(providerID)?.displayName
    if let name, !name.isEmpty { return name }
    // A project may have several OpenID and SAML providers. The protocol's name would not tell them apart.
    if providerID.hasPrefix("oidc.") || providerID.hasPrefix("saml.") { return providerID }
    return ProviderCatalog.entry(for: providerID)?.name ?? providerID
  }
}
