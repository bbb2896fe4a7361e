import Foundation
import Identity
import IdentityWire
import Operations
import TestSupport
import Testing

@testable import Console

@Suite("T20: secrets on the console's pages and in its log", .fewAtOnce)
struct T20ConsoleTests {
  // Fails when a page shows a provider's secret, a hash or a token; when ConsolePipeline logs a form or a cookie.
  @Test(
    "no page, file, log line or record holds a secret, whoever looks",
    arguments: [ConsoleRole.viewer, .owner])
  func everyPage(role: ConsoleRole) async throws {
    try await TestServer.runServing { server, owner in
      var secrets = try await server.fillWithMarkup()
      let account = try #require(
        try await server.service.store.accounts(in: .init(project: TestServer.project), after: nil, limit: 9)
          .first { $0.password != nil })
      let hash = try #require(account.password)
      secrets += [Data(hash.hash).base64EncodedString(), Data(hash.salt).base64EncodedString()]
      let administrator = try await server.addAdministrator(
        role, "ann@example.com", password: "the password of ann b.")
      let browser = try await server.consoleBrowser(of: administrator)
      let session = try #require(browser.cookies[ConsoleSessionCookie.secure.name])
      secrets += [
        session, administrator.password, owner.password,
        Base32.encode(administrator.authenticator.secret), Base32.encode(owner.authenticator.secret),
      ]
      try await ConsoleWalk.walk(browser) { stop in
        let (path, text) =
          switch stop {
          case .page(let path, let page): (path, page.response.text)
          case .file(let path, let file): (path, file.text)
          }
        for secret in secrets { #expect(!text.contains(secret), "\(path) has \(secret)") }
      }
      for secret in secrets {
        #expect(!server.log.text.contains(secret), "the log has \(secret)")
        #expect(try await !server.auditText().contains(secret), "the audit log has \(secret)")
      }
    }
  }
}
