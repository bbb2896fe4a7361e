/// `GET v2/recaptchaConfig`. It contains a key only if a provider is protected.
public struct RecaptchaConfigResponse: Sendable {
  public struct EnforcementState: Sendable, Equatable {
    /// `EMAIL_PASSWORD_PROVIDER` or `PHONE_PROVIDER`.
    public var provider: String
    /// `OFF`, `AUDIT` or `ENFORCE`.
    public var enforcementState: String

    public init(provider: String, enforcementState: String) {
      self.provider = provider
      self.enforcementState = enforcementState
    }
  }

  public var recaptchaKey: String?
  public var recaptchaEnforcementState: [EnforcementState]

  public init(recaptchaEnforcementState: [EnforcementState]) {
    self.recaptchaEnforcementState = recaptchaEnforcementState
  }
}

/// `GET v1/recaptchaParams`; v3 `getRecaptchaParam`.
public struct RecaptchaParamsResponse: Sendable {
  public var kind = "identitytoolkit#GetRecaptchaParamResponse"
  public var recaptchaSiteKey: String
  public init(recaptchaSiteKey: String) { self.recaptchaSiteKey = recaptchaSiteKey }
}

extension RecaptchaConfigResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("recaptchaKey", recaptchaKey)
    answer.member("recaptchaEnforcementState", recaptchaEnforcementState)
  }
}

extension RecaptchaConfigResponse.EnforcementState: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("provider", provider)
    answer.member("enforcementState", enforcementState)
  }
}

extension RecaptchaParamsResponse: AnswerMessage {
  public func write(to answer: inout AnswerWriter) {
    answer.member("kind", kind)
    answer.member("recaptchaSiteKey", recaptchaSiteKey)
  }
}
