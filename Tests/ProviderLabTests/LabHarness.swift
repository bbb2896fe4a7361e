import Crypto
import Foundation
import Hummingbird
import HummingbirdTesting
import IdentityWire
import Synchronization
import Testing

@testable import ProviderLab

/// A clock that a test moves.
final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_750_000_000))
  var now: Date { time.withLock { $0 } }
  func advance(by seconds: TimeInterval) { time.withLock { $0.addTimeInterval(seconds) } }
}

/// An answer of the lab, taken apart.
struct LabAnswer: Sendable {
  let status: Int
  let headers: HTTPFields
  let body: String

  var json: JSONValue {
    get throws { try JSONParser().parse(body) }
  }

  /// The parameters that a redirect carries to the app, from the query and the fragment.
  var callback: FormURLEncoded {
    guard let location = headers[.location] else { return FormURLEncoded() }
    let parts = location.split(separator: "#", maxSplits: 1).map(String.init)
    let query = parts.first?.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    return FormURLEncoded(parsing: [query, parts.count > 1 ? parts[1] : ""].joined(separator: "&"))
  }

  /// The hidden inputs of a form_post page, unescaped.
  var fields: [String: String] {
    var fields: [String: String] = [:]
    let entities = [("&quot;", "\""), ("&#39;", "'"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")]
    for match in body.matches(of: /<input type="hidden" name="([^"]*)" value="([^"]*)">/) {
      // Literally, for an entity's end and a combining accent make one character.
      fields[String(match.1)] = entities.reduce(String(match.2)) { text, entity in
        text.replacingOccurrences(of: entity.0, with: entity.1, options: .literal)
      }
    }
    return fields
  }
}

/// A lab over HTTP, with requests as apps and servers send them.
struct LabHarness: Sendable {
  static let base = "http://127.0.0.1:9099/lab"
  static let callback = "http://127.0.0.1:5000/__/auth/handler"
  static let verifier = "a-code-verifier-of-forty-three-characters-000"

  let lab: ProviderLab
  let clock: TestClock
  let client: any TestClientProtocol

  static func run(_ body: @Sendable (LabHarness) async throws -> Void) async throws {
    let clock = TestClock()
    let lab = try ProviderLab(configuration: .init(baseURL: base, now: { clock.now }))
    let router = Router()
    lab.addRoutes(to: router)
    try await Application(router: router).test(.router) { client in
      try await body(LabHarness(lab: lab, clock: clock, client: client))
    }
  }

  func send(
    _ method: HTTPRequest.Method, _ url: String, headers: HTTPFields = [:], body: String = ""
  ) async throws -> LabAnswer {
    let path = url.replacing("http://127.0.0.1:9099", with: "")
    return try await client.execute(
      uri: path, method: method, headers: headers, body: ByteBuffer(string: body)
    ) { response in
      LabAnswer(
        status: response.status.code, headers: response.headers, body: String(buffer: response.body))
    }
  }

  func get(
    _ url: String, _ query: [(String, String)] = [], headers: HTTPFields = [:]
  ) async throws -> LabAnswer {
    let text = FormURLEncoded(query.map { (name: $0.0, value: $0.1) }).text
    return try await send(.get, text.isEmpty ? url : "\(url)?\(text)", headers: headers)
  }

  func post(
    _ url: String, _ form: [(String, String)], headers: HTTPFields = [:]
  ) async throws -> LabAnswer {
    var headers = headers
    headers[.contentType] = "application/x-www-form-urlencoded"
    return try await send(
      .post, url, headers: headers, body: FormURLEncoded(form.map { (name: $0.0, value: $0.1) }).text)
  }

  func control(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue = [:]
  ) async throws -> LabAnswer {
    try await send(method, "/lab/control/\(path)", body: JSONWriter.text(body))
  }

  func endpoints(_ provider: String) throws -> LabEndpoints { try #require(lab.endpoints(for: provider)) }

  /// Asks the authorization endpoint as Ada, or as `extra` says.
  func authorize(
    _ provider: String, scope: String = "openid email profile", _ extra: [(String, String)] = []
  ) async throws -> LabAnswer {
    let id = try #require(LabProviderID(named: provider))
    var form = FormURLEncoded([
      ("client_id", ProviderLab.clients.ids(for: id)[0]), ("redirect_uri", Self.callback), ("scope", scope),
      ("response_type", "code"), ("state", "s-1"), ("nonce", "n-1"), ("lab_person", "ada"),
    ])
    for (name, value) in extra { form[name] = value }
    return try await get(
      try endpoints(provider).authorization, form.pairs.map { ($0.name, $0.value) })
  }

  func credentials(_ provider: String) throws -> [(String, String)] {
    let clients = ProviderLab.clients
    let id = try #require(LabProviderID(named: provider))
    let clientID = clients.ids(for: id)[0]
    let secret =
      id == .apple
      ? try clients.apple.clientSecret(issuedAt: clock.now)
      : try #require(clients.secret(of: clientID, at: id))
    return [("client_id", clientID), ("client_secret", secret)]
  }

  func exchange(
    _ provider: String, code: String, _ extra: [(String, String)] = [],
    redirectURI: String = Self.callback
  ) async throws -> LabAnswer {
    try await post(
      try endpoints(provider).token,
      try credentials(provider) + [
        ("grant_type", "authorization_code"), ("code", code), ("redirect_uri", redirectURI),
      ] + extra,
      headers: [.accept: "application/json", .userAgent: "test"])
  }

  /// The whole code flow as Ada.
  func signIn(
    _ provider: String, scope: String = "openid email profile", _ extra: [(String, String)] = []
  ) async throws -> JSONValue {
    let answer = try await authorize(provider, scope: scope, extra)
    let code = try #require(answer.callback["code"])
    return try await exchange(provider, code: code).json
  }
}

extension HTTPFields {
  static func bearer(_ token: String?) -> HTTPFields {
    [.authorization: "Bearer \(token ?? "")", .userAgent: "test"]
  }
}
