import Identity
import IdentityProviders

/// Asks the captcha services about tokens, and counts the results.
public struct CaptchaChecks: Sendable {
  /// One check and its result.
  public struct Event: Sendable {
    public let action: CaptchaSettings.Action
    public let provider: CaptchaSettings.Provider
    public let mode: CaptchaSettings.Mode
    public let outcome: CaptchaOutcome
  }

  let http: OutgoingHTTP
  let privateHosts: PrivateHosts
  let observe: @Sendable (Event) -> Void

  /// - Parameters:
  ///   - http: limits the time for a service's answer.
  ///   - privateHosts: hosts of services that may have private addresses and do not need https.
  ///   - observe: called with each check, possibly from several tasks at once.
  public init(
    http: OutgoingHTTP, privateHosts: PrivateHosts = PrivateHosts(),
    observe: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.http = http
    self.privateHosts = privateHosts
    self.observe = observe
  }
}
