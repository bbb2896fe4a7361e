import Foundation
import IdentityWire
import TestSupport
import Testing

@testable import Console

/// The forms of the server's own pages, filled in with text whose cost grows faster than its length, up to a mebibyte.
@Suite("T38: costly text in the forms of pages", .fewAtOnce, .serialized)
struct T38CostlyFormTests {
  private static let kinds: [CostlyText] = [.marks, .shortRuns, .joinedEmoji]

  private typealias Fields = [(name: String, value: String)]

  /// Headers that a browser sends with a form of the server's own page.
  private static func headers(_ server: MeasuredServer, cookies: String = "") -> [(String, String)] {
    [
      ("Content-Type", "application/x-www-form-urlencoded"), ("Sec-Fetch-Site", "same-origin"),
      ("Origin", "http://127.0.0.1:\(server.port)"), ("Cookie", cookies),
    ]
  }

  /// Asks with a text as the value of each field within the length that is taken, and as all of them and a name beside
  /// them beyond it.
  private static func expectLinear(
    _ what: String, _ kind: CostlyText, _ server: MeasuredServer, to action: String,
    _ fields: Fields, cookies: String = "", within limit: Int
  ) async throws {
    let names = fields.map(\.name).filter { $0 != "csrf" }
    for costly in names.map({ [$0] }) + [names, []] {
      for length in costly.count == 1 ? [limit] : [limit, 65_536] {
        let field = costly.isEmpty ? "a name" : costly.joined(separator: ", ")
        try await server.expectLinear("\(kind) as \(field) of \(what)", from: length, status: 0...499) {
          length in
          // Bytes as they are: escaped, they would be three times as long.
          let text = kind.text(bytes: length / max(costly.count, 1))
          var pairs = fields.map { (name, value) in
            "\(name)=\(costly.contains(name) ? text : FormURLEncoded.encode(value))"
          }
          if costly.isEmpty { pairs.append("\(text)=1") }
          return ("POST", action, headers(server, cookies: cookies), pairs.joined(separator: "&"))
        }
      }
    }
  }

  // Fails when FormURLEncoded keeps such pairs, and when the forms of action pages may be of any length.
  @Test("the pages that mailed links lead to", arguments: kinds)
  func actionPages(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    let email = "ann@example.com"
    func mailed(_ type: String) async throws -> String {
      let asked = try await server.send(
        "POST", "/identitytoolkit.googleapis.com/v1/projects/example/accounts:sendOobCode",
        headers: [("Content-Type", "application/json"), ("Authorization", "Bearer owner")],
        body: #"{"requestType":"\#(type)","email":"\#(email)","returnOobLink":true}"#)
      let code = asked.body.firstMatch(of: /oobCode=([A-Za-z0-9_-]+)/)?.1
      return String(try #require(code, "\(asked.body)"))
    }
    let made = try await server.send(
      "POST", "/identitytoolkit.googleapis.com/v1/projects/example/accounts",
      headers: [("Content-Type", "application/json"), ("Authorization", "Bearer owner")],
      body: #"{"email":"\#(email)","password":"correct horse","emailVerified":true}"#)
    #expect(made.status == 200, "\(made.body)")
    let common: Fields = [
      ("apiKey", "key"), ("lang", "en"), ("continueUrl", "http://localhost/"), ("tenantId", ""),
    ]
    let code = try await mailed("PASSWORD_RESET")
    // Refused for the password alone, so that the code is good to the end.
    let reset: Fields = [("mode", "resetPassword"), ("oobCode", code), ("newPassword", "a")]
    // Of a verified address, which nobody disowns. Without its last field it is another form.
    let disowning: Fields = [
      ("mode", "verifyEmail"), ("oobCode", try await mailed("VERIFY_EMAIL")), ("password", "x"),
      ("answer", "disown"),
    ]
    let offer: Fields = [("mode", "sendReset"), ("email", "nobody@example.com")]
    let forms: [(what: String, fields: Fields)] = [
      ("a reset", reset), ("a disowning", disowning), ("the offer of a reset", offer),
    ]
    for (what, fields) in forms {
      try await Self.expectLinear(what, kind, server, to: "/__/auth/action", common + fields, within: 1_800)
    }
    let fields: Fields = [
      ("mode", "resetPassword"), ("oobCode", code), ("apiKey", "key"), ("newPassword", "a new one"),
    ]
    let done = try await server.send(
      "POST", "/__/auth/action", headers: Self.headers(server), body: FormURLEncoded(fields).text)
    #expect(done.status == 200, "nothing of it used the code up: \(done.body)")
  }

  // Fails when ConsoleForm keeps such pairs, and when what a form says is cut, compared or searched in more than linear
  // time.
  @Test("the console's pages", arguments: kinds)
  func console(_ kind: CostlyText) async throws {
    let server = try await MeasuredServer.start()
    let browser = try await RawBrowser(server)
    var seen: Set<String> = []
    for route in ConsoleWalk.routes where route.method == .get && route.parameterNames.isEmpty {
      for form in try await browser.forms(at: ConsoleBrowser.path(route.path))
      where form.method == "POST" && !form.isMultipart && seen.insert(form.action).inserted {
        // Buttons that say nothing but what they are for do it, whatever else is sent.
        var fields: Fields = form.names.subtracting(["csrf"]).sorted().map { ($0, form[$0] ?? "") }
        guard !fields.isEmpty else { continue }
        fields.append(("csrf", form["csrf"] ?? ""))
        try await Self.expectLinear(
          form.action, kind, server, to: form.action, fields, cookies: browser.cookies, within: 3_800)
      }
    }
    #expect(seen.count > 10, "\(seen)")
    #expect(try await server.send("GET", "/healthz").status == 200)
  }
}

/// Opens the console's pages of a server in a process of its own.
private struct RawBrowser {
  let server: MeasuredServer
  private(set) var cookies = ""

  init(_ server: MeasuredServer) async throws {
    self.server = server
    let page = try await server.send("GET", "/console")
    cookies = page.body.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("set-cookie:") }
      .compactMap { $0.dropFirst("set-cookie:".count).split(separator: ";").first }
      .map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: "; ")
  }

  func forms(at path: String) async throws -> [HTMLForm] {
    let answer = try await server.send(
      "GET", path, headers: [("Cookie", cookies), ("Accept-Language", "en")])
    guard answer.status == 200, let start = answer.body.range(of: "<!doctype", options: .caseInsensitive)
    else { return [] }
    let page = String(answer.body[start.lowerBound...])
    return try HTMLReader.read(page).all("form").map(HTMLForm.init)
  }
}
