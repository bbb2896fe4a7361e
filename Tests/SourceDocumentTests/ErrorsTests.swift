import IdentityWire
import TestSupport
import Testing

@Suite("Source documents: errors")
struct ErrorsTests {
  /// What clients turn into an error with a code, a description and a name.
  private static func check(_ response: TestResponse, _ message: String, status: Int = 400) {
    #expect(response.status == status, "\(message)")
    let error = response.json["error"]
    #expect(error?["code"] == .integer(Int64(status)), "\(message)")
    #expect(error?["message"] == .string(message))
    #expect(error?["errors"]?.arrayValue?.count == 1, "\(message)")
    #expect(error?["errors"]?.arrayValue?.first?["reason"]?.stringValue?.isEmpty == false, "\(message)")
    #expect(response.headers.first(name: "content-type") == "application/json; charset=UTF-8")
  }

  @Test("Point 37: every failure is the JSON envelope with the code that clients map")
  func envelope() async throws {
    try await TestServer.run { server in
      let user = try await server.signUp("ada@example.com", password: "right password")
      let operations: [(String, JSONValue, String)] = [
        ("signUp", ["email": "ada@example.com", "password": "some password"], "EMAIL_EXISTS"),
        ("signUp", ["email": "nobody", "password": "some password"], "INVALID_EMAIL"),
        (
          "signUp", ["email": "new@example.com", "password": "short"],
          "WEAK_PASSWORD : Password should be at least 6 characters"
        ),
        ("signInWithPassword", ["email": "ada@example.com", "password": "wrong"], "INVALID_PASSWORD"),
        ("signInWithPassword", ["email": "no@example.com", "password": "wrong"], "EMAIL_NOT_FOUND"),
        ("signInWithIdp", ["postBody": "providerId=apple.com&id_token=x"], "MISSING_REQUEST_URI"),
        (
          "signInWithIdp",
          ["requestUri": "http://localhost", "postBody": "providerId=apple.com&id_token=x&nonce=n"],
          "INVALID_IDP_RESPONSE : Unable to parse the ID Token."
        ),
        ("lookup", ["idToken": "not.a.token"], "INVALID_ID_TOKEN"),
        ("update", ["displayName": "x"], "INVALID_REQ_TYPE : Unsupported request parameters."),
        ("delete", [:], "MISSING_ID_TOKEN"),
        ("createAuthUri", [:], "MISSING_IDENTIFIER"),
      ]
      for (operation, message, expected) in operations {
        Self.check(try await server.call("accounts:\(operation)", message), expected)
      }
      _ = try await server.administer(
        "accounts:update", ["localId": .string(user.localID), "disableUser": true])
      Self.check(
        try await server.call(
          "accounts:signInWithPassword", ["email": "ada@example.com", "password": "right password"]),
        "USER_DISABLED")
      Self.check(try await server.refresh("made up"), "INVALID_REFRESH_TOKEN")
      Self.check(try await server.refresh(user.refreshToken), "USER_DISABLED")
    }
  }

  @Test("Point 37: the names that the older clients use answer in the same words")
  func legacyNames() async throws {
    try await TestServer.run { server in
      let calls: [(String, String)] = [
        ("signupNewUser", #"{"email":"x"}"#), ("verifyPassword", "{}"), ("verifyAssertion", "{}"),
        ("getAccountInfo", "{}"), ("setAccountInfo", "{}"), ("deleteAccount", "{}"), ("createAuthUri", "{}"),
      ]
      let expected = [
        "INVALID_EMAIL", "MISSING_EMAIL", "MISSING_REQUEST_URI", "MISSING_ID_TOKEN",
        "INVALID_REQ_TYPE : Unsupported request parameters.", "MISSING_ID_TOKEN", "MISSING_IDENTIFIER",
      ]
      for ((name, body), message) in zip(calls, expected) {
        let response = try await server.send(
          "POST", "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)?key=key",
          headers: ["Content-Type": "application/json"], body: body)
        Self.check(response, message)
      }
    }
  }

  @Test("Point 37: no error names a secret of the request or the log")
  func noSecrets() async throws {
    try await TestServer.run { server in
      let secret = "S3cretPassw0rd"
      _ = try await server.signUp("ada@example.com", password: secret)
      let token = try await server.labToken("facebook.com", ["fault": "expired"])
      let answers = [
        try await server.call("accounts:signUp", ["email": "ada@example.com", "password": .string(secret)]),
        try await server.call(
          "accounts:signInWithPassword", ["email": "x@example.com", "password": .string(secret)]),
        try await server.signInWithIdp([("providerId", "facebook.com"), ("access_token", token)]),
      ]
      for answer in answers {
        #expect(answer.status == 400)
        #expect(!answer.text.contains(secret) && !answer.text.contains(token))
      }
      #expect(!server.log.text.contains(secret))
      #expect(!server.log.text.contains(token))
    }
  }
}
