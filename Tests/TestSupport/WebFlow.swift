import Crypto
import Foundation
import Identity
import IdentityWire

/// A sign-in through the browser, walked by hand: the handler, the provider's page with a person's decision,
/// the callback, and the address by which the app gets the result.
public struct WebFlow: Sendable {
  public let server: TestServer
  /// The handler's address as the app makes it.
  public var query: [(name: String, value: String)]
  public var path = "/__/auth/handler"
  /// What the app presents at the end; nil where the server has made it.
  public var sessionID: String?

  public init(
    _ server: TestServer, _ query: [(name: String, value: String)], sessionID: String? = nil,
    path: String = "/__/auth/handler"
  ) {
    self.server = server
    self.query = query
    self.sessionID = sessionID
    self.path = path
  }

  /// As the official Apple SDK begins it: the address holds the hash of a session id that stays in the app.
  public static func appleApp(
    _ server: TestServer, _ providerID: String, sessionID: String = "QWERTYUIOP",
    eventID: String = "EVENTIDABC",
    _ more: [(name: String, value: String)] = []
  ) async throws -> WebFlow {
    let app = try await server.app(.ios)
    var query: [(name: String, value: String)] = [
      ("apiKey", "key"), ("authType", "signInWithRedirect"), ("ibi", app.bundleID ?? ""),
      ("sessionId", digest(sessionID)), ("v", "FirebaseAuth.iOS/12.0.0"), ("eventId", eventID),
      ("providerId", providerID),
    ]
    if !more.contains(where: { $0.name == "appId" }) { query.append(("clientId", app.clientID ?? "")) }
    return WebFlow(server, query + more, sessionID: sessionID)
  }

  /// As the official web SDK begins it.
  public static func page(
    _ server: TestServer, _ providerID: String, authType: String = "signInViaPopup",
    redirectURL: String = "http://localhost:5000/app", _ more: [(name: String, value: String)] = []
  ) -> WebFlow {
    WebFlow(
      server,
      [
        ("apiKey", "key"), ("appName", "[DEFAULT]"), ("authType", authType), ("redirectUrl", redirectURL),
        ("v", "12.0.0"), ("eventId", "0123456789"), ("providerId", providerID),
      ] + more)
  }

  /// Lower-case hexadecimal SHA-256.
  public static func digest(_ text: String) -> String {
    SHA256.hash(data: Data(text.utf8)).map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  // MARK: Step by step

  public func start() async throws -> TestResponse {
    try await server.send("GET", "\(path)?\(FormURLEncoded(query).text)")
  }

  /// The address of the provider, out of the handler's first answer.
  public func authorizationURL() async throws -> String {
    let response = try await start()
    if let location = response.location { return location }
    guard let address = response.pageData["authUri"]?.stringValue else {
      throw TestFailure("the flow did not begin: \(response.status) \(response.text)")
    }
    return address
  }

  /// Lets a person decide on the provider's page; nil refuses.
  ///
  /// - Returns: the provider's answer to the browser.
  public func decide(at authorizationURL: String, as person: String?) async throws -> TestResponse {
    try await server.send(
      "POST", authorizationURL, headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: person.map { "person=\($0)" } ?? "deny=1")
  }

  /// Carries the provider's answer to the handler, by redirect or by form.
  public func comeBack(_ answer: TestResponse) async throws -> TestResponse {
    if let location = answer.location { return try await server.send("GET", location) }
    let (action, form) = try answer.formPost()
    return try await server.send(
      "POST", action, headers: ["Content-Type": "application/x-www-form-urlencoded"], body: form.text)
  }

  // MARK: The whole of it

  /// From the app's address to the handler's last answer.
  public func walk(as person: String?) async throws -> TestResponse {
    try await comeBack(try await decide(at: try await authorizationURL(), as: person))
  }

  /// The same, down to the sign-in.
  public func signIn(as person: String, _ more: [String: JSONValue] = [:]) async throws -> TestResponse {
    let last = try await walk(as: person)
    guard let link = last.deepLink?.value("link") ?? last.pageData["urlResponse"]?.stringValue else {
      throw TestFailure("the flow brought nothing: \(last.status) \(last.location ?? last.text)")
    }
    return try await redeem(link, more)
  }

  public func redeem(_ link: String, _ more: [String: JSONValue] = [:]) async throws -> TestResponse {
    var message = more
    message["requestUri"] = .string(link)
    message["sessionId"] = message["sessionId"] ?? sessionID.map { .string($0) }
    return try await server.signInWithIdp(
      [("providerId", query.last { $0.name == "providerId" }?.value ?? "")], message)
  }
}

/// `<base>?deep_link_id=<address>`, as apps receive it.
public struct DeepLink: Sendable {
  /// Up to the query.
  public let base: String
  /// The address inside, up to its query.
  public let innerBase: String
  public let inner: FormURLEncoded

  init?(_ location: String) {
    guard let mark = location.range(of: "deep_link_id=") else { return nil }
    base = String(location[..<location.index(before: mark.lowerBound)])
    let query = FormURLEncoded(parsing: String(location[mark.lowerBound...]))
    guard let address = query["deep_link_id"], let start = address.firstIndex(of: "?") else { return nil }
    innerBase = String(address[..<start])
    inner = FormURLEncoded(parsing: String(address[address.index(after: start)...]))
  }

  public func value(_ name: String) -> String? { inner[name] }

  /// The error that the app is told, as JSON.
  public var firebaseError: JSONValue? { value("firebaseError").flatMap { try? JSONParser().parse($0) } }
}

extension TestResponse {
  public var deepLink: DeepLink? { location.flatMap { DeepLink($0) } }

  /// What a page of the handler gives its script.
  public var pageData: JSONValue {
    guard let start = text.range(of: "id=\"page-data\">"),
      let end = text.range(of: "</script>", range: start.upperBound..<text.endIndex)
    else { return .null }
    return (try? JSONParser().parse(String(text[start.upperBound..<end.lowerBound]))) ?? .null
  }

  /// The address and the fields of a page that posts itself.
  public func formPost() throws -> (action: String, form: FormURLEncoded) {
    func attribute(_ name: String, _ text: Substring) -> String? {
      guard let start = text.range(of: " \(name)=\""),
        let end = text.range(of: "\"", range: start.upperBound..<text.endIndex)
      else { return nil }
      return unescaped(String(text[start.upperBound..<end.lowerBound]))
    }
    guard let form = text.range(of: "<form "), let action = attribute("action", text[form.lowerBound...])
    else { throw TestFailure("no form: \(status) \(text)") }
    var fields = FormURLEncoded()
    for tag in text.components(separatedBy: "<input ").dropFirst() {
      // Values are escaped, so that the first > is the tag's end.
      let tag = Substring(" " + tag.prefix { $0 != ">" })
      if let name = attribute("name", tag), let value = attribute("value", tag) { fields.append(name, value) }
    }
    return (action, fields)
  }

  private func unescaped(_ text: String) -> String {
    text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
      .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
  }
}
