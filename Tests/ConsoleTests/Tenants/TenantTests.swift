import Identity
import TestSupport
import Testing

@testable import Console

@Suite("Tenants in the console")
struct TenantTests {
  private static let path = ConsoleBrowser.path("tenants")

  @Test("a tenant is made, changed, and deleted by who types its name")
  func life() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let list = try await browser.open(Self.path)
      var form = try await browser.open(try list.link("new-tenant")).form("tenant-form")
      #expect(form["password"] == "on")
      form["name"] = "Tea & Co"
      form["emailLink"] = "on"
      let made = try await browser.submit(form)
      #expect(made.notice == "The tenant was created." && made.heading == "Tea & Co")
      let found = try await server.backend.projects.tenants(in: TestServer.project, after: nil, limit: 9)
      var tenant = try #require(found.first)
      #expect(tenant.signIn.passwordEnabled && tenant.signIn.emailLinkEnabled)
      #expect(!tenant.signIn.anonymousEnabled && !tenant.signIn.isDisabled)
      #expect(try made.link("tenant-users") == ConsoleBrowser.path("users?tenant=\(tenant.id)"))
      #expect(try made.link("tenant-methods") == ConsoleBrowser.path("methods?tenant=\(tenant.id)"))
      form = try made.form("tenant-form").repeatable
      form["disabled"] = "on"
      form["emailLink"] = nil
      form["anonymous"] = "on"
      let events = try await server.auditEvents {
        let saved = try await browser.submit(form)
        #expect(saved.notice == "The changes were saved.")
      }
      #expect(events.map(\.action) == [.tenantUpdate] && events[0].actor == "admin:dev")
      #expect(events[0].tenant == tenant.id)
      tenant = try #require(try await server.backend.projects.tenant(tenant.id, in: TestServer.project))
      #expect(tenant.signIn.isDisabled && tenant.signIn.anonymousEnabled && !tenant.signIn.emailLinkEnabled)
      #expect(try await browser.open(Self.path).text.contains("Disabled"))
      form["name"] = String(repeating: "x", count: 101)
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem?.hasPrefix("This name is too long") == true)
      #expect(try refused.form("tenant-form")["disabled"] == "on")

      let question = try await browser.open(try made.link("delete-tenant"))
      #expect(question.heading == "Delete Tea & Co?")
      var deletion = try question.form("delete-form")
      let unsure = try await browser.submit(deletion, status: 400)
      #expect(unsure.problem == "That is not the tenant’s name. Nothing was deleted.")
      deletion["name"] = "tea & co"
      _ = try await browser.submit(deletion, status: 400)
      #expect(try await server.backend.projects.tenant(tenant.id, in: TestServer.project) != nil)
      deletion["name"] = "Tea & Co"
      #expect(try await browser.submit(deletion).notice == "The tenant was deleted.")
      server.backend.projects.forget()
      #expect(try await server.backend.projects.tenant(tenant.id, in: TestServer.project) == nil)
      #expect(try await browser.get(Self.path + "/\(tenant.id)").status == 404)
    }
  }

  @Test("the list is read page by page, and every tenant stands on one of them")
  func paging() async throws {
    try await TestServer.run { server in
      let ids = (0..<120).map { "team-\($0)" }
      for id in ids { try await server.openTenant(id) }
      let browser = ConsoleBrowser(server)
      var seen: [String] = []
      var path: String? = Self.path
      while let next = path {
        let page = try await browser.open(next)
        seen += page.root.first("tbody")?.all("code").map(\.text) ?? []
        path = page.element(id: "next-page")?["href"]
        #expect((page.element(id: "first-page") == nil) == (next == Self.path))
      }
      #expect(seen == ids.sorted())
      #expect(try await browser.get(Self.path + "?page=nonsense").status == 400)
    }
  }

  @Test("a project that allows no tenants makes none, by a form of before either")
  func closed() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let form = try await browser.open(Self.path + "/new").form("tenant-form")
      try await server.changeProject { $0.allowsTenants = false }
      let list = try await browser.open(Self.path)
      #expect(list.element(id: "no-tenants") != nil && list.element(id: "new-tenant") == nil)
      let refused = try await browser.submit(form, status: 400)
      #expect(refused.problem?.hasPrefix("This project does not allow new tenants") == true)
    }
  }
}
