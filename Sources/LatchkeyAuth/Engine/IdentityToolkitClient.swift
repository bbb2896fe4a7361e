import Foundation
import IdentityWire
import Synchronization

/// The app's values for every request, and the server that receives the request.
struct BackendConfiguration: Sendable {
  enum Server: Sendable, Equatable {
    /// The app has named no server yet.
    case unnamed
    /// Google's own addresses.
    case google
    /// A development server, which uses the paths of the official SDK's emulator setting.
    case emulator(host: String, port: Int)
    /// Your own server. The URL is the base of its paths.
    case own(URL)

    /// Chooses the server for an address that an app set.
    init(_ url: URL) {
      self = url.host()?.lowercased() == FirebaseOptions.googleURL.host() ? .google : .own(url)
    }
  }

  var apiKey: String
  var appID = ""
  var bundleID = ""
  var clientID: String?
  var server = Server.unnamed
  var tenantID: String?
  var languageCode: String?
  var customAuthDomain: String?

  init(apiKey: String) { self.apiKey = apiKey }

  /// The address of the handler page for a sign-in in a browser. Nil for Google, where the project's
  /// configuration names the domain.
  var handlerURL: String? {
    switch server {
    case .unnamed, .google: nil
    case .emulator: root + "/emulator/auth/handler"
    case .own: root + "/__/auth/handler"
    }
  }

  /// True if the server may know `captchaChallenge`. Google does not know it.
  var mayAskForCaptchas: Bool {
    switch server {
    case .unnamed, .google: false
    case .emulator, .own: true
    }
  }

  /// Identifies the server that a session belongs to; empty for Google.
  var origin: String { root }

  /// The URL before the host names of Google's services; empty for Google itself.
  fileprivate var root: String {
    switch server {
    case .unnamed, .google: return ""
    case .emulator(let host, let port):
      let bracketed = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
      return "http://\(bracketed):\(port)"
    case .own(let url):
      var text = url.absoluteString
      while text.hasSuffix("/") { text.removeLast() }
      return text
    }
  }

  fileprivate func url(_ endpoint: IdentityToolkitClient.Endpoint) throws -> URL {
    let path: String
    switch endpoint {
    case .relyingParty(let name): path = "www.googleapis.com/identitytoolkit/v3/relyingparty/\(name)"
    case .v2(let name): path = "identitytoolkit.googleapis.com/v2/\(name)"
    case .token: path = "securetoken.googleapis.com/v1/token"
    }
    let text = (root.isEmpty ? "https://" : root + "/") + path + "?key=" + FormURLEncoded.encode(apiKey)
    guard let url = URL(string: text) else {
      throw AuthError(.internalError, "The address of the server is not a URL.")
    }
    return url
  }
}

/// Sends requests to the server. A call sends one JSON message and returns one JSON message, or throws an
/// ``AuthError``.
final class IdentityToolkitClient: Sendable {
  enum Endpoint: Sendable {
    /// The API's third version, which the official SDK uses.
    case relyingParty(String)
    case v2(String)
    case token
  }

  static let version = "12.19.0"

  let transport: any AuthTransport
  let clock: any AuthClock
  let captcha = Mutex(CaptchaState())
  private let settings: Mutex<BackendConfiguration>
  private let hasWarned = Atomic(false)

  init(_ configuration: BackendConfiguration, transport: any AuthTransport, clock: any AuthClock) {
    settings = Mutex(configuration)
    self.transport = transport
    self.clock = clock
  }

  var configuration: BackendConfiguration { settings.withLock { $0 } }

  func configure(_ change: (inout BackendConfiguration) -> Void) { settings.withLock { change(&$0) } }

  /// Sends a message without its null members. Adds a captcha proof if the project needs one.
  func call(_ endpoint: Endpoint, _ message: [String: JSONValue]) async throws -> JSONValue {
    guard configuration.mayAskForCaptchas, let action = CaptchaAction(endpoint, message) else {
      return try await post(endpoint, message)
    }
    return try await call(action, endpoint, message)
  }

  /// Sends a message without its null members, and adds nothing.
  func post(_ endpoint: Endpoint, _ message: [String: JSONValue]) async throws -> JSONValue {
    let body = JSONWriter.text(.object(message.filter { !$0.value.isNull }))
    return try await send(endpoint, .post, Data(body.utf8))
  }

  func get(_ endpoint: Endpoint) async throws -> JSONValue { try await send(endpoint, .get, nil) }

  private func send(_ endpoint: Endpoint, _ method: AuthTransportRequest.Method, _ body: Data?) async throws
    -> JSONValue
  {
    let configuration = configuration
    guard configuration.server != .unnamed else { throw noServer() }
    var request = AuthTransportRequest(
      method: method, url: try configuration.url(endpoint), headers: Self.headers(configuration), body: body)
    if body != nil { request.headers["Content-Type"] = "application/json" }
    let response: AuthTransportResponse
    do {
      response = try await transport.send(request)
    } catch {
      // A transport also reports a cancellation with its own errors, such as `URLError.cancelled`.
      if Task.isCancelled || error is CancellationError { throw CancellationError() }
      throw ServerErrors.network(error)
    }
    guard (200..<300).contains(response.status) else {
      throw ServerErrors.error(status: response.status, body: response.body)
    }
    guard
      let answer = try? JSONParser(maximumBytes: 4 << 20, costlyText: .dropped).parse(Array(response.body)),
      case .object = answer
    else { throw ServerErrors.malformedAnswer(response.body) }
    return answer
  }

  /// Returns the error for an app that named no server. If an app forgets to name its own server, its passwords
  /// must not be sent to Google.
  private func noServer() -> AuthError {
    let message = """
      No server is configured, and nothing was sent. Set FirebaseOptions.latchkeyURL, or call Auth.useBackend(_:). \
      For Google's own service use the address \(FirebaseOptions.googleURL).
      """
    if !hasWarned.exchange(true, ordering: .relaxed) { SDKLog.write(.warning, message) }
    return AuthError(.internalError, message)
  }

  private static func headers(_ configuration: BackendConfiguration) -> [String: String] {
    var headers = [
      "X-Client-Version": "iOS/FirebaseSDK/\(version)/FirebaseCore-iOS",
      "Accept-Language": Locale.preferredLanguages.first ?? "en",
      "User-Agent": "FirebaseAuth.iOS/\(version) Latchkey",
    ]
    if !configuration.bundleID.isEmpty { headers["X-Ios-Bundle-Identifier"] = configuration.bundleID }
    if !configuration.appID.isEmpty { headers["X-Firebase-GMPID"] = configuration.appID }
    headers["X-Firebase-Locale"] = configuration.languageCode
    return headers
  }
}
