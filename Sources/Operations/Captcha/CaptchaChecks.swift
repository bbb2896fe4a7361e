import Identity
import IdentityProviders

/// The services that check tokens for a server, and where it counts what came of them.
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
  ///   - http: bounds how long a service may take.
  ///   - privateHosts: hosts that a service may be at with private addresses and without https.
  ///   - observe: called with each check, also from several tasks at once.
  public init(
    http: OutgoingHTTP, privateHosts: PrivateHosts = PrivateHosts(),
    observe: @escaping @Sendable (Event) -> Void = { _ in }
  ) {
    self.http = http
    self.privateHosts = privateHosts
    self.observe = observe
  }
}
