import Foundation
import IdentityWire
import Synchronization

/// A browser at a server's console: keeps cookies, reads pages, fills in forms. No script runs in it.
public final class ConsoleBrowser: Sendable {
  public let server: TestServer
  private let jar = Mutex<[String: String]>([:])
  /// Sent with everything.
  public let headers: [String: String]

  public init(_ server: TestServer, headers: [String: String] = ["Accept-Language": "en"]) {
    self.server = server
    self.headers = headers
  }

  public var cookies: [String: String] { jar.withLock { $0 } }

  public func set(cookie name: String, to value: String?) { jar.withLock { $0[name] = value } }

  /// The path of the test's project, and below it.
  public static func path(_ relative: String = "") -> String {
    "/console/p/\(TestServer.project)" + (relative.isEmpty ? "" : "/\(relative)")
  }

  // MARK: Plain requests

  /// A GET that follows no redirect.
  public func get(_ path: String, headers more: [String: String] = [:]) async throws -> TestResponse {
    try await exchange("GET", path, more, nil)
  }

  /// A POST with the headers of a browser that sends a form of a page of ours.
  public func post(
    _ path: String, _ fields: [(name: String, value: String)], headers more: [String: String] = [:]
  ) async throws -> TestResponse {
    try await post(
      path, body: FormURLEncoded(fields).text, "application/x-www-form-urlencoded", headers: more)
  }

  private func post(
    _ path: String, body: String, _ contentType: String, headers more: [String: String]
  ) async throws -> TestResponse {
    let all = [
      "Content-Type": contentType, "Origin": formOrigin, "Sec-Fetch-Site": "same-origin",
    ].merging(more) { $1 }
    return try await exchange("POST", path, all, body)
  }

  /// What a browser names as the origin of the server's pages.
  public var formOrigin: String { server.server.configuration.origins.first ?? server.origin }

  private func exchange(
    _ method: String, _ path: String, _ more: [String: String], _ body: String?
  ) async throws -> TestResponse {
    var all = headers.merging(more) { $1 }
    let cookies = cookies.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    if !cookies.isEmpty { all["Cookie"] = cookies }
    let response = try await server.send(method, path, headers: all, body: body)
    keepCookies(of: response)
    return response
  }

  private func keepCookies(of response: TestResponse) {
    for header in response.headers["set-cookie"] {
      let parts = header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      guard let pair = parts.first?.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false),
        pair.count == 2
      else { continue }
      let isGone = parts.contains { $0.lowercased() == "max-age=0" }
      set(cookie: String(pair[0]), to: isGone ? nil : String(pair[1]))
    }
  }

  // MARK: Pages

  /// Opens a page, and follows redirects to it.
  ///
  /// - Throws: ``TestFailure`` for anything but a page with `status`.
  public func open(_ path: String, status: Int = 200) async throws -> ConsoleDocument {
    try await document(try await get(path), status: status)
  }

  /// Sends a form, and follows the redirect that comes of it.
  ///
  /// - Parameter button: the name and value of the one that is pressed.
  public func submit(
    _ form: HTMLForm, pressing button: (name: String, value: String)? = nil, status: Int = 200
  ) async throws -> ConsoleDocument {
    try await document(try await send(form, pressing: button), status: status)
  }

  /// Sends a form, and follows nothing.
  public func send(
    _ form: HTMLForm, pressing button: (name: String, value: String)? = nil,
    headers more: [String: String] = [:]
  ) async throws -> TestResponse {
    var form = form
    if let button { form.fields.append(button) }
    guard form.method == "POST" else {
      let query = FormURLEncoded(form.fields).text
      let mark = form.action.contains("?") ? "&" : "?"
      return try await get(form.action + (query.isEmpty ? "" : mark + query), headers: more)
    }
    return try await post(form.action, body: form.body, form.contentType, headers: more)
  }

  private func document(_ response: TestResponse, status: Int) async throws -> ConsoleDocument {
    var response = response
    for _ in 0..<5 {
      guard (300..<400).contains(response.status), let location = response.location else { break }
      response = try await get(location)
    }
    guard response.status == status else {
      throw TestFailure("\(response.status) instead of \(status): \(response.text.prefix(4_000))")
    }
    return try ConsoleDocument(response)
  }
}

/// A page of the console.
public struct ConsoleDocument: Sendable {
  public let response: TestResponse
  public let root: HTMLElement

  public init(_ response: TestResponse) throws {
    self.response = response
    root = try HTMLReader.read(response.text)
  }

  public var title: String { root.first("title")?.text ?? "" }
  public var heading: String { root.first("h1")?.text ?? "" }
  /// What people read in the main part.
  public var text: String { root.first("main")?.text ?? "" }
  /// What was wrong with a form.
  public var problem: String? { root.element(id: "problem")?.text }
  /// What was done just now.
  public var notice: String? { root.element(id: "notice")?.text }
  public var csrfToken: String? { root.all("input").first { $0["name"] == "csrf" }?["value"] }

  public func element(id: String) -> HTMLElement? { root.element(id: id) }

  public var forms: [HTMLForm] { root.all("form").map(HTMLForm.init) }

  /// By its element's id, or by the path that it is sent to, without its query.
  public func form(_ name: String) throws -> HTMLForm {
    let found = root.all("form").first { form in
      form["id"] == name || form["action"]?.split(separator: "?").first.map(String.init) == name
    }
    guard let found else { throw TestFailure("no form \(name) in \(text.prefix(2_000))") }
    return HTMLForm(found)
  }

  /// The address of the link with a text, or with an id.
  public func link(_ name: String) throws -> String {
    guard let link = root.all("a").first(where: { $0.text == name || $0["id"] == name })?["href"] else {
      throw TestFailure("no link \(name) in \(text.prefix(2_000))")
    }
    return link
  }
}
