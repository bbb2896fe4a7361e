/// An account whose sign-up was answered, and what was answered about it since.
struct CrashAccount: Sendable {
  var id: String
  /// Nil for an anonymous one.
  var email: String?
  var idToken: String
  var refreshToken: String
  /// The refresh token that was exchanged for the present one.
  var formerRefreshToken: String?
  /// The number in the last display name that was answered for, and in the last that was sent; 0 for none.
  var answeredName = 0
  var sentName = 0
  /// Whether anything was answered since it was last looked at.
  var isNews = true

  static let password = "correct horse battery"

  static func name(_ number: Int) -> String { "name \(number)" }

  /// What may be stored: the last one that was answered for, or one that was sent after it and whose answer never
  /// came.
  func mayBeNamed(_ name: String?) -> Bool {
    (answeredName...sentName).contains { $0 == 0 ? name == nil : name == Self.name($0) }
  }
}

/// What one client has of its own.
struct CrashLedger: Sendable {
  var accounts: [CrashAccount] = []
  /// Addresses with which it asked to sign up, and was not answered.
  var unanswered: [String] = []
  /// Answers that nobody should have got.
  var faults: [String] = []
  var answers = CrashFigures()
}

/// How much was answered for.
struct CrashFigures: Sendable, CustomStringConvertible {
  var anonymous = 0
  var emails = 0
  var names = 0
  var refreshes = 0
  /// Requests that were on their way when the server ended.
  var lost = 0

  static func += (sum: inout CrashFigures, more: CrashFigures) {
    sum.anonymous += more.anonymous
    sum.emails += more.emails
    sum.names += more.names
    sum.refreshes += more.refreshes
    sum.lost += more.lost
  }

  /// Whether there was something of each kind.
  var hasAll: Bool { anonymous > 0 && emails > 0 && names > 0 && refreshes > 0 }

  var total: Int { anonymous + emails + names + refreshes }

  var description: String {
    "\(anonymous) anonymous and \(emails) e-mail sign-ups, \(names) updates, \(refreshes) refreshes, and \(lost) "
      + "requests without an answer"
  }
}
