/// Rules of Cloud Storage and Cloud Firestore, compiled and ready for evaluation.
///
/// Compile a rule set once. An evaluation allocates little, is bounded in time and depth whatever the rules contain,
/// and may run on several threads at once.
public struct ServiceRules: Sendable {
  /// The maximum length of a source in UTF-8 bytes.
  public static let maximumBytes = 256 << 10

  public enum Service: String, Sendable, CaseIterable {
    case storage = "firebase.storage"
    case firestore = "cloud.firestore"

    /// Returns the service that a path belongs to.
    public init(path: String) { self = ExactText.begins(path, with: "/databases/") ? .firestore : .storage }
  }

  public let source: SourceText
  /// The version, 1 or 2.
  public let version: Int
  /// Constructs that are valid but will most likely refuse every request.
  public let warnings: [RulesIssue]
  let program: ServiceProgram
  let matches: [ServiceMatch]

  /// - Parameter source: at most ``maximumBytes``.
  /// - Throws: every mistake in the source, with its position. If a mistake is in the grammar, the error contains only
  ///   the first mistake.
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

  /// True if the rules allow the request.
  public func allows(
    _ request: ServiceRequest, service: Service = .storage, documents: RulesDocuments = .none
  ) -> Bool {
    var decider = ServiceDecider(self, request, service: service, documents: documents, trace: nil)
    return decider.decide()
  }

  /// Decides like `allows`, and returns every condition that contributed to the decision.
  public func explain(
    _ request: ServiceRequest, service: Service = .storage, documents: RulesDocuments = .none
  ) -> ServiceExplanation {
    var budget = WorkBudget()
    return explain(request, service: service, documents: documents, budget: &budget)
  }

  /// - Parameter budget: the steps that the rules may use. The used steps are subtracted.
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

/// An explanation, and the side effects of the evaluation.
public struct ServiceExplanation: Sendable {
  public let explanation: RulesExplanation
  /// The values that were passed to `debug(…)`.
  public let debugMessages: [String]
  /// The documents that were looked up, in order.
  public let lookups: [ServiceLookup]
}
