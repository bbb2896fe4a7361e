import Foundation
import Hummingbird
import LatchkeyHummingbird
import TestSupport
import Testing

/// The code of the section "Verify ID tokens in a back end" of the README.
@Suite("README: verify ID tokens in a back end")
struct ReadmeExampleTests {
  private static func user(of idToken: String, _ address: URL, _ project: String) async throws -> VerifiedUser
  {
    let verifier = try IDTokenVerifier(project: project, server: address)
    let user = try await verifier.verify(idToken)
    return user
  }

  private static func router(_ verifier: IDTokenVerifier) -> Router<BasicIDTokenRequestContext> {
    let router = Router(context: BasicIDTokenRequestContext.self)
    router.add(middleware: IDTokenMiddleware(verifier))
    router.get("hello") { _, context in
      "Hello, \(try context.requireAuth().uid)"
    }
    return router
  }

  @Test("the verifier and the middleware work as shown")
  func works() async throws {
    try await TestServer.run { server in
      let ann = try await server.signUp("ann@example.com")
      let address = try #require(URL(string: server.origin))
      #expect(try await Self.user(of: ann.idToken, address, "example").uid == ann.localID)
      var options = IDTokenVerifier.Options()
      options.credential = .apiKey("YOUR_API_KEY")
      let verifier = try IDTokenVerifier(project: "example", server: address, options: options)
      #expect(try await verifier.verify(ann.idToken, checkRevoked: true).email == "ann@example.com")
      try await TestApp.run(Self.router(verifier)) { app in
        let answer = try await app.get("/hello", authorization: "Bearer \(ann.idToken)")
        #expect(answer.text == "Hello, \(ann.localID)")
        let refusal = try await app.get("/hello")
        #expect(refusal.status == 401)
      }
    }
  }
}
