import IdentityWire
import TestSupport
import Testing

@Suite("T28: moments out of range", .fewAtOnce)
struct T28MomentTests {
  private static let moments = [
    "-9223372036854775808", "-9223372036854775001", "9223372036854775807", "253402300800000",
    "-62135596800001", "-5",
  ]

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("an administrator cannot store a moment that no answer can write") { try await update($0) },
    Behaviour("nor upload one") { try await upload($0) },
  ]

  @Test("an administrator cannot store a moment that no answer can write")
  func moments() async throws { try await TestServer.look(at: Self.behaviours) }

  // Fails when the moments of accounts:update are not bounded: the next look at the account ends the server.
  private static func update(_ server: TestServer) async throws {
    let user = try await server.signUp("ann@example.com")
    try await eachCase(of: Self.moments) { moment in
      for name in ["createdAt", "lastLoginAt", "validSince"]
      where name != "validSince" || moment.count != 15 {
        let answer = try await server.administer(
          "accounts:update", ["localId": .string(user.localID), name: .string(moment)])
        #expect(answer.status == 400, "\(name): \(answer.text)")
      }
      let found = try await server.administer("accounts:lookup", ["localId": [.string(user.localID)]])
      #expect(found.status == 200)
    }
  }

  // Fails when batchCreate does not bound them.
  private static func upload(_ server: TestServer) async throws {
    try await eachCase(of: Self.moments) { moment in
      for name in ["createdAt", "lastLoginAt"] {
        let answer = try await server.administer(
          "accounts:batchCreate", ["users": [["localId": "ann", name: .string(moment)]]])
        #expect(answer.json["error"]?.arrayValue?.count == 1, "\(name): \(answer.text)")
      }
      let factor = try await server.administer(
        "accounts:batchCreate",
        [
          "users": [
            [
              "localId": "ann", "email": "ann@example.com", "emailVerified": true,
              "mfaInfo": [["phoneInfo": "+15551230100", "enrolledAt": "9999-12-31T23:59:60Z"]],
            ]
          ]
        ])
      #expect(factor.json["error"]?.arrayValue?.count == 1, "\(factor.text)")
      #expect(try await server.accountCount() == 0)
    }
  }
}
