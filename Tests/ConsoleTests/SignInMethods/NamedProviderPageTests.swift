import Identity
import TestSupport
import Testing

@Suite("Microsoft and LINE in the console")
struct NamedProviderPageTests {
  private static func path(_ id: String, _ more: String = "") -> String {
    ConsoleBrowser.path("methods/providers/\(id)\(more)")
  }

  private static func stored(_ id: String, _ server: TestServer) async throws -> ProviderSettings? {
    try await server.service.projects.project(TestServer.project)?.provider(id)
  }

  @Test("whose Microsoft accounts sign in is set, refused where it names no tenant, and taken away")
  func tenant() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      var form = try await browser.open(Self.path("microsoft.com")).form("provider-form").repeatable
      #expect(form["providerTenant"] == "")
      for (typed, expected) in [
        ("organizations", "organizations"), ("Contoso.example", "contoso.example"), ("", nil),
      ] as [(String, String?)] {
        form["providerTenant"] = typed
        _ = try await browser.submit(form)
        #expect(try await Self.stored("microsoft.com", server)?.tenant == expected)
      }
      for typed in ["contoso", "a/b", "https://login.microsoftonline.com/common", "..", "a b.example"] {
        form["providerTenant"] = typed
        #expect(try await browser.submit(form, status: 400).problem != nil, "\(typed)")
      }
      #expect(try await Self.stored("microsoft.com", server)?.tenant == nil)
    }
  }

  @Test("LINE is offered before it is added, and needs no more than its channel")
  func line() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      _ = try await browser.submit(
        try await browser.open(Self.path("oidc.line", "/delete")).form("confirm-form"))
      #expect(try await Self.stored("oidc.line", server) == nil)
      #expect(
        try await browser.open(ConsoleBrowser.path("methods")).response.text
          .contains("data-method=\"oidc.line\""))
      var form = try await browser.open(Self.path("oidc.line")).form("provider-form").repeatable
      #expect(form["issuer"] == "https://access.line.me" && form["displayName"] == "LINE")
      form["enabled"] = "on"
      form["clientID"] = "1650000001"
      form["clientSecret"] = "channel secret"
      _ = try await browser.submit(form)
      let settings = try #require(try await Self.stored("oidc.line", server))
      #expect(settings.enabled && settings.endpoints.issuer == "https://access.line.me")
      #expect(settings.displayName == "LINE" && settings.responseType == .code)
    }
  }
}
