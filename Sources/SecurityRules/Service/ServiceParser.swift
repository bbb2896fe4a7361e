/// Parses a rule set.
struct ServiceParser {
  static let maximumMatchDepth = 10
  static let maximumLets = 10
  static let maximumParameters = 7

  var expressions: ServiceExpressionParser

  init(_ source: SourceText) throws(SyntaxFailure) {
    expressions = ServiceExpressionParser(try ServiceScanner(source.bytes))
  }

  private var token: ServiceScanner.Token { expressions.scanner.token }
  private var span: SourceSpan { expressions.scanner.span }

  private func isAt(_ name: String) -> Bool { token == .name(name) }

  mutating func file() throws(SyntaxFailure) -> ServiceFile {
    var file = ServiceFile()
    if isAt("rules_version") {
      try expressions.scanner.advance()
      try expressions.expect("=")
      guard case .string(let text) = token,
        let version = [1, 2].first(where: { ExactText.equal("\($0)", text) })
      else { throw SyntaxFailure("The version of the rules is '1' or '2'.", span) }
      file.version = version
      try expressions.scanner.advance()
      try expressions.expect(";")
    }
    while isAt("function") { file.functions.append(try function()) }
    while isAt("service") {
      file.services.append(try service())
    }
    guard token == .end else {
      throw expressions.unexpected(expecting: "'service' or 'function'", known: ["service", "function"])
    }
    guard !file.services.isEmpty else {
      throw SyntaxFailure(
        "The rules have no service.", span, suggestion: "Write service firebase.storage { … }.")
    }
    return file
  }

  private mutating func service() throws(SyntaxFailure) -> ServiceFile.ServiceDeclaration {
    try expressions.scanner.advance()
    let start = span.start
    var name = try expressions.name("the name of a service")
    while token == .symbol(".") {
      try expressions.scanner.advance()
      name += "." + (try expressions.name("the name of a service"))
    }
    guard let kind = ServiceRules.Service(rawValue: name) else {
      throw SyntaxFailure(
        "There is no service '\(name)'.", SourceSpan(start, expressions.scanner.previousEnd),
        suggestion: Suggestion.of(name, among: ServiceRules.Service.allCases.map(\.rawValue))
          ?? "Services are firebase.storage and cloud.firestore.")
    }
    var service = ServiceFile.ServiceDeclaration(service: kind)
    try expressions.expect("{")
    while token != .symbol("}") {
      if isAt("function") {
        service.functions.append(try function())
      } else if isAt("match") {
        service.matches.append(try match(depth: 1))
      } else {
        throw unexpectedInBlock(["match", "function"])
      }
    }
    try expressions.expect("}")
    return service
  }

  private func unexpectedInBlock(_ known: [String]) -> SyntaxFailure {
    if token == .symbol("/") {
      return SyntaxFailure(
        "Missing 'match' keyword before path.", span, suggestion: "Write 'match' before it.")
    }
    if token == .end { return SyntaxFailure("Missing '}' at the end.", span) }
    return expressions.unexpected(
      expecting: known.map { "'\($0)'" }.joined(separator: ", ") + " or '}'", known: known)
  }

  private mutating func match(depth: Int) throws(SyntaxFailure) -> ServiceFile.MatchDeclaration {
    let start = span
    try expressions.scanner.advance()
    guard token == .symbol("/") else {
      throw SyntaxFailure(
        "Expected a path after 'match'.", span, suggestion: "Paths begin with '/', such as /images/{name}.")
    }
    guard depth <= Self.maximumMatchDepth else {
      throw SyntaxFailure("'match' blocks are nested more than \(Self.maximumMatchDepth) deep.", start)
    }
    let path = try expressions.scanner.matchPath()
    var match = ServiceFile.MatchDeclaration(
      segments: try ServiceSegment.parse(path.text, at: path.span.start), span: path.span)
    try expressions.expect("{")
    while token != .symbol("}") {
      switch token {
      case .name("function"): match.functions.append(try function())
      case .name("match"): match.matches.append(try self.match(depth: depth + 1))
      case .name("allow"): match.allows.append(try allow())
      default: throw unexpectedInBlock(["allow", "match", "function"])
      }
    }
    try expressions.expect("}")
    return match
  }

  private mutating func allow() throws(SyntaxFailure) -> ServiceFile.AllowDeclaration {
    let start = span.start
    var methods: ServiceMethods = []
    var names: [String] = []
    repeat {
      try expressions.scanner.advance()
      let place = span
      let name = try expressions.name("what is allowed")
      guard let method = ServiceMethods.names[name] else {
        throw SyntaxFailure(
          "There is no method '\(name)'.", place,
          suggestion: Suggestion.of(name, among: ServiceMethods.names.keys)
            ?? "Methods are read, write, get, list, create, update and delete.")
      }
      methods.formUnion(method)
      names.append(name)
    } while token == .symbol(",")
    var condition: Int?
    if token == .symbol(":") {
      try expressions.scanner.advance()
      guard isAt("if") else { throw expressions.unexpected(expecting: "'if'", known: ["if"]) }
      try expressions.scanner.advance()
      condition = try expressions.whole()
    } else if isAt("if") {
      throw SyntaxFailure("Missing ':' before 'if'.", span, suggestion: "Write 'allow \(names[0]): if …;'.")
    }
    let end = expressions.scanner.previousEnd
    try expressions.expect(";")
    return .init(
      methods: methods, methodNames: names.joined(separator: ", "), condition: condition,
      span: SourceSpan(start, end))
  }

  private mutating func function() throws(SyntaxFailure) -> ServiceFile.FunctionDeclaration {
    try expressions.scanner.advance()
    let nameSpan = span
    let name = try expressions.name("the name of a function")
    try expressions.expect("(")
    var parameters: [(name: String, span: SourceSpan)] = []
    while token != .symbol(")") {
      if !parameters.isEmpty { try expressions.expect(",") }
      let place = span
      parameters.append((try expressions.name("the name of an argument"), place))
      guard parameters.count <= Self.maximumParameters else {
        throw SyntaxFailure("A function takes \(Self.maximumParameters) arguments at most.", place)
      }
    }
    try expressions.expect(")")
    try expressions.expect("{")
    var lets: [(name: String, span: SourceSpan, value: Int)] = []
    while isAt("let") {
      try expressions.scanner.advance()
      let place = span
      let variable = try expressions.name("the name of a variable")
      try expressions.expect("=")
      lets.append((variable, place, try expressions.whole()))
      try expressions.expect(";")
      guard lets.count <= Self.maximumLets else {
        throw SyntaxFailure("A function has \(Self.maximumLets) variables at most.", place)
      }
    }
    guard isAt("return") else {
      throw token == .symbol("}")
        ? SyntaxFailure("The function returns nothing.", nameSpan, suggestion: "Add 'return …;' at its end.")
        : expressions.unexpected(expecting: "'let' or 'return'", known: ["let", "return"])
    }
    try expressions.scanner.advance()
    let body = try expressions.whole()
    try expressions.expect(";")
    try expressions.expect("}")
    return .init(name: name, nameSpan: nameSpan, parameters: parameters, lets: lets, body: body)
  }
}

extension ServiceSegment {
  /// - Parameter start: the position of the path in the source.
  static func parse(_ path: [UInt8], at start: Int) throws(SyntaxFailure) -> [ServiceSegment] {
    var segments: [ServiceSegment] = []
    var index = 0
    while index < path.count {
      let slash = index
      var end = slash + 1
      while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
      let span = SourceSpan(start + slash + 1, start + end)
      let segment = Array(path[(slash + 1)..<end])
      guard !segment.isEmpty else {
        throw SyntaxFailure("A segment of the path is empty.", SourceSpan(start + slash, start + end))
      }
      index = end
      guard segment.first == UInt8(ascii: "{") else {
        guard
          !segment.contains(where: { [0x7B, 0x7D, 0x2A, 0x28, 0x29, 0x22, 0x27].contains($0) })
            || isParenthesized(segment)
        else {
          throw SyntaxFailure(
            "The segment is neither a name nor a variable.", span, suggestion: "Variables are {name}.")
        }
        segments.append(.literal(String(decoding: segment, as: UTF8.self)))
        continue
      }
      guard segment.last == UInt8(ascii: "}") else {
        throw SyntaxFailure("Missing '}' after the variable.", span)
      }
      var bytes = segment[1..<(segment.count - 1)].filter { $0 != 0x20 && $0 != 0x09 }
      let isGlob = bytes.suffix(3).elementsEqual("=**".utf8)
      if isGlob { bytes.removeLast(3) }
      let name = String(decoding: bytes, as: UTF8.self)
      guard let first = bytes.first, ServiceScanner.isNameStart(first),
        bytes.allSatisfy({ ServiceScanner.isNameStart($0) || ServiceScanner.isDigit($0) })
      else {
        throw SyntaxFailure(
          "'\(name)' is no name of a variable.", span,
          suggestion: "Write {name} for one segment, {name=**} for any number of them.")
      }
      segments.append(isGlob ? .glob(name) : .single(name))
    }
    return segments
  }

  /// True for `(default)`, Firestore's name for its first database.
  private static func isParenthesized(_ segment: [UInt8]) -> Bool {
    segment.count > 2 && segment.first == 0x28 && segment.last == 0x29
      && segment.dropFirst().dropLast().allSatisfy {
        ServiceScanner.isNameStart($0) || ServiceScanner.isDigit($0)
      }
  }
}
