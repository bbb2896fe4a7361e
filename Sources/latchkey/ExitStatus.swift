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
  /// The status with which shells report that a command could not be run.
  case commandNotRun = 126
  case commandNotFound = 127

  static let help = """
    EXIT CODES
      0   The command succeeded.
      1   Refused: a thing is missing, unknown or in use. Nothing was changed.
      64  The command line is wrong.
      65  The command succeeded for some users only.
      69  The port is in use, or no server answers at the address.
      70  The installation has faults. The output names each fault.
      74  The data directory, its disk or the database cannot be used.
      75  Another server or command is using the data directory.
      78  The configuration has mistakes. The output explains each mistake.
    """
}

/// Ends a command with an exit status and one sentence for the user.
struct CommandFailure: Error {
  var status: ExitStatus
  var message: String

  init(_ status: ExitStatus, _ message: String) {
    self.status = status
    self.message = message
  }
}
