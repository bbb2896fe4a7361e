import Foundation
import Hummingbird
import IdentityWire
import LatchkeyHummingbird
import TestSupport
import Testing

@Suite("IDTokenMiddleware")
struct IDTokenMiddlewareTests {
  private static func router(
    _ verifier: IDTokenVerifier, checkRevoked: Bool = false
  ) -> Router<BasicIDTokenRequestContext> {
    let router = Router(context: BasicIDTokenRequestContext.self)
    router.get("bare") { _, context in try context.requireAuth().uid }
    let closed = router.group("closed").add(
      middleware: IDTokenMiddleware(verifier, checkRevoked: checkRevoked))
    closed.get { _, context in try context.requireAuth().uid }
    closed.get("hello") { _, _ in "hello" }
    let open = router.group("open").add(middleware: IDTokenMiddleware(verifier, .optional))
    open.get { _, context in context.auth?.uid ?? "nobody" }
    open.get("mine") { _, context in try context.requireAuth().uid }
    return router
  }

  private static func expectUnauthorized(
    _ answer: TestApp.Answer, challenge: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    #expect(answer.status == 401, sourceLocation: sourceLocation)
    #expect(answer.headers["www-authenticate"] == [challenge], sourceLocation: sourceLocation)
    #expect(
      answer.headers["content-type"] == ["application/json; charset=utf-8"], sourceLocation: sourceLocation)
    let body = try JSONParser().parse(answer.text)
    #expect(body["error"]?["code"] == 401, sourceLocation: sourceLocation)
    #expect(body["error"]?["status"] == "UNAUTHENTICATED", sourceLocation: sourceLocation)
  }

  // Fails when IDTokenMiddleware lets requests without a token through where one is required.
  @Test("a handler for users alone is reached with a valid token alone")
  func required() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      try await TestApp.run(Self.router(try server.verifier())) { app in
        for scheme in ["Bearer", "bearer", "BEARER", "Bearer  "] {
          let answer = try await app.get("/closed", authorization: "\(scheme) \(ann.idToken)")
          #expect(answer.status == 200 && answer.text == ann.localID)
        }
        // Also by a handler that asks for nobody itself.
        #expect(try await app.get("/closed/hello", authorization: "Bearer \(ann.idToken)").text == "hello")
        for path in ["/closed", "/closed/hello"] {
          try Self.expectUnauthorized(try await app.get(path), challenge: "Bearer")
        }
        for other in ["Basic YTpi", ann.idToken, "Bearer\t\(ann.idToken)", ""] {
          try Self.expectUnauthorized(
            try await app.get("/closed", authorization: other), challenge: "Bearer")
        }
        try Self.expectUnauthorized(
          try await app.get("/bare", authorization: "Bearer \(ann.idToken)"), challenge: "Bearer")
      }
    }
  }

  // Fails when IDTokenMiddleware goes on without a user after a token that is not valid.
  @Test("where signing in is optional, nobody may come, and nobody with a bad token")
  func optional() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      let forged = try server.forge(ann.idToken, sign: { _ in [] })
      try await TestApp.run(Self.router(try server.verifier())) { app in
        #expect(try await app.get("/open").text == "nobody")
        #expect(try await app.get("/open", authorization: "Basic YTpi").text == "nobody")
        #expect(try await app.get("/open", authorization: "Bearer \(ann.idToken)").text == ann.localID)
        #expect(try await app.get("/open/mine", authorization: "Bearer \(ann.idToken)").text == ann.localID)
        try Self.expectUnauthorized(try await app.get("/open/mine"), challenge: "Bearer")
        for bad in [forged, "x", "", "\(ann.idToken) \(ann.idToken)"] {
          try Self.expectUnauthorized(
            try await app.get("/open", authorization: "Bearer \(bad)"),
            challenge: #"Bearer error="invalid_token""#)
        }
      }
    }
  }

  // Fails when the first or the last of several headers is taken.
  @Test("of two Authorization headers neither counts")
  func twoHeaders() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      let eve = try await server.signUp("eve@example.com")
      try await TestApp.run(Self.router(try server.verifier())) { app in
        for other in ["Bearer \(eve.idToken)", "Basic YTpi"] {
          for path in ["/closed", "/open"] {
            try Self.expectUnauthorized(
              try await app.get(path, authorization: "Bearer \(ann.idToken)", other),
              challenge: #"Bearer error="invalid_token""#)
          }
        }
      }
    }
  }

  // Fails when the answer names the check that failed.
  @Test("a refused request learns no reason, and the log has the reason without the token")
  func silence() async throws {
    try await TestServer.runAtFixedTime { server in
      let ann = try await server.signUp("ann@example.com")
      let tokens = [
        try server.forge(ann.idToken, sign: { _ in [] }), try server.forge(ann.idToken, ["aud": "other"]),
        try server.forge(ann.idToken, ["exp": 1]), try server.forge(ann.idToken, header: ["alg": "none"]),
        "no token",
      ]
      try await TestApp.run(Self.router(try server.verifier())) { app in
        var answers: Set<String> = []
        for token in tokens {
          let answer = try await app.get("/closed", authorization: "Bearer \(token)")
          #expect(answer.status == 401)
          answers.insert("\(answer.text) \(answer.headers["www-authenticate"] ?? [])")
        }
        #expect(answers.count == 1)
        #expect(app.log.text.contains("The token is for another project."))
        for token in tokens.dropLast() {
          for part in token.split(separator: ".").dropFirst() { #expect(!app.log.text.contains(part)) }
        }
      }
    }
  }

  @Test("a revoked token is refused where revocation is checked, and a server that is down is 503")
  func revokedAndDown() async throws {
    let (ann, eve, verifier) = try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      let eve = try await server.signUp("eve@example.com")
      let verifier = try server.verifier { $0.credential = .apiKey("any") }
      try await TestApp.run(Self.router(verifier, checkRevoked: true)) { app in
        #expect(try await app.get("/closed", authorization: "Bearer \(ann.idToken)").text == ann.localID)
        _ = try await server.administer(
          "accounts:update", ["localId": .string(ann.localID), "disableUser": true])
        try Self.expectUnauthorized(
          try await app.get("/closed", authorization: "Bearer \(ann.idToken)"),
          challenge: #"Bearer error="invalid_token""#)
        #expect(try await app.get("/open", authorization: "Bearer \(ann.idToken)").text == ann.localID)
      }
      return (ann, eve, verifier)
    }
    // The server has stopped: its keys are known, and nothing else.
    try await TestApp.run(Self.router(verifier, checkRevoked: true)) { app in
      #expect(try await app.get("/open", authorization: "Bearer \(eve.idToken)").text == eve.localID)
      for token in [ann.idToken, eve.idToken] {
        let answer = try await app.get("/closed", authorization: "Bearer \(token)")
        #expect(answer.status == 503 && answer.headers["retry-after"] == ["5"])
        #expect(try JSONParser().parse(answer.text)["error"]?["status"] == "UNAVAILABLE")
      }
      #expect(app.log.text.contains("the server cannot be reached"))
    }
  }
}
