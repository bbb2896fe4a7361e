import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:resetPassword`: returns a code's purpose. With a new password and a reset code, sets the
  /// password.
  ///
  /// ``Account/resettingPassword(to:now:)`` decides what changes.
  public func resetPassword(_ request: ResetPasswordRequest, _ caller: Caller) async throws(IdentityError)
    -> ResetPasswordResponse
  {
    guard let password = request.newPassword, !password.isEmpty else {
      return try await inspect(request.oobCode, caller)
    }
    return try await counting(.passwordReset, by: "password", caller) { () async throws(IdentityError) in
      try await reset(request.oobCode, to: password, caller)
    }
  }

  private func reset(_ oobCode: String?, to password: String, _ caller: Caller) async throws(IdentityError)
    -> ResetPasswordResponse
  {
    guard caller.signIn.passwordEnabled else { throw .refused(.passwordLoginDisabled) }
    // Never hash a password for a request without a valid code.
    let first = try await presented(oobCode, allowing: [.passwordReset], caller)
    if first.account?.disabled == true { throw .refused(.userDisabled) }
    try checkStrength(password, of: first.account?.email, caller)
    let place = try first.account.map { account throws(IdentityError) in
      try passwordPlace(caller, for: .account(account.id))
    }
    let hash = try await passwords(of: caller.project).hash(password, in: place)
    place?.leave()
    return try await retryingConflicts {
      let (code, found) = try await presented(oobCode, allowing: [.passwordReset], caller)
      guard let before = found else { throw IdentityError.refused(.invalidOOBCode) }
      let now = clock.now()
      let account = try before.resettingPassword(to: hash, now: now)
      let notices = signInNotices(
        of: account.signInMethodChanges(since: before), of: before, caller)
      let letIn = account.email.map { forgetting(.password(of: $0), caller, now: now) } ?? []
      return try await redeeming(code, caller) {
        try await store.apply(
          [
            code.consumption, .updateAccount(account), .endSessions(of: account, now: now),
          ] + letIn + notices.flatMap(\.writes))
        for notice in notices { await notify(notice) }
        return ResetPasswordResponse(code.payload)
      }
    }
  }

  private func inspect(_ text: String?, _ caller: Caller) async throws(IdentityError) -> ResetPasswordResponse
  {
    let code: PresentedOOBCode
    do {
      code = try await presented(text, caller).code
    } catch {
      // The checks are in the official service's order.
      guard caller.signIn.passwordEnabled else { throw .refused(.passwordLoginDisabled) }
      throw error
    }
    if code.payload.kind == .passwordReset, !caller.signIn.passwordEnabled {
      throw .refused(.passwordLoginDisabled)
    }
    return ResetPasswordResponse(code.payload)
  }
}

extension ResetPasswordResponse {
  init(_ code: OOBCode) {
    self.init(requestType: code.kind.requestType)
    // The address of a sign-in link is not shown, because the user has to enter it.
    email = code.kind == .emailSignIn ? nil : code.email?.text
    newEmail = code.newEmail?.text
  }
}
