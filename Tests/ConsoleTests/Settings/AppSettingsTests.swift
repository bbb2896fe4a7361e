import Foundation
import Identity
import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("Apps in the console")
struct AppSettingsTests {
  private func register(_ browser: ConsoleBrowser, _ fields: [String: String], status: Int = 200) async throws
    -> ConsoleDocument
  {
    var form = try await browser.open(ConsoleBrowser.path("settings/apps")).form("register-app")
    for (name, value) in fields { form[name] = value }
    return try await browser.submit(form, status: status)
  }

  @Test("an app of each platform is registered and has its files, which name the server")
  func files() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let cases: [(platform: String, fields: [String: String], files: [String])] = [
        ("ios", ["bundleID": "com.example.app"], ["GoogleService-Info.plist", "latchkey.json"]),
        ("android", ["packageName": "com.example.droid"], ["google-services.json", "latchkey.json"]),
        ("desktop", ["displayName": "Editor"], ["google-services-desktop.json", "latchkey.json"]),
        ("web", [:], ["firebase-config.json", "latchkey.json"]),
      ]
      for (platform, fields, files) in cases {
        let before = try await server.project().apps.map(\.appID)
        let page = try await register(browser, fields.merging(["platform": platform]) { $1 })
        let project = try await server.project()
        let app = try #require(project.apps.last { $0.platform.rawValue == platform })
        // A project has one app for the web and one for desktops, which are known by nothing else.
        let isKnown = before.contains(app.appID)
        #expect(
          page.notice?.hasPrefix(isKnown ? "This app was already registered" : "The app is registered.")
            == true)
        #expect(page.text.contains(app.appID))
        #expect(page.heading == app.displayName ?? app.bundleID ?? app.packageName)
        let links = page.root.all("a").filter { $0["download"] != nil }
        #expect(links.map { $0["download"] } == files)
        for link in links {
          let file = try await browser.get(link["href"] ?? "")
          #expect(file.status == 200 && file.headers.first(name: "cache-control") == "no-store")
          #expect(
            file.headers.first(name: "content-disposition")
              == "attachment; filename=\"\(link["download"] ?? "")\"")
          #expect(file.text.contains(project.apiKeys[0]) && file.text.contains(app.appID))
          if link["download"] != "firebase-config.json" {
            #expect(file.text.contains("127.0.0.1:\(server.port)"))
          }
        }
        #expect(
          (page.element(id: "snippet")?.rawText.contains("{ disableWarnings: true }") == true)
            == (platform == "web"))
      }
    }
  }

  @Test("what an app lacks or cannot have is said, and stays typed")
  func refusals() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let before = try await server.project().apps
      let cases: [([String: String], String)] = [
        (["platform": "ios"], "An Apple app needs its bundle ID."),
        (["platform": "android", "bundleID": "com.example.app"], "An Android app needs its package name."),
        (["platform": "ios", "bundleID": "javascript"], "This is not a valid bundle ID."),
        (["platform": "android", "packageName": "a b"], "This is not a valid package name."),
        (["platform": "ios", "bundleID": "com.a", "clientID": "x"], "This is not a client ID of an app."),
        (["platform": "toaster"], "A field is missing: platform."),
      ]
      for (fields, problem) in cases {
        let page = try await register(browser, fields, status: 400)
        #expect(page.problem?.hasPrefix(problem) == true, "\(fields): \(page.problem ?? "")")
        if let typed = fields["bundleID"] { #expect(page.element(id: "bundle-id")?["value"] == typed) }
      }
      #expect(try await server.project().apps == before)
      _ = try await browser.open(ConsoleBrowser.path("settings/apps/nobody"), status: 404)
      let app = try #require(before.first)
      let path = ConsoleBrowser.path("settings/apps/\(ConsolePath.encode(app.appID))/files")
      #expect(try await browser.get(path + "/google-services-desktop.json").status == 404)
      #expect(try await browser.get(path + "/..%2F..%2Fetc%2Fpasswd").status == 404)
    }
  }

  @Test("an app is removed after a question")
  func removal() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let page = try await register(browser, ["platform": "android", "packageName": "com.example.gone"])
      let question = try await browser.open(try page.link("remove-app"))
      #expect(question.heading == "Remove com.example.gone?")
      let list = try await browser.submit(try question.form("confirm-form"))
      #expect(list.notice == "The app was removed." && !list.text.contains("com.example.gone"))
      #expect(try await !server.project().apps.contains { $0.packageName == "com.example.gone" })
    }
  }
}
