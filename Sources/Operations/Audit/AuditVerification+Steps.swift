import Identity

extension AuditVerification {
  /// A part of a chain that was verified.
  public struct Step: Sendable {
    public var report: Report
    /// Where the chain ends.
    public var end: Int64
    /// Where the next step begins; nil at the chain's end, and after a fault.
    public var next: KeptHead?
  }

  /// Verifies the next records of a chain, so that the caller can show the progress. Returns nil if the chain
  /// does not exist.
  ///
  /// - Parameters:
  ///   - place: the previous step's ``Step/next``; nil for the beginning, which is the first record after
  ///     pruning.
  ///   - limit: the maximum number of records.
  public func step(
    of chain: ProjectID?, after place: KeptHead? = nil, limit: Int
  ) async throws(StoreError) -> Step? {
    while true {
      let heads = try await store.auditHeads()
      guard let head = heads.first(where: { $0.chain == chain }) else { return nil }
      let begun = try await beginning(head, after: place)
      let report =
        begun.fault == nil
        ? try await verify(begun, to: head, through: begun.last + Int64(max(1, limit))) : begun
      let latest = try await store.auditHeads().first { $0.chain == chain }
      // A server may have pruned the chain meanwhile.
      if report.fault != nil, let latest, latest.prunedSequence > head.prunedSequence { continue }
      let isDone = report.fault != nil || report.last >= head.sequence
      return Step(
        report: report, end: head.sequence,
        next: isDone ? nil : KeptHead(chain: chain, sequence: report.last, hash: report.hash))
    }
  }

  /// Checks that the last verified record still exists, and begins after it.
  private func beginning(_ head: AuditHead, after place: KeptHead?) async throws(StoreError) -> Report {
    guard let place, place.sequence > head.prunedSequence else { return Report(from: head) }
    guard place.sequence <= head.sequence else {
      var report = Report(from: head)
      report.fault = .truncated(last: head.sequence, expected: place.sequence)
      return report
    }
    var report = Report(chain: head.chain, after: place.sequence, hash: place.hash)
    let record = try await store.auditRecords(of: head.chain, after: place.sequence - 1, limit: 1).first
    if record?.sequence != place.sequence {
      report.fault = .missing(place.sequence, next: record?.sequence)
    } else if record?.hash != place.hash {
      report.fault = .rewritten(place.sequence)
    }
    return report
  }
}
