import IdentityWire

/// A project's own gateway for text messages. Messages of the project and its tenants go through it instead of the
/// server-wide one.
public struct ProjectSMSGateway: Sendable, Equatable, Codable {
  public enum Kind: String, Sendable, Codable, CaseIterable {
    /// Twilio's Messages resource, or a compatible service.
    case twilio
    /// The project's own program, which receives signed JSON.
    case webhook
  }

  public static let maximumSecretLength = 500

  public var kind: Kind { didSet { if kind != oldValue { sealedSecret = nil } } }
  /// Nil for Twilio's own URL.
  public var url: String? { didSet { if !url.hasSameBytes(as: oldValue) { sealedSecret = nil } } }
  /// The account's SID at Twilio; nil for a webhook.
  public var account: String? { didSet { if !account.hasSameBytes(as: oldValue) { sealedSecret = nil } } }
  /// Twilio's token, or the key that signs requests to a webhook, sealed under the master key.
  public var sealedSecret: [UInt8]?
  /// A number, a name, or the SID of a messaging service. Optional for a webhook.
  public var from: String?

  public init(_ kind: Kind) { self.kind = kind }

  /// The context under which the secret is sealed.
  public static func sealingContext(of project: ProjectID) -> String { "sms-gateway/\(project)" }
}

extension ProjectSMSGateway: SecretBearing {
  public static var sealedSecretPath: WritableKeyPath<Self, [UInt8]?> & Sendable { \.sealedSecret }

  /// The account is part of the URL at Twilio.
  public var secretAddresses: SecretAddresses {
    SecretAddresses(["kind": kind.rawValue, "url": url, "account": account])
  }
}
