/// Gets the tokens of a captcha widget for an app, in a project that uses Turnstile or hCaptcha. These
/// services need a browser: an app shows the widget in a web view, on a page of a host that the project
/// accepts.
///
/// A project that uses proofs of work needs no provider: the SDK does the work itself.
public protocol CaptchaTokenProvider: Sendable {
  /// Returns a new token. The SDK sends the token with one request only.
  ///
  /// - Throws: any error. The request then fails with `captchaCheckFailed`, and this error is its underlying
  ///   error. An ``AuthError`` or a `CancellationError` is passed on unchanged.
  func captchaToken(for request: CaptchaTokenRequest) async throws -> String
}

/// The kind of token that the server needs, and the settings of the widget that issues it.
public struct CaptchaTokenRequest: Sendable, Equatable {
  /// The service: `turnstile` or `hcaptcha`.
  public var provider: String
  /// The protected action: `sign-up`, `password-sign-in`, `password-reset` or `sms`. Turnstile's widget gets
  /// this name as `action`.
  public var action: String
  /// The public key of the widget.
  public var siteKey: String
  /// The project and tenant, as one text. Turnstile's widget gets this text as `cData`.
  public var data: String?

  public init(provider: String, action: String, siteKey: String, data: String? = nil) {
    self.provider = provider
    self.action = action
    self.siteKey = siteKey
    self.data = data
  }
}
