import AsyncHTTPClient
import Foundation
import IdentityWire

/// Posts JSON to prepare the loads.
struct JSONClient {
  struct Answer {
    let status: Int
    let text: String
    let milliseconds: Double

    var json: JSONValue { (try? JSONParser().parse(Data(text.utf8))) ?? .null }
  }

  func post(_ url: String, _ body: String) async throws -> Answer {
    var request = HTTPClientRequest(url: url)
    request.method = .POST
    request.headers.add(name: "Content-Type", value: "application/json")
    request.body = .bytes(Array(body.utf8))
    let clock = ContinuousClock()
    let start = clock.now
    let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
    let bytes = try await response.body.collect(upTo: 1 << 20)
    return Answer(
      status: Int(response.status.code), text: String(buffer: bytes),
      milliseconds: (clock.now - start) / .milliseconds(1))
  }

  /// - Throws: ``CommandFailure`` if the status of the answer is not 200.
  func json(_ url: String, _ body: String) async throws -> JSONValue {
    let answer = try await post(url, body)
    guard answer.status == 200 else {
      throw CommandFailure(
        description: "\(url.prefix { $0 != "?" }) answered \(answer.status): \(answer.text.prefix(400))")
    }
    return answer.json
  }
}
