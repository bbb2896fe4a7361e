/// The functions of a project's own that have a say in who is let in and what is sent.
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
  /// Which of a provider's tokens a function is given.
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
