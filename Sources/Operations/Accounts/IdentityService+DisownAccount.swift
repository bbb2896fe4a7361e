import Identity
import IdentityProviders
import IdentityWire

/// A summary of a one-time code's account for the page that the mailed link opens. Its reader decides whether
/// the account is theirs.
public struct ActionCodeAccount: Sendable, Equatable {
  /// A way to sign in. Names and numbers are safe to show to somebody other than the account's user.
  public enum WayIn: Sendable, Equatable {
    case password
    case provider(name: String)
    case phone(obfuscatedNumber: String)
    case mailedLink
    /// A custom token of the app's own back end.
    case app
  }

  /// The account's own address, to which its password belongs.
  public var email: String?
  public var createdAt: Instant
  public var waysIn: [WayIn]
  /// The effect of the code without further proof.
  public var verification: EmailVerification
  /// True if the reader can prove with the account's password that it is theirs.
  public var takesPassword: Bool
  /// True if the reader can say that the account is not theirs.
  public var canBeDisowned: Bool
}

extension IdentityService {
  /// Returns the account that a code verifies or gives a new address. Does not consume the code.
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
    var ways: [ActionCodeAccount.WayIn] = account.password == nil ? [] : [.password]
    ways += account.links.map { .provider(name: caller.nameOfProvider($0.providerID)) }
    if let number = account.phoneNumber {
      ways.append(.phone(obfuscatedNumber: MfaEnrollment.obfuscated(number)))
    }
    if account.emailLinkSignIn { ways.append(.mailedLink) }
    if account.customAuth { ways.append(.app) }
    return ways
  }

  /// Rejects the action of a code. For an address that was never verified, this ends every way into the
  /// account that has it. For a new address of an existing account, the change is declined and nothing else
  /// happens, because the account is not the reader's.
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
    // A project may have several of these, so that the protocol's name would not tell them apart.
    if providerID.hasPrefix("oidc.") || providerID.hasPrefix("saml.") { return providerID }
    return ProviderCatalog.entry(for: providerID)?.name ?? providerID
  }
}
