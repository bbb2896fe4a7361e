import Secrets

extension IdentityService {
  /// What a native app is given by the web page that verifies apps, to send as `recaptchaToken`.
  public func appVerificationToken() -> String { random.alphanumeric(64) }
}
