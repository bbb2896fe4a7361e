/// Resolves the names of a rule set, and flattens its `match` blocks.
struct ServiceCompiler {
  static let maximumSegments = 100
  static let maximumWildcards = 20
  /// The maximum length of the literal names in a path. Firestore's limit is the same.
  static let maximumPathBytes = 6 << 10

  private let source: SourceText
  private let version: Int
  private(set) var program: ServiceProgram
  private(set) var issues: [RulesIssue] = []
  private(set) var matches: [ServiceMatch] = []
  private var service = ServiceRules.Service.storage
  /// The functions that each function calls.
  private var calls: [Set<Int>] = []
  private var declarations: [ServiceFile.FunctionDeclaration] = []
  private var used: Set<Int> = []
  /// The function whose body is being resolved.
  private var current: Int?

  private struct Scope {
    /// Functions by name, for each block. Inner blocks come after outer blocks.
    var functions: [[String: Int]] = []
    var wildcards: [String] = []
    var locals: [String] = []
  }

  private init(_ source: SourceText, version: Int, program: ServiceProgram) {
    self.source = source
    self.version = version
    self.program = program
  }

  struct Result {
    var program = ServiceProgram()
    var matches: [ServiceMatch] = []
    var version = 1
    var issues: [RulesIssue] = []
  }

  static func compile(_ source: SourceText) -> Result {
    do throws(SyntaxFailure) {
      guard source.bytes.count <= ServiceRules.maximumBytes else {
        throw SyntaxFailure("The rules are larger than \(ServiceRules.maximumBytes) bytes.", SourceSpan(0, 0))
      }
      var parser = try ServiceParser(source)
      let file = try parser.file()
      var compiler = ServiceCompiler(source, version: file.version, program: parser.expressions.program)
      compiler.compile(file)
      return Result(
        program: compiler.program, matches: compiler.matches, version: file.version, issues: compiler.issues)
    } catch {
      return Result(issues: [error.issue(in: source)])
    }
  }

  private static let maximumIssues = 100

  private mutating func error(
    _ message: String, _ span: SourceSpan, suggestion: @autoclosure () -> String? = nil
  ) {
    report(.error, message, span, suggestion)
  }

  private mutating func warn(
    _ message: String, _ span: SourceSpan, suggestion: @autoclosure () -> String? = nil
  ) {
    report(.warning, message, span, suggestion)
  }

  private mutating func report(
    _ severity: RulesIssue.Severity, _ message: String, _ span: SourceSpan, _ suggestion: () -> String?
  ) {
    guard
      issues.count < Self.maximumIssues
        || severity == .error && !issues.contains(where: { $0.severity == .error })
    else { return }
    issues.append(RulesIssue(severity, message, span, in: source, suggestion: suggestion()))
  }

  private mutating func compile(_ file: ServiceFile) {
    if version == 1 {
      warn(
        "The rules are of the old version 1.", SourceSpan(0, 0),
        suggestion: "Begin them with rules_version = '2';")
    }
    var scope = Scope()
    declare(file.functions, in: &scope)
    for declaration in file.services {
      service = declaration.service
      var inner = scope
      declare(declaration.functions, in: &inner)
      for match in declaration.matches { add(match, scope: inner, prefix: []) }
    }
    rejectRecursion()
    for (index, declaration) in declarations.enumerated() where !used.contains(index) {
      warn("The function '\(declaration.name)' is not used.", declaration.nameSpan)
    }
  }

  // MARK: Functions

  private mutating func declare(_ functions: [ServiceFile.FunctionDeclaration], in scope: inout Scope) {
    guard !functions.isEmpty else { return }
    var declared: [String: Int] = [:]
    var added: [(index: Int, declaration: ServiceFile.FunctionDeclaration)] = []
    var names: Set<String> = []
    for declaration in functions {
      guard names.insert(declaration.name).inserted else {
        error("The function '\(declaration.name)' is defined already.", declaration.nameSpan)
        continue
      }
      let index = program.functions.count
      program.functions.append(
        ServiceFunction(
          name: declaration.name, parameterCount: declaration.parameters.count,
          lets: declaration.lets.map(\.value), body: declaration.body))
      calls.append([])
      declarations.append(declaration)
      declared[declaration.name] = index
      added.append((index, declaration))
    }
    scope.functions.append(declared)
    for (index, declaration) in added { resolve(declaration, index: index, scope: scope) }
  }

  private mutating func resolve(_ declaration: ServiceFile.FunctionDeclaration, index: Int, scope: Scope) {
    let outer = current
    current = index
    defer { current = outer }
    var scope = scope
    for (name, span) in declaration.parameters {
      if scope.locals.contains(name) { error("The argument '\(name)' appears twice.", span) }
      scope.locals.append(name)
    }
    for (name, span, value) in declaration.lets {
      resolve(value, scope)
      if scope.locals.contains(name) { error("The variable '\(name)' is defined already.", span) }
      scope.locals.append(name)
    }
    resolve(declaration.body, scope)
  }

  /// Refuses functions that call themselves, directly or indirectly.
  private mutating func rejectRecursion() {
    var remaining = Set(calls.indices)
    var callers: [[Int]] = calls.map { _ in [] }
    var open = calls.map(\.count)
    for (caller, callees) in calls.enumerated() {
      for callee in callees { callers[callee].append(caller) }
    }
    var ready = calls.indices.filter { open[$0] == 0 }
    while let function = ready.popLast() {
      remaining.remove(function)
      for caller in callers[function] {
        open[caller] -= 1
        if open[caller] == 0 { ready.append(caller) }
      }
    }
    // Each remaining function calls itself or another remaining function. Following the calls leads to the cycle.
    guard var function = remaining.min() else { return }
    var seen: Set<Int> = []
    while seen.insert(function).inserted {
      guard let next = calls[function].filter(remaining.contains).min() else { return }
      function = next
    }
    error("The function '\(declarations[function].name)' calls itself.", declarations[function].nameSpan)
  }

  // MARK: Matches

  private mutating func add(_ match: ServiceFile.MatchDeclaration, scope: Scope, prefix: [ServiceSegment]) {
    let segments = prefix + match.segments
    let variables = segments.compactMap(\.variable)
    let globs = segments.indices.filter { if case .glob = segments[$0] { true } else { false } }
    if segments.count > Self.maximumSegments {
      return error("The path has more than \(Self.maximumSegments) segments.", match.span)
    }
    if variables.count > Self.maximumWildcards {
      return error("The path has more than \(Self.maximumWildcards) variables.", match.span)
    }
    let bytes = segments.reduce(0) { $0 + 1 + ($1.literal?.utf8.count ?? 0) }
    if bytes > Self.maximumPathBytes {
      return error("The path is longer than \(Self.maximumPathBytes) bytes.", match.span)
    }
    if globs.count > 1 { return error("A path has one '=**' variable at most.", match.span) }
    if version == 1, let glob = globs.first, glob != segments.count - 1 {
      return error(
        "A '=**' variable can only be the last segment.", match.span,
        suggestion: "With rules_version = '2' it can stand anywhere.")
    }
    var scope = scope
    scope.wildcards = variables
    declare(match.functions, in: &scope)
    for allow in match.allows {
      if let condition = allow.condition { resolve(condition, scope) }
    }
    if !match.allows.isEmpty {
      matches.append(
        ServiceMatch(
          service: service, segments: segments, glob: globs.first, allows: match.allows, version: version))
    }
    for inner in match.matches { add(inner, scope: scope, prefix: segments) }
  }

  // MARK: Names

  private mutating func resolve(_ index: Int, _ scope: Scope) {
    let expression = program.expressions[index]
    let span = expression.span
    switch expression.operation {
    case .name(let name): program.expressions[index].operation = meaning(of: name, span, scope)
    case .namedCall(let name, let arguments):
      for argument in arguments { resolve(argument, scope) }
      program.expressions[index].operation = call(name, arguments, span, scope)
    case .methodCall(let object, let name, let arguments):
      for argument in arguments { resolve(argument, scope) }
      if let namespace = namespace(object, scope) {
        program.expressions[index].operation = builtin("\(namespace).\(name)", arguments, span)
        return
      }
      resolve(object, scope)
      guard let method = ServiceMethod(rawValue: name) else {
        warn(
          "Invalid function name: \(name).", span,
          suggestion: Suggestion.of(name, among: ServiceMethod.allCases.map(\.rawValue)))
        program.expressions[index].operation = .unknown(.function)
        return
      }
      program.expressions[index].operation = .method(method, object, arguments)
      if [.matches, .replace, .split].contains(method) { prepareRegex(arguments.first) }
    case .member(let object, let name):
      resolve(object, scope)
      guard case .request = program.expressions[object].operation else { return }
      guard let member = ServiceExpression.RequestMember(rawValue: name) else {
        warn(
          "Invalid variable name: request.\(name).", span,
          suggestion: Suggestion.of(name, among: ServiceExpression.RequestMember.allCases.map(\.rawValue)))
        program.expressions[index].operation = .unknown(.variable)
        return
      }
      program.expressions[index].operation = .requestMember(member)
    case .isOf(let operand, let type):
      resolve(operand, scope)
      if type == nil {
        let known = ServiceValue.TypeName.allCases.map(\.rawValue).joined(separator: ", ")
        warn("Invalid type. Expected one of [\(known)].", span)
      }
    default: for part in program.parts(of: index) { resolve(part, scope) }
    }
  }

  private mutating func meaning(of name: String, _ span: SourceSpan, _ scope: Scope)
    -> ServiceExpression.Operation
  {
    if let slot = scope.locals.lastIndex(of: name) { return .local(slot) }
    if let index = scope.wildcards.lastIndex(of: name) { return .wildcard(index) }
    if name == "request" { return .request }
    if name == "resource" { return .resource }
    warn(
      "Invalid variable name: \(name).", span,
      suggestion: Suggestion.of(name, among: scope.locals + scope.wildcards + ["request", "resource"]))
    return .unknown(.variable)
  }

  private func namespace(_ object: Int, _ scope: Scope) -> String? {
    guard case .name(let name) = program.expressions[object].operation,
      ServiceBuiltin.namespaces.contains(name), !scope.locals.contains(name), !scope.wildcards.contains(name)
    else { return nil }
    return name
  }

  private mutating func call(_ name: String, _ arguments: [Int], _ span: SourceSpan, _ scope: Scope)
    -> ServiceExpression.Operation
  {
    guard let function = scope.functions.reversed().lazy.compactMap({ $0[name] }).first else {
      return builtin(name, arguments, span, scope.functions)
    }
    used.insert(function)
    if let current { calls[current].insert(function) }
    let count = program.functions[function].parameterCount
    guard arguments.count == count else {
      warn("The function '\(name)' takes \(count) arguments, not \(arguments.count).", span)
      return .unknown(.arguments)
    }
    return .call(function: function, arguments)
  }

  private mutating func builtin(
    _ name: String, _ arguments: [Int], _ span: SourceSpan, _ functions: [[String: Int]] = []
  ) -> ServiceExpression.Operation {
    guard let builtin = ServiceBuiltin(rawValue: name), builtin.exists(in: service) else {
      let service = service
      warn(
        "Invalid function name: \(name).", span,
        suggestion: Suggestion.of(
          name,
          among: ServiceBuiltin.allCases.filter { $0.exists(in: service) }.map(\.rawValue)
            + functions.flatMap(\.keys)))
      return .unknown(.function)
    }
    guard arguments.count == builtin.argumentCount else {
      warn("The function '\(name)' takes \(builtin.argumentCount) arguments, not \(arguments.count).", span)
      return .unknown(.arguments)
    }
    return .builtin(builtin, arguments)
  }

  /// Compiles a literal pattern once, at compile time.
  private mutating func prepareRegex(_ argument: Int?) {
    guard let argument, case .constant(.string(let pattern)) = program.expressions[argument].operation else {
      return
    }
    do {
      program.regexes[argument] = try RulesRegex(pattern)
    } catch {
      warn("The regular expression is not valid: \(error.message).", program.expressions[argument].span)
    }
  }
}
