import IdentityWire
import TestSupport
import Testing

extension TestServer.Options {
  /// For tests of tokens and pages, to which neither the cost of a password nor a connection matters.
  static var quick: TestServer.Options {
    var options = TestServer.Options()
    options.passwordMemoryCost = 4
    options.reach = .direct
    return options
  }
}

/// A credential of a user who has to enrol a second factor, in each of its uses.
extension TestServer {
  func requireSecondFactor() async throws {
    try await changeProject { $0.signIn.multiFactor.state = .mandatory }
  }

  /// The credential of the link in the answer to a sign-in that lacks a factor.
  func enrolmentCredential(_ refused: TestResponse) throws -> String {
    let link = try #require(refused.errorMessage?.split(separator: " ").last.map(String.init))
    let query = FormURLEncoded(parsing: String(link.split(separator: "?").last ?? ""))
    return try #require(query["code"], "\(refused.text)")
  }

  func enrolmentCredential(of email: String) async throws -> String {
    try enrolmentCredential(try await signIn(email))
  }

  func enrolmentPage(
    _ credential: String, key: String = "key", _ more: [(name: String, value: String)] = []
  ) async throws -> TestResponse {
    let pairs: [(name: String, value: String)] = [("apiKey", key), ("code", credential)]
    let query = FormURLEncoded(pairs + more).text
    return try await send("GET", "/__/auth/factors?\(query)")
  }

  func startAppEnrolment(
    by credential: String, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    let message: [String: JSONValue] = [
      "mfaEnrollmentCredential": .string(credential), "totpEnrollmentInfo": [:],
    ]
    return try await call2("accounts/mfaEnrollment:start", .object(message.merging(more) { $1 }), key: key)
  }

  func finishAppEnrolment(by credential: String, _ sessionInfo: String, password: String) async throws
    -> TestResponse
  {
    try await call2(
      "accounts/mfaEnrollment:finalize",
      [
        "mfaEnrollmentCredential": .string(credential),
        "totpVerificationInfo": [
          "sessionInfo": .string(sessionInfo), "verificationCode": .string(password),
        ],
      ])
  }

  /// The page that offers to mail a reset to somebody who disowned an account with their address. Where resets need a proof,
  /// its form has a voucher.
  func resetOffer(to email: String) async throws -> TestResponse {
    let made = try await signUp(email)
    _ = try await verificationCode(of: made, email)
    let link = PreHijacking.page(try mail("VERIFY_EMAIL", to: email).link)
    return try await submit(try await send("GET", link), [("answer", "disown")])
  }
}
