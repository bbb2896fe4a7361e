import Identity
import IdentityWire
import Storage

/// Finds the first record of a chain that is not as it was written.
///
/// The chain reveals records that were changed, removed or moved. A person who can write to the database can
/// also rewrite the whole chain or cut off its end. Only a head that was kept elsewhere reveals that.
public struct AuditVerification: Sendable {
  /// A fault in a record, or in a chain's end.
  public enum Fault: Sendable, Equatable, CustomStringConvertible {
    /// There is no record at this place. `next` is the place of the next record, if any.
    case missing(Int64, next: Int64?)
    /// The text does not match its hash.
    case changed(Int64)
    /// The record at the first place was written for the second place.
    case misplaced(Int64, writtenFor: Int64)
    /// The chain ends before its head, or before a kept head.
    case truncated(last: Int64, expected: Int64)
    /// The record does not match the kept head: the chain was rewritten.
    case rewritten(Int64)
    /// The kept head belongs to a pruned record. Its hash differs from the hash that was stored when the record was
    /// pruned.
    case pruned(Int64, through: Int64)

    public var description: String {
      switch self {
      case .missing(let place, let next?): "record \(place) is missing; the next one is \(next)"
      case .missing(let place, nil): "record \(place) is missing"
      case .changed(let place): "record \(place) was changed: its hash does not fit its text"
      case .misplaced(let place, let other):
        "record \(place) was replaced by record \(other)"
      case .truncated(let last, let expected):
        "the chain ends with record \(last), but had \(expected) records"
      case .rewritten(let place):
        "record \(place) is not the one in the kept head: the chain was rewritten"
      case .pruned(let place, let through):
        "record \(place), which the kept head names, cannot be verified: all records up to \(through) were pruned"
      }
    }
  }

  public struct Report: Sendable, Equatable {
    public var chain: ProjectID?
    /// The number of verified records.
    public var count: Int64
    public var first: Int64
    public var last: Int64
    /// The hash of the last record. Keep it elsewhere.
    public var hash: [UInt8]
    public var fault: Fault?

    init(chain: ProjectID?, after sequence: Int64, hash: [UInt8]) {
      self.chain = chain
      count = 0
      first = sequence + 1
      last = sequence
      self.hash = hash
    }

    /// Begins at the first record that pruning left, before anything is read.
    init(from head: AuditHead) {
      self.init(chain: head.chain, after: head.prunedSequence, hash: head.prunedHash)
    }
  }

  /// The end of a chain that was kept elsewhere.
  public struct KeptHead: Sendable, Equatable {
    public var chain: ProjectID?
    public var sequence: Int64
    public var hash: [UInt8]

    public init(chain: ProjectID?, sequence: Int64, hash: [UInt8]) {
      self.chain = chain
      self.sequence = sequence
      self.hash = hash
    }
  }

  static let pageSize = 1_000

  let store: any AuditStore

  public init(store: any AuditStore) { self.store = store }

  /// Verifies a chain to its end, from its beginning or from the first record that pruning left.
  ///
  /// A server may prune the chain meanwhile. If records are missing, the head is read again. If the chain now
  /// begins later, everything is verified again.
  ///
  /// - Parameter kept: kept heads of this chain.
  public func verify(_ head: AuditHead, against kept: [KeptHead] = []) async throws(StoreError) -> Report {
    var head = head
    while true {
      let report = try await verify(Report(from: head), to: head, against: kept)
      switch report.fault {
      case .missing, .truncated: break
      default: return report
      }
      let latest = try await store.auditHeads().first { $0.chain == head.chain }
      guard let latest, latest.prunedSequence > head.prunedSequence else { return report }
      head = latest
    }
  }

  /// Continues a report, to the end of the chain or to a place in it.
  func verify(
    _ begun: Report, to head: AuditHead, through end: Int64 = .max, against kept: [KeptHead] = []
  ) async throws(StoreError) -> Report {
    var report = begun
    let end = min(end, head.sequence)
    for known in kept where known.sequence <= head.prunedSequence {
      if known.sequence < head.prunedSequence || known.hash != head.prunedHash {
        report.fault = .pruned(known.sequence, through: head.prunedSequence)
        return report
      }
    }
    while report.last < end {
      let page = try await store.auditRecords(of: head.chain, after: report.last, limit: Self.pageSize)
      if page.isEmpty { break }
      for record in page where record.sequence <= end {
        report.fault = Self.fault(of: record, after: report, kept)
        guard report.fault == nil else { return report }
        report.last = record.sequence
        report.hash = record.hash
        report.count += 1
      }
      if let last = page.last, last.sequence > end { break }
    }
    let expected = max(head.sequence, kept.map(\.sequence).max() ?? 0)
    if report.last < (end == head.sequence ? expected : end) {
      report.fault = .truncated(last: report.last, expected: expected)
    } else if end == head.sequence, report.hash != head.hash {
      report.fault = .changed(report.last)
    }
    return report
  }

  private static func fault(of record: AuditRecord, after report: Report, _ kept: [KeptHead]) -> Fault? {
    let place = report.last + 1
    guard record.sequence == place else { return .missing(place, next: record.sequence) }
    guard record.hash == AuditChain.hash(after: report.hash, record.text) else {
      let written = (try? JSONParser(maximumDepth: 8).parse(record.text))?["sequence"]?.integerValue
      if let written, written != place { return .misplaced(place, writtenFor: written) }
      return .changed(place)
    }
    let isRewritten = kept.contains { $0.sequence == place && $0.hash != record.hash }
    return isRewritten ? .rewritten(place) : nil
  }
}
