import IdentityWire

/// The `projects.test` method of the public Firebase Rules API. It evaluates requests against rules and
/// returns the results.
///
/// https://firebase.google.com/docs/reference/rules/rest/v1/projects/test
public struct RulesTestSuite: Sendable {
  /// The maximum number of cases in one call.
  public static let maximumCases = 500
  /// The maximum length of the file's name in UTF-8 bytes. Every position in an answer repeats the name.
  public static let maximumNameBytes = 1_000

  private let rules: ServiceRules?
  private let fileName: String
  private let issues: [RulesIssue]
  private let cases: [JSONValue]
  /// The remaining steps for all cases together. The initial number is enough for twenty requests.
  var remainingSteps = 20 * WorkBudget.standard
  /// The number of expressions that the answer may still contain.
  private var remainingExpressions = 50_000
  /// The UTF-8 bytes of messages and document paths that the answer may still contain.
  private var remainingBytes = 4 << 20

  /// - Parameter message: `{source: {files: […]}, testSuite: {testCases: […]}}`.
  /// - Throws: an error if there is not exactly one file, or if a limit is exceeded.
  public init(_ message: JSONValue) throws(RulesRequestError) {
    let files = message["source"]?["files"]?.arrayValue ?? []
    guard let file = files.first, let content = file["content"]?.stringValue else {
      throw RulesRequestError(message: "The source must have a file with content.")
    }
    guard files.count == 1 else { throw RulesRequestError(message: "The source must have one file.") }
    cases = message["testSuite"]?["testCases"]?.arrayValue ?? []
    guard cases.count <= Self.maximumCases else {
      throw RulesRequestError(message: "A test suite has \(Self.maximumCases) cases at most.")
    }
    fileName = file["name"]?.stringValue ?? ""
    guard fileName.utf8.count <= Self.maximumNameBytes else {
      throw RulesRequestError(message: "The name of a file has \(Self.maximumNameBytes) bytes at most.")
    }
    do throws(RulesCompilationError) {
      let rules = try ServiceRules(content)
      self.rules = rules
      issues = rules.warnings
    } catch {
      rules = nil
      issues = error.issues
    }
  }

  /// The number of results; 0 if the rules do not compile.
  public var count: Int { rules == nil ? 0 : cases.count }

  /// Returns the answer with the results of the cases, in their order.
  public func answer(_ results: [JSONValue]) -> JSONValue {
    var answer: [String: JSONValue] = [:]
    if !issues.isEmpty { answer["issues"] = .array(issues.map(issue)) }
    if rules != nil { answer["testResults"] = .array(results) }
    return .object(answer)
  }

  private func issue(_ issue: RulesIssue) -> JSONValue {
    [
      "severity": .string(issue.severity.rawValue),
      "description": .string(issue.message + (issue.suggestion.map { " " + $0 } ?? "")),
      "sourcePosition": position(issue.span, issue.line, issue.column),
    ]
  }

  private func position(_ span: SourceSpan, _ line: Int, _ column: Int) -> JSONValue {
    var members: [String: JSONValue] = [
      "line": .integer(Int64(line)), "column": .integer(Int64(column)),
      "currentOffset": .integer(Int64(span.start)), "endOffset": .integer(Int64(span.end)),
    ]
    if !fileName.isEmpty { members["fileName"] = .string(fileName) }
    return .object(members)
  }

  /// Runs one case.
  public mutating func result(_ index: Int) -> JSONValue {
    guard let rules, cases.indices.contains(index) else { return [:] }
    let test = cases[index]
    let request: ServiceRequest
    do throws(RulesRequestError) {
      request = try ServiceRequest(testCase: test)
    } catch {
      return ["state": "FAILURE", "debugMessages": [.string(error.message)]]
    }
    let path = test["request"]?["path"]?.stringValue ?? ""
    let steps = min(remainingSteps, WorkBudget.standard)
    var budget = WorkBudget(steps)
    let answer = rules.explain(
      request, service: .init(path: path), documents: Self.documents(test["functionMocks"]), budget: &budget)
    remainingSteps -= steps - max(budget.remaining, 0)
    let isExpected = answer.explanation.isAllowed == (test["expectation"]?.isText("ALLOW") == true)
    var members: [String: JSONValue] = ["state": isExpected ? "SUCCESS" : "FAILURE"]
    var messages = answer.debugMessages
    for rule in answer.explanation.rules {
      guard case .failed(let message, let line, let column) = rule.result else { continue }
      messages.append("\(message) for '\(request.method.rawValue)' @ L\(line)")
      if members["errorPosition"] == nil {
        members["errorPosition"] = ["line": .integer(Int64(line)), "column": .integer(Int64(column))]
      }
    }
    // If the budget ran out between two conditions, no condition reports this failure.
    if budget.remaining < 0, messages.isEmpty {
      messages.append("\(answer.explanation.reason) for '\(request.method.rawValue)'")
    }
    messages = messages.filter { take($0) }
    if !messages.isEmpty { members["debugMessages"] = .array(messages.map { .string($0) }) }
    let lookups = answer.lookups.filter { take($0.path) }
    if !lookups.isEmpty {
      members["functionCalls"] = .array(
        lookups.map { ["function": .string($0.function), "args": [.string($0.path)]] })
    }
    let visited = Array(answer.explanation.rules.lazy.flatMap(\.visited).prefix(remainingExpressions))
    remainingExpressions -= visited.count
    members["visitedExpressions"] = visited.isEmpty ? nil : .array(visited.map { visit($0, rules.source) })
    let level = test["expressionReportLevel"]
    let isFull = level?.isText("FULL") == true
    if isFull || level?.isText("VISITED") == true {
      var report = ExpressionReport(
        rules: rules, visited: visited, isFull: isFull, limit: remainingExpressions, position: position)
      members["expressionReports"] = .array(answer.explanation.rules.compactMap { report.tree(of: $0) })
      remainingExpressions -= report.count
    }
    return .object(members)
  }

  /// Returns false if the answer has no room for the text.
  private mutating func take(_ text: String) -> Bool {
    // Adds the bytes of the JSON around a short text.
    let bytes = text.utf8.count + 32
    guard bytes <= remainingBytes else { return false }
    remainingBytes -= bytes
    return true
  }

  private func visit(_ visited: VisitedExpression, _ source: SourceText) -> JSONValue {
    let place = source.position(of: visited.span.start)
    return [
      "sourcePosition": position(visited.span, place.line, place.column), "value": visited.json,
    ]
  }

  /// Makes the documents from mocks. A mock names its function, and either one path or any path.
  private static func documents(_ json: JSONValue?) -> RulesDocuments {
    let mocks = json?.arrayValue ?? []
    return RulesDocuments { function, path in
      for mock in mocks where mock["function"]?.isText(function) == true {
        let arguments = mock["args"]?.arrayValue ?? []
        let fits = arguments.allSatisfy { argument in
          if argument["anyValue"] != nil { return true }
          guard let text = argument["exactValue"]?.stringValue else { return false }
          return DatabasePath.keys(text).elementsEqual(DatabasePath.keys(path)) { ExactText.equal($0, $1) }
        }
        guard fits else { continue }
        guard let value = mock["result"]?["value"] else { return .failed }
        return .document(RulesResource(value: ServiceValue(value)))
      }
      return .failed
    }
  }
}

extension JSONValue {
  /// True if the value is exactly this text.
  func isText(_ text: String) -> Bool { stringValue.map { ExactText.equal($0, text) } ?? false }
}

extension RulesResource {
  init(value: ServiceValue) { self.value = value }
}

extension VisitedExpression {
  /// The value as JSON if it can be parsed; otherwise as text.
  var json: JSONValue {
    if !isError, let json = try? JSONParser().parse(value) { return json }
    return .string(isError ? "error: " + value : value)
  }
}

extension ServiceRequest {
  /// Reads a request of the public API. Missing members are undefined.
  init(testCase test: JSONValue) throws(RulesRequestError) {
    let json = test["request"] ?? .object([:])
    guard let method = json["method"]?.stringValue.flatMap(Method.init) else {
      throw RulesRequestError(message: "'request.method' is none of get, list, create, update and delete.")
    }
    var path = json["path"]?.stringValue ?? ""
    if test["pathEncoding"]?.isText("PLAIN") != true {
      guard let decoded = PercentEncoding.decoded(path) else {
        throw RulesRequestError(message: "'request.path' is not URL encoded.")
      }
      path = decoded
    }
    let service = ServiceRules.Service(path: path)
    func variable(_ json: JSONValue?) -> Variable {
      json.map { .value(Self.resource($0, service)) } ?? .undefined
    }
    self.init(
      method: method, path: path, auth: .undefined, time: .undefined, resource: variable(test["resource"]),
      requestResource: variable(json["resource"]))
    if let auth = json["auth"] {
      self.auth = .value(RulesAuth(test: auth)?.service ?? .null)
    }
    if let text = json["time"]?.stringValue {
      guard let moment = RulesTimestamp(rfc3339: text) else {
        throw RulesRequestError(message: "'request.time' is no moment in RFC 3339.")
      }
      time = .value(.timestamp(moment))
    }
    if let query = json["query"] { self.query = .value(ServiceValue(query)) }
    if let params = json["params"] { self.params = .value(ServiceValue(params)) }
  }
}

/// Decodes percent escapes such as `%2F`.
enum PercentEncoding {
  /// Decodes a text; nil if a `%` is not followed by two digits, or if the result is not UTF-8.
  static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst().flatMap(digit), let low = rest.popFirst().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return StreamSafeText.decode(bytes)
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    Character(Unicode.Scalar(byte)).hexDigitValue.flatMap { UInt8(exactly: $0) }
  }
}
