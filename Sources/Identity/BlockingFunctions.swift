/// The project's own functions that decide whether a sign-in, sign-up or message may happen.
public struct BlockingFunctions: Sendable, Equatable, Codable {
  public enum Event: String, Sendable, Codable, CaseIterable {
    case beforeCreate, beforeSignIn, beforeSendEmail, beforeSendSms
  }

  public struct Trigger: Sendable, Equatable, Codable {
    /// An absolute URL.
    public var functionURI: String
    public var updatedAt: Instant

    public init(functionURI: String, updatedAt: Instant) {
      self.functionURI = functionURI
      self.updatedAt = updatedAt
    }
  }

  public var beforeCreate: Trigger?
  public var beforeSignIn: Trigger?
  public var beforeSendEmail: Trigger?
  public var beforeSendSms: Trigger?
  /// True if functions receive the provider's ID token. The next two settings are the same for the access token and the
  /// refresh token.
  public var forwardsIDToken = false
  public var forwardsAccessToken = false
  public var forwardsRefreshToken = false

  public init() {}

  public subscript(event: Event) -> Trigger? {
    get {
      switch event {
      case .beforeCreate: beforeCreate
      case .beforeSignIn: beforeSignIn
      case .beforeSendEmail: beforeSendEmail
      case .beforeSendSms: beforeSendSms
      }
    }
    set {
      switch event {
      case .beforeCreate: beforeCreate = newValue
      case .beforeSignIn: beforeSignIn = newValue
      case .beforeSendEmail: beforeSendEmail = newValue
      case .beforeSendSms: beforeSendSms = newValue
      }
    }
  }
}
