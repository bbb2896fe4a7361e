import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("T28: tenant isolation", .fewAtOnce)
struct T28TenantIsolationTests {
  /// A user of one scope, with everything that somebody else could have learned of it.
  private struct User {
    var localID: String
    var email: String
    var subject: String
    var idToken: String
    var refreshToken: String
  }

  /// The people of a tenant, or of the project itself, and the words that only they may be answered.
  private struct People {
    var tenant: String?
    var secret: String
    var users: [User] = []

    var path: String { tenant.map { "tenants/\($0)/" } ?? "" }
    var named: [String: JSONValue] { tenant.map { ["tenantId": .string($0)] } ?? [:] }
  }

  private static let password = "correct horse"

  private static func fill(_ people: inout People, _ server: TestServer) async throws {
    for number in 0..<4 {
      let email = "user\(number)@\(people.secret).example"
      let made = try await server.call(
        "accounts:signUp",
        .object(
          people.named.merging([
            "email": .string(email), "password": .string(Self.password),
            "displayName": .string("secret of \(people.secret)"),
          ]) { $1 }))
      let session = try TestSession(made)
      let subject = "subject-\(people.secret)-\(number)"
      let linked = try await server.signInWithIdp(
        [("providerId", "google.com"), ("id_token", #"{"sub":"\#(subject)"}"#)],
        people.named.merging(["idToken": .string(session.idToken)]) { $1 })
      let latest = try TestSession(linked)
      people.users.append(
        User(
          localID: session.localID, email: email, subject: subject, idToken: latest.idToken,
          refreshToken: latest.refreshToken))
    }
  }

  private static func snapshot(_ people: People, _ server: TestServer) async throws -> [Account] {
    let scope = Scope(
      project: TestServer.project, tenant: people.tenant.flatMap { TenantID(rawValue: $0) })
    return try await server.service.store.accounts(in: scope, after: nil, limit: 1_000)
  }

  /// One operation at `own` that names somebody of `other`, chosen by a number. What it names may come back in
  /// an error; what belongs to them may not.
  private static func intrude(
    _ choice: Int, _ own: People, _ other: People, _ random: SeededRandom, _ server: TestServer
  ) async throws -> TestResponse {
    let user = other.users[Int(random.bytes(1)[0]) % other.users.count]
    let mine = own.users[Int(random.bytes(1)[0]) % own.users.count]
    let id = JSONValue.string(user.localID)
    func call(_ operation: String, _ message: [String: JSONValue]) async throws -> TestResponse {
      try await server.call(operation, .object(own.named.merging(message) { $1 }))
    }
    func administer(_ operation: String, _ message: JSONValue) async throws -> TestResponse {
      try await server.administer(own.path + operation, message)
    }
    switch choice {
    case 0:
      return try await call(
        "accounts:signInWithPassword", ["email": .string(user.email), "password": .string(Self.password)])
    case 1: return try await call("accounts:lookup", ["idToken": .string(user.idToken)])
    case 2:
      return try await call("accounts:update", ["idToken": .string(user.idToken), "displayName": "mine"])
    case 3: return try await call("accounts:delete", ["idToken": .string(user.idToken)])
    case 4:
      return try await call(
        "accounts:createAuthUri",
        ["identifier": .string(user.email), "continueUri": "http://localhost/"])
    case 5:
      var body = FormURLEncoded([("grant_type", "refresh_token"), ("refresh_token", user.refreshToken)])
      if let tenant = own.tenant { body.append("tenantId", tenant) }
      guard own.tenant != nil else { return try await call("accounts:lookup", ["idToken": "none"]) }
      return try await server.send(
        "POST", "/v1/token?key=key", headers: ["Content-Type": "application/x-www-form-urlencoded"],
        body: body.text)
    case 6:
      return try await administer(
        "accounts:lookup",
        [
          "localId": [id], "email": [.string(user.email)],
          "federatedUserId": [["providerId": "google.com", "rawId": .string(user.subject)]],
        ])
    case 7: return try await administer("accounts:update", ["localId": id, "displayName": "mine"])
    case 8: return try await administer("accounts:update", ["localId": id, "disableUser": true])
    case 9: return try await administer("accounts:delete", ["localId": id])
    case 10: return try await administer("accounts:batchDelete", ["localIds": [id], "force": true])
    case 11: return try await administer("accounts:query", ["returnUserInfo": true])
    case 12:
      return try await server.send(
        "GET", "/v1/projects/example/\(own.path)accounts:batchGet?maxResults=100",
        headers: ["Authorization": "Bearer owner"])
    case 13:
      return try await call(
        "accounts:signUp",
        [
          "idToken": .string(user.idToken), "email": "taken@example.com", "password": .string(Self.password),
        ])
    case 14:
      return try await server.signInWithIdp(
        [("providerId", "google.com"), ("id_token", #"{"sub":"\#(mine.subject)"}"#)],
        own.named.merging(["idToken": .string(user.idToken)]) { $1 })
    case 15:
      return try await administer("accounts:batchAction", ["localIds": [id], "action": "DELETE"])
    case 16:
      return try await administer("accounts:batchAction", ["localIds": [id], "action": "EXPORT"])
    default: return try await administer("accounts:lookup", ["localId": [.string(mine.localID), id]])
    }
  }

  // Fails when AccountStatements leaves the tenant out of one of its conditions, or IdentityService does not
  // compare the tenant of an ID token with the caller's.
  @Test("whatever is asked of one tenant, no byte of another is answered and none is changed")
  func fuzz() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      var all = [
        People(tenant: try await server.makeTenant(), secret: "alpha"),
        People(tenant: try await server.makeTenant(), secret: "beta"), People(tenant: nil, secret: "gamma"),
      ]
      for index in all.indices { try await Self.fill(&all[index], server) }
      let random = SeededRandom(seed: 28)
      for round in 0..<240 {
        let bytes = random.bytes(3)
        let own = all[Int(bytes[0]) % all.count]
        let others = all.filter { $0.secret != own.secret }
        let other = others[Int(bytes[1]) % others.count]
        let before = try await Self.snapshot(other, server)
        // What an ID token says of its own tenant counts where nobody names one, which is not an intrusion.
        let choice =
          own.tenant == nil
          ? [0, 4, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17][Int(bytes[2]) % 12] : Int(bytes[2]) % 18
        let answer = try await Self.intrude(choice, own, other, random, server)
        #expect(
          !answer.text.contains("secret of \(other.secret)"),
          "round \(round): \(choice) at \(own.secret) told of \(other.secret): \(answer.text)")
        #expect(
          try await Self.snapshot(other, server) == before,
          "round \(round): \(choice) at \(own.secret) changed \(other.secret)")
      }
    }
  }

  // Fails when StoreWrite.deleteTenant leaves something behind, or an id is taken from the tenant's name.
  @Test("what is left of a deleted tenant is worth nothing, and no new tenant is it")
  func deleted() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      var gone = People(tenant: try await server.makeTenant(), secret: "alpha")
      try await Self.fill(&gone, server)
      let id = try #require(gone.tenant)
      #expect(try await server.configure("DELETE", "tenants/\(id)").status == 200)
      var ids: Set<String> = [id]
      for _ in 0..<20 { #expect(ids.insert(try await server.makeTenant()).inserted) }
      let user = gone.users[0]
      let lookup = try await server.call("accounts:lookup", ["idToken": .string(user.idToken)])
      #expect(lookup.errorMessage == "TENANT_NOT_FOUND")
      #expect(try await server.refresh(user.refreshToken).errorMessage == "INVALID_REFRESH_TOKEN")
      #expect(try await Self.snapshot(gone, server).isEmpty)
    }
  }
}
