import Identity
import IdentityWire
import Passwords

/// A correct password, and the writes of a successful guess.
struct ProvedPassword: Sendable {
  var text: String
  var hash: PasswordHash
  var writes: [StoreWrite]
}

extension IdentityService {
  /// Checks the password that comes with a code, once, before anything else. Every attempt counts as a guess,
  /// as in sign-ins. Returns nil if no password is needed, or the proof is not a password.
  ///
  /// - Throws: `INVALID_PASSWORD`, `PASSWORD_LOGIN_DISABLED`, `TOO_MANY_ATTEMPTS_TRY_LATER`; the errors of
  ///   ``presented(_:allowing:_:)``.
  func provedPassword(_ code: String, _ proof: ActionCodeProof, _ caller: Caller) async throws(IdentityError)
    -> ProvedPassword?
  {
    guard case .password(let password) = proof, caller.signIn.strictEmailVerification else { return nil }
    // Never hash a password for a request without a valid code.
    let (presented, found) = try await presented(
      code, allowing: [.verifyEmail, .verifyAndChangeEmail, .recoverEmail], caller)
    guard presented.payload.kind != .recoverEmail, let account = found, let email = account.email else {
      return nil
    }
    guard caller.signIn.passwordEnabled else { throw .refused(.passwordLoginDisabled) }
    AuditContext.current.trail?.noteSubject(account.id)
    let place = try passwordPlace(caller, for: .account(account.id))
    let guess = try await count(.password(of: email), caller, now: clock.now())
    let passwords = try passwords(of: caller.project)
    let isRight = try await passwords.verify(password, against: account.password, in: place)
    place.leave()
    guard isRight, let hash = account.password else { throw .refused(.invalidPassword) }
    return ProvedPassword(text: password, hash: hash, writes: guess.successWrites)
  }

  /// Returns true if the proof shows that the account's user applies the code. Called only for projects with strict
  /// verification: in other projects the code itself is enough.
  ///
  /// - Parameter mayLackFactor: whether the action is allowed to users who lack a required second factor.
  /// - Throws: `INVALID_ID_TOKEN` for another account's session, `TOKEN_EXPIRED` and similar errors for a session
  ///   that has ended. A client that presents a session wants to keep it. Without the error, the client would lose
  ///   all sessions.
  func isProved(
    _ proof: ActionCodeProof, _ known: ProvedPassword?, for account: Account, _ caller: Caller,
    mayLackFactor: Bool = false
  ) async throws(IdentityError) -> Bool {
    guard caller.signIn.strictEmailVerification else { return false }
    switch proof {
    case .none: return false
    case .session(let idToken):
      let user = try await authenticate(idToken, caller, mayLackFactor: mayLackFactor).account
      guard user.id == account.id else {
        throw .refused(.invalidIDToken, "The session is another account's.")
      }
      return true
    case .password:
      // The checked password must still be the account's. A sign-in may have hashed it again meanwhile.
      guard let known, let current = account.password else { throw .refused(.invalidPassword) }
      guard current != known.hash else { return true }
      let isRight = try await passwords(of: caller.project).verify(
        known.text, against: current, in: try passwordPlace(caller, for: .account(account.id)))
      guard isRight else { throw .refused(.invalidPassword) }
      return true
    }
  }
}
