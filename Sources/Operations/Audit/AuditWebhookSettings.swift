import Identity
import Secrets

/// Where the audit log is sent.
public struct AuditWebhookSettings: Sendable {
  public static let secretLengths = 16...256

  /// https, unless private addresses are allowed.
  public var url: String
  /// With which a delivery is signed: HMAC-SHA256.
  public var secret: Secret
  /// The chains that are sent; nil for all, the installation's included.
  public var projects: Set<ProjectID>?
  /// Whether the address may be of this machine or of a private network.
  public var allowPrivateAddresses = false
  /// Events in one delivery.
  public var batchSize = 100
  /// Seconds between two looks at the log.
  public var interval: Int64 = 2
  /// Seconds of the first wait after a failure, which every further one doubles up to ``maximumBackOff``.
  public var firstBackOff: Int64 = 2
  public var maximumBackOff: Int64 = 300

  public init(url: String, secret: Secret) {
    self.url = url
    self.secret = secret
  }
}
