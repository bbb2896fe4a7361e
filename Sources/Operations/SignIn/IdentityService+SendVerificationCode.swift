import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:sendVerificationCode`: sends a code for signing in with a phone number.
  ///
  /// - Throws: `UNSUPPORTED_TENANT_OPERATION`, `OPERATION_NOT_ALLOWED`, `INVALID_PHONE_NUMBER`,
  ///   `UNSUPPORTED_FIRST_FACTOR`; the errors of ``requireCaptcha(_:for:to:_:)`` and ``sendCode(to:for:_:_:)``. A request
  ///   counts towards the limits if it fails with `UNSUPPORTED_FIRST_FACTOR` or in ``sendCode(to:for:_:_:)``.
  public func sendVerificationCode(_ request: SendVerificationCodeRequest, _ caller: Caller)
    async throws(IdentityError) -> SendVerificationCodeResponse
  {
    try requirePhoneSignIn(caller)
    let number = try Self.newPhoneNumber(request.phoneNumber ?? "")
    // Checked before any lookup: the error must not reveal who has an account.
    if caller.signIn.testCode(of: number) == nil {
      try requireDelivery(by: .sms, for: caller.project)
      try await requireCaptcha(request.captchaResponse, for: .sms, caller)
    }
    let owner = try await storing { () async throws(StoreError) in
      try await store.account(phoneNumber: number, in: caller.scope)
    }
    let secondFactors = caller.secondFactorPolicy(now: clock.now())
    if let owner, owner.hasSecondFactor(secondFactors) {
      // The error reveals that the number is registered, so it counts like a message.
      if caller.signIn.testCode(of: number) == nil {
        try await count(textMessage(to: number, caller, now: clock.now()))
      }
      try owner.requireNoSecondFactor(secondFactors)
    }
    return SendVerificationCodeResponse(sessionInfo: try await sendCode(to: number, for: .smsCode, caller))
  }

  func requirePhoneSignIn(_ caller: Caller) throws(IdentityError) {
    guard caller.tenant == nil else { throw .refused(.unsupportedTenantOperation) }
    guard caller.signIn.phoneEnabled else { throw .refused(.operationNotAllowed) }
  }
}
