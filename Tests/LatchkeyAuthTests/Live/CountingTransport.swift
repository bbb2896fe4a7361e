import FirebaseAuth
import Foundation
import IdentityWire
import Synchronization
import TestSupport

/// Counts the requests for each endpoint, can keep the network down, hold a request or its answer back, change what
/// comes back, and answer in the server's place what no server can be brought to answer.
final class CountingTransport: AuthTransport {
  enum Moment: Sendable { case beforeRequest, beforeAnswer }

  private struct State {
    var counts: [String: Int] = [:]
    var failures = 0
    var messages: [(endpoint: String, text: String)] = []
    var holds: [String: (moment: Moment, gate: Gate)] = [:]
    var replacements: [(old: String, new: String)] = []
    var refusals: [String: JSONValue] = [:]
  }

  private let real = URLSessionTransport()
  private let state = Mutex(State())

  func send(_ request: AuthTransportRequest) async throws -> AuthTransportResponse {
    let endpoint = request.url.lastPathComponent
    let (fails, held, replacements, refusal) = state.withLock { state in
      state.counts[endpoint, default: 0] += 1
      state.messages.append((endpoint, String(decoding: request.body ?? Data(), as: UTF8.self)))
      let held = state.holds.removeValue(forKey: endpoint)
      let fails = state.failures > 0
      if fails { state.failures -= 1 }
      return (fails, held, state.replacements, state.refusals.removeValue(forKey: endpoint))
    }
    if fails { throw URLError(.notConnectedToInternet) }
    if let refusal {
      return AuthTransportResponse(status: 400, body: Data(JSONWriter.text(refusal).utf8))
    }
    if let held, held.moment == .beforeRequest { await held.gate.pass() }
    var answer = try await real.send(request)
    if let held, held.moment == .beforeAnswer { await held.gate.pass() }
    for (old, new) in replacements {
      answer.body = Data(String(decoding: answer.body, as: UTF8.self).replacing(old, with: new).utf8)
    }
    return answer
  }

  func count(_ endpoint: String) -> Int { state.withLock { $0.counts[endpoint] ?? 0 } }
  func goDown(for requests: Int) { state.withLock { $0.failures = requests } }
  var lastMessage: String { state.withLock { $0.messages.last?.text ?? "" } }

  /// What an endpoint was sent last.
  func lastMessage(to endpoint: String) throws -> JSONValue {
    let text = state.withLock { $0.messages.last { $0.endpoint == endpoint }?.text }
    guard let text else { throw TestFailure("nothing was sent to \(endpoint)") }
    return try JSONParser().parse(text)
  }

  /// The next request of that endpoint is answered with an error, in the protocol's envelope.
  func refuse(_ endpoint: String, _ message: String, reason: String = "invalid") {
    let error: JSONValue = [
      "error": [
        "code": 400, "message": .string(message),
        "errors": [["message": .string(message), "reason": .string(reason), "domain": "global"]],
      ]
    ]
    state.withLock { $0.refusals[endpoint] = error }
  }

  /// The next request of that endpoint, or its answer, waits there.
  func hold(_ endpoint: String, _ moment: Moment) -> Gate {
    let gate = Gate()
    state.withLock { $0.holds[endpoint] = (moment, gate) }
    return gate
  }

  func replace(_ old: String, with new: String) { state.withLock { $0.replacements.append((old, new)) } }
}
