import Identity
import IdentityWire

/// The output of "latchkey status".
struct StatusReport: Sendable {
  let now: Instant
  var installation: InstallationStatus?
  /// Nil if no server was asked.
  var server: ServerStatus?
  /// False if the configuration has no schedule of copies. Then earlier failures of scheduled copies do not count as faults.
  var schedulesBackups = true

  init(now: Instant) { self.now = now }

  private var findings: [Finding] { [installation?.database, server?.finding].compactMap(\.self) }

  /// The problem, for the exit status; nil if all is well.
  var failure: CommandFailure? {
    if let fault = findings.first(where: { $0.verdict == .failed }) {
      return CommandFailure(.unhealthy, fault.sentence)
    }
    if let server, !server.isThere { return CommandFailure(.unavailable, server.finding.sentence) }
    if let installation, installation.runsServer == false {
      return CommandFailure(.unavailable, "No server runs on \(installation.place).")
    }
    return schedulesBackups ? installation?.backupFailure : nil
  }

  var text: String {
    var rows: [[String]] = []
    if let server { rows.append(["Server", server.text]) }
    if let installation {
      rows.append([server == nil ? "Server" : "", installation.serverText])
      rows += installation.rows
    }
    var widths: [Int] = []
    return TextTable.text(rows, widths: &widths)
  }

  var json: JSONValue {
    [
      "isWell": .bool(failure == nil), "at": .string(now.iso8601),
      "reason": failure.map { .string($0.message) } ?? .null,
      "installation": installation?.json ?? .null, "server": server?.json ?? .null,
    ]
  }
}
