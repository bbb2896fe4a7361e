/// The program's exit status. The numbers above 63 are those of BSD's `sysexits.h`.
enum ExitStatus: Int32, Sendable {
  case refused = 1
  case usage = 64
  case incomplete = 65
  case unavailable = 69
  case unhealthy = 70
  case dataDirectory = 74
  case busy = 75
  case configuration = 78
  /// The shells' status for a command that could not be run.
  case commandNotRun = 126
  case commandNotFound = 127

  static let help = """
    EXIT CODES
      0   The command did what it says.
      1   Refused: something is missing, unknown or taken. Nothing was changed.
      64  The command line is wrong.
      65  Some users were left out; the others were done.
      69  The port is taken, or no server runs or answers at the address.
      70  The installation has faults. Each was named.
      74  The data directory, its disk or the database cannot be used.
      75  Another server, or a command, is at work on the data directory.
      78  The configuration has mistakes. Each was named, with what to do.
    """
}

/// Ends a command with one sentence for a person.
struct CommandFailure: Error {
  var status: ExitStatus
  var message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
