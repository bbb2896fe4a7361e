import ArgumentParser
import Foundation
import Identity
import IdentityWire
import Operations
import Server

struct AuditHeadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "head",
    abstract: "Print where each chain ends, to be kept elsewhere.",
    discussion: """
      One line for each chain: its project, the number of its last record, and that record's hash. Who can write to \
      the database could write the log anew; what was kept elsewhere shows that.

      EXAMPLES
        latchkey audit head > /elsewhere/heads

      \(ExitStatus.help)
      """)

  @OptionGroup var data: DataOptions

  func run() async throws {
    try await data.withBackend { backend in
      let lines = try await backend.auditHeads(of: .all).map { head in
        AuditVerification.KeptHead(chain: head.chain, sequence: head.sequence, hash: head.hash).line
      }
      try Terminal.deliver(lines.joined(separator: "\n"))
    }
  }
}

extension AuditVerification.KeptHead {
  var line: String { "\(chain?.rawValue ?? "-") \(sequence) \(hexadecimalText(hash))" }

  /// - Returns: nil for text that is no such line.
  init?(line: some StringProtocol) {
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
