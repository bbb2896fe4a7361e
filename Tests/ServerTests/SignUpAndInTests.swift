import IdentityWire
import TestSupport
import Testing

@Suite("Signing up and signing in", .fewAtOnce)
struct SignUpAndInTests {
  private static func signUp(_ server: TestServer) async throws {
    let response = try await server.call(
      "accounts:signUp",
      [
        "email": "Ada@Example.COM", "password": "correct horse", "displayName": "Ada",
        "returnSecureToken": true,
      ])
    let json = response.json
    #expect(json["kind"] == "identitytoolkit#SignupNewUserResponse")
    #expect(json["email"] == "ada@example.com")
    #expect(json["displayName"] == "Ada")
    #expect(json["expiresIn"] == "3600")
    let user = try await server.lookUp(TestSession(response).idToken)
    #expect(user["email"] == "ada@example.com")
    #expect(user["emailVerified"] == false)
    #expect(user["passwordHash"]?.stringValue?.isEmpty == false)
    #expect(user["createdAt"]?.stringValue.flatMap { Int64($0) } != nil)
    #expect(user["lastLoginAt"]?.stringValue.flatMap { Int64($0) } != nil)
    #expect(user["lastRefreshAt"]?.stringValue?.contains(".") == true)
    #expect(user["providerUserInfo"]?.arrayValue?.first?["providerId"] == "password")
    let taken = try await server.call(
      "accounts:signUp", ["email": "ADA@example.com", "password": "another one"])
    #expect(taken.errorMessage == "EMAIL_EXISTS")
  }

  @Test("of many who sign up with one address at once exactly one gets it")
  func concurrentSignUp() async throws {
    try await TestServer.run(.live) { server in
      let messages = try await withThrowingTaskGroup(of: String?.self) { group in
        for _ in 0..<8 {
          group.addTask {
            try await server.call(
              "accounts:signUp", ["email": "ada@example.com", "password": "correct horse"]
            ).errorMessage
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(messages.count { $0 == nil } == 1)
      #expect(messages.count { $0 == "EMAIL_EXISTS" } == 7, "\(messages)")
      #expect(try await server.accountCount() == 1)
    }
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an anonymous account keeps its uid when it gets an address and a password") {
      try await upgrade($0)
    },
    Behaviour("signing in with a password answers in the protocol's form") {
      try await signInWithPassword($0)
    },
    Behaviour("with enumeration protection nothing tells whether an address is registered") {
      try await enumerationProtection($0)
    },
    Behaviour("methods that the project has switched off are refused") { try await disabledMethods($0) },
    Behaviour("signing up answers in the protocol's form and keeps the address in lower case") {
      try await signUp($0)
    },
  ]

  @Test("passwords sign up and in")
  func accounts() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func upgrade(_ server: TestServer) async throws {
    let session = try await server.signUpAnonymously()
    let upgraded = try await server.call(
      "accounts:signUp",
      ["idToken": .string(session.idToken), "email": "ada@example.com", "password": "correct horse"])
    #expect(try TestSession(upgraded).localID == session.localID)
    #expect(try TestSession(upgraded).claims["firebase"]?["sign_in_provider"] == "password")
    let signedIn = try await server.call(
      "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"])
    #expect(try TestSession(signedIn).localID == session.localID)
    let other = try await server.signUpAnonymously()
    let taken = try await server.call(
      "accounts:signUp",
      ["idToken": .string(other.idToken), "email": "ada@example.com", "password": "correct horse"])
    #expect(taken.errorMessage == "EMAIL_EXISTS")
  }

  private static func signInWithPassword(_ server: TestServer) async throws {
    let session = try await server.signUp("ada@example.com", password: "correct horse")
    let response = try await server.call(
      "accounts:signInWithPassword",
      ["email": "ADA@example.com", "password": "correct horse"])
    #expect(response.json["kind"] == "identitytoolkit#VerifyPasswordResponse")
    #expect(response.json["registered"] == true)
    #expect(response.json["localId"] == .string(session.localID))
    #expect(response.json["displayName"] == "")
    #expect(response.json["email"] == "ada@example.com")
    #expect(try TestSession(response).claims["firebase"]?["sign_in_provider"] == "password")
    for password in ["Correct horse", "correct horse ", "correct hors", "x"] {
      let wrong = try await server.call(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": .string(password)])
      #expect(wrong.errorMessage == "INVALID_PASSWORD", "\(password)")
    }
  }

  private static func enumerationProtection(_ server: TestServer) async throws {
    _ = try await server.signUp("ada@example.com")
    try await server.changeProject { $0.signIn.emailEnumerationProtection = true }
    for email in ["ada@example.com", "nobody@example.com"] as [JSONValue] {
      let wrong = try await server.call(
        "accounts:signInWithPassword", ["email": email, "password": "wrong one"])
      #expect(wrong.errorMessage == "INVALID_LOGIN_CREDENTIALS")
      let methods = try await server.call(
        "accounts:createAuthUri",
        ["identifier": email, "continueUri": "http://localhost", "sessionId": "s"])
      #expect(methods.json == ["kind": "identitytoolkit#CreateAuthUriResponse", "sessionId": "s"])
    }
    try await server.changeProject { $0.signIn.emailEnumerationProtection = false }
    let methods = try await server.call(
      "accounts:createAuthUri", ["identifier": "ada@example.com", "continueUri": "http://localhost"])
    #expect(methods.json["registered"] == true)
    #expect(methods.json["signinMethods"] == ["password"])
  }

  private static func disabledMethods(_ server: TestServer) async throws {
    _ = try await server.signUp("ada@example.com", password: "correct horse")
    try await server.changeProject { project in
      project.signIn.passwordEnabled = false
      project.signIn.anonymousEnabled = false
    }
    #expect(
      try await server.call("accounts:signUp", ["email": "b@example.com", "password": "correct horse"])
        .errorMessage
        == "OPERATION_NOT_ALLOWED")
    #expect(
      try await server.call(
        "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"]
      )
      .errorMessage == "PASSWORD_LOGIN_DISABLED")
    #expect(try await server.call("accounts:signUp", [:]).errorMessage == "ADMIN_ONLY_OPERATION")
  }

  @Test("many devices that sign in to one account at the same moment all get in")
  func concurrentSignIn() async throws {
    try await TestServer.run(.live) { server in
      _ = try await server.signUp("ada@example.com", password: "correct horse")
      let answers = try await withThrowingTaskGroup(of: TestResponse.self) { group in
        for _ in 0..<50 {
          group.addTask {
            try await server.call(
              "accounts:signInWithPassword", ["email": "ada@example.com", "password": "correct horse"])
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.allSatisfy { $0.status == 200 }, "\(answers.filter { $0.status != 200 }.map(\.text))")
    }
  }

  @Test("when too many passwords wait the answer is 429 with Retry-After, and lookups go on")
  func overload() async throws {
    var options = TestServer.Options()
    options.maximumQueuedPasswords = 1
    options.passwordMemoryCost = 14
    options.reach = .live
    try await TestServer.run(options) { server in
      let session = try await server.signUp("ada@example.com", password: "correct horse")
      // Those of one account share a hash.
      for index in 0..<8 {
        _ = try await server.signUp("user\(index)@example.com", password: "correct horse")
      }
      let (answers, lookups) = try await withThrowingTaskGroup(of: (Bool, TestResponse).self) { group in
        for index in 0..<40 {
          group.addTask {
            let message: JSONValue = [
              "email": .string("user\(index % 8)@example.com"), "password": "correct horse",
            ]
            return (true, try await server.call("accounts:signInWithPassword", message))
          }
        }
        for _ in 0..<10 {
          group.addTask {
            (false, try await server.call("accounts:lookup", ["idToken": .string(session.idToken)]))
          }
        }
        return try await group.reduce(into: ([TestResponse](), [TestResponse]())) { all, next in
          if next.0 { all.0.append(next.1) } else { all.1.append(next.1) }
        }
      }
      let refused = answers.filter { $0.status == 429 }
      #expect(!refused.isEmpty)
      let others = answers.filter { $0.status != 200 && $0.status != 429 }
      #expect(others.isEmpty, "\(others.map(\.text))")
      #expect(answers.contains { $0.status == 200 })
      for answer in refused {
        #expect(answer.errorMessage == "TOO_MANY_ATTEMPTS_TRY_LATER")
        #expect(answer.headers.first(name: "retry-after").flatMap { Int($0) }.map { $0 > 0 } == true)
      }
      #expect(lookups.allSatisfy { $0.status == 200 })
    }
  }
}
