import FirebaseAuth

/// Asks for the code of an authenticator app.
enum OneTimePassword {
  static let attempts = 5

  /// Asks for a code. After a wrong code, asks again, a few times.
  ///
  /// - Throws: ``Failure`` if the user gives no answer; the errors of `use`, except those for wrong codes.
  static func ask<Result>(_ question: String, _ use: (String) async throws -> Result) async throws -> Result {
    for _ in 1..<attempts {
      do {
        return try await use(try answer(question))
      } catch  where AuthErrorCode(error) == .invalidVerificationCode {
        Terminal.note("That code is wrong, or was used already. Try again with the next one.")
      }
    }
    return try await use(try answer(question))
  }

  /// Removes spaces, because apps show a space in the middle of a code. An empty line does not count as an
  /// attempt.
  private static func answer(_ question: String) throws -> String {
    while true {
      let code = try Terminal.ask(question).filter { !$0.isWhitespace }
      if !code.isEmpty { return code }
    }
  }
}
