// For libFuzzer, built by `make fuzz-rules` together with the module's own sources.

import Foundation

/// The first byte says of which language the rest is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzRules(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  guard count > 0 else { return 0 }
  let text = String(decoding: UnsafeBufferPointer(start: start + 1, count: count - 1), as: UTF8.self)
  switch start[0] % 4 {
  case 0:
    if let rules = try? DatabaseRules(text) { FuzzRequests.ask(rules) }
  case 1:
    // One expression, so that not every input has to find the document around it.
    let document = JSONWriter.text(["rules": ["$k": [".read": .string(text), ".validate": .string(text)]]])
    if let rules = try? DatabaseRules(document) { FuzzRequests.ask(rules) }
  case 2:
    if let rules = try? ServiceRules(text) { FuzzRequests.ask(rules) }
  default:
    let source =
      "rules_version = '2'; service firebase.storage { match /{x}/{rest=**} { allow read, write: if \(text); } }"
    if let rules = try? ServiceRules(source) { FuzzRequests.ask(rules) }
  }
  return 0
}

enum FuzzRequests {
  static let auth = RulesAuth(
    uid: "ann", token: ["email": "ann@example.com", "level": 3, "list": ["a", 1], "map": ["a": nil]],
    provider: "password")
  static let data = (try? DatabaseData(["k": ["a": 1, "b": "x", "c": ["d": true]]])) ?? DatabaseData()
  static let database: [DatabaseRequest] = [
    DatabaseRequest(.read, path: "/k", auth: auth, data: data, time: 1_700_000_000_000),
    DatabaseRequest(.read, path: "/", auth: nil, data: data, time: 0),
    DatabaseRequest(
      .write(["a": 2, "b": ["c": "y"]]), path: "/k", auth: auth, data: data, time: 1_700_000_000_000),
  ]
  static let resource = RulesResource(storage: [
    "name": "f", "size": 10, "metadata": ["owner": "ann"], "updated": "2024-02-29T12:00:00Z",
  ])
  static let service: [ServiceRequest] = [
    ServiceRequest(
      .update, path: "/b/x/o/f", auth: auth, time: Date(timeIntervalSince1970: 1_700_000_000),
      resource: resource,
      newResource: resource),
    ServiceRequest(.get, path: "/b/x/o/f", auth: nil, time: Date(timeIntervalSince1970: 0)),
  ]

  static func ask(_ rules: DatabaseRules) { for request in database { _ = rules.explain(request) } }

  static func ask(_ rules: ServiceRules) {
    let documents = RulesDocuments { _, _ in .document(RulesResource(id: "x", data: ["a": 1])) }
    for request in service { _ = rules.explain(request, documents: documents) }
  }
}
