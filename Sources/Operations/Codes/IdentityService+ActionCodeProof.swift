import Identity
import IdentityWire
import Passwords

/// A password that was right, and what its guess writes with the success.
struct ProvedPassword: Sendable {
  var text: String
  var hash: PasswordHash
  var writes: [StoreWrite]
}

extension IdentityService {
  /// Checks the password that comes with a code, once, before anything else: every try is a guess in the count that
  /// sign-ins have. Nil where none is needed, or where the proof is another.
  ///
  /// - Throws: `INVALID_PASSWORD`, `PASSWORD_LOGIN_DISABLED`, `TOO_MANY_ATTEMPTS_TRY_LATER`, what
  ///   ``presented(_:allowing:_:)`` throws.
  func provedPassword(_ code: String, _ proof: ActionCodeProof, _ caller: Caller) async throws(IdentityError)
    -> ProvedPassword?
  {
    guard case .password(let password) = proof, caller.signIn.strictEmailVerification else { return nil }
    // Never hash for a request without a valid code.
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

  /// Whether who applies a code proves to be the account's user. Asked in strict projects alone: elsewhere the code says
  /// all that counts.
  ///
  /// - Parameter mayLackFactor: whether it is for what users may do who have no second factor where one is required.
  /// - Throws: `INVALID_ID_TOKEN` for another account's session, `TOKEN_EXPIRED` and the like for one that has ended:
  ///   whoever brings one wants to keep it, and must not lose everything instead.
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
      // The password that was checked must still be the account's. A sign-in meanwhile may have hashed it anew.
      guard let known, let current = account.password else { throw .refused(.invalidPassword) }
      guard current != known.hash else { return true }
      let isRight = try await passwords(of: caller.project).verify(
        known.text, against: current, in: try passwordPlace(caller, for: .account(account.id)))
      guard isRight else { throw .refused(.invalidPassword) }
      return true
    }
  }
}
