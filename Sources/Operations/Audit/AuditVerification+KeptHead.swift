import Identity
import IdentityWire

extension AuditVerification.KeptHead {
  /// The line of a file that keeps the head: the chain (`-` for the installation's), the sequence number, the
  /// hash.
  public var line: String { "\(chain?.rawValue ?? "-") \(sequence) \(hexadecimalText(hash))" }

  /// - Returns: nil if the text does not have the format of ``line``.
  public init?(line: some StringProtocol) {
    let parts = line.split(whereSeparator: { $0 == " " }).map { String($0) }
    guard parts.count == 3, let sequence = Int64(parts[1]), sequence > 0, parts[2].utf8.count == 64 else {
      return nil
    }
    let chain = parts[0] == "-" ? nil : ProjectID(rawValue: parts[0])
    guard parts[0] == "-" || chain != nil else { return nil }
    var hash: [UInt8] = []
    var rest = parts[2][...]
    while !rest.isEmpty {
      guard let byte = UInt8(rest.prefix(2), radix: 16) else { return nil }
      hash.append(byte)
      rest = rest.dropFirst(2)
    }
    self.init(chain: chain, sequence: sequence, hash: hash)
  }
}
