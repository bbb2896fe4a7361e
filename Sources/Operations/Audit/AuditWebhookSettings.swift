import Crypto
import Foundation
import Identity
import IdentityWire
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
  /// Seconds for which events that were not taken are kept beyond the time for which the log is kept.
  public var patience: Int64 = 30 * 86_400

  public init(url: String, secret: Secret) {
    self.url = url
    self.secret = secret
  }

  /// The name of the cursor: another address begins anew.
  var consumer: String {
    "webhook/" + Base64URL.encode(SHA256.hash(data: Data(url.utf8)).prefix(16))
  }

  func covers(_ chain: ProjectID?) -> Bool {
    guard let projects else { return true }
    return chain.map(projects.contains) ?? false
  }

  /// Seconds to wait after so many failures, one after the other.
  func backOff(after failures: Int) -> Int64 {
    min(max(maximumBackOff, 1), max(firstBackOff, 1) << Int64(min(max(failures - 1, 0), 16)))
  }

  /// What pruning leaves for the webhook.
  ///
  /// - Parameter retention: seconds for which the log is kept.
  public func reservation(retention: Int64, now: Instant) -> AuditReservation {
    AuditReservation(
      consumer: consumer, chains: projects, end: now.adding(seconds: -retention - max(patience, 0)))
  }
}
