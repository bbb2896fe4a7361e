import TestSupport
import Testing

@Suite("The console of a development server")
struct DevelopmentConsoleTests {
  @Test("it needs no password, and leads from the projects to one of them")
  func overview() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let projects = try await browser.open("/console")
      #expect(projects.heading == "Projects")
      let project = try await browser.open(projects.root.first("main")?.first("a")?["href"] ?? "")
      #expect(project.heading == "Latchkey development" && project.text.contains("example"))
      #expect(project.title == "Latchkey development · example · Latchkey")
    }
  }

  @Test("it speaks the language that was chosen, else the browser's")
  func languages() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server, headers: ["Accept-Language": "fr, vi;q=0.8, ja;q=0.9"])
      let page = try await browser.open(ConsoleBrowser.path())
      #expect(page.root.first("html")?["lang"] == "ja")
      let chosen = try await browser.submit(try page.form("/console/language"), pressing: ("language", "vi"))
      #expect(chosen.root.first("html")?["lang"] == "vi" && chosen.title.contains("example"))
      var elsewhere = try chosen.form("/console/language")
      for path in ["https://evil.example/", "//evil.example/", "/console//evil.example", "/sample"] {
        elsewhere["return"] = path
        let response = try await browser.send(elsewhere, pressing: ("language", "en"))
        #expect(response.location == "/console", "\(path)")
      }
    }
  }

  @Test("what there is not is a page that says so")
  func notFound() async throws {
    try await TestServer.run { server in
      try await eachCase(of: ["nothing", "p/nobody", "p/example/nothing/at/all"]) { path in
        let page = try await ConsoleBrowser(server).open("/console/\(path)", status: 404)
        #expect(page.heading == "Not found" && page.problem?.hasPrefix("There is no such") == true)
      }
    }
  }

  @Test("an unknown tenant falls back to nothing")
  func unknownTenant() async throws {
    try await TestServer.run { server in
      _ = try await ConsoleBrowser(server).open(ConsoleBrowser.path() + "?tenant=nobody", status: 404)
    }
  }

  @Test("a tenant's page keeps to the tenant")
  func tenant() async throws {
    try await TestServer.run { server in
      try await server.openTenant("tea")
      let page = try await ConsoleBrowser(server).open(ConsoleBrowser.path() + "?tenant=tea")
      #expect(page.root.all("details").contains { $0.first("summary")?.text == "Tenant tea" })
    }
  }
}
