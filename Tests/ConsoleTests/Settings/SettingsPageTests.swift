import Foundation
import TestSupport
import Testing
import Texts

@testable import Console

@Suite("Every page of settings, templates and tenants")
struct SettingsPageTests {
  // Fails when a page is in no group: nobody would find it.
  @Test("has its place under one tab, and shows it")
  func tabs() async throws {
    let all = SettingsTabs.Group.allCases.flatMap(\.pages)
    #expect(all.count == SettingsTab.allCases.count && Set(all) == Set(SettingsTab.allCases))
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      for tab in SettingsTab.allCases {
        let page = try await browser.open(ConsoleBrowser.path(tab.path))
        let tabs = try #require(page.root.all("nav").first { $0.isOf("settings-tabs") })
        let marked = tabs.all("a").compactMap { link in link["aria-current"].map { ($0, link["href"]) } }
        let group = try #require(SettingsTabs.Group.allCases.first { $0.pages.contains(tab) })
        #expect(tabs.all("ul").first?.all("a").count == SettingsTabs.Group.allCases.count)
        #expect(marked.count == (group.pages.count > 1 ? 2 : 1), "\(tab)")
        #expect(marked.last?.1 == ConsoleBrowser.path(tab.path), "\(tab)")
      }
    }
  }

  @Test("is whole in every language: no key of a text shows, every control has a label, and ids are unique")
  func pages() async throws {
    try await TestServer.run { server in
      try await server.openTenant("tea")
      _ = try await server.backend.administration.createServiceAccount(
        "backend", scopes: [], in: TestServer.project)
      _ = try await server.backend.administration.createAdministratorToken(
        "nightly", scopes: [.firebase], expiresAt: nil, in: TestServer.project)
      _ = try await server.backend.webhooks.create("https://example.com/hook", in: TestServer.project)
      let project = try await server.project()
      let values = [
        "app": project.apps.first?.appID, "kind": "verify-email", "id": "tea", "token": "nightly",
        "account": project.serviceAccounts.first?.email, "key": project.serviceAccounts.first?.keys.first?.id,
        "webhook": project.webhooks.first?.id,
      ].compactMapValues { $0 }
      let queries = [
        "settings/domains/remove": "domain=localhost", "settings/sessions/algorithm": "to=EdDSA",
        "settings/keys/rotate": "manner=planned",
      ]
      let paths = ConsoleRoute.all.filter { route in
        guard case .page = route.work else { return false }
        return ["settings", "templates", "tenants"].contains { route.path.hasPrefix($0) }
      }.map { route in
        ConsoleBrowser.path(ConsolePath.filled(route.path, values))
          + (queries[route.path].map { "?\($0)" } ?? "")
      }
      #expect(paths.count > 20)
      for language in Language.ofConsole {
        let browser = ConsoleBrowser(server, headers: ["Accept-Language": language.rawValue])
        for path in paths + ["/console/new-project"] {
          let page = try await browser.open(path)
          Self.check(page, "\(path) \(language.rawValue)")
          let inTenant = try await browser.get(path + (path.contains("?") ? "&" : "?") + "tenant=tea")
          #expect(inTenant.status == 200, "\(path)")
        }
      }
    }
  }

  private static func check(_ page: ConsoleDocument, _ place: String) {
    let main = page.root.first("main")
    #expect(page.root.all("h1").count == 1 && !page.heading.isEmpty, "\(place)")
    #expect(
      page.response.text.firstMatch(
        of: /(?:settings|templates|tenants|common|frame)\.[a-z][A-Za-z]+\.?[a-z]*</)
        == nil, "\(place)")
    let ids = page.root.all.compactMap { $0["id"] }
    #expect(Set(ids).count == ids.count, "\(place): \(ids)")
    let labelled = Set(page.root.all("label").compactMap { $0["for"] })
    for control in (main?.all ?? []) where ["input", "select", "textarea"].contains(control.name) {
      guard control["type"] != "hidden" else { continue }
      #expect(labelled.contains(control["id"] ?? ""), "\(place): \(control["name"] ?? "")")
    }
    for element in main?.all ?? [] {
      for attribute in ["aria-describedby", "aria-labelledby"] {
        for id in (element[attribute] ?? "").split(separator: " ") {
          #expect(ids.contains(String(id)), "\(place): \(attribute)=\(id)")
        }
      }
    }
    for table in main?.all("table") ?? [] {
      #expect(table.first("caption") != nil && table.all("th").allSatisfy { $0["scope"] != nil }, "\(place)")
    }
  }
}
