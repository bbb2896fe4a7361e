import IdentityProviders
import Operations

/// Checks and their outcomes, in the administrator's language.
struct CheckList: Sendable {
  struct Row: Sendable {
    let name: String
    let outcome: String
    let title: String
    let result: String
    let isPassed: Bool
    let isFailed: Bool
    let isNoted: Bool
    let sentence: String
    /// The English detail, if the sentence is in another language.
    let detail: String?
    let expected: String?
    let seen: String?
    let advice: String?
  }

  let title: String
  let summary: String
  let isPassed: Bool
  let rows: [Row]

  /// - Parameters:
  ///   - title: the key of a text.
  ///   - isOfSAML: true if the evidence is an assertion, false if it is a token.
  ///   - notes: remarks on checks that passed.
  init(
    _ checks: [SignInCheck], title: String, _ texts: ConsoleTexts, isOfSAML: Bool = false,
    notes: [SignInCheck.Name: String] = [:]
  ) {
    self.title = texts(title)
    let failed = checks.filter { $0.outcome == .failed }
    isPassed = failed.isEmpty
    summary =
      failed.isEmpty
      ? texts("methods.checks.passed")
      : texts(
        "methods.checks.failed",
        ["what": failed.map { texts("methods.check.\($0.name.rawValue)") }.joined(separator: ", ")])
    rows = checks.map { Self.row($0, texts, isOfSAML: isOfSAML, note: notes[$0.name]) }
  }

  /// The checks whose sentences name their evidence: a token or an assertion.
  static let ofEvidence: [SignInCheck.Name] = [.issuer, .audience, .dates, .subject, .replay]

  private static func row(_ check: SignInCheck, _ texts: ConsoleTexts, isOfSAML: Bool, note: String?) -> Row {
    let title = texts("methods.check.\(check.name.rawValue)")
    let key =
      "methods.check.\(isOfSAML && ofEvidence.contains(check.name) ? "saml." : "")\(check.name.rawValue)"
    let isEnglish = texts.language == .english
    var sentence: String
    switch check.outcome {
    case .passed: sentence = note ?? texts("\(key).passed")
    case .noted: sentence = note ?? texts("\(key).noted")
    case .notReached: sentence = texts("methods.checks.notReached")
    case .failed: sentence = texts("\(key).failed")
    }
    var detail: String?
    if let report = check.report {
      // The diagnosis is more exact than the text, but in English.
      if isEnglish, check.outcome == .failed { sentence = report.sentence } else { detail = report.sentence }
    }
    return Row(
      name: check.name.rawValue, outcome: check.outcome.rawValue, title: title,
      result: texts("methods.outcome.\(check.outcome.rawValue)"), isPassed: check.outcome == .passed,
      isFailed: check.outcome == .failed, isNoted: check.outcome == .noted, sentence: sentence,
      detail: detail,
      expected: check.expected, seen: check.seen, advice: check.report?.advice)
  }
}

/// The outcome of a tested sign-in.
struct ProviderTestView: Sendable {
  struct Person: Sendable {
    let rawID: String
    let email: String?
    let displayName: String?
    let scopes: String?
  }

  let checks: CheckList
  let at: String
  let isOff: Bool
  let person: Person?
  /// The outcome that a user's sign-in would have had, as sentences.
  let decision: [String]
  let hasDecision: Bool
  /// The path of the account's page.
  let account: String?
  let accountPath: String?

  init(_ trial: ProviderTestResult, _ request: ConsoleRequest) {
    let texts = request.texts
    var notes: [SignInCheck.Name: String] = [:]
    if let verdict = trial.identity?.emailVerdict {
      notes[.email] = texts("methods.email.verdict.\(verdict.rawValue)")
    }
    if let decision = trial.decision { notes[.decision] = Self.rule(decision, texts) }
    checks = CheckList(
      trial.checks, title: "methods.test.result", texts, isOfSAML: trial.providerID.hasPrefix("saml."),
      notes: notes)
    at = texts.moment(trial.at)
    isOff = !trial.isEnabled
    person = trial.identity.map {
      Person(rawID: $0.rawID, email: $0.email, displayName: $0.displayName, scopes: $0.grantedScopes)
    }
    decision = trial.decision.map { Self.sentences($0, texts) } ?? []
    hasDecision = trial.decision != nil
    account = trial.decision?.account?.rawValue
    accountPath = trial.decision?.account.map { request.userPath($0) }
  }

  private static func rule(_ decision: ProviderTestResult.Decision, _ texts: ConsoleTexts) -> String {
    let key = "methods.rule.\(decision.rule)"
    let text = texts(key)
    return text == key ? decision.explanation : text
  }

  private static func sentences(_ decision: ProviderTestResult.Decision, _ texts: ConsoleTexts) -> [String] {
    var sentences = [rule(decision, texts)]
    if !decision.providers.isEmpty {
      sentences.append(
        texts("methods.decision.providers", ["providers": decision.providers.joined(separator: ", ")]))
    }
    if decision.needsAdministrator { sentences.append(texts("methods.decision.signUpClosed")) }
    if decision.needsSecondFactor { sentences.append(texts("methods.decision.secondFactor")) }
    if !decision.functions.isEmpty {
      sentences.append(
        texts("methods.decision.functions", ["functions": decision.functions.joined(separator: ", ")]))
    }
    return sentences
  }
}
