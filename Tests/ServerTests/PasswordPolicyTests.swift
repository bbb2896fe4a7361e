import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Password policy", .fewAtOnce)
struct PasswordPolicyTests {
  private static func enforce(
    _ server: TestServer, _ change: @Sendable @escaping (inout PasswordPolicy) -> Void = { _ in }
  ) async throws {
    try await server.changeProject { project in
      project.signIn.passwordPolicy.isEnforced = true
      project.signIn.passwordPolicy.minimumLength = 10
      project.signIn.passwordPolicy.maximumLength = 20
      project.signIn.passwordPolicy.requiresUppercase = true
      project.signIn.passwordPolicy.requiresLowercase = true
      project.signIn.passwordPolicy.requiresNumeric = true
      project.signIn.passwordPolicy.requiresNonAlphanumeric = true
      change(&project.signIn.passwordPolicy)
    }
  }

  private static let prefix = "PASSWORD_DOES_NOT_MEET_REQUIREMENTS : Missing password requirements: "

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a password is told everything that it lacks, wherever it is set") { try await everywhere($0) },
    Behaviour(
      "an old password that does not comply signs in, unless an upgrade is forced, and only if it is right"
    ) { try await forceUpgrade($0) },
    Behaviour("clients are told the policy of their project or tenant") { try await document($0) },
  ]

  @Test("the project's policy holds for new passwords")
  func policies() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func everywhere(_ server: TestServer) async throws {
    let ann = try await server.signUp("ann@example.com")
    let anonymous = try await server.signUpAnonymously()
    let code = try await server.resetCode("ann@example.com")
    try await Self.enforce(server)
    let everything =
      Self.prefix
      + "[Password must contain at least 10 characters, Password must contain a lower case character, "
      + "Password must contain an upper case character, Password must contain a numeric character, "
      + "Password must contain a non-alphanumeric character]"
    let attempts: [(String, TestResponse)] = [
      (
        "sign-up",
        try await server.call("accounts:signUp", ["email": "b@example.com", "password": "ééééé"])
      ),
      (
        "upgrade",
        try await server.call(
          "accounts:signUp",
          ["idToken": .string(anonymous.idToken), "email": "c@example.com", "password": "ééééé"])
      ),
      (
        "update",
        try await server.call("accounts:update", ["idToken": .string(ann.idToken), "password": "ééééé"])
      ),
      ("reset", try await server.resetPassword(code, to: "ééééé")),
      (
        "administrator",
        try await server.administer("accounts", ["email": "d@example.com", "password": "ééééé"])
      ),
      (
        "administrator's update",
        try await server.administer(
          "accounts:update", ["localId": .string(ann.localID), "password": "ééééé"])
      ),
    ]
    for (name, response) in attempts {
      #expect(response.status == 400 && response.errorMessage == everything, "\(name): \(response.text)")
    }
    #expect(
      try await server.resetPassword(code, to: "Abcdefgh1?Abcdefgh1?A").errorMessage
        == Self.prefix + "[Password may contain at most 20 characters]")
    #expect(try await server.resetPassword(code, to: "Abcdefgh1?").status == 200)
  }

  private static func forceUpgrade(_ server: TestServer) async throws {
    _ = try await server.signUp("ann@example.com")
    try await Self.enforce(server)
    #expect(try await server.signInWithPassword("ann@example.com", "correct horse").status == 200)
    try await Self.enforce(server) { $0.forceUpgradeOnSignIn = true }
    let refused = try await server.signInWithPassword("ann@example.com", "correct horse")
    #expect(refused.errorMessage?.hasPrefix(Self.prefix) == true)
    #expect(
      try await server.signInWithPassword("ann@example.com", "wrong").errorMessage == "INVALID_PASSWORD")
    let code = try await server.resetCode("ann@example.com")
    #expect(try await server.resetPassword(code, to: "Correct-horse1").status == 200)
    #expect(try await server.signInWithPassword("ann@example.com", "Correct-horse1").status == 200)
  }

  private static func document(_ server: TestServer) async throws {
    let path = "/identitytoolkit.googleapis.com/v2/passwordPolicy?key=key"
    let off = try await server.send("GET", path).json
    #expect(off["enforcementState"] == "OFF" && off["schemaVersion"] == 1)
    #expect(off["customStrengthOptions"]?["minPasswordLength"] == 6)
    #expect(off["customStrengthOptions"]?["containsNumericCharacter"] == nil)
    let tenant = try await server.openTenant("team")
    try await Self.enforce(server) { $0.forceUpgradeOnSignIn = true }
    let on = try await server.send("GET", path).json
    #expect(on["enforcementState"] == "ENFORCE" && on["forceUpgradeOnSignin"] == true)
    let options = on["customStrengthOptions"]
    #expect(options?["minPasswordLength"] == 10 && options?["maxPasswordLength"] == 20)
    for name in ["Uppercase", "Lowercase", "Numeric", "NonAlphanumeric"] {
      #expect(options?["contains\(name)Character"] == true)
    }
    #expect(on["allowedNonAlphanumericCharacters"]?.arrayValue?.count == 32)
    let other = try await server.send("GET", path + "&tenantId=\(tenant.id)").json
    #expect(other["enforcementState"] == "OFF")
    let recaptcha = try await server.send(
      "GET", "/v2/recaptchaConfig?key=key&clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE")
    #expect(recaptcha.json["recaptchaEnforcementState"]?.arrayValue?.count == 2)
    #expect(recaptcha.json["recaptchaKey"] == nil)
    for path in [
      "/v1/recaptchaParams", "/www.googleapis.com/identitytoolkit/v3/relyingparty/getRecaptchaParam",
    ] {
      #expect(try await server.send("GET", path + "?key=key").json["recaptchaSiteKey"]?.stringValue != nil)
    }
  }
}
