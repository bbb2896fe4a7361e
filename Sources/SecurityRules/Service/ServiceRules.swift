/// Rules of Cloud Storage and Cloud Firestore, checked and ready to be asked.
///
/// A rule set is made once. Asking it allocates little, is bounded in time and depth whatever the rules are,
/// and may be done from any number of threads.
public struct ServiceRules: Sendable {
  /// UTF-8 bytes of a source.
  public static let maximumBytes = 256 << 10

  public enum Service: String, Sendable, CaseIterable {
    case storage = "firebase.storage"
    case firestore = "cloud.firestore"

    /// The service that a path is of.
    public init(path: String) { self = ExactText.begins(path, with: "/databases/") ? .firestore : .storage }
  }

  public let source: SourceText
  /// 1 or 2.
  public let version: Int
  /// What can be used, and will most likely refuse every request.
  public let warnings: [RulesIssue]
  let program: ServiceProgram
  let matches: [ServiceMatch]

  /// - Parameter source: at most ``maximumBytes``.
  /// - Throws: every mistake in it, with its place; of mistakes in the grammar the first.
  public init(_ source: String) throws(RulesCompilationError) {
    let text = SourceText(source)
    let result = ServiceCompiler.compile(text)
    guard !result.issues.contains(where: { $0.severity == .error }) else {
      throw RulesCompilationError(issues: result.issues)
    }
    self.source = text
    version = result.version
    warnings = result.issues
    program = result.program
    matches = result.matches
  }

  /// Whether the rules let the request through.
  public func allows(
    _ request: ServiceRequest, service: Service = .storage, documents: RulesDocuments = .none
  ) -> Bool {
    var decider = ServiceDecider(self, request, service: service, documents: documents, trace: nil)
    return decider.decide()
  }

  /// The same answer with every condition that had a say in it.
  public func explain(
    _ request: ServiceRequest, service: Service = .storage, documents: RulesDocuments = .none
  ) -> ServiceExplanation {
    var budget = WorkBudget()
    return explain(request, service: service, documents: documents, budget: &budget)
  }

  /// - Parameter budget: what the rules may do; what is left of it afterwards.
  func explain(
    _ request: ServiceRequest, service: Service, documents: RulesDocuments, budget: inout WorkBudget
  ) -> ServiceExplanation {
    var decider = ServiceDecider(
      self, request, service: service, documents: documents, trace: EvaluationTrace(), budget: budget)
    let isAllowed = decider.decide()
    budget = decider.evaluator.budget
    return ServiceExplanation(
      explanation: RulesExplanation(
        isAllowed: isAllowed, reason: decider.reason, rules: decider.evaluated),
      debugMessages: decider.evaluator.debugMessages, lookups: decider.evaluator.lookups)
  }
}

/// An explanation, and what the rules did besides.
public struct ServiceExplanation: Sendable {
  public let explanation: RulesExplanation
  /// What `debug(…)` was given.
  public let debugMessages: [String]
  /// The documents that were looked up, in their order.
  public let lookups: [ServiceLookup]
}
