import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("T20: codes and second factors' secrets in answers, logs and the database", .fewAtOnce)
struct T20SecondFactorSecretsTests {
  private struct Walk: Sendable {
    /// What a client holds or a user types, with the answer that may show it.
    var secrets: [(name: String, value: String, answer: String)] = []
    var answers: [(name: String, text: String)] = []
    var codes: [String] = []
    var seed: [UInt8] = []
  }

  private static func walk(_ server: TestServer) async throws -> Walk {
    var walk = Walk()
    func note(_ name: String, _ response: TestResponse) -> TestResponse {
      walk.answers.append((name, response.text))
      return response
    }
    func finalize(_ idToken: String, _ member: String, _ info: JSONValue) async throws -> TestResponse {
      try await server.call2("accounts/mfaEnrollment:finalize", ["idToken": .string(idToken), member: info])
    }

    let session = try server.text(
      note("send", try await server.call("accounts:sendVerificationCode", ["phoneNumber": "+15551230100"])),
      "sessionInfo")
    walk.secrets.append(("session", session, "send"))
    walk.codes.append(try server.code(of: session))
    // The third time the session is used up, and is refused by an error of its own.
    let typed = [try server.wrongCode(of: session), walk.codes[0], walk.codes[0]]
    for code in typed {
      _ = note(
        "phone",
        try await server.call(
          "accounts:signInWithPhoneNumber", ["sessionInfo": .string(session), "code": .string(code)]))
    }

    let user = try await server.verifiedUser("ada@example.com")
    let proof = note(
      "link", try await server.signInByPhone("+15551230100", ["idToken": .string(user.idToken)]))
    walk.secrets.append(("proof", try server.text(proof, "temporaryProof"), "link"))

    let started = note("start app", try await server.startTOTPEnrollment(user.idToken))
    let secret = try server.text(started, "totpSessionInfo", "sharedSecretKey")
    let authenticator = try TestAuthenticator(base32: secret)
    let appSession = try server.text(started, "totpSessionInfo", "sessionInfo")
    walk.secrets.append(("app session", appSession, "start app"))
    walk.secrets.append(("app secret", secret, "start app"))
    let password = authenticator.password(at: server.clock.now())
    walk.codes.append(password)
    var idToken = user.idToken
    for code in ["000000", password] {
      let response = note(
        "finalize app",
        try await finalize(
          idToken, "totpVerificationInfo",
          ["sessionInfo": .string(appSession), "verificationCode": .string(code)]))
      idToken = response.json["idToken"]?.stringValue ?? idToken
    }
    let phoneSession = try server.text(
      note("start phone", try await server.startPhoneEnrollment(idToken, "+15551230101")),
      "phoneSessionInfo", "sessionInfo")
    walk.secrets.append(("enrolment session", phoneSession, "start phone"))
    walk.codes.append(try server.code(of: phoneSession))
    let enrolled = note(
      "finalize phone",
      try await finalize(
        idToken, "phoneVerificationInfo",
        ["sessionInfo": .string(phoneSession), "code": .string(try server.code(of: phoneSession))]))
    _ = note(
      "lookup",
      try await server.call("accounts:lookup", ["idToken": enrolled.json["idToken"] ?? .null]))
    _ = note("administrator", try await server.administer("accounts:lookup", ["email": ["ada@example.com"]]))

    let first = note("password", try await server.signIn("ada@example.com"))
    let pending = try server.text(first, "mfaPendingCredential")
    walk.secrets.append(("pending credential", pending, "password"))
    walk.secrets.append(("number", "+15551230101", "lookup"))
    let id = try #require(first.json["mfaInfo"]?.arrayValue?.last?["mfaEnrollmentId"]?.stringValue)
    let secondSession = try server.text(
      note("start second", try await server.startSecondFactor(pending, id)), "phoneResponseInfo",
      "sessionInfo")
    walk.secrets.append(("second session", secondSession, "start second"))
    walk.codes.append(try server.code(of: secondSession))
    _ = note("start nothing", try await server.startSecondFactor(pending, secondSession))
    for code in [try server.wrongCode(of: secondSession), try server.code(of: secondSession)] {
      _ = note("second", try await server.provePhone(pending, secondSession, code: code))
    }
    _ = note("second again", try await server.provePhone(pending, secondSession, code: walk.codes[0]))
    // The seed's bytes, by the authenticator's own reading of the text.
    walk.seed = authenticator.secret
    return walk
  }

  // Fails when an error says the right code or repeats the session, when the log has the code, and when the number of a
  // factor is told whole to who has the first one (each alone).
  @Test("no answer but its own, and no log line, holds a session, a proof, a secret or a code")
  func answersAndLog() async throws {
    try await TestServer.run { server in
      let walk = try await Self.walk(server)
      #expect(walk.answers.count > 15)
      for secret in walk.secrets {
        // A number is its user's own, and is shown to whoever proved it.
        let own =
          secret.name == "number" ? ["lookup", "administrator", "finalize phone", "second"] : [secret.answer]
        for answer in walk.answers where !own.contains(answer.name) {
          #expect(!answer.text.contains(secret.value), "\(secret.name) in the answer of \(answer.name)")
        }
        #expect(!server.log.text.contains(secret.value), "\(secret.name) in the log")
      }
      for code in walk.codes {
        func holds(_ text: String) -> Bool { text.split { !$0.isNumber }.contains { $0 == code } }
        for answer in walk.answers { #expect(!holds(answer.text), "a code in the answer of \(answer.name)") }
        #expect(!holds(server.log.text), "a code in the log")
      }
    }
  }

  // Fails when artifacts are stored under their own text, and when a factor's secret is not sealed (each alone).
  @Test("the database's files hold no session, proof or secret as it is")
  func database() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      try await TestServer.run(options) { server in
        let walk = try await Self.walk(server)
        var forms: [(name: String, bytes: Data)] = []
        for secret in walk.secrets where secret.name != "number" {
          forms.append((secret.name, Data(secret.value.utf8)))
          if let decoded = Base64URL.decode(secret.value) { forms.append((secret.name, Data(decoded))) }
        }
        #expect(walk.seed.count == 20)
        forms.append(("seed", Data(walk.seed)))
        forms.append(("seed", Data(walk.seed.map(String.init).joined(separator: ",").utf8)))
        forms.append(("seed", Data(Data(walk.seed).base64EncodedString().dropLast(2).utf8)))
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path)
        where name.hasPrefix("latchkey.db") {
          let file = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + name))
          for form in forms { #expect(file.range(of: form.bytes) == nil, "\(form.name) in \(name)") }
        }
      }
    }
  }
}
