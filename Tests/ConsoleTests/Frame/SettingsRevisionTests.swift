import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("Settings that two administrators change")
struct SettingsRevisionTests {
  private static let forms = [
    ("methods/email", "settings-form"), ("methods/anonymous", "settings-form"),
    ("methods/passwords", "settings-form"), ("methods/accounts", "settings-form"),
    ("methods/factors", "settings-form"), ("methods/regions", "settings-form"),
    ("methods/captcha", "settings-form"), ("settings/mail", "settings-form"),
    ("settings/sms", "settings-form"),
    ("methods/providers/github.com", "provider-form"), ("settings/accounts", "accounts-form"),
    ("settings/sessions", "sessions-form"), ("settings/functions", "functions-form"),
    ("settings/limits", "quota-form"), ("templates/verify-email", "words-form"),
  ]

  // Fails when an action does not compare the revision, or its page's form does not say it.
  @Test("what one changed is not put back unseen by a form that the other opened before")
  func simultaneous() async throws {
    try await TestServer.run { server in
      try await eachCase(of: Self.forms) { path, id in
        let browser = ConsoleBrowser(server)
        var form = try await browser.open(ConsoleBrowser.path(path)).form(id)
        if id == "quota-form" { form["count"] = "5" }
        try await server.changeProject { $0.displayName = "Theirs" }
        let page = try await browser.submit(form, status: 409)
        #expect(page.problem?.contains("in the meantime") == true)
        form = try page.form(id)
        #expect(try await browser.submit(form).problem == nil)
      }
    }
  }

  private static let tooLong = String(repeating: "a", count: 10_000)
  /// What is noticed before anything is to be written.
  private static let mistakes = [
    ("methods/passwords", "settings-form", "minimum", "3"),
    ("methods/accounts", "settings-form", "duplicates", "neither"),
    ("methods/factors", "settings-form", "intervals", "99"),
    ("methods/providers/github.com", "provider-form", "clientID", tooLong),
    ("settings/accounts", "accounts-form", "linking", "x"),
    ("settings/sessions", "sessions-form", "gracePeriod", "x"),
    ("settings/limits", "quota-form", "count", "0"),
    ("templates/verify-email", "words-form", "html", "%NOTHING%"),
    ("tenants/tea", "tenant-form", "name", tooLong),
    ("methods/factors?tenant=tea", "settings-form", "intervals", "99"),
  ]

  private static func makeTenant(_ server: TestServer) async throws -> TenantID {
    try await server.changeProject { $0.allowsTenants = true }
    let tea = try #require(TenantID(rawValue: "tea"))
    try await server.backend.projects.insert(
      Tenant(id: tea, project: TestServer.project, createdAt: server.clock.now()))
    return tea
  }

  // Fails when a form that is shown again is one of the newest settings, whatever was wrong with it.
  @Test("nor by one that had a mistake, and was shown again with it")
  func mistaken() async throws {
    try await TestServer.run { server in
      let tea = try await Self.makeTenant(server)
      try await eachCase(of: Self.mistakes) { path, id, field, mistake in
        let browser = ConsoleBrowser(server)
        var form = try await browser.open(ConsoleBrowser.path(path)).form(id)
        if id == "quota-form" { form["count"] = "5" }
        let right = form[field]
        try await server.changeProject { $0.displayName = "Theirs" }
        _ = try await server.backend.projects.updateTenant(tea, in: TestServer.project) {
          (tenant) throws(IdentityError) in
          tenant.displayName = "Theirs"
        }
        form[field] = mistake
        var page = try await browser.submit(form, status: 400)
        #expect(page.problem?.contains("in the meantime") == false)
        form = try page.form(id)
        form[field] = right
        page = try await browser.submit(form, status: 409)
        #expect(page.problem?.contains("in the meantime") == true)
        #expect(try await browser.submit(try page.form(id)).problem == nil)
      }
    }
  }

  // Fails when the revision is compared before the write, and not with it.
  @Test(
    "of 64 who save the same form at once, one does",
    arguments: [("methods/anonymous", "settings-form"), ("tenants/tea", "tenant-form")])
  func race(path: String, id: String) async throws {
    try await TestServer.run(.live) { server in
      let tea = try await Self.makeTenant(server)
      let browser = ConsoleBrowser(server)
      let form = try await browser.open(ConsoleBrowser.path(path)).form(id)
      let store = server.service.store
      func revisions() async throws -> Int64 {
        let tenant = try await store.tenant(tea, in: TestServer.project)
        return try await server.project().revision + (tenant?.revision ?? 0)
      }
      let before = try await revisions()
      let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
        for _ in 0..<64 { group.addTask { try await browser.send(form).status } }
        return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      }
      // Who finds too many before them is told to come again.
      #expect(statuses[303] == 1 && Set(statuses.keys).isSubset(of: [303, 409, 429]), "\(statuses)")
      #expect(try await revisions() == before + 1)
    }
  }

  @Test("a revision that is none, or is cut short, saves nothing")
  func malformed() async throws {
    try await TestServer.run { server in
      try await eachCase(of: ["", "x", "1.", ".", "1.2.3", "-", "0"]) { revision in
        let browser = ConsoleBrowser(server)
        var form = try await browser.open(ConsoleBrowser.path("methods/anonymous")).form("settings-form")
        try await server.changeProject { $0.displayName = "Theirs" }
        let before = try await server.project()
        form["revision"] = revision
        #expect([400, 409].contains(try await browser.send(form).status))
        #expect(try await server.project() == before)
      }
    }
  }

  @Test("a tenant's settings are compared with the tenant's own")
  func tenants() async throws {
    try await TestServer.run { server in
      try await server.changeProject { $0.allowsTenants = true }
      let tenant = try await server.makeTenant()
      let id = try #require(TenantID(rawValue: tenant))
      let browser = ConsoleBrowser(server)
      for (path, name) in [
        ("tenants/\(tenant)", "tenant-form"), ("methods/email?tenant=\(tenant)", "settings-form"),
      ] {
        var form = try await browser.open(ConsoleBrowser.path(path)).form(name)
        var cut = form
        cut["revision"] = form["revision"]?.split(separator: ".").first.map(String.init)
        #expect(try await browser.send(cut).status == 409)
        _ = try await server.backend.projects.updateTenant(id, in: TestServer.project) {
          (tenant) throws(IdentityError) in
          tenant.displayName = "Theirs"
        }
        let page = try await browser.submit(form, status: 409)
        form = try page.form(name)
        #expect(try await browser.submit(form).problem == nil)
      }
    }
  }
}

extension HTMLForm {
  /// Such as one that is sent several times, whatever is saved in between.
  var repeatable: HTMLForm {
    var form = self
    form["revision"] = nil
    return form
  }
}
