import IdentityWire

/// A kind of request that a project can protect with a captcha, by its name in `captchaChallenge`.
enum CaptchaAction: String, Sendable, CaseIterable {
  case signUp = "sign-up"
  case passwordSignIn = "password-sign-in"
  case passwordReset = "password-reset"
  case sms

  /// Nil if no project can protect the request. For any other request, the server decides whether a proof is
  /// needed. For example, a request that sets a password needs a proof only if the account had no password.
  init?(_ endpoint: IdentityToolkitClient.Endpoint, _ message: [String: JSONValue]) {
    func has(_ name: String) -> Bool { message[name].map { !$0.isNull } ?? false }
    switch endpoint {
    case .relyingParty("verifyPassword"): self = .passwordSignIn
    case .relyingParty("signupNewUser") where has("email") || has("password"): self = .signUp
    case .relyingParty("setAccountInfo") where !has("oobCode") && (has("email") || has("password")):
      self = .signUp
    case .relyingParty("getOobConfirmationCode"):
      switch message["requestType"]?.stringValue {
      case "PASSWORD_RESET", "EMAIL_SIGNIN": self = .passwordReset
      case "VERIFY_AND_CHANGE_EMAIL": self = .signUp
      default: return nil
      }
    case .relyingParty("sendVerificationCode"): self = .sms
    case .v2("accounts/mfaEnrollment:start") where has("phoneEnrollmentInfo"): self = .sms
    case .v2("accounts/mfaSignIn:start") where has("phoneSignInInfo"): self = .sms
    default: return nil
    }
  }

  /// Adds a proof to a message. The member names are those that the official SDKs use for a reCAPTCHA token.
  static func add(
    _ proof: String, to message: inout [String: JSONValue], for endpoint: IdentityToolkitClient.Endpoint
  ) {
    var fields: [String: JSONValue] = ["recaptchaVersion": "RECAPTCHA_ENTERPRISE"]
    switch endpoint {
    case .relyingParty("getOobConfirmationCode"): fields["captchaResp"] = .string(proof)
    default: fields["captchaResponse"] = .string(proof)
    }
    for name in ["phoneEnrollmentInfo", "phoneSignInInfo"] {
      guard let info = message[name]?.objectValue else { continue }
      message[name] = .object(info.merging(fields) { $1 })
      return
    }
    message.merge(fields) { $1 }
  }
}
