/// An event in its chain. Each project has its own chain. The installation has another chain.
public struct AuditRecord: Sendable, Equatable {
  /// Nil for the installation's chain.
  public var chain: ProjectID?
  public var sequence: Int64
  /// The event as JSON. The record's hash was computed over exactly these bytes.
  public var text: String
  /// SHA-256 of the previous record's hash followed by the text.
  public var hash: [UInt8]

  public init(chain: ProjectID?, sequence: Int64, text: String, hash: [UInt8]) {
    self.chain = chain
    self.sequence = sequence
    self.text = text
    self.hash = hash
  }
}

/// The end of a chain, and the position where its remaining records begin.
public struct AuditHead: Sendable, Equatable {
  public var chain: ProjectID?
  public var sequence: Int64
  public var hash: [UInt8]
  /// The sequence of the last pruned record. Verification of the remaining records begins there. 0 if no record was
  /// pruned.
  public var prunedSequence: Int64
  public var prunedHash: [UInt8]

  public init(
    chain: ProjectID?, sequence: Int64, hash: [UInt8], prunedSequence: Int64, prunedHash: [UInt8]
  ) {
    self.chain = chain
    self.sequence = sequence
    self.hash = hash
    self.prunedSequence = prunedSequence
    self.prunedHash = prunedHash
  }

  /// The hash before the first record.
  public static let genesis = [UInt8](repeating: 0, count: 32)
}
