import Crypto
import Foundation
import Identity
import IdentityWire
import Secrets

/// The settings of the webhook that the audit log is sent to.
public struct AuditWebhookSettings: Sendable {
  public static let secretLengths = 16...256

  /// An https address, unless private addresses are allowed.
  public var url: String
  /// The key that signs deliveries (HMAC-SHA256).
  public var secret: Secret
  /// The projects whose chains are sent; nil for all chains, including the installation's.
  public var projects: Set<ProjectID>?
  /// True if the address may be on this machine or in a private network.
  public var allowPrivateAddresses = false
  /// The maximum number of events in one delivery.
  public var batchSize = 100
  /// Seconds between two checks of the log.
  public var interval: Int64 = 2
  /// Seconds of the first wait after a failure. Every further failure doubles it, up to ``maximumBackOff``.
  public var firstBackOff: Int64 = 2
  public var maximumBackOff: Int64 = 300
  /// Seconds for which unacknowledged events are kept beyond the log's retention.
  public var patience: Int64 = 30 * 86_400

  public init(url: String, secret: Secret) {
    self.url = url
    self.secret = secret
  }

  /// The name of the cursor. A new address gets a new cursor.
  var consumer: String {
    "webhook/" + Base64URL.encode(SHA256.hash(data: Data(url.utf8)).prefix(16))
  }

  func covers(_ chain: ProjectID?) -> Bool {
    guard let projects else { return true }
    return chain.map(projects.contains) ?? false
  }

  /// Returns the seconds to wait after a number of consecutive failures.
  func backOff(after failures: Int) -> Int64 {
    min(max(maximumBackOff, 1), max(firstBackOff, 1) << Int64(min(max(failures - 1, 0), 16)))
  }

  /// Returns the events that pruning must keep for the webhook.
  ///
  /// - Parameter retention: the log's retention in seconds.
  public func reservation(retention: Int64, now: Instant) -> AuditReservation {
    AuditReservation(
      consumer: consumer, chains: projects, end: now.adding(seconds: -retention - max(patience, 0)))
  }
}
