import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Passkeys", .fewAtOnce)
struct PasskeyTests {
  private static func wholeLife(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let passkey = try await server.enrollPasskey(user, ["name": "Ada's phone"])
    #expect(passkey.session.localID == user.localID)
    #expect(passkey.session.claims["firebase"]?["sign_in_provider"] == "passkey")
    var shown = try await server.lookUp(passkey.session.idToken)["passkeyInfo"]
    #expect(shown?[0]?["credentialId"] == .string(passkey.id) && shown?[0]?["name"] == "Ada's phone")
    #expect(shown?[0]?["rpId"] == "localhost" && shown?[0]?["publicKey"] == nil)

    let signedIn = try await server.signInByPasskey(passkey.authenticator)
    let session = try TestSession(signedIn)
    #expect(session.localID == user.localID)
    #expect(session.claims["firebase"]?["sign_in_provider"] == "passkey")
    #expect(session.claims["firebase"]?["sign_in_second_factor"] == nil)
    shown = try await server.lookUp(session.idToken)["passkeyInfo"]
    #expect(shown?[0]?["lastUsedAt"] != nil)

    let removed = try await server.call(
      "accounts:update", ["idToken": .string(session.idToken), "deletePasskey": [.string(passkey.id)]])
    #expect(removed.status == 200 && removed.json["idToken"]?.stringValue != nil, "\(removed.text)")
    #expect(removed.json["refreshToken"]?.stringValue != nil && removed.json["expiresIn"] == "3600")
    // Clients of the web look at their old token after it.
    #expect(try await server.lookUp(session.idToken)["passkeyInfo"] == nil)
    let gone = try await server.signInByPasskey(passkey.authenticator)
    #expect(gone.status == 400 && gone.errorMessage == "PASSKEY_ENROLLMENT_NOT_FOUND")
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("options have what Apple's clients insist on, in padded base64 of the ordinary alphabet") {
      try await options($0)
    },
    Behaviour("an anonymous user who enrols is anonymous no longer, and cannot remove the last way in") {
      try await anonymous($0)
    },
    Behaviour("removing a passkey that is not there changes nothing and answers new tokens") {
      try await unknownRemoval($0)
    },
    Behaviour("names are bounded, of one line, in the normal form that they came in, and have a default") {
      try await names($0)
    },
    Behaviour("what is missing is named") { try await missing($0) },
    Behaviour("a user enrols a passkey, signs in with it, sees it and removes it") {
      try await wholeLife($0)
    },
    Behaviour("enrolling and removing need a recent sign-in; who began in time may take a while") {
      try await recentSignIn($0)
    },
    Behaviour("a passkey whose user was verified counts as two factors, unless the project has it otherwise")
    { try await twoFactors($0) },
    Behaviour("an account has as many passkeys as the project lets it have") { try await limit($0) },
    Behaviour("passkeys go with their account, and come back with an export") { try await exports($0) },
  ]

  @Test("passkeys are enrolled, named and removed")
  func passkeys() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func options(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let passkey = try await server.enrollPasskey(user)
    let options = try #require(
      try await server.startPasskeyEnrollment(passkey.session.idToken).json["credentialCreationOptions"])
    #expect(options["rp"]?["id"] == "localhost")
    #expect(options["attestation"] == "none")
    #expect(options["authenticatorSelection"]?["residentKey"] == "required")
    #expect(options["authenticatorSelection"]?["userVerification"] == "required")
    #expect(options["pubKeyCredParams"]?.arrayValue?.compactMap { $0["alg"] } == [-7, -8, -257])
    #expect(options["user"]?["name"] == "ada@example.com")
    let excluded = try #require(options["excludeCredentials"]?[0]?["id"]?.stringValue)
    let request = try #require(try await server.startPasskeySignIn().json["credentialRequestOptions"])
    #expect(request["rpId"] == "localhost" && request["allowCredentials"] == nil)
    for text in [
      options["challenge"]?.stringValue, options["user"]?["id"]?.stringValue, excluded,
      request["challenge"]?.stringValue,
    ] {
      let bytes = try #require(text.flatMap { Data(base64Encoded: $0) })
      #expect(bytes.count >= 16)
    }
    let handle = try #require(options["user"]?["id"]?.stringValue.flatMap { Data(base64Encoded: $0) })
    #expect(Array(handle) == passkey.authenticator.userHandle, "all passkeys of an account have one handle")
    #expect(!handle.elementsEqual(user.localID.utf8))
  }

  @Test(
    "bytes are taken in every spelling that clients have",
    arguments: [
      { Base64Bytes.standard($0) }, { Base64Bytes.encode($0) }, { Base64URL.encode($0) },
      { Base64Bytes.standard($0).replacing("=", with: "") },
    ] as [@Sendable ([UInt8]) -> String])
  func spellings(_ spell: @Sendable @escaping ([UInt8]) -> String) async throws {
    @Sendable func spelled(_ value: JSONValue) -> JSONValue {
      switch value {
      case .object(let members): .object(members.mapValues(spelled))
      case .string(let text) where text != "public-key":
        .string(Base64URL.decode(text).map(spell) ?? text)
      default: value
      }
    }
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com")
      var authenticator = SoftAuthenticator()
      let started = try await server.startPasskeyEnrollment(user.idToken)
      let handle = try #require(started.json["credentialCreationOptions"]?["user"]?["id"]?.stringValue)
      authenticator.userHandle = try #require(Base64Bytes.decode(handle))
      let answer = try authenticator.registration(challenge: try server.challenge(of: started))
      let enrolled = try await server.finalizePasskeyEnrollment(user.idToken, spelled(answer))
      #expect(enrolled.status == 200, "\(enrolled.text)")
      let assertion = try authenticator.assertion(challenge: try await server.signInChallenge())
      let signedIn = try await server.finalizePasskeySignIn(spelled(assertion))
      #expect(signedIn.status == 200, "\(signedIn.text)")
      let removed = try await server.call(
        "accounts:update",
        [
          "idToken": .string(try TestSession(signedIn).idToken),
          "deletePasskey": [.string(spell(authenticator.credentialID))],
        ])
      #expect(removed.status == 200)
      #expect(try await server.account(user.localID)?.passkeys.isEmpty == true)
    }
  }

  private static func recentSignIn(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    _ = try await server.configure(
      "PATCH", "config?updateMask=signIn.linkingRequiresRecentSignIn",
      ["signIn": ["linkingRequiresRecentSignIn": true]])
    server.clock.advance(seconds: 290)
    let started = try await server.startPasskeyEnrollment(user.idToken)
    server.clock.advance(seconds: 60)
    let late = try await server.startPasskeyEnrollment(user.idToken)
    #expect(late.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    var authenticator = SoftAuthenticator()
    let handle = try #require(started.json["credentialCreationOptions"]?["user"]?["id"]?.stringValue)
    authenticator.userHandle = try #require(Base64Bytes.decode(handle))
    let finished = try await server.finalizePasskeyEnrollment(
      user.idToken, try authenticator.registration(challenge: try server.challenge(of: started)))
    #expect(finished.status == 200, "\(finished.text)")
    let session = try TestSession(finished)
    #expect(session.claims["auth_time"] == user.claims["auth_time"], "a link proves nothing anew")
    let stale = try await server.call(
      "accounts:update",
      [
        "idToken": .string(session.idToken),
        "deletePasskey": [.string(Base64URL.encode(authenticator.credentialID))],
      ])
    #expect(stale.errorMessage == "CREDENTIAL_TOO_OLD_LOGIN_AGAIN")
    // A passkey that a recent session began to add signs in as recently as any other way.
    let signedIn = try TestSession(try await server.signInByPasskey(authenticator))
    let removed = try await server.call(
      "accounts:update",
      [
        "idToken": .string(signedIn.idToken),
        "deletePasskey": [.string(Base64URL.encode(authenticator.credentialID))],
      ])
    #expect(removed.status == 200, "\(removed.text)")
  }

  private static func anonymous(_ server: TestServer) async throws {
    let user = try await server.signUpAnonymously()
    let passkey = try await server.enrollPasskey(user)
    #expect(try await server.account(user.localID)?.isAnonymous == false)
    let session = try TestSession(try await server.signInByPasskey(passkey.authenticator))
    #expect(session.localID == user.localID)
    let removal: JSONValue = [
      "idToken": .string(session.idToken), "deletePasskey": [.string(passkey.id)],
    ]
    let refused = try await server.call("accounts:update", removal)
    #expect(refused.errorMessage?.hasPrefix("OPERATION_NOT_ALLOWED") == true, "\(refused.text)")
    #expect(try await server.account(user.localID)?.passkeys.count == 1)
    _ = try await server.enrollPasskey(session)
    #expect(try await server.call("accounts:update", removal).status == 200)
  }

  private static func unknownRemoval(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let answer = try await server.call(
      "accounts:update", ["idToken": .string(user.idToken), "deletePasskey": ["nonexistent_key", "!"]])
    #expect(answer.status == 200 && answer.json["idToken"]?.stringValue != nil, "\(answer.text)")
  }

  private static func twoFactors(_ server: TestServer) async throws {
    let user = try await server.verifiedUser("ada@example.com")
    let factor = try await server.enrollTOTP(user)
    var passkey = try await server.enrollPasskey(factor.session) { $0.signCount = 1 }
    passkey.authenticator.signCount = 2
    let both = try TestSession(try await server.signInByPasskey(passkey.authenticator))
    #expect(both.claims["firebase"]?["sign_in_second_factor"] == "passkey")
    #expect(try await server.refresh(both.refreshToken).status == 200)
    #expect(try await server.lookUp(both.idToken)["localId"] == .string(user.localID))

    let changed = try await server.configure(
      "PATCH", "passkeyConfig?updateMask=countsAsTwoFactors", ["countsAsTwoFactors": false])
    #expect(changed.json["countsAsTwoFactors"] == false, "\(changed.text)")
    // From now on the settings are the project's own: no other page of this machine.
    let origin = try #require(changed.json["expectedOrigins"]?[0]?.stringValue)
    passkey.authenticator.origin = origin
    passkey.authenticator.signCount = 3
    let pending = try await server.signInByPasskey(passkey.authenticator)
    #expect(pending.status == 200 && pending.json["idToken"] == nil, "\(pending.text)")
    #expect(
      try await server.account(user.localID)?.passkeys.first?.signCount == 3,
      "the passkey was used, whatever becomes of the sign-in")
    server.clock.advance(seconds: 60)
    let credential = try #require(pending.json["mfaPendingCredential"]?.stringValue)
    let authenticator = try #require(factor.authenticator)
    let finished = try await server.proveTOTP(
      credential, factor.id, password: authenticator.password(at: server.clock.now()))
    #expect(finished.status == 200, "\(finished.text)")
  }

  private static func limit(_ server: TestServer) async throws {
    try await server.changeProject { project in
      var settings = PasskeySettings(rpID: "localhost", expectedOrigins: ["http://localhost:3000"])
      settings.limit = 2
      project.signIn.passkeys = settings
    }
    let user = try await server.signUp("ada@example.com")
    _ = try await server.enrollPasskey(user)
    let second = try await server.startPasskeyEnrollment(user.idToken)
    let third = try await server.startPasskeyEnrollment(user.idToken)
    func finish(_ started: TestResponse, at origin: String = "http://localhost:3000") async throws
      -> TestResponse
    {
      var authenticator = SoftAuthenticator()
      authenticator.origin = origin
      return try await server.finalizePasskeyEnrollment(
        user.idToken, try authenticator.registration(challenge: try server.challenge(of: started)))
    }
    #expect(try await finish(second).status == 200)
    #expect(try await finish(third).errorMessage?.hasPrefix("PASSKEY_LIMIT_EXCEEDED") == true)
    // Fails when the answer is verified first.
    let wrong = try await finish(third, at: "https://evil.example")
    #expect(wrong.errorMessage?.hasPrefix("PASSKEY_LIMIT_EXCEEDED") == true, "\(wrong.text)")
    let more = try await server.startPasskeyEnrollment(user.idToken)
    #expect(more.errorMessage?.hasPrefix("PASSKEY_LIMIT_EXCEEDED") == true)
  }

  // As names of accounts and second factors: nobody is found by one.
  private static func names(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    for (given, name) in [
      (["name": "a\u{7}\u{202E}\nb"], "a b"), (["displayName": "Shown"], "Shown"), ([:], "Unnamed Passkey"),
      (["name": "", "displayName": " "], "Unnamed Passkey"),
      (["name": "Cafe\u{301}"], "Cafe\u{301}"), (["name": "Caf\u{E9}"], "Caf\u{E9}"),
      (["name": .string(String(repeating: "x", count: 5_000))], String(repeating: "x", count: 64)),
    ] as [([String: JSONValue], String)] {
      let passkey = try await server.enrollPasskey(user, given)
      let stored = try await server.account(user.localID)?.passkey(passkey.authenticator.credentialID)
      #expect(stored?.name.utf8.elementsEqual(name.utf8) == true, "\(name)")
    }
  }

  @Test("the log names what was done, by whose passkey, and no key")
  func audit() async throws {
    try await TestServer.run { server in
      let user = try await server.verifiedUser("ada@example.com")
      var passkey: TestPasskey?
      var events = try await server.auditEvents { passkey = try await server.enrollPasskey(user) }
      let enrolled = try #require(passkey)
      #expect(events.map(\.action) == [.passkeyEnrolment])
      #expect(events.first?.details["passkeys"] == "+\(enrolled.id)")
      events = try await server.auditEvents {
        _ = try await server.signInByPasskey(enrolled.authenticator)
      }
      #expect(events.map(\.action) == [.signIn] && events.first?.details["provider"] == "passkey")
      events = try await server.auditEvents {
        var copy = enrolled.authenticator
        copy.origin = "https://evil.example"
        _ = try await server.signInByPasskey(copy)
      }
      #expect(events.map(\.outcome) == ["INVALID_AUTHENTICATOR_RESPONSE"])
      let id = try #require(events.first?.details["diagnostic"])
      let explanation = try #require(try await server.backend.explanation(of: id))
      #expect(explanation.report.check == "passkey-origin")
      #expect(explanation.report.seen == "https://evil.example")
      events = try await server.auditEvents {
        _ = try await server.call(
          "accounts:update",
          ["idToken": .string(enrolled.session.idToken), "deletePasskey": [.string(enrolled.id)]])
      }
      #expect(events.map(\.action) == [.passkeyRemoval])
    }
  }

  @Test(
    "what the emulator takes is taken where nobody has to sign, and there alone", arguments: [true, false])
  func madeUp(acceptsUnsigned: Bool) async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = acceptsUnsigned
    try await TestServer.run(options) { server in
      let user = try await server.signUp("ada@example.com")
      let enrolled = try await server.finalizePasskeyEnrollment(
        user.idToken, ["id": "fallback_cred_1"], ["name": "My Key"])
      guard acceptsUnsigned else {
        #expect(enrolled.errorMessage == "MISSING_AUTHENTICATOR_RESPONSE")
        return
      }
      #expect(enrolled.status == 200, "\(enrolled.text)")
      let shown = try await server.lookUp(user.idToken)["passkeyInfo"]
      #expect(shown?[0]?["credentialId"] == "fallback_cred_1" && shown?[0]?["name"] == "My Key")
      let signedIn = try await server.finalizePasskeySignIn(["id": "fallback_cred_1"])
      #expect(try TestSession(signedIn).localID == user.localID)
      let unknown = try await server.finalizePasskeySignIn(["id": "nonexistent_cred_id"])
      #expect(unknown.status == 400 && unknown.errorMessage == "PASSKEY_CREDENTIAL_NOT_FOUND")
      // What was really made is not to be had for its id.
      let real = try await server.enrollPasskey(user)
      let stolen = try await server.finalizePasskeySignIn(["id": .string(real.id)])
      #expect(stolen.errorMessage == "PASSKEY_CREDENTIAL_NOT_FOUND")
      let removed = try await server.call(
        "accounts:update", ["idToken": .string(user.idToken), "deletePasskey": ["fallback_cred_1"]])
      #expect(removed.status == 200)
      #expect(try await server.account(user.localID)?.passkeys.map(\.clientID) == [real.id])
    }
  }

  private static func missing(_ server: TestServer) async throws {
    for (operation, message, code) in [
      ("passkeyEnrollment:start", [:], "MISSING_ID_TOKEN"),
      (
        "passkeyEnrollment:finalize", ["authenticatorRegistrationResponse": ["id": "x"]], "MISSING_ID_TOKEN"
      ),
      ("passkeyEnrollment:finalize", ["idToken": "some_token"], "MISSING_AUTHENTICATOR_RESPONSE"),
      ("passkeySignIn:finalize", [:], "MISSING_AUTHENTICATOR_RESPONSE"),
    ] as [(String, JSONValue, String)] {
      let answer = try await server.call2("accounts/\(operation)", message)
      #expect(answer.status == 400 && answer.errorMessage == code, "\(operation): \(answer.text)")
    }
  }

  private static func exports(_ server: TestServer) async throws {
    let user = try await server.signUp("ada@example.com")
    let passkey = try await server.enrollPasskey(user, ["name": "Key"]) { $0.signCount = 7 }
    let exported = try await server.send(
      "GET", "/identitytoolkit.googleapis.com/v1/projects/example/accounts:batchGet",
      headers: ["Authorization": "Bearer owner"])
    let info = try #require(exported.json["users"]?[0]?["passkeyInfo"])
    #expect(info[0]?["signCount"] == 7 && info[0]?["publicKey"] != nil, "\(exported.text)")
    #expect(
      try await server.administer("accounts:delete", ["localId": .string(user.localID)]).status == 200)
    let gone = try await server.signInByPasskey(passkey.authenticator)
    #expect(gone.errorMessage == "PASSKEY_ENROLLMENT_NOT_FOUND")
    let imported = try await server.administer(
      "accounts:batchCreate", ["users": [["localId": "another", "passkeyInfo": info]]])
    #expect(imported.status == 200 && imported.json["error"] == nil, "\(imported.text)")
    var authenticator = passkey.authenticator
    authenticator.signCount = 8
    #expect(try TestSession(try await server.signInByPasskey(authenticator)).localID == "another")
    let twice = try await server.administer(
      "accounts:batchCreate", ["users": [["localId": "third", "passkeyInfo": info]]])
    #expect(twice.json["error"]?[0]?["message"] == "passkey exists in other account in database")
  }
}
