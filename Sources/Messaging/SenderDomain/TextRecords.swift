import CResolver
import Foundation
import Synchronization
import WorkPool

/// The response to a DNS query for TXT records.
public enum TextRecordAnswer: Sendable, Equatable {
  /// At least one record, with its character-strings joined.
  case records([[UInt8]])
  /// The name has no TXT record, or does not exist.
  case none
  /// No usable response arrived in time.
  case noAnswer
}

/// Queries the DNS for TXT records.
public protocol TextRecords: Sendable {
  /// - Parameters:
  ///   - name: a fully qualified name without a final dot.
  ///   - time: the maximum time to wait.
  func records(at name: String, within time: Duration) async -> TextRecordAnswer
}

/// Queries the system's name servers, or a given one, outside the event loops. Limits the number of running queries.
public final class SystemTextRecords: TextRecords {
  // The queue has its own priority, and so its own threads. The threads of other queues must not wait for a project's
  // name servers.
  private let queue = DispatchQueue(
    label: "latchkey.text-records", qos: .utility, attributes: .concurrent)
  /// The number of concurrent queries of one check: SPF, DMARC and DKIM.
  private static let queriesOfCheck = 3

  private let pending = Mutex(0)
  private let maximumPending: Int
  private let server: String?

  /// - Parameters:
  ///   - server: `address:port`, with an IPv6 address in brackets. Nil for the system's name servers.
  ///   - maximumPending: the maximum number of running queries, each of which blocks a thread. Further queries get no
  ///     response.
  package init(server: String? = nil, maximumPending: Int) {
    self.server = server
    self.maximumPending = maximumPending
  }

  /// - Parameter server: see ``init(server:maximumPending:)``.
  public convenience init(server: String? = nil) {
    self.init(server: server, maximumPending: Self.queriesOfCheck * SharedPool.senderDomains.size)
  }

  public func records(at name: String, within time: Duration) async -> TextRecordAnswer {
    guard Self.milliseconds(time) > 0 else { return .noAnswer }
    let deadline = ContinuousClock.now + time
    let isAdmitted = pending.withLock { count in
      guard count < maximumPending else { return false }
      count += 1
      return true
    }
    guard isAdmitted else { return .noAnswer }
    return await withCheckedContinuation { continuation in
      queue.async { [self] in
        // The wait for a thread counts.
        let left = ContinuousClock.now.duration(to: deadline)
        let answer = Self.lookUp(name, at: server, milliseconds: Self.milliseconds(left))
        pending.withLock { $0 -= 1 }
        continuation.resume(returning: answer)
      }
    }
  }

  private static func milliseconds(_ time: Duration) -> Int {
    let (seconds, attoseconds) = time.components
    return Int(seconds) * 1_000 + Int(attoseconds / 1_000_000_000_000_000)
  }

  private static func lookUp(_ name: String, at server: String?, milliseconds: Int) -> TextRecordAnswer {
    let capacity = Int(DNS_MAXIMUM_ANSWER)
    var found = dns_texts(outcome: DNS_NO_ANSWER, length: 0)
    let texts = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      found = dns_look_up_texts(name, server, milliseconds, buffer.baseAddress, capacity)
      count = min(found.length, capacity)
    }
    switch found.outcome {
    case DNS_FOUND: return .records(split(texts))
    case DNS_NONE: return .none
    default: return .noAnswer
    }
  }

  private static func split(_ texts: [UInt8]) -> [[UInt8]] {
    var records: [[UInt8]] = []
    var left = texts[...]
    while left.count >= 2 {
      let length = Int(left[left.startIndex]) << 8 | Int(left[left.startIndex + 1])
      left = left.dropFirst(2)
      records.append(Array(left.prefix(length)))
      left = left.dropFirst(length)
    }
    return records
  }
}
