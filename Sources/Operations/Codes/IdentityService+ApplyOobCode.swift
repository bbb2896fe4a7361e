import Identity
import IdentityWire

/// What shows that who applies a mailed code is the account's user.
public enum ActionCodeProof: Sendable {
  case none
  /// An ID token of the account.
  case session(idToken: String)
  /// The account's password, typed on the page of the code.
  case password(String)
}

/// What came of a mailed code.
public struct AppliedActionCode: Sendable {
  /// The account's address now.
  public var email: String?
  /// Whether every way into the account ended, because nothing showed whose it is.
  public var endedOtherWaysIn = false

  public init(email: String?) { self.email = email }
}

extension IdentityService {
  /// `accounts:update` with `oobCode`: verifies, changes or brings back an address. The code alone says what
  /// happens. Of the rest of the request nothing is looked at but, in a project with strict verification, `idToken`.
  func applyOobCode(_ request: UpdateRequest, _ code: String, _ caller: Caller) async throws(IdentityError)
    -> UpdateResponse
  {
    let idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
    let proof = idToken.map { ActionCodeProof.session(idToken: $0) } ?? .none
    let (account, before, _) = try await apply(code, proof, caller)
    return Self.response(account, since: before, nil)
  }

  /// The same for the page of a mailed link.
  public func applyActionCode(_ text: String, proof: ActionCodeProof, _ caller: Caller)
    async throws(IdentityError) -> AppliedActionCode
  {
    let (account, _, endedOtherWaysIn) = try await apply(text, proof, caller)
    var applied = AppliedActionCode(email: account.email?.text)
    applied.endedOtherWaysIn = endedOtherWaysIn
    return applied
  }

  private func apply(_ text: String, _ proof: ActionCodeProof, _ caller: Caller) async throws(IdentityError)
    -> (account: Account, before: Account, endedOtherWaysIn: Bool)
  {
    let isStrict = caller.signIn.strictEmailVerification
    let known = try await provedPassword(text, proof, caller)
    return try await retryingConflicts {
      let (code, found) = try await presented(text, allowing: Self.addressKinds, caller)
      guard let before = found else { throw IdentityError.refused(.invalidOOBCode) }
      // What it does to another account is done by the one whose code it is.
      AuditContext.current.trail?.noteAuthenticated(before.id)
      if before.disabled { throw IdentityError.refused(.userDisabled) }
      let now = clock.now()
      var decision: AddressDecision
      var writes = [code.consumption]
      var notices: [PreparedMail] = []
      switch code.payload.kind {
      case .verifyEmail:
        // Whoever has yet to enrol a second factor has to verify their address first.
        let isProved = try await isProved(proof, known, for: before, caller, mayLackFactor: true)
        decision = .verification(of: before, isStrict: isStrict, isProved: isProved, now: now)
      case .verifyAndChangeEmail:
        guard let newEmail = code.payload.newEmail else { throw IdentityError.refused(.invalidOOBCode) }
        let isProved = try await isProved(proof, known, for: before, caller)
        decision = try .change(
          of: before, to: newEmail, holder: try await store.account(holding: newEmail, in: before.scope),
          isStrict: isStrict, isProved: isProved, now: now)
        if let moment = code.payload.signedInAt {
          writes.append(.requireSignIn(before.id, before.scope, authenticatedAt: moment))
        }
        notices = [try recoveryMail(from: before, to: &decision.account, caller)].compactMap(\.self)
      case .recoverEmail:
        guard let email = code.payload.email,
          let undone = code.payload.change(of: before, caller.links.recovery)
        else { throw IdentityError.refused(.invalidOOBCode) }
        decision = try .recovery(
          of: before, to: email, undoing: undone,
          holder: try await store.account(email: email, in: before.scope), now: now)
        // To the address that is back: what is gone may have been its owner's own.
        notices = signInNotices(
          of: decision.account.signInMethodChanges(since: before), of: decision.account, caller)
      case .passwordReset, .emailSignIn: throw IdentityError.refused(.invalidOOBCode)
      }
      // Who gets an address back that was taken from them was no anonymous user.
      if code.payload.kind == .verifyAndChangeEmail, before.isAnonymous, !decision.account.isAnonymous {
        var upgrade = ProvedSignIn(
          account: decision.account, facts: SignInFacts(provider: "password"), method: "emailLink")
        upgrade.stored = before
        upgrade.consumptions = writes
        upgrade.revokesSessions = true
        try await consult(.beforeCreate, about: &upgrade, caller)
        decision.account = upgrade.account
      }
      writes += decision.writes(since: before, now: now)
      let decided = decision
      let all = writes + (known?.writes ?? []) + notices.flatMap(\.writes)
      return try await redeeming(code, caller) {
        var context = AuditContext.current
        if code.payload.kind == .verifyEmail { context.action = .emailVerification }
        try await AuditContext.$current.withValue(context) { try await store.apply(all) }
        for notice in notices { await notify(notice) }
        return (decided.account, before, decided.endedOtherWaysIn)
      }
    }
  }

  private static let addressKinds: [OOBCode.Kind] = [.verifyEmail, .verifyAndChangeEmail, .recoverEmail]
}
