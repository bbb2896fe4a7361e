import Composition
import Identity
import IdentityWire
import Telemetry
import TestSupport
import Testing

@Suite("Credentials that somebody makes up", .fewAtOnce, .timeLimit(.minutes(15)))
struct MadeUpCredentialTests {
  /// A JWT that names a service account of the project, with a signature of nobody.
  private static func token(_ number: Int) -> String {
    let parts: [JSONValue] = [
      ["alg": "RS256", "kid": .string("key\(number)"), "typ": "JWT"],
      ["iss": .string("nobody\(number)@\(ServingServer.project).iam.gserviceaccount.com")],
    ]
    let texts = parts.map { Base64URL.encode(Array(JSONWriter.text($0).utf8)) }
    return (texts + [Base64URL.encode([UInt8](repeating: 1, count: 256))]).joined(separator: ".")
  }

  private static func present(_ number: Int, _ server: ServingServer) async throws -> [TestResponse] {
    let digits = String(number)
    let secret = String(repeating: "A", count: 42 - digits.count) + digits + "A"
    let form = FormURLEncoded([
      ("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer"), ("assertion", token(number)),
    ]).text
    return [
      try await lookUp("latchkey_\(ServingServer.project)_\(secret)", server),
      try await server.send(
        "POST", "/token", headers: ["Content-Type": "application/x-www-form-urlencoded"], body: form),
      try await server.call("accounts:signInWithCustomToken", ["token": .string(token(number))]),
    ]
  }

  private static func lookUp(_ bearer: String, _ server: ServingServer) async throws -> TestResponse {
    try await server.send(
      "POST", "/identitytoolkit.googleapis.com/v1/projects/\(ServingServer.project)/accounts:lookup",
      headers: ["Authorization": "Bearer \(bearer)", "Content-Type": "application/json"], body: "{}")
  }

  // Fails when ProjectDirectory.find reads the database for each credential that its copy lacks.
  @Test("past a network's share they cost no reads of the database, and a good one is still good")
  func reads() async throws {
    try await ServingServer.run { server in
      let good = try await server.backend.administration.createAdministratorToken(
        "nightly", scopes: [.cloudPlatform], expiresAt: nil, in: ServingServer.project
      ).reveal()
      let presented: UInt64 = 600
      let before = server.telemetry.database.count("read")
      for number in 0..<Int(presented / 3) {
        let responses = try await Self.present(number, server)
        #expect(responses.map(\.status) == [401, 400, 400], "\(responses.map(\.text))")
      }
      // The rest is left for what the server reads by itself meanwhile.
      #expect(server.telemetry.database.count("read") - before < presented * 2 / 3)
      #expect(try await Self.lookUp(good, server).status == 200)
    }
  }
}
