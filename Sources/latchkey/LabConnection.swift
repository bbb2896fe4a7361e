import ArgumentParser
import AsyncHTTPClient
import Foundation
import IdentityWire

/// A client of the provider lab of a development server on this machine.
struct LabConnection {
  static let maximumAnswerBytes = 1 << 20

  private let base: String

  /// - Throws: `ValidationError` unless the address is http on loopback.
  init(server: String) throws {
    guard let url = URL(string: server), url.scheme == "http", url.user() == nil, url.query() == nil,
      ["127.0.0.1", "localhost", "::1"].contains(url.host(percentEncoded: false) ?? "")
    else {
      throw ValidationError(
        "The server must be a development server on this machine, such as http://127.0.0.1:9099.")
    }
    base = (server.hasSuffix("/") ? String(server.dropLast()) : server) + "/lab/"
  }

  /// Posts JSON to a path of the lab.
  func post(_ path: String, _ body: JSONValue) async throws -> JSONValue {
    var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
    configuration.timeout.connect = .seconds(5)
    let client = HTTPClient(eventLoopGroup: HTTPClient.defaultEventLoopGroup, configuration: configuration)
    let result: Result<JSONValue, any Error>
    do {
      var request = HTTPClientRequest(url: base + path)
      request.method = .POST
      request.headers.add(name: "Content-Type", value: "application/json")
      request.body = .bytes(Array(JSONWriter.text(body).utf8))
      let response = try await client.execute(request, timeout: .seconds(40))
      let bytes = try await response.body.collect(upTo: Self.maximumAnswerBytes)
      let answer = (try? JSONParser(maximumDepth: 8).parse(Data(bytes.readableBytesView))) ?? .null
      if response.status == .ok {
        result = .success(answer)
      } else {
        let message = answer["error"]?["message"]?.stringValue
        result = .failure(
          message.map { CommandFailure(.refused, $0) }
            ?? CommandFailure(
              .unavailable, "There is no provider lab at \(base): HTTP \(response.status.code)."))
      }
    } catch {
      result = .failure(
        CommandFailure(
          .unavailable,
          "No server answers at \(base). Start one with \"latchkey dev\", or name its address with --server.")
      )
    }
    try? await client.shutdown()
    return try result.get()
  }
}
