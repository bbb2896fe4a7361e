import Foundation
import Identity
import IdentityWire
import Operations
import SeedFiles
import Settings
import TestSupport
import Testing

@Suite("A seed file", .fewAtOnce)
struct SeedFileTests {
  /// The example of `docs/seed-data.md`.
  private static func example() throws -> String {
    let path = Repository.url("docs/seed-data.md").path
    let document = try String(contentsOfFile: path, encoding: .utf8)
    let block = try #require(document.split(separator: "```yaml\n").dropFirst().first)
    return String(try #require(block.split(separator: "```").first))
  }

  @Test("as the documentation shows it makes users who can sign in")
  func documented() async throws {
    let scratch = try SeedScratch()
    try scratch.write("users.yaml", try Self.example())
    try await TestServer.run { server in
      let seed = try SeedFile.read(scratch.path("users.yaml"))
      let report = try await server.service.load(
        seed, into: TestServer.project, by: server.backend.administration)
      #expect(report == SeedReport(users: 5, tenants: 1, usersWithoutKnownPassword: 0))

      let ada = try await server.passwordSignIn("ada@example.com", "correct horse")
      #expect(ada.json["localId"] == "ada", "\(ada.text)")
      let claims = try TestSession(ada).claims
      #expect(claims["role"] == "admin" && claims["level"] == 3 && claims["beta"] == true)
      #expect(claims["teams"] == ["engines", "no"])
      #expect(claims["email_verified"] == true && claims["name"] == "Ada Lovelace")
      #expect(claims["phone_number"] == "+15555550100")

      let token = try await server.labToken("google.com", ["sub": "108234567890123456789"])
      let grace = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)])
      let known = try await server.account(try #require(grace.json["localId"]?.stringValue))
      #expect(known?.displayName == "Grace Hopper" && known?.imported != nil)

      let first = try await server.passwordSignIn("katherine@example.com", "orbit and return")
      let pending = try server.text(first, "mfaPendingCredential")
      let factors = first.json["mfaInfo"]?.arrayValue ?? []
      #expect(factors.count == 2)
      let app = try #require(factors.first { $0["totpInfo"] != nil }?["mfaEnrollmentId"]?.stringValue)
      let authenticator = try TestAuthenticator(base32: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
      let second = try await server.proveTOTP(
        pending, app, password: authenticator.password(at: server.clock.now()))
      #expect(second.status == 200, "\(second.text)")

      let locked = try await server.passwordSignIn("locked@example.com", "never again")
      #expect(locked.errorMessage == "USER_DISABLED")
      let member = try await server.passwordSignIn("ada@example.com", "another horse", tenant: "customer-a")
      #expect(member.status == 200, "\(member.text)")

      let signIn = try await server.project().signIn
      #expect(
        signIn.passwordEnabled && signIn.emailLinkEnabled && signIn.phoneEnabled && !signIn.anonymousEnabled)
      #expect(signIn.testPhoneNumbers == ["+15555550199": "123456"])
    }
  }

  @Test("is read again without making anybody twice, and its users are the emulator's")
  func again() async throws {
    let scratch = try SeedScratch()
    try scratch.write("users.yaml", try Self.example())
    try await TestServer.run { server in
      for _ in 0..<2 {
        _ = try await server.service.load(
          try SeedFile.read(scratch.path("users.yaml")), into: TestServer.project,
          by: server.backend.administration)
      }
      #expect(try await server.accounts().count == 4)
      try await server.export(to: scratch.path("out"))
    }
    let exported = try JSONParser().parse(try scratch.read("out/auth_export/accounts.json"))
    let ada = try #require(exported["users"]?.arrayValue?.first { $0["localId"] == "ada" })
    let salt = try #require(ada["salt"]?.stringValue)
    #expect(ada["passwordHash"]?.stringValue == "fakeHash:salt=\(salt):password=correct horse")
  }

  static let mistakes: [(text: String, line: Int, words: [String])] = [
    (
      "users:\n  - emial: a@example.com\n", 2,
      ["users.1.emial", "There is no such key", "Did you mean email?"]
    ),
    ("user: []\n", 1, ["There is no such key", "Did you mean users?"]),
    (
      "users:\n  - email: a@example.com\n    emailVerified: perhaps\n", 3,
      ["neither true nor false", "true or false"]
    ),
    ("users:\n  - email: [a, b]\n", 2, ["more than one value"]),
    ("users:\n  - email: a@example.com\n    password: x\n    email: b@example.com\n", 2, ["twice"]),
    ("users:\n  - displayName: Nobody\n", 2, ["A user needs an id", "Give \"uid\""]),
    ("users:\n  - uid: a\n    password: secret\n", 3, ["A password needs an e-mail address"]),
    (
      "users:\n  - uid: a\n    providers:\n      - providerId: google.com\n", 4,
      ["needs \"providerId\" and \"subject\""]
    ),
    (
      "users:\n  - uid: a\n    email: a@example.com\n    secondFactors:\n      - phoneNumber: '+15555550100'\n",
      5, ["verified e-mail address"]
    ),
    (
      "users:\n  - uid: a\n    email: a@example.com\n    emailVerified: true\n    secondFactors:\n      - displayName: None\n",
      6, ["either a phone number or an authenticator app"]
    ),
    ("users:\n  - uid: a\n    customClaims: admin\n", 3, ["Claims must be a mapping"]),
    ("users:\n  ada: {}\n", 1, ["There is no list here"]),
    ("- a\n", 1, ["There is no mapping here"]),
    ("users:\n  - uid: a\n   email: b\n", 3, ["is not YAML", "Correct this line"]),
    ("users:\n\t- uid: a\n", 2, ["is not YAML"]),
    ("tenants:\n  - id: a b\n", 2, ["A tenant's id"]),
    (
      "tenants:\n  - id: a\n    signIn: [telephone]\n", 3,
      ["no way to sign in here", "password, emailLink, anonymous, phone"]
    ),
    ("project:\n  signIn: [passwrod]\n", 2, ["no way to sign in here"]),
  ]

  @Test("with a mistake is refused with the line and what to do", arguments: mistakes.indices)
  func mistake(index: Int) throws {
    let (text, line, words) = Self.mistakes[index]
    let scratch = try SeedScratch()
    try scratch.write("users.yaml", text)
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try SeedFile.read(scratch.path("users.yaml"))
    }
    let told = (mistakes?.problems ?? []).map(\.text).joined(separator: "\n")
    for word in words { #expect(told.contains(word), "\(told)") }
    #expect(told.contains("line \(line)"), "\(told)")
  }

  @Test("tells all of its mistakes at once")
  func all() throws {
    let scratch = try SeedScratch()
    try scratch.write("users.yaml", "users:\n  - uid: a\n    colour: red\n  - uid: b\n    disabled: 7\n")
    let mistakes = #expect(throws: ConfigurationMistakes.self) {
      try SeedFile.read(scratch.path("users.yaml"))
    }
    #expect(mistakes?.problems.count == 2)
  }

  @Test("that is not there, is no text or means too much is refused")
  func unreadable() throws {
    let scratch = try SeedScratch()
    #expect(throws: ConfigurationMistakes.self) { try SeedFile.read(scratch.path("missing.yaml")) }
    try Data([0xFF, 0xFE, 0x00]).write(to: scratch.directory.appendingPathComponent("bytes.yaml"))
    #expect(throws: ConfigurationMistakes.self) { try SeedFile.read(scratch.path("bytes.yaml")) }
    // Each line has ten of the line before.
    var bomb = "a: &a {x: y}\n"
    for (last, next) in zip("abcdefg", "bcdefgh") {
      bomb += "\(next): &\(next) [\((0..<10).map { _ in "*\(last)" }.joined(separator: ", "))]\n"
    }
    try scratch.write(
      "bomb.yaml",
      "users:\n  - uid: a\n    customClaims:\n" + bomb.split(separator: "\n").map { "      \($0)\n" }.joined()
    )
    #expect(throws: ConfigurationMistakes.self) { try SeedFile.read(scratch.path("bomb.yaml")) }
    try scratch.write("empty.yaml", "# nothing\n")
    #expect(try SeedFile.read(scratch.path("empty.yaml")).users.isEmpty)
  }

  @Test("whose data is refused names the user's line, and changes nothing")
  func refused() async throws {
    let scratch = try SeedScratch()
    try scratch.write(
      "users.yaml", "users:\n  - uid: a\n    email: a@example.com\n  - uid: b\n    email: nobody\n")
    try await TestServer.run { server in
      let refusal = await #expect(throws: SeedRefusal.self) {
        try await server.service.load(
          try SeedFile.read(scratch.path("users.yaml")), into: TestServer.project,
          by: server.backend.administration)
      }
      #expect(refusal?.place.hasSuffix("users.yaml, line 4, user nobody") == true, "\(refusal?.place ?? "")")
      #expect(refusal?.reason == "email is invalid")
      let accounts = try await server.accounts()
      #expect(accounts.isEmpty)
    }
  }
}
