import Crypto
import Foundation
import Identity
import IdentityProviders

/// Sends the audit log to an address: each event at least once, the events of one chain in order. The database stores
/// the progress, the node that sends a chain at the moment, and the time of the next attempt after a failure. Chains
/// do not wait for each other.
///
/// A delivery is a POST of `{"events":[{"hash":…,"record":{…}}]}`. `X-Latchkey-Signature` is `t=<seconds since
/// 1970>,v1=<signature>`. The signature is the HMAC-SHA256 of `<t>.<body>` under the secret, in hexadecimal digits.
/// Receivers compare the signature, refuse times that differ by minutes from their own clock, and skip event IDs that
/// they already received. Any 2xx response acknowledges the events. The rest of the response is not read.
public struct AuditWebhook: Sendable {
  /// The outcome of one delivery for each chain that was due.
  public struct Round: Sendable {
    /// The number of acknowledged events.
    public var delivered = 0
    public var refusals: [Refusal] = []
  }

  /// A delivery that was not acknowledged.
  public struct Refusal: Sendable {
    public var chain: ProjectID?
    /// A text for the log: an HTTP status, or the reason why there was none.
    public var cause: String
    /// The number of consecutive failures.
    public var failures: Int
    /// Seconds until the next attempt.
    public var wait: Int64
  }

  public static let signatureHeader = "X-Latchkey-Signature"

  public let settings: AuditWebhookSettings
  private let store: any AuditStore
  private let http: OutgoingHTTP
  private let clock: any WallClock
  private let random: any RandomSource

  public init(
    _ settings: AuditWebhookSettings, store: any AuditStore, http: OutgoingHTTP, clock: any WallClock,
    random: any RandomSource
  ) {
    self.settings = settings
    self.store = store
    self.http = http
    self.clock = clock
    self.random = random
  }

  /// Makes one delivery for each chain that has new events, is due, and is not sent by another node.
  public func deliver() async throws(StoreError) -> Round {
    var round = Round()
    for head in try await store.auditHeads() where settings.covers(head.chain) {
      try await deliver(head, &round)
    }
    return round
  }

  private func deliver(_ head: AuditHead, _ round: inout Round) async throws(StoreError) {
    let known = try await store.auditCursor(of: settings.consumer, chain: head.chain)
    // Avoids a write if there is nothing to do, which is the usual case.
    guard known.sequence < head.sequence, known.isDue(at: clock.now()) else { return }
    var delivered = 0
    let outcome = try await AuditDelivery(audit: store, clock: clock, random: random).deliver(
      to: settings.consumer, chain: head.chain, beginning: true, backOff: settings.backOff
    ) { cursor throws(StoreError) in
      let records = try await store.auditRecords(
        of: head.chain, after: cursor.sequence, limit: settings.batchSize)
      // Another node may have sent everything since the head was read.
      guard let last = records.last else { return .init(through: cursor.sequence) }
      do throws(AuditDelivery.Failure) {
        try await post(records)
      } catch {
        return .init(through: cursor.sequence, failure: error)
      }
      delivered = records.count
      return .init(through: last.sequence)
    }
    round.delivered += delivered
    guard let refusal = outcome?.refusal else { return }
    round.refusals.append(
      .init(
        chain: head.chain, cause: refusal.failure.cause, failures: refusal.failures, wait: refusal.wait))
  }

  private func post(_ records: [AuditRecord]) async throws(AuditDelivery.Failure) {
    let body = #"{"events":[\#(records.map(\.exportedText).joined(separator: ","))]}"#
    let time = String(clock.now().seconds)
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(time).\(body)".utf8), using: SymmetricKey(data: Data(settings.secret.reveal().utf8)))
    var request = OutgoingHTTP.Request(
      .post, settings.url, allowPrivateAddresses: settings.allowPrivateAddresses)
    request.headers = [
      ("Content-Type", "application/json"), (Self.signatureHeader, "t=\(time),v1=\(hexadecimalText(code))"),
    ]
    request.body = Array(body.utf8)
    request.readsBody = false
    let status: Int
    do throws(OutgoingHTTP.Failure) {
      status = try await http.send(request).status
    } catch {
      throw AuditDelivery.Failure(cause: "\(error)")
    }
    guard (200..<300).contains(status) else { throw AuditDelivery.Failure(cause: "HTTP \(status)") }
  }
}

extension AuditRecord {
  /// A line of JSON that contains the record byte for byte as it was hashed.
  public var exportedText: String { #"{"hash":"\#(hexadecimalText(hash))","record":\#(text)}"# }
}

/// Lower-case hexadecimal digits.
public func hexadecimalText(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
