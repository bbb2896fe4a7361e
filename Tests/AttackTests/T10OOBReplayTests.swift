import IdentityWire
import TestSupport
import Testing

@Suite("T10: a mailed code replayed", .fewAtOnce)
struct T10OOBReplayTests {
  // Fails when an operation leaves the consumption out of its writes. Its fingerprint holds
  // a reset, too.
  @Test("a used code is refused, also after a restart, by the operation and by the page")
  func replay() async throws {
    try await withTemporaryDirectory { directory in
      var options = TestServer.Options()
      options.dataDirectory = directory
      let used = try await TestServer.run(options) { server in
        let first = try await server.signUp("ann@example.com")
        let verify = try await server.verificationCode(of: first, "ann@example.com")
        #expect(try await server.apply(oobCode: verify).status == 200)
        let reset = try await server.resetCode("ann@example.com")
        #expect(try await server.resetPassword(reset, to: "a new password").status == 200)
        let link = try await server.signInLinkCode("ann@example.com")
        let ann = try TestSession(try await server.signInWithLink(link, email: "ann@example.com"))
        let change = try await server.changeCode(of: ann, to: "new@example.com")
        #expect(try await server.apply(oobCode: change).status == 200)
        let recover = try server.mail("RECOVER_EMAIL", to: "ann@example.com").code
        #expect(try await server.apply(oobCode: recover).status == 200)
        try await Self.expectUsed([verify, change, recover], reset, link, server)
        return (applied: [verify, change, recover], reset: reset, link: link)
      }
      try await TestServer.run(options) { server in
        try await Self.expectUsed(used.applied, used.reset, used.link, server)
      }
    }
  }

  private static func expectUsed(
    _ applied: [String], _ reset: String, _ link: String, _ server: TestServer
  ) async throws {
    for code in applied { expectRefused(try await server.apply(oobCode: code), "INVALID_OOB_CODE") }
    expectRefused(try await server.resetPassword(reset, to: "another"), "INVALID_OOB_CODE")
    expectRefused(try await server.signInWithLink(link, email: "ann@example.com"), "INVALID_OOB_CODE")
    for code in applied + [reset, link] {
      expectRefused(try await server.resetPassword(code, to: nil), "INVALID_OOB_CODE")
    }
  }
}
