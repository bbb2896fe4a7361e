import Identity
import IdentityProviders
import IdentityWire

/// What the page of a mailed link tells of the account that its code is for, so that its reader can say whether it is
/// theirs.
public struct ActionCodeAccount: Sendable, Equatable {
  /// A way to sign in. Names and numbers are fit to be shown to somebody else than the account's user.
  public enum WayIn: Sendable, Equatable {
    case password
    case provider(name: String)
    case phone(obfuscatedNumber: String)
    case mailedLink
    /// Custom tokens of the app's own back end.
    case app
  }

  /// The account's, at which its password is asked for.
  public var email: String?
  public var createdAt: Instant
  public var waysIn: [WayIn]
  /// What the code does if nothing else comes with it.
  public var verification: EmailVerification
  /// Whether the page's reader can show by the account's password that it is theirs.
  public var takesPassword: Bool
  /// Whether its reader can say that it is not theirs.
  public var canBeDisowned: Bool
}

extension IdentityService {
  /// The account that a code verifies or gives a new address. Looking uses nothing up.
  ///
  /// - Throws: what ``presented(_:allowing:_:)`` throws.
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

  /// Says no to what a code would do. The reader of an address that was never verified ends every way into the account
  /// that has it; one who was to become the address of somebody's account declines, and nothing else happens: the account
  /// is not theirs.
  ///
  /// - Throws: `INVALID_OOB_CODE` also for an account whose address is verified; what ``presented(_:allowing:_:)`` throws.
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
  /// What people call a provider.
  fileprivate func nameOfProvider(_ providerID: String) -> String {
    let name = provider(providerID)?.displayName ?? samlProvider(providerID)?.displayName
    if let name, !name.isEmpty { return name }
    // A project may have several of these, so that what they speak tells none from another.
    if providerID.hasPrefix("oidc.") || providerID.hasPrefix("saml.") { return providerID }
    return ProviderCatalog.entry(for: providerID)?.name ?? providerID
  }
}
