import Identity
import IdentityWire
import Operations

/// Failed federated sign-ins, with the explanation of `latchkey explain` for each.
struct FailuresPage: Sendable {
  struct Failure: Sendable {
    let id: String
    let at: String
    let provider: String?
    let tenant: String?
    let errorCode: String
    /// The check that failed, in the reader's language.
    let check: String
    /// The failure in one English sentence, as in the log.
    let sentence: String
    let expected: String?
    let seen: String?
    let advice: String?
    /// Advice for the failed check, in the reader's language.
    let help: String
  }

  /// The failures: one that was found by its id, or a list.
  let failures: [Failure]
  let isEmpty: Bool
  /// The id that was searched for; empty for the list.
  let id: String
  let older: String?
  let newest: String?
  let formAction: String
  let tabs: ActivityTabs

  private static let pageSize = 20

  static func show(_ request: ConsoleRequest) async throws -> ConsolePage {
    let explanations = request.domain.observation.explanations
    let id = (request.query["id"] ?? "").filter { !$0.isWhitespace }
    var found: [SignInExplanation]
    var next: DiagnosisPlace?
    let before = request.query["before"].flatMap(DiagnosisPlace.init(text:))
    if id.isEmpty {
      let scope = request.caller.scope
      let page = try await request.reading {
        () async throws(StoreError) in
        try await explanations.page(in: scope, before: before, limit: pageSize)
      }
      (found, next) = (page.explanations, page.next)
    } else {
      let one = try await request.reading { () async throws(StoreError) in
        try await explanations.explanation(of: id)
      }
      // A failure of another project counts as not found.
      found = [one].compactMap(\.self).filter {
        $0.project == request.project.id && (request.tenant == nil || $0.tenant == request.tenant?.id)
      }
    }
    let page = FailuresPage(
      failures: found.map { failure($0, request) }, isEmpty: found.isEmpty, id: id,
      older: next.map { request.path("activity/failures?before=\(ConsolePath.encode($0.text))") },
      newest: before == nil && id.isEmpty ? nil : request.path("activity/failures"),
      formAction: ConsolePath.project(request.project.id.rawValue) + "/activity/failures",
      tabs: ActivityTabs(request, .failures))
    return ConsolePage(
      section: .activity, title: request.texts("failures.title"), template: "failures", content: page)
  }

  private static func failure(_ explanation: SignInExplanation, _ request: ConsoleRequest) -> Failure {
    let report = explanation.report
    let texts = request.texts
    return Failure(
      id: explanation.id, at: texts.moment(explanation.at),
      provider: explanation.provider.map { ActivitySummary.name(of: $0, in: request.project, texts) },
      tenant: request.tenant == nil ? explanation.tenant?.rawValue : nil, errorCode: explanation.errorCode,
      check: text("check", report.check, texts), sentence: report.sentence, expected: report.expected,
      seen: report.seen, advice: report.advice, help: text("help", report.check, texts))
  }

  /// The text for a check. A newer version of the server may have recorded a check that has no text here. Such a check
  /// gets a general text.
  private static func text(_ kind: String, _ check: String, _ texts: ConsoleTexts) -> String {
    let key = "failures.\(kind).\(check)"
    let known = texts(key)
    return known == key ? texts("failures.\(kind).unknown") : known
  }
}
