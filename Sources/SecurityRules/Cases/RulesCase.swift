import Foundation
import IdentityWire

/// One case of a case file: rules, a request, and the expected verdict.
public struct RulesCase: Sendable {
  public enum Language: String, Sendable {
    case database
    /// Cloud Storage; Cloud Firestore if the request's path is a path of Cloud Firestore.
    case storage
  }

  public enum Verdict: String, Sendable {
    case allow, deny
    case compileError = "compile-error"
  }

  public let language: Language
  public let name: String
  public let rules: String
  public let expected: Verdict
  private let request: JSONValue

  /// - Throws: ``RulesRequestError``, which names the missing or wrong member.
  public init(_ json: JSONValue) throws(RulesRequestError) {
    name = json["name"]?.stringValue ?? "a case without a name"
    guard let language = json["language"]?.stringValue.flatMap(Language.init) else {
      throw RulesRequestError(message: "\(name): 'language' is neither 'database' nor 'storage'.")
    }
    guard let expected = json["expect"]?.stringValue.flatMap(Verdict.init) else {
      throw RulesRequestError(message: "\(name): 'expect' is none of 'allow', 'deny' and 'compile-error'.")
    }
    switch json["rules"] {
    case .string(let text)?: rules = text
    case let document?: rules = JSONWriter.text(document)
    case nil: throw RulesRequestError(message: "\(name): there are no 'rules'.")
    }
    self.language = language
    self.expected = expected
    request = json["request"] ?? .object([:])
  }

  /// Reads the cases of a file, which contains a list of them.
  public static func file(_ bytes: [UInt8]) throws(RulesRequestError) -> [RulesCase] {
    let document: JSONValue
    do {
      var parser = JSONParser(maximumBytes: 64 << 20, maximumDepth: 64)
      parser.maximumMembers = .max
      document = try parser.parse(bytes)
    } catch {
      throw RulesRequestError(message: "The file is not JSON: \(error).")
    }
    guard let cases = document.arrayValue ?? document["cases"]?.arrayValue else {
      throw RulesRequestError(message: "The file holds no list of cases.")
    }
    var result: [RulesCase] = []
    for json in cases { result.append(try RulesCase(json)) }
    return result
  }

  /// Evaluates the request. Returns the verdict and its reason.
  public func run() -> (verdict: Verdict, reason: String) {
    do throws(RulesCompilationError) {
      switch language {
      case .database: return try runDatabase()
      case .storage: return try runService()
      }
    } catch {
      return (.compileError, error.issues.first?.message ?? "")
    }
  }

  private func runDatabase() throws(RulesCompilationError) -> (verdict: Verdict, reason: String) {
    let rules = try DatabaseRules(rules)
    do throws(RulesRequestError) {
      let answer = rules.explain(try DatabaseRequest(test: request))
      return (answer.isAllowed ? .allow : .deny, answer.reason)
    } catch {
      return (.deny, error.message)
    }
  }

  private func runService() throws(RulesCompilationError) -> (verdict: Verdict, reason: String) {
    let rules = try ServiceRules(rules)
    do throws(RulesRequestError) {
      let answer = try rules.explain(test: request)
      return (answer.explanation.isAllowed ? .allow : .deny, answer.explanation.reason)
    } catch {
      return (.deny, error.message)
    }
  }
}

extension ServiceRules {
  /// Evaluates a request in the format of the case files. Its path determines the service; `documents` contains the
  /// fields of documents by path.
  ///
  /// - Throws: the errors of ``ServiceRequest/init(test:)``.
  public func explain(test json: JSONValue) throws(RulesRequestError) -> ServiceExplanation {
    let request = try ServiceRequest(test: json)
    var documents = RulesDocuments.none
    if let members = json["documents"]?.objectValue {
      let known = TextMap(members.map { ($0.key, $0.value) })
      documents = RulesDocuments { _, path in
        guard let data = known[path]?.objectValue else { return .missing }
        return .document(RulesResource(id: DatabasePath.keys(path).last ?? "", data: data))
      }
    }
    let service = Service(path: json["path"]?.stringValue ?? "")
    return explain(request, service: service, documents: documents)
  }
}

extension DatabaseRequest {
  /// Reads a request in the format of the case files: `auth`, `path`, `method`, `data` (the whole database before the
  /// request), `newData`, `query` and `time` in milliseconds.
  ///
  /// - Throws: an error for an invalid method, query or data, and for a member that is unknown or of another
  ///   type.
  public init(test json: JSONValue) throws(RulesRequestError) {
    try RequestShape.database.check(json)
    if let query = json.given("query") { try RequestShape.databaseQuery.check(query, "query") }
    let operation: Operation
    switch json["method"]?.stringValue {
    case "read": operation = .read(try DatabaseQuery(test: json["query"]))
    case "write": operation = .write(json["newData"] ?? .null)
    case "delete": operation = .delete
    case "update":
      guard let members = json["newData"]?.objectValue else {
        throw RulesRequestError(message: "An update needs an object as 'newData'.")
      }
      operation = .update(members)
    default: throw RulesRequestError(message: "'method' is none of read, write, update and delete.")
    }
    self.init(
      operation, path: json["path"]?.stringValue ?? "/", auth: RulesAuth(test: json["auth"]),
      data: try DatabaseData(json["data"] ?? .null),
      time: json["time"]?.doubleValue ?? Date().timeIntervalSince1970 * 1000)
  }
}

extension DatabaseQuery {
  init(test json: JSONValue?) throws(RulesRequestError) {
    guard let members = json?.objectValue else {
      self.init()
      return
    }
    var order = Order.key
    if let path = members["orderByChild"]?.stringValue { order = .child(path) }
    if members["orderByValue"] == true { order = .value }
    if members["orderByPriority"] == true { order = .priority }
    self.init(
      order: order, startAt: members["startAt"] ?? .null, endAt: members["endAt"] ?? .null,
      equalTo: members["equalTo"] ?? .null,
      limitToFirst: members["limitToFirst"]?.integerValue.map(Int.init),
      limitToLast: members["limitToLast"]?.integerValue.map(Int.init))
  }
}

extension ServiceRequest {
  /// Reads a request in the format of the case files: `auth`, `path`, `method`, `time` in RFC 3339, `resource` and
  /// `requestResource`. If they are missing, `resource` and `requestResource` are null, and `time` is the current time.
  ///
  /// - Throws: an error for an invalid method or time, and for a member that is unknown or of another type.
  public init(test json: JSONValue) throws(RulesRequestError) {
    try RequestShape.service.check(json)
    guard let method = json["method"]?.stringValue.flatMap(Method.init) else {
      throw RulesRequestError(message: "'method' is none of get, list, create, update and delete.")
    }
    let path = json["path"]?.stringValue ?? ""
    self.init(method, path: path, auth: RulesAuth(test: json["auth"]), time: Date())
    if let text = json["time"]?.stringValue {
      guard let moment = RulesTimestamp(rfc3339: text) else {
        throw RulesRequestError(message: "'time' is no moment in RFC 3339.")
      }
      time = .value(.timestamp(moment))
    }
    let service = ServiceRules.Service(path: path)
    resource = .value(Self.resource(json["resource"], service))
    requestResource = .value(Self.resource(json["requestResource"], service))
    if let members = json["query"]?.objectValue { setQuery(members) }
    if let members = json["params"]?.objectValue { params = .value(ServiceValue(.object(members))) }
  }

  static func resource(_ json: JSONValue?, _ service: ServiceRules.Service) -> ServiceValue {
    guard let members = json?.objectValue else { return .null }
    return service == .storage ? RulesResource(storage: members).value : RulesResource(members: members).value
  }
}
