import Identity
import IdentityWire
import Operations
import Secrets
import TestSupport
import Testing

@Suite("T15: tokens against programs, for something else", .fewAtOnce)
struct T15CaptchaBindingTests {
  private static func signUp(
    _ server: TestServer, _ token: String, _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    try await server.call(
      "accounts:signUp",
      .object(
        ["email": "ada@example.com", "password": "correct horse", "captchaResponse": .string(token)]
          .merging(more) { $1 }), key: key)
  }

  // Fails when a challenge is not bound to its action, or its tenant (each alone).
  @Test("a challenge of another action or tenant")
  func binding() async throws {
    try await TestServer.run { server in
      let tenant = try await server.makeTenant()
      try await server.requireProof()
      let inTenant: [String: JSONValue] = ["tenantId": .string(tenant)]
      for action in ["password-sign-in", "password-reset", "sms"] {
        expectRefused(
          try await Self.signUp(server, try await server.proof(of: action)), "INVALID_RECAPTCHA_TOKEN", action
        )
      }
      expectRefused(
        try await Self.signUp(server, try await server.proof(of: "sign-up", inTenant)),
        "INVALID_RECAPTCHA_TOKEN",
        "of a tenant")
      expectRefused(
        try await Self.signUp(server, try await server.proof(of: "sign-up"), inTenant),
        "INVALID_RECAPTCHA_TOKEN",
        "of the project, in a tenant")
      #expect(try await server.accountCount() == 0)
      #expect(
        try await Self.signUp(server, try await server.proof(of: "sign-up", inTenant), inTenant).status == 200
      )
    }
  }

  // Fails when a challenge is not bound to its project.
  @Test("a challenge of another project")
  func project() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let other = try await server.addProject("other-app")
      let keys = [try #require(try await server.project().apiKeys.first), try #require(other.apiKeys.first)]
      for id in [TestServer.project, other.id] {
        try await server.backend.administration.changeCaptcha(of: id) { settings in
          settings.workBits = CaptchaSettings.workBits.lowerBound
          settings[.signUp] = .enforce
        }
      }
      let token = try await server.proof(of: "sign-up", key: keys[0])
      expectRefused(try await Self.signUp(server, token, key: keys[1]), "INVALID_RECAPTCHA_TOKEN")
      #expect(try await Self.signUp(server, token, key: keys[0]).status == 200)
    }
  }

  // Fails when a part of the challenge is not authenticated, and when the work is taken from anywhere else.
  @Test("a challenge that was changed, or made up, with less work or more time")
  func forgery() async throws {
    try await TestServer.run { server in
      try await server.requireProof()
      let challenge = try await server.captchaChallenge("sign-up").json
      let bytes = try #require(challenge["challenge"]?.stringValue.flatMap { Base64URL.decode($0) })
      for place in bytes.indices {
        var forged = bytes
        forged[place] ^= 1
        let text = Base64URL.encode(forged)
        expectRefused(
          try await Self.signUp(server, try TestServer.proof(of: text, bits: 6)), "INVALID_RECAPTCHA_TOKEN",
          "byte \(place)")
      }
      let genuine = Base64URL.encode(bytes)
      let solution = try TestServer.proof(of: genuine, bits: 6)
      // Unsolved in one part.
      let numbers = try #require(solution.split(separator: ".").last.flatMap { Base64URL.decode($0) })
      let ofOther = try TestServer.proof(of: Base64URL.encode([UInt8](repeating: 0, count: 42)), bits: 6)
      let other = String(ofOther.split(separator: ".")[1])
      for wrong in [
        genuine + "." + Base64URL.encode([UInt8](repeating: 255, count: 64)), genuine + "." + other,
        genuine + ".",
        genuine, genuine + "." + Base64URL.encode(numbers.dropLast(4)),
        genuine + "." + Base64URL.encode(numbers + [0, 0, 0, 0]), "." + Base64URL.encode(numbers),
      ] {
        expectRefused(try await Self.signUp(server, wrong), "INVALID_RECAPTCHA_TOKEN", wrong)
      }
      #expect(try await Self.signUp(server, solution).status == 200)
    }
  }

  // Fails when the host, the action or the custom data of an answer is not compared (each alone).
  @Test("a token that Turnstile gave to another site, action, project or tenant")
  func turnstile() async throws {
    try await TestServer.run { server in
      try await server.requireCaptcha(of: .turnstile)
      for (what, change) in [
        ("site", ["hostname": "evil.example"]), ("site below", ["hostname": "localhost.evil.example"]),
        ("nowhere", ["hostname": ""]), ("other text", ["hostname": "localhost/@evil.example"]),
        ("action", ["action": "sms"]), ("no action", ["action": ""]), ("project", ["data": "other"]),
        ("tenant", ["data": "example_team"]), ("no project", ["data": ""]),
        ("service", ["service": "hcaptcha"]),
      ] as [(String, [String: JSONValue])] {
        let token = try await server.turnstileToken("sign-up", change)
        expectRefused(try await Self.signUp(server, token), "INVALID_RECAPTCHA_TOKEN", what)
      }
      #expect(try await Self.signUp(server, try await server.turnstileToken("sign-up")).status == 200)
    }
  }

  // Fails when the site key is left out of the question, or the host of the answer is not compared.
  @Test("a token that hCaptcha gave to another site")
  func hCaptcha() async throws {
    try await TestServer.run { server in
      try await server.requireCaptcha(of: .hCaptcha)
      let elsewhere = try await server.labCaptcha(["service": "hcaptcha", "hostname": "evil.example"])
      expectRefused(try await Self.signUp(server, elsewhere), "INVALID_RECAPTCHA_TOKEN", "host")
      let ofOtherKey = try await server.labCaptcha(["service": "hcaptcha", "siteKey": "another"])
      expectRefused(try await Self.signUp(server, ofOtherKey), "INVALID_RECAPTCHA_TOKEN", "key")
      #expect(try await server.accountCount() == 0)
    }
  }

  @Test("the hosts that are named count alone")
  func hostnames() async throws {
    try await TestServer.run { server in
      try await server.requireCaptcha(of: .turnstile) { $0.hostnames = ["app.example.com"] }
      for host in ["localhost", "x.app.example.com", "example.com"] {
        expectRefused(
          try await Self.signUp(
            server, try await server.turnstileToken("sign-up", ["hostname": .string(host)])),
          "INVALID_RECAPTCHA_TOKEN", host)
      }
      let token = try await server.turnstileToken("sign-up", ["hostname": "app.example.com"])
      #expect(try await Self.signUp(server, token).status == 200)
    }
  }
}
