import Identity
import IdentityWire

extension IdentityService {
  /// `accounts:sendVerificationCode`: sends a number the code that signs in with it.
  ///
  /// - Throws: `UNSUPPORTED_TENANT_OPERATION`, `OPERATION_NOT_ALLOWED`, `INVALID_PHONE_NUMBER`,
  ///   `UNSUPPORTED_FIRST_FACTOR`, and what ``requireCaptcha(_:for:to:_:)`` and ``sendCode(to:for:_:_:)`` throw.
  ///   `UNSUPPORTED_FIRST_FACTOR` and what the latter throws are counted.
  public func sendVerificationCode(_ request: SendVerificationCodeRequest, _ caller: Caller)
    async throws(IdentityError) -> SendVerificationCodeResponse
  {
    try requirePhoneSignIn(caller)
    let number = try Self.newPhoneNumber(request.phoneNumber ?? "")
    // Before anything is looked up: it must not tell who has an account.
    if caller.signIn.testCode(of: number) == nil {
      try requireDelivery(by: .sms)
      try await requireCaptcha(request.captchaResponse, for: .sms, caller)
    }
    let owner = try await storing { () async throws(StoreError) in
      try await store.account(phoneNumber: number, in: caller.scope)
    }
    if let owner, !owner.factors.isEmpty {
      // What it tells of the number is counted as the message that somebody else's would be sent.
      if caller.signIn.testCode(of: number) == nil {
        try await count(textMessage(to: number, caller, now: clock.now()))
      }
      try owner.requireNoSecondFactor()
    }
    return SendVerificationCodeResponse(sessionInfo: try await sendCode(to: number, for: .smsCode, caller))
  }

  func requirePhoneSignIn(_ caller: Caller) throws(IdentityError) {
    guard caller.tenant == nil else { throw .refused(.unsupportedTenantOperation) }
    guard caller.signIn.phoneEnabled else { throw .refused(.operationNotAllowed) }
  }
}
