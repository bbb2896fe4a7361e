import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Bulk operations", .fewAtOnce)
struct BulkRoutesTests {
  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("a user of another service signs in with the password that its hash was made of") {
      try await importedHash($0)
    },
    Behaviour(
      "identities are imported under their providers' ids, and ways to sign in that are no providers are not"
    ) { try await providerIDs($0) },
    Behaviour("users with wrong data are named, each with its reason, and all others are stored") {
      try await wrongUsers($0)
    },
    Behaviour(
      "of a thousand users those that collide are reported, the first of two is stored, and so are all others"
    ) { try await collisions($0) },
    Behaviour("what somebody has already is reported, in the store as within the upload") {
      try await taken($0)
    },
    Behaviour("an imported user has no refresh until they sign in") { try await lastRefresh($0) },
    Behaviour("an upload that contradicts itself is refused whole") { try await refused($0) },
    Behaviour("overwriting a user replaces everything and ends their sessions") { try await overwrite($0) },
    Behaviour("the second factors of an imported user are asked for") { try await factors($0) },
  ]

  @Test("users are uploaded with what they had, and collisions are named")
  func uploads() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func importedHash(_ server: TestServer) async throws {
    // hashlib.pbkdf2_hmac("sha256", b"correct horse", b"salt-value", 1000, 32), in Python.
    let response = try await server.upload(
      [
        [
          "localId": "u1", "email": "Ann@example.com", "emailVerified": true,
          "passwordHash": .string(Self.pbkdf2), "salt": "c2FsdC12YWx1ZQ", "createdAt": "1600000000000",
          "lastLoginAt": 1_600_000_001_000, "displayName": "Ann", "customAttributes": #"{"role":"x"}"#,
        ]
      ], ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1000])
    #expect(response.status == 200)
    #expect(response.json["kind"] == "identitytoolkit#UploadAccountResponse")
    #expect(response.json["error"] == nil)
    #expect(try await server.signIn("ann@example.com", "wrong horse").status == 400)
    let signedIn = try await server.signIn("ann@example.com", "correct horse")
    #expect(signedIn.status == 200 && signedIn.json["localId"] == "u1")
    let lookedUp = try await server.administer("accounts:lookup", ["localId": ["u1"]])
    let user = try #require(lookedUp.json["users"]?[0])
    #expect(user["createdAt"] == "1600000000000")
    #expect(user["emailVerified"] == true && user["displayName"] == "Ann")
    #expect(user["customAttributes"]?.stringValue == #"{"role":"x"}"#)
    // Nothing of the hash is to be seen outside an export.
    #expect(user["passwordHash"] == "UkVEQUNURUQ=" && user["salt"] == nil)
  }

  private static func providerIDs(_ server: TestServer) async throws {
    let ids = [
      "GOOGLE.com", "anonymous", "custom", "firebase", "Phone", "password", "emailLink", "OIDC.lab",
    ]
    let response = try await server.upload([
      [
        "localId": "u1",
        "providerUserInfo": .array(ids.map { ["providerId": .string($0), "rawId": "g-1"] }),
      ]
    ])
    #expect(response.status == 200 && response.json["error"] == nil, "\(response.text)")
    let account = try #require(try await server.account("u1"))
    #expect(account.links.map(\.providerID) == ["google.com", "oidc.lab"])
    let token = try await server.labToken("google.com", ["sub": "g-1"])
    let signedIn = try await server.signInWithIdp([("providerId", "google.com"), ("id_token", token)])
    #expect(signedIn.json["localId"] == "u1", "\(signedIn.text)")
  }

  @Test("an exported hash signs the user in after it was imported again")
  func roundTrip() async throws {
    var options = TestServer.Options()
    options.passwordMemoryCost = 14
    try await TestServer.run(options) { server in
      _ = try await server.upload(
        [
          ["localId": "u1", "email": "ann@example.com", "rawPassword": "correct horse"],
          ["localId": "u2", "email": "bob@example.com", "passwordHash": .string(Self.pbkdf2), "salt": ""],
        ], ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1])
      let users = try await server.download().json["users"]
      let ann = try #require(users?[0])
      #expect(ann["version"] == 0)
      let hash = try #require(ann["passwordHash"]?.stringValue)
      let salt = try #require(ann["salt"]?.stringValue)
      #expect(hash.count == 88 && salt.count == 24)
      // The hash of another scheme would mean nothing to whoever reads the export.
      #expect(users?[1]?["version"] == 1 && users?[1]?["passwordHash"] == "UkVEQUNURUQ=")
      #expect(users?[1]?["salt"] == nil)

      let project = try #require(try await server.service.projects.project(TestServer.project))
      let key = Base64Bytes.encode(try server.service.projects.signerKey(of: project))
      let parameters: [String: JSONValue] = [
        "hashAlgorithm": "SCRYPT", "signerKey": .string(key), "saltSeparator": "Bw==", "rounds": 8,
        "memoryCost": 14,
      ]
      let again = try await server.upload(
        [
          ["localId": "u3", "email": "eve@example.com", "passwordHash": .string(hash), "salt": .string(salt)]
        ],
        parameters)
      #expect(again.status == 200 && again.json["error"] == nil)
      #expect(try await server.signIn("eve@example.com", "correct horse").status == 200)
    }
  }

  private static func wrongUsers(_ server: TestServer) async throws {
    var users: [JSONValue] = []
    for (index, entry) in WrongUsers.all.enumerated() {
      users += [entry.0, ["localId": .string("good\(index)")]]
    }
    let response = try await server.upload(
      users, ["hashAlgorithm": "SHA256", "rounds": 1, "allowOverwrite": true])
    #expect(response.status == 200)
    let errors = response.json["error"]?.arrayValue ?? []
    #expect(errors.count == WrongUsers.all.count)
    for (index, error) in errors.enumerated() where index < WrongUsers.all.count {
      #expect(error["index"]?.integerValue == Int64(2 * index))
      #expect(error["message"]?.stringValue == WrongUsers.all[index].1)
    }
    let stored = try await server.accounts().map(\.id.rawValue)
    #expect(Set(stored) == Set(WrongUsers.all.indices.map { "good\($0)" }))
  }

  private static func collisions(_ server: TestServer) async throws {
    #expect(try await server.upload([["localId": "ann", "email": "u300@example.com"]]).status == 200)
    // The second has the first one's address, the last of all another's, and one somebody has already.
    let addresses = [1: 0, 999: 498]
    let users = (0..<1_000).map { index -> JSONValue in
      [
        "localId": .string("u\(index)"),
        "email": .string("u\(addresses[index] ?? index)@example.com"),
      ]
    }
    let response = try await server.upload(users)
    let indices = (response.json["error"]?.arrayValue ?? []).map { $0["index"]?.integerValue }
    #expect(indices == [1, 300, 999])
    #expect(try await server.accountCount() == 998)
    #expect(try await server.account("u0")?.email?.text == "u0@example.com")
    #expect(try await server.account("u498") != nil)
  }

  private static func taken(_ server: TestServer) async throws {
    let ann: JSONValue = [
      "localId": "ann", "email": "ann@example.com", "phoneNumber": "+15550100",
      "providerUserInfo": [["providerId": "google.com", "rawId": "1"]],
    ]
    #expect(try await server.upload([ann]).json["error"] == nil)
    let response = try await server.upload([
      ["localId": "u0", "email": "ANN@example.com"], ["localId": "u1", "phoneNumber": "+1 555-0100"],
      ["localId": "u2", "providerUserInfo": [["providerId": "google.com", "rawId": "1"]]],
      ["localId": "ann", "displayName": "other", "email": "ann@example.com", "phoneNumber": "+15550100"],
      ["localId": "u4", "email": "new@example.com"],
      ["localId": "u5", "email": "new@example.com"],
    ])
    let messages = (response.json["error"]?.arrayValue ?? []).map { [$0["index"], $0["message"]] }
    #expect(
      messages == [
        [0, "email exists in other account in database"],
        [1, "phone number exists in other account in database"],
        [2, "raw id exists in other account in database"],
        [3, "localId belongs to an existing account - can not overwrite."],
        [5, "email exists in other account in database"],
      ])
    #expect(try await server.accounts().map(\.id.rawValue) == ["ann", "u4"])
    #expect(try await server.accounts()[0].displayName == nil)
  }

  private static func lastRefresh(_ server: TestServer) async throws {
    let lastLoginAt = "1600000001000"
    let uploaded = try await server.upload([
      ["localId": "ann", "email": "ann@example.com", "lastLoginAt": .string(lastLoginAt)]
    ])
    #expect(uploaded.json["error"] == nil)
    func user() async throws -> JSONValue? {
      try await server.administer("accounts:lookup", ["localId": ["ann"]]).json["users"]?[0]
    }
    let imported = try await user()
    #expect(imported?["lastLoginAt"] == .string(lastLoginAt) && imported?["lastRefreshAt"] == nil)
    var last = ""
    for _ in 0..<2 {
      server.clock.advance(seconds: 60)
      let code = try await server.signInLinkCode("ann@example.com")
      _ = try TestSession(try await server.signInWithLink(code, email: "ann@example.com"))
      let signedIn = try await user()
      let refreshed = try #require(signedIn?["lastRefreshAt"]?.stringValue)
      #expect(refreshed > last && signedIn?["lastLoginAt"] != .string(lastLoginAt))
      last = refreshed
    }
  }

  private static func refused(_ server: TestServer) async throws {
    let link: JSONValue = [["providerId": "google.com", "rawId": "1"]]
    let hashed: [JSONValue] = [["localId": "a", "passwordHash": "aGFzaA=="]]
    let many = (0...1_000).map { JSONValue.object(["localId": .string("u\($0)")]) }
    let cases: [([JSONValue], [String: JSONValue], String)] = [
      ([], [:], "MISSING_USER_ACCOUNT"), (many, [:], "MAXIMUM_USER_COUNT_EXCEEDED"),
      (
        [["localId": "a", "email": "x@example.com"], ["localId": "b", "email": "X@example.com"]],
        ["sanityCheck": true], "DUPLICATE_EMAIL : x@example.com"
      ),
      (
        [["localId": "a", "providerUserInfo": link], ["localId": "b", "providerUserInfo": link]],
        ["sanityCheck": true], "DUPLICATE_RAW_ID : Provider id(google.com), Raw id(1)"
      ),
      ([["localId": "a"], ["localId": "a"]], [:], "DUPLICATE_LOCAL_ID : a"),
      (hashed, [:], "MISSING_HASH_ALGORITHM"),
      (hashed, ["hashAlgorithm": "ROT13"], "INVALID_HASH_ALGORITHM"),
      (hashed, ["hashAlgorithm": "SHA1", "rounds": 8_193], "INVALID_HASH_ROUNDS"),
      ([["localId": [:]]], [:], "Invalid JSON payload received. /users/0/localId must be string"),
    ]
    for (users, more, message) in cases {
      let response = try await server.upload(users, more)
      #expect(response.status == 400)
      #expect(response.errorMessage == message)
    }
    #expect(try await server.accounts().isEmpty)
  }

  private static func overwrite(_ server: TestServer) async throws {
    _ = try await server.upload([
      [
        "localId": "u", "email": "a@example.com", "rawPassword": "correct horse", "displayName": "A",
        "providerUserInfo": [["providerId": "google.com", "rawId": "1"]],
      ]
    ])
    let session = try await server.signIn("a@example.com", "correct horse")
    let token = try #require(session.json["refreshToken"]?.stringValue)
    let idToken = try #require(session.json["idToken"])
    let response = try await server.upload(
      [["localId": "u", "phoneNumber": "+15550100"]], ["allowOverwrite": true])
    #expect(response.json["error"] == nil)
    let account = try #require(try await server.accounts().first)
    #expect(account.email == nil && account.password == nil && account.displayName == nil)
    #expect(account.links.isEmpty && account.phoneNumber == "+15550100")
    #expect(try await server.refresh(token).status == 400)
    #expect(
      try await server.call("accounts:lookup", ["idToken": idToken]).errorMessage == "TOKEN_EXPIRED")
  }

  private static func factors(_ server: TestServer) async throws {
    _ = try await server.upload(
      [
        [
          "localId": "u", "email": "a@example.com", "emailVerified": true,
          "passwordHash": .string(Self.pbkdf2),
          "salt": "c2FsdC12YWx1ZQ==",
          "mfaInfo": [
            ["phoneInfo": "+15550100", "displayName": "Work", "enrolledAt": "2024-01-02T03:04:05Z"]
          ],
        ]
      ], ["hashAlgorithm": "PBKDF2_SHA256", "rounds": 1000])
    let factor = try #require(try await server.accounts().first?.factors.first)
    #expect(factor.enrolledAt.milliseconds == 1_704_164_645_000 && factor.displayName == "Work")
    let response = try await server.signIn("a@example.com", "correct horse")
    #expect(response.json["mfaPendingCredential"] != nil && response.json["idToken"] == nil)
    // The hash is of our making from then on, though nobody is signed in yet.
    guard case .firebaseScrypt = try await server.accounts().first?.password?.algorithm else {
      Issue.record("the imported hash is still there")
      return
    }
    #expect(try await server.accounts().first?.lastLoginAt == nil)
    #expect(try await server.signIn("a@example.com", "correct horse").json["mfaPendingCredential"] != nil)
  }

  static let pbkdf2 = "dqN02p3GMRDpPxVHPNdm/NhV/sysVyou8fP6vtnG/Co="
}
