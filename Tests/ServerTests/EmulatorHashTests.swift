import Composition
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@Suite("The emulator's password hashes", .fewAtOnce)
struct EmulatorHashTests {
  private static let user: JSONValue = [
    "localId": "foo", "email": "foo@example.com", "salt": "beach",
    "passwordHash": "fakeHash:salt=beach:password=hawaii",
  ]

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("are taken by batchCreate without an algorithm, sign in and are given back") {
      try await taken($0)
    },
    Behaviour("go when the user gets another password, which is hashed") { try await replaced($0) },
    Behaviour("stand beside hashes of other algorithms in one upload") { try await mixed($0) },
  ]

  @Test("the emulator's hashes are taken by a development server")
  func hashes() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func taken(_ server: TestServer) async throws {
    let response = try await server.upload([Self.user])
    #expect(response.status == 200 && response.json["error"] == nil, "\(response.text)")
    for _ in 0..<2 {
      let signedIn = try await server.signIn("foo@example.com", "hawaii")
      #expect(signedIn.json["localId"] == "foo", "\(signedIn.text)")
      #expect(try await server.signIn("foo@example.com", "Hawaii").status == 400)
    }
    let answers = [
      try await server.download().json["users"]?[0],
      try await server.administer("accounts:lookup", ["localId": ["foo"]]).json["users"]?[0],
      try await server.administer("accounts:query", [:]).json["userInfo"]?[0],
    ]
    for answer in answers {
      #expect(answer?["passwordHash"] == "fakeHash:salt=beach:password=hawaii")
      #expect(answer?["salt"] == "beach")
    }
    // The user sees as much as ever.
    let session = try TestSession(try await server.signIn("foo@example.com", "hawaii"))
    let own = try await server.call("accounts:lookup", ["idToken": .string(session.idToken)])
    #expect(own.json["users"]?[0]?["passwordHash"] == "UkVEQUNURUQ=")
    #expect(own.json["users"]?[0]?["salt"] == nil)
  }

  private static func replaced(_ server: TestServer) async throws {
    _ = try await server.upload([Self.user])
    let changed = try await server.administer(
      "accounts:update", ["localId": "foo", "password": "another one"])
    #expect(changed.status == 200)
    #expect(try await server.account("foo")?.password?.algorithm != .emulator)
    #expect(try await server.signIn("foo@example.com", "hawaii").status == 400)
    #expect(try await server.signIn("foo@example.com", "another one").status == 200)
    #expect(try await !server.download().text.contains("another one"))
  }

  private static func mixed(_ server: TestServer) async throws {
    let other: JSONValue = ["localId": "bar", "email": "bar@example.com", "passwordHash": "AAAA"]
    #expect(try await server.upload([Self.user, other]).errorMessage == "MISSING_HASH_ALGORITHM")
    let response = try await server.upload([Self.user, other], ["hashAlgorithm": "SHA256", "rounds": 1])
    #expect(response.json["error"]?.arrayValue?.map { $0["index"] } == [1])
    #expect(try await server.signIn("foo@example.com", "hawaii").status == 200)
  }

  @Test("are refused by a server for real users")
  func production() async throws {
    var options = TestServer.Options()
    options.isDevelopment = false
    try await TestServer.run(options) { server in
      let token = try await server.backend.administration.createAdministratorToken(
        "import", scopes: [.cloudPlatform], expiresAt: nil, in: TestServer.project)
      func upload(_ message: JSONValue) async throws -> TestResponse {
        try await server.send(
          "POST", "/identitytoolkit.googleapis.com/v1/projects/\(TestServer.project)/accounts:batchCreate",
          headers: ["Content-Type": "application/json", "Authorization": "Bearer \(token.reveal())"],
          body: JSONWriter.text(message))
      }
      let bare = try await upload(["users": [Self.user]])
      #expect(bare.errorMessage == "MISSING_HASH_ALGORITHM", "\(bare.text)")
      let named = try await upload(["users": [Self.user], "hashAlgorithm": "SHA256", "rounds": 1])
      #expect(
        named.json["error"]?[0]?["message"] == "Password hash should be base64 encoded.", "\(named.text)")
      let factor = try await upload([
        "users": [
          [
            "localId": "f", "email": "f@example.com", "emailVerified": true,
            "mfaInfo": [["emulatorTotpSecret": "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", "totpInfo": [:]]],
          ]
        ]
      ])
      #expect(factor.json["error"]?[0]?["message"] == "Second factor not supported.", "\(factor.text)")
      #expect(try await server.accounts().isEmpty)
    }
  }

  @Test("sign nobody in, and show nothing, where a server for real users finds them in its database")
  func found() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      try await TestServer.run(options) { server in
        _ = try await server.upload([Self.user])
        #expect(try await server.signIn("foo@example.com", "hawaii").status == 200)
      }
      let backend = try await Backend.open(Backend.Options(dataDirectory: directory))
      let project = try #require(try await backend.projects.project(TestServer.project))
      var request = SignInWithPasswordRequest()
      request.email = "foo@example.com"
      request.password = "hawaii"
      let message = request
      await #expect(throws: IdentityError.self) {
        try await backend.service.signInWithPassword(message, Caller(project: project, authority: .apiKey))
      }
      let administrator = Caller(project: project, authority: .administrator)
      let shown = try await backend.service.batchGet(BatchGetRequest(), administrator).users?.first
      #expect(shown?.passwordHash == "UkVEQUNURUQ=" && shown?.salt == nil && shown?.version == 1)
      var lookup = LookupRequest()
      lookup.localId = ["foo"]
      let looked = try await backend.service.lookup(lookup, administrator).users?.first
      #expect(looked?.passwordHash == "UkVEQUNURUQ=" && looked?.salt == nil)
      await backend.close()
    }
  }
}
