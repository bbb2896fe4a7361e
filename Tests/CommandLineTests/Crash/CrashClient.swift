import AsyncHTTPClient
import Foundation
import IdentityWire
import NIOCore
import TestSupport

/// What an app asks of the servers. Throws where no answer came.
final class CrashClient: Sendable {
  struct Answer: Sendable {
    var status: Int
    var json: JSONValue

    var error: String? { json["error"]?["message"]?.stringValue }
    var text: String { "\(status) \(JSONWriter.text(json))" }
  }

  let base: String
  private let key: String
  private let http: HTTPClient

  init(base: String, key: String) {
    self.base = base
    self.key = key
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    // Who was killed is not waited for.
    configuration.connectionPool.retryConnectionEstablishment = false
    http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
  }

  func close() async { try? await http.shutdown() }

  func signUp(_ email: String?) async throws -> Answer {
    try await call("signUp", email.map(Self.credential) ?? ["returnSecureToken": true])
  }

  func signIn(_ email: String) async throws -> Answer {
    try await call("signInWithPassword", Self.credential(email))
  }

  func lookUp(_ idToken: String) async throws -> Answer {
    try await call("lookup", ["idToken": .string(idToken)])
  }

  func rename(_ idToken: String, _ name: String) async throws -> Answer {
    try await call("update", ["idToken": .string(idToken), "displayName": .string(name)])
  }

  func refresh(_ token: String) async throws -> Answer {
    try await post(
      "/v1/token", "application/x-www-form-urlencoded",
      FormURLEncoded([("grant_type", "refresh_token"), ("refresh_token", token)]).text)
  }

  private static func credential(_ email: String) -> JSONValue {
    ["email": .string(email), "password": .string(CrashAccount.password), "returnSecureToken": true]
  }

  private func call(_ operation: String, _ body: JSONValue) async throws -> Answer {
    try await post("/v1/accounts:\(operation)", "application/json", JSONWriter.text(body))
  }

  private func post(_ path: String, _ type: String, _ body: String) async throws -> Answer {
    var request = HTTPClientRequest(url: "\(base)\(path)?key=\(key)")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: type)
    request.body = .bytes(ByteBuffer(string: body))
    let response = try await http.execute(request, timeout: .seconds(30))
    let bytes = try await response.body.collect(upTo: 1 << 20)
    return Answer(
      status: Int(response.status.code), json: try JSONParser().parse(Array(bytes.readableBytesView)))
  }
}
