/// An event as it stands in its chain. Each project has a chain of its own, and the installation one.
public struct AuditRecord: Sendable, Equatable {
  /// Nil for the installation's chain.
  public var chain: ProjectID?
  public var sequence: Int64
  /// The event as JSON, byte for byte what was hashed.
  public var text: String
  /// SHA-256 of the hash before it, and the text.
  public var hash: [UInt8]

  public init(chain: ProjectID?, sequence: Int64, text: String, hash: [UInt8]) {
    self.chain = chain
    self.sequence = sequence
    self.text = text
    self.hash = hash
  }
}

/// Where a chain ends, and where what is left of it begins.
public struct AuditHead: Sendable, Equatable {
  public var chain: ProjectID?
  public var sequence: Int64
  public var hash: [UInt8]
  /// The last record that was pruned, from which the rest can still be verified; 0 when there is none.
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

  /// What stands before the first record.
  public static let genesis = [UInt8](repeating: 0, count: 32)
}
