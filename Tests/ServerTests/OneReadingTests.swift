import IdentityWire
import TestSupport
import Testing

/// A request's text is read once and its answer is written once, whatever it asks for.
@Suite("One reading, one writing")
struct OneReadingTests {
  /// Counts readings and writings of one call.
  private func tally(
    _ server: TestServer, _ path: String, _ message: JSONValue, administrator: Bool = false,
    method: String = "POST"
  ) async throws -> (readings: Int, writings: Int) {
    // Longer than the same message written anew, as a mask's merging has it.
    let body = JSONWriter.text(message) + "  "
    var headers = ["Content-Type": "application/json"]
    if administrator { headers["Authorization"] = "Bearer owner" }
    let tally = WireTally()
    let response = try await WireTally.$current.withValue(tally) {
      try await server.send(method, path, headers: headers, body: body, reach: .direct)
    }
    #expect(response.status == 200, "\(path): \(response.text)")
    return (
      tally.readings.count { $0 == body.utf8.count }, tally.writings.count { $0 == response.text.utf8.count }
    )
  }

  @Test("of calls that users and administrators make")
  func calls() async throws {
    try await TestServer.run { server in
      let accounts = "/identitytoolkit.googleapis.com/v1/accounts:"
      let user = try await server.signUp("ann@example.com")
      let credentials: JSONValue = ["email": "ann@example.com", "password": "correct horse"]
      let reset: JSONValue = ["requestType": "PASSWORD_RESET", "email": "ann@example.com"]
      let project = "/identitytoolkit.googleapis.com/v1/projects/\(TestServer.project)/accounts"
      let config = "/identitytoolkit.googleapis.com/v2/projects/\(TestServer.project)/config"
      let calls: [(path: String, message: JSONValue, isByAdministrator: Bool, method: String)] = [
        (accounts + "signUp?key=key", [:], false, "POST"),
        (
          accounts + "signUp?key=key", ["email": "bob@example.com", "password": "secret horse"], false, "POST"
        ),
        (accounts + "signInWithPassword?key=key", credentials, false, "POST"),
        (accounts + "lookup?key=key", ["idToken": .string(user.idToken)], false, "POST"),
        (
          accounts + "update?key=key", ["idToken": .string(user.idToken), "displayName": "Ann"], false, "POST"
        ),
        (accounts + "sendOobCode?key=key", reset, false, "POST"),
        (project, ["email": "cleo@example.com"], true, "POST"),
        (project + ":lookup", ["localId": [.string(user.localID)]], true, "POST"),
        (project + ":query", ["limit": "10"], true, "POST"),
        (
          config + "?updateMask=signIn.anonymous.enabled", ["signIn": ["anonymous": ["enabled": true]]], true,
          "PATCH"
        ),
      ]
      for call in calls {
        let tally = try await tally(
          server, call.path, call.message, administrator: call.isByAdministrator, method: call.method)
        #expect(tally == (1, 1), "\(call.path)")
      }
    }
  }

  @Test("of a provider's answer inside of a message, and of a form")
  func forms() async throws {
    try await TestServer.run { server in
      let token = try await server.labToken("google.com", ["sub": "1", "email": "ann@gmail.com"])
      let postBody = "providerId=google.com&id_token=\(token)"
      let message: JSONValue = ["requestUri": "http://localhost", "postBody": .string(postBody)]
      let refresh =
        "grant_type=refresh_token&refresh_token=\(try await server.signUp("bob@example.com").refreshToken)"
      let calls = [
        (
          "/identitytoolkit.googleapis.com/v1/accounts:signInWithIdp?key=key", JSONWriter.text(message),
          "application/json", postBody
        ),
        (
          "/securetoken.googleapis.com/v1/token?key=key", refresh, "application/x-www-form-urlencoded",
          refresh
        ),
      ]
      for (path, body, type, form) in calls {
        let tally = WireTally()
        let response = try await WireTally.$current.withValue(tally) {
          try await server.send("POST", path, headers: ["Content-Type": type], body: body, reach: .direct)
        }
        #expect(response.status == 200, "\(path): \(response.text)")
        #expect(tally.readings.count { $0 == form.utf8.count } == 1, "\(path)")
      }
    }
  }
}
