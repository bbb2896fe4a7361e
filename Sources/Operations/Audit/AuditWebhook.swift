import Crypto
import Foundation
import Identity
import IdentityProviders
import IdentityWire

/// Sends the audit log to an address: each event at least once, those of one chain in their order. How far it came
/// is kept in the database.
///
/// A delivery is a POST of `{"events":[{"hash":…,"record":{…}}]}`. `X-Latchkey-Signature` is `t=<seconds since
/// 1970>,v1=<hexadecimal>`, where the latter is the HMAC-SHA256 of `<t>.<body>` under the secret: receivers compare
/// it, refuse times that are minutes off, and pass over ids that they know. Any answer of 2xx takes the events.
public struct AuditWebhook: Sendable {
  public enum Failure: Error, Sendable {
    case store(StoreError)
    /// For the log: an HTTP status, or why there was none.
    case refused(String)
  }

  public static let signatureHeader = "X-Latchkey-Signature"

  public let settings: AuditWebhookSettings
  private let store: any AuditStore
  private let http: OutgoingHTTP
  private let clock: any WallClock

  public init(
    _ settings: AuditWebhookSettings, store: any AuditStore, http: OutgoingHTTP, clock: any WallClock
  ) {
    self.settings = settings
    self.store = store
    self.http = http
    self.clock = clock
  }

  /// The name of the cursor: another address begins anew.
  private var consumer: String {
    "webhook/" + Base64URL.encode(SHA256.hash(data: Data(settings.url.utf8)).prefix(16))
  }

  /// Sends what there is, one delivery of each chain.
  ///
  /// - Returns: how many events were taken.
  public func deliver() async throws(Failure) -> Int {
    var count = 0
    for head in try await storing({ () async throws(StoreError) in try await store.auditHeads() }) {
      if let projects = settings.projects {
        guard let project = head.chain, projects.contains(project) else { continue }
      }
      count += try await deliver(head)
    }
    return count
  }

  private func deliver(_ head: AuditHead) async throws(Failure) -> Int {
    let consumer = consumer
    let records = try await storing { () async throws(StoreError) in
      let cursor = try await store.auditCursor(of: consumer, chain: head.chain)
      guard cursor < head.sequence else { return [AuditRecord]() }
      return try await store.auditRecords(of: head.chain, after: cursor, limit: settings.batchSize)
    }
    guard let last = records.last else { return 0 }
    try await post(#"{"events":[\#(records.map(\.exportedText).joined(separator: ","))]}"#)
    try await storing { () async throws(StoreError) in
      try await store.moveAuditCursor(of: consumer, chain: head.chain, to: last.sequence)
    }
    return records.count
  }

  private func post(_ body: String) async throws(Failure) {
    let time = String(clock.now().seconds)
    let code = HMAC<SHA256>.authenticationCode(
      for: Data("\(time).\(body)".utf8), using: SymmetricKey(data: Data(settings.secret.reveal().utf8)))
    var request = OutgoingHTTP.Request(
      .post, settings.url, allowPrivateAddresses: settings.allowPrivateAddresses)
    request.headers = [
      ("Content-Type", "application/json"), (Self.signatureHeader, "t=\(time),v1=\(hexadecimalText(code))"),
    ]
    request.body = Array(body.utf8)
    let status: Int
    do throws(OutgoingHTTP.Failure) {
      status = try await http.send(request).status
    } catch {
      throw .refused("\(error)")
    }
    guard (200..<300).contains(status) else { throw .refused("HTTP \(status)") }
  }

  private func storing<Value>(_ body: () async throws(StoreError) -> Value) async throws(Failure) -> Value {
    do { return try await body() } catch { throw .store(error) }
  }
}

extension AuditRecord {
  /// One line of JSON with the record as it was hashed, byte for byte.
  public var exportedText: String { #"{"hash":"\#(hexadecimalText(hash))","record":\#(text)}"# }
}

/// Lower-case hexadecimal digits.
public func hexadecimalText(_ bytes: some Sequence<UInt8>) -> String {
  let digits = Array("0123456789abcdef")
  return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
}
