import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

/// The operations that the official API does not have, which its Discovery documents do not lead to.
@Suite("T13: values that cannot be, at operations of our own", .fewAtOnce)
struct T13OwnOperationsTests {
  /// A body whose `%` is one value after the other.
  private struct Template: Sendable {
    let method: String
    let target: String
    let body: String
    /// True for an administrator's.
    var isSettings = false
    var version = "v2"
  }

  private static let values: [(name: String, text: String)] = [
    ("null", "null"), ("true", "true"), ("a negative number", "-1"),
    ("a number beyond all", "1e999"), ("a long number", "123456789012345678901234567890"),
    ("the largest number", "9223372036854775807"), ("an empty text", #""""#),
    ("half a character", #""\ud800""#), ("an empty list", "[]"), ("a list of null", "[null]"),
    ("an empty object", "{}"), ("an object", #"{"a":{"":[1,"x"]}}"#),
    ("nested lists", String(repeating: "[", count: 300) + String(repeating: "]", count: 300)),
    ("decomposed", "\"cafe\u{301}\""), ("long", "\"" + String(repeating: "a", count: 60_000) + "\""),
    ("marks", "\"a" + String(repeating: "\u{301}\u{316}", count: 1 << 15) + "\""),
  ]

  private static func templates(
    credential: String, sessionInfo: String, pending: String, idToken: String, webhook: String
  ) -> [Template] {
    func own(_ operation: String, _ bodies: [String]) -> [Template] {
      bodies.map { Template(method: "POST", target: "\(operation)?key=key", body: $0) }
    }
    func settings(_ method: String, _ path: String, _ bodies: [String]) -> [Template] {
      bodies.map {
        Template(method: method, target: "projects/example/\(path)", body: $0, isSettings: true)
      }
    }
    let batch = [
      #"{"localIds":%,"action":"EXPORT"}"#, #"{"localIds":["x",%],"action":"DISABLE"}"#,
      #"{"localIds":["x"],"action":%}"#, #"{"localIds":["x"],"action":"DELETE","tenantId":%}"#,
    ].map {
      Template(
        method: "POST", target: "projects/example/accounts:batchAction", body: $0, isSettings: true,
        version: "v1")
    }
    let byCredential = #""mfaEnrollmentCredential":"\#(credential)""#
    let byPending = #""mfaPendingCredential":"\#(pending)""#
    let captcha = [
      "provider", "signUp", "workBits", "siteKey", "secret", "hasSecret", "hostnames", "verifyUrl",
    ].flatMap { settings("PATCH", "captchaConfig?updateMask=\($0)", [#"{"\#($0)":%}"#]) }
    let webhooks = ["url", "description", "enabled", "kinds", "includesUser"].flatMap { name in
      settings("POST", "webhooks", [#"{"url":"http://10.0.0.1/","\#(name)":%}"#])
        + settings("PATCH", "webhooks/\(webhook)", [#"{"\#(name)":%}"#])
    }
    return own("captchaChallenge", ["%", #"{"action":%}"#, #"{"action":"sms","tenantId":%}"#])
      + own(
        "accounts/mfaEnrollment:start",
        [
          #"{"mfaEnrollmentCredential":%,"totpEnrollmentInfo":{}}"#,
          "{\(byCredential),\"totpEnrollmentInfo\":%}", "{\(byCredential),\"phoneEnrollmentInfo\":%}",
          "{\(byCredential),\"phoneEnrollmentInfo\":{\"phoneNumber\":%}}",
        ])
      + own(
        "accounts/mfaEnrollment:finalize",
        [
          "{\(byCredential),\"totpVerificationInfo\":%}",
          "{\(byCredential),\"totpVerificationInfo\":{\"sessionInfo\":%,\"verificationCode\":\"000000\"}}",
          "{\(byCredential),\"totpVerificationInfo\":{\"sessionInfo\":\"\(sessionInfo)\",\"verificationCode\":%}}",
          "{\(byCredential),\"displayName\":%,\"totpVerificationInfo\":{\"sessionInfo\":\"x\",\"verificationCode\":\"0\"}}",
        ])
      + own(
        "accounts/mfaSignIn:finalize",
        [
          "{\(byPending),\"recoveryCodeVerificationInfo\":%}",
          "{\(byPending),\"recoveryCodeVerificationInfo\":{\"recoveryCode\":%}}",
          #"{"mfaPendingCredential":%,"recoveryCodeVerificationInfo":{"recoveryCode":"x"}}"#,
        ])
      + own(
        "accounts/mfaRecoveryCodes:regenerate",
        ["%", #"{"idToken":%}"#, #"{"idToken":"\#(idToken)","tenantId":%}"#])
      + captcha + webhooks + batch
      + settings("POST", "webhooks/\(webhook)/rotateSecret", [#"{"overlapSeconds":%}"#])
      + settings(
        "POST", "webhooks/\(webhook)/replay",
        [#"{"startTime":%}"#, #"{"startTime":"2026-01-31T12:00:00Z","endTime":%}"#])
      + settings(
        "PATCH", "config?updateMask=blockingFunctions",
        [
          #"{"blockingFunctions":{"triggers":%}}"#,
          #"{"blockingFunctions":{"triggers":{"beforeSendSms":%}}}"#,
          #"{"blockingFunctions":{"triggers":{"beforeSendEmail":{"functionUri":%}}}}"#,
        ])
  }

  // Fails when a value of another type, or a text that is not stream-safe, is an error of the server's.
  @Test("no value makes an error of the server's, hands out tokens or enrols anything")
  func values() async throws {
    try await TestServer.run(.quick) { server in
      let eve = try await server.userWithRecoveryCodes("eve@example.com")
      let ada = try await server.verifiedUser("ada@example.com")
      try await server.requireProof(of: [.sms])
      let webhook = try await server.backend.webhooks.create(
        "https://example.com/hook", .init(), in: TestServer.project
      ).webhook.id
      try await server.requireSecondFactor()
      let credential = try await server.enrolmentCredential(of: "ada@example.com")
      let started = try await server.startAppEnrolment(by: credential)
      let templates = Self.templates(
        credential: credential, sessionInfo: try server.text(started, "totpSessionInfo", "sessionInfo"),
        pending: try await server.pendingCredential(eve.email), idToken: eve.session.idToken,
        webhook: "\(webhook)")
      for template in templates {
        for value in Self.values {
          var headers = ["Content-Type": "application/json"]
          if template.isSettings { headers["Authorization"] = "Bearer owner" }
          let response = try await server.send(
            template.method, "/identitytoolkit.googleapis.com/\(template.version)/\(template.target)",
            headers: headers,
            body: template.body.replacing("%", with: value.text))
          let what = "\(value.name) at \(template.target): \(template.body.prefix(120))"
          #expect((200..<500).contains(response.status), "\(what): \(response.text.prefix(300))")
          #expect(
            response.status == 200 || response.errorMessage != nil, "\(what): \(response.text.prefix(300))")
          expectNoTokens(response, what)
          let isMarks = value.name == "marks" || value.name == "nested lists"
          #expect(!isMarks || response.status == 400, "\(what): \(response.status)")
        }
      }
      let enrolled = try await server.account(ada.localID)
      #expect(enrolled?.factors.isEmpty == true && enrolled?.recoveryCodes == nil)
      #expect(try await server.send("GET", "/healthz").status == 200)
    }
  }
}
