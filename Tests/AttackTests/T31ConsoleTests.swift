import TestSupport
import Testing

@testable import Console

@Suite("T31: the development server's console exposed", .fewAtOnce)
struct T31ConsoleTests {
  // Fails when LoopbackOnlyMiddleware does not count the console among what it protects, or looks at no host.
  @Test("it answers to names of this machine alone, and to no page of another site: at every page and action")
  func foreign() async throws {
    try await TestServer.run { server in
      let browser = ConsoleBrowser(server)
      let token = try #require(try await browser.open("/console").csrfToken)
      let before = try await server.consoleState()
      let pages = ConsoleWalk.routes.filter { $0.method == .get }.map { route in
        ConsoleBrowser.path(ConsolePath.filled(route.path, ["uid": "x"]))
      }
      for path in ["/console", "//console", "/console/assets/console.css"] + pages {
        for host in ["evil.example", "latchkey.evil.example:\(server.port)", "127.0.0.1.evil.example"] {
          let answer = try await server.sendRaw(
            "GET \(path) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
          #expect(answer.hasPrefix("HTTP/1.1 403"), "\(host) \(path)")
        }
        let response = try await browser.get(path, headers: ["Origin": "https://evil.example"])
        #expect(response.status == 403, "\(path)")
        #expect(!response.headers.contains(name: "access-control-allow-origin"), "\(path)")
      }
      for path in ConsoleWalk.actions {
        for origin in ["https://evil.example", "null", "http://10.0.2.2:\(server.port)"] {
          let response = try await browser.post(path, [("csrf", token)], headers: ["Origin": origin])
          #expect(response.status == 403 || response.status == 404, "\(origin) \(path): \(response.status)")
        }
        let response = try await browser.post(path, [])
        #expect(response.status == 403 || response.status == 404, "\(path): \(response.status)")
      }
      #expect(try await server.consoleState() == before)
    }
  }

  // Fails when LatchkeyServer makes Console.development whatever runs.
  @Test("on a server for real users nobody is an administrator without signing in")
  func production() async throws {
    try await TestServer.runServing { server, _ in
      let browser = ConsoleBrowser(server)
      for headers in [
        [:], ["Authorization": "Bearer owner"], ["Host": "localhost"], ["X-Forwarded-For": "127.0.0.1"],
      ] {
        #expect(try await browser.get("/console", headers: headers).status == 303)
      }
      browser.set(cookie: ConsoleSessionCookie.development.name, to: String(repeating: "A", count: 43))
      #expect(try await browser.get("/console").status == 303)
      let signedIn = try await server.consoleBrowser(.owner)
      #expect(try await signedIn.get(ConsoleBrowser.path("inbox")).status == 404)
    }
  }
}
