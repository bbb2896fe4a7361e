import IdentityWire
import TestSupport
import Testing

@testable import Console

@Suite("T34: unsafe content of the console", .fewAtOnce)
struct T34ConsoleTests {
  /// A preview is framed by its page, in a sandbox without scripts, and has a policy of its own.
  private static func isPreview(_ path: String) -> Bool { path.hasSuffix("/settings/branding/preview") }

  private func check(_ path: String, _ page: ConsoleDocument) {
    for element in page.root.all {
      switch element.name {
      case "script":
        #expect(element["src"]?.hasPrefix("/") == true && element.rawText.isEmpty, "\(path): a script")
      case "iframe":
        // What a template looks like, which is somebody's HTML.
        #expect(element["sandbox"] == "" && element["src"]?.hasPrefix("/console/p/") == true, "\(path)")
      case "style", "object", "embed", "base": Issue.record("\(path): <\(element.name)>")
      case "img", "link":
        let address = element["src"] ?? element["href"] ?? ""
        #expect(
          address.hasPrefix("/") && !address.hasPrefix("//") || address.hasPrefix("data:"),
          "\(path): \(address)")
      case "a":
        let address = element["href"] ?? ""
        let scheme = address.split(separator: ":").first.map(String.init)?.lowercased() ?? ""
        #expect(
          address.hasPrefix("/") || ["http", "https", "otpauth", "mailto"].contains(scheme)
            || address.hasPrefix("#") || address.hasPrefix("?"), "\(path): \(address)")
      case "form":
        let form = HTMLForm(element)
        #expect(form.action.hasPrefix("/console"), "\(path): \(form.action)")
        #expect(
          form.method == "GET" || form["csrf"]?.utf8.count == 43, "\(path): \(form.action) has no token")
      default: break
      }
      for name in element.attributes.keys {
        #expect(!name.hasPrefix("on") && name != "style" && name != "srcdoc", "\(path): \(name)")
      }
    }
    let headers = page.response.headers
    let policy = headers.first(name: "content-security-policy") ?? ""
    #expect(policy.hasPrefix("default-src 'none'") && policy.contains("frame-ancestors 'none'"), "\(path)")
    #expect(policy.contains("form-action 'self'") && policy.contains("base-uri 'none'"), "\(path)")
    #expect(!policy.contains("unsafe") && !policy.contains("https:") && !policy.contains("*"), "\(path)")
    #expect(headers.first(name: "cache-control") == "no-store", "\(path)")
    #expect(headers.first(name: "x-content-type-options") == "nosniff", "\(path)")
    #expect(headers.first(name: "x-frame-options") == "DENY", "\(path)")
  }

  // Fails when a template has a triple brace where people's names are, or ConsolePipeline.render another policy.
  @Test("nothing that anybody wrote is markup on any page", arguments: [false, true])
  func everyPage(isDevelopment: Bool) async throws {
    if isDevelopment {
      try await TestServer.run { server in
        _ = try await server.fillWithMarkup()
        try await ConsoleWalk.walk(ConsoleBrowser(server)) { stop in
          if case .page(let path, let page) = stop, !Self.isPreview(path) { check(path, page) }
        }
      }
    } else {
      try await TestServer.runServing { server, owner in
        _ = try await server.fillWithMarkup()
        let browser = try await server.consoleBrowser(of: owner)
        var showsMarkup = false
        let walk = try await ConsoleWalk.walk(browser) { stop in
          switch stop {
          case .page(let path, let page):
            if !Self.isPreview(path) { check(path, page) }
            showsMarkup = showsMarkup || page.text.contains(ConsoleWalk.markup)
          case .file(let path, let file):
            #expect(file.headers.first(name: "x-content-type-options") == "nosniff", "\(path)")
          }
        }
        #expect(walk.paths.contains("/console/administrators"))
        #expect(showsMarkup)
      }
    }
  }

  // Fails when ConsolePipeline.form does not look at the token, or takes any that has its form; when FormOrigin takes a
  // form that says nothing of where it is from, or either header for enough (each alone).
  @Test("a form without the session's own token, or of another site, does nothing: at every action")
  func forgedForms() async throws {
    try await TestServer.runServing { server, owner in
      _ = try await server.fillWithMarkup()
      let browser = try await server.consoleBrowser(of: owner)
      let other = try await server.consoleBrowser(of: owner)
      let token = try #require(try await browser.open("/console").csrfToken)
      let foreign = try #require(try await other.open("/console").csrfToken)
      let anonymous = try #require(try await ConsoleBrowser(server).open("/console/sign-in").csrfToken)
      let before = try await server.consoleState()
      #expect(ConsoleWalk.actions.count >= 10)
      for path in ConsoleWalk.actions {
        for csrf in [nil, "", foreign, anonymous, String(token.dropLast()), token + "x"] {
          let response = try await browser.post(path, csrf.map { [("csrf", $0)] } ?? [])
          #expect(response.status == 403, "\(path) with \(csrf ?? "none"): \(response.status)")
        }
        for headers in [
          ["Origin": "https://evil.example"], ["Origin": "null"], ["Sec-Fetch-Site": "cross-site"],
          ["Sec-Fetch-Site": "same-site"], ["Sec-Fetch-Site": "none"],
          ["Origin": "http://127.0.0.1.evil.example", "Sec-Fetch-Site": "cross-site"],
        ] {
          let response = try await browser.post(path, [("csrf", token)], headers: headers)
          #expect(response.status == 403, "\(path) with \(headers): \(response.status)")
        }
        let silent = try await server.send(
          "POST", path,
          headers: [
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; "),
          ], body: "csrf=\(token)")
        #expect(silent.status == 403, "\(path): \(silent.status)")
        let got = try await browser.get(path + "?csrf=\(token)")
        #expect(got.status != 500, "\(path)")
      }
      #expect(try await server.consoleState() == before)
    }
  }

  // Fails when ConsolePipeline gives a new session to whoever comes without one.
  @Test("a form of another site, which comes without the cookie, does not put another session in its place")
  func foreignSession() async throws {
    try await TestServer.runServing { server, _ in
      for path in ["/console", "/console/sign-in", "/console/nowhere"] + ConsoleWalk.actions {
        for headers in [
          ["Origin": "https://evil.example", "Sec-Fetch-Site": "cross-site"], ["Origin": "null"], [:],
        ] {
          let response = try await server.send(
            "POST", path,
            headers: headers.merging(["Content-Type": "application/x-www-form-urlencoded"]) { $1 },
            body: "csrf=x")
          let cookies = response.headers["set-cookie"].filter { !$0.hasPrefix("latchkey-notice=") }
          #expect(cookies.isEmpty, "\(path) with \(headers): \(cookies)")
        }
      }
    }
  }
}
