import Identity
import IdentityWire
import TestSupport
import Testing

/// In the API's messages an empty text is what a text is that was not set.
@Suite("Empty tokens", .fewAtOnce)
struct EmptyTokenTests {
  @Test("users who send an empty ID token are not signed in yet")
  func users() async throws {
    var options = TestServer.Options()
    options.acceptsUnsignedCredentials = true
    try await TestServer.run(options) { server in
      for name in ["idToken", "id_token"] {
        let made = try await server.call(
          "accounts:signUp",
          ["email": .string("\(name)@example.com"), "password": "correct horse", name: ""])
        #expect(made.status == 200, "\(made.text)")
      }
      #expect(try await server.call("accounts:signUp", ["idToken": ""]).status == 200)
      let google = [("providerId", "google.com"), ("id_token", #"{"sub":"7"}"#)]
      let signedIn = try await server.signInWithIdp(
        google, ["idToken": "", "pendingIdToken": "", "pendingToken": "", "tenantId": ""])
      #expect(signedIn.status == 200, "\(signedIn.text)")
      for operation in ["lookup", "delete"] {
        let response = try await server.call("accounts:\(operation)", ["idToken": ""])
        #expect(response.errorMessage == "MISSING_ID_TOKEN", "\(operation)")
      }
      let update = try await server.call("accounts:update", ["idToken": "", "displayName": "x"])
      #expect(update.errorMessage == "INVALID_REQ_TYPE : Unsupported request parameters.")
    }
  }

  @Test("administrators who send an empty ID token name the account by its id")
  func administrators() async throws {
    try await TestServer.run { server in
      let made = try await server.administer("accounts", ["email": "ada@example.com", "idToken": ""])
      let id = JSONValue.string(try server.text(made, "localId"))
      let updated = try await server.administer(
        "accounts:update", ["localId": id, "displayName": "Ada", "idToken": ""])
      #expect(updated.status == 200, "\(updated.text)")
      let found = try await server.administer("accounts:lookup", ["localId": [id], "idToken": ""])
      #expect(found.json["users"]?.arrayValue?.first?["displayName"] == "Ada", "\(found.text)")
      let deleted = try await server.administer("accounts:delete", ["localId": id, "idToken": ""])
      #expect(deleted.status == 200, "\(deleted.text)")
      #expect(try await server.accountCount() == 0)
    }
  }
}
