/// The exit status of the program. The numbers above 63 are those of BSD's `sysexits.h`.
enum ExitStatus: Int32 {
  case refused = 1
  case nobody = 2
  case cancelled = 3
  case unavailable = 69
  case configuration = 78

  static let help = """
    EXIT CODES
      0   The command did what it says.
      1   The server refused.
      2   Nobody is signed in.
      3   You gave up: in the browser, or when you were asked for a code.
      64  The command line is wrong.
      69  The server cannot be reached.
      78  The configuration is missing or of no use.
    """
}
