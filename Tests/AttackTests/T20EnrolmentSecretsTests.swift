import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite(
  "T20: credentials of enrolments, vouchers and recovery codes in logs, records and the database", .fewAtOnce)
struct T20EnrolmentSecretsTests {
  private typealias Secret = (name: String, value: String)

  private static func codes(_ page: TestResponse) -> [String] {
    page.text.matches(of: /<li><code>([A-Z2-7-]+)<\/code><\/li>/).map { String($0.1) }
  }

  /// Uses each of them rightly and wrongly.
  private static func walk(_ server: TestServer) async throws -> [Secret] {
    try await server.requireProof(of: [.passwordReset])
    let offer = try await server.resetOffer(to: "victim@example.com")
    let voucher = try #require(try offer.formPost().form["voucher"])
    for _ in 0..<2 { _ = try await server.submit(offer) }

    let eve = try await server.userWithRecoveryCodes("eve@example.com")
    let replaced = server.recoveryCodes(
      try await server.call2(
        "accounts/mfaRecoveryCodes:regenerate", ["idToken": .string(eve.session.idToken)]))
    for code in [try #require(replaced.first), eve.codes[0]] {
      for way in RecoveryCodeWay.allCases { _ = try await server.proveRecoveryCode(code, of: eve, by: way) }
    }

    _ = try await server.verifiedUser("ada@example.com")
    try await server.requireSecondFactor()
    let credential = try await server.enrolmentCredential(of: "ada@example.com")
    let scan = try await server.submit(try await server.enrolmentPage(credential), [("step", "app")])
    let secret = try #require(try scan.formPost().form["secret"])
    let sessionInfo = try #require(try scan.formPost().form["sessionInfo"])
    _ = try await server.submit(scan, [("input", "abc")])
    let password = try TestAuthenticator(base32: secret).password(at: server.clock.now())
    let done = try await server.submit(scan, [("input", password)])
    let shown = Self.codes(done)
    #expect(shown.count == RecoveryCodes.count && replaced.count == RecoveryCodes.count, "\(done.text)")
    return [
      ("voucher", voucher), ("credential", credential), ("session", sessionInfo), ("app secret", secret),
    ] + (eve.codes + replaced + shown).map { ("recovery code", $0) }
  }

  // Fails when artifacts are stored under their own text, when codes are stored as they are, and when an error or a record
  // repeats what a client sent (each alone).
  @Test("neither the log, the records and the mails nor the database's files hold one as it is")
  func everywhere() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options.quick
      options.dataDirectory = directory
      try await TestServer.run(options) { server in
        let secrets = try await Self.walk(server)
        let texts = [
          ("log", server.log.text), ("records", try await server.auditText()),
          ("explanations", try await server.explanationText()),
          ("messages", String(reflecting: server.backend.inbox.messages)),
        ]
        for secret in secrets {
          let plain = secret.value.replacing("-", with: "")
          for (place, text) in texts {
            #expect(!text.contains(secret.value) && !text.contains(plain), "\(secret.name) in the \(place)")
          }
        }
        var forms: [(name: String, bytes: Data)] = []
        for (name, value) in secrets {
          forms.append((name, Data(value.utf8)))
          if name == "recovery code" || name == "app secret" {
            let plain = value.replacing("-", with: "")
            forms.append((name, Data(plain.utf8)))
            if let decoded = Base32.decode(plain) { forms.append((name, Data(decoded))) }
          } else if let decoded = Base64URL.decode(value) {
            forms.append((name, Data(decoded)))
          }
        }
        for name in try FileManager.default.contentsOfDirectory(atPath: directory.path)
        where name.hasPrefix("latchkey.db") {
          let file = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + name))
          for form in forms { #expect(file.range(of: form.bytes) == nil, "\(form.name) in \(name)") }
        }
      }
    }
  }
}
