import Identity
import IdentityWire

/// A proof that the client who applies a mailed code is the account's user.
public enum ActionCodeProof: Sendable {
  case none
  /// An ID token of the account.
  case session(idToken: String)
  /// The account's password, entered on the code's page.
  case password(String)
}

/// The outcome of a mailed code.
public struct AppliedActionCode: Sendable {
  /// The account's address after the change.
  public var email: String?
  /// True if every other way to sign in ended, because the client did not prove to be the user.
  public var endedOtherWaysIn = false

  public init(email: String?) { self.email = email }
}

extension IdentityService {
  /// `accounts:update` with `oobCode`: verifies, changes or restores an address. The code alone determines
  /// the action. The rest of the request is ignored, except for `idToken` in projects with strict
  /// verification.
  func applyOobCode(_ request: UpdateRequest, _ code: String, _ caller: Caller) async throws(IdentityError)
    -> UpdateResponse
  {
    let idToken = request.idToken.flatMap { $0.isEmpty ? nil : $0 }
    let proof = idToken.map { ActionCodeProof.session(idToken: $0) } ?? .none
    let (account, before, _) = try await apply(code, proof, caller)
    return Self.response(account, since: before, nil)
  }

  /// Applies a code on the page of a mailed link.
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
      // The log names the code's user as the actor, even if another account changes too.
      AuditContext.current.trail?.noteAuthenticated(before.id)
      if before.disabled { throw IdentityError.refused(.userDisabled) }
      let now = clock.now()
      var decision: AddressDecision
      var writes = [code.consumption]
      var notices: [PreparedMail] = []
      switch code.payload.kind {
      case .verifyEmail:
        // Users who have yet to enrol a second factor must verify their address first.
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
          holder: try await store.account(email: email, in: before.scope),
          secondFactors: caller.secondFactorPolicy(now: now), now: now)
        // Notices are sent to the restored address: the removed address may belong to a thief.
        notices = signInNotices(
          of: decision.account.signInMethodChanges(since: before), of: decision.account, caller)
      case .passwordReset, .emailSignIn: throw IdentityError.refused(.invalidOOBCode)
      }
      // Restoring an address is not an upgrade: the account may look anonymous only because the address was
      // removed.
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
