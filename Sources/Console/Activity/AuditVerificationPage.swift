import Identity
import IdentityWire
import Operations

/// The result of verifying the audit log or a part of it.
struct AuditVerificationPage: Sendable {
  /// The fields of the form that continues the verification.
  struct Continuation: Sendable {
    /// The position and the hash that were verified.
    let head: String
    let first: String
    let percent: String
  }

  let isIntact: Bool
  let sentence: String
  /// The head to store elsewhere, in the form of `latchkey audit head`; nil before the end.
  let head: String?
  let continuation: Continuation?
  let log: String
  let action: String
  let back: String
  let tabs: ActivityTabs

  /// The number of records in one step, which takes about a second on a slow machine.
  private static let stepLength = 10_000

  static func verify(_ request: ConsoleRequest, _ form: ConsoleForm) async throws -> ConsoleOutcome {
    let texts = request.texts
    let log = form["log"] ?? ""
    let chain = try AuditPage.chain(log, request)
    let place = form["head"].flatMap { AuditVerification.KeptHead(line: $0) }
    let verification = AuditVerification(store: request.domain.audit)
    let step = try await request.reading { () async throws(StoreError) in
      // A position in another chain is ignored.
      try await verification.step(
        of: chain, after: place?.chain == chain ? place : nil, limit: stepLength)
    }
    let back = request.path(log.isEmpty ? "activity/audit" : "activity/audit?log=\(ConsolePath.encode(log))")
    let action = request.path("activity/audit/verify")
    let tabs = ActivityTabs(request, .audit)
    func page(_ content: AuditVerificationPage) -> ConsoleOutcome {
      .page(
        ConsolePage(
          section: .activity, title: texts("audit.verification"), template: "audit_verification",
          content: content, scripts: content.continuation == nil ? [] : ["audit_verification.js"]))
    }
    guard let step else {
      return page(
        AuditVerificationPage(
          isIntact: true, sentence: texts("audit.none"), head: nil, continuation: nil, log: log,
          action: action, back: back, tabs: tabs))
    }
    let report = step.report
    let first = max(form["first"].flatMap { Int64($0) } ?? report.first, 1)
    let from = min(first, report.first)
    let sentence = report.fault.map { Self.sentence($0, texts) } ?? intact(from, report.last, texts)
    return page(
      AuditVerificationPage(
        isIntact: report.fault == nil, sentence: sentence,
        head: report.fault == nil && step.next == nil
          ? AuditVerification.KeptHead(chain: chain, sequence: report.last, hash: report.hash).line : nil,
        continuation: step.next.map { next in
          Continuation(
            head: next.line, first: String(from),
            percent: String(min(99, (report.last - from + 1) * 100 / max(1, step.end - from + 1))))
        },
        log: log, action: action, back: back, tabs: tabs))
  }

  private static func intact(_ first: Int64, _ last: Int64, _ texts: ConsoleTexts) -> String {
    texts("audit.intact", ["first": texts.number(first), "last": texts.number(last)])
  }

  static func sentence(_ fault: AuditVerification.Fault, _ texts: ConsoleTexts) -> String {
    func text(_ key: String, _ place: Int64, _ other: Int64? = nil) -> String {
      texts(
        "audit.fault.\(key)",
        ["place": texts.number(place), "other": other.map { texts.number($0) } ?? ""])
    }
    return switch fault {
    case .missing(let place, let next): text(next == nil ? "missing" : "missingBefore", place, next)
    case .changed(let place): text("changed", place)
    case .misplaced(let place, let other): text("misplaced", place, other)
    case .truncated(let last, let expected): text("truncated", last, expected)
    case .rewritten(let place): text("rewritten", place)
    case .pruned(let place, let through): text("pruned", place, through)
    }
  }
}
