import Secrets

extension IdentityService {
  /// Returns the token that the web page for app verification gives a native app. The app sends it as
  /// `recaptchaToken`.
  public func appVerificationToken() -> String { random.alphanumeric(64) }
}
