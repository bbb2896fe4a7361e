import Identity
import TestSupport
import Testing

@Suite("The toggle for revoking access in the console")
struct RevokeOnDeletionTests {
  private static func path(_ id: String) -> String { ConsoleBrowser.path("methods/providers/\(id)") }

  private static func isOn(_ id: String, _ server: TestServer) async throws -> Bool? {
    try await server.service.projects.project(TestServer.project)?.provider(id)?.revokesOnDeletion
  }

  @Test("a provider that can revoke access has the toggle, and keeps it")
  func toggle() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: ["apple.com", "facebook.com", "github.com", "google.com", "oidc.lab"]
      ) { id in
        let browser = ConsoleBrowser(server)
        var form = try await browser.open(Self.path(id)).form("provider-form").repeatable
        #expect(form["revokeOnDeletion"] == nil)
        form["revokeOnDeletion"] = "on"
        let ready = form
        let events = try await server.auditEvents { _ = try await browser.submit(ready) }
        #expect(events.map { $0.details["changed"] } == ["revokesOnDeletion"])
        #expect(try await Self.isOn(id, server) == true)
        form = try await browser.open(Self.path(id)).form("provider-form").repeatable
        #expect(form["revokeOnDeletion"] != nil)
        form["revokeOnDeletion"] = nil
        _ = try await browser.submit(form)
        #expect(try await Self.isOn(id, server) == false)
      }
    }
  }

  @Test("any other provider has none")
  func others() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for id in ["microsoft.com", "twitter.com", "linkedin.com", "yahoo.com", "oidc.line"] {
        let page = try await browser.open(Self.path(id))
        #expect(!page.response.text.contains("revokeOnDeletion"), "\(id)")
        _ = try await browser.submit(try page.form("provider-form").repeatable)
        #expect(try await Self.isOn(id, server) == false, "\(id)")
      }
    }
  }

  @Test("the toggle speaks each language")
  func languages() async throws {
    try await TestServer.run { server in
      try await eachCase(
        of: [
          ("en", "Revoke access when an account is deleted"), ("ja", "アカウントの削除時にアクセスを取り消す"),
          ("vi", "Thu hồi quyền truy cập khi xóa tài khoản"),
        ] as [(String, String)]
      ) { language, label in
        let browser = ConsoleBrowser(server, headers: ["Accept-Language": language])
        for id in ["apple.com", "oidc.lab", "oauth.lab"] {
          let page = try await browser.open(Self.path(id))
          #expect(page.text.contains(label), "\(id)")
          #expect(!page.text.contains("methods.field"))
        }
      }
    }
  }
}
