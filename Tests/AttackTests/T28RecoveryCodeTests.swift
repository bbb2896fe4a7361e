import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T28: recovery codes of a user of another scope", .fewAtOnce)
struct T28RecoveryCodeTests {
  // Fails when the page looks for its user in another scope than the request's, and when deleteRecoveryCodes asks for no
  // administrator (each alone).
  @Test("they are deleted in their user's own scope alone, by no client, and a second time without harm")
  func deletion() async throws {
    try await TestServer.run(.quick) { server in
      _ = try await server.openTenant("tea")
      _ = try await server.addProject("other-app")
      let user = try await server.userWithRecoveryCodes("ada@example.com")
      let browser = ConsoleBrowser(server)
      let csrf = try #require(try await browser.open(ConsoleBrowser.path("users")).csrfToken)
      let below = "users/id-\(user.localID)/recovery-codes"
      let own = ConsoleBrowser.path(below)
      for path in [own + "?tenant=tea", own + "?tenant=nowhere", "/console/p/other-app/\(below)"] {
        let refused = try await browser.post(path, [(name: "csrf", value: csrf)])
        #expect((400..<500).contains(refused.status), "\(path): \(refused.status)")
      }
      let client = Caller(project: try await server.project(), authority: .apiKey)
      await #expect(throws: IdentityError.self) {
        try await server.service.deleteRecoveryCodes(of: user.localID, client)
      }
      #expect(try await server.account(user.localID)?.recoveryCodes?.hashes.count == RecoveryCodes.count)
      for _ in 0..<2 {
        let done = try await browser.post(own, [(name: "csrf", value: csrf)])
        #expect((300..<400).contains(done.status), "\(done.status) \(done.text)")
      }
      #expect(try await server.account(user.localID)?.recoveryCodes == nil)
      expectRefused(try await server.proveRecoveryCode(user.codes[0], of: user, by: .own), "INVALID_CODE")
    }
  }
}
