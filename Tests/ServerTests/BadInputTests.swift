import Identity
import IdentityWire
import TestSupport
import Testing

@Suite("Bad input of the API", .fewAtOnce)
struct BadInputTests {
  /// Every operation under both of its names.
  static let operations: [(modern: String, legacy: String)] = [
    ("signUp", "signupNewUser"), ("signInWithPassword", "verifyPassword"),
    ("signInWithIdp", "verifyAssertion"),
    ("createAuthUri", "createAuthUri"), ("lookup", "getAccountInfo"), ("update", "setAccountInfo"),
    ("delete", "deleteAccount"),
  ]

  static var paths: [String] {
    operations.flatMap { operation in
      [
        "/identitytoolkit.googleapis.com/v1/accounts:\(operation.modern)", "/v1/accounts:\(operation.modern)",
        "/www.googleapis.com/identitytoolkit/v3/relyingparty/\(operation.legacy)",
        "/identitytoolkit/v3/relyingparty/\(operation.legacy)",
      ]
    } + ["/securetoken.googleapis.com/v1/token", "/v1/token"]
  }

  private static func post(
    _ server: TestServer, _ path: String, _ body: String?, type: String? = "application/json",
    key: String = "?key=k"
  ) async throws -> TestResponse {
    try await server.send("POST", path + key, headers: type.map { ["Content-Type": $0] } ?? [:], body: body)
  }

  private static let behaviours: [Behaviour<TestServer>] = [
    Behaviour("text that is not JSON is INVALID_ARGUMENT with the reason parseError, at every operation") {
      try await malformedJSON($0)
    },
    Behaviour("JSON that is no object is INVALID_ARGUMENT, at every operation") { try await otherJSON($0) },
    Behaviour("a member of another type is named") { try await wrongTypes($0) },
    Behaviour("what every operation says of an empty message, with and without a body") {
      try await emptyMessages($0)
    },
    Behaviour("credentials that are missing or malformed, in the official order of checks") {
      try await credentials($0)
    },
    Behaviour("the administrator's bad requests") { try await administrator($0) },
    Behaviour("an unsupported content type, a body over a mebibyte, and a missing key are refused") {
      try await envelope($0)
    },
    Behaviour("an unknown method, and the wrong HTTP method for a known one, are refused in the envelope") {
      try await unknownMethods($0)
    },
    Behaviour("scraps of JSON in any order are never a server's error, at any operation") {
      try await scraps($0)
    },
  ]

  @Test("bad input is refused in the protocol's words, at every operation")
  func refusals() async throws { try await TestServer.look(at: Self.behaviours) }

  private static func malformedJSON(_ server: TestServer) async throws {
    let bodies = [
      "{", "{\"email\":", "{'email':1}", "{\"a\":1,}", "nul", "{}{}", "{\"a\":\"\\ud800\"}",
      "{\"a\":\u{1}}",
      String(repeating: "[", count: 200),
      String(repeating: "{\"a\":", count: 100) + "1" + String(repeating: "}", count: 100),
    ]
    for path in Self.paths {
      for body in bodies {
        let response = try await Self.post(server, path, body)
        #expect(response.status == 400, "\(path) \(body.prefix(20))")
        let error = response.json["error"]
        #expect(error?["status"] == "INVALID_ARGUMENT", "\(path) \(body.prefix(20))")
        #expect(error?["message"]?.stringValue?.hasPrefix("Invalid JSON payload received. ") == true)
        #expect(error?["errors"]?.arrayValue?.first?["reason"] == "parseError")
      }
    }
  }

  private static func otherJSON(_ server: TestServer) async throws {
    for path in Self.paths {
      for body in ["[]", "[{}]", "\"text\"", "1", "true", "null"] {
        let response = try await Self.post(server, path, body)
        #expect(response.status == 400, "\(path) \(body)")
        #expect(response.json["error"]?["status"] == "INVALID_ARGUMENT")
        #expect(
          response.errorMessage == "Invalid JSON payload received. The body must be a JSON object.",
          "\(path) \(body)")
      }
    }
  }

  private static func wrongTypes(_ server: TestServer) async throws {
    let cases: [(String, JSONValue, String)] = [
      ("signUp", ["email": ["x"]], "/email must be string"),
      ("signUp", ["email": "a@example.com", "password": [:]], "/password must be string"),
      ("signUp", ["tenantId": []], "/tenantId must be string"),
      ("signInWithPassword", ["password": [1]], "/password must be string"),
      ("signInWithIdp", ["autoCreate": "perhaps"], "/autoCreate must be boolean"),
      ("signInWithIdp", ["requestUri": [:]], "/requestUri must be string"),
      ("lookup", ["localId": "x"], "/localId must be array"),
      ("lookup", ["localId": [[:]]], "/localId/0 must be string"),
      (
        "update", ["deleteAttribute": ["NONE"]],
        "/deleteAttribute/0 must be equal to one of the allowed values"
      ),
      ("update", ["deleteProvider": "x"], "/deleteProvider must be array"),
      ("update", ["validSince": "soon"], "/validSince must be integer"),
      ("update", ["linkProviderUserInfo": "x"], "/linkProviderUserInfo must be object"),
      ("createAuthUri", ["customParameter": []], "/customParameter must be object"),
      ("delete", ["idToken": [:]], "/idToken must be string"),
    ]
    for (operation, message, expected) in cases {
      let response = try await server.call("accounts:\(operation)", message)
      #expect(response.status == 400, "\(operation) \(message)")
      #expect(
        response.errorMessage == "Invalid JSON payload received. \(expected)", "\(operation) \(message)")
      #expect(response.json["error"]?["status"] == "INVALID_ARGUMENT")
    }
  }

  private static func emptyMessages(_ server: TestServer) async throws {
    let expected = [
      "signInWithPassword": "MISSING_EMAIL", "signInWithIdp": "MISSING_REQUEST_URI",
      "createAuthUri": "MISSING_IDENTIFIER", "lookup": "MISSING_ID_TOKEN",
      "update": "INVALID_REQ_TYPE : Unsupported request parameters.", "delete": "MISSING_ID_TOKEN",
    ]
    for (operation, message) in expected {
      let path = "/identitytoolkit.googleapis.com/v1/accounts:\(operation)"
      for body in ["{}", "", #"{"email":null,"unknown":{"a":[1]}}"#, nil] {
        let response = try await Self.post(server, path, body, type: body == nil ? nil : "application/json")
        #expect(response.errorMessage == message, "\(operation) \(body ?? "no body")")
      }
    }
    #expect(
      try await Self.post(server, "/securetoken.googleapis.com/v1/token", "{}").errorMessage
        == "MISSING_REFRESH_TOKEN")
  }

  private static func credentials(_ server: TestServer) async throws {
    let cases: [(String, JSONValue, String)] = [
      ("signUp", ["email": ""], "INVALID_EMAIL"),
      ("signUp", ["email": "", "password": "long enough"], "MISSING_EMAIL"),
      ("signUp", ["password": "long enough"], "MISSING_EMAIL"),
      ("signUp", ["email": "a@example.com"], "MISSING_PASSWORD"),
      ("signUp", ["email": "a@example.com", "password": ""], "MISSING_PASSWORD"),
      ("signUp", ["email": "a@b@c", "password": "long enough"], "INVALID_EMAIL"),
      (
        "signUp", ["email": "a@example.com", "password": "12345"],
        "WEAK_PASSWORD : Password should be at least 6 characters"
      ),
      (
        "signUp", ["localId": "mine", "email": "a@example.com", "password": "long enough"],
        "UNEXPECTED_PARAMETER : User ID"
      ),
      ("signInWithPassword", ["email": "nobody", "password": "x"], "INVALID_EMAIL"),
      ("signInWithPassword", ["email": "a@example.com"], "MISSING_PASSWORD"),
      ("createAuthUri", ["identifier": "a@example.com"], "MISSING_CONTINUE_URI"),
      ("createAuthUri", ["identifier": "nobody", "continueUri": "http://localhost"], "INVALID_IDENTIFIER"),
      ("createAuthUri", ["identifier": "a@example.com", "continueUri": "x"], "INVALID_CONTINUE_URI"),
      ("lookup", ["idToken": ""], "MISSING_ID_TOKEN"),
      ("update", ["idToken": "x", "customAttributes": "{}"], "INSUFFICIENT_PERMISSION"),
      ("update", ["idToken": "x", "disableUser": true], "OPERATION_NOT_ALLOWED"),
      ("lookup", ["tenantId": "other", "idToken": "x"], "TENANT_NOT_FOUND"),
    ]
    for (operation, message, expected) in cases {
      let response = try await server.call("accounts:\(operation)", message)
      #expect(response.status == 400, "\(operation) \(message)")
      #expect(response.errorMessage == expected, "\(operation) \(message)")
      #expect(response.json["error"]?["status"] == nil, "plain errors carry no status: \(expected)")
    }
    #expect(try await server.accountCount() == 0)
  }

  private static func administrator(_ server: TestServer) async throws {
    let cases: [(String, JSONValue, String)] = [
      ("accounts", ["localId": ""], "INVALID_LOCAL_ID"),
      ("accounts", ["email": "nobody"], "INVALID_EMAIL"),
      ("accounts", ["phoneNumber": "123"], "INVALID_PHONE_NUMBER : Invalid format."),
      ("accounts:update", [:], "MISSING_LOCAL_ID"), ("accounts:delete", [:], "MISSING_LOCAL_ID"),
      ("accounts:update", ["localId": "nobody"], "USER_NOT_FOUND"),
      ("accounts:delete", ["localId": "nobody"], "USER_NOT_FOUND"),
      ("accounts:update", ["localId": "x", "customAttributes": "[]"], "INVALID_CLAIMS"),
      ("accounts:update", ["localId": "x", "customAttributes": #"{"sub":1}"#], "FORBIDDEN_CLAIM : sub"),
      (
        "accounts:update",
        [
          "localId": "x",
          "customAttributes": .string(#"{"a":""# + String(repeating: "x", count: 1_000) + #""}"#),
        ],
        "CLAIMS_TOO_LARGE"
      ),
    ]
    for (operation, message, expected) in cases {
      let response = try await server.administer(operation, message)
      #expect(response.status == 400, "\(operation) \(message)")
      #expect(response.errorMessage == expected, "\(operation)")
    }
    for bearer in ["stranger", "ya29.x", ""] {
      let response = try await server.send(
        "POST", "/v1/accounts:lookup?key=k", headers: ["Authorization": "Bearer \(bearer)"], body: "{}")
      #expect(response.status == 401, "\(bearer)")
      #expect(response.json["error"]?["status"] == "UNAUTHENTICATED")
    }
    let project = try await server.send("POST", "/v1/projects/example/accounts:lookup?key=k", body: "{}")
    #expect(
      project.errorMessage
        == "INSUFFICIENT_PERMISSION : Only authenticated requests can specify target_project_id.")
  }

  private static func envelope(_ server: TestServer) async throws {
    for path in Self.paths {
      let type = try await Self.post(server, path, "{}", type: "text/plain")
      #expect(type.status == 400)
      #expect(type.errorMessage == "Invalid content-type: text/plain", "\(path)")

      let keyless = try await Self.post(server, path, "{}", key: "")
      #expect(keyless.status == 403)
      #expect(keyless.errorMessage == "The request is missing a valid API key.", "\(path)")
      #expect(keyless.json["error"]?["status"] == "PERMISSION_DENIED")
    }
    let body = #"{"email":""# + String(repeating: "x", count: 1 << 20) + #""}"#
    let large = try await Self.post(server, "/v1/accounts:signUp", body)
    #expect(large.status == 400)
    #expect(large.errorMessage == "Request payload size exceeds the limit: 1048576 bytes.")
    #expect(try await server.signUpAnonymously().localID.isEmpty == false)
  }

  private static func unknownMethods(_ server: TestServer) async throws {
    let unknown = [
      "/v1/accounts:noSuchMethod", "/v1/accounts", "/v2/accounts:signUp", "/v1/accounts:signUp/more",
      "/identitytoolkit/v3/relyingparty/noSuchMethod", "/none", "/v1/accounts:",
    ]
    for path in unknown {
      let response = try await Self.post(server, path, "{}")
      #expect(response.status == 404, "\(path)")
      #expect(response.json["error"]?["status"] == "NOT_FOUND", "\(path)")
    }
    for path in Self.paths {
      let response = try await server.send("GET", path + "?key=k")
      #expect(response.status == 405, "\(path)")
      #expect(response.errorMessage == "Method GET not allowed for \(path)")
      #expect(response.json["error"]?["code"] == .integer(Int64(response.status)), "\(path)")
    }
  }

  private static func scraps(_ server: TestServer) async throws {
    let scraps = [
      "{", "}", "[", "]", "\"", ":", ",", "\\u0", "é", "\"email\"", "\"idToken\"", "\"localId\"", "null",
      "true",
      "1e9", "-", " ", "\"refresh_token\":", "{}",
    ]
    let random = SeededRandom(seed: 20)
    for path in Self.paths {
      for length in 0..<20 {
        let body = random.bytes(length).map { scraps[Int($0) % scraps.count] }.joined()
        let response = try await Self.post(server, path, body)
        #expect((200..<500).contains(response.status), "\(path) \(body): \(response.text)")
      }
    }
  }
}
