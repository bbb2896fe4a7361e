import Foundation
import IdentityWire

/// A record of a request to a provider, so that a test can check it.
struct RecordedRequest: Sendable {
  static let maximumValueLength = 2048

  /// Names whose values are secrets or can be used like secrets.
  static let secretNames: Set<String> = [
    "access_token", "appsecret_proof", "client_secret", "code", "code_verifier", "fb_exchange_token",
    "id_token",
    "input_token", "oauth_token", "oauth_verifier", "password", "refresh_token", "token",
  ]

  let provider: LabProviderID
  let endpoint: LabEndpoint
  let method: String
  let path: String
  let query: [(String, String)]
  let form: [(String, String)]
  let time: Date

  init(_ request: LabRequest, provider: LabProviderID, endpoint: LabEndpoint, time: Date) {
    self.provider = provider
    self.endpoint = endpoint
    self.time = time
    method = request.method.rawValue
    path = String(request.path.prefix(Self.maximumValueLength))
    query = Self.cleaned(request.query.pairs)
    let members = request.json.sorted { $0.key < $1.key }
      .map { (name: $0.key, value: $0.value.stringValue ?? JSONWriter.text($0.value)) }
    form = Self.cleaned(request.form.pairs + members)
  }

  private static func cleaned(_ pairs: [(name: String, value: String)]) -> [(String, String)] {
    pairs.map { name, value in
      (
        String(name.prefix(200)),
        secretNames.contains(name) ? "[removed]" : String(value.prefix(maximumValueLength))
      )
    }
  }

  var json: JSONValue {
    .object([
      "provider": .string(provider.rawValue), "endpoint": .string(endpoint.rawValue),
      "method": .string(method), "path": .string(path), "query": Self.object(query),
      "form": Self.object(form), "time": .integer(Int64(time.timeIntervalSince1970)),
    ])
  }

  static func object(_ pairs: [(String, String)]) -> JSONValue {
    .object(Dictionary(pairs.map { ($0.0, .string($0.1)) }, uniquingKeysWith: { _, last in last }))
  }
}
