import AsyncHTTPClient
import Foundation
import IdentityWire
import NIOCore
import NIOHTTP1

/// An answer, read whole.
public struct TestResponse: Sendable {
  public let status: Int
  public let headers: HTTPHeaders
  public let body: [UInt8]

  static let maximumBodyBytes = 8 << 20

  public init(status: Int, headers: HTTPHeaders, body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  public var text: String { String(decoding: body, as: UTF8.self) }
  /// The body as JSON; null when it is none.
  public var json: JSONValue {
    (try? JSONParser(maximumBytes: Self.maximumBodyBytes, costlyText: .dropped).parse(body)) ?? .null
  }
  /// The message of the protocol's error envelope.
  public var errorMessage: String? { json["error"]?["message"]?.stringValue }
  /// The query of the address in `Location`.
  public var location: String? { headers.first(name: "location") }
}

extension TestServer {
  /// A request that follows no redirects.
  ///
  /// - Parameter reach: how; nil for the server's own way. What only a connection shows goes over one anyway.
  public func send(
    _ method: String, _ path: String, headers: [String: String] = [:], body: String? = nil,
    reach: Reach? = nil, isInCrowd: Bool = false
  ) async throws -> TestResponse {
    let isCall = path.hasPrefix("/identitytoolkit") || path.hasPrefix("/securetoken")
    // Only the development server knows this administrator.
    let base = isCall && headers["Authorization"] != "Bearer owner" ? nextOrigin : origin
    let address = path.hasPrefix("http") ? path : base + path
    if (reach ?? self.reach) == .direct, !isInCrowd,
      let request = DirectRequest(method, address, headers: headers, body: body),
      let server = server(at: request.port)
    {
      return try await request.send(to: server)
    }
    var request = HTTPClientRequest(url: address)
    request.method = HTTPMethod(rawValue: method)
    for (name, value) in headers { request.headers.add(name: name, value: value) }
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let client = isInCrowd ? Self.crowd : Self.client
    let response = try await client.execute(request, timeout: .seconds(60))
    let buffer = try await response.body.collect(upTo: TestResponse.maximumBodyBytes)
    return TestResponse(
      status: Int(response.status.code), headers: response.headers, body: Array(buffer.readableBytesView))
  }

  /// One client for all tests: redirects are looked at, not followed, and what is sent at once goes out at
  /// once.
  private static let client = client(connections: 64)
  /// For more at once than tests usually send.
  private static let crowd = client(connections: 256)

  private static func client(connections: Int) -> HTTPClient {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
    return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  /// Signs in over one of up to 256 connections.
  public func signInInCrowd(_ email: String, _ password: String) async throws -> TestResponse {
    try await send(
      "POST", "/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=key",
      headers: ["Content-Type": "application/json"],
      body: JSONWriter.text([
        "email": .string(email), "password": .string(password), "returnSecureToken": true,
      ]), isInCrowd: true)
  }

  /// A call of an operation, by its name in the current API (`accounts:signUp`), with the API key.
  public func call(_ operation: String, _ message: JSONValue, key: String = "key") async throws
    -> TestResponse
  {
    try await send(
      "POST", "/identitytoolkit.googleapis.com/v1/\(operation)?key=\(key)",
      headers: ["Content-Type": "application/json"], body: JSONWriter.text(message))
  }

  /// A call as the development server's administrator.
  public func administer(_ operation: String, _ message: JSONValue) async throws -> TestResponse {
    try await send(
      "POST", "/identitytoolkit.googleapis.com/v1/projects/\(Self.project)/\(operation)",
      headers: ["Content-Type": "application/json", "Authorization": "Bearer owner"],
      body: JSONWriter.text(message))
  }

  public func refresh(_ refreshToken: String, key: String = "key") async throws -> TestResponse {
    try await send(
      "POST", "/securetoken.googleapis.com/v1/token?key=\(key)",
      headers: ["Content-Type": "application/x-www-form-urlencoded"],
      body: FormURLEncoded([("grant_type", "refresh_token"), ("refresh_token", refreshToken)]).text)
  }

  /// A token that the lab mints: `idToken`, `accessToken` or `code`. Options as at `/lab/control/token/…`.
  public func labToken(_ provider: String, _ options: JSONValue = [:]) async throws -> String {
    let response = try await send(
      "POST", "/lab/control/token/\(provider)", headers: ["Content-Type": "application/json"],
      body: JSONWriter.text(options))
    guard
      let token = (response.json["idToken"] ?? response.json["accessToken"] ?? response.json["code"])?
        .stringValue
    else {
      throw TestFailure("the lab made no token: \(response.status) \(response.text)")
    }
    return token
  }

  /// `accounts:signInWithIdp` with a post body of these parameters.
  public func signInWithIdp(
    _ parameters: [(name: String, value: String)], _ more: [String: JSONValue] = [:], key: String = "key"
  ) async throws -> TestResponse {
    var message = more
    if message["requestUri"] == nil { message["requestUri"] = "http://localhost" }
    message["postBody"] = .string(FormURLEncoded(parameters).text)
    message["returnSecureToken"] = true
    return try await call("accounts:signInWithIdp", .object(message), key: key)
  }
}
