import AsyncHTTPClient
import Foundation
import IdentityWire
import NIOCore

/// A client of a server on this machine that makes an app's requests.
struct DrillClient: Sendable {
  let origin: String
  private static let patience: Int64 = 30
  private static let maximumBytes = 1 << 20

  func get(_ path: String) async throws -> [UInt8] {
    try await send(HTTPClientRequest(url: origin + path), path)
  }

  func post(_ path: String, key: String, _ body: JSONValue) async throws -> JSONValue {
    var request = HTTPClientRequest(url: "\(origin)\(path)?key=\(key)")
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(ByteBuffer(string: JSONWriter.text(body)))
    return try JSONParser(maximumDepth: 16).parse(try await send(request, path))
  }

  private func send(_ request: HTTPClientRequest, _ path: String) async throws -> [UInt8] {
    let client = HTTPClient(
      eventLoopGroupProvider: .singleton, configuration: .init(redirectConfiguration: .disallow))
    let result: Result<(status: UInt, body: [UInt8]), any Error>
    do {
      let response = try await client.execute(request, timeout: .seconds(Self.patience))
      let body = try await response.body.collect(upTo: Self.maximumBytes)
      result = .success((response.status.code, Array(body.readableBytesView)))
    } catch {
      result = .failure(error)
    }
    try? await client.shutdown()
    let answer = try result.get()
    guard answer.status == 200 else {
      throw CommandFailure(
        .unhealthy,
        "\(path) answers \(answer.status): \(String(decoding: answer.body.prefix(300), as: UTF8.self))")
    }
    return answer.body
  }
}
