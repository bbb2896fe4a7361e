import Foundation
import IdentityWire

/// A request to Cloud Storage, Cloud Firestore, or a service with the same kind of rules.
public struct ServiceRequest: Sendable {
  public enum Method: String, Sendable, CaseIterable {
    case get, list, create, update, delete

    var mask: ServiceMethods {
      switch self {
      case .get: .get
      case .list: .list
      case .create: .create
      case .update: .update
      case .delete: .delete
      }
    }
  }

  /// A variable of the rules. An undefined variable has no value, so even its comparison with null fails.
  enum Variable: Sendable {
    case undefined
    case value(ServiceValue)
  }

  public let method: Method
  private(set) var segments: [String]
  var auth: Variable
  var time: Variable
  var resource: Variable
  var requestResource: Variable
  var query: Variable = .undefined
  var params: Variable = .undefined

  /// - Parameters:
  ///   - path: the full path in the service, such as `/b/my-bucket/o/images/cat.png` or
  ///     `/databases/(default)/documents/users/alice`.
  ///   - auth: the signed-in user; nil if nobody is signed in. Rules then read null.
  ///   - resource: the stored object or document; nil if it does not exist. Rules then read null.
  ///   - newResource: `request.resource`, the object or document to store.
  public init(
    _ method: Method, path: String, auth: RulesAuth?, time: Date, resource: RulesResource? = nil,
    newResource: RulesResource? = nil
  ) {
    self.method = method
    segments = DatabasePath.keys(path)
    self.auth = .value(auth?.service ?? .null)
    self.time = RulesTimestamp(time).map { .value(.timestamp($0)) } ?? .undefined
    self.resource = .value(resource?.value ?? .null)
    requestResource = .value(newResource?.value ?? .null)
  }

  /// Creates a request for an object of Cloud Storage.
  ///
  /// - Parameter object: the segments of its name, which may contain any characters.
  public init(
    _ method: Method, object: [String], bucket: String, auth: RulesAuth?, time: Date,
    resource: RulesResource? = nil, newResource: RulesResource? = nil
  ) {
    self.init(method, path: "", auth: auth, time: time, resource: resource, newResource: newResource)
    segments = ["b", bucket, "o"] + object
  }

  init(
    method: Method, path: String, auth: Variable, time: Variable, resource: Variable,
    requestResource: Variable
  ) {
    self.method = method
    segments = DatabasePath.keys(path)
    self.auth = auth
    self.time = time
    self.resource = resource
    self.requestResource = requestResource
  }

  /// Sets `request.query`, the parameters of a list.
  public mutating func setQuery(_ members: [String: JSONValue]) {
    query = .value(ServiceValue(.object(members)))
  }
}

/// An object or document in the form that rules read.
public struct RulesResource: Sendable {
  let value: ServiceValue

  /// Creates an object of Cloud Storage from its metadata: `size`, `contentType` and others, under the names of the
  /// JSON API. As in that API, numbers may be strings, and `timeCreated` and `updated` are in RFC 3339.
  public init(storage members: [String: JSONValue]) {
    var values: [(String, ServiceValue)] = []
    for (name, json) in members {
      var value = ServiceValue(json)
      if let text = json.stringValue {
        func isNamed(_ names: String...) -> Bool { names.contains { ExactText.equal($0, name) } }
        if isNamed("size", "generation", "metageneration"), let number = Int64(text) {
          value = .int(number)
        } else if isNamed("timeCreated", "updated"), let time = RulesTimestamp(rfc3339: text) {
          value = .timestamp(time)
        }
      }
      values.append((name, value))
    }
    value = .map(ServiceMap(TextMap(values)))
  }

  /// Creates a document. Its fields become `data`.
  public init(id: String, data: [String: JSONValue]) {
    value = ServiceValue(.object(["id": .string(id), "data": .object(data)]))
  }

  /// Creates a resource with exactly these members.
  public init(members: [String: JSONValue]) { value = ServiceValue(.object(members)) }
}
