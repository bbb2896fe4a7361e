import FirebaseAuth
import Foundation
import Identity
import IdentityWire
import Synchronization
import TestSupport
import Testing

/// Proofs of work in a project that asks for them: what the SDK sends, and when.
@Suite("The SDK brings a proof where a project asks for one")
struct SDKCaptchaTests {
  private static let password = "correct horse"

  /// The proof that an endpoint was sent last, if any.
  private static func proof(_ live: LiveAuth, _ endpoint: String, _ name: String = "captchaResponse") throws
    -> String?
  {
    try live.transport.lastMessage(to: endpoint)[name]?.stringValue
  }

  @Test("the first refusal makes it bring a proof, and from then on it brings one at once")
  func afterARefusal() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireProof(of: [.signUp])
      let user = try await live.auth.createUser(withEmail: "ada@example.com", password: Self.password).user
      #expect(live.auth.currentUser === user)
      #expect(live.transport.count("signupNewUser") == 2 && live.transport.count("captchaChallenge") == 1)
      let message = try live.transport.lastMessage(to: "signupNewUser")
      #expect(message["recaptchaVersion"] == "RECAPTCHA_ENTERPRISE")
      #expect(message["clientType"] == "CLIENT_TYPE_IOS")

      try await live.auth.createUser(withEmail: "grace@example.com", password: Self.password)
      #expect(live.transport.count("signupNewUser") == 3 && live.transport.count("captchaChallenge") == 2)
    }
  }

  @Test("a project without captchas costs no request more")
  func unprotected() async throws {
    try await LiveAuth.run { live in
      try await live.auth.createUser(withEmail: "ada@example.com", password: Self.password)
      try await live.auth.signIn(withEmail: "ada@example.com", password: Self.password)
      #expect(live.transport.count("captchaChallenge") == 0)
      #expect(live.transport.count("signupNewUser") == 1 && live.transport.count("verifyPassword") == 1)
    }
  }

  @Test("no proof is sent twice")
  func once() async throws {
    try await LiveAuth.run { live in
      try await live.auth.createUser(withEmail: "ada@example.com", password: Self.password)
      try await live.server.requireProof(of: [.passwordSignIn])
      var proofs: [String] = []
      for _ in 0..<3 {
        try await live.auth.signIn(withEmail: "ada@example.com", password: Self.password)
        proofs.append(try #require(try Self.proof(live, "verifyPassword")))
      }
      let wrong = await failureCode {
        try await live.auth.signIn(withEmail: "ada@example.com", password: "wrong horse")
      }
      #expect(wrong != nil && wrong != .invalidRecaptchaToken)
      proofs.append(try #require(try Self.proof(live, "verifyPassword")))
      #expect(Set(proofs).count == 4)
    }
  }

  // Fails when an endpoint is not known to be protected, or has its proof in another place (each alone).
  @Test("every protected request of the SDK brings its proof")
  func everything() async throws {
    try await LiveAuth.run { live in
      let (auth, server) = (live.auth, live.server)
      _ = try await server.verifiedUser("ada@example.com")
      try await server.requireProof()
      let user = try await auth.signIn(withEmail: "ada@example.com", password: Self.password).user
      try await auth.sendPasswordReset(withEmail: "ada@example.com")
      #expect(try Self.proof(live, "getOobConfirmationCode", "captchaResp") != nil)
      _ = try await live.signInLink("ada@example.com")

      let provider = PhoneAuthProvider.provider(auth: auth)
      _ = try await provider.verifyPhoneNumber("+15551230100")
      #expect(try Self.proof(live, "sendVerificationCode") != nil)
      let session = try await user.multiFactor.session()
      let enrolment = try await provider.verifyPhoneNumber("+15551230101", multiFactorSession: session)
      let credential = provider.credential(
        withVerificationID: enrolment, verificationCode: try server.code(of: enrolment))
      try await user.multiFactor.enroll(
        with: PhoneMultiFactorGenerator.assertion(with: credential), displayName: "work")
      try auth.signOut()

      let required = await failure {
        try await auth.signIn(withEmail: "ada@example.com", password: Self.password)
      }
      let resolver = try #require(required?.multiFactorResolver)
      let hint = try #require(resolver.hints.first as? PhoneMultiFactorInfo)
      let id = try await provider.verifyPhoneNumber(
        with: hint, uiDelegate: nil, multiFactorSession: resolver.session)
      let second = provider.credential(withVerificationID: id, verificationCode: try server.code(of: id))
      _ = try await resolver.resolveSignIn(with: PhoneMultiFactorGenerator.assertion(with: second))
    }
  }

  @Test("an anonymous user gets a password, with a proof")
  func anonymous() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireProof()
      let user = try await live.auth.signInAnonymously().user
      #expect(live.transport.count("captchaChallenge") == 0)
      let credential = EmailAuthProvider.credential(
        withEmail: "ada@example.com", password: Self.password)
      try await user.link(with: credential)
      #expect(user.email == "ada@example.com" && live.transport.count("captchaChallenge") == 1)
    }
  }

  @Test("an audit gets proofs from an app that has asked for the configuration, and from no other")
  func audited() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireProof(of: [.signUp], .audit)
      try await live.auth.createUser(withEmail: "ada@example.com", password: Self.password)
      #expect(try Self.proof(live, "signupNewUser") == nil)
      try await live.auth.initializeRecaptchaConfig()
      #expect(live.transport.count("captchaChallenge") == 4)
      try await live.auth.createUser(withEmail: "grace@example.com", password: Self.password)
      #expect(try Self.proof(live, "signupNewUser") != nil && live.transport.count("signupNewUser") == 2)
      try await live.auth.signIn(withEmail: "grace@example.com", password: Self.password)
      #expect(try Self.proof(live, "verifyPassword") == nil)
    }
  }

  @Test("a project that turns captchas off gets no more proofs")
  func turnedOff() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireProof(of: [.signUp])
      try await live.auth.createUser(withEmail: "ada@example.com", password: Self.password)
      try await live.server.requireProof(of: [.signUp], .off)
      for name in ["grace", "alan"] {
        try await live.auth.createUser(withEmail: "\(name)@example.com", password: Self.password)
        #expect(try Self.proof(live, "signupNewUser") == nil)
      }
      #expect(live.transport.count("captchaChallenge") == 2)
    }
  }

  @Test("a server that asks for enormous work gets none, and no second request")
  func enormous() async throws {
    try await LiveAuth.run { live in
      try await live.server.requireProof(of: [.signUp])
      live.transport.replace("\"bits\"", with: "\"bits\":40,\"was\"")
      let error = await failure {
        try await live.auth.createUser(withEmail: "ada@example.com", password: Self.password)
      }
      #expect(error?.code == AuthErrorCode.captchaCheckFailed.rawValue)
      #expect(live.transport.count("signupNewUser") == 1 && live.auth.currentUser == nil)
    }
  }

  @Test("a server that refuses every proof is not asked again")
  func refusing() async throws {
    let server = try ScriptedServer { peer in
      if peer.line.contains("captchaChallenge") {
        let challenge = """
          {"mode":"enforce","provider":"proof-of-work","action":"sign-up","challenge":"YQ","bits":1,"parts":1}
          """
        return peer.answer("200 OK", body: challenge)
      }
      peer.answer("400 Bad Request", body: #"{"error":{"code":400,"message":"MISSING_RECAPTCHA_TOKEN"}}"#)
    }
    defer { server.stop() }
    let auth = try Self.auth(try server.url())
    let code = await failureCode {
      try await auth.createUser(withEmail: "ada@example.com", password: Self.password)
    }
    #expect(code == .missingRecaptchaToken && server.requests.count == 3)
  }

  @Test("a server that asks for proofs and gives no challenges has its own error reported")
  func unknowing() async throws {
    let server = try ScriptedServer { peer in
      if peer.line.contains("captchaChallenge") { return peer.answer("404 Not Found", body: "no") }
      peer.answer("400 Bad Request", body: #"{"error":{"code":400,"message":"MISSING_RECAPTCHA_TOKEN"}}"#)
    }
    defer { server.stop() }
    let auth = try Self.auth(try server.url())
    let code = await failureCode {
      try await auth.signIn(withEmail: "ada@example.com", password: Self.password)
    }
    #expect(code == .missingRecaptchaToken && server.requests.count == 2)
  }

  // Fails when an error of Firebase's emulator is passed on, or one of a server of one's own is not (each alone).
  @Test("Firebase's emulator, which does not know the question, protects nothing")
  func emulator() async throws {
    let server = try ScriptedServer { $0.answer("404 Not Found", body: "no") }
    defer { server.stop() }
    let own = try Self.auth(try server.url())
    #expect(await failureCode { try await own.initializeRecaptchaConfig() } == .internalError)
    let auth = try Auth.auth(
      app: FirebaseApp.tryConfigure(
        name: "test-\(UUID().uuidString)", options: FirebaseOptions(apiKey: "key")), in: .inMemory())
    auth.useEmulator(withHost: "127.0.0.1", port: server.port)
    try await auth.initializeRecaptchaConfig()
    #expect(server.requests.count == 2)
  }

  private static func auth(_ server: URL) throws -> Auth {
    let options = FirebaseOptions(apiKey: "key", latchkeyURL: server)
    return try Auth.auth(
      app: FirebaseApp.tryConfigure(name: "test-\(UUID().uuidString)", options: options), in: .inMemory())
  }
}
